"""Many leads at once: each through its own rules, the refused ones told with their reasons."""

from typing import Any

import pytest
from django.test import Client

from leads.domain.pipeline import Stage
from leads.models import Decision, Lead, Person
from tests.cast import Cast
from tests.factories import LeadFactory
from tests.touching import TouchFactory

pytestmark = pytest.mark.django_db


def signed_in(person: Person) -> Client:
    client = Client()
    client.force_login(person)
    return client


def made(cast: Cast, count: int = 1, who: str = "rita", **fields: Any) -> list[Lead]:
    """Leads to whom something went out."""
    leads = untouched(cast, count, who, **fields)
    for lead in leads:
        TouchFactory.create(lead=lead)
    return leads


def untouched(cast: Cast, count: int = 1, who: str = "rita", **fields: Any) -> list[Lead]:
    return [LeadFactory.create(owner=getattr(cast, who).owner, **fields) for _ in range(count)]


def post(person: Person, action: str, leads: list[Lead], **fields: Any) -> Any:
    body = {"action": action, "lead": [lead.pk for lead in leads]} | fields
    return signed_in(person).post("/leads/bulk/", body)


def stages(leads: list[Lead]) -> list[str]:
    found = dict(Lead.objects.values_list("pk", "stage"))
    return [found[lead.pk] for lead in leads]


@pytest.mark.parametrize("action", ["no-response", "disqualify"])
def test_all_ticked_are_closed_with_their_reason(cast: Cast, action: str) -> None:
    leads = made(cast, 3)
    answer = post(cast.rita, action, leads, reason="NO_INTEREST", next="/?view=list")
    assert (answer.status_code, answer["Location"]) == (303, "/?view=list")
    reasons = set(Lead.objects.values_list("reason", flat=True))
    assert reasons == {"NO_RESPONSE" if action == "no-response" else "NO_INTEREST"}


def test_disqualifying_without_a_reason_closes_none(cast: Cast) -> None:
    leads = made(cast, 2)
    assert post(cast.rita, "disqualify", leads).status_code == 422
    assert stages(leads) == [Stage.ATTEMPTING] * 2


def test_bad_timing_wants_a_date_here_too(cast: Cast) -> None:
    answer = post(cast.rita, "disqualify", made(cast), reason="BAD_TIMING")
    assert answer.status_code == 422
    assert "needs a date to call back" in answer.content.decode()


def test_the_refused_stay_ticked_with_their_reason(cast: Cast) -> None:
    mine, theirs = made(cast, 2), made(cast, 1, "omar")
    answer = post(cast.rita, "no-response", mine + theirs)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "2 done, 1 refused" in page
    assert f'name="lead" value="{theirs[0].pk}" form="bulk" checked' in page
    assert "This lead belongs to Omar Haddad" in page
    assert stages(mine + theirs) == [Stage.DISQUALIFIED] * 2 + [Stage.ATTEMPTING]


def test_only_other_peoples_leads_is_forbidden(cast: Cast) -> None:
    assert post(cast.rita, "no-response", made(cast, 2, "omar")).status_code == 403
    assert not Decision.objects.exists()


def test_assigning_moving_and_labelling(cast: Cast) -> None:
    leads = made(cast, 2)
    assert post(cast.mona, "assign", leads, owner=cast.omar.owner_id).status_code == 303
    assert set(Lead.objects.values_list("owner", flat=True)) == {cast.omar.owner_id}
    assert post(cast.omar, "move", leads, stage="connected").status_code == 303
    assert stages(leads) == [Stage.CONNECTED] * 2
    assert post(cast.ada, "channel", leads, channel="Referral").status_code == 303
    assert set(Lead.objects.values_list("channel", flat=True)) == {"Referral"}


def test_a_rep_overwrites_no_channel(cast: Cast) -> None:
    assert post(cast.rita, "channel", made(cast), channel="Referral").status_code == 403


def test_a_lead_that_moved_meanwhile_is_refused(cast: Cast) -> None:
    leads = made(cast, 1, stage=Stage.CONNECTED.value)
    answer = post(cast.rita, "no-response", leads, seen=f"{leads[0].pk}:attempting")
    assert answer.status_code == 422
    assert stages(leads) == [Stage.CONNECTED]


def test_the_same_form_twice_and_the_same_lead_twice_change_once(cast: Cast) -> None:
    leads = made(cast)
    for _ in range(2):
        assert post(cast.rita, "no-response", leads * 2, key="k" * 24).status_code == 303
    assert Decision.objects.count() == 1


@pytest.mark.parametrize("ids", [[], ["x"], ["-1"], ["1", "²"]])
def test_no_ids_are_no_request(cast: Cast, ids: list[str]) -> None:
    answer = signed_in(cast.rita).post("/leads/bulk/", {"action": "no-response", "lead": ids})
    assert answer.status_code == 400


def test_more_than_five_hundred_are_refused_before_any(cast: Cast) -> None:
    ids = [made(cast)[0].pk, *range(100_000, 100_500)]
    answer = signed_in(cast.rita).post("/leads/bulk/", {"action": "no-response", "lead": ids})
    assert answer.status_code == 422
    assert "501 leads" in answer.content.decode()
    assert not Decision.objects.exists()


def test_an_unknown_action_changes_nothing(cast: Cast) -> None:
    assert post(cast.ada, "delete", made(cast)).status_code == 422
    assert not Decision.objects.exists()


def test_a_lead_that_is_not_there_is_told(cast: Cast) -> None:
    answer = signed_in(cast.rita).post("/leads/bulk/", {"action": "no-response", "lead": [999_999]})
    assert "Lead 999999" in answer.content.decode()


def test_the_list_offers_ticks_for_what_one_may_change(cast: Cast) -> None:
    mine, theirs = made(cast), made(cast, 1, "omar")
    page = signed_in(cast.rita).get("/?view=list&tab=team").content.decode()
    assert f'name="lead" value="{mine[0].pk}"' in page
    assert f'name="lead" value="{theirs[0].pk}"' not in page
    assert f"{mine[0].pk}:attempting" in page


@pytest.mark.parametrize(("who", "offered"), [("rita", False), ("ada", True)])
def test_channels_in_bulk_are_an_admins(cast: Cast, who: str, offered: bool) -> None:
    made(cast, 1, who)
    page = signed_in(getattr(cast, who)).get("/?view=list").content.decode()
    assert ('name="action" value="channel"' in page) is offered


@pytest.mark.parametrize("action", ["no-response", "disqualify"])
def test_what_asks_first_is_not_closed_with_the_others(cast: Cast, action: str) -> None:
    ready, silent = made(cast), untouched(cast)
    answered = made(cast, stage=Stage.CONNECTED.value)
    answer = post(cast.rita, action, ready + silent + answered, reason="NO_RESPONSE")
    page = answer.content.decode()
    assert "1 done, 2 refused" in page
    assert "Nothing has been sent to them yet: open it to close it." in page
    assert "They have answered: open it to close it." in page
    assert stages(silent + answered) == [Stage.ATTEMPTING, Stage.CONNECTED]
