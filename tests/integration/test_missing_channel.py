"""The missing channel desk over the story: nine presses, nine changes in the portal, and what it shows."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from leads.domain.channels import Channel
from leads.domain.pipeline import Stage
from leads.models import Decision, DemoRequest, Door, Lead, OutboundWrite, PortalProperty, State
from leads.queries.card import Viewer
from leads.queries.missing_channel import missing_channel_desk
from tests.cast import Cast
from tests.factories import NOW, ContactFactory, LeadFactory
from tests.mirror import OFFICE
from tests.portal import Portal
from tests.pressing import HTMX, client
from tests.scenes import Scene
from tests.touching import TouchFactory

pytestmark = pytest.mark.django_db
DESK = "/desk/missing-channel/"


def bare(name: str = "Imani Oyelaran", **fields: Any) -> Lead:
    """A lead made by hand in HubSpot: no channel, and named like its contact."""
    first, _, last = name.partition(" ")
    contact = ContactFactory.create(first_name=first, last_name=last)
    made: Lead = LeadFactory.create(**({"contact": contact, "channel": "", "name": name} | fields))
    return made


def page(cast: Cast, address: str = DESK) -> str:
    return client(cast.ada).get(address).content.decode()


def press(cast: Cast, lead: Lead, name: str = "desk-label", **typed: str) -> Any:
    return client(cast.ada).post(reverse(name, args=[lead.pk]), typed)


def row_of(lead: Lead, cast: Cast) -> Any:
    desk = missing_channel_desk(Viewer(cast.ada, NOW, OFFICE))
    return next(row for row in desk.rows if row.lead_id == lead.pk)


def test_the_storys_nine_take_nine_presses_and_nine_right_patches(
    portal: Portal, cast: Cast, settings: Any
) -> None:
    portal.reset("playbook@2026-08-28")
    scene = Scene(portal, settings.HUBSPOT, cast)
    scene.read()
    portal.order("journal/clear")
    viewer = Viewer(cast.ada, scene.clock(), OFFICE)
    rows = missing_channel_desk(viewer).rows
    assert len(rows) == 9
    assert {row.origin.made for row in rows} == {"By hand in HubSpot"}
    assert {row.origin.maker for row in rows} == {"Omar Haddad"}
    chosen = dict(zip((row.lead_id for row in rows), [*Channel, *Channel], strict=False))
    ada = client(cast.ada)
    for row in rows:
        answer = ada.post(
            reverse("desk-label", args=[row.lead_id]),
            {"channel": chosen[row.lead_id], "with_name": "yes"},
        )
        assert answer.status_code == 303
    scene.later(minutes=1)
    scene.push()
    sent = [one for one in portal.journal("PATCH", "/crm/v3/objects/leads") if one["applied"]]
    wanted = {
        Lead.objects.get(pk=row.lead_id).hubspot_id: {
            "hs_lead_label": chosen[row.lead_id].value, "hs_lead_name": f"{row.contact} lead"
        }
        for row in rows
    }  # fmt: skip
    assert {one["path"].rpartition("/")[2]: one["body"]["properties"] for one in sent} == wanted
    assert len(sent) == len(rows)
    assert "9 of 9 labelled" in page(cast)


def test_open_leads_come_first_then_closed_ones(cast: Cast) -> None:
    closed = bare("Ines Ferrara", stage=Stage.DISQUALIFIED.value, reason="NO_INTEREST")
    running = bare("Tomas Bell")
    desk = missing_channel_desk(Viewer(cast.ada, NOW, OFFICE))
    assert [row.lead_id for row in desk.rows] == [running.pk, closed.pk]


@pytest.mark.parametrize("state", [{"archived_at": NOW}, {"gone_at": NOW}, {"merged_into": "9"}])
def test_leads_that_are_not_live_are_no_work(cast: Cast, state: dict[str, Any]) -> None:
    bare(**state)
    assert not missing_channel_desk(Viewer(cast.ada, NOW, OFFICE)).rows


@pytest.mark.parametrize(
    "channel", ["HOT", "Website - Demo Lock", "Outbound - Acme", "outbound - rep"]
)
def test_an_unknown_channel_is_missing_and_says_why(cast: Cast, channel: str) -> None:
    row = row_of(bare(channel=channel), cast)
    assert row.is_missing
    assert channel.replace(" - ", " · ") in page(cast)


def test_a_second_vendor_that_the_portal_offers_is_known(cast: Cast) -> None:
    PortalProperty.objects.create(
        object_type="leads", name="hs_lead_label", options=[["Outbound - Acme", "Acme", False]]
    )
    LeadFactory.create(channel="Outbound - Acme")
    assert not missing_channel_desk(Viewer(cast.ada, NOW, OFFICE)).rows


def test_a_wrong_name_alone_brings_a_lead_here_and_is_mended_by_one_press(cast: Cast) -> None:
    lead = bare(channel="Referral")
    assert row_of(lead, cast).should_be == "Imani Oyelaran lead"
    assert press(cast, lead, "desk-rename").status_code == 303
    write = OutboundWrite.objects.get()
    assert write.properties == {"hs_lead_name": "Imani Oyelaran lead"}
    assert write.base == {"hs_lead_name": "Imani Oyelaran"}
    assert not missing_channel_desk(Viewer(cast.ada, NOW, OFFICE)).rows


@pytest.mark.parametrize(
    ("first", "last", "name"),
    [
        ("", "", "who@cedar.example lead"),
        ("Ana", "", "Ana lead"),
        ("Ana", "Ruiz", "Ana  Ruiz lead"),
    ],
)
def test_a_name_that_follows_the_rule_is_no_work(
    cast: Cast, first: str, last: str, name: str
) -> None:
    contact = ContactFactory.create(first_name=first, last_name=last, email="who@cedar.example")
    LeadFactory.create(contact=contact, name=name)
    assert not missing_channel_desk(Viewer(cast.ada, NOW, OFFICE)).rows


def test_naming_what_has_no_contact_or_the_right_name_is_refused(cast: Cast) -> None:
    alone = LeadFactory.create(contact=None, company=None, name="Nobody")
    assert press(cast, alone, "desk-rename").status_code == 422
    assert press(cast, LeadFactory.create(), "desk-rename").status_code == 422
    assert not Decision.objects.exists()


def test_without_the_box_only_the_channel_is_written(cast: Cast) -> None:
    press(cast, bare(), channel="Paid")
    assert OutboundWrite.objects.get().properties == {"hs_lead_label": "Paid"}


def test_a_channel_that_is_none_is_refused_in_words(cast: Cast) -> None:
    answer = press(cast, bare(), channel="Partner - Acme")
    assert answer.status_code == 422
    assert "Choose one of the seven channels." in answer.content.decode()
    assert not OutboundWrite.objects.exists()


def test_the_evidence_is_shown_and_decides_nothing(cast: Cast) -> None:
    contact = ContactFactory.create(asked_on=NOW.date())
    lead = bare(contact=contact, name="Imani Oyelaran", created_by="CRM_UI")
    lead.remote |= {"hs_lead_source_drill_down_1": "FORM", "hs_created_by_user_id": "77"}
    lead.save()
    cast.omar.owner.user_id = "77"  # type: ignore[union-attr]
    cast.omar.owner.save()  # type: ignore[union-attr]
    TouchFactory.create(lead=lead, contact=contact, at=NOW, subject="Your demo lock")
    LeadFactory.create(
        contact=contact, channel="Tradeshow", stage=Stage.CONNECTED.value, archived_at=NOW,
        created_at=NOW.replace(year=2025),
    )  # fmt: skip
    door = Door.objects.create(name="August broadcast", channel="Marketing", created_at=NOW)
    DemoRequest.objects.create(
        door=door, contact=contact, received_at=NOW, asked_on=NOW.date(), fingerprint="f", email="x"
    )
    shown = page(cast)
    for words in (
        "FORM · A form", "By hand in HubSpot by Omar Haddad", "Cedar Gate Storage", "Asked 28 Aug",
        "through August broadcast, a door of Marketing", "Your demo lock",
        "Tradeshow · Archived in Connected, no outcome",
    ):  # fmt: skip
        assert words in shown
    assert not Decision.objects.exists()
    assert "aria-pressed" not in shown


def test_hostile_words_stay_words(cast: Cast) -> None:
    lead = bare("<script>alert(1)</script> Bell")
    lead.remote |= {"hs_lead_source_drill_down_1": "<img src=x onerror=alert(1)>"}
    lead.save()
    shown = page(cast)
    assert "<script>alert(1)" not in shown
    assert "<img src=x" not in shown
    assert "&lt;img src=x" in shown


def test_undo_takes_back_channel_and_name_and_the_row_returns(cast: Cast) -> None:
    lead = bare()
    press(cast, lead, channel="Paid", with_name="yes")
    decision = Decision.objects.get()
    assert "1 of 1 labelled" in page(cast)
    assert press(cast, lead, "desk-undo", decision=str(decision.pk)).status_code == 303
    lead.refresh_from_db()
    assert (lead.channel, lead.name) == ("", "Imani Oyelaran")
    assert "0 of 1 labelled" in page(cast)


def test_a_press_within_the_page_answers_with_the_row_and_the_count(cast: Cast) -> None:
    lead, _ = bare(), bare("Tomas Bell")
    where = reverse("desk-label", args=[lead.pk])
    reply = client(cast.ada).post(where, {"channel": "Paid"}, headers=HTMX).content.decode()
    assert reply.count("data-desk-row") == 1
    assert "1 of 2 labelled" in reply
    assert '<b class="count">1<' in reply  # the tabs and the rail count anew
    assert reply.count('id="places" hx-swap-oob') == 1
    assert 'data-sync="saving"' in reply
    assert "hx-trigger" in reply
    OutboundWrite.objects.update(state=State.SENT)
    row = client(cast.ada).get(reverse("desk-row", args=[lead.pk])).content.decode()
    assert "saved in HubSpot" in row
    assert "load delay" not in row


def test_a_refused_channel_comes_back_as_missing_with_hubspots_reason(cast: Cast) -> None:
    lead = bare(channel="")
    press(cast, lead, channel="Paid")
    OutboundWrite.objects.update(
        state=State.REFUSED, stuck_because="Paid was not one of the options"
    )
    Lead.objects.filter(pk=lead.pk).update(channel="")
    shown = page(cast)
    assert "0 of 1 labelled" in shown
    assert "Paid was not one of the options" in shown


def many(cast: Cast, leads: list[Lead], **typed: str) -> tuple[int, str]:
    body = {"lead": [lead.pk for lead in leads]} | typed
    answer = client(cast.ada).post(reverse("desk-many"), body)
    return answer.status_code, answer.content.decode()


def test_many_are_previewed_first_and_then_answered_one_by_one(cast: Cast) -> None:
    leads = [bare(), bare("Tomas Bell")]
    status, shown = many(cast, leads, channel="Outbound - Rep", with_name="yes")
    assert (status, Decision.objects.count()) == (200, 0)
    assert "2 leads become Outbound · Rep" in shown
    assert "Tomas Bell lead" in shown
    Lead.objects.filter(pk=leads[1].pk).update(archived_at=NOW)
    again = {"channel": "Outbound - Rep", "with_name": "yes", "confirm": "yes", "key": "k" * 24}
    for _ in range(2):  # a form that is posted twice does its work once
        status, shown = many(cast, leads, **again)
        assert "1 of 2 now Outbound · Rep" in shown
        assert "was archived in HubSpot" in shown
        assert Decision.objects.count() == 1


@pytest.mark.parametrize(("ticked", "channel"), [(0, "Paid"), (1, ""), (1, "HOT")])
def test_nothing_ticked_or_no_channel_is_no_request(cast: Cast, ticked: int, channel: str) -> None:
    status, shown = many(cast, [bare()][:ticked], channel=channel, confirm="yes")
    assert status == 422
    assert "Nothing was changed" in shown
    assert not Decision.objects.exists()


@pytest.mark.parametrize("who", ["rita", "omar", "mona"])
def test_the_desk_is_an_admins(cast: Cast, who: str) -> None:
    lead, person = bare(owner=cast.rita.owner), client(getattr(cast, who))
    assert person.get(DESK).status_code == 403
    assert person.get(reverse("desk-row", args=[lead.pk])).status_code == 403
    for name, args in [
        ("desk-label", [lead.pk]), ("desk-rename", [lead.pk]), ("desk-undo", [lead.pk]),
        ("desk-many", []), ("desk-required", []),
    ]:  # fmt: skip
        answer = person.post(reverse(name, args=args), {"channel": "Paid", "done": "yes"})
        assert answer.status_code == 403
    assert not Decision.objects.exists()


def test_the_number_of_queries_does_not_grow_with_the_leads(
    cast: Cast, django_assert_num_queries: Any
) -> None:
    viewer = Viewer(cast.ada, NOW, OFFICE)
    for name in ("Ana Ruiz", "Tomas Bell", "Ines Ferrara"):
        TouchFactory.create(lead=bare(name))
    with django_assert_num_queries(18):
        assert len(missing_channel_desk(viewer).rows) == 3
    for number in range(20):
        bare(f"Kofi Number{number}")
    with django_assert_num_queries(18):
        assert len(missing_channel_desk(viewer).rows) == 23


def test_somebody_who_is_signed_out_sees_no_desk() -> None:
    assert Client().get(DESK).status_code == 302
