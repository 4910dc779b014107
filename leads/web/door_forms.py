"""The forms of a door: what an admin types, and the presses that need no words."""

from django import forms

from leads.domain.door import UnableToOpenDoor
from leads.models import Door
from leads.web.forms import Said


class PressForm(Said):
    """A button alone: nothing is typed, the drawn key makes two presses one."""

    name = "press"


class SwitchForm(Said):
    name = "switch"
    on = forms.CharField(required=False, max_length=3)


class DoorForm(Said):
    name = "door"
    name_of_door = forms.CharField(
        required=False,
        max_length=120,
        error_messages={"max_length": "Keep the name under 120 letters."},
    )
    channel = forms.CharField(required=False, max_length=64)
    daily_cap = forms.CharField(required=False, max_length=64)
    ships = forms.CharField(required=False, max_length=3)
    owner_rule = forms.CharField(required=False, max_length=16)
    owner = forms.CharField(required=False, max_length=32)
    origins = forms.CharField(required=False, max_length=4000)

    def check_readable(self) -> None:
        if not self.is_valid():
            raise UnableToOpenDoor(self.fault)


def as_typed(door: Door) -> dict[str, object]:
    """A door as its form shows it before anybody types."""
    return {
        "name_of_door": door.name,
        "channel": door.channel,
        "daily_cap": door.daily_cap,
        "ships": "yes" if door.ships else "no",
        "owner_rule": door.owner_rule,
        "owner": door.owner_id or "",
        "origins": "\n".join(door.origins),
    }
