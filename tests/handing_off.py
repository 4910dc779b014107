"""A hand-off in a test: the press, what the portal holds after it, and a worker that can be killed."""

from collections.abc import Callable
from datetime import date
from typing import Any

from leads.actions.hand_off import hand_off
from leads.models import Decision, Person
from tests.mirror import OFFICE
from tests.portal import Json
from tests.scenes import Scene

DEALS = "/crm/v3/objects/deals"
NAME = "Oyelaran Storage – 14 sites"


def press(
    scene: Scene,
    lead: str,
    *,
    who: Person | None = None,
    key: str | None = None,
    deal_name: str = NAME,
    amount: str = "12,500",
    close_on: date | None = date(2027, 1, 31),
    could_buy: str = "yes",
    channel: str = "",
    seen: str | None = None,
) -> Decision:
    """Rita presses "Create deal" with the sheet filled in."""
    return hand_off(
        scene.lead(lead).pk, deal_name=deal_name, amount=amount, close_on=close_on,
        could_buy=could_buy, channel=channel, seen=seen, actor=who or scene.cast.rita, key=key,
        now=scene.clock(), office=OFFICE,
    )  # fmt: skip


def deals(scene: Scene) -> list[Json]:
    """The deals in the portal."""
    return [deal for deal in scene.portal.objects("deals") if not deal["archived"]]


def posts(scene: Scene) -> list[Json]:
    return [one for one in scene.portal.journal("POST", DEALS) if one["path"] == DEALS]


def stage_there(scene: Scene, lead: str) -> str:
    return str(scene.portal.object("leads", lead)["properties"]["hs_pipeline_stage"])


def add_deal(scene: Scene, lead: str | None = None, **properties: str) -> str:
    """Somebody makes a deal in HubSpot, from the lead or past it."""
    made = {"dealname": "Made in HubSpot", "pipeline": "930425200", "dealstage": "1428879448"}
    return scene.add("deals", {583: lead} if lead else None, **(made | properties))


def add_write_ids(scene: Scene) -> None:
    """The portal gets the unique deal property, and we hear of it."""
    scene.port.add_unique_property(
        "deals", "kisscrm_write_id", "KISS CRM write id", "dealinformation"
    )
    scene.read_vocabulary()


class Killed(BaseException):
    """The worker's process ends here, whatever it was doing."""


class Mortal:
    """The port in the hands of a worker that dies at its n-th write, before or after it is done."""

    WRITES = frozenset({"create", "update", "link"})

    def __init__(self, port: Any, *, dies_at: int, after: bool) -> None:
        self.port, self.left, self.after = port, dies_at, after

    def __getattr__(self, name: str) -> Any:
        call = getattr(self.port, name)
        return self.deadly(call) if name in self.WRITES else call

    def deadly(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def made(*args: Any, **options: Any) -> Any:
            self.left -= 1
            if self.left == 0 and not self.after:
                raise Killed
            answer = call(*args, **options)
            if self.left == 0:
                raise Killed
            return answer

        return made
