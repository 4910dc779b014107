"""What people type, read and refused in words; whether a rule allows it is for the actions to say."""

from datetime import date
from hashlib import sha256
from typing import Any, ClassVar, cast

from django import forms
from django.http import QueryDict

from leads.domain.calls import CallOutcome
from leads.domain.disqualification import Reason
from leads.domain.pipeline import Stage

KEY = 64
DAY_FORMATS = ["%Y-%m-%d", "%d.%m.%Y", "%m/%d/%Y", "%d %b %Y"]


class Day(forms.DateField):
    """A day, as the browser's own field sends it or as people write it."""

    def __init__(self) -> None:
        super().__init__(
            required=False,
            input_formats=DAY_FORMATS,
            error_messages={"invalid": "That is not a day. Write it like 2026-11-30."},
        )


class Said(forms.Form):
    """One posted form. `name` is that of its fragment, `stamp` what was drawn into it."""

    name: ClassVar[str]
    seen = forms.CharField(required=False, max_length=64)
    key = forms.CharField(required=False, max_length=KEY)

    @property
    def fault(self) -> str:
        """The first thing that cannot be read, in words."""
        return next((str(words[0]) for words in self.errors.values()), "")

    def said(self, name: str) -> str:
        value = self.cleaned_data.get(name) or ""
        return str(value)

    def day(self, name: str) -> date | None:
        value: date | None = self.cleaned_data.get(name)
        return value

    def stamp(self, about: object) -> dict[str, Any]:
        """What makes a second post of this form the same post: its drawn key, what it is about and all
        that was typed. Other words under the same key are another choice."""
        if not (key := self.said("key")):
            return {"key": None}
        posted = cast("QueryDict", self.data)
        typed = [(name, posted.getlist(name)) for name in sorted(self.fields)]
        return {"key": sha256(repr((self.name, str(about), key, typed)).encode()).hexdigest()}


class DisqualifyForm(Said):
    """A reason, of bad timing with the day to call back; `later` is a day that says both at once."""

    name = "disqualify"
    reason = forms.CharField(required=False, max_length=100)
    callback_on = Day()
    later = Day()
    note = forms.CharField(
        required=False,
        max_length=5000,
        error_messages={"max_length": "That note is too long: keep it under 5,000 letters."},
    )

    def clean(self) -> dict[str, Any]:
        said = self.cleaned_data
        if later := said.get("later"):
            said |= {"reason": Reason.BAD_TIMING.value, "callback_on": later}
        return said


class MoveForm(Said):
    name = "move"
    stage = forms.CharField(required=False, max_length=64)

    @property
    def chosen(self) -> Stage | None:
        return Stage.from_slug(self.said("stage"))


class AssignForm(Said):
    name = "assign"
    owner_seen = forms.CharField(required=False, max_length=32)
    owner = forms.CharField(required=False, max_length=32)


class ChannelForm(Said):
    name = "channel"
    channel = forms.CharField(required=False, max_length=200)


class LabelForm(ChannelForm):
    """The desk's press: a channel and, with it, the name by the rule."""

    name = "label"
    with_name = forms.BooleanField(required=False)


class RenameForm(Said):
    name = "rename"


class TickForm(Said):
    name = "tick"
    done = forms.BooleanField(required=False)


class NextStepForm(Said):
    name = "next_step"
    due_seen = forms.CharField(required=False, max_length=10)
    due_on = Day()
    subject = forms.CharField(
        required=False,
        max_length=250,
        error_messages={"max_length": "Say the next step in fewer than 250 letters."},
    )
    done = forms.BooleanField(required=False)


class NoteForm(Said):
    name = "note"
    text = forms.CharField(required=False)


class HandOffForm(Said):
    name = "hand_off"
    deal_name = forms.CharField(required=False)
    amount = forms.CharField(required=False, max_length=64)
    close_on = Day()
    could_buy = forms.CharField(required=False, max_length=16)
    channel = forms.CharField(required=False, max_length=200)


class LinkDealForm(Said):
    name = "link_deal"
    lead = forms.IntegerField(
        error_messages={"required": "Choose the lead.", "invalid": "Choose the lead."}
    )


class JudgeForm(Said):
    name = "judge"
    is_human = forms.ChoiceField(
        choices=[("yes", "A person"), ("no", "A machine")],
        error_messages={
            "required": "Say whether a person wrote it.",
            "invalid_choice": "Say whether a person wrote it.",
        },
    )


class LogCallForm(Said):
    name = "log_call"
    outcome = forms.CharField(required=False, max_length=64)
    note = forms.CharField(required=False)

    @property
    def chosen(self) -> CallOutcome | None:
        return CallOutcome.from_slug(self.said("outcome"))


class UndoForm(Said):
    name = "undo"
    decision = forms.IntegerField(required=False)


class RaiseForm(Said):
    name = "raise"
    contact = forms.CharField(required=False, max_length=32)
    owner = forms.CharField(required=False, max_length=32)
    channel = forms.CharField(required=False, max_length=200)
    type = forms.CharField(required=False, max_length=64)


class ManyForm(DisqualifyForm, MoveForm, AssignForm, ChannelForm):
    """One choice for many leads: whatever any of its buttons may need."""

    name = "many"
    action = forms.CharField(required=False, max_length=32)
    seen = forms.CharField(required=False)

    @property
    def stages_seen(self) -> dict[str, str]:
        """The stage that each lead had on the page, by the lead's id: "12:new 14:connected"."""
        pairs = (pair.partition(":") for pair in self.said("seen").split())
        return {id: slug for id, _, slug in pairs}


class PortalForm(Said):
    """A press on the portal page: "check", or the name of a fix."""

    name = "portal"
    what = forms.CharField(required=False, max_length=64)


class SettleForm(Said):
    name = "settle"
