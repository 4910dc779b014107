"""Which state a ZIP code lies in, by its first three digits: the Postal Service's own plan. A few
prefixes are shared by two states; an unknown one proves nothing."""

_RANGES = """
005 NY|006-007 PR|008 VI|009 PR|010-027 MA|028-029 RI|030-038 NH|039-049 ME|050-054 VT|055 MA|056-059 VT
060-069 CT|063 NY|070-089 NJ|100-149 NY|150-196 PA|197-199 DE|200 DC|201 VA|202-205 DC|205 MD|205 VA
206-212 MD|214-219 MD|220-246 VA|247-268 WV|270-289 NC|290-299 SC|300-319 GA|320-339 FL|341-342 FL
344 FL|346-347 FL|349 FL|350-352 AL|354-369 AL|370-385 TN|386-397 MS|398-399 GA|400-427 KY|430-459 OH
460-479 IN|480-499 MI|500-516 IA|520-528 IA|530-532 WI|534-535 WI|537-549 WI|550-551 MN|553-567 MN|569 DC
570-577 SD|580-588 ND|590-599 MT|600-620 IL|622-629 IL|630-631 MO|633-641 MO|644-658 MO|660-662 KS
664-679 KS|680-681 NE|683-693 NE|700-701 LA|703-708 LA|710-714 LA|716-729 AR|726 MO|730-731 OK|733 TX
734-741 OK|739 TX|743-749 OK|750-770 TX|772-799 TX|800-816 CO|820-831 WY|832-838 ID|834 WY|840-847 UT
850-853 AZ|855-857 AZ|859-860 AZ|863-865 AZ|870-884 NM|885 TX|889-891 NV|893-895 NV|897-898 NV
900-908 CA|910-928 CA|930-961 CA|967-968 HI|967 AS|969 GU|969 MP|970-979 OR|980-986 WA|988-994 WA
995-999 AK
"""


def _plan() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for entry in _RANGES.replace("\n", "|").split("|"):
        if entry.strip():
            span, state = entry.split()
            first, _, last = span.partition("-")
            for number in range(int(first), int(last or first) + 1):
                found.setdefault(f"{number:03}", set()).add(state)
    return {prefix: frozenset(states) for prefix, states in found.items()}


_PLAN = _plan()


def states_of(zip_code: str) -> frozenset[str]:
    """The states that a ZIP code may lie in; none where the prefix is not in use or military."""
    return _PLAN.get(zip_code[:3], frozenset())


def is_military(zip_code: str) -> bool:
    """Army and Fleet post offices have ZIP codes of their own."""
    return zip_code[:2] == "09" or zip_code[:3] in {"340", "962", "963", "964", "965", "966"}


def begins_with_zero(state: str) -> bool:
    """Whether a ZIP code of this state may have lost a leading zero."""
    return any(state in states for prefix, states in _PLAN.items() if prefix.startswith("0"))
