"""Lead Channel required in HubSpot: the written steps, the box to tick, and whether it holds."""

from datetime import timedelta

import pytest
from django.utils import timezone

from leads.actions.set_channel import set_channel
from leads.actions.tick import UnableToTick, tick_off
from leads.domain.roles import NotAllowed
from leads.models import Lead, Ticked
from leads.queries.channel_required import channel_required
from tests.cast import Cast
from tests.factories import LeadFactory
from tests.pressing import client

pytestmark = pytest.mark.django_db
DESK = "/desk/missing-channel/"
STEPS = "open Settings, then Objects, then Leads"


def tick(cast: Cast, **typed: str) -> str:
    ada = client(cast.ada)
    assert ada.post(f"{DESK}required/", typed).status_code == 303
    return ada.get(DESK).content.decode()


def came_later(**fields: object) -> Lead:
    made: Lead = LeadFactory.create(created_at=timezone.now() + timedelta(hours=1), **fields)
    return made


def test_the_steps_are_shown_once_nothing_is_left_to_label(cast: Cast) -> None:
    bare = LeadFactory.create(channel="")
    assert STEPS not in client(cast.ada).get(DESK).content.decode()
    Lead.objects.filter(pk=bare.pk).update(channel="Paid")
    assert STEPS in client(cast.ada).get(DESK).content.decode()


def test_the_tick_says_who_and_can_be_taken_away(cast: Cast) -> None:
    assert "Required, says Ada Quell" in tick(cast, done="yes")
    first = Ticked.objects.get().ticked_at
    tick(cast, done="yes")
    assert Ticked.objects.get().ticked_at == first
    assert "Required, says" not in tick(cast)
    assert not Ticked.objects.exists()


def test_a_lead_that_came_without_one_since_is_told(cast: Cast) -> None:
    LeadFactory.create(channel="", archived_at=timezone.now())
    tick(cast, done="yes")
    came_later()
    assert channel_required().holds
    came_later(channel="HOT", archived_at=timezone.now())
    assert channel_required().came_since == 1
    assert "1 lead came without a channel since" in client(cast.ada).get(DESK).content.decode()


def test_labelling_it_afterwards_hides_nothing(cast: Cast) -> None:
    tick(cast, done="yes")
    lead = came_later(channel="")
    set_channel(lead.pk, channel="Paid", actor=cast.ada, key=None, now=timezone.now())
    assert channel_required().came_since == 1


def test_only_an_admin_ticks_and_only_what_there_is(cast: Cast) -> None:
    with pytest.raises(NotAllowed):
        tick_off("channel-required", done=True, actor=cast.mona, now=timezone.now())
    with pytest.raises(UnableToTick):
        tick_off("anything", done=True, actor=cast.ada, now=timezone.now())
