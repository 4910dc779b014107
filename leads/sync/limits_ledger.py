"""The portal's limits in one row of the database, on the database's clock: what all processes share
where there is no Redis, or while it is away."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models.functions import Now

from leads.hubspot.ledger import Ask, Board, Gate, Look, Turn
from leads.models import LimitsLedger


class RowLedger:
    """A turn is a short transaction of its own: no call is ever made inside one, and none waits there."""

    note_every = 2.0

    def __init__(self, name: str) -> None:
        self._name = name[:200]

    def take(self, ask: Ask) -> Turn:
        return self._change(lambda board, now: board.take(ask, now))

    def close(self, name: str, why: str, words: str, seconds: float) -> None:
        self._change(lambda board, now: board.close(name, Gate(why, words, now, now + seconds)))

    def open(self, names: tuple[str, ...]) -> None:
        self._change(lambda board, now: board.open(names))

    def trouble(self) -> int:
        return self._change(lambda board, now: board.trouble())

    def note(self, **notes: Any) -> None:
        self._change(lambda board, now: board.note(notes, now))

    def look(self) -> Look:
        row = LimitsLedger.objects.annotate(now=Now()).filter(pk=self._name).first()
        if row is None:
            return Look()
        board, now = Board.from_json(row.kept), as_seconds(row.now)
        board.turn_to(now)
        return Look(now, board.gates, board.notes)

    def _change[T](self, change: Callable[[Board, float], T]) -> T:
        LimitsLedger.objects.get_or_create(pk=self._name)
        with transaction.atomic():
            rows = LimitsLedger.objects.select_for_update().annotate(now=Now())
            row = rows.get(pk=self._name)
            board = Board.from_json(row.kept)
            done = change(board, as_seconds(row.now))
            LimitsLedger.objects.filter(pk=self._name).update(kept=board.as_json())
        return done


def as_seconds(now: datetime) -> float:
    return round(now.timestamp(), 3)
