"""Which number of a portal stands for which link."""

import pytest

from leads.hubspot.errors import Busy, Refused
from leads.hubspot.link_types import LinkTypes, in_order

PAIR = ("leads", "contacts")


def label(type_id: int, text: str | None, category: str = "HUBSPOT_DEFINED") -> dict[str, object]:
    return {"typeId": type_id, "label": text, "category": category}


def test_the_primary_one_comes_first_whatever_its_number() -> None:
    body = {"results": [label(900608, None), label(12, "Champion"), label(900578, "Primary")]}
    assert in_order(body, (578, 608)) == (900578, 900608, 12)


def test_without_a_label_the_usual_primary_number_comes_first() -> None:
    assert in_order({"results": [label(608, None), label(578, None)]}, (578, 608)) == (578, 608)


def test_a_label_of_the_portals_own_is_not_hubspots() -> None:
    body = {"results": [label(3, "Primary", "USER_DEFINED"), label(608, None)]}
    assert in_order(body) == (608,)


def test_a_pair_is_asked_for_once() -> None:
    asked: list[int] = []

    def ask() -> tuple[int, ...]:
        asked.append(1)
        return (900578,)

    types = LinkTypes()
    assert types.of(PAIR, ask) == types.of(PAIR, ask) == (900578,)
    assert len(asked) == 1


def test_a_refusal_leaves_the_usual_numbers_but_not_for_good() -> None:
    def refused() -> tuple[int, ...]:
        raise Refused("no scope", status=403)

    types = LinkTypes()
    assert types.of(PAIR, refused) == (578, 608)
    assert types.of(PAIR, lambda: (900578,)) == (900578,)


def test_a_portal_that_lists_none_has_the_usual_numbers() -> None:
    assert LinkTypes().of(PAIR, lambda: ()) == (578, 608)
    assert LinkTypes().of(("leads", "orders"), lambda: ()) == ()


def test_a_busy_portal_is_no_answer() -> None:
    def busy() -> tuple[int, ...]:
        raise Busy("wait")

    with pytest.raises(Busy):
        LinkTypes().of(PAIR, busy)
