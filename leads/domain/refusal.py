"""How a rule says no: in words for the person, and with the paragraph that gives the reason."""

from typing import ClassVar


class Refusal(Exception):
    """A rule said no. `str(refusal)` is fit to show to the person who asked.

    `rule` is the anchor of the paragraph on the playbook page that gives the reason. Each room
    has its own subclass, named after what could not be done.
    """

    rule: ClassVar[str] = "rules"

    @property
    def words(self) -> str:
        """The refusal as one or two sentences for a person."""
        return str(self)
