"""Who may look at and post to each address: the whole URL map, by hand. A new address fails its test
until somebody has said here whom it is for."""

STRANGERS = ("stranger", "outsider", "omar", "rita", "mona", "ada")
"""Everybody: nobody signs in."""
PEOPLE = ("omar", "rita", "mona", "ada")
OWN = ("rita", "mona", "ada")
"""The rep whose lead it is; managers and admins."""
MANAGERS = ("mona", "ada")
ADMINS = ("ada",)
NOBODY = ()
"""There is no such method here."""

ON_LEAD = "leads/<int:lead_id>/"
LABEL = "desk/missing-channel/"
STUCK = "desk/portal/writes/<int:row_id>/"
DOOR = "desk/doors/<int:door_id>/"

RIGHTS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "": (PEOPLE, NOBODY),
    "board/changes/": (PEOPLE, NOBODY),
    "palette/": (PEOPLE, NOBODY),
    "leads.csv": (PEOPLE, NOBODY),
    "leads/new/": (PEOPLE, PEOPLE),
    "leads/bulk/": (NOBODY, OWN),
    ON_LEAD: (PEOPLE, NOBODY),
    ON_LEAD + "sheet/<slug:name>/": (PEOPLE, NOBODY),
    ON_LEAD + "disqualify/": (NOBODY, OWN),
    ON_LEAD + "move/": (NOBODY, OWN),
    ON_LEAD + "assign/": (NOBODY, OWN),
    ON_LEAD + "channel/": (NOBODY, OWN),
    ON_LEAD + "next-step/": (NOBODY, OWN),
    ON_LEAD + "note/": (NOBODY, OWN),
    ON_LEAD + "log-call/": (NOBODY, OWN),
    ON_LEAD + "hand-off/": (NOBODY, OWN),
    ON_LEAD + "close-with-deal/": (NOBODY, OWN),
    ON_LEAD + "undo/": (NOBODY, OWN),
    "touches/<int:touch_id>/judge/": (NOBODY, OWN),
    "writes/<int:write_id>/retry/": (NOBODY, OWN),
    "writes/<int:write_id>/discard/": (NOBODY, OWN),
    "demo-locks/": (PEOPLE, NOBODY),
    "demo-locks/<slug:key>/": (PEOPLE, NOBODY),
    "demo-locks/<slug:key>/press/": (NOBODY, OWN),
    # Answers each ticked row by itself: what it does to another's, the walk of the posts looks at.
    "demo-locks/ship/": (NOBODY, PEOPLE),
    LABEL: (ADMINS, NOBODY),
    LABEL + "many/": (NOBODY, ADMINS),
    LABEL + "required/": (NOBODY, ADMINS),
    LABEL + "<int:row_id>/": (NOBODY, ADMINS),
    LABEL + "<int:row_id>/row/": (ADMINS, NOBODY),
    LABEL + "<int:row_id>/rename/": (NOBODY, ADMINS),
    LABEL + "<int:row_id>/undo/": (NOBODY, ADMINS),
    "desk/deals/": (MANAGERS, NOBODY),
    "desk/deals/<slug:deal_id>/link/": (NOBODY, MANAGERS),
    "desk/doors/": (ADMINS, NOBODY),
    "desk/doors/new/": (ADMINS, ADMINS),
    DOOR: (ADMINS, ADMINS),
    DOOR + "raise-cap/": (NOBODY, ADMINS),
    DOOR + "switch/": (NOBODY, ADMINS),
    DOOR + "rotate/": (NOBODY, ADMINS),
    "desk/start/": (ADMINS, NOBODY),
    "desk/portal/": (ADMINS, NOBODY),
    "desk/portal/press/": (NOBODY, ADMINS),
    STUCK: (ADMINS, NOBODY),
    STUCK + "retry/": (NOBODY, ADMINS),
    STUCK + "edit/": (NOBODY, ADMINS),
    STUCK + "discard/": (NOBODY, ADMINS),
    "changes/": (PEOPLE, NOBODY),
    "changes/undo/": (NOBODY, PEOPLE),  # takes back one's own
    "notices/": (PEOPLE, NOBODY),
    "notices/bell/": (PEOPLE, NOBODY),
    "notices/seen/": (NOBODY, PEOPLE),
    "notices/digest/": (NOBODY, PEOPLE),
    "reports/": (PEOPLE, NOBODY),
    "reports/channels/": (PEOPLE, NOBODY),
    "reports/channels.csv": (PEOPLE, NOBODY),
    "reports/channels/leads/": (PEOPLE, NOBODY),
    "reports/lead-health/": (PEOPLE, NOBODY),
    "reports/lead-health.csv": (PEOPLE, NOBODY),
    "reports/lead-health/leads/": (PEOPLE, NOBODY),
    "reports/lead-health/leads.csv": (PEOPLE, NOBODY),
    "reports/lead-health/deals/": (PEOPLE, NOBODY),
    "playbooks/working-with-leads/": (PEOPLE, NOBODY),
    "playbooks/working-with-quotes": (PEOPLE, NOBODY),
    "doors/<slug:token>/demo-lock/": (STRANGERS, STRANGERS),
    "doors/<slug:token>/demo-lock": (STRANGERS, STRANGERS),
    "doors/<slug:token>/calculator/": (NOBODY, STRANGERS),
    "doors/<slug:token>/calculator": (NOBODY, STRANGERS),
    "health/live": (STRANGERS, NOBODY),
    "health/ready": (STRANGERS, NOBODY),
    "login/": (STRANGERS, STRANGERS),
    "logout/": (NOBODY, ("outsider", *PEOPLE)),
}
"""By pattern: who may GET, who may POST. OWN is about a lead of Rita's."""

SIGNED = {"webhooks/easyship/", "webhooks/hubspot/"}
"""Posts of machines, each proved by its signature; without one they answer nobody, signed in or not."""

ADMIN = "admin/"
"""Django's admin, whole: for admins alone."""
