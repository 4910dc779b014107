"""The demo lock: asked and shipped are two facts; the latest wins, the longest wait goes first."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class DemoLock:
    """What a contact says about its demo lock.

    `asked_on` is `sent_date`, which despite its name is the day of the request; `tracking` is
    `demo_lock_tracking`, `address` `demo_lock_address`, `lock_type` `demo_lock_type`. HubSpot
    keeps no day of shipping: `shipped_on` is known only for what was shipped from here.
    """

    asked_on: date | None = None
    tracking: str = ""
    address: str = ""
    lock_type: str = ""
    shipped_on: date | None = None

    @property
    def was_asked(self) -> bool:
        """Whether this person has asked for a lock. The website door asks without shipping."""
        return self.asked_on is not None

    @property
    def was_shipped(self) -> bool:
        """Whether a shipment exists: by its tracking, or by the type, set only when one left."""
        return bool(self.tracking.strip() or self.lock_type.strip())

    @property
    def waits(self) -> bool:
        """Whether the latest request is still owed a lock: none left, or only before they asked."""
        if self.asked_on is None:
            return False
        left_before = self.shipped_on is not None and self.shipped_on < self.asked_on
        return left_before or not self.was_shipped


def latest(a: date | None, b: date | None) -> date | None:
    """The more recent of two request days: the question is who had the product in hand last."""
    return max((day for day in (a, b) if day is not None), default=None)


def queue_order(lock: DemoLock) -> tuple[int, int]:
    """A sort key: those who wait, longest first; then the shipped, latest request first; the rest.

    A shipped lock without a request day stands at the end of the shipped.
    """
    asked = 0 if lock.asked_on is None else lock.asked_on.toordinal()
    if lock.waits:
        return 0, asked
    return (1, -asked) if lock.was_shipped else (2, 0)


def in_queue_order(locks: Iterable[DemoLock]) -> list[DemoLock]:
    """Demo locks as the queue shows them; equal ones keep the order in which they came."""
    return sorted(locks, key=queue_order)


def may_raise_for_old_request(lock: DemoLock, *, has_open_lead: bool, has_open_deal: bool) -> bool:
    """Whether an old request may still get a lead: only where no conversation is running."""
    return lock.was_asked and not (has_open_lead or has_open_deal)
