"""The few tags and filters of the screens: icons, a form's key, days and times as the office says them."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from leads.domain import pipeline
from leads.domain.disqualification import Reason
from leads.domain.next_step import today_in
from leads.domain.pipeline import Stage
from leads.queries.board import Board, Column
from leads.queries.card import Card, SyncMark
from leads.web.address import Address
from leads.web.days import FormDates, dates_from
from leads.web.navigation import Place, more_of, places_for, tabs_of
from leads.web.words import SHEET_TITLES, Empty, Mend, empty_words, mend_for, why_ask

register = template.Library()


@register.simple_tag
def icon(name: str) -> SafeString:
    """One drawing of the sprite. It never speaks: the words beside it do."""
    return format_html(
        '<svg class="icon" aria-hidden="true"><use href="{}#i-{}"></use></svg>',
        static("img/icons.svg"),
        name,
    )


@register.simple_tag
def new_key() -> str:
    """The key of one drawn form: posting the same form twice changes something once."""
    return secrets.token_urlsafe(18)


@dataclass(frozen=True, slots=True)
class LastTold:
    """The toast of a page that follows a change: one, whatever was said before it."""

    words: str
    lead_id: str = ""
    decision_id: str = ""

    @property
    def may_undo(self) -> bool:
        return bool(self.decision_id)


@register.simple_tag(takes_context=True)
def last_told(context: template.Context) -> LastTold | None:
    """The last message kept for this page; its tags are the lead and the decision, see `answers`."""
    said = list(context.get("messages") or ())
    if not said:
        return None
    lead_id, _, decision_id = (said[-1].extra_tags or "").partition(" ")
    return LastTold(str(said[-1]), lead_id, decision_id)


@register.simple_tag(takes_context=True)
def places(context: template.Context) -> tuple[Place, ...]:
    """The places that this person may go to, with the one they are at marked."""
    return places_for(context["request"])


@register.simple_tag
def behind_more(all_places: tuple[Place, ...]) -> Place:
    """The last entry of a phone's bar, for what does not fit into it."""
    return more_of(all_places)


@register.simple_tag(takes_context=True)
def tabs_in(context: template.Context, group: str) -> tuple[Place, ...]:
    """The pages of a place of the rail, as its tabs: those that are for this person."""
    return tabs_of(group, context["request"])


@register.filter
def clock(at: datetime | None) -> str:
    """The office's time of day, "12:04"; of another day "26 Aug, 12:04"."""
    if at is None:
        return ""
    local = at.astimezone(settings.OFFICE)
    if local.date() == today_in(settings.OFFICE, timezone.now()):
        return f"{local:%H:%M}"
    return f"{day(local.date())}, {local:%H:%M}"


@register.filter
def day(on: date | None) -> str:
    """A day as people write it, "26 Aug"; with the year where it is another one."""
    if on is None:
        return ""
    words = f"{on.day} {on:%b}"
    this_year = today_in(settings.OFFICE, timezone.now()).year
    return words if on.year == this_year else f"{words} {on.year}"


@register.filter
def moves(card: Card) -> list[Stage]:
    """The stages to which a person may move this lead with nothing more to say."""
    return [stage for stage in Stage if pipeline.may_move_by_hand(card.stage, stage)]


@register.filter
def refusals(column: Column) -> list[tuple[str, str]]:
    """For each stage that a card may come from: why this column does not take it, if it does not."""
    if column.stage is None:
        return [(start.slug, "unknown stage: takes no cards") for start in Stage]
    refused = [(start.slug, pipeline.why_not(start, column.stage)) for start in Stage]
    return [(slug, why) for slug, why in refused if why]


@register.filter
def order(card: Card) -> str:
    """The place within its column, as text: by next step, none first; closed ones by closing day."""
    on = card.closed_on if card.is_closed else card.step.due_on
    return on.isoformat() if on else ""


@register.filter
def is_open(card: Card) -> bool:
    """Whether this attempt still runs, in a stage that we know."""
    return card.stage is not None and not card.stage.is_closed


@register.filter
def asks_first(card: Card) -> bool:
    """Whether "No response" asks before it closes: nothing went out yet, or they have answered."""
    return bool(why_ask(card))


@register.filter
def question(card: Card, said: Mapping[str, str]) -> str:
    """What the form that closes asks: an answer is at odds with No response alone."""
    if card.stage is Stage.CONNECTED:
        is_silence = said.get("reason") == Reason.NO_RESPONSE
        return f"{why_ask(card)} Close it as No response all the same?" if is_silence else ""
    return f"{why} Close it all the same?" if (why := why_ask(card)) else ""


@register.filter
def mend(mark: SyncMark) -> Mend | None:
    """What a person can do about a write that HubSpot did not take; None where nothing is wrong."""
    return mend_for(mark)


@register.filter
def has_cards(board: Board) -> bool:
    """Whether any card is drawn: without one, the columns themselves must take the focus to scroll."""
    return any(column.cards for column in board.columns)


@register.simple_tag
def nothing(column: Column, address: Address) -> Empty:
    """What an empty column says."""
    return empty_words(column, is_narrowed=address.is_narrowed)


@register.filter
def folded(address: Address, column: Column) -> bool:
    """Whether a closed column is drawn as a rail."""
    return column.is_rail and address.wide != column.slug


@register.filter
def unfold(address: Address, column: Column) -> str:
    """The board with this rail widened, or narrow again."""
    return address.to(wide="" if address.wide == column.slug else column.slug)


@register.filter
def at_length(address: Address, column: Column) -> str:
    """The board with all cards of this column."""
    return address.to(more=column.slug, wide=column.slug if column.is_rail else address.wide)


@register.filter
def with_density(address: Address, density: str) -> str:
    return address.with_density(density)


@register.filter
def whole_count(column: Column) -> str:
    """The count for a column that is shown whole; the page itself adds how many it shows."""
    return (
        str(column.count) if column.count == column.total else f"{column.count} of {column.total}"
    )


@register.simple_tag
def form_dates() -> FormDates:
    """The days that forms offer with one press, in the office's calendar."""
    return dates_from(today_in(settings.OFFICE, timezone.now()))


@register.simple_tag
def quick_reasons() -> list[Reason]:
    """The reasons that a card's menu offers outright; No response has a button of its own."""
    return [reason for reason in Reason if not reason.is_rare and reason is not Reason.NO_RESPONSE]


@register.filter
def form_template(form_name: str) -> str:
    """Where the fragment of a form is found."""
    return f"leads/parts/forms.html#{form_name}"


@register.filter
def sheet_title(form_name: str) -> str:
    return SHEET_TITLES[form_name]


@register.filter
def closes(form_name: str) -> bool:
    """Whether the form ends the attempt."""
    return form_name == "disqualify"


@register.filter
def stage_label(card: Card) -> str:
    return card.stage.label if card.stage else "Unknown stage"
