"""What strangers post to a door, read with care: bounded, as JSON or as a form, never believed."""

import json
from collections.abc import Iterable
from io import BytesIO
from typing import NoReturn
from urllib.parse import parse_qsl

from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest
from django.http.multipartparser import MultiPartParser, MultiPartParserError

from leads.domain.asking import MOST_BYTES

JSON, FORM, MULTIPART = (
    "application/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
)
MOST_FIELDS = 200
TOO_LARGE = f"That is too long. Send at most {MOST_BYTES // 1024} kB."


class BadPost(Exception):
    """The post cannot be read. `status` says why to machines, the message to people."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status = status


def read_posted(request: HttpRequest) -> dict[str, object]:
    """The fields of the post, by the names they were sent under. Raises BadPost."""
    if request.content_type not in {JSON, FORM, MULTIPART}:
        raise BadPost(415, "Send JSON or a form.")
    body = read_body(request)
    try:
        if request.content_type == JSON:
            return read_json(body)
        pairs = read_parts(request, body) if request.content_type == MULTIPART else read_form(body)
        return together(pairs)
    except (ValueError, RecursionError, MultiPartParserError, SuspiciousOperation) as error:
        raise BadPost(422, f"That is not readable as {request.content_type}.") from error


def says_at_most(request: HttpRequest, most: int) -> bool:
    """Whether the post says of itself that it is no longer than so many bytes, before it is read."""
    length = request.headers.get("Content-Length") or ""
    return length.isdigit() and len(length) <= 9 and int(length) <= most


def read_body(request: HttpRequest) -> bytes:
    """The body, if it is not too long: by what it says of itself before, else while it is read."""
    said = request.headers.get("Content-Length", "")
    if said.isascii() and said.isdigit() and (len(said) > 9 or int(said) > MOST_BYTES):
        raise BadPost(413, TOO_LARGE)
    is_chunked = not said and "chunked" in request.headers.get("Transfer-Encoding", "").lower()
    try:
        body = read_chunked(request) if is_chunked else request.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadPost(400, "The post broke off.") from error
    if len(body) > MOST_BYTES:
        raise BadPost(413, TOO_LARGE)
    return body


def read_chunked(request: HttpRequest) -> bytes:
    """A body without a length is read by the server's own stream, where the server knows its end."""
    if not request.META.get("wsgi.input_terminated"):
        raise BadPost(411, "Say how long the post is.")
    stream, body = request.META["wsgi.input"], b""
    while len(body) <= MOST_BYTES and (part := stream.read(MOST_BYTES + 1 - len(body))):
        body += part
    return body


def read_json(body: bytes) -> dict[str, object]:
    read = json.loads(body.decode(), parse_constant=no_number)
    if not isinstance(read, dict):
        raise BadPost(422, "Send one JSON object with the fields in it.")
    return read


def no_number(name: str) -> NoReturn:
    raise ValueError(name)


def read_form(body: bytes) -> Iterable[tuple[str, str]]:
    text = body.decode(errors="replace")
    return parse_qsl(text, keep_blank_values=True, max_num_fields=MOST_FIELDS)


def read_parts(request: HttpRequest, body: bytes) -> Iterable[tuple[str, str]]:
    """The fields of a form in parts; files in it are let go."""
    about = {"CONTENT_TYPE": request.headers["Content-Type"], "CONTENT_LENGTH": str(len(body))}
    fields, _ = MultiPartParser(about, BytesIO(body), [], "utf-8").parse()
    return [(name, str(value)) for name, values in fields.lists() for value in values]


def together(pairs: Iterable[tuple[str, str]]) -> dict[str, object]:
    """A field that came more than once, ticks for example, is one text."""
    found: dict[str, list[str]] = {}
    for name, value in pairs:
        found.setdefault(name, []).append(value)
    return {name: ", ".join(filter(None, values)) for name, values in found.items()}
