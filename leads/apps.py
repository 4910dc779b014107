"""Wires the two signals: a write or a shipment is waiting, so ring its task's bell."""

from typing import Any

from django.apps import AppConfig


class LeadsConfig(AppConfig):
    name = "leads"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from leads.models.outbox import write_waits
        from leads.models.shipment import shipment_waits

        write_waits.connect(ring_the_bell, dispatch_uid="push")
        shipment_waits.connect(ring_the_couriers_bell, dispatch_uid="shipments")


def ring_the_bell(**_: Any) -> None:
    """Without a broker the bell stays silent; the timetable finds the row within seconds."""
    from leads.tasks import ring

    ring()


def ring_the_couriers_bell(**_: Any) -> None:
    from leads.tasks import ring_courier

    ring_courier()
