"""Notices that were seen, and the daily mail about them: each day's is claimed by one process alone."""

from datetime import date, datetime

from django.db.models import Q

from leads.models import Person


def see_notices(person: Person, *, until: datetime, read_to: datetime | None) -> None:
    """Everything up to that moment was looked at; an older page takes nothing back."""
    not_seen = Q(notices_seen_at=None) | Q(notices_seen_at__lt=until)
    Person.objects.filter(not_seen, pk=person.pk).update(
        notices_seen_at=until, notices_seen_to=read_to
    )


def switch_digest(person: Person, *, on: bool) -> None:
    Person.objects.filter(pk=person.pk).update(daily_digest=on)


def claim_digest(person: Person, today: date) -> bool:
    """Whether this call is the one that sends this day's digest: compare and set."""
    not_done = Q(digest_sent_on=None) | Q(digest_sent_on__lt=today)
    due = Person.objects.filter(not_done, pk=person.pk, daily_digest=True, is_active=True)
    return due.update(digest_sent_on=today) == 1


def give_back_digest(person: Person, today: date) -> None:
    """The mail server took nothing: let the next look of the timetable try again."""
    Person.objects.filter(pk=person.pk, digest_sent_on=today).update(
        digest_sent_on=person.digest_sent_on
    )
