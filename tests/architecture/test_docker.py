"""docker/ holds what it promises: each process of the product, with no more rights than it needs.

No engine is needed: compose.yaml is read as what it is, and entrypoint.sh is run with stand-ins."""

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from tests.sources import ROOT

COMPOSE: dict[str, Any] = YAML(typ="safe").load(ROOT / "docker/compose.yaml")
SERVICES: dict[str, Any] = COMPOSE["services"]
OURS = ["beat", "prepare", "web", "worker-read", "worker-write"]


def what_is_run(*arguments: str, folder: Path) -> list[str]:
    """The commands that the entrypoint ends in, in order, each as one line."""
    for name in ("python", "gunicorn", "celery"):
        stand_in = folder / name
        stand_in.write_text(f'#!/bin/sh\necho {name} "$@"\n')
        stand_in.chmod(0o755)
    env = {"PATH": f"{folder}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["docker/entrypoint.sh", *arguments], cwd=ROOT, env=env,
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout.splitlines()


def test_compose_runs_each_process_of_the_product_and_what_they_need() -> None:
    assert sorted(SERVICES) == sorted([*OURS, "postgres", "redis", "backup"])
    assert sorted(name for name in SERVICES if "build" in SERVICES[name]) == OURS
    assert [SERVICES[name]["command"] for name in OURS] == [[name] for name in OURS]


@pytest.mark.parametrize(
    ("process", "ends_in"),
    [
        ("prepare", "python manage.py check --deploy"),
        ("web", "gunicorn kisscrm.wsgi "),
        ("worker-write", "celery -A kisscrm worker -Q write "),
        ("worker-read", "celery -A kisscrm worker -Q read "),
        ("beat", "celery -A kisscrm beat "),
        ("pull", "python manage.py pull"),
    ],
)
def test_the_entrypoint_knows_them(process: str, ends_in: str, tmp_path: Path) -> None:
    assert what_is_run(process, folder=tmp_path)[-1].startswith(ends_in)


def test_migrations_run_once_before_the_others(tmp_path: Path) -> None:
    assert "python manage.py migrate --noinput" in what_is_run("prepare", folder=tmp_path)
    assert not any("migrate" in line for line in what_is_run("web", folder=tmp_path))
    waits = {"condition": "service_completed_successfully"}
    running = [name for name in OURS if name != "prepare"]
    assert [name for name in running if SERVICES[name]["depends_on"].get("prepare") != waits] == []


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_no_container_has_more_than_it_needs(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert set(service["deploy"]["resources"]["limits"]) == {"cpus", "memory", "pids"}
    assert "privileged" not in service
    assert service["logging"]["options"]["max-size"]


def test_only_the_site_is_reached_and_only_from_this_machine() -> None:
    published = {name: one["ports"] for name, one in SERVICES.items() if "ports" in one}
    assert list(published) == ["web"]
    assert all(port.startswith("127.0.0.1:") for port in published["web"])
    assert COMPOSE["networks"]["inside"] == {"internal": True}
    for name in ("postgres", "redis", "backup"):
        assert SERVICES[name]["networks"] == ["inside"]


def test_secrets_come_in_files_and_stand_nowhere_else() -> None:
    ignored = (ROOT / ".gitignore").read_text().splitlines()
    assert "/docker/secrets/" in ignored
    for name, secret in COMPOSE["secrets"].items():
        assert secret == {"file": f"secrets/{name}"}
    for service in SERVICES.values():
        said = service.get("environment", {})
        words = ("SECRET", "TOKEN", "PASSWORD", "DATABASE_URL", "BACKUP_URL")
        bare = [name for name in said if name.startswith(words) and not name.endswith("_FILE")]
        assert bare == []


def test_redis_keeps_every_bell() -> None:
    command = " ".join(SERVICES["redis"]["command"])
    assert "--appendonly yes" in command
    assert "--maxmemory-policy noeviction" in command


def test_the_image_runs_as_nobody_in_particular_and_takes_in_no_secret() -> None:
    lines = (ROOT / "docker/Dockerfile").read_text().splitlines()
    final = lines[max(n for n, line in enumerate(lines) if line.startswith("FROM ")) :]
    assert "USER 10001" in final
    assert any(line.startswith("HEALTHCHECK ") for line in final)
    taken = (ROOT / ".dockerignore").read_text().splitlines()
    assert taken[0] == "*"
    assert [line for line in taken if ".env" in line or "secret" in line] == []


def test_secrets_are_made_once_and_for_their_owner_alone(tmp_path: Path) -> None:
    script = tmp_path / "docker/make-secrets.sh"
    script.parent.mkdir()
    script.write_bytes((ROOT / "docker/make-secrets.sh").read_bytes())
    made = []
    for _ in range(2):
        subprocess.run(["sh", script], check=True, capture_output=True)
        made.append(
            {path.name: path.read_text() for path in (tmp_path / "docker/secrets").iterdir()}
        )
    assert made[0] == made[1]
    assert sorted(made[0]) == sorted(COMPOSE["secrets"])
    assert (tmp_path / "docker/secrets").stat().st_mode & 0o077 == 0
    random = [value for name, value in made[0].items() if name != "hubspot_access_token"]
    assert len(set(random)) == 4
    assert min(len(value) for value in random) >= 64
