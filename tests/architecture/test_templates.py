"""Templates under the strict content security policy: nothing inline, nothing evaluated."""

import re

import pytest

from tests.sources import ROOT, named, templates

FORBIDDEN = {
    "an inline style": re.compile(r"""\sstyle\s*=\s*["'{]"""),
    "a style element": re.compile(r"<style\b", re.IGNORECASE),
    "an event handler": re.compile(r"""\son[a-z]+\s*=\s*["'{]""", re.IGNORECASE),
    "hx-on": re.compile(r"\bhx-on\b"),
    "an evaluated value": re.compile(r"""["'\s](js|javascript):"""),
    "a trigger filter": re.compile(r"""hx-trigger\s*=\s*["'][^"']*\["""),
    "an inline script": re.compile(r"<script\b(?![^>]*\bsrc=)", re.IGNORECASE),
    "a form without an address": re.compile(r"<form\b(?![^>]*\baction=)", re.IGNORECASE),
    "unescaped text": re.compile(r"\|\s*safe\b|\{%\s*autoescape\s+off"),
}


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_template_holds(what: str) -> None:
    found = [
        (named(path), match.group())
        for path in templates()
        for match in FORBIDDEN[what].finditer(without_comments(path.read_text()))
    ]
    assert found == []


def without_comments(text: str) -> str:
    return re.sub(
        r"\{#.*?#\}|\{% comment %\}.*?\{% endcomment %\}|<!--.*?-->", "", text, flags=re.DOTALL
    )


def test_no_script_evaluates_or_writes_markup() -> None:
    wrong = re.compile(
        r"""\beval\(|new Function\(|\.innerHTML\b|document\.write|Attribute\(["']style"""
    )
    scripts = sorted((ROOT / "static/js").rglob("*.js"))
    assert scripts
    found = [(named(path), text) for path in scripts for text in wrong.findall(path.read_text())]
    assert found == []


def test_every_post_form_carries_the_token() -> None:
    """Read by eye it is easily missed: a form that posts has the token inside."""
    for path in templates():
        for form in re.findall(r"<form\b.*?</form>", path.read_text(), flags=re.DOTALL):
            if re.search(r"""method=["']post""", form):
                assert "csrf_token" in form or "{% include" in form or "partial" in form, named(
                    path
                )


def test_every_template_is_used() -> None:
    """Django finds the error pages by their names."""
    used = "".join(
        path.read_text()
        for folder in ("leads", "kisscrm", "templates")
        for path in (ROOT / folder).rglob("*.*")
        if path.suffix in {".py", ".html"}
    )
    own = {
        "400.html",
        "403.html",
        "403_csrf.html",
        "404.html",
        "500.html",
        "registration/login.html",
    }
    names = {str(path.relative_to(ROOT / "templates")) for path in templates()} - own
    assert [name for name in sorted(names) if name not in used] == []
