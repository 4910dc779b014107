"""A broker that delivers twice or goes away under load: what was pressed arrives in HubSpot, once."""

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from celery import current_app
from kombu.connection import Connection
from redis import Redis
from redis.backoff import ConstantBackoff
from redis.exceptions import ConnectionError as NoConnection
from redis.retry import Retry

from leads.actions.move import move
from leads.domain.pipeline import Stage
from leads.models import OutboundWrite, State
from leads.tasks import push
from tests.scenes import Scene
from tests.shared import process, shared_database, wait_until

REDIS_URL = os.environ.get("REDIS_URL", "")
pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.redis,
    pytest.mark.skipif(not REDIS_URL, reason="REDIS_URL is not set"),
]

FORGETFUL = """
from kisscrm.celery import app
app.conf.broker_transport_options = {**app.conf.broker_transport_options, "visibility_timeout": 0.1}
app.worker_main(["worker", "-Q", "write,read", "--pool", "solo", "--without-gossip", "--without-mingle",
                 "--without-heartbeat"])
"""
"""A worker whose broker delivers again, after a tenth of a second, what is not yet done."""


@pytest.fixture
def lead(scene: Scene) -> str:
    made = scene.add_lead()
    scene.read()
    scene.portal.order("journal/clear")
    return made


def press(scene: Scene, lead: str, stage: Stage) -> None:
    move(
        scene.lead(lead).pk, stage=stage, seen=None, actor=scene.cast.rita, key=None,
        now=scene.clock(),
    )  # fmt: skip


def environment(scene: Scene, database: str, broker: str) -> dict[str, str]:
    return {
        "DATABASE_URL": database,
        "REDIS_URL": broker,
        "HUBSPOT_BASE_URL": scene.config.base_url,
        "HUBSPOT_ACCESS_TOKEN": scene.config.access_token,
        "HUBSPOT_WRITES": "on",
    }


def all_sent() -> bool:
    return not OutboundWrite.objects.exclude(state=State.SENT).exists()


def test_a_task_that_is_delivered_again_while_it_runs_patches_once(
    scene: Scene, lead: str, tmp_path: Path
) -> None:
    current_app.control.purge()
    scene.portal.fault("delay", "PATCH", f"/leads/{lead}", seconds=6.0)
    with shared_database(tmp_path) as database, Redis.from_url(REDIS_URL) as redis:
        env = environment(scene, database, REDIS_URL)
        with process("-c", FORGETFUL, **env):
            press(scene, lead, Stage.CONNECTED)
            wait_until(lambda: scene.portal.patches(lead), "the first worker's PATCH")
            assert redis.hlen("unacked")
            with process("-c", FORGETFUL, **env):
                wait_until(lambda: not redis.hlen("unacked"), "the second worker's end of the task")
                wait_until(all_sent, "the first worker's end of the write")
    assert [patch["applied"] for patch in scene.portal.patches(lead)] == [True]


@contextmanager
def broker(folder: Path, port: int) -> Iterator[Redis]:
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("redis-server is not installed")
    options = [
        "--port",
        str(port),
        "--bind",
        "127.0.0.1",
        "--appendonly",
        "yes",
        "--dir",
        str(folder),
    ]
    with subprocess.Popen([program, *options], stdout=subprocess.DEVNULL) as server:
        retry = Retry(ConstantBackoff(0.05), 200, supported_errors=(NoConnection,))
        with Redis(port=port, retry=retry) as redis:
            redis.ping()
            yield redis
        server.terminate()


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def test_a_redis_that_is_restarted_under_load_loses_nothing_and_nobody_dies(
    scene: Scene, lead: str, tmp_path: Path
) -> None:
    port = free_port()
    url = f"redis://127.0.0.1:{port}/0"
    stages = [Stage.CONNECTED, Stage.ATTEMPTING] * 6
    with shared_database(tmp_path) as database, ExitStack() as until_the_end:
        for stage in stages:
            press(scene, lead, stage)
        with broker(tmp_path, port):
            ring(url)
            worker = process("-c", FORGETFUL, **environment(scene, database, url))
            running = until_the_end.enter_context(worker)
            wait_until(lambda: len(scene.portal.patches(lead)) >= 3, "the first writes")
        wait_until(all_sent, "the rest, Redis being away")
        press(scene, lead, Stage.CONNECTED)
        with broker(tmp_path, port):
            ring(url)
            wait_until(all_sent, "the write after the restart")
            assert running.poll() is None
    sent = [one["body"]["properties"]["hs_pipeline_stage"] for one in scene.portal.patches(lead)]
    assert sent == [*stages, Stage.CONNECTED]


def ring(url: str) -> None:
    with Connection(url) as connection:
        push.apply_async(connection=connection)
