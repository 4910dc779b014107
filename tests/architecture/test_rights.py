"""No address without a word on whom it is for."""

from tests.rights import ADMIN, RIGHTS, SIGNED
from tests.walking import the_whole_map


def test_every_address_says_whom_it_is_for() -> None:
    """A new one is listed in tests/rights.py, with who may look and who may post."""
    met = {one.pattern for one in the_whole_map() if not one.pattern.startswith(ADMIN)}
    assert met - set(RIGHTS) - SIGNED == set()
    assert (set(RIGHTS) | SIGNED) - met == set()
