"""Where a run stands, for the bar on the console and the page before the first pull is through."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from leads.models import SyncRun

type Clock = Callable[[], datetime]


@dataclass
class Progress:
    """One run's clock and counts; each step is on record as soon as it is done."""

    run: SyncRun
    clock: Clock
    tell: Callable[[str, int], None] = lambda step, done: None
    counts: dict[str, int] = field(default_factory=dict)

    def add(self, step: str, number: int) -> None:
        self.counts[step] = self.counts.get(step, 0) + number
        self.run.step, self.run.done, self.run.counts = step, sum(self.counts.values()), self.counts
        self.run.save(update_fields=["step", "done", "counts"])
        self.tell(step, self.counts[step])
