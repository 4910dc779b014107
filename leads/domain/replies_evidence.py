"""What can be seen in a message before anybody judges it: sender, subject and new words."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from leads.domain import replies_absence as absence
from leads.domain import replies_answers as answers
from leads.domain import replies_words as wording
from leads.domain.replies_message import Message
from leads.domain.replies_phrases import Phrases, fold
from leads.domain.replies_receipts import CALLS_ITSELF_AUTOMATIC, RECEIPTS
from leads.domain.replies_return import return_day
from leads.domain.replies_subject import Subject, read_subject
from leads.domain.replies_text import NewWords, has_words, new_words, sentences

_DAEMON = re.compile(
    r"mailer-daemon|mailerdaemon|mail-daemon|postmaster|.{0,200}-bounces?|bounces?(?:[+=-].*)?"
    r"|microsoftexchange[0-9a-f]{16,}"
)
_DAEMON_NAME = Phrases(
    "mail delivery | mailer-daemon | postmaster | delivery subsystem | mail system"
)
_NO_REPLY = re.compile(
    r"(?:.{0,200}[._+-])?(?:no-?_?reply|do-?_?not-?_?reply|noreply|donotreply|notifications?|notify"
    r"|mailer|alerts?|automated|auto-?reply|autoreply|auto-?responder|newsletters?)(?:[._+-].*)?"
)
_SMTP_CODE = re.compile(wording.SMTP_CODE)
_WIDE_SCRIPT = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_KNOWN_SCRIPT = re.compile(r"[\u0370-\u04ff\u0590-\u06ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
# Capital only: the small "i" is a word of many other languages.
_ENGLISH_I = re.compile(r"(?<!\w)I(?![\w.])")
_WORD = re.compile(r"\w+")
_QUOTED_NOTE = re.compile(r'"[^"\n]{0,200}\w \w[^"\n]{0,200}"')
_GREETED_BY_NAME = re.compile(
    r"(?:Hi|Hello|Hey|Dear|Hallo|Liebe|Bonjour|Hola|Olá|Oi|Ciao|Hej|Hei) [A-Z]\w+"
)
_GENERIC_NAME = Phrases(
    "there | all | sender | customer | sir | madam | friend | team | valued | everyone | guest |"
    "client | sirs | neighbor | tenant | folks | renter | visitor"
)


def _sender(raw: str) -> str:
    """The bare address, lower case, also where the field says "Name <address>"."""
    return raw.rpartition("<")[2].partition(">")[0].strip().casefold()


@dataclass(frozen=True)
class Evidence:
    """A message read once; each property is one thing that a rule may ask for."""

    message: Message
    own_domains: Collection[str]
    inbound_marks: Collection[str]

    @cached_property
    def subject(self) -> Subject:
        return read_subject(self.message.subject, self.inbound_marks)

    @cached_property
    def new(self) -> NewWords:
        return new_words(self.message.text, self.message.html)

    @cached_property
    def folded(self) -> str:
        return fold(self.new.words)

    @cached_property
    def address(self) -> str:
        return _sender(self.message.from_email)

    # The sender

    @property
    def is_outgoing(self) -> bool:
        is_logged_inbound = self.subject.is_marked_inbound
        return self.message.direction.strip().upper() == "EMAIL" and not is_logged_inbound

    @property
    def is_from_daemon(self) -> bool:
        local = self.address.partition("@")[0]
        named = _DAEMON_NAME.start(fold(self.message.from_name[:200]))
        return bool(_DAEMON.fullmatch(local[:300]) or named)

    @property
    def is_from_no_reply(self) -> bool:
        return _NO_REPLY.fullmatch(self.address.partition("@")[0][:300]) is not None

    @property
    def is_from_us(self) -> bool:
        domain = self.address.rpartition("@")[2]
        ours = [own.strip().casefold() for own in self.own_domains]
        if self.address in [own for own in ours if "@" in own]:
            return True
        return any(own and (domain == own or domain.endswith(f".{own}")) for own in ours)

    # The new words

    @cached_property
    def has_words(self) -> bool:
        return has_words(self.new.words)

    @cached_property
    def length(self) -> int:
        """Words; in scripts without blanks two signs are taken for one word."""
        wide = len(_WIDE_SCRIPT.findall(self.folded))
        return len(_WORD.findall(_WIDE_SCRIPT.sub(" ", self.folded))) + (wide + 1) // 2

    @cached_property
    def answers(self) -> tuple[str, ...]:
        """One phrase a kind of answer: the words ask, order, report, propose or decide.

        Sentences that send the reader elsewhere do not count: "in urgent cases call me".
        """
        told = [fold(part) for part in sentences(self.new.words)]
        told = [part for part in told if not _sends_elsewhere(part)]
        found = [next(filter(None, map(group.find, told)), "") for group in answers.GROUPS[1:]]
        asked = next(
            filter(None, (answers.ASKS.find(part) for part in told if _is_question(part))), ""
        )
        return tuple(phrase for phrase in [asked, *found] if phrase)

    @cached_property
    def away(self) -> str:
        return absence.AWAY.find(self.folded) or ""

    @cached_property
    def away_in_subject(self) -> str:
        return "" if self.subject.is_reply else absence.AWAY.find(self.subject.bare) or ""

    @cached_property
    def other_contact(self) -> str:
        return absence.OTHER_CONTACT.find(self.folded) or ""

    @cached_property
    def reply_later(self) -> str:
        return absence.REPLY_LATER.find(self.folded) or ""

    @cached_property
    def back(self) -> str:
        return absence.BACK.find(self.folded) or ""

    @cached_property
    def return_on(self) -> date | None:
        return return_day(self.new.words, self.message.sent_at)

    @cached_property
    def template(self) -> tuple[str, ...]:
        """What absence notes say besides the absence, one phrase a kind."""
        kinds = (absence.OTHER_CONTACT, absence.REPLY_LATER, absence.THANKS_FOR_MAIL)
        found = [kind.find(self.folded) for kind in kinds]
        return tuple(phrase for phrase in (*found, self.calls_itself_automatic) if phrase)

    @cached_property
    def receipts(self) -> tuple[str, ...]:
        """What receipts say, one phrase a kind."""
        subject = "" if self.subject.is_reply else self.subject.bare
        text = f"{subject} {self.folded}"
        found = [absence.THANKS_FOR_MAIL.find(subject)]
        found += [group.find(text) for group in RECEIPTS]
        if RECEIPTS[0].find(subject) and RECEIPTS[0].find(self.folded):
            found.append(RECEIPTS[0].find(subject))
        return tuple(phrase for phrase in (*found, self.calls_itself_automatic) if phrase)

    @cached_property
    def calls_itself_automatic(self) -> str:
        """The words by which the mail does so; "is this an automated message?" is a person's."""
        told = (fold(part) for part in sentences(self.new.words) if not part.endswith("?"))
        return next(filter(None, map(CALLS_ITSELF_AUTOMATIC.find, told)), "")

    @cached_property
    def failures(self) -> tuple[str, ...]:
        """Wording of failed delivery and the mail server's own codes, one phrase a kind."""
        found = [group.find(self.folded) for group in wording.FAILED_DELIVERY]
        code = _SMTP_CODE.search(self.folded)
        return tuple(phrase for phrase in (*found, code and code.group()) if phrase)

    @cached_property
    def has_note(self) -> bool:
        """Whether a calendar answer carries something that its sender typed."""
        return bool(wording.NOTE_FOLLOWS.find(self.folded) or _QUOTED_NOTE.search(self.folded))

    @cached_property
    def beyond_calendar(self) -> str:
        """The words that no calendar program writes."""
        lines = [fold(line) for line in self.new.words.splitlines()]
        kept = [line for line in lines if line and not wording.CALENDAR_LINES.start(line)]
        kept = [
            line for line in kept if not wording.CALENDAR_WORDS.find(line) and "://" not in line
        ]
        return " ".join(kept)

    # The person

    @cached_property
    def is_short(self) -> bool:
        return self.length <= 12

    @cached_property
    def speaks_of_self(self) -> bool:
        is_english = _ENGLISH_I.search(self.new.words) is not None
        return is_english or answers.SPEAKS_OF_SELF.find(self.folded) is not None

    @cached_property
    def personal_signs(self) -> int:
        """How many weak signs of a person are there."""
        signs = (
            self.new.is_from_phone,
            self.subject.is_reply,
            any(mark in self.folded for mark in "?؟"),
            answers.OUR_GOODS.find(self.folded) is not None,
            self.speaks_of_self,
            self.greets_by_name,
        )
        return sum(signs)

    @cached_property
    def asks_back(self) -> bool:
        """A question in answer to our mail, also one in words that the lists do not know."""
        return self.subject.is_reply and any(mark in self.folded for mark in "?؟")

    @cached_property
    def greets_by_name(self) -> bool:
        found = _GREETED_BY_NAME.match(self.new.words)
        return found is not None and _GENERIC_NAME.find(fold(found.group())) is None

    @cached_property
    def is_in_known_language(self) -> bool:
        if _KNOWN_SCRIPT.search(self.folded):
            return True
        if any(ord(sign) > 0x590 and sign.isalpha() for sign in self.folded):
            return False
        return len(answers.KNOWN_LANGUAGE.ends(self.folded)) * 10 >= self.length


def _sends_elsewhere(sentence: str) -> bool:
    lists = (absence.OTHER_CONTACT, absence.REPLY_LATER, *RECEIPTS[:3])
    return any(phrases.find(sentence) for phrases in lists)


def _is_question(folded: str) -> bool:
    return any(mark in folded for mark in "?؟;") or _WIDE_SCRIPT.search(folded) is not None
