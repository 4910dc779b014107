"""When a demo lock may be shipped, how often its label is looked for, and what is said when it is stuck."""

from collections.abc import Sequence
from datetime import date, timedelta

from leads.domain.demo_lock import DemoLock
from leads.domain.refusal import Refusal

LOOKS = (timedelta(seconds=15), timedelta(minutes=1), timedelta(minutes=5), timedelta(hours=1))
"""A label is looked for after each of these, and then every hour; a webhook may say so earlier."""

MONEY = {
    "payment_required": "EasyShip's balance is too low for this label. Top it up, then try again.",
    "over_limit": "EasyShip's plan has no shipments left this month. Change the plan, then try again.",
    "overdraft_limit": "EasyShip's overdraft limit is reached. Pay it down, then try again.",
    "insufficient_subscription": "EasyShip's plan does not include this. Change it, then try again.",
}
LABEL_BOUGHT = frozenset({"pending", "generating", "generated", "printed"})
"""EasyShip's label states in which money was spent: never buy again."""
FAILED_LABEL = frozenset({"failed", "technical_failed"})
NO_MONEY = "EasyShip wants to be paid before it ships this. Settle it there, then try again."
NOBODY_GOES = "No courier goes to this address."
LABEL_FAILED = "The courier could not make the label."


class UnableToShip(Refusal):
    """This lock cannot be shipped, or not yet."""

    rule = "demo-lock"


def check_ship(
    lock: DemoLock, *, is_on: bool, is_customer: bool, for_customer: bool, again: bool
) -> date:
    """The day of the asking that a lock answers. Raises UnableToShip for what needs a second look.

    `for_customer` and `again` say that a person has looked: at a customer's request, and at a
    person who has had a lock already.
    """
    if not is_on:
        raise UnableToShip("Shipping is off: there is no EasyShip token. Ask an admin.")
    if lock.asked_on is None:
        raise UnableToShip("This person has not asked for a demo lock, so none was shipped.")
    if is_customer and not for_customer:
        raise UnableToShip(
            "This is a customer, so it is expansion and not a lead. Decide first whether a lock goes."
        )
    if not lock.waits and not again:
        trace = f" (tracking {lock.tracking})" if lock.tracking else ""
        raise UnableToShip(
            f"A lock was shipped to this person already{trace}. Say so if another one should go."
        )
    return lock.asked_on


def next_look(looks: int) -> timedelta:
    """How long to wait for the label after so many looks that did not find it."""
    return LOOKS[min(looks, len(LOOKS) - 1)]


def money_words(code: str, balance: str = "") -> str:
    """What a person can do about EasyShip's four refusals for money."""
    words = MONEY.get(code, NO_MONEY)
    return f"{words} Balance now: {balance}." if balance else words


def with_reasons(words: str, reasons: Sequence[str]) -> str:
    """Our words, then EasyShip's own."""
    said = " ".join(dict.fromkeys(filter(None, reasons)))
    return f"{words} EasyShip says: {said}" if said else words
