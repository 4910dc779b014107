"""The limits as several processes keep them together, over a real Redis of this test's own."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis
from redis.backoff import ConstantBackoff
from redis.exceptions import ConnectionError as NoConnection
from redis.retry import Retry

from leads.hubspot.errors import Busy
from leads.hubspot.limiter import Lane, Priority, RedisLimiter

pytestmark = pytest.mark.redis


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("redis-server is not installed")
    socket = tmp_path_factory.mktemp("redis") / "limits.sock"
    options = [
        "--port",
        "0",
        "--unixsocket",
        str(socket),
        "--save",
        "",
        "--dir",
        str(socket.parent),
    ]
    with subprocess.Popen([program, *options], stdout=subprocess.DEVNULL) as server:
        wait_for(socket)
        yield f"unix://{socket}"
        server.terminate()


def wait_for(socket: Path) -> None:
    retry = Retry(ConstantBackoff(0.05), 100, supported_errors=(NoConnection, FileNotFoundError))
    with Redis(unix_socket_path=str(socket), retry=retry) as redis:
        redis.ping()


def limiter(url: str, name: str, *, maximum: int = 100) -> RedisLimiter:
    return RedisLimiter.at(url, name=name, maximum=maximum, patience=0.0)


def test_two_processes_share_one_budget(url: str) -> None:
    here, there = limiter(url, "shared"), limiter(url, "shared")
    for _ in range(40):
        here.wait(Priority.PERSON)
        there.wait(Priority.PERSON)
    for either in (here, there):
        with pytest.raises(Busy) as busy:
            either.wait(Priority.PERSON)
        assert 0 < busy.value.retry_after <= 10


def test_a_sweep_elsewhere_leaves_room_for_a_person_here(url: str) -> None:
    """Searches, which go unpaced: a fourth one in the second is a person's."""
    sweep, person = limiter(url, "room"), limiter(url, "room")
    for _ in range(3):
        sweep.wait(Priority.SWEEP, Lane.SEARCH)
    with pytest.raises(Busy):
        sweep.wait(Priority.SWEEP, Lane.SEARCH)
    person.wait(Priority.PERSON, Lane.SEARCH)


def test_portals_do_not_share(url: str) -> None:
    for name in ("one", "other"):
        limiter(url, name, maximum=1).wait(Priority.PERSON)


def test_searches_have_their_own_window(url: str) -> None:
    both = limiter(url, "lanes", maximum=1)
    both.wait(Priority.PERSON)
    both.wait(Priority.PERSON, Lane.SEARCH)


def test_a_full_window_opens_again_by_itself(url: str) -> None:
    patient = RedisLimiter.at(url, name="opens", searches=1)
    for _ in range(2):
        patient.wait(Priority.PERSON, Lane.SEARCH)
    with Redis.from_url(url) as redis:
        assert redis.zcard("kisscrm:hubspot:opens:search") == 1


def test_windows_leave_nothing_behind(url: str) -> None:
    limiter(url, "expires").wait(Priority.PERSON)
    with Redis.from_url(url) as redis:
        assert 0 < redis.pttl("kisscrm:hubspot:expires:general") <= 10_000
