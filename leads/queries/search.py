"""Search: names accent-blind both ways, e-mail, phone digits, company, HubSpot id or a pasted link."""

import re

from django.db.models import Q, QuerySet

from leads.domain.folding import digits, fold, is_number
from leads.models import Lead

LONGEST = 200
RECORD = re.compile(r"/record/(0-1|0-2|0-136)/([0-9]+)")
LINKED = {"0-136": "hubspot_id", "0-1": "contact_id", "0-2": "company_id"}


def matching(leads: QuerySet[Lead], text: str) -> QuerySet[Lead]:
    """Those of the leads that a person means by this text; all of them for a blank one."""
    words = text.replace("\x00", "").strip()[:LONGEST]
    if not words:
        return leads
    if link := RECORD.search(words):
        return leads.filter(**{LINKED[link[1]]: link[2]})
    if is_number(words):
        number = digits(words)
        # Whoever typed the country code may be the only one who did.
        local = number[-10:]
        return leads.filter(Q(contact__folded__contains=local) | Q(hubspot_id=number))
    for word in fold(words).split():
        leads = leads.filter(Q(contact__folded__contains=word) | Q(company__folded__contains=word))
    return leads
