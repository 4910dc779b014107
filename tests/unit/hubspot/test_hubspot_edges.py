"""Reading links in batches: what an answer must say before "none" is believed."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from leads.hubspot.edges import EdgeReader, Inputs, in_batches
from leads.hubspot.errors import Refused, Unreachable
from leads.hubspot.mapping import Json


class Portal:
    """Answers of a portal whose links are given; `most` is the longest batch it takes."""

    def __init__(self, links: Mapping[str, list[tuple[int, int]]], *, most: int = 1000) -> None:
        self.links = links
        self.most = most
        self.page = 1000
        self.forgets: set[str] = set()
        self.asked: list[Inputs] = []

    def ask[T](self, inputs: Inputs, reading: Callable[[Json], T]) -> T:
        self.asked.append(inputs)
        if len(inputs) > self.most:
            raise Refused("too many inputs", status=400)
        known = [each for each in inputs if self.links.get(each["id"])]
        none = [each["id"] for each in inputs if not self.links.get(each["id"])]
        told = [each for each in none if each not in self.forgets]
        errors = [
            {
                "category": "OBJECT_NOT_FOUND",
                "subCategory": "crm.associations.NO_ASSOCIATIONS_FOUND",
                "context": {"fromObjectId": [each]},
            }
            for each in told
        ]
        rows = [self.row(each) for each in known if each["id"] not in self.forgets]
        self.forgets = set()
        return reading({"results": rows, "errors": errors})

    def row(self, wanted: dict[str, str]) -> dict[str, Any]:
        links, start = self.links[wanted["id"]], int(wanted.get("after", 0))
        end = start + self.page
        shown = [
            {"toObjectId": to_id, "associationTypes": [{"typeId": type_id}]}
            for to_id, type_id in links[start:end]
        ]
        paging = {"paging": {"next": {"after": str(end)}}} if end < len(links) else {}
        return {"from": {"id": wanted["id"]}, "to": shown} | paging


def test_inner_pages_are_followed_to_the_end() -> None:
    portal = Portal({"1": [(n, 279) for n in range(350)]})
    portal.page = 100
    found = EdgeReader().read(["1"], portal.ask)
    assert len(found["1"]) == 350
    assert len(portal.asked) == 4


def test_no_associations_found_is_an_empty_list() -> None:
    portal = Portal({"1": [(9, 578)]})
    found = EdgeReader().read(["1", "2"], portal.ask)
    assert found["2"] == []
    assert [edge.to_id for edge in found["1"]] == ["9"]
    assert len(portal.asked) == 1


def test_what_an_answer_leaves_out_is_asked_for_again() -> None:
    portal = Portal({"1": [(9, 578)], "2": [(8, 578)]})
    portal.forgets = {"2"}
    found = EdgeReader().read(["1", "2"], portal.ask)
    assert [edge.to_id for edge in found["2"]] == ["8"]
    assert portal.asked[1] == [{"id": "2"}]


def test_one_pair_under_two_types_is_one_link() -> None:
    portal = Portal({"1": [(9, 1), (9, 279)]})
    (edge,) = EdgeReader().read(["1"], portal.ask)["1"]
    assert edge.type_ids == {1, 279}


def test_a_thousand_go_in_one_batch_and_one_more_in_a_second() -> None:
    portal = Portal({})
    found = EdgeReader().read([str(n) for n in range(1001)], portal.ask)
    assert len(found) == 1001
    assert [len(inputs) for inputs in portal.asked] == [1000, 1]


def test_a_batch_found_too_long_is_halved_and_the_size_remembered() -> None:
    portal = Portal({}, most=100)
    reader = EdgeReader()
    assert len(reader.read([str(n) for n in range(1000)], portal.ask)) == 1000
    assert reader.size == 100
    portal.asked.clear()
    reader.read([str(n) for n in range(300)], portal.ask)
    assert [len(inputs) for inputs in portal.asked] == [100, 100, 100]


def test_a_short_batch_that_is_refused_is_refused() -> None:
    with pytest.raises(Refused):
        EdgeReader().read(["1", "2"], Portal({}, most=1).ask)


def test_a_refusal_of_access_is_not_a_matter_of_size() -> None:
    def no_access[T](inputs: Inputs, reading: Callable[[Json], T]) -> T:
        raise Refused("no scope", status=403)

    with pytest.raises(Refused):
        EdgeReader().read([str(n) for n in range(500)], no_access)


def test_a_failed_read_is_never_none() -> None:
    def lost[T](inputs: Inputs, reading: Callable[[Json], T]) -> T:
        raise Unreachable("lost")

    with pytest.raises(Unreachable):
        EdgeReader().read(["1"], lost)


def test_no_ids_need_no_call() -> None:
    portal = Portal({})
    assert EdgeReader().read([], portal.ask) == {}
    assert portal.asked == []


def test_a_batch_names_each_id_once() -> None:
    assert list(in_batches(["1", "2", "1", "3"], 2)) == [["1", "2"], ["3"]]
