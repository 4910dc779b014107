"""The five people of the office who own records; one of them has left."""

from leads.sandbox.portal import Portal

RITA = "71000001"
OMAR = "71000002"
MONA = "71000003"
ADA = "71000004"
DANA = "71000005"
MADE_BY_HAND = "5500002"
"""Omar's user id: he made the nine leads in HubSpot's own screens."""
BY_INITIAL = {"R": RITA, "O": OMAR, "M": MONA, "A": ADA, "D": DANA}
ADDRESSES = {
    RITA: "rita@kiss.example",
    OMAR: "omar@kiss.example",
    MONA: "mona@kiss.example",
    ADA: "ada@kiss.example",
    DANA: "dana@kiss.example",
}


def add_owners(portal: Portal) -> None:
    """Rita and Omar sell, Mona manages, Ada administers; Dana has left and still owns records."""
    portal.add_owner(RITA, ADDRESSES[RITA], "Rita", "Solano", user_id=5500001)
    portal.add_owner(OMAR, ADDRESSES[OMAR], "Omar", "Haddad", user_id=5500002)
    portal.add_owner(MONA, ADDRESSES[MONA], "Mona", "Lindqvist", user_id=5500003)
    portal.add_owner(ADA, ADDRESSES[ADA], "Ada", "Quell", user_id=5500004)
    portal.add_owner(DANA, ADDRESSES[DANA], "Dana", "Whitlock", user_id=5500005, archived=True)
