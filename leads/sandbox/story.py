"""The stories that a sandbox portal can be told: what stands in it before anybody asks."""

from datetime import date

from leads.sandbox.portal import Portal
from leads.sandbox.schema import furnish
from leads.sandbox.story_days import LAST_DAY, Days
from leads.sandbox.story_owners import add_owners
from leads.sandbox.story_playbook import tell_playbook
from leads.sandbox.story_scale import tell_scale

PLAYBOOK = "playbook"
PLAYBOOK_AS_IT_WAS = f"playbook@{LAST_DAY.isoformat()}"
EMPTY = "empty"
SCALE = "scale:"
MOST_LEADS = 1_000_000

STORIES = (PLAYBOOK, PLAYBOOK_AS_IT_WAS, EMPTY, f"{SCALE}N")


def tell(portal: Portal, name: str, *, today: date) -> None:
    """Fill a fresh portal; the same name and day always give the same portal.

    `playbook` ends on `today`, `playbook@2026-08-28` on its own last day, `scale:N` has N open
    leads, `empty` has properties, pipelines and owners only. Raises ValueError for any other name,
    before anything is filled in.
    """
    open_leads = _open_leads(name)
    furnish(portal)
    add_owners(portal)
    if name == PLAYBOOK:
        tell_playbook(portal, Days(today))
    elif name == PLAYBOOK_AS_IT_WAS:
        tell_playbook(portal, Days(LAST_DAY))
    elif open_leads:
        tell_scale(portal, Days(today), open_leads)


def _open_leads(name: str) -> int:
    """How many open leads are to be generated: the N of `scale:N`, none for the others."""
    if name in {PLAYBOOK, PLAYBOOK_AS_IT_WAS, EMPTY}:
        return 0
    number = name.removeprefix(SCALE)
    if name == number or not (number.isascii() and number.isdigit()):
        raise ValueError(f"There is no story {name!r}. The stories are {', '.join(STORIES)}.")
    if not 1 <= int(number) <= MOST_LEADS:
        raise ValueError(f"{name!r} is out of range: N goes from 1 to {MOST_LEADS}.")
    return int(number)
