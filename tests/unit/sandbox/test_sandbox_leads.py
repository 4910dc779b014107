"""What is peculiar to leads: the primary contact, the company after it, the flags and clocks."""

from datetime import UTC, datetime

import pytest

from tests.unit.sandbox.sandbox_hub import Hub, tie

O = "/crm/v3/objects"  # noqa: E741


@pytest.mark.parametrize("type_id", [None, 608])
def test_a_lead_needs_its_primary_contact_inline(hub: Hub, type_id: int | None) -> None:
    ties = [(hub.contact(firstname="A"), type_id)] if type_id else []
    heard = hub.make("leads", ties, hs_lead_name="A lead")
    assert heard.status == 400
    assert "LEAD_TO_PRIMARY_CONTACT" in heard.body["message"]


def test_a_lead_may_have_a_primary_company_alone(hub: Hub) -> None:
    company = hub.company(name="Nine Locks")
    lead = hub.make("leads", [(company, 580)], hs_lead_name="A lead").body["id"]
    assert hub.ends("leads", lead, "companies") == {company: [580, 610]}


def test_a_lead_needs_a_name(hub: Hub) -> None:
    heard = hub.make("leads", [(hub.contact(firstname="A"), 578)])
    assert heard.status == 400
    assert heard.body["context"] == {"properties": ["hs_lead_name"]}


def test_a_lead_gets_its_contacts_primary_company_by_itself(hub: Hub) -> None:
    contact, company = hub.contact(firstname="A"), hub.company(name="Nine Locks")
    hub.call("PUT", f"/crm/v4/objects/contacts/{contact}/associations/default/companies/{company}")
    lead = hub.lead(contact)
    assert hub.ends("leads", lead, "companies") == {company: [580, 610]}
    read = hub.read("leads", lead, "hs_primary_company_id", "hs_associated_company_name")
    assert read["hs_primary_company_id"] == company
    assert read["hs_associated_company_name"] == "Nine Locks"


def test_a_lead_shows_its_contacts_name_and_later_ones_too(hub: Hub) -> None:
    contact = hub.contact(firstname="Ada")
    lead = hub.lead(contact)
    hub.patch("contacts", contact, firstname="Eva")
    name = "hs_associated_contact_firstname"
    assert hub.read("leads", lead, name)[name] == "Eva"


def test_a_lead_without_any_primary_is_archived(hub: Hub) -> None:
    contact = hub.contact(firstname="A")
    lead = hub.lead(contact)
    assert hub.delete(f"/crm/v4/objects/leads/{lead}/associations/contacts/{contact}").status == 204
    assert hub.get(f"{O}/leads/{lead}").status == 404
    assert hub.get(f"{O}/leads/{lead}?archived=true").status == 200


def test_a_new_primary_contact_takes_the_place_of_the_old(hub: Hub) -> None:
    old, new = hub.contact(firstname="A"), hub.contact(firstname="B")
    lead = hub.lead(old)
    path = f"/crm/v4/objects/leads/{lead}/associations/contacts/{new}"
    assert hub.call("PUT", path, tie(new, 578)["types"]).status == 201
    assert hub.ends("leads", lead, "contacts") == {old: [608], new: [578, 608]}
    assert hub.ends("contacts", old, "leads") == {lead: [609]}
    hub.delete(f"/crm/v4/objects/leads/{lead}/associations/contacts/{old}")
    assert hub.get(f"{O}/leads/{lead}").status == 200


def test_a_lead_starts_in_the_new_stage_or_is_refused_as_switched(hub: Hub) -> None:
    lead = hub.lead()
    assert hub.read("leads", lead, "hs_pipeline_stage")["hs_pipeline_stage"] == "new-stage-id"
    hub.order("switches", lead_default_stage=False)
    heard = hub.make("leads", [(hub.contact(firstname="B"), 578)], hs_lead_name="B lead")
    assert heard.status == 400


@pytest.mark.parametrize(
    ("stage", "flags"),
    [
        ("new-stage-id", "1010 0"),
        ("attempting-stage-id", "0110 0"),
        ("qualified-stage-id", "0001 0"),
        ("unqualified-stage-id", "0000 1"),
    ],
)
def test_the_flags_are_true_to_the_stage(hub: Hub, stage: str, flags: str) -> None:
    names = [
        f"hs_lead_is_{part}" for part in ("new", "in_progress", "open", "qualified", "disqualified")
    ]
    lead = hub.lead(hs_pipeline_stage=stage)
    hub.patch("leads", lead, hs_lead_is_disqualified="7")
    read = hub.read("leads", lead, *names)
    assert [read[name] for name in names] == list(flags.replace(" ", ""))


def test_each_stage_keeps_when_it_was_entered_and_left(hub: Hub) -> None:
    lead = hub.lead()
    hub.patch("leads", lead, hs_pipeline_stage="attempting-stage-id")
    moved = hub.get(f"{O}/leads/{lead}").body["updatedAt"]
    entered = "hs_v2_date_entered_attempting_stage_id_745667965"
    listed = {row["name"] for row in hub.get("/crm/v3/properties/leads").rows}
    (left,) = (n for n in listed if n.startswith("hs_v2_date_exited_new_stage_id_"))
    read = hub.read("leads", lead, entered, left, "hs_v2_date_entered_current_stage")
    assert read[entered] == read[left] == read["hs_v2_date_entered_current_stage"] == moved


def test_a_story_may_tell_the_stages_of_the_past(hub: Hub) -> None:
    first, then = datetime(2026, 8, 3, tzinfo=UTC), datetime(2026, 8, 5, tzinfo=UTC)
    stages = [("new-stage-id", first), ("connected-stage-id", then)]
    row = hub.sandbox.portal.add("leads", {"hs_pipeline": "lead-pipeline-id"}, created_at=first,
                                 history={"hs_pipeline_stage": stages})  # fmt: skip
    read = hub.read(
        "leads", row.id, "hs_v2_date_entered_connected_stage_id_2058487257", "hs_pipeline_stage"
    )
    assert read["hs_v2_date_entered_connected_stage_id_2058487257"] == "2026-08-05T00:00:00Z"
    assert read["hs_pipeline_stage"] == "connected-stage-id"


def test_disqualifying_without_a_reason_is_refused_when_switched(hub: Hub) -> None:
    lead = hub.lead()
    hub.order("switches", disqualify_needs_reason=True)
    heard = hub.patch("leads", lead, hs_pipeline_stage="unqualified-stage-id")
    assert heard.codes == {"hs_lead_disqualification_reason": "REQUIRED_PROPERTY"}
    done = hub.patch("leads", lead, hs_pipeline_stage="unqualified-stage-id",
                     hs_lead_disqualification_reason="NO_INTEREST")  # fmt: skip
    assert done.status == 200


def test_hubspots_own_reply_rule_moves_open_leads_when_switched(hub: Hub) -> None:
    contact = hub.contact(firstname="A")
    lead = hub.lead(contact)
    mail = {"hs_timestamp": "2026-08-28T12:00:00Z", "hs_email_direction": "INCOMING_EMAIL"}
    hub.make("emails", [(contact, 198)], **mail)
    assert hub.read("leads", lead, "hs_pipeline_stage")["hs_pipeline_stage"] == "new-stage-id"
    hub.order("switches", reply_moves_to_connected=True)
    hub.make("emails", [(contact, 198)], **mail)
    assert hub.read("leads", lead, "hs_pipeline_stage")["hs_pipeline_stage"] == "connected-stage-id"
