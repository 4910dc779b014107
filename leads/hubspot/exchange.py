"""One call to HubSpot: waits its turn, goes out once with a time-out, and comes back as what was
asked for or as one of our four errors. It knows how answers look, not which calls there are."""

import time
from collections.abc import Callable, Collection, Iterable
from typing import Any, NoReturn

from urllib3.exceptions import (
    ConnectTimeoutError,
    HTTPError,
    LocationValueError,
    MaxRetryError,
    NewConnectionError,
    ReadTimeoutError,
)

from leads.hubspot.answers import Answer, failure, failure_in_batch, unreadable
from leads.hubspot.config import HubSpotConfig
from leads.hubspot.errors import Busy, HubSpotError, Unreachable
from leads.hubspot.limiter import Lane, Limiter, Priority
from leads.hubspot.mapping import Json

OK = frozenset({200})
CREATED = frozenset({200, 201})
PARTLY = frozenset({200, 207})


class Exchange:
    """Sends what the SDK's generated methods describe. Safe to share between threads."""

    def __init__(self, config: HubSpotConfig, limiter: Limiter) -> None:
        self._token = config.access_token.encode() or b"\0"
        self._writes = config.writes
        self._timeout = (config.connect_timeout, config.read_timeout)
        self._limiter = limiter

    @property
    def limiter(self) -> Limiter:
        return self._limiter

    def read[T](
        self,
        call: Callable[..., Any],
        *args: Any,
        reading: Callable[[Json], T],
        priority: Priority,
        lane: Lane = Lane.GENERAL,
        **options: Any,
    ) -> T:
        """Ask for something. Raises Busy, Refused, Gone or Unreachable, never in doubt."""

        def ask() -> T:
            answer = self._answer(call, args, options, write=False)
            return self._understood(answer, reading, expected=PARTLY, write=False)

        return self._in_turn(ask, priority, lane, scope_of("read", args))

    def write[T](
        self,
        call: Callable[..., Any],
        *args: Any,
        reading: Callable[[Json], T],
        priority: Priority,
    ) -> T:
        """Change something, once. Raises Busy, with nothing sent, where writing is switched off."""
        if not self._writes:
            raise Busy("Writing to HubSpot is switched off here.", retry_after=60.0)

        def change() -> T:
            answer = self._answer(call, args, {}, write=True)
            return self._understood(answer, reading, expected=CREATED, write=True)

        return self._in_turn(change, priority, Lane.GENERAL, scope_of("write", args))

    def _in_turn[T](self, go: Callable[[], T], priority: Priority, lane: Lane, scope: str) -> T:
        """Wait for the turn, go once, and tell the limiter how the portal took it."""
        turn = self._limiter.wait(priority, lane, scope)
        try:
            found = go()
        except HubSpotError as error:
            self._limiter.heard(turn, error, scope)
            raise
        self._limiter.heard(turn, None, scope)
        return found

    def _answer(
        self, call: Callable[..., Any], args: Any, options: dict[str, Any], *, write: bool
    ) -> Answer:
        """The answer, whatever its status. Raises Unreachable when none comes back whole."""
        started = time.monotonic()
        try:
            raw = call(*args, **options, _preload_content=False, _request_timeout=self._timeout)
            status, headers, body = raw.status, raw.headers, raw.data
        except (HTTPError, OSError) as error:
            raise _no_answer(error, _since(started), write=write) from None
        except Exception as error:  # noqa: BLE001  each generated module has an ApiException of its own
            status, headers, body = _answered(error, write=write)
        self._limiter.learn(headers)
        # Something on the way may quote our own request back at us, key and all.
        body = body.replace(self._token, b"")
        return Answer(status, headers, body, _since(started))

    def _understood[T](
        self,
        answer: Answer,
        reading: Callable[[Json], T],
        *,
        expected: Collection[int],
        write: bool,
    ) -> T:
        if not 200 <= answer.status < 300:
            raise failure(answer, write=write)
        try:
            if not write and (wrong := failure_in_batch(answer)):
                raise wrong
            if answer.status not in expected:
                _refuse_to_read()
            return reading(answer.json if answer.body else {})
        except (KeyError, TypeError, ValueError, AttributeError):
            raise unreadable(answer, write=write) from None


def scope_of(verb: str, args: Iterable[Any]) -> str:
    """What a key may lack the scope for: "write notes". No id and no e-mail address is only letters."""
    kinds = [one for one in args if isinstance(one, str) and one.isalpha()]
    return " ".join([verb, *kinds])


def _answered(error: Exception, *, write: bool) -> tuple[int, Any, bytes]:
    """Status, headers and body of the SDK's exception.

    The SDK decodes error bodies as UTF-8 and trips over others: the answer is then the context.
    Status 0 is its word for a TLS failure.
    """
    said: Any = error.__context__ if isinstance(error, UnicodeDecodeError) else error
    status = getattr(said, "status", None)
    if status is None:
        raise error
    if status == 0:
        raise Unreachable("No safe connection to HubSpot could be made.", in_doubt=write) from None
    body = said.body if isinstance(said.body, bytes) else str(said.body or "").encode()
    return status, said.headers, body


def _no_answer(error: Exception, took_ms: int, *, write: bool) -> Unreachable:
    """Only a connection that was never made leaves no doubt about what it carried."""
    reason = error.reason if isinstance(error, MaxRetryError) and error.reason else error
    if isinstance(reason, NewConnectionError | ConnectTimeoutError | LocationValueError):
        return Unreachable("HubSpot could not be reached.", took_ms=took_ms)
    words = "The connection to HubSpot broke before its answer was complete."
    if isinstance(reason, ReadTimeoutError | TimeoutError):
        words = "HubSpot did not answer in time."
    return Unreachable(words, took_ms=took_ms, in_doubt=write)


def _since(started: float) -> int:
    return round((time.monotonic() - started) * 1000)


def _refuse_to_read() -> NoReturn:
    raise ValueError("not a status that this call documents")
