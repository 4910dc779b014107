"""All leads of a report counted once by everything that the figures of lead health part them by, so that
any of these figures is a sum and no further question to the database."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.db.models import Count

from leads.domain.channels import is_known
from leads.domain.pipeline import Stage
from leads.models import Owner
from leads.queries.behind import IS_ARCHIVED, Behind, counted, created_within
from leads.queries.card import Viewer


@dataclass(frozen=True, slots=True)
class Group:
    """So many leads that are alike in these values, which are HubSpot's own."""

    stage: str
    owner: str
    channel: str
    reason: str
    source: str
    is_archived: bool
    number: int

    @property
    def is_closed(self) -> bool:
        stage = Stage.of(self.stage)
        return stage is not None and stage.is_closed

    @property
    def is_lost(self) -> bool:
        """Archived before any outcome."""
        return self.is_archived and not self.is_closed

    @property
    def is_ended(self) -> bool:
        """Over without a meeting."""
        return self.is_lost or self.stage == Stage.DISQUALIFIED

    @property
    def has_strange_channel(self) -> bool:
        return bool(self.channel) and not is_known(self.channel)


@dataclass(frozen=True, slots=True)
class Cube:
    groups: tuple[Group, ...]

    def sum(self, test: Callable[[Group], bool] = lambda _: True) -> int:
        return sum(group.number for group in self.groups if test(group))

    def values(
        self, of: Callable[[Group], str], test: Callable[[Group], bool] = lambda _: True
    ) -> list[str]:
        """The values that occur, the most frequent first."""
        found: dict[str, int] = {}
        for group in self.groups:
            if test(group):
                found[of(group)] = found.get(of(group), 0) + group.number
        return sorted(found, key=lambda value: (-found[value], value))


def cube_of(scope: Behind, viewer: Viewer) -> Cube:
    leads = created_within(counted(viewer), scope, viewer).annotate(is_archived=IS_ARCHIVED)
    rows = leads.order_by().values_list(
        "stage", "owner_id", "channel", "reason", "created_by", "is_archived"
    )
    return Cube(
        tuple(
            Group(stage, owner or "", channel, reason, source, is_archived, number)
            for stage, owner, channel, reason, source, is_archived, number in rows.annotate(
                Count("pk")
            )
        )
    )


def stages_in(raw: Iterable[str]) -> list[str]:
    """The five stages in order, then those that we do not know."""
    known = [stage.value for stage in Stage]
    return known + sorted(set(raw) - set(known))


def stage_label(raw: str) -> str:
    """A stage in words; one that the pipeline does not have by the id that HubSpot gives it."""
    stage = Stage.of(raw)
    return stage.label if stage else f"Unknown stage {raw}".strip()


def owner_names() -> dict[str, str]:
    """Every owner's name by id, with "former" before those who have left; "" is nobody."""
    names = {
        owner.pk: f"{owner} (former)" if owner.left_at else str(owner)
        for owner in Owner.objects.all()
    }
    return {"": "Nobody"} | names
