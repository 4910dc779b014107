"""A storm: reps, people in HubSpot, askers at the doors and every fault at once, from one seed; then calm.

The clock is moved on by hand, so that hours of waiting pass at once. What must hold afterwards is
asked in aftermath.py."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from leads.actions.advance import advance
from leads.actions.assign import assign
from leads.actions.decide import NoSuchLead, SomebodyWasFirst
from leads.actions.disqualify import disqualify
from leads.actions.hand_off import hand_off
from leads.actions.move import move
from leads.actions.request_demo_lock import take_in_due
from leads.actions.set_channel import set_channel
from leads.actions.set_next_step import set_next_step
from leads.actions.undo import undo
from leads.actions.write_note import write_note
from leads.domain.disqualification import Reason
from leads.domain.pipeline import Stage
from leads.domain.refusal import Refusal
from leads.hubspot.errors import HubSpotError
from leads.models import Lead, Person
from leads.sync.push import push_due
from leads.sync.requests import find_contacts
from tests.asking import a_door, ask
from tests.handing_off import Killed, Mortal
from tests.mirror import LOOPS, OFFICE
from tests.scenes import OMAR, RITA, Scene

FAULTS = ("drop_before", "drop_after", "status_after", "html", "malformed", "reset", "status")
PATHS = (
    "/leads/",
    "/leads$",
    "/deals",
    "/notes",
    "/tasks",
    "/contacts",
    "/associations",
    "/search",
)
REASONS = (Reason.NO_RESPONSE, Reason.NO_INTEREST, Reason.NOT_A_GOOD_FIT)
OPEN = ("new-stage-id", "attempting-stage-id", "connected-stage-id")


@dataclass
class Storm:
    """One seed's weather over one scene."""

    scene: Scene
    seed: int
    did: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        self.keys = 0
        self.scene.portal.add_no_response()
        for number in range(8):
            owner = self.rng.choice((RITA, OMAR))
            self.scene.add_lead(f"Person {number}", stage=self.rng.choice(OPEN), owner=owner)
        self.scene.read()
        self.doors = [a_door(self.scene, name, "Website") for name in ("Site", "Fair")]

    # ── The weather ──────────────────────────────────────────────────────────

    def blow(self, steps: int) -> None:
        """So many things happen, one after another, in an order that the seed decides."""
        happenings: tuple[tuple[int, Callable[[], None]], ...] = (
            (34, self.press), (14, self.somebody_in_hubspot), (6, self.somebody_asks),
            (10, self.misfortune), (18, self.push), (10, self.read), (4, self.worker_dies),
            (6, self.time_passes),
        )  # fmt: skip
        weights = [weight for weight, _ in happenings]
        for _ in range(steps):
            (happening,) = self.rng.choices([one for _, one in happenings], weights)
            self.did[happening.__name__] += 1
            happening()

    def calm(self, rounds: int = 14) -> None:
        """The weather clears: every loop runs until all has settled."""
        self.scene.portal.ask("DELETE", "/__sandbox__/faults")
        self.scene.portal.order("up")
        for _ in range(rounds):
            self.scene.later(minutes=16)
            self.push()
            self.take_in()
            for loop in ("delta", "sweep"):
                self.read(loop)
        self.read("pull")
        self.push()

    # ── What happens ─────────────────────────────────────────────────────────

    def press(self) -> None:
        """Somebody on the board does something, allowed or not; a refusal in words is an answer."""
        lead = self.any_lead()
        if lead is None:
            return
        who = self.rng.choice((self.scene.cast.rita, self.scene.cast.omar, self.scene.cast.ada))
        self.keys += 1
        by: dict[str, Any] = {
            "actor": who,
            "key": f"{self.seed}-{self.keys}",
            "now": self.scene.clock(),
        }
        try:
            self.rng.choice(self.presses(lead.pk, who, by))()
        except (Refusal, SomebodyWasFirst, NoSuchLead) as no:
            self.did["refused in words" if str(no) else "refused without a word"] += 1

    def presses(self, pk: int, who: Person, by: dict[str, Any]) -> list[Callable[[], object]]:
        day = self.scene.clock().date()
        return [
            lambda: disqualify(
                pk, reason=self.rng.choice(REASONS), callback_on=None, note="", seen=None,
                office=OFFICE, **by,
            ),
            lambda: move(pk, stage=self.rng.choice((Stage.ATTEMPTING, Stage.CONNECTED)), seen=None, **by),
            lambda: assign(pk, owner_id=self.rng.choice((RITA, OMAR)), **by),
            lambda: set_channel(pk, channel=self.rng.choice(("Referral", "Paid")), **by),
            lambda: set_next_step(pk, due_on=day, subject=f"Call {self.keys}", office=OFFICE, **by),
            lambda: write_note(pk, text=f"Note {self.keys}", **by),
            lambda: hand_off(
                pk, deal_name=f"Deal {self.keys}", amount="", close_on=None, could_buy="yes",
                seen=None, office=OFFICE, **by,
            ),
            lambda: undo(pk, **by),
        ]  # fmt: skip

    def any_lead(self) -> Lead | None:
        rows = list(Lead.objects.filter(gone_at=None).order_by("pk"))
        return self.rng.choice(rows) if rows else None

    def somebody_in_hubspot(self) -> None:
        live = [one for one in self.scene.portal.objects("leads") if not one["archived"]]
        if not live:
            return
        id = self.rng.choice(live)["id"]
        what = self.rng.randrange(10)
        if what < 4:
            self.scene.portal.edit("leads", id, hs_pipeline_stage=self.rng.choice(OPEN))
        elif what < 6:
            self.scene.portal.edit(
                "leads", id, hs_lead_label=self.rng.choice(("Website", "Tradeshow"))
            )
        elif what < 8:
            self.scene.portal.edit("leads", id, hubspot_owner_id=self.rng.choice((RITA, OMAR)))
        elif what == 8:
            self.scene.portal.order("archive", kind="leads", id=id)
        else:
            self.restore()

    def restore(self) -> None:
        gone = [one for one in self.scene.portal.objects("leads") if one["archived"]]
        if gone:
            self.scene.portal.order("restore", kind="leads", id=self.rng.choice(gone)["id"])

    def somebody_asks(self) -> None:
        number = self.rng.randrange(6)
        ask(
            self.scene,
            self.rng.choice(self.doors),
            f"asker{number}@brook.example",
            last_name=f"Asker {number}",
        )

    def misfortune(self) -> None:
        method = self.rng.choice(("GET", "POST", "PATCH", ""))
        self.scene.portal.fault(self.rng.choice(FAULTS), method, self.rng.choice(PATHS))

    def time_passes(self) -> None:
        self.scene.later(seconds=self.rng.choice((3, 40, 700)))

    # ── The worker ───────────────────────────────────────────────────────────

    def push(self, port: Any = None) -> None:
        push_due(port or self.scene.port, self.scene.clock)

    def take_in(self) -> None:
        find_contacts(self.scene.port, self.scene.clock)
        take_in_due(now=self.scene.clock())

    def read(self, name: str = "") -> None:
        """One loop; what HubSpot does not answer is left to the next."""
        name = name or self.rng.choice(("delta", "sweep"))
        progress = Counts(self.scene.clock)
        try:
            LOOPS[name](self.scene.port, progress, OFFICE)  # type: ignore[arg-type]
            self.take_in()
            advance(now=self.scene.clock(), office=OFFICE)
        except HubSpotError:
            self.did["a read was cut short"] += 1

    def worker_dies(self) -> None:
        """At its first or second write, before HubSpot has it or right after."""
        dying = Mortal(
            self.scene.port, dies_at=self.rng.randrange(1, 3), after=self.rng.random() < 0.5
        )
        try:
            self.push(dying)
        except Killed:
            self.did["a worker died in mid-write"] += 1
            self.scene.later(minutes=3)


@dataclass
class Counts:
    """Counts of one loop, kept nowhere."""

    clock: Callable[[], Any]
    counts: Counter[str] = field(default_factory=Counter)

    def add(self, step: str, number: int) -> None:
        self.counts[step] += number
