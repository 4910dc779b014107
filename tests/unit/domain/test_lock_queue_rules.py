"""Each demo lock stands in exactly one group of the queue."""

from dataclasses import replace
from itertools import product

import pytest

from leads.domain.lock_queue import Group, Standing, group_of

WAITS = Standing(waits=True)


@pytest.mark.parametrize(
    ("standing", "group"),
    [
        (WAITS, Group.ASKED),
        (replace(WAITS, has_good_address=False), Group.BLOCKED),
        (replace(WAITS, is_stuck=True), Group.BLOCKED),
        (replace(WAITS, is_customer=True), Group.CUSTOMER),
        (replace(WAITS, is_customer=True, has_good_address=False), Group.CUSTOMER),
        (replace(WAITS, is_on_its_way=True, is_customer=True), Group.SHIPPING),
        (replace(WAITS, is_over_cap=True), Group.OVER_CAP),
        (replace(WAITS, is_dismissed=True), None),
        (Standing(waits=False), Group.SHIPPED),
        (Standing(waits=False, is_dismissed=True, is_customer=True), Group.SHIPPED),
        (Standing(waits=False, is_stuck=True), Group.BLOCKED),
    ],
)
def test_what_needs_a_person_most_says_where_it_stands(
    standing: Standing, group: Group | None
) -> None:
    assert group_of(standing) is group


def test_only_what_was_dismissed_stands_nowhere() -> None:
    for flags in product((False, True), repeat=7):
        standing = Standing(*flags)
        if group_of(standing) is None:
            assert standing.is_dismissed


@pytest.mark.parametrize("group", list(Group))
def test_every_group_has_its_words(group: Group) -> None:
    assert group.label
    assert group.means.endswith(".")
