"""The properties of contacts and companies: who a person is, what a storage operator runs."""

from leads.sandbox.portal import Portal
from leads.sandbox.schema_shapes import choice, define_machinery, read_only, writable

LIFECYCLE = (
    ("subscriber", "Subscriber"),
    ("lead", "Lead"),
    ("marketingqualifiedlead", "Marketing Qualified Lead"),
    ("salesqualifiedlead", "Sales Qualified Lead"),
    ("opportunity", "Opportunity"),
    ("customer", "Customer"),
    ("evangelist", "Evangelist"),
    ("other", "Other"),
)
DEMO_LOCKS = ("Noke Style Padlock", "Disc Lock", "Cylinder Lock", "Smart Latch")
LOCK_SYSTEMS = ("None", "Padlocks", "Disc locks", "Cylinder locks", "Smart locks", "Other")
SOFTWARE = ("SiteLink", "storEDGE", "Storage Commander", "Easy Storage Solutions", "Yardi", "Other")


def define_contacts(portal: Portal) -> None:
    """Name, ways to reach, the demo lock, and the fields of machinery that looks like leads but is not."""
    define_machinery(portal, "contacts")
    names = (
        "firstname",
        "lastname",
        "company",
        "jobtitle",
        "website",
        "address",
        "city",
        "state",
        "zip",
    )
    writable(portal, "contacts", (*names, "country", "demo_lock_tracking", "demo_lock_address"))
    writable(portal, "contacts", ("phone", "mobilephone"), "phone")
    writable(portal, "contacts", ("number_of_facilities",), "number")
    writable(portal, "contacts", ("os_last_lead_category_name", "os_last_lead_category_id"))
    portal.define("contacts", "email", label="Email", unique=True, group="contactinformation")
    portal.define("contacts", "hs_additional_emails", label="Additional email addresses",
                  type="enumeration", field_type="checkbox", group="contactinformation")  # fmt: skip
    portal.definitions["contacts"]["hs_additional_emails"].external_options = True
    portal.define("contacts", "sent_date", label="Demo Lock Requested Date", type="date", field_type="date",
                  group="contactinformation")  # fmt: skip
    choice(portal, "contacts", "demo_lock_type", DEMO_LOCKS, label="Demo Lock Type")
    choice(
        portal, "contacts", "lifecyclestage", LIFECYCLE, label="Lifecycle Stage", field_type="radio"
    )
    writable(portal, "contacts", ("hs_lead_status", "hs_timezone"))
    read_only(portal, "contacts", ("hs_email_domain", "hs_latest_source", "hs_analytics_source"))
    read_only(portal, "contacts", ("hs_latest_sequence_enrolled_date", "notes_last_contacted",
                                   "notes_last_updated", "hs_sales_email_last_replied",
                                   "hs_last_sales_activity_timestamp"), "datetime")  # fmt: skip
    read_only(portal, "contacts", ("hs_sequences_is_enrolled",), "bool")
    read_only(portal, "contacts", ("num_associated_deals", "num_notes"), "number")
    read_only(portal, "contacts", ("associatedcompanyid",), "number")


def define_companies(portal: Portal) -> None:
    """The storage operator; `locks_purchased` is calculated from closed-won deals."""
    define_machinery(portal, "companies")
    names = ("name", "domain", "website", "address", "city", "state", "zip", "country", "industry")
    writable(portal, "companies", (*names, "description"))
    writable(portal, "companies", ("phone",), "phone")
    writable(portal, "companies", ("number_of_facilities", "numberofemployees"), "number")
    choice(portal, "companies", "facility_management_software", SOFTWARE)
    choice(portal, "companies", "current_lock_system", LOCK_SYSTEMS)
    choice(
        portal,
        "companies",
        "lifecyclestage",
        LIFECYCLE,
        label="Lifecycle Stage",
        field_type="radio",
    )
    portal.define("companies", "locks_purchased", label="Locks Purchased", type="number",
                  field_type="calculation_rollup", read_only=True, calculated=True,
                  group="companyinformation")  # fmt: skip
    read_only(portal, "companies", ("num_associated_contacts", "num_associated_deals"), "number")
    read_only(portal, "companies", ("notes_last_contacted", "notes_last_updated"), "datetime")
