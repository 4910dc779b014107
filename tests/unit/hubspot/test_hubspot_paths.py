"""Every path that the SDK has for us, in the spelling of a dated version."""

import pytest

from leads.hubspot.paths import VERSION, dated

SPELLINGS = {
    "/crm/v3/objects/{objectType}": "/crm/objects/2026-03/{objectType}",
    "/crm/v3/objects/{objectType}/{objectId}": "/crm/objects/2026-03/{objectType}/{objectId}",
    "/crm/v3/objects/{objectType}/search": "/crm/objects/2026-03/{objectType}/search",
    "/crm/v4/objects/{t}/{id}/associations/{to}/{toId}":
        "/crm/objects/2026-03/{t}/{id}/associations/{to}/{toId}",
    "/crm/v4/associations/{f}/{t}/batch/read": "/crm/associations/2026-03/{f}/{t}/batch/read",
    "/crm/v4/associations/{f}/{t}/labels": "/crm/associations/2026-03/{f}/{t}/labels",
    "/crm/v3/properties/{objectType}": "/crm/properties/2026-03/{objectType}",
    "/crm/v3/pipelines/{objectType}": "/crm/pipelines/2026-03/{objectType}",
    "/crm/v3/owners/": "/crm/owners/2026-03",
    "/account-info/v3/details": "/account-info/v3/details",
}  # fmt: skip


@pytest.mark.parametrize(("numbered", "spelt"), SPELLINGS.items())
def test_a_path_has_its_dated_form(numbered: str, spelt: str) -> None:
    assert dated(numbered, "2026-03") == spelt


@pytest.mark.parametrize("path", SPELLINGS)
def test_without_a_version_it_stays_as_it_is(path: str) -> None:
    assert dated(path, "") == path


@pytest.mark.parametrize(
    ("said", "is_one"),
    [("2026-03", True), ("2027-09-beta", True), ("2026-04", False), ("v3", False), ("../x", False)],
)
def test_only_a_version_is_one(said: str, is_one: bool) -> None:
    assert bool(VERSION.fullmatch(said)) is is_one
