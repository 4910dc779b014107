"""Wiring only: settings, addresses, timetable. No rules live here."""

from kisscrm.celery import app as celery_app

__all__ = ["celery_app"]
