"""The project's own files as the architecture tests read them."""

import ast
import io
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PRODUCT = ("kisscrm", "leads")


def python_files(*folders: str) -> list[Path]:
    """Our Python under these folders, without migrations, which Django writes."""
    found = (path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    return sorted(path for path in found if "migrations" not in path.parts)


def product_files() -> list[Path]:
    """Python of the product itself: the sandbox is a world of its own."""
    return [path for path in python_files(*PRODUCT) if "sandbox" not in path.parts]


def templates() -> list[Path]:
    return sorted((ROOT / "templates").rglob("*.html"))


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(), filename=named(path))


def imports(path: Path) -> Iterator[str]:
    """Every module that a file imports, wherever in it."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def attributes(path: Path) -> set[str]:
    """Every name that a file reads from something with a dot."""
    return {node.attr for node in ast.walk(tree(path)) if isinstance(node, ast.Attribute)}


def literals(path: Path) -> set[str]:
    """Every string in a file; docstrings are no values."""
    module = tree(path)
    docs = {
        id(node.body[0].value)
        for node in ast.walk(module)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    return {
        node.value
        for node in ast.walk(module)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs
    }


def comments(path: Path) -> list[str]:
    tokens = tokenize.generate_tokens(io.StringIO(path.read_text()).readline)
    return [token.string for token in tokens if token.type == tokenize.COMMENT]


def table(heading: str) -> list[list[str]]:
    """The rows of the first table under a heading of README.md, each a list of cells."""
    text = (ROOT / "README.md").read_text()
    assert f"\n## {heading}" in text, f"README.md has no section {heading!r}"
    section = text.partition(f"\n## {heading}")[2].partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row.strip("|").split(" | ")] for row in rows[2:]]


def quoted(cell: str) -> list[str]:
    """What stands between backticks."""
    return cell.split("`")[1::2]
