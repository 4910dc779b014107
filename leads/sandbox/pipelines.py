"""Pipelines and stages over HTTP."""

from typing import Any

from leads.sandbox.calculated import STAGE_PROPERTIES
from leads.sandbox.definitions import Pipeline, Stage
from leads.sandbox.instants import iso
from leads.sandbox.messages import Reply, Request
from leads.sandbox.objects import kind_of
from leads.sandbox.portal import Portal
from leads.sandbox.refusals import Refusal, invalid, not_found

type Json = dict[str, Any]
_MOST_LEAD_STAGES = 30
_ALONE = ("NEW", "QUALIFIED", "UNQUALIFIED")


def stage_shown(stage: Stage) -> Json:
    """A stage; all metadata is text."""
    return {
        "id": stage.id,
        "label": stage.label,
        "displayOrder": stage.display_order,
        "metadata": dict(stage.metadata),
        "createdAt": iso(stage.created_at),
        "updatedAt": iso(stage.updated_at),
        "archived": False,
        "writePermissions": "CRM_PERMISSIONS_ENFORCEMENT",
    }


def pipeline_shown(pipeline: Pipeline) -> Json:
    """A pipeline with its stages in display order."""
    stages = sorted(pipeline.stages, key=lambda stage: stage.display_order)
    return {
        "id": pipeline.id,
        "label": pipeline.label,
        "displayOrder": pipeline.display_order,
        "stages": [stage_shown(stage) for stage in stages],
        "createdAt": iso(pipeline.created_at),
        "updatedAt": iso(pipeline.updated_at),
        "archived": False,
    }


def list_all(portal: Portal, _request: Request, type: str) -> Reply:
    """All pipelines of a kind."""
    found = portal.pipelines[kind_of(type).plural].values()
    return Reply(200, {"results": [pipeline_shown(one) for one in found]})


def _pipeline(portal: Portal, type: str, id: str) -> Pipeline:
    found = portal.pipelines[kind_of(type).plural].get(id)
    if found is None:
        raise Refusal(404, not_found())
    return found


def _stage(portal: Portal, type: str, id: str, stage_id: str) -> Stage:
    found = _pipeline(portal, type, id).stage(stage_id)
    if found is None:
        raise Refusal(404, not_found())
    return found


def get(portal: Portal, _request: Request, type: str, id: str) -> Reply:
    """One pipeline."""
    return Reply(200, pipeline_shown(_pipeline(portal, type, id)))


def patch(portal: Portal, request: Request, type: str, id: str) -> Reply:
    """Change a pipeline's label or place."""
    pipeline = _pipeline(portal, type, id)
    pipeline.label = str(request.body.get("label") or pipeline.label)
    pipeline.display_order = int(request.body.get("displayOrder", pipeline.display_order))
    pipeline.updated_at = portal.now()
    return Reply(200, pipeline_shown(pipeline))


def list_stages(portal: Portal, _request: Request, type: str, id: str) -> Reply:
    """The stages of a pipeline."""
    return Reply(200, {"results": pipeline_shown(_pipeline(portal, type, id))["stages"]})


def get_stage(portal: Portal, _request: Request, type: str, id: str, stage_id: str) -> Reply:
    """One stage."""
    return Reply(200, stage_shown(_stage(portal, type, id, stage_id)))


def post_stage(portal: Portal, request: Request, type: str, id: str) -> Reply:
    """Add a stage; to a lead pipeline only one that is in progress."""
    kind, pipeline = kind_of(type).plural, _pipeline(portal, type, id)
    metadata = _metadata(request)
    label = str(request.body.get("label") or "")
    if not label:
        raise Refusal(400, invalid("Stage label must be set"))
    if kind == "leads":
        _refuse_second(metadata.get("leadState", ""), len(pipeline.stages))
    order, now = int(request.body.get("displayOrder", len(pipeline.stages))), portal.now()
    stage = Stage(portal.draw_id(), label, metadata, order, now, now)
    pipeline.stages.append(stage)
    portal.define_clocks(kind, stage.id, stage.label)
    return Reply(201, stage_shown(stage))


def _metadata(request: Request) -> dict[str, str]:
    metadata = request.body.get("metadata")
    if not isinstance(metadata, dict):
        raise Refusal(400, invalid("Stage metadata must be set"))
    return {str(name): str(value) for name, value in metadata.items()}


def _refuse_second(state: str, count: int) -> None:
    if state in _ALONE:
        raise Refusal(400, invalid(f"A lead pipeline has exactly one stage with leadState {state}"))
    if state != "IN_PROGRESS":
        raise Refusal(400, invalid("Stage metadata leadState must be IN_PROGRESS"))
    if count >= _MOST_LEAD_STAGES:
        raise Refusal(400, invalid(f"A lead pipeline has at most {_MOST_LEAD_STAGES} stages"))


def patch_stage(portal: Portal, request: Request, type: str, id: str, stage_id: str) -> Reply:
    """Change a stage; metadata must be sent along, and a lead stage keeps its state."""
    stage = _stage(portal, type, id, stage_id)
    metadata = _metadata(request)
    state = stage.metadata.get("leadState")
    if state is not None and metadata.get("leadState", state) != state:
        raise Refusal(400, invalid("The leadState of a stage cannot be changed"))
    stage.metadata = {**stage.metadata, **metadata}
    stage.label = str(request.body.get("label") or stage.label)
    stage.display_order = int(request.body.get("displayOrder", stage.display_order))
    stage.updated_at = portal.now()
    return Reply(200, stage_shown(stage))


def delete_stage(portal: Portal, request: Request, type: str, id: str, stage_id: str) -> Reply:
    """Remove a stage, unless it is asked to look for records first and there are some."""
    kind, pipeline = kind_of(type).plural, _pipeline(portal, type, id)
    stage = _stage(portal, type, id, stage_id)
    held = _held(portal, kind, stage_id)
    checks = ("validateReferencesBeforeDelete", "validateDealStageUsagesBeforeDelete")
    if held and any(request.flag(name) for name in checks):
        raise Refusal(400, _in_use(stage_id, held))
    pipeline.stages.remove(stage)
    return Reply(204)


def _held(portal: Portal, kind: str, stage_id: str) -> list[str]:
    name = STAGE_PROPERTIES.get(kind, ("", "hs_pipeline_stage"))[1]
    rows = portal.shelves[kind].rows.values()
    return [r.id for r in rows if r.archived_at is None and r.properties.get(name) == stage_id]


def _in_use(stage_id: str, held: list[str]) -> Json:
    stages, objects = f"[{stage_id}]", f"[{', '.join(held[:10])}]"
    message = f"Stage IDs: {stages} are being referenced by object IDs: {objects}"
    context = {"stageIds": [stages], "objectIds": [objects]}
    return invalid(message, subCategory="PipelineError.STAGE_ID_IN_USE", context=context)
