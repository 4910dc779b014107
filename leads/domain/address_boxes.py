"""Boxes that no courier reaches, told from streets, towns and firms that only sound like one."""

import re

_NUMBER = r"\s*[.,:]?\s*(?:no\.?|number|num\.?|\#)?\s*(?:\d[\w-]*|[a-z](?![\w.]))"
_POST_OFFICE = re.compile(
    r"""(?<![a-z0-9])(?:
        p\s*[./]?\s*o\s*[./,]?\s*-?\s*(?:box|bx|b(?![a-z])\.?|drawer|dwr|bin|\#)   # P.O. Box, POB, PO Drawer
      | (?:post|postal|p)\.?\s+(?:office\s+)?(?:box|bx|drawer)
      | post\s+office\s+bin
      | p\.?o\.?(?=\s*\#?\s*\d)                                                    # PO 77
    )"""
    + _NUMBER,
    re.IGNORECASE | re.VERBOSE,
)
_BARE = re.compile(
    r"""(?<![a-z0-9])(?:
        box|bx|drawer|lock\s?box|(?:firm\s+)?caller(?:\s+(?:box|service))?|call\s+box|bin
      | apartado(?:\s+postal)?|apdo|caixa(?:\s+postal)?|casilla(?:\s+postal)?|bo[iî]te\s+postale
      | b\.?p\.?|c\.?p\.?
    )"""
    + _NUMBER,
    re.IGNORECASE | re.VERBOSE,
)
_COUNTER = re.compile(
    r"(?<![a-z])(?:general\s+delivery|gen\.?\s*del(?:ivery)?\.?|poste\s+restante)(?![a-z])",
    re.IGNORECASE,
)
_MILITARY = re.compile(
    r"(?<![a-z])(?:a\.?p\.?o\.?|f\.?p\.?o\.?|d\.?p\.?o\.?)(?![a-z])", re.IGNORECASE
)
_BASE = re.compile(r"(?<![a-z])(?:psc|cmr)\s*\#?\s*\d+", re.IGNORECASE)
_RURAL = re.compile(
    r"""(?<![a-z0-9])(?:
        r\.?\s*r\.?|rural\s+(?:route|rt\.?)|rt\.?|route|h\.?\s*c\.?\s*r?\.?|highway\s+contract(?:\s+route)?
      | star\s+(?:route|rt\.?)|s\.?\s*r\.?
    )\s*\#?\s*\d+[a-z]?\s*,?\s*(?:box|bx)"""
    + _NUMBER,
    re.IGNORECASE | re.VERBOSE,
)
_STAR = re.compile(
    r"(?<![a-z])(?:star\s+(?:route|rt\.?)|h\.?c\.?r?\.?|r\.?r\.?|rural\s+route)\s*\#?\s*\d*[a-z]?\s*,?\s*(?=,|$)",
    re.IGNORECASE,
)


def without_boxes(text: str) -> tuple[str, bool]:
    """The text without post office boxes and counters, and whether there was one."""
    rest = text
    for pattern in (_POST_OFFICE, _COUNTER, _BARE):
        rest = pattern.sub(" ", rest)
    return rest, rest != text


def without_rural(text: str) -> tuple[str, bool]:
    """The text without a mailbox on a carrier's round, and whether there was one: no courier's address."""
    rest = _STAR.sub(" ", _RURAL.sub(" ", text))
    return rest, rest != text


def is_military(text: str) -> bool:
    """Army, Fleet or Diplomatic post offices: the Postal Service alone goes there."""
    return bool(_BASE.search(text)) or any(
        found.group().replace(".", "").isupper() or "." in found.group()
        for found in _MILITARY.finditer(text)
    )
