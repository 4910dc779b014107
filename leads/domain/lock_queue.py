"""In which group of the queue a demo lock stands: exactly one, so that nobody's asking is counted twice."""

from dataclasses import dataclass
from enum import StrEnum


class Group(StrEnum):
    """The queue's groups in the order of its tabs. Asked and shipped are two facts, never one."""

    ASKED = "asked"
    SHIPPING = "shipping"
    BLOCKED = "blocked"
    CUSTOMER = "customer"
    OVER_CAP = "over-cap"
    SHIPPED = "shipped"

    @property
    def label(self) -> str:
        return _LABELS[self]

    @property
    def means(self) -> str:
        """What is true of a lock in this group, in a line."""
        return _MEANINGS[self]


_LABELS = {
    Group.ASKED: "Asked",
    Group.SHIPPING: "Shipping",
    Group.BLOCKED: "Blocked",
    Group.CUSTOMER: "Customer",
    Group.OVER_CAP: "Over the cap",
    Group.SHIPPED: "Shipped",
}
_MEANINGS = {
    Group.ASKED: "They asked, the address is good, and no lock has left yet.",
    Group.SHIPPING: "The courier is being asked, or the label is being made.",
    Group.BLOCKED: "Something needs a person: the address, the courier, or the request itself.",
    Group.CUSTOMER: "A customer asked. That is expansion, so no lead was raised: decide what happens.",
    Group.OVER_CAP: "More came through a door than it lets in on a day. Nothing was lost.",
    Group.SHIPPED: "A shipment exists. The latest asking comes first.",
}


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known of one asking. `waits` says that no lock has left for it."""

    waits: bool
    is_on_its_way: bool = False
    is_stuck: bool = False
    is_over_cap: bool = False
    is_customer: bool = False
    is_dismissed: bool = False
    has_good_address: bool = True


def group_of(standing: Standing) -> Group | None:
    """The one group, or None for what a person has dismissed."""
    if standing.is_over_cap:
        return Group.OVER_CAP
    if standing.is_on_its_way:
        return Group.SHIPPING
    if standing.is_stuck:
        return Group.BLOCKED
    if not standing.waits:
        return Group.SHIPPED
    if standing.is_dismissed:
        return None
    if standing.is_customer:
        return Group.CUSTOMER
    return Group.ASKED if standing.has_good_address else Group.BLOCKED
