"""The environment that the tests run in, set before Django reads it. What is set outside wins."""

import os
from pathlib import Path
from tempfile import gettempdir

DEFAULTS = {
    "SECRET_KEY": "for-tests-only-0123456789-abcdefghijklmnopqrstuvwxyz",
    "DEBUG": "on",
    "DATABASE_URL": f"sqlite:///{Path(gettempdir()) / 'kisscrm-tests.sqlite3'}",
    "HUBSPOT_BASE_URL": "http://127.0.0.1:9",
    "HUBSPOT_ACCESS_TOKEN": "pat-sandbox",
    "EASYSHIP_TOKEN": "",
    "REDIS_URL": "",
    "OFFICE_TIME_ZONE": "America/New_York",
}
for name, value in DEFAULTS.items():
    os.environ.setdefault(name, value)
# Playwright keeps an event loop running in the thread of the tests, where Django's ORM is used too.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
