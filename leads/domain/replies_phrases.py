"""Finding fixed phrases in a text of any language, blind to case, accents and line breaks."""

import re
import unicodedata

# Letters that carry no separable accent, and the many shapes of quote and dash, each to one sign.
_ONE_SIGN = str.maketrans(
    {
        "ı": "i",
        "ł": "l",
        "ø": "o",
        "đ": "d",
        **dict.fromkeys("’‘ʼ`´", "'"),
        **dict.fromkeys("“”„«»", '"'),
        **dict.fromkeys("–—‒−", "-"),
    }
)
_INVISIBLE = frozenset({"Mn", "Cf"})


def fold(text: str) -> str:
    """The text as phrases are compared: lower case, no accents, one blank between words."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    kept = "".join(sign for sign in apart if unicodedata.category(sign) not in _INVISIBLE)
    return " ".join(unicodedata.normalize("NFKC", kept).translate(_ONE_SIGN).split())


def _has_case(sign: str) -> bool:
    return sign.isdigit() or sign.upper() != sign.lower()


def _as_pattern(phrase: str) -> str:
    """One phrase with word borders where its script has any; a final `*` leaves the stem open."""
    words = fold(phrase.removesuffix("*"))
    before = r"(?<!\w)" if _has_case(words[0]) else ""
    after = r"(?!\w)" if _has_case(words[-1]) and not phrase.endswith("*") else ""
    return before + re.escape(words) + after


class Phrases:
    """Phrases written as one string, `|` between them; looks in text that `fold` has prepared."""

    def __init__(self, listed: str) -> None:
        phrases = {part.strip() for part in listed.split("|")} - {""}
        ordered = sorted(phrases, key=lambda phrase: (-len(phrase), phrase))
        self._written = {
            fold(phrase.removesuffix("*")): phrase.removesuffix("*") for phrase in phrases
        }
        # Literals only, so that the search stays linear whatever the text holds.
        self._pattern = re.compile("|".join(_as_pattern(phrase) for phrase in ordered))

    def find(self, folded: str) -> str | None:
        """The first phrase met, as the list spells it, or None."""
        found = self._pattern.search(folded)
        return self._written[found.group()] if found else None

    def start(self, folded: str) -> int:
        """How many signs at the very beginning belong to a phrase, 0 where none begins the text."""
        found = self._pattern.match(folded)
        return found.end() if found else 0

    def ends(self, folded: str) -> list[int]:
        """Where each phrase ends."""
        return [found.end() for found in self._pattern.finditer(folded)]
