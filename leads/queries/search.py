"""Search: names accent-blind both ways, e-mail, phone digits, company, HubSpot id or a pasted link."""

import re

from django.db.models import Q, QuerySet

from leads.domain.folding import digits, fold, is_number
from leads.models import Company, Contact, Lead

LONGEST = 200
RECORD = re.compile(r"/record/(0-1|0-2|0-136)/([0-9]+)")
LINKED = {"0-136": "hubspot_id", "0-1": "contact_id", "0-2": "company_id"}


LIVE = {"archived_at": None, "gone_at": None, "merged_into": ""}


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


def contacts_matching(text: str) -> QuerySet[Contact]:
    """Living contacts by the same rules; every contact of the portal is mirrored."""
    found = Contact.objects.filter(**LIVE)
    if link := RECORD.search(text):
        by_kind = {"0-1": "pk", "0-2": "company_id", "0-136": "leads__hubspot_id"}
        return found.filter(**{by_kind[link[1]]: link[2]})
    if is_number(text):
        number = digits(text)
        return found.filter(Q(folded__contains=number[-10:]) | Q(pk=number))
    for word in fold(text).split():
        found = found.filter(Q(folded__contains=word) | Q(company__folded__contains=word))
    return found


def companies_matching(text: str) -> QuerySet[Company]:
    """Living companies by name, domain, id or link."""
    found = Company.objects.filter(**LIVE)
    if link := RECORD.search(text):
        return found.filter(pk=link[2]) if link[1] == "0-2" else found.none()
    if is_number(text):
        return found.filter(Q(folded__contains=digits(text)) | Q(pk=digits(text)))
    for word in fold(text).split():
        found = found.filter(folded__contains=word)
    return found
