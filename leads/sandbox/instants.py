"""Instants as HubSpot writes and reads them: ISO text in UTC, or milliseconds since 1970."""

from datetime import UTC, date, datetime, timedelta

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def to_milliseconds(at: datetime) -> int:
    """Whole milliseconds since 1970 in UTC."""
    return (at - EPOCH) // _MILLISECOND


def from_milliseconds(value: int) -> datetime:
    """The aware UTC instant of so many milliseconds since 1970; raises OverflowError beyond the calendar."""
    return EPOCH + timedelta(milliseconds=value)


def trimmed(at: datetime) -> datetime:
    """The instant in UTC, cut to whole milliseconds, which is all that HubSpot keeps."""
    at = at.astimezone(UTC)
    return at.replace(microsecond=at.microsecond // 1000 * 1000)


def iso(at: datetime) -> str:
    """ISO text with three digits of a second, or none at all where they are zero."""
    text = at.isoformat(timespec="milliseconds")[:23]
    return f"{text[:19]}Z" if text.endswith(".000") else f"{text}Z"


def parse(text: str) -> datetime:
    """An instant from epoch milliseconds or ISO text; a bare date is midnight UTC. Raises ValueError."""
    stripped = text.strip()
    if stripped.lstrip("-").isdigit():
        try:
            return from_milliseconds(int(stripped))
        except OverflowError as error:
            raise ValueError(text) from error
    at = datetime.fromisoformat(stripped)
    return trimmed(at if at.tzinfo else at.replace(tzinfo=UTC))


def parse_date(text: str) -> date:
    """A calendar date from `YYYY-MM-DD` or from milliseconds at midnight UTC; raises ValueError otherwise."""
    stripped = text.strip()
    if not stripped.lstrip("-").isdigit():
        return date.fromisoformat(stripped)
    at = parse(stripped)
    if (at.hour, at.minute, at.second, at.microsecond) != (0, 0, 0, 0):
        raise ValueError(text)
    return at.date()
