"""Wires the signals: a row waits for a task, so its bell is rung."""

from typing import Any

from django.apps import AppConfig
from django.dispatch import Signal


class LeadsConfig(AppConfig):
    name = "leads"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_in

        from leads.hubspot.sharing import keep_limits_in
        from leads.models.desk import portal_pressed
        from leads.models.door import request_waits
        from leads.models.nudge import nudge_waits
        from leads.models.outbox import write_waits
        from leads.models.shipment import shipment_waits
        from leads.web.sessions import begin

        user_logged_in.connect(begin, dispatch_uid="begin")
        keep_limits_in(row_ledger)
        connect(write_waits, "push")
        connect(shipment_waits, "ship")
        connect(request_waits, "demo_requests")
        connect(portal_pressed, "do_portal_presses")
        connect(nudge_waits, "read_nudges")


def connect(signal: Signal, task: str) -> None:
    """Without a broker the bell stays silent; the timetable finds the row within seconds."""

    def ring(**_: Any) -> None:
        from leads import tasks

        tasks.ring(getattr(tasks, task))

    signal.connect(ring, weak=False, dispatch_uid=task)


def row_ledger(name: str) -> Any:
    """The portal's limits in the database, for whoever has no Redis."""
    from leads.sync.limits_ledger import RowLedger

    return RowLedger(name)
