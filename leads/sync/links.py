"""Links between records: the type that each needs, and which of several is the primary one."""

from leads.hubspot.port import NewLink, Port
from leads.hubspot.properties import LINK_TYPES
from leads.models import OutboundWrite


def links_of(port: Port, write: OutboundWrite) -> dict[str, list[NewLink]]:
    """The links to make inline. Of several records of one kind the first is the primary one, where
    the portal knows such a thing."""
    links: dict[str, list[NewLink]] = {}
    for kind, id in write.links:
        target = id or write.on_lead.hubspot_id or ""
        some = links.setdefault(kind, [])
        some.append(NewLink(target, link_type(port, write.object_type, kind, is_first=not some)))
    return links


def link_type(port: Port, from_kind: str, to_kind: str, *, is_first: bool) -> int:
    primary = port.link_type(from_kind, to_kind)
    if is_first:
        return primary
    types = port.link_types(from_kind, to_kind)
    usual = LINK_TYPES.get((from_kind, to_kind), ())
    is_plain = len(types) == 1 or (len(usual) == 1 and primary in usual)
    return primary if is_plain else types[1]
