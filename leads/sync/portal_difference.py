"""One difference between the portal and what the rules believe."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference. `message` says what it is and what it breaks, `mend` in words what to do about it,
    `fix` names the press that mends it, where the API allows; an offer breaks nothing."""

    code: str
    message: str
    mend: str = ""
    is_offer: bool = False
    fix: str = ""
