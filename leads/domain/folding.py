"""Folding: how two spellings of a name or a number become one for a search."""

import unicodedata


def fold(text: str) -> str:
    """Without accents, case and doubled spaces: "José  Ñandú" and "jose nandu" are one."""
    plain = unicodedata.normalize("NFKD", text)
    bare = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return " ".join(bare.replace("’", "'").casefold().split())


def digits(text: str) -> str:
    """The digits alone: "+1 (555) 010-0199" is 15550100199."""
    return "".join(sign for sign in text if sign.isascii() and sign.isdigit())


def is_number(text: str) -> bool:
    """Whether a person means a telephone number: at least four digits and nothing but its signs."""
    return len(digits(text)) >= 4 and not text.strip("+-()./ 0123456789")
