"""Template words of the demo-lock queue."""

from urllib.parse import quote

from django import template

from leads.queries.lock_rows import Row

register = template.Library()
SUBJECT = "Your demo lock: where may we send it?"


@register.filter
def letter(row: Row) -> str:
    """A mailto: address with the words to send filled in."""
    to = row.contact.email if row.contact else row.request.email if row.request else ""
    return f"mailto:{quote(to)}?subject={quote(SUBJECT)}&body={quote(row.judged.ask)}"
