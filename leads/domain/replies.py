"""A person's reply or a machine's? The one door to the rule that "Connected" rests on."""

from collections.abc import Collection

from leads.domain.replies_evidence import Evidence
from leads.domain.replies_message import Finding, Judgement, Message
from leads.domain.replies_notices import has_left
from leads.domain.replies_rules import findings, too_quick
from leads.domain.replies_words import WANTS_OUT
from leads.domain.touches import Verdict

__all__ = ["INBOUND_MARKS", "Judgement", "Message", "judge"]

# Tools that log a mail from outside as outgoing put one of these into its subject.
INBOUND_MARKS = ("[Apollo] [Email] [<<]", "Email: <<", "[<<]")


def judge(
    message: Message,
    *,
    own_domains: Collection[str],
    inbound_marks: Collection[str] = INBOUND_MARKS,
) -> Judgement:
    """Judge who wrote a message.

    `own_domains` holds domains (their sub-domains count as well) or whole addresses of ours. Only
    the words above the quoted thread are judged. Any message gets a judgement; none raises.
    """
    seen = Evidence(message, own_domains, inbound_marks)
    found = _doubted(next(findings(seen)), seen)
    is_theirs = found.verdict not in {Verdict.COLLEAGUE, Verdict.BOUNCE}
    return Judgement(
        verdict=found.verdict,
        rule=found.rule,
        because=found.because,
        is_certain=found.is_certain,
        wants_out=is_theirs and _wants_out(seen),
        return_on=seen.return_on if is_theirs and _tells_absence(found, seen) else None,
        left_company=is_theirs and has_left(seen),
    )


def _doubted(found: Finding, seen: Evidence) -> Finding:
    """Time and repetition break ties only: they never turn a machine into a person."""
    if found.verdict is Verdict.HUMAN and (reason := too_quick(seen)):
        return Finding(Verdict.UNSURE, 12, reason, is_certain=False)
    return found


def _wants_out(seen: Evidence) -> bool:
    if seen.subject.bare.startswith("unsubscribe"):
        return True
    return WANTS_OUT.find(seen.folded) is not None


def _tells_absence(found: Finding, seen: Evidence) -> bool:
    return found.verdict is Verdict.OOO or bool(seen.away or seen.back)
