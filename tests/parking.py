"""Hands of the tests about a closed portal: a scene whose client has a limiter on the scene's own clock."""

from dataclasses import dataclass, field
from typing import Any

from leads.actions.move import move
from leads.domain.pipeline import Stage
from leads.hubspot.client import HubSpotClient
from leads.hubspot.limiter import LocalLimiter
from leads.models import OutboundWrite
from tests.scenes import Scene


@dataclass
class Breaker:
    """A scene whose client has a limiter on the scene's own clock."""

    scene: Scene
    leads: list[str]
    port: HubSpotClient = field(init=False)

    def __post_init__(self) -> None:
        limiter = LocalLimiter(
            clock=lambda: self.scene.clock().timestamp(),
            sleep=lambda seconds: self.scene.later(seconds=seconds),
            today=self.scene.clock,
        )
        self.port = HubSpotClient(self.scene.config, limiter)

    def push(self) -> None:
        self.scene.push(self.port)

    def fault(self, **more: Any) -> None:
        self.scene.portal.fault(more.pop("action", "status"), times=None, **more)

    def mend(self) -> None:
        self.scene.portal.ask("DELETE", "/__sandbox__/faults")
        self.scene.portal.order("journal/clear")

    @property
    def asked(self) -> int:
        return len(self.scene.portal.journal())


def three_moved(scene: Scene) -> Breaker:
    """Three leads moved here, of which HubSpot has yet to hear."""
    made = [scene.add_lead(f"Imani Number{n}") for n in range(3)]
    scene.read()
    for lead in made:
        press(scene, lead, Stage.CONNECTED)
    scene.portal.order("journal/clear")
    return Breaker(scene, made)


def press(scene: Scene, lead: str, stage: Stage) -> None:
    move(
        scene.lead(lead).pk, stage=stage, seen=None, actor=scene.cast.rita, key=None,
        now=scene.clock(),
    )  # fmt: skip


def states() -> set[str]:
    return set(OutboundWrite.objects.values_list("state", flat=True))
