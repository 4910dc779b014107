"""The sandbox's own calls under /__sandbox__/: order faults, act as someone in HubSpot, read the journal."""

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Any

from leads.sandbox import actor
from leads.sandbox.courier import Courier
from leads.sandbox.messages import Reply, Request
from leads.sandbox.portal import Portal

if TYPE_CHECKING:
    from leads.sandbox.server import Sandbox

type Json = dict[str, Any]

PREFIX = "/__sandbox__/"

_ACTIONS: dict[str, Callable[[Portal, Json], Json]] = {
    "edit": actor.edit,
    "create": actor.create,
    "archive": actor.archive,
    "restore": actor.restore,
    "merge": actor.merge,
    "purge": actor.purge,
    "link": actor.link,
    "unlink": actor.unlink,
    "owner": actor.owner,
    "stage": actor.stage,
    "option": actor.option,
}


def answer(sandbox: "Sandbox", request: Request) -> Reply:
    """Carry out an order; 400 with words for one that makes no sense, 404 for an unknown name."""
    name = request.path.removeprefix(PREFIX).strip("/")
    try:
        if request.method == "GET":
            return _tell(sandbox, request, name)
        if request.method == "DELETE" and name == "faults":
            sandbox.reception.faults.clear()
            return Reply(200, {})
        return _do(sandbox, name, request.body if request.raw else {})
    except (actor.UnknownError, KeyError, ValueError) as error:
        return Reply(400, {"status": "error", "message": f"{type(error).__name__}: {error}"})


def _tell(sandbox: "Sandbox", request: Request, name: str) -> Reply:
    reception = sandbox.reception
    if name == "journal":
        found = reception.journal.entries(
            since=int(request.one("since", "0") or 0),
            method=request.one("method"),
            path=request.one("path"),
        )
        return Reply(200, {"results": found, "last": len(reception.journal)})
    if name == "faults":
        return Reply(200, {"results": reception.faults.waiting()})
    if name == "courier":
        return _courier(reception.courier)
    if name.startswith("objects/"):
        return _objects(sandbox.portal, name.removeprefix("objects/"))
    return Reply(404, {"status": "error", "message": f"the sandbox has no {name}"})


def _objects(portal: Portal, name: str) -> Reply:
    kind, _, row_id = name.partition("/")
    with portal.lock:
        if row_id:
            return Reply(200, actor.raw(portal, actor.row_of(portal, {"kind": kind, "id": row_id})))
        rows = sorted(portal.shelves[actor.plural(kind)].rows.values(), key=lambda row: row.number)
        return Reply(200, {"results": [actor.raw(portal, row) for row in rows]})


def _do(sandbox: "Sandbox", name: str, order: Json) -> Reply:
    if name in _ACTIONS:
        with sandbox.portal.lock:
            made = _ACTIONS[name](sandbox.portal, order)
            sandbox.reception.webhooks.note(name, order, made)
            return Reply(200, made)
    if name == "webhooks/deliver":
        return Reply(200, sandbox.reception.webhooks.deliver())
    settings: dict[str, Callable[[Sandbox, Json], None]] = {
        "faults": _fault,
        "limits": lambda s, o: s.reception.limits.set(o, s.portal),
        "switches": lambda s, o: s.portal.switches.turn(o),
        "courier": lambda s, o: s.reception.courier.switches.turn(o),
        "courier/credit": _credit,
        "webhooks": lambda s, o: s.reception.webhooks.subscribe(o),
        "tokens": _token,
        "down": _down,
        "up": lambda s, _: setattr(s.reception, "down_until", 0.0),
        "journal/clear": lambda s, _: s.reception.journal.clear(),
        "reset": lambda s, o: s.reset(str(o.get("story") or s.story)),
    }
    if name not in settings:
        return Reply(404, {"status": "error", "message": f"the sandbox has no {name}"})
    settings[name](sandbox, order)
    return Reply(200, {})


def _courier(courier: Courier) -> Reply:
    """What the courier has: every shipment with how often its label was bought, and the balance."""
    with courier.lock:
        rows = [{**one.shown(), "bought": one.bought} for one in courier.parcels.values()]
        return Reply(200, {"results": rows, "credit": courier.credit})


def _credit(sandbox: "Sandbox", order: Json) -> None:
    """Set the courier's balance, in dollars."""
    sandbox.reception.courier.credit = float(order["balance"])


def _fault(sandbox: "Sandbox", order: Json) -> None:
    sandbox.reception.faults.order(order)


def _token(sandbox: "Sandbox", order: Json) -> None:
    token, scopes = str(order.get("token", "")), order.get("scopes")
    if order.get("revoked"):
        sandbox.reception.tokens.revoke(token)
    else:
        sandbox.reception.tokens.grant(token, scopes)


def _down(sandbox: "Sandbox", order: Json) -> None:
    """For so many seconds, or until up; `{"seconds": 0}` ends it."""
    seconds = order.get("seconds", "until-up")
    until = None if seconds in {None, "until-up"} else monotonic() + float(seconds)
    sandbox.reception.down_until = until
