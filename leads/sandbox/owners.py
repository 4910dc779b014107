"""Owners over HTTP, and the account's own details."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from leads.sandbox.definitions import Owner
from leads.sandbox.instants import iso
from leads.sandbox.messages import Reply, Request
from leads.sandbox.portal import Portal
from leads.sandbox.refusals import Refusal, invalid, not_found

type Json = dict[str, Any]
_MOST = 500


def owner_shown(owner: Owner) -> Json:
    """A deactivated person has no user id any more, only the one that includes the inactive."""
    return {
        "id": owner.id,
        "email": owner.email,
        "type": "PERSON",
        "firstName": owner.first_name,
        "lastName": owner.last_name,
        "userId": None if owner.archived else owner.user_id,
        "userIdIncludingInactive": owner.user_id,
        "createdAt": iso(owner.created_at),
        "updatedAt": iso(owner.updated_at),
        "archived": owner.archived,
    }


def list_page(portal: Portal, request: Request) -> Reply:
    """A page of active owners, or of deactivated ones, by ascending id."""
    limit, after = request.limit(100, _MOST), request.one("after", "0") or "0"
    if not after.isdigit():
        raise Refusal(400, invalid(f"Invalid paging cursor: {after}"))
    archived, email = request.flag("archived"), request.one("email").lower()
    found = sorted(portal.owners.values(), key=lambda owner: int(owner.id))
    found = [one for one in found if one.archived is archived and int(one.id) >= int(after)]
    found = [one for one in found if email in {"", one.email.lower()}]
    body: Json = {"results": [owner_shown(one) for one in found[:limit]]}
    if len(found) > limit:
        next_id = found[limit].id
        link = f"{portal.ui_base}/crm/v3/owners?limit={limit}&after={next_id}"
        body["paging"] = {"next": {"after": next_id, "link": link}}
    return Reply(200, body)


def get(portal: Portal, request: Request, id: str) -> Reply:
    """One owner, by owner id or by user id."""
    archived = request.flag("archived")
    by_user = request.one("idProperty", "id") == "userId"
    for owner in portal.owners.values():
        key = str(owner.user_id) if by_user else owner.id
        if key == id and owner.archived is archived:
            return Reply(200, owner_shown(owner))
    raise Refusal(404, not_found())


def details(portal: Portal, _request: Request) -> Reply:
    """The account: which portal, in which zone."""
    offset = portal.now().astimezone(ZoneInfo(portal.time_zone)).utcoffset()
    seconds = int(offset.total_seconds()) if offset is not None else 0
    sign, minutes = "-" if seconds < 0 else "+", abs(seconds) // 60
    return Reply(
        200,
        {
            "portalId": int(portal.portal_id),
            "accountType": "STANDARD",
            "timeZone": portal.time_zone,
            "companyCurrency": "USD",
            "additionalCurrencies": [],
            "utcOffset": f"{sign}{minutes // 60:02d}:{minutes % 60:02d}",
            "utcOffsetMilliseconds": seconds * 1000,
            "uiDomain": portal.ui_base.removeprefix("https://").removeprefix("http://"),
            "dataHostingLocation": "na1",
        },
    )


def daily_usage(portal: Portal, used: int, most: int, resets_at: datetime) -> Reply:
    """How many calls the account's private apps have made today, and when the count starts anew."""
    usage = {
        "name": "private-apps-api-calls-daily",
        "usageLimit": most,
        "currentUsage": used,
        "collectedAt": iso(portal.now()),
        "fetchStatus": "SUCCESS",
        "resetsAt": iso(resets_at),
    }
    return Reply(200, {"results": [usage]})
