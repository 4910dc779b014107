"""The words of an HTML mail without the parts that its writer's program marked as quoted."""

import re
from dataclasses import dataclass, field
from html import unescape

# Each piece stops at the next bracket, so hostile input costs one pass.
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]*)([^<>]*)>")
_QUOTED = re.compile(
    r"gmail_quote|gmail_extra|moz-cite-prefix|yahoo_quoted|protonmail_quote|zmail_extra"
    r"|type=.?cite",
    re.IGNORECASE,
)
_REST_IS_QUOTED = re.compile(r"divRplyFwdMsg|appendonsend|OLK_SRC_BODY_SECTION", re.IGNORECASE)
_LINE_TAGS = frozenset({"br", "p", "div", "tr", "li", "h1", "h2", "h3", "table", "hr"})
_SILENT_TAGS = frozenset({"style", "script", "head", "title"})
_VOID_TAGS = frozenset({"br", "hr", "img", "input", "meta", "link", "area", "col", "wbr"})
# Very long number references make int() refuse; no sign has so many digits.
_ENDLESS_REFERENCE = re.compile(r"&#[xX]?[0-9a-fA-F]{9,}")


@dataclass(slots=True)
class HtmlWords:
    """Text read from HTML, and whether the mail marked any of it as quoted."""

    pieces: list[str] = field(default_factory=list)
    has_quote: bool = False
    _silent_tag: str = ""
    _depth: int = 0

    @property
    def text(self) -> str:
        """The words, one line for each block."""
        return unescape(_ENDLESS_REFERENCE.sub(" ", "".join(self.pieces)))

    def open(self, tag: str, attributes: str) -> bool:
        """Take a start tag; False where everything after it is quoted."""
        if self._silent_tag:
            self._depth += tag == self._silent_tag
            return True
        if _REST_IS_QUOTED.search(attributes):
            self.has_quote = True
            return False
        is_quote = tag == "blockquote" or bool(_QUOTED.search(attributes))
        if (is_quote or tag in _SILENT_TAGS) and tag not in _VOID_TAGS:
            self.has_quote |= is_quote
            self._silent_tag, self._depth = tag, 1
        self._break_line(tag)
        return True

    def close(self, tag: str) -> None:
        """Take an end tag."""
        if tag == self._silent_tag:
            self._depth -= 1
            if not self._depth:
                self._silent_tag = ""
        self._break_line(tag)

    def say(self, words: str) -> None:
        """Take the words between two tags."""
        if not self._silent_tag:
            self.pieces.append(words.replace("\n", " "))

    def _break_line(self, tag: str) -> None:
        if tag in _LINE_TAGS and not self._silent_tag:
            self.pieces.append("\n")


def words_of_html(html: str) -> HtmlWords:
    """Read the words of an HTML mail; never raises, whatever the input."""
    read = HtmlWords()
    source = _without_comments(html)
    position = 0
    for tag in _TAG.finditer(source):
        read.say(source[position : tag.start()])
        position = tag.end()
        if tag[1]:
            read.close(tag[2].lower())
        elif not read.open(tag[2].lower(), tag[3]):
            return read
    read.say(source[position:])
    return read


def _without_comments(html: str) -> str:
    kept: list[str] = []
    position = 0
    while (opened := html.find("<!--", position)) >= 0:
        kept.append(html[position:opened])
        closed = html.find("-->", opened)
        if closed < 0:
            return "".join(kept)
        position = closed + len("-->")
    kept.append(html[position:])
    return "".join(kept)
