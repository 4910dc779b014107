"""HubSpot's raw values, which are all text, as the types that columns have."""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from decimal import Decimal, InvalidOperation

type Raw = Mapping[str, str | None]


def as_text(raw: str | None) -> str:
    """Text that any database can keep: no NUL, and no half of a surrogate pair, which JSON may hold."""
    return (raw or "").replace("\x00", "").encode(errors="replace").decode()


def as_number(raw: str | None) -> int | None:
    """None for blank and for what is no number ("1234;5678" has been seen): `remote` keeps the text."""
    try:
        value = int(Decimal(raw or ""))
    except (InvalidOperation, ValueError, OverflowError):
        return None
    return value if -(2**31) <= value < 2**31 else None


def as_money(raw: str | None) -> Decimal | None:
    try:
        value = Decimal(raw or "").quantize(Decimal("0.01"))
    except InvalidOperation:
        return None
    return value if value.is_finite() and abs(value) < Decimal(10) ** 12 else None


def as_moment(raw: str | None) -> datetime | None:
    """ISO text or epoch milliseconds, both of which HubSpot uses, as UTC."""
    text = (raw or "").strip()
    try:
        if text.lstrip("-").isdigit():
            return datetime.fromtimestamp(int(text) / 1000, UTC)
        moment = datetime.fromisoformat(text)
    except (ValueError, OverflowError, OSError):
        return None
    return moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC)


def as_day(raw: str | None) -> date | None:
    """A date property: its day, whatever time HubSpot hangs on it (midnight UTC)."""
    moment = as_moment(raw)
    return moment.date() if moment else None


def as_flag(raw: str | None) -> bool | None:
    return {"true": True, "false": False}.get((raw or "").lower())


def as_key(raw: str | None) -> str | None:
    return as_text(raw) or None
