"""Wires the one signal: a write is waiting, so ring the push task's bell."""

from typing import Any

from django.apps import AppConfig


class LeadsConfig(AppConfig):
    name = "leads"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from leads.models.outbox import write_waits

        write_waits.connect(ring_the_bell, dispatch_uid="push")


def ring_the_bell(**_: Any) -> None:
    """Without a broker the bell stays silent; the timetable finds the row within seconds."""
    from leads.tasks import ring

    ring()
