"""How the portal stood on 28 August 2026: two abandoned attempts, and forty leads just raised."""

from random import Random

from leads.sandbox.portal import Portal
from leads.sandbox.story_archive import add_archive, deal_fates
from leads.sandbox.story_days import Days
from leads.sandbox.story_deals import add_retired_deals, add_unattributable_deals
from leads.sandbox.story_open import add_open_leads
from leads.sandbox.story_others import add_customers, add_machinery_people, add_older_askers
from leads.sandbox.story_people import People

SEED = "the forty leads of august"
EARLIER = (0, 10, 1, 60, 20, 30)
"""Which of the archived leads, in the order of raising, were earlier attempts with the cast.

The third and fourth are the same person's: the first of the two was over before the second began.
"""


def tell_playbook(portal: Portal, days: Days) -> None:
    """Everything in one fixed order, so that each telling gives the same ids and the same luck."""
    people = People(portal, Random(SEED))
    add_customers(people, days)
    askers = add_older_askers(people, days)
    add_retired_deals(people, days, askers)
    add_unattributable_deals(people, days, add_machinery_people(people, days)[:2])
    fates = deal_fates(people)
    earlier = [fates[n] for n in EARLIER]
    add_archive(people, days, [fate for n, fate in enumerate(fates) if n not in EARLIER])
    add_open_leads(people, days, earlier)
