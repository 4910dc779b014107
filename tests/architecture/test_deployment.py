"""What a deployment relies on: migrations that say what the models say, settings that are safe, words
for what is missing."""

import os
import re
import subprocess
import sys
from pathlib import Path

import environ
import pytest

from kisscrm.env import Faults, hubspot_config
from kisscrm.env_files import FromFiles
from tests.sources import ROOT, quoted, table

PRODUCTION = {
    "SECRET_KEY": "0f6b1c9d83a74e52b6c0d7e8f91a2b3c4d5e6f708192a3b4c5d6e7f80911223344",
    "DEBUG": "off",
    "SITE_URL": "https://crm.kiss.example",
    "ALLOWED_HOSTS": "",
    "DATABASE_URL": "postgres://kisscrm:secret@db.kiss.example/kisscrm",
    "REDIS_URL": "redis://redis.kiss.example/0",
    "HUBSPOT_BASE_URL": "https://api.hubapi.com",
    "HUBSPOT_ACCESS_TOKEN": "pat-na1-invented",
    "OFFICE_TIME_ZONE": "America/New_York",
}


def manage(*command: str, **env: str) -> subprocess.CompletedProcess[str]:
    ours = {*PRODUCTION, "DJANGO_ALLOW_ASYNC_UNSAFE", "HUBSPOT_WRITES"}
    kept = {name: value for name, value in os.environ.items() if name not in ours}
    return subprocess.run(
        [sys.executable, "manage.py", *command], cwd=ROOT, env=kept | env,
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


def test_the_migrations_say_what_the_models_say() -> None:
    local = PRODUCTION | {"DATABASE_URL": "sqlite://:memory:"}
    done = manage("makemigrations", "--check", "--dry-run", **local)
    assert done.returncode == 0, done.stdout


def test_production_values_pass_djangos_deployment_check() -> None:
    done = manage("check", "--deploy", "--fail-level", "INFO", **PRODUCTION)
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


def test_everything_wrong_with_the_environment_is_named_at_once() -> None:
    wrong = {
        "SECRET_KEY": "",
        "SITE_URL": "crm",
        "OFFICE_TIME_ZONE": "Mars",
        "HUBSPOT_WRITES": "maybe",
    }
    done = manage("check", **PRODUCTION | wrong)
    assert done.returncode != 0
    assert [name for name in wrong if name not in done.stderr] == []


@pytest.mark.parametrize(
    ("said", "base_url", "writes"),
    [
        ("", "https://api.hubapi.com", False),
        ("off", "https://api.hubapi.com", False),
        ("on", "https://api.hubapi.com", True),
        ("", "http://127.0.0.1:8001", True),
        ("off", "http://127.0.0.1:8001", False),
    ],
)
def test_nothing_is_written_to_hubspot_until_it_is_switched_on(
    monkeypatch: pytest.MonkeyPatch, said: str, base_url: str, writes: bool
) -> None:
    monkeypatch.setenv("HUBSPOT_WRITES", said)
    monkeypatch.setenv("HUBSPOT_BASE_URL", base_url)
    faults = Faults()
    assert hubspot_config(environ.Env(), faults).writes is writes
    assert not faults


def test_the_example_names_every_variable_once() -> None:
    example = re.findall(r"^([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE)
    explained = [name for row in table("Environment") for name in quoted(row[0])]
    assert sorted(example) == sorted(explained)


def test_the_example_as_it_stands_lacks_nothing_but_the_key() -> None:
    """What it leaves empty has the default that README.md tells."""
    lines = [line.partition("=") for line in (ROOT / ".env.example").read_text().splitlines()]
    example = {name: value for name, sign, value in lines if sign and name.isupper()}
    local = example | {"SECRET_KEY": PRODUCTION["SECRET_KEY"], "DATABASE_URL": "sqlite://:memory:"}
    assert manage("check", **local).returncode == 0
    lacking = manage("check", **example)
    assert "SECRET_KEY is missing" in lacking.stderr
    assert lacking.stderr.count("\n  ") == 1


def test_a_secret_may_stand_in_a_file(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("pat-na1-from-a-file\n")
    files = FromFiles()
    files.env = {"TOKEN": "said plainly", "TOKEN_FILE": str(secret), "EMPTY": "", "PLAIN": "said"}
    env = environ.Env()
    env.ENVIRON = files
    assert env.str("TOKEN") == "pat-na1-from-a-file"
    assert env.str("PLAIN") == "said"
    assert env.str("EMPTY", default="the default") == "the default"
    assert files.faults == []


def test_a_file_that_is_not_there_is_named_with_the_other_faults(tmp_path: Path) -> None:
    missing = str(tmp_path / "no-such-file")
    done = manage("check", **PRODUCTION | {"SITE_URL": "crm", "HUBSPOT_ACCESS_TOKEN_FILE": missing})
    assert done.returncode != 0
    assert f"HUBSPOT_ACCESS_TOKEN_FILE='{missing}' cannot be read" in done.stderr
    assert "SITE_URL='crm'" in done.stderr
