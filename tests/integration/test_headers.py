"""The headers of every kind of answer, as a table: what is not in it is not sent."""

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from leads.web.headers import DEVICES
from tests.cast import PASSWORD, Cast
from tests.factories import DoorFactory

pytestmark = pytest.mark.django_db

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'"
)
ALWAYS = {
    "Content-Security-Policy": CSP,
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": ", ".join(f"{name}=()" for name in DEVICES),
    "Strict-Transport-Security": "max-age=31536000; includeSubDomains; preload",
}
NOT_KEPT = "max-age=0, no-cache, no-store, must-revalidate, private"
KEPT_HERE = "private, no-cache"
"""A browser may keep it, and asks before it shows it again."""

PAGES = {
    "the board": ("rita", "/", 200, KEPT_HERE),
    "a fragment": ("rita", "/palette/?q=x", 200, KEPT_HERE),
    "a file": ("rita", "/leads.csv", 200, "no-store"),
    "not there": ("rita", "/no/such/page/", 404, KEPT_HERE),
    "not allowed": ("rita", "/desk/portal/", 403, KEPT_HERE),
    "the admin": ("rita", "/admin/", 302, NOT_KEPT),
    "sign-in": ("stranger", "/login/", 200, NOT_KEPT),
    "a stranger": ("stranger", "/", 302, KEPT_HERE),
    "health": ("stranger", "/health/live", 200, NOT_KEPT),
    "a door": ("stranger", "/doors/a-token/demo-lock/", 200, NOT_KEPT),
    "a closed door": ("stranger", "/doors/no-such/demo-lock/", 404, NOT_KEPT),
    "a webhook": ("stranger", "/webhooks/easyship/", 405, KEPT_HERE),
}
"""By kind: who asks for what, the status, and who may keep the answer."""
SECRET_COOKIE = {"secure": True, "httponly": True, "samesite": "Lax", "path": "/", "domain": ""}


@pytest.fixture
def https(settings: Settings) -> None:
    """The values that an https SITE_URL gives; tests run without one."""
    settings.SECURE_HSTS_SECONDS = 365 * 24 * 3600
    settings.SECURE_HSTS_INCLUDE_SUBDOMAINS = settings.SECURE_HSTS_PRELOAD = True
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True


@pytest.mark.parametrize("page", PAGES)
def test_every_answer_carries_these_headers(https: None, cast: Cast, page: str) -> None:
    who, path, status, caching = PAGES[page]
    DoorFactory.create(token="a-token")
    client = Client(raise_request_exception=False)
    if who == "rita":
        client.force_login(cast.rita)
    answer = client.get(path, secure=True)
    assert answer.status_code == status
    assert {name: answer.headers.get(name) for name in ALWAYS} == ALWAYS
    assert answer.headers["Cache-Control"] == caching
    told = {"Server", "X-Powered-By", "X-Runtime", "Access-Control-Allow-Origin"}
    assert told & set(answer.headers) == set()


def test_cookies_are_for_this_site_alone(https: None, cast: Cast) -> None:
    client = Client()
    client.get("/login/", secure=True)
    client.post("/login/", {"username": "rita", "password": PASSWORD}, secure=True)
    cookies = {name: dict(morsel) for name, morsel in client.cookies.items()}
    assert set(cookies) == {"sessionid", "csrftoken"}
    said = {name: {key: cookies[name][key] or "" for key in SECRET_COOKIE} for name in cookies}
    assert said == {"sessionid": SECRET_COOKIE, "csrftoken": SECRET_COOKIE}
    assert cookies["sessionid"]["max-age"] == 14 * 24 * 3600
