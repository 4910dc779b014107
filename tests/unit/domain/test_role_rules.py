"""Roles: what a rep, a manager and an admin may do, and to whose lead."""

import pytest

from leads.domain.channels import REP_SETS, Channel
from leads.domain.roles import (
    NotAllowed,
    Role,
    channels_for,
    check_may_change,
    may_change,
    may_read_reports,
    may_see,
    may_set_channel,
    may_use_desk,
    reads_all_rows,
)

REP, MANAGER, ADMIN = Role.REP, Role.MANAGER, Role.ADMIN


@pytest.mark.parametrize(
    ("role", "sees", "reports", "all_rows", "desk", "sets_channel"),
    [
        (REP, True, True, False, False, False),
        (MANAGER, True, True, True, False, False),
        (ADMIN, True, True, True, True, True),
        (None, False, False, False, False, False),
    ],
)
def test_what_each_role_may_do(
    role: Role | None, sees: bool, reports: bool, all_rows: bool, desk: bool, sets_channel: bool
) -> None:
    assert may_see(role) is sees
    assert may_read_reports(role) is reports
    assert reads_all_rows(role) is all_rows
    assert may_use_desk(role) is desk
    assert may_set_channel(role) is sets_channel


@pytest.mark.parametrize(
    ("role", "own", "ownerless", "allowed"),
    [
        (REP, True, False, True),
        (REP, False, True, True),
        (REP, False, False, False),
        (MANAGER, False, False, True),
        (ADMIN, False, False, True),
        (None, True, False, False),
        (None, False, True, False),
    ],
)
def test_whose_lead_a_role_may_change(
    role: Role | None, own: bool, ownerless: bool, allowed: bool
) -> None:
    assert may_change(role, own=own, ownerless=ownerless) is allowed
    if allowed:
        check_may_change(role, own=own, ownerless=ownerless)
    else:
        with pytest.raises(NotAllowed) as refused:
            check_may_change(role, own=own, ownerless=ownerless)
        assert refused.value.rule == "roles"


def test_the_refusal_names_the_owner_where_known() -> None:
    with pytest.raises(NotAllowed, match="belongs to Omar Reyes"):
        check_may_change(REP, own=False, ownerless=False, owner="Omar Reyes")
    with pytest.raises(NotAllowed, match="belongs to another rep"):
        check_may_change(REP, own=False, ownerless=False)
    with pytest.raises(NotAllowed, match="no role"):
        check_may_change(None, own=False, ownerless=True)


def test_an_empty_channel_may_be_filled_on_a_lead_one_may_change() -> None:
    assert may_set_channel(REP, own=True, is_empty=True)
    assert may_set_channel(REP, ownerless=True, is_empty=True)
    assert may_set_channel(MANAGER, is_empty=True)
    assert not may_set_channel(REP, is_empty=True)
    assert not may_set_channel(None, own=True, is_empty=True)


def test_only_an_admin_overwrites_a_channel() -> None:
    assert not may_set_channel(REP, own=True)
    assert not may_set_channel(MANAGER, own=True)
    assert may_set_channel(ADMIN)


def test_only_an_admin_chooses_what_the_system_sets() -> None:
    assert channels_for(REP) == channels_for(MANAGER) == REP_SETS
    assert channels_for(ADMIN) == tuple(Channel)
    assert channels_for(None) == ()


def test_a_role_is_read_by_its_name() -> None:
    assert [Role.of(raw) for raw in ("rep", "manager", "admin")] == [REP, MANAGER, ADMIN]
    assert Role.of("owner") is Role.of("") is Role.of(None) is None
    assert MANAGER.label == "Manager"
