"""What to write to somebody whose address no courier can use: one message that asks for everything."""

from collections.abc import Sequence

_NAMES = {
    "missing_street_number": "street address with its number",
    "missing_city": "city",
    "missing_state": "state",
    "missing_zip": "ZIP code",
}
WHY = {
    "shippable": "A courier can take it.",
    "empty": "There is no address.",
    "foreign": "It is outside the United States.",
    "military": "It is a military or diplomatic post office: only the Postal Service goes there.",
    "po_box": "It is a post office box: couriers cannot deliver there.",
    "missing_street_number": "There is no street with a house number.",
    "missing_city": "There is no city.",
    "missing_state": "There is no state.",
    "missing_zip": "There is no complete ZIP code.",
    "zip_state_mismatch": "ZIP code and state do not belong together.",
}


def ask_for(verdict: str, missing: Sequence[str], text: str, proposal: str) -> str:
    """The words to send; "" for an address that can be shipped to."""
    given = " ".join(text.split())[:200]
    match verdict:
        case "shippable":
            return ""
        case "empty":
            return (
                "Where may we send the lock? Please send the full street address with city, state and "
                "ZIP code."
            )
        case "foreign":
            return (
                "We ship demo locks within the United States. Is there an address there that may "
                "receive it?"
            )
        case "military":
            return (
                "Our courier does not reach military post offices. Is there a street address, with someone "
                "to receive the lock?"
            )
        case "po_box":
            return (
                "Couriers cannot deliver to a post office box. Which street address, with someone to receive "
                "the lock, may we use?"
            )
        case "zip_state_mismatch":
            return f"We have “{given}”. {proposal} Which is right?"
    return asked_for(missing, given, proposal)


def asked_for(missing: Sequence[str], given: str, proposal: str) -> str:
    names = [_NAMES[one] for one in missing if one in _NAMES]
    wanted = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    hint = f" {proposal}" if proposal else ""
    rural = (
        " If your mail goes to a rural box, the 911 address is the one that we need."
        if "missing_street_number" in missing
        else ""
    )
    return f"We have “{given}”, but not the {wanted}. Could you send us the whole address?{hint}{rural}"
