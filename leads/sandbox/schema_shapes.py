"""Short ways to write down many properties of the same shape."""

from collections.abc import Iterable, Sequence

from leads.sandbox.kinds import KINDS
from leads.sandbox.portal import Portal

_FIELD_TYPES = {
    "string": "text",
    "number": "number",
    "date": "date",
    "datetime": "date",
    "bool": "booleancheckbox",
    "enumeration": "select",
    "phone": "phonenumber",
}


def label_of(name: str) -> str:
    """A readable label where nobody gave one."""
    return name.removeprefix("hs_").replace("_", " ").capitalize()


def writable(portal: Portal, kind: str, names: Iterable[str], type: str = "string") -> None:
    """Properties that anybody may write."""
    for name in names:
        portal.define(
            kind,
            name,
            label=label_of(name),
            type="string" if type == "phone" else type,
            field_type=_FIELD_TYPES[type],
            group=_group(kind),
        )


def read_only(portal: Portal, kind: str, names: Iterable[str], type: str = "string") -> None:
    """Properties that HubSpot keeps: neither value nor definition can be written."""
    for name in names:
        portal.define(
            kind,
            name,
            label=label_of(name),
            type=type,
            field_type=_FIELD_TYPES[type],
            read_only=True,
            read_only_definition=True,
            group=_group(kind),
        )


def choice(
    portal: Portal,
    kind: str,
    name: str,
    options: Sequence[tuple[str, str]] | Sequence[str],
    *,
    label: str = "",
    field_type: str = "select",
    fixed: bool = False,
) -> None:
    """An enumeration; options given as plain words are their own labels. `fixed`: no change of definition."""
    pairs = [(one, one) if isinstance(one, str) else one for one in options]
    portal.define(
        kind,
        name,
        label=label or label_of(name),
        type="enumeration",
        field_type=field_type,
        options=pairs,
        read_only_definition=fixed,
        group=_group(kind),
    )


def define_machinery(portal: Portal, kind: str) -> None:
    """The fields that every object has: id, dates, origin, owner."""
    names = KINDS[kind]
    read_only(
        portal, kind, (names.created, names.modified, "hubspot_owner_assigneddate"), "datetime"
    )
    read_only(
        portal,
        kind,
        (
            "hs_object_id",
            "hs_object_source",
            "hs_object_source_id",
            "hs_object_source_label",
            "hs_object_source_detail_1",
            "hs_object_source_detail_2",
            "hs_object_source_detail_3",
            "hs_merged_object_ids",
            "hs_created_by_user_id",
            "hs_updated_by_user_id",
            "hubspot_team_id",
        ),
    )
    choice(portal, kind, "hubspot_owner_id", (), label="Owner")


def _group(kind: str) -> str:
    groups = {"leads": "lead_information", "contacts": "contactinformation"}
    return groups.get(kind) or f"{KINDS[kind].singular}information"
