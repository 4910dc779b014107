"""HubSpot's text values as Python values and back: every value comes as text or null, and a field
may hold anything that somebody once typed, so what cannot be read is None and never an error."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal, InvalidOperation

CLEAR = ""
"""What to send to empty a property: null is not documented as clearing anything."""


def text_of(value: object) -> str | None:
    """The raw text; `""` and null are one empty."""
    if value is None or value == "":
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def datetime_of(value: object) -> datetime | None:
    """A moment in UTC from ISO text or epoch milliseconds; None where it is neither."""
    text = text_of(value)
    if text is None:
        return None
    try:
        if text.lstrip("-").isdigit():
            return datetime.fromtimestamp(int(text) / 1000, UTC)
        moment = datetime.fromisoformat(text)
    except (ValueError, OverflowError, OSError):
        return None
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def date_of(value: object) -> date | None:
    """A day; HubSpot gives `YYYY-MM-DD`, older portals midnight UTC in milliseconds."""
    moment = datetime_of(value)
    return moment.date() if moment else None


def number_of(value: object) -> Decimal | None:
    """A finite number; None for `1234;5678` and other things that number fields hold."""
    text = text_of(value)
    try:
        number = Decimal(text) if text is not None else None
    except InvalidOperation:
        return None
    return number if number is not None and number.is_finite() else None


def flag_of(value: object) -> bool:
    return (text_of(value) or "").strip().lower() == "true"


def from_datetime(moment: datetime) -> str:
    """ISO text in UTC, to the millisecond. Raises ValueError for a moment without a time zone."""
    if moment.tzinfo is None:
        raise ValueError("a moment needs its time zone before HubSpot can read it")
    text = moment.astimezone(UTC).isoformat(timespec="milliseconds")
    return text.replace("+00:00", "Z")


def from_date(day: date) -> str:
    """`YYYY-MM-DD`: the one form of a date property that has no time of day to refuse."""
    return day.strftime("%Y-%m-%d")


def milliseconds(moment: datetime) -> str:
    """Epoch milliseconds as text, which search filters compare dates with. Whole numbers all the way:
    a moment that is off by one would not be found again."""
    return str((moment - datetime.fromtimestamp(0, UTC)) // timedelta(milliseconds=1))
