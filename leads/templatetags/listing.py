"""The headings of the list: each a link that sorts by it, all in the address."""

from dataclasses import dataclass

from django import template

from leads.queries.order import Sort
from leads.web.address import Address

register = template.Library()

LABELS = {
    Sort.NAME: "Lead",
    Sort.STAGE: "Stage",
    Sort.STEP: "Next step",
    Sort.CHANNEL: "Channel",
    Sort.ATTEMPT: "Attempt",
    Sort.OWNER: "Owner",
    Sort.AGE: "In stage",
    Sort.HUBSPOT: "HubSpot",
}
NUMBERS = {Sort.ATTEMPT, Sort.AGE}


@dataclass(frozen=True, slots=True)
class Heading:
    """`turned` is "ascending", "descending" or "" where the list is not sorted by it."""

    label: str
    href: str
    turned: str
    is_number: bool


@register.simple_tag
def headings(address: Address) -> list[Heading]:
    """The columns of the list in their order."""
    turned = {address.sort.removeprefix("-"): address.sort.startswith("-")}
    words = {True: "descending", False: "ascending", None: ""}
    return [
        Heading(label, address.sorted_by(sort), words[turned.get(sort.value)], sort in NUMBERS)
        for sort, label in LABELS.items()
    ]
