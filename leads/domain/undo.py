"""Taking a change back: exact values, only while nothing else has changed since."""

from datetime import datetime, timedelta

from leads.domain.refusal import Refusal

UNDO_CLOSING_WITHIN = timedelta(minutes=15)


class UnableToUndo(Refusal):
    """The change stands and cannot be taken back."""

    rule = "undo"


def check_undo(
    *,
    closed_the_lead: bool,
    made_a_deal: bool,
    changed_since: bool,
    by_same_person: bool,
    decided_at: datetime,
    now: datetime,
    already_undone: bool = False,
) -> None:
    """Refuse to take back what must stand. Raises UnableToUndo.

    Undoing a closing is the correction of a slip, not a reopening: by the same person, within
    fifteen minutes, both ends included. Other changes have no time limit.
    """
    if already_undone:
        raise UnableToUndo("This change has been undone already.")
    if made_a_deal:
        raise UnableToUndo("A deal was created with this change, and a deal has no undo.")
    if changed_since:
        raise UnableToUndo("This lead has changed since, so the earlier values would overwrite it.")
    if closed_the_lead:
        _check_closing(by_same_person, now - decided_at)


def _check_closing(by_same_person: bool, age: timedelta) -> None:
    if not by_same_person:
        raise UnableToUndo("Only the person who closed this attempt can undo that.")
    if age > UNDO_CLOSING_WITHIN:
        raise UnableToUndo("This attempt has been closed for a while. Raise a new attempt instead.")
