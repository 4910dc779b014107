"""Every environment variable, read once and typed. What is missing or wrong is named all at once."""

import json
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import environ
from django.core.exceptions import ImproperlyConfigured

from kisscrm.env_files import FromFiles
from leads.easyship.config import EasyShipConfig, ParcelConfig, faults_of
from leads.hubspot.config import HUBSPOT_HOST, HubSpotConfig
from leads.hubspot.paths import VERSION

BASE = Path(__file__).resolve().parent.parent

MAIL_SCHEMES = frozenset({"smtp", "smtps", "smtp+tls", "smtp+ssl"})


@dataclass(frozen=True, slots=True)
class Env:
    """The whole configuration. Secrets do not show in its repr."""

    secret_key: str = field(repr=False)
    debug: bool
    site_url: str
    allowed_hosts: tuple[str, ...]
    database_url: str = field(repr=False)
    redis_url: str = field(repr=False)
    office: ZoneInfo
    hubspot: HubSpotConfig
    easyship: EasyShipConfig
    own_domains: tuple[str, ...]
    hubspot_app_secret: str = field(repr=False)
    sentry_dsn: str = field(repr=False)
    email_url: str = field(repr=False)
    email_from: str
    next_page: str
    trusted_proxies: int

    @property
    def is_https(self) -> bool:
        return urlsplit(self.site_url).scheme == "https"

    @property
    def hosts(self) -> list[str]:
        return [urlsplit(self.site_url).hostname or "localhost", *self.allowed_hosts]


class Faults(list[str]):
    """Collects what is wrong with the environment, so that a person mends it in one go."""

    def zone(self, name: str) -> ZoneInfo:
        try:
            return ZoneInfo(name)
        except (KeyError, ValueError, OSError):
            self.append(f"OFFICE_TIME_ZONE={name!r} is not a time zone, e.g. America/New_York")
            return ZoneInfo("UTC")

    def secret(self, value: str, debug: bool) -> str:
        if not value and not debug:
            self.append("SECRET_KEY is missing: any long random text, kept secret")
        return value or "only-for-debugging-on-this-machine-never-for-a-real-site"

    def number(self, name: str, value: str) -> int:
        if not (value.isascii() and value.isdigit() and len(value) < 4):
            self.append(f"{name}={value!r} must be a number like 0 or 1")
            return 0
        return int(value)

    def url(self, name: str, value: str) -> str:
        parts = urlsplit(value)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            self.append(f"{name}={value!r} is not an address like https://crm.example.com")
        return value.rstrip("/")

    def mail(self, name: str, value: str) -> str:
        parts = urlsplit(value)
        if value and (parts.scheme not in MAIL_SCHEMES or not parts.hostname):
            self.append(f"{name}={value!r} is not like smtp+tls://name:password@mail.example:587")
        return value

    def record(self, name: str, value: str) -> dict[str, Any]:
        """A JSON object of plain values."""
        try:
            found = json.loads(value or "{}")
        except ValueError:
            found = None
        if not isinstance(found, dict):
            self.append(f'{name}={value!r} must be JSON like {{"city": "Reno"}}')
            return {}
        return found

    def version(self, name: str, value: str) -> str:
        if value and not VERSION.fullmatch(value):
            self.append(f"{name}={value!r} is not like 2026-03")
        return value

    def switch(self, name: str, value: str) -> bool:
        if value not in {"", "on", "off"}:
            self.append(f"{name}={value!r} must be on or off")
        return value == "on"


def read_env() -> Env:
    """Read the environment. Raises ImproperlyConfigured naming every fault in it."""
    files = FromFiles()
    env = environ.Env()
    env.ENVIRON = files
    if (BASE / ".env").is_file():
        env.read_env(BASE / ".env")
    faults = Faults()
    debug = env.bool("DEBUG", default=False)
    found = Env(
        secret_key=faults.secret(env.str("SECRET_KEY", default=""), debug),
        debug=debug,
        site_url=faults.url("SITE_URL", env.str("SITE_URL", default="http://127.0.0.1:8000")),
        allowed_hosts=tuple(env.list("ALLOWED_HOSTS", default=[])),
        database_url=env.str("DATABASE_URL", default=f"sqlite:///{BASE / 'kisscrm.sqlite3'}"),
        redis_url=env.str("REDIS_URL", default=""),
        office=faults.zone(env.str("OFFICE_TIME_ZONE", default="America/New_York")),
        hubspot=hubspot_config(env, faults),
        easyship=easyship_config(env, faults),
        own_domains=tuple(env.list("OWN_DOMAINS", default=[])),
        hubspot_app_secret=env.str("HUBSPOT_APP_SECRET", default=""),
        sentry_dsn=env.str("SENTRY_DSN", default=""),
        email_url=faults.mail("EMAIL_URL", env.str("EMAIL_URL", default="")),
        email_from=env.str("EMAIL_FROM", default="crm@localhost"),
        trusted_proxies=faults.number("TRUSTED_PROXIES", env.str("TRUSTED_PROXIES", default="0")),
        next_page=env.str("AFTER_THE_DEAL", default="/playbooks/working-with-quotes"),
    )
    faults.extend(files.faults)
    if faults:
        raise ImproperlyConfigured("The environment needs mending:\n  " + "\n  ".join(faults))
    return found


def hubspot_config(env: environ.Env, faults: Faults) -> HubSpotConfig:
    """Writes to HubSpot's own host must be switched on; to any other server they are on at once."""
    base_url = faults.url(
        "HUBSPOT_BASE_URL", env.str("HUBSPOT_BASE_URL", default="https://api.hubapi.com")
    )
    said = env.str("HUBSPOT_WRITES", default="")
    is_real = urlsplit(base_url).hostname == HUBSPOT_HOST
    return HubSpotConfig(
        base_url=base_url,
        access_token=env.str("HUBSPOT_ACCESS_TOKEN", default=""),
        portal_id=env.str("HUBSPOT_PORTAL_ID", default=""),
        api_version=faults.version(
            "HUBSPOT_API_VERSION", env.str("HUBSPOT_API_VERSION", default="")
        ),
        writes=faults.switch("HUBSPOT_WRITES", said) or (said == "" and not is_real),
        deal_channel_property=env.str("DEAL_CHANNEL_PROPERTY", default="deal_source"),
        deal_channel_detail_property=env.str(
            "DEAL_CHANNEL_DETAIL_PROPERTY", default="deal_source_detail"
        ),
    )


def easyship_config(env: environ.Env, faults: Faults) -> EasyShipConfig:
    """Without a token nothing is shipped from here, and the rest of the product goes on."""
    base_url = faults.url(
        "EASYSHIP_BASE_URL", env.str("EASYSHIP_BASE_URL", default="https://public-api.easyship.com")
    )
    token = env.str("EASYSHIP_TOKEN", default="")
    origin = faults.record("EASYSHIP_ORIGIN", env.str("EASYSHIP_ORIGIN", default=""))
    parcel = faults.record("EASYSHIP_PARCEL", env.str("EASYSHIP_PARCEL", default=""))
    faults.extend(faults_of(base_url, token, origin))
    secret = env.str("EASYSHIP_WEBHOOK_SECRET", default="")
    company_id = env.str("EASYSHIP_COMPANY_ID", default="")
    if secret and not company_id:
        faults.append("EASYSHIP_COMPANY_ID is missing: with a webhook secret it tells who may call")
    return EasyShipConfig(
        base_url=base_url,
        token=token,
        origin=origin,
        parcel=parcel_config(parcel, faults) if token else None,
        webhook_secret=secret,
        company_id=company_id,
    )


def parcel_config(said: dict[str, Any], faults: Faults) -> ParcelConfig | None:
    """The box that a lock goes in. Every size must be there, and be a number above nothing."""
    try:
        parcel = ParcelConfig(**said)
    except TypeError:
        known = ", ".join(one.name for one in fields(ParcelConfig))
        faults.append(f"EASYSHIP_PARCEL must be JSON with {known}")
        return None
    sizes = (parcel.weight, parcel.length, parcel.width, parcel.height, parcel.value)
    if not all(isinstance(size, int | float) and size > 0 for size in sizes):
        faults.append("EASYSHIP_PARCEL: weight, length, width, height and value must be above 0")
    if not parcel.lock_type:
        faults.append("EASYSHIP_PARCEL has no lock_type: what HubSpot calls the lock in the box")
    return parcel


def mailer(found: dict[str, Any]) -> dict[str, Any]:
    """The entry of Django's MAILERS for what EMAIL_URL says."""
    options = {
        "host": found["EMAIL_HOST"],
        "port": found["EMAIL_PORT"] or 25,
        "username": found["EMAIL_HOST_USER"] or "",
        "password": found["EMAIL_HOST_PASSWORD"] or "",
        "use_tls": found.get("EMAIL_USE_TLS", False),
        "use_ssl": found.get("EMAIL_USE_SSL", False),
        "timeout": 20,
    }
    return {"BACKEND": "django.core.mail.backends.smtp.EmailBackend", "OPTIONS": options}
