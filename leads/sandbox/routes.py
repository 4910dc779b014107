"""Which path means which call, in today's form of the paths and in the dated one."""

import re
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import unquote

from leads.sandbox import associations, batch, catalogue, objects, owners, pipelines, search
from leads.sandbox.messages import Reply

type Call = Callable[..., Reply]


class Route(NamedTuple):
    """A method and a path pattern, its call, and what kind of limit and scope it falls under."""

    method: str
    pattern: re.Pattern[str]
    call: Call
    family: str


class Found(NamedTuple):
    """The call for a request, with what its path named."""

    call: Call
    names: dict[str, str]
    family: str


_OBJECTS = "/crm/v3/objects/{type}"
_V4 = "/crm/v4/objects/{type}/{id}/associations"
_PAIRS = "/crm/v4/associations/{start}/{end}"
_PROPERTIES = "/crm/v3/properties/{type}"
_PIPELINES = "/crm/v3/pipelines/{type}"
_STAGES = "/crm/v3/pipelines/{type}/{id}/stages"

_TABLE: tuple[tuple[str, str, Call, str], ...] = (
    ("GET", "/account-info/v3/details", owners.details, "account"),
    ("GET", _OBJECTS, objects.list_page, "object"),
    ("POST", _OBJECTS, objects.post, "object"),
    ("POST", f"{_OBJECTS}/search", search.search, "search"),
    ("POST", f"{_OBJECTS}/merge", objects.merge, "object"),
    ("POST", f"{_OBJECTS}/gdpr-delete", objects.gdpr_delete, "object"),
    ("POST", f"{_OBJECTS}/batch/read", batch.read, "object-read"),
    ("POST", f"{_OBJECTS}/batch/create", batch.create_many, "object"),
    ("POST", f"{_OBJECTS}/batch/update", batch.update_many, "object"),
    ("POST", f"{_OBJECTS}/batch/upsert", batch.upsert_many, "object"),
    ("POST", f"{_OBJECTS}/batch/archive", batch.archive_many, "object"),
    ("GET", f"{_OBJECTS}/{{id}}", objects.get, "object"),
    ("PATCH", f"{_OBJECTS}/{{id}}", objects.patch, "object"),
    ("DELETE", f"{_OBJECTS}/{{id}}", objects.delete, "object"),
    ("GET", f"{_V4}/{{to}}", associations.page, "object"),
    ("PUT", f"{_V4}/default/{{to}}/{{to_id}}", associations.put_default, "object"),
    ("PUT", f"{_V4}/{{to}}/{{to_id}}", associations.put, "object"),
    ("DELETE", f"{_V4}/{{to}}/{{to_id}}", associations.delete, "object"),
    ("POST", f"{_PAIRS}/batch/read", associations.read_many, "pair-read"),
    ("POST", f"{_PAIRS}/batch/create", associations.create_many, "pair"),
    ("POST", f"{_PAIRS}/batch/associate/default", associations.default_many, "pair"),
    ("POST", f"{_PAIRS}/batch/archive", associations.archive_many, "pair"),
    ("POST", f"{_PAIRS}/batch/labels/archive", associations.archive_labels, "pair"),
    ("GET", f"{_PAIRS}/labels", associations.labels, "labels"),
    ("GET", _PROPERTIES, catalogue.list_all, "schema"),
    ("POST", _PROPERTIES, catalogue.post, "schema"),
    ("GET", f"{_PROPERTIES}/{{name}}", catalogue.get, "schema"),
    ("PATCH", f"{_PROPERTIES}/{{name}}", catalogue.patch, "schema"),
    ("DELETE", f"{_PROPERTIES}/{{name}}", catalogue.delete, "schema"),
    ("PATCH", "/crm/v3/schemas/{type}", catalogue.refuse_schema_change, "account"),
    ("GET", _PIPELINES, pipelines.list_all, "schema"),
    ("GET", f"{_PIPELINES}/{{id}}", pipelines.get, "schema"),
    ("PATCH", f"{_PIPELINES}/{{id}}", pipelines.patch, "schema"),
    ("GET", _STAGES, pipelines.list_stages, "schema"),
    ("POST", _STAGES, pipelines.post_stage, "schema"),
    ("GET", f"{_STAGES}/{{stage_id}}", pipelines.get_stage, "schema"),
    ("PATCH", f"{_STAGES}/{{stage_id}}", pipelines.patch_stage, "schema"),
    ("DELETE", f"{_STAGES}/{{stage_id}}", pipelines.delete_stage, "schema"),
    ("GET", "/crm/v3/owners", owners.list_page, "owners"),
    ("GET", "/crm/v3/owners/{id}", owners.get, "owners"),
)


def _pattern(template: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", template))


ROUTES = tuple(Route(method, _pattern(t), call, family) for method, t, call, family in _TABLE)

# The dated generation, the other spelling of the labels path, and that of the schemas.
_SPELLINGS = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"^/crm/objects/\d{4}-\d\d(?:-beta)?/([^/]+/[^/]+/associations/)", r"/crm/v4/objects/\1"),
        (r"^/crm/objects/\d{4}-\d\d(?:-beta)?/", "/crm/v3/objects/"),
        (r"^/crm/associations/(?:v4|\d{4}-\d\d(?:-beta)?)/", "/crm/v4/associations/"),
        (r"^/crm/(properties|pipelines|owners)/\d{4}-\d\d(?:-beta)?", r"/crm/v3/\1"),
        (r"^/crm-object-schemas/v3/", "/crm/v3/"),
    )
)


def canonical(path: str) -> str:
    """The one spelling of a path under which its route is kept."""
    if path.startswith(("/crm/v3/", "/crm/v4/")):
        return path.rstrip("/")
    for pattern, replacement in _SPELLINGS:
        path, count = pattern.subn(replacement, path)
        if count:
            break
    return path.rstrip("/")


def route(method: str, path: str) -> Found | None:
    """The call for a method and a canonical path; None where the path has no such method."""
    for one in ROUTES:
        if one.method == method:
            match = one.pattern.fullmatch(path)
            if match is not None:
                named = {name: unquote(value) for name, value in match.groupdict().items()}
                return Found(one.call, named, one.family)
    return None


def path_exists(path: str) -> bool:
    """Whether any method has this path."""
    return any(one.pattern.fullmatch(path) for one in ROUTES)
