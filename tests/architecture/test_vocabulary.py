"""One place for each of HubSpot's ids, no facts of the company on a lead, no report on its traffic."""

import pytest

from leads.domain.handoff import DEAL_PIPELINE, DEAL_STAGE
from leads.domain.pipeline import PIPELINE_ID, Stage
from leads.models import Lead
from tests.sources import ROOT, literals, named, product_files, templates

PIPELINE, HANDOFF = "leads/domain/pipeline.py", "leads/domain/handoff.py"


@pytest.mark.parametrize(
    ("text", "room"),
    [
        *((stage.value, PIPELINE) for stage in Stage),
        (PIPELINE_ID, PIPELINE),
        (DEAL_PIPELINE, HANDOFF),
        (DEAL_STAGE, HANDOFF),
    ],
)
def test_each_id_stands_in_one_place(text: str, room: str) -> None:
    holding = {
        named(path) for path in product_files() if any(text in one for one in literals(path))
    }
    assert holding == {room}


@pytest.mark.parametrize("text", [*(stage.value for stage in Stage), DEAL_PIPELINE, DEAL_STAGE])
def test_no_template_or_script_compares_ids(text: str) -> None:
    shown = [
        *templates(),
        *(ROOT / "static/js").rglob("*.js"),
        *(ROOT / "static/css").rglob("*.css"),
    ]
    assert [named(path) for path in shown if text in path.read_text()] == []


QUALIFICATION = ("facilit", "software", "lock_system", "locks_purchased", "pms", "sites")


def test_a_lead_has_no_columns_of_qualification() -> None:
    columns = [field.name for field in Lead._meta.get_fields()]
    assert [name for name in columns if any(part in name for part in QUALIFICATION)] == []


def test_hubspots_traffic_is_read_for_one_record_only() -> None:
    """Never in a report: it splits one channel three ways, and reads OFFLINE for vendor and reps alike."""
    reading = {named(path) for path in product_files() if "hs_lead_source" in literals(path)}
    assert reading <= {"leads/hubspot/properties.py", "leads/queries/lead.py"}
    showing = [named(path) for path in templates() if "traffic" in path.read_text()]
    assert [name for name in showing if not name.startswith("templates/leads/lead")] == []
    assert [named(path) for path in templates() if "hs_lead_source" in path.read_text()] == []


def test_the_machinerys_lead_category_is_never_read() -> None:
    reading = [
        named(path)
        for path in product_files()
        if any("os_last_lead_category" in one for one in literals(path))
    ]
    assert reading == []
