"""What may come of a call, in HubSpot's own words for it."""

from enum import StrEnum
from typing import Self


class CallOutcome(StrEnum):
    """How a call ended, in the order offered. The values are HubSpot's ids of its six outcomes,
    which are the same in every portal."""

    NO_ANSWER = "73a0d17f-1163-4015-bdd5-ec830791da20"
    LEFT_VOICEMAIL = "b2cf5968-551e-4856-9783-52b3da59a7d0"
    CONNECTED = "f240bbac-87c9-4f6e-bf70-924b57d47db7"
    BUSY = "9d9162e7-6cf3-4944-bf63-4dff82258764"
    LEFT_LIVE_MESSAGE = "a4c4c377-d246-4b32-a13b-75a56a4cd0ff"
    WRONG_NUMBER = "17b47fee-58de-441e-a44c-c6300d46f273"

    @classmethod
    def of(cls, raw: str | None) -> Self | None:
        """The outcome with this id; None where the portal has one of its own or none is set."""
        return next((outcome for outcome in cls if outcome.value == raw), None)

    @classmethod
    def from_slug(cls, slug: str | None) -> Self | None:
        """The outcome with this slug, as forms write it; None for any other text."""
        return next((outcome for outcome in cls if outcome.slug == slug), None)

    @property
    def slug(self) -> str:
        """The name in forms: "left-voicemail"."""
        return self.name.replace("_", "-").lower()

    @property
    def label(self) -> str:
        """The outcome on screens: "Left voicemail"."""
        return self.name.replace("_", " ").capitalize()

    @property
    def reached(self) -> bool:
        """Whether the person was on the line: what was said there is for the owner to judge."""
        return self is CallOutcome.CONNECTED

    @property
    def status(self) -> str:
        """HubSpot's `hs_call_status` that goes with it."""
        match self:
            case CallOutcome.NO_ANSWER:
                return "NO_ANSWER"
            case CallOutcome.BUSY:
                return "BUSY"
        return "COMPLETED"


# Calls that never rang at the other end, or not yet.
_NOT_MADE = frozenset(
    {"CANCELED", "FAILED", "QUEUED", "CALLING_CRM_USER", "CONNECTING", "RINGING", "IN_PROGRESS"}
)


def was_made(status: str | None) -> bool:
    """Whether a call of this `hs_call_status` is a touch; one logged by hand may have no status."""
    return (status or "").strip().upper() not in _NOT_MADE
