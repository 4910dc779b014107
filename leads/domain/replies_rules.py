"""The rules that tell a person's reply from a machine's, in the order in which they are tried.

0 our own mail · 1 failed delivery · 2 a colleague · 3 calendar · 4 machine notice, left the firm ·
5 HubSpot's absence mark · 6 a server's mark in the subject · 7 receipt · 8 absence note without a
mark · 9 a sender that nobody reads · 10 no words · 11 a person · 12 too quick or said before.
"""

from collections.abc import Callable, Iterator
from datetime import timedelta

from leads.domain.replies_evidence import Evidence
from leads.domain.replies_message import Finding, unsure
from leads.domain.replies_notices import calendar, failed_delivery, machine_notice
from leads.domain.replies_words import BULK_MAIL, WANTS_OUT
from leads.domain.touches import Verdict

# A person needs longer to read a mail and to write more than fifteen words.
_QUICKEST_PERSON = timedelta(seconds=90)
_LONGEST_QUICK_ANSWER = 15
_FEW_WORDS = 3


def own_mail(seen: Evidence) -> Finding | None:
    """Rule 0: we sent it; a bounce of a sequence's step shows on the outgoing record."""
    if not seen.is_outgoing:
        return None
    failed = seen.message.status.strip().upper() in {"BOUNCED", "FAILED"}
    if failed or seen.message.bounce_detail.strip():
        return Finding(Verdict.BOUNCE, 0, "Our own mail could not be delivered.")
    return Finding(Verdict.COLLEAGUE, 0, "We sent this mail ourselves.")


def colleague(seen: Evidence) -> Finding | None:
    """Rule 2: their absence notes and jokes must not count."""
    if seen.is_from_us:
        return Finding(Verdict.COLLEAGUE, 2, f"A colleague wrote it, {seen.address[:100]}.")
    return None


def marked_absent(seen: Evidence) -> Finding | None:
    """Rule 5: HubSpot's mark rests on headers; after rule 4, which knows who left for good."""
    if not seen.message.out_of_office:
        return None
    if len(seen.receipts) > 1 and not seen.away:
        return Finding(Verdict.ACK, 5, f"A receipt: “{seen.receipts[0]}”.")
    if len(seen.answers) > 1 and not (seen.away and seen.template):
        return unsure(5, f"HubSpot takes it for an absence note, but it says “{seen.answers[0]}”.")
    return Finding(Verdict.OOO, 5, "HubSpot marks it as an absence note.")


def marked_subject(seen: Evidence) -> Finding | None:
    """Rule 6: servers write the mark, but telephones keep it when a person answers."""
    prefix = seen.subject.machine_prefix
    if not prefix:
        return None
    marked = f"The subject begins with “{prefix}”"
    told = seen.away or seen.other_contact or seen.reply_later
    if not seen.has_words:
        verdict = Verdict.OOO if seen.subject.absence_prefix else Verdict.AUTO
        return Finding(verdict, 6, f"{marked} and nothing is written.")
    if told:
        return _marked_and_away(seen, marked)
    return _marked_only(seen, marked)


def _marked_and_away(seen: Evidence, marked: str) -> Finding:
    told = seen.away or seen.other_contact or seen.reply_later
    if seen.answers and seen.greets_by_name and not seen.other_contact and len(seen.answers) < 2:
        return unsure(6, f"{marked}, but it also says “{seen.answers[0]}”.")
    if len(seen.answers) < 2 or (seen.other_contact and seen.away):
        return Finding(Verdict.OOO, 6, f"{marked} and it says “{told}”.")
    if seen.template and not seen.new.is_from_phone:
        return unsure(6, f"{marked}, but it also says “{seen.answers[0]}”.")
    return Finding(Verdict.HUMAN, 6, f"{marked}, but the words answer us: “{seen.answers[0]}”.")


def _marked_only(seen: Evidence, marked: str) -> Finding:
    if seen.receipts and len(seen.answers) < 2:
        return Finding(Verdict.ACK, 6, f"{marked} and it says “{seen.receipts[0]}”.")
    if seen.answers and not seen.receipts:
        return Finding(Verdict.HUMAN, 6, f"{marked}, but the words answer us: “{seen.answers[0]}”.")
    if not seen.answers and (seen.return_on or seen.back):
        return Finding(Verdict.OOO, 6, f"{marked} and it names a return.")
    if seen.template and not seen.answers:
        return Finding(Verdict.AUTO, 6, f"{marked} and it says “{seen.template[0]}”.")
    return unsure(6, f"{marked}, and the words tell nothing.")


def receipt(seen: Evidence) -> Finding | None:
    """Rule 7: one such phrase does not do, as people also write "we received it"."""
    found = seen.receipts
    if not found or seen.away:
        return None
    shown = f"A receipt: “{found[0]}”."
    if len(found) == 1:
        return _single_receipt(seen, shown)
    if len(seen.answers) > 1:
        return None
    if seen.answers:
        return unsure(7, f"It reads like a receipt, but says “{seen.answers[0]}”.")
    return Finding(Verdict.ACK, 7, shown)


def _single_receipt(seen: Evidence, shown: str) -> Finding | None:
    if seen.answers:
        return None
    if seen.is_from_no_reply:
        return Finding(Verdict.ACK, 7, shown)
    if seen.speaks_of_self or (seen.is_short and seen.subject.is_reply):
        return None
    return unsure(7, f"It may be a receipt: “{seen.receipts[0]}”.")


def unmarked_absence(seen: Evidence) -> Finding | None:
    """Rule 8: words of absence alone decide nothing, a template without an answer does."""
    away = seen.away or seen.away_in_subject
    if not away:
        return _only_back(seen)
    if not seen.answers:
        if seen.template or seen.back or seen.return_on:
            return Finding(Verdict.OOO, 8, f"An absence note: “{away}”.")
        if seen.asks_back:
            return None
        return unsure(8, f"It says “{away}” and nothing else that tells who wrote.")
    is_plain_answer = not seen.template or (len(seen.answers) > 1 and len(seen.template) == 1)
    if is_plain_answer:
        return None
    return unsure(8, f"It says “{away}”, but also “{seen.answers[0]}”.")


def _only_back(seen: Evidence) -> Finding | None:
    """A return or a stand-in without an absence: likely a note in words that we do not know."""
    if seen.answers or not (seen.back or seen.template):
        return None
    is_note = len(seen.template) > 1 or (seen.back and (seen.template or seen.return_on))
    return unsure(8, "It reads like a note left behind.") if is_note else None


def unread_sender(seen: Evidence) -> Finding | None:
    """Rule 9: nobody reads the answers to such a mail, and nobody typed it."""
    automatic = seen.calls_itself_automatic
    if not automatic and not seen.is_from_no_reply:
        return _bulk_mail(seen)
    if len(seen.answers) > 1:
        return unsure(9, f"An automatic mail that says “{seen.answers[0]}”.")
    reason = (
        f"It says “{automatic}”." if automatic else f"Nobody reads mail at {seen.address[:100]}."
    )
    return Finding(Verdict.AUTO, 9, reason)


def _bulk_mail(seen: Evidence) -> Finding | None:
    marks = len(BULK_MAIL.ends(seen.folded))
    if not marks or seen.is_short or seen.answers:
        return None
    if WANTS_OUT.find(seen.folded) and seen.length < 30:
        return None
    return unsure(9, "It reads like mail to many.")


def no_words(seen: Evidence) -> Finding | None:
    """Rule 10: nothing is written above the quoted thread."""
    return None if seen.has_words else unsure(10, "Nothing new is written in it.")


def person(seen: Evidence) -> Finding:
    """Rule 11: one word, a refusal or "who is this" are replies too."""
    if seen.answers:
        return Finding(Verdict.HUMAN, 11, f"A person answers: “{seen.answers[0]}”.")
    if not seen.is_in_known_language and seen.length > 8:
        return unsure(11, "It is written in a language that the rules do not know.")
    if seen.is_short and seen.personal_signs:
        return Finding(Verdict.HUMAN, 11, "A few words of a person.")
    # Of the weak signs none would do alone over many words.
    if seen.personal_signs < 2:
        return unsure(11, "None of the words answers us.")
    return Finding(Verdict.HUMAN, 11, "Nothing in it is a machine's.", is_certain=False)


def too_quick(seen: Evidence) -> str:
    """Rule 12, a tie-breaker: why a mail that reads like a person's may still be a machine's."""
    after = seen.message.answer_after
    if seen.message.seen_before and seen.length > _FEW_WORDS:
        return "The same words came from this sender before."
    if after is None or not timedelta() <= after < _QUICKEST_PERSON:
        return ""
    if seen.length > _LONGEST_QUICK_ANSWER:
        return "A long answer within seconds of our mail."
    return ""


RULES: tuple[Callable[[Evidence], Finding | None], ...] = (
    own_mail,
    failed_delivery,
    colleague,
    calendar,
    machine_notice,
    marked_absent,
    marked_subject,
    receipt,
    unmarked_absence,
    unread_sender,
    no_words,
    person,
)


def findings(seen: Evidence) -> Iterator[Finding]:
    """What the rules find, in their order; the first one decides. Never empty: rule 11 is total."""
    for rule in RULES:
        if found := rule(seen):
            yield found
