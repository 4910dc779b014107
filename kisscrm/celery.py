"""The Celery app and the whole timetable. A broker that is away loses nothing: rows wait, and the
timetable finds them."""

import os

from celery import Celery
from celery.schedules import crontab

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kisscrm.settings")

app = Celery("kisscrm")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["leads"])
app.conf.beat_schedule = {
    "hear whether writes are sent": {
        "task": "leads.heartbeat",
        "schedule": 15.0,
        "kwargs": {"queue": "write"},
        "options": {"expires": 15, "queue": "write"},
    },
    "hear whether anything is read": {
        "task": "leads.heartbeat",
        "schedule": 15.0,
        "kwargs": {"queue": "read"},
        "options": {"expires": 15, "queue": "read"},
    },
    "push what waits": {"task": "leads.push", "schedule": 5.0, "options": {"expires": 5}},
    "ship demo locks": {"task": "leads.shipments", "schedule": 15.0, "options": {"expires": 15}},
    "take in demo requests": {
        "task": "leads.demo_requests",
        "schedule": 5.0,
        "options": {"expires": 5},
    },
    "read what was named": {"task": "leads.nudges", "schedule": 10.0, "options": {"expires": 10}},
    "read what changed": {"task": "leads.pull", "schedule": 20.0, "options": {"expires": 20}},
    "read what was indexed late": {
        "task": "leads.pull_trail",
        "schedule": 900.0,
        "options": {"expires": 900},
    },
    "read touches": {"task": "leads.pull_touches", "schedule": 60.0, "options": {"expires": 60}},
    "read every lead": {"task": "leads.pull_all", "schedule": 300.0, "options": {"expires": 300}},
    "read every record": {
        "task": "leads.pull_whole",
        "schedule": crontab(hour=8, minute=10),  # UTC: the middle of the office's night
    },
    "do what was pressed on the portal page": {
        "task": "leads.portal_presses",
        "schedule": 30.0,
        "options": {"expires": 30},
    },
    "compare the portal with the rules": {
        "task": "leads.check_portal",
        "schedule": 3600.0,
        "options": {"expires": 3600},
    },
    "send the daily mail": {"task": "leads.digest", "schedule": 300.0, "options": {"expires": 300}},
    "read the portal's vocabulary": {
        "task": "leads.pull_metadata",
        "schedule": 600.0,
        "options": {"expires": 600},
    },
}
