"""Celery's worker and timetable inside this process, with the in-memory broker: what the demo needs."""

import threading
from types import TracebackType
from typing import Self

from celery import current_app
from celery.beat import Scheduler, Service
from celery.worker import WorkController


class Background:
    """A worker with two threads, reading both queues, and the timetable; ends with the block."""

    def __init__(self) -> None:
        current_app.loader.import_default_modules()
        self.worker = WorkController(
            app=current_app._get_current_object(), pool="threads", concurrency=2, queues=["write", "read"],
            without_gossip=True, without_mingle=True, without_heartbeat=True, hostname="demo@localhost",
        )  # fmt: skip
        self.beat = Service(app=current_app._get_current_object(), scheduler_cls=Scheduler)
        self.threads = [
            threading.Thread(target=self.worker.start, daemon=True, name="worker"),
            threading.Thread(target=self.beat.start, daemon=True, name="beat"),
        ]

    def __enter__(self) -> Self:
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.beat.stop()
        self.worker.stop()
        self.threads[0].join(timeout=5)  # the timetable sleeps; it has nothing to finish
