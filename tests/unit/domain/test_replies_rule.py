"""The judgement on any message: total, blind to quoted words, cautious, and done in one pass."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from leads.domain.replies import Judgement, Message, judge
from leads.domain.touches import Verdict

OURS = ("kiss-locks.example", "boss@mail.example")
# The calendar's end, where counting on would overflow.
LAST = datetime.max.replace(tzinfo=UTC)
ATTRIBUTION = "On Mon, Nov 2, 2026 at 8:05 AM Rita Roe <rita@kiss-locks.example> wrote:"
TOPS = (
    "Yes",
    "I am out of the office until 16 November. For urgent matters contact the front desk.",
    "We received your message and will respond within 24 hours.",
    "Who is this?",
)
# Each repeats what a careless pattern would try anew at every place.
HOSTILE = (
    "On 1 ",
    "> ",
    "<div class=gmail_quote>",
    "<!--",
    "<",
    "--\n",
    "From: ",
    "From: a Sent",
    "until 1",
    "1/1/",
    "11.11.",
    "&#9",
    '"a ',
    "automatic reply ",
    "[ext ",
    "re: ",
    "\n",
    "a\n",
    "No longer with\n",
    "月1",
    "CAUTION: do not click links. ",
)


def mail(text: str = "", **more: Any) -> Message:
    known: dict[str, Any] = {
        "direction": "INCOMING_EMAIL",
        "subject": "Re: Trial",
        "from_email": "ann@barn.example",
    }
    return Message(**(known | {"text": text} | more))


def judged(text: str = "", **more: Any) -> Judgement:
    return judge(mail(text, **more), own_domains=OURS)


@settings(deadline=None)
@given(
    text=st.text(),
    html=st.text(),
    subject=st.text(),
    sender=st.text(),
    sent_at=st.datetimes(timezones=st.just(UTC)) | st.none(),
    flag=st.booleans() | st.none(),
)
@example(text="&#" + "9" * 5000, html="", subject="", sender="", sent_at=None, flag=None)
@example(text="", html="&#" + "9" * 5000, subject="", sender="@", sent_at=None, flag=None)
@example(text="back 31 December", html="", subject="", sender="<", sent_at=LAST, flag=True)
@example(text="back on Monday", html="", subject="", sender="<", sent_at=LAST, flag=True)
def test_any_message_gets_a_judgement(
    text: str, html: str, subject: str, sender: str, sent_at: datetime | None, flag: bool | None
) -> None:
    found = judged(
        text, html=html, subject=subject, from_email=sender, sent_at=sent_at, out_of_office=flag
    )
    assert found.verdict in Verdict
    assert found.because


@given(
    top=st.sampled_from(TOPS),
    quoted=st.lists(st.text(st.characters(exclude_categories=["C", "Z"]))),
)
def test_quoted_text_never_changes_the_verdict(top: str, quoted: list[str]) -> None:
    thread = "\n".join(f"> {line}" for line in quoted)
    assert judged(f"{top}\n\n{ATTRIBUTION}\n{thread}") == judged(top)


@settings(deadline=None)
@given(top=st.sampled_from(TOPS), quoted=st.text(st.characters(exclude_characters="<>")))
def test_a_quote_marked_in_html_never_changes_the_verdict(top: str, quoted: str) -> None:
    html = f"<p>{top}</p><div class='gmail_quote'><div>wrote:</div>{quoted}</div>"
    assert judged("", html=html) == judged(top)


@pytest.mark.parametrize("piece", HOSTILE)
def test_a_hundred_thousand_hostile_signs_are_judged(piece: str) -> None:
    hostile = (piece * 100_000)[:100_000]
    found = judged(hostile, html=hostile, subject=hostile, from_email=hostile, from_name=hostile)
    assert found.verdict in Verdict


@pytest.mark.parametrize(
    "thread",
    [
        "On Mon, Nov 2, 2026 at 8:05 AM Rita Roe\n<rita@kiss-locks.example>\nwrote:\n> Off",
        "Am Mo., 2. Nov. 2026 um 08:05 schrieb Rita <rita@kiss-locks.example>:\nIm Urlaub",
        "Le lun. 2 nov. 2026 à 08:05, Rita a écrit :\nAbsente",
        "El lun, 2 nov 2026 a las 8:05, Rita escribió:\nDe vacaciones",
        "-----Original Message-----\nThis is an automated message",
        "________________________________\nVon: Rita\nGesendet: Montag\nAn: Ann\n\nAbwesend",
        "Begin forwarded message:\n\nundeliverable",
        "-- \nAnn Oak\nThis is an automated message",
        "Sent from my iPhone\n\nOut of office until Monday, please contact Ben",
    ],
)
def test_each_program_s_way_of_quoting_is_cut(thread: str) -> None:
    assert judged(f"Fine by me\n\n{thread}").verdict is Verdict.HUMAN


def test_an_answer_below_the_quote_is_found() -> None:
    found = judged(f"{ATTRIBUTION}\n> I am out of office, please contact Ben\n\nSend me two more")
    assert (found.verdict, found.because) == (Verdict.HUMAN, "A person answers: “send me”.")


def test_a_gateway_s_banner_is_not_the_sender_s() -> None:
    banner = "CAUTION: This email originated from outside. Do not click links you do not expect."
    assert judged(f"{banner}\n\nYes please").verdict is Verdict.HUMAN


def test_nothing_new_asks_the_owner() -> None:
    assert judged(f"{ATTRIBUTION}\nHello Ann").verdict is Verdict.UNSURE


def test_one_sign_is_a_reply() -> None:
    assert judged("?").verdict is Verdict.HUMAN


def test_a_long_answer_within_seconds_asks_the_owner() -> None:
    words = "Yes, let's talk about the price for all of our sites when you have the time next week"
    assert judged(words).verdict is Verdict.HUMAN
    assert judged(words, answer_after=timedelta(seconds=40)).verdict is Verdict.UNSURE
    assert judged("Yes, call me", answer_after=timedelta(seconds=40)).verdict is Verdict.HUMAN


def test_the_same_words_again_ask_the_owner() -> None:
    assert judged("Call me about the price", seen_before=True).verdict is Verdict.UNSURE
    assert judged("Thanks!", seen_before=True).verdict is Verdict.HUMAN


def test_time_never_makes_a_person_of_a_machine() -> None:
    note = "I am on vacation until 16 November. Please contact Ben."
    assert judged(note, answer_after=timedelta(seconds=2)).verdict is Verdict.OOO


def test_hubspot_s_mark_against_the_words_asks_the_owner() -> None:
    text = "Yes, send me the contract. Can you call me at three?"
    assert judged(text, out_of_office=True).verdict is Verdict.UNSURE


def test_an_unknown_language_asks_the_owner() -> None:
    text = "ฉัน จะ กลับ มา ใน สัปดาห์ หน้า ขอบคุณ มาก ครับ ผม รอ"
    assert judged(text).verdict is Verdict.UNSURE


def test_a_refusal_is_a_reply_that_wants_out() -> None:
    found = judged("Please remove me from this list")
    assert (found.verdict, found.wants_out) == (Verdict.HUMAN, True)
    assert not judged("Please send me the list").wants_out


def test_a_notice_of_leaving_is_told_apart_from_absence() -> None:
    found = judged(
        "Ann is no longer with us. Please contact Ben.", subject="Automatic reply: Trial"
    )
    assert (found.verdict, found.left_company) == (Verdict.AUTO, True)


def test_a_leaver_who_answers_is_a_person() -> None:
    found = judged("I no longer work there, but send me the price at my new job")
    assert (found.verdict, found.left_company) == (Verdict.HUMAN, True)


@pytest.mark.parametrize(
    "sender", ["omar@kiss-locks.example", "Omar <omar@eu.KISS-locks.example>", "boss@mail.example"]
)
def test_our_own_people_are_colleagues(sender: str) -> None:
    assert judged("Yes, send me two", from_email=sender).verdict is Verdict.COLLEAGUE


def test_a_domain_that_only_ends_alike_is_not_ours() -> None:
    assert judged("Yes", from_email="ann@notkiss-locks.example").verdict is Verdict.HUMAN


def test_mail_logged_as_outgoing_counts_as_incoming_where_its_subject_is_marked() -> None:
    text = "Yes, send me two"
    assert judged(text, direction="EMAIL").verdict is Verdict.COLLEAGUE
    marked = "[Apollo] [Email] [<<] Re: Trial"
    assert judged(text, direction="EMAIL", subject=marked).verdict is Verdict.HUMAN


def test_a_bounce_of_our_own_mail_shows_on_the_outgoing_record() -> None:
    assert judged("Hi Ann", direction="EMAIL", bounce_detail="550").verdict is Verdict.BOUNCE
