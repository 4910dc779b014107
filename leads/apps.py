"""Wires the signals: a write, a shipment, a request or a press waits, so ring its task's bell."""

from typing import Any

from django.apps import AppConfig


class LeadsConfig(AppConfig):
    name = "leads"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from leads.hubspot.sharing import keep_limits_in
        from leads.models.desk import portal_pressed
        from leads.models.door import request_waits
        from leads.models.outbox import write_waits
        from leads.models.shipment import shipment_waits

        keep_limits_in(row_ledger)
        write_waits.connect(ring_for_writes, dispatch_uid="push")
        shipment_waits.connect(ring_for_shipments, dispatch_uid="shipments")
        request_waits.connect(ring_for_requests, dispatch_uid="requests")
        portal_pressed.connect(ring_for_presses, dispatch_uid="presses")


def row_ledger(name: str) -> Any:
    """The portal's limits in the database, for whoever has no Redis."""
    from leads.sync.limits_ledger import RowLedger

    return RowLedger(name)


def ring_for_writes(**_: Any) -> None:
    """Without a broker the bell stays silent; the timetable finds the row within seconds."""
    from leads import tasks

    tasks.ring(tasks.push)


def ring_for_shipments(**_: Any) -> None:
    from leads import tasks

    tasks.ring(tasks.ship)


def ring_for_requests(**_: Any) -> None:
    from leads import tasks

    tasks.ring(tasks.demo_requests)


def ring_for_presses(**_: Any) -> None:
    from leads import tasks

    tasks.ring(tasks.do_portal_presses)
