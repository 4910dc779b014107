"""The portal's own numbers for typed links, asked of it once: they are not the same everywhere, and
a lead made with another portal's number is refused."""

from collections.abc import Callable, Sequence

from leads.hubspot.errors import Gone, Refused
from leads.hubspot.mapping import Json, rows
from leads.hubspot.properties import LINK_TYPES
from leads.hubspot.values import text_of

type Pair = tuple[str, str]


class LinkTypes:
    """What the labels endpoint said for each pair, kept for as long as the client lives."""

    def __init__(self) -> None:
        self._known: dict[Pair, tuple[int, ...]] = {}

    def of(self, pair: Pair, ask: Callable[[], tuple[int, ...]]) -> tuple[int, ...]:
        """The type ids of a pair, the primary one first; HubSpot's usual ones where it tells none.

        Raises Busy and Unreachable, since those may tell another time.
        """
        if pair not in self._known:
            try:
                self._known[pair] = ask() or LINK_TYPES.get(pair, ())
            except (Refused, Gone):
                return LINK_TYPES.get(pair, ())
        return self._known[pair]


def in_order(body: Json, usual: Sequence[int] = ()) -> tuple[int, ...]:
    """The types that HubSpot itself defines: the primary first, then the unlabelled.

    `usual` breaks the tie where no label says which one is primary.
    """
    own = [row for row in rows(body) if row.get("category", "HUBSPOT_DEFINED") == "HUBSPOT_DEFINED"]

    def place(row: Json) -> tuple[bool, bool, bool]:
        label = (text_of(row.get("label")) or "").lower()
        return ("primary" not in label, int(row["typeId"]) not in usual[:1], bool(label))

    return tuple(int(row["typeId"]) for row in sorted(own, key=place))
