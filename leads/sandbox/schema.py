"""What every story starts with: the properties, pipelines and owners' fields of the company's portal."""

from leads.sandbox.portal import Portal
from leads.sandbox.schema_activities import define_activities
from leads.sandbox.schema_leads import define_leads
from leads.sandbox.schema_people import define_companies, define_contacts
from leads.sandbox.schema_pipelines import add_pipelines
from leads.sandbox.schema_sales import define_deals, define_orders


def furnish(portal: Portal) -> None:
    """Put in all definitions and pipelines; doing it twice changes nothing."""
    define_leads(portal)
    define_contacts(portal)
    define_companies(portal)
    define_deals(portal)
    define_orders(portal)
    define_activities(portal)
    add_pipelines(portal)
