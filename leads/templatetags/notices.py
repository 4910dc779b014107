"""How a notice is shown, on the page and in the mail: its icon, its time, and where it leads."""

from django import template
from django.conf import settings
from django.urls import reverse

from leads.queries.notices import Kind, Notice
from leads.templatetags.leads import clock, day

register = template.Library()

ICONS = {
    Kind.ASSIGNED: "person",
    Kind.ASKED: "lock",
    Kind.REPLIED: "mail",
    Kind.NOT_SAVED: "refused",
    Kind.CALLBACK: "phone",
}


@register.filter
def notice_icon(kind: Kind) -> str:
    return ICONS[kind]


@register.filter
def notice_href(notice: Notice) -> str:
    """The lead that it is about; a request without one waits among the demo locks."""
    if notice.lead_id is None:
        return reverse("demo-locks")
    return reverse("lead", args=[notice.lead_id])


@register.filter
def notice_url(notice: Notice) -> str:
    """The same for a mail, with the site before it."""
    return settings.SITE_URL + notice_href(notice)


@register.filter
def notice_time(notice: Notice) -> str:
    """When it happened; a callback has a day alone."""
    if notice.kind is Kind.CALLBACK:
        return day(notice.at.astimezone(settings.OFFICE).date())
    return clock(notice.at)
