"""What goes into the question "a person's reply or a machine?" and what comes out of it."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from leads.domain.touches import Verdict

# Raised whenever a rule or a list changes a verdict, so that stored verdicts can be judged anew.
RULES_VERSION = 1


@dataclass(frozen=True, slots=True)
class Message:
    """One e-mail as HubSpot shows it; nothing else of a mail is visible there.

    `out_of_office` is `hs_incoming_email_is_out_of_office`: good when true, says nothing when false
    or missing. `answer_after` is the time since our last mail to this person. `seen_before` says
    that the same new words came from this sender already.
    """

    direction: str
    status: str = ""
    subject: str = ""
    text: str = ""
    html: str = ""
    from_email: str = ""
    from_name: str = ""
    out_of_office: bool | None = None
    bounce_detail: str = ""
    sent_at: datetime | None = None
    answer_after: timedelta | None = None
    seen_before: bool = False


@dataclass(frozen=True, slots=True)
class Finding:
    """The verdict of the rule that fired, with words that a person can read."""

    verdict: Verdict
    rule: int
    because: str
    is_certain: bool = True


def unsure(rule: int, because: str) -> Finding:
    """The finding that asks the owner instead of guessing."""
    return Finding(Verdict.UNSURE, rule, because, is_certain=False)


@dataclass(frozen=True, slots=True)
class Judgement:
    """Who wrote a message, by which rule, and what else its words say.

    `rule` is the number in the table of `leads.domain.replies_rules`. `wants_out` means that the
    writer asks to be left alone. `return_on` is the day the writer names for the return.
    `left_company` means that the words say the contact left the firm, whoever wrote them.
    """

    verdict: Verdict
    rule: int
    because: str
    is_certain: bool
    wants_out: bool
    return_on: date | None
    left_company: bool
    version: int = RULES_VERSION
