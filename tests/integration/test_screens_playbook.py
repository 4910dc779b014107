"""The playbook page: a paragraph for every refusal."""

import importlib
import pkgutil
import re
from collections.abc import Iterator

import pytest
from django.test import Client

import leads.actions
import leads.domain
import leads.web
from leads.actions.decide import SomebodyWasFirst
from leads.domain.disqualification import Reason
from leads.domain.pipeline import Stage
from leads.domain.refusal import Refusal
from tests.cast import Cast
from tests.factories import LeadFactory

pytestmark = pytest.mark.django_db


def refusals(kind: type[Refusal] = Refusal) -> Iterator[type[Refusal]]:
    yield kind
    for one in kind.__subclasses__():
        yield from refusals(one)


def rules() -> set[str]:
    for room in (leads.actions, leads.domain, leads.web):
        for module in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            importlib.import_module(module.name)
    return {kind.rule for kind in refusals()} | {SomebodyWasFirst.rule}


@pytest.fixture
def page(cast: Cast) -> str:
    client = Client()
    client.force_login(cast.rita)
    return client.get("/playbooks/working-with-leads/").content.decode()


def test_every_refusal_has_its_paragraph(page: str) -> None:
    assert {"rules", "stages", "hand-off"} <= rules()
    assert rules() - set(re.findall(r'<section id="([a-z-]+)"', page)) == set()


def test_every_link_on_the_page_leads_to_a_paragraph(page: str) -> None:
    linked = set(re.findall(r'href="#([a-z-]+)"', page)) - {"main"}
    assert linked == set(re.findall(r'<section id="([a-z-]+)"', page))


def test_every_reason_is_explained(page: str) -> None:
    assert [reason for reason in Reason if reason.label not in page] == []


@pytest.mark.parametrize("where", ["/desk/doors/", "/desk/missing-channel/"])
def test_what_is_not_ones_own_to_open_says_who_may(cast: Cast, where: str) -> None:
    client = Client()
    client.force_login(cast.rita)
    answer = client.get(where)
    assert answer.status_code == 403
    assert "/playbooks/working-with-leads/#roles" in answer.content.decode()


def test_who_came_second_is_told_why(cast: Cast) -> None:
    lead = LeadFactory.create(owner=cast.rita.owner, stage=Stage.CONNECTED.value)
    client = Client()
    client.force_login(cast.rita)
    seen = {"reason": "NO_INTEREST", "seen": Stage.ATTEMPTING.value, "key": "k"}
    answer = client.post(f"/leads/{lead.pk}/disqualify/", seen)
    assert answer.status_code == 409
    assert "/playbooks/working-with-leads/#first" in answer.content.decode()
