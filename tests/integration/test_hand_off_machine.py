"""Lead to deal, exactly once, whatever happens in between: a machine that plays people, workers, the
portal's faults and the clock in any order, and then asks what is left when it is calm again."""

import pytest
from django.db.models import Model
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from leads.actions.decide import SomebodyWasFirst
from leads.actions.settle import UnableToSettle, give_up, send_again
from leads.actions.undo import undo
from leads.domain.pipeline import Stage
from leads.domain.refusal import Refusal
from leads.models import (
    Company,
    Contact,
    Deal,
    Decision,
    Lead,
    OutboundWrite,
    PortalProperty,
    State,
    SyncCursor,
)
from leads.sync.push import push_due
from tests.handing_off import Killed, Mortal, add_deal, add_write_ids, deals, press, stage_there
from tests.scenes import Scene

pytestmark = pytest.mark.django_db(transaction=True)

BEFORE = ("drop_before", "reset", "html", "status")
AFTER = ("drop_after", "status_after", "malformed")
OTHER_CALLS = (
    ("PATCH", "/objects/leads/"), ("GET", "/objects/leads/"), ("PUT", "/associations/"),
    ("POST", "/batch/read"),
)  # fmt: skip


EMPTIED: tuple[type[Model], ...] = (
    OutboundWrite, Decision, Deal, Lead, Contact, Company, SyncCursor, PortalProperty,
)  # fmt: skip


class HandingOff(RuleBasedStateMachine):
    """One lead of Rita's, and everybody at it. Rules leave any state behind; `teardown` calms it."""

    scene: Scene
    fate: str

    @initialize(with_ids=st.booleans(), stage=st.sampled_from([Stage.NEW, Stage.CONNECTED]))
    def begin(self, *, with_ids: bool, stage: Stage) -> None:
        Decision.objects.update(undoes=None)
        for model in EMPTIED:
            model._default_manager.all().delete()
        self.scene.portal.reset("empty")
        self.scene.portal.order("limits", burst=0, search=0)
        self.lead = self.scene.add_lead(stage=stage, hs_lead_label="Referral")
        self.theirs: str | None = None
        self.most_of_ours = 1
        self.scene.read()
        if with_ids:
            add_write_ids(self.scene)
        press(self.scene, self.lead)
        self.first_push()

    def first_push(self) -> None:
        """The fate that this game begins with; "" leaves the press waiting."""
        if self.fate in BEFORE + AFTER:
            self.push_and_lose_the_deals_answer(self.fate, 503)
        elif self.fate:
            self.push_and_die(1, after=self.fate == "killed after")

    @rule(who=st.sampled_from(["rita", "mona", "omar"]), key=st.sampled_from(["a", "b", None]))
    def press(self, who: str, key: str | None) -> None:
        """A press, the same form once more, a second tab, another rep, who may not."""
        try:
            press(self.scene, self.lead, who=getattr(self.scene.cast, who), key=key and who + key)
        except (Refusal, SomebodyWasFirst):
            return

    @rule()
    def cancel(self) -> None:
        try:
            undo(
                self.scene.lead(self.lead).pk,
                actor=self.scene.cast.rita,
                key=None,
                now=self.scene.clock(),
            )
        except Refusal:
            return

    @rule(again=st.booleans())
    def settle(self, *, again: bool) -> None:
        """Somebody looks at what needs a person."""
        write = OutboundWrite.objects.needing_a_person().first()
        if write is None:
            return
        try:
            (send_again if again else give_up)(
                write.pk, actor=self.scene.cast.rita, now=self.scene.clock()
            )
        except UnableToSettle:
            return

    @rule(action=st.sampled_from(BEFORE + AFTER), status=st.sampled_from([429, 503, 400]))
    def push_and_lose_the_deals_answer(self, action: str, status: int) -> None:
        """The POST of the deal is lost before or after it is done, or answered with an error."""
        broken = 502 if action in {"html", "status_after"} else status
        self.scene.portal.fault(action, "POST", "/objects/deals$", status=broken)
        self.scene.push()

    @rule(
        action=st.sampled_from(BEFORE + AFTER), call=st.sampled_from(OTHER_CALLS),
        status=st.sampled_from([429, 503, 400]),
    )  # fmt: skip
    def push_and_lose_another_answer(self, action: str, call: tuple[str, str], status: int) -> None:
        broken = 502 if action in {"html", "status_after"} else status
        self.scene.portal.fault(action, *call, status=broken)
        self.scene.push()

    @rule()
    def push(self) -> None:
        self.scene.push()

    @rule(dies_at=st.integers(1, 2), after=st.booleans())
    def push_and_die(self, dies_at: int, *, after: bool) -> None:
        """A worker killed before or after one of its writes, with nobody to clean up."""
        port = Mortal(self.scene.port, dies_at=dies_at, after=after)
        try:
            push_due(port, self.scene.clock)
        except Killed:
            return

    @rule(seconds=st.sampled_from([3, 31, 130, 301, 601]))
    def wait(self, seconds: int) -> None:
        self.scene.later(seconds=seconds)

    @precondition(lambda self: self.theirs is None)
    @rule()
    def somebody_makes_a_deal_in_hubspot(self) -> None:
        self.most_of_ours = len(self.ours())
        self.theirs = add_deal(self.scene, self.lead)

    @rule(name=st.sampled_from(["delta", "sweep"]))
    def pull(self, name: str) -> None:
        self.scene.portal.ask("DELETE", "/__sandbox__/faults")
        self.scene.read(name)

    @invariant()
    def at_most_one_deal_of_ours(self) -> None:
        """And none where somebody's own deal was there first."""
        assert len(self.ours()) <= self.most_of_ours

    @invariant()
    def no_lead_is_closed_without_its_deal(self) -> None:
        closed = Stage.MEETING_BOOKED in (
            stage_there(self.scene, self.lead), self.scene.lead(self.lead).stage
        )  # fmt: skip
        assert not closed or self.linked()

    def teardown(self) -> None:
        self.scene.portal.ask("DELETE", "/__sandbox__/faults")
        for _ in range(4):
            self.scene.push()
            self.scene.later(minutes=11)
        self.scene.read("sweep")
        self.check_calm()

    def check_calm(self) -> None:
        """Every press came to its end: a deal with a closed lead, or words for a person, or a no."""
        self.at_most_one_deal_of_ours()
        self.no_lead_is_closed_without_its_deal()
        making = OutboundWrite.objects.making_deals().exclude(state=State.DISCARDED)
        kept = making.exclude(state=State.REFUSED).first()
        assert not OutboundWrite.objects.filter(state__in=(State.SENDING, State.IN_DOUBT)).exists()
        assert all(deal["id"] in self.linked() for deal in self.ours())
        if kept is None:
            assert all(write.stuck_because for write in making)
            assert self.shown() == self.there() != Stage.MEETING_BOOKED
            return
        assert (kept.state, kept.record_id in self.linked()) == (State.SENT, True)
        closing = OutboundWrite.objects.get(depends_on=kept)
        if closing.state == State.SENT:
            assert self.shown() == self.there() == Stage.MEETING_BOOKED
        else:
            assert closing.state == State.DISCARDED or closing.stuck_because
            assert self.there() != Stage.MEETING_BOOKED

    def ours(self) -> list[dict[str, object]]:
        return [deal for deal in deals(self.scene) if deal["id"] != self.theirs]

    def linked(self) -> set[str]:
        return set(self.scene.portal.object("leads", self.lead)["associations"].get("deals", ()))

    def shown(self) -> str:
        return self.scene.lead(self.lead).stage

    def there(self) -> str:
        return stage_there(self.scene, self.lead)


FATES = ("", "drop_before", "drop_after", "status_after", "killed before", "killed after")


@pytest.mark.parametrize("fate", FATES)
def test_a_lead_becomes_one_deal_whatever_happens(scene: Scene, fate: str) -> None:
    class Playing(HandingOff):
        pass

    Playing.scene, Playing.fate = scene, fate
    run_state_machine_as_test(
        Playing,
        settings=settings(
            max_examples=5, stateful_step_count=12, derandomize=True, deadline=None, database=None,
            suppress_health_check=list(HealthCheck), phases=[Phase.generate],
        ),
    )  # fmt: skip
