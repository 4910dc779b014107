"""Who is to be called back today, for the person who looks at the board."""

from django import template

from leads.queries.callbacks import Callback, callbacks_due
from leads.web.access import viewer_of

register = template.Library()


@register.simple_tag(takes_context=True)
def callbacks(context: template.Context) -> list[Callback]:
    """Bad timing of one's own whose day has come."""
    return callbacks_due(viewer_of(context["request"]))
