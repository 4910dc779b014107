"""Rules 1, 3 and 4: failed deliveries, calendars, and wording that only machines write."""

from leads.domain.replies_evidence import Evidence
from leads.domain.replies_message import Finding, unsure
from leads.domain.replies_words import (
    ADDRESS_CHANGE,
    CALENDAR_WORDS,
    LEFT_AS_TOLD_BY_OTHERS,
    LEFT_AS_TOLD_BY_SELF,
    MACHINE_NOTICES,
    MACHINE_SUBJECTS,
)
from leads.domain.touches import Verdict


def failed_delivery(seen: Evidence) -> Finding | None:
    """Rule 1: before "a colleague", since our own server sends these too."""
    if seen.message.bounce_detail.strip():
        return Finding(Verdict.BOUNCE, 1, "HubSpot recorded a failed delivery.")
    if seen.is_from_daemon:
        return _from_daemon(seen)
    # Words that neither tell of a failure nor sound like a person are a server's all the same.
    is_told = not seen.answers and (seen.failures or not seen.personal_signs)
    if seen.subject.bounce and is_told:
        return Finding(Verdict.BOUNCE, 1, f"The subject begins with “{seen.subject.bounce}”.")
    if len(seen.failures) > 1 and (seen.subject.bounce or not seen.answers):
        return unsure(1, f"It says “{seen.failures[0]}”, but a person may have sent it.")
    return None


def _from_daemon(seen: Evidence) -> Finding:
    if notice := _machine_notice(seen):
        return Finding(Verdict.AUTO, 1, f"A mail server writes “{notice}”.")
    if seen.answers and not seen.failures and not seen.subject.bounce:
        return unsure(1, "A mail server's address, but the words answer us.")
    return Finding(Verdict.BOUNCE, 1, f"It comes from a mail server, {seen.address[:100]}.")


def calendar(seen: Evidence) -> Finding | None:
    """Rule 3: the click on "accept" is no written reply, a typed note is."""
    wording = CALENDAR_WORDS.find(seen.folded)
    if not seen.subject.calendar and len(CALENDAR_WORDS.ends(seen.folded)) < 2:
        return None
    shown = seen.subject.calendar or wording or ""
    machine = Finding(Verdict.CALENDAR, 3, f"A calendar wrote it: “{shown}”.")
    if wording:
        return _calendar_wording(seen, machine)
    if not seen.beyond_calendar:
        return machine
    # Without a calendar's own wording the words are typed: "Accepted! Please send the contract."
    if seen.answers:
        return None
    if seen.is_short:
        return Finding(Verdict.HUMAN, 3, "Somebody typed words into a calendar answer.")
    return unsure(3, "A calendar's subject over other words.")


def _calendar_wording(seen: Evidence, machine: Finding) -> Finding | None:
    if seen.has_note:
        return Finding(Verdict.HUMAN, 3, "A calendar answer with a note that somebody typed.")
    if not seen.answers:
        return machine
    return unsure(3, f"A calendar wrote it, but it also says “{seen.answers[0]}”.")


def machine_notice(seen: Evidence) -> Finding | None:
    """Rule 4: wording that people do not write."""
    if seen.subject.read_receipt and not seen.answers and not seen.personal_signs:
        return Finding(Verdict.AUTO, 4, "A read receipt.")
    if is_empty_unsubscribe(seen):
        return Finding(Verdict.AUTO, 4, "An empty mail of an unsubscribe button.")
    if notice := _machine_notice(seen):
        if len(seen.answers) > 1 and not seen.is_from_no_reply:
            return unsure(4, f"It says “{notice}”, but also “{seen.answers[0]}”.")
        return Finding(Verdict.AUTO, 4, f"No person writes “{notice}”.")
    return _changed_address(seen) or _left_company(seen)


def is_empty_unsubscribe(seen: Evidence) -> bool:
    """The mail that a mail program sends when somebody presses "unsubscribe"."""
    is_button = seen.subject.bare.startswith("unsubscribe")
    return is_button and (not seen.has_words or bool(seen.calls_itself_automatic))


def _machine_notice(seen: Evidence) -> str:
    in_text = MACHINE_NOTICES.find(seen.folded)
    if in_text:
        return in_text
    is_machine = seen.is_from_no_reply or bool(seen.calls_itself_automatic)
    in_subject = MACHINE_SUBJECTS.find(seen.subject.bare) if is_machine else None
    return in_subject or ""


def _changed_address(seen: Evidence) -> Finding | None:
    told = ADDRESS_CHANGE.find(seen.folded)
    if not told or seen.answers:
        return None
    if seen.calls_itself_automatic or seen.subject.machine_prefix or seen.is_from_no_reply:
        return Finding(Verdict.AUTO, 4, f"A notice of a changed address: “{told}”.")
    return unsure(4, f"It says “{told}”; a person or a machine may tell so.")


def has_left(seen: Evidence) -> bool:
    """Whether the words say that the contact is no longer with the firm."""
    told = LEFT_AS_TOLD_BY_OTHERS.find(seen.folded) or LEFT_AS_TOLD_BY_SELF.find(seen.folded)
    return told is not None


def _left_company(seen: Evidence) -> Finding | None:
    """In the third person a notice, in the first a person: "I'm gone, write to my new address"."""
    if not has_left(seen):
        return None
    notice = Finding(Verdict.AUTO, 4, "A notice that the contact has left the firm.")
    is_marked = seen.subject.machine_prefix or seen.calls_itself_automatic
    if is_marked or seen.message.out_of_office or seen.is_from_no_reply:
        return (
            notice if not seen.answers else unsure(4, "A notice of leaving that also answers us.")
        )
    if seen.answers:
        return None
    if LEFT_AS_TOLD_BY_SELF.find(seen.folded):
        return (
            unsure(4, "Somebody left the firm; a note of theirs may say so.")
            if seen.template
            else None
        )
    return notice if seen.template else unsure(4, "Somebody tells that the contact left the firm.")
