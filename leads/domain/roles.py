"""Rep, manager, admin: who may do what, and to whose lead."""

from enum import StrEnum
from typing import Self

from leads.domain.channels import REP_SETS, Channel
from leads.domain.refusal import Refusal


class NotAllowed(Refusal):
    """This person may not do that to this lead."""

    rule = "roles"


class Role(StrEnum):
    """What a person is here to do."""

    REP = "rep"
    MANAGER = "manager"
    ADMIN = "admin"

    @classmethod
    def of(cls, raw: str | None) -> Self | None:
        """The role with this name, or None."""
        return next((role for role in cls if role.value == raw), None)

    @property
    def label(self) -> str:
        """The role on screens: "Rep"."""
        return self.value.title()


def may_see(role: Role | None) -> bool:
    """Whether a person sees leads: all of them, so that nobody writes to another rep's contact."""
    return role is not None


def may_change(role: Role | None, *, own: bool, ownerless: bool) -> bool:
    """Whether a person may change a lead: a rep their own and those that nobody owns."""
    if role is None:
        return False
    return role is not Role.REP or own or ownerless


def check_may_change(role: Role | None, *, own: bool, ownerless: bool, owner: str = "") -> None:
    """Refuse a change to a lead that is another person's. Raises NotAllowed."""
    if may_change(role, own=own, ownerless=ownerless):
        return
    if role is None:
        raise NotAllowed("You have no role here yet. Ask an admin for one.")
    whose = owner.strip() or "another rep"
    raise NotAllowed(f"This lead belongs to {whose}. Ask them, or a manager, to change it.")


def may_set_channel(
    role: Role | None, *, own: bool = False, ownerless: bool = False, is_empty: bool = False
) -> bool:
    """Whether a person may set the channel of a lead that exists.

    An admin always: mending labels is the desk's work. Others fill an empty one on a lead that
    they may change, for only its maker knows where it came from; nobody but an admin overwrites.
    """
    if role is Role.ADMIN:
        return True
    return is_empty and may_change(role, own=own, ownerless=ownerless)


def may_use_desk(role: Role | None) -> bool:
    """Whether a person mends data: missing channels, doors, the portal."""
    return role is Role.ADMIN


def may_read_reports(role: Role | None) -> bool:
    """Whether a person reads reports at all; whose rows, says `reads_all_rows`."""
    return role is not None


def reads_all_rows(role: Role | None) -> bool:
    """Whether a report shows everybody's leads; a rep's report is that rep's rows."""
    return role in {Role.MANAGER, Role.ADMIN}


def channels_for(role: Role | None) -> tuple[Channel, ...]:
    """The channels that a person may choose by hand, in the order offered."""
    if role is None:
        return ()
    return tuple(Channel) if role is Role.ADMIN else REP_SETS
