"""README.md is true: its environment table, its map and its rule finder name what is there."""

import ast
from pathlib import Path

import pytest

from tests.sources import ROOT, quoted, table, tree

COMMANDS = sorted(
    path.stem
    for path in (ROOT / "leads/management/commands").glob("*.py")
    if path.stem != "__init__"
)


def variables_read() -> set[str]:
    """The first argument of each `env.str(...)` and its like in kisscrm/env.py."""
    return {
        node.args[0].value
        for node in ast.walk(tree(ROOT / "kisscrm/env.py"))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "env"
        and node.args
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    }


def test_every_variable_that_is_read_is_explained_and_no_other() -> None:
    explained = {name for row in table("Environment") for name in quoted(row[0])}
    assert explained == variables_read()


@pytest.mark.parametrize("heading", ["The map", "Where is the rule"])
def test_the_rooms_that_are_named_exist(heading: str) -> None:
    column = 0 if heading == "The map" else -1
    rooms = [room for row in table(heading) for room in quoted(row[column])]
    assert len(rooms) > 8
    assert [room for room in rooms if not (ROOT / room).exists()] == []


def test_the_rule_finder_knows_every_room_of_rules() -> None:
    """A rule is found by its noun: each file of domain/ that is a noun stands in the table."""
    rooms = {room for row in table("Where is the rule") for room in quoted(row[-1])}
    parts = ("replies_", "address_", "__init__", "refusal", "folding")
    nouns = [
        path for path in (ROOT / "leads/domain").glob("*.py") if not path.name.startswith(parts)
    ]
    assert [path.name for path in nouns if str(path.relative_to(ROOT)) not in rooms] == []


def test_every_command_is_in_the_readme() -> None:
    text = (ROOT / "README.md").read_text()
    assert [name for name in COMMANDS if name not in text] == []


def test_every_make_target_in_the_readme_exists() -> None:
    makefile = (ROOT / "Makefile").read_text()
    said = {
        text.split()[1]
        for text in quoted((ROOT / "README.md").read_text())
        if text.startswith("make ")
    }
    assert [name for name in said if f"\n{name}:" not in makefile] == []


def test_every_picture_in_the_readme_is_there() -> None:
    text = (ROOT / "README.md").read_text()
    pictures = [part.partition(")")[0] for part in text.split("](")[1:]]
    local = [Path(name) for name in pictures if not name.startswith(("http", "#"))]
    assert [str(path) for path in local if not (ROOT / path).exists()] == []
