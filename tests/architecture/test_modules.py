"""The shape of files: each says what it is for, is small, and is named after its noun."""

import ast
import re
from collections import Counter

from tests.sources import ROOT, comments, named, python_files, tree

EVERY = python_files("kisscrm", "leads", "tests")
LONGEST = 300
NAMELESS = {"utils.py", "helpers.py", "services.py", "common.py", "base.py", "misc.py"}


def test_every_module_says_first_what_it_is_for() -> None:
    assert [named(path) for path in EVERY if not ast.get_docstring(tree(path))] == []


def test_no_file_is_two_nouns_long() -> None:
    lengths = {named(path): len(path.read_text().splitlines()) for path in EVERY}
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST} == {}


def test_no_file_is_named_after_nothing() -> None:
    assert [named(path) for path in EVERY if path.name in NAMELESS] == []


def test_files_of_tests_have_names_of_their_own() -> None:
    names = Counter(path.name for path in (ROOT / "tests").rglob("test_*.py"))
    assert [name for name, count in names.items() if count > 1] == []


def test_nothing_is_left_to_do() -> None:
    later = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
    assert [named(path) for path in EVERY if any(map(later.search, comments(path)))] == []


def test_the_top_level_is_as_the_owner_fixed_it() -> None:
    folders = {path.name for path in ROOT.iterdir() if path.is_dir() and path.name[0] != "."}
    made = {"staticfiles", "node_modules", "build", "dist"}
    kept = {"kisscrm", "leads", "templates", "static", "tests", "docker"}
    assert folders - made - {"__pycache__"} <= kept
