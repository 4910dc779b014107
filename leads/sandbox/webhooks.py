"""The portal's webhooks: signed posts of a hundred events, shuffled, some of them doubled."""

import base64
import hashlib
import hmac
import json
import random
import time
import uuid
from dataclasses import dataclass, field
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

type Json = dict[str, Any]

TYPE_IDS = {"contacts": "0-1", "companies": "0-2", "deals": "0-3", "leads": "0-136"}
VERBS = {
    "edit": "object.propertyChange",
    "create": "object.creation",
    "archive": "object.deletion",
    "restore": "object.restore",
    "merge": "object.merge",
    "purge": "contact.privacyDeletion",
}
MOST, PATIENCE = 100, 5.0


@dataclass(slots=True)
class Webhooks:
    """One app's subscription: where to, signed with what, and the events that wait to go out."""

    portal_id: int = 49584170
    url: str = ""
    secret: str = ""
    waiting: list[Json] = field(default_factory=list)
    rng: random.Random = field(default_factory=lambda: random.Random(7))

    def subscribe(self, order: Json) -> None:
        self.url, self.secret = str(order.get("url", "")), str(order.get("secret", ""))
        self.waiting.clear()

    def note(self, verb: str, order: Json, made: Json) -> None:
        """Somebody did something: an event of it waits, if anybody subscribed."""
        type_id = TYPE_IDS.get(str(order.get("kind", "")))
        if self.url and type_id and verb in VERBS:
            about = made.get("id") or order.get("id") or order.get("primary")
            merged = {"mergedObjectIds": [int(order["merged"])]} if verb == "merge" else {}
            event = self.event(VERBS[verb], type_id, int(about or 0))
            self.waiting.append(event | merged)

    def event(self, subscription: str, type_id: str, object_id: int) -> Json:
        return {
            "eventId": self.rng.randrange(10**9),
            "subscriptionId": 77,
            "portalId": self.portal_id,
            "appId": 5,
            "occurredAt": int(time.time() * 1000),
            "subscriptionType": subscription,
            "attemptNumber": 0,
            "objectId": object_id,
            "objectTypeId": type_id,
            "changeSource": "CRM_UI",
        }

    def deliver(self) -> Json:
        """Send what waits, out of order and some of it twice; what was not taken waits once more."""
        waiting, self.waiting = self.waiting, []
        events = waiting + [one for one in waiting if self.rng.random() < 0.3]
        self.rng.shuffle(events)
        statuses = []
        for start in range(0, len(events), MOST):
            part = events[start : start + MOST]
            statuses.append(self.post(json.dumps(part).encode()))
            if not 200 <= statuses[-1] < 300:
                self.waiting += [one | {"attemptNumber": one["attemptNumber"] + 1} for one in part]
        return {"statuses": statuses}

    def post(self, body: bytes) -> int:
        """The status that the receiver answered; 0 where none came in time."""
        stamp = str(int(time.time() * 1000))
        request = Request(self.url, data=body, method="POST")  # noqa: S310 - a test's own address
        request.add_header("Content-Type", "application/json")
        request.add_header("X-HubSpot-Request-Timestamp", stamp)
        request.add_header("X-HubSpot-Signature-v3", self.sign(body, stamp))
        request.add_header("X-Request-Id", str(uuid.uuid4()))
        try:
            with urlopen(request, timeout=PATIENCE) as reply:  # noqa: S310
                return int(reply.status)
        except HTTPError as error:
            return error.code
        except (URLError, OSError):
            return 0

    def sign(self, body: bytes, stamp: str) -> str:
        signed = f"POST{self.url}".encode() + body + stamp.encode()
        return base64.b64encode(
            hmac.new(self.secret.encode(), signed, hashlib.sha256).digest()
        ).decode()
