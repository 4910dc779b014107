"""`make test`: every check and test that this machine can run, then a line for each group that could not.

With CI=true a group that cannot run is a failure."""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
POSTGRES = os.environ.get("TEST_POSTGRES_URL", "postgres://postgres@127.0.0.1:5432/test")
REDIS = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379/14")


@dataclass
class Group:
    """Commands that belong together. `lacks` says in words what the machine is missing, or ""."""

    name: str
    commands: Sequence[Sequence[str]]
    env: dict[str, str] = field(default_factory=dict)
    lacks: Callable[[], str] = lambda: ""
    beside: bool = False
    """Whether it runs beside the others, on a core of its own; its words come at the end."""


def listens(url: str, what: str) -> str:
    parts = urlsplit(url)
    try:
        with socket.create_connection((parts.hostname or "", parts.port or 0), timeout=2):
            return ""
    except OSError:
        return f"no {what} at {parts.hostname}:{parts.port}"


def lacks_chromium() -> str:
    found = any(shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome"))
    return "" if found else "no Chromium on the path (Debian: apt-get install chromium)"


def lacks_production() -> str:
    programs = ("redis-server", "pg_dump", "pg_restore")
    absent = [f"no {name} on the path" for name in programs if not shutil.which(name)]
    return " and ".join(absent) or listens(POSTGRES, "PostgreSQL")


def tool(name: str, *arguments: str) -> list[str]:
    return [str(BIN / name), *arguments]


def pytest(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "pytest", "-q", *arguments]


def files(pattern: str) -> list[str]:
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", pattern],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return [name for name in listed.stdout.split() if (ROOT / name).is_file()]


def deployment_checks() -> list[list[str]]:
    """docker/ by what needs no engine. ShellCheck has no package for Linux on ARM."""
    shell = [tool("shellcheck", *files("docker/*.sh"), ".ci/run", ".ci/find-python")]
    return [
        tool("hadolint", "docker/Dockerfile"),
        tool("check-jsonschema", "--builtin-schema", "vendor.compose-spec", "docker/compose.yaml"),
        *(shell if (BIN / "shellcheck").exists() else []),
    ]


def checks() -> list[list[str]]:
    python = [name for name in files("*.py") if "/migrations/" not in name]
    return [
        tool("ruff", "check", "."),
        tool("ruff", "format", "--check", "."),
        tool("lint-imports"),
        tool("djade", "--target-version", "6.1", "--check", *files("*.html")),
        tool("django-upgrade", "--target-version", "6.1", *python),
        [sys.executable, "manage.py", "makemigrations", "--check", "--dry-run"],
        tool("mypy", "."),
        *deployment_checks(),
    ]


def groups() -> list[Group]:
    return [
        Group("check", checks()),
        Group("unit", [pytest("tests/unit", "tests/architecture")]),
        Group(
            "integration on PostgreSQL",
            [pytest("tests/integration", "-m", "not redis")],
            {"DATABASE_URL": POSTGRES},
            lambda: listens(POSTGRES, "PostgreSQL"),
            beside=True,
        ),
        Group("integration on SQLite", [pytest("tests/integration", "-m", "not redis")]),
        Group(
            "a real worker on a real Redis",
            [pytest("tests/integration", "-m", "redis")],
            {"REDIS_URL": REDIS},
            lambda: listens(REDIS, "Redis"),
        ),
        Group("production", [pytest("tests/production")], lacks=lacks_production),
        Group("browser", [pytest("tests/browser")], lacks=lacks_chromium),
    ]


def environment(group: Group) -> dict[str, str]:
    import tests.environment  # noqa: F401 - sets the defaults

    return {**os.environ, **group.env}


def run(group: Group) -> bool:
    print(f"\n── {group.name}", flush=True)  # noqa: T201
    env = environment(group)
    codes = [
        subprocess.run(command, cwd=ROOT, env=env, check=False).returncode
        for command in group.commands
    ]
    return not any(codes)


def begin(group: Group) -> tuple[Group, subprocess.Popen[str]]:
    """Start a group of one command without waiting for it."""
    (command,) = group.commands
    return group, subprocess.Popen(
        command, cwd=ROOT, env=environment(group), stdout=subprocess.PIPE, text=True
    )


def end(group: Group, process: subprocess.Popen[str]) -> bool:
    print(f"\n── {group.name}", flush=True)  # noqa: T201
    print(process.communicate()[0])  # noqa: T201
    return process.returncode == 0


def main(wanted: Sequence[str]) -> int:
    must = os.environ.get("CI") == "true"
    failed, absent, begun = [], [], []
    for group in groups():
        if wanted and not any(group.name.startswith(name) for name in wanted):
            continue
        if why := group.lacks():
            absent.append(f"{group.name}: {why}")
        elif group.beside:
            begun.append(begin(group))
        elif not run(group):
            failed.append(group.name)
    failed += [group.name for group, process in begun if not end(group, process)]
    return tell(failed, absent, must=must)


def tell(failed: Sequence[str], absent: Sequence[str], *, must: bool) -> int:
    """A line for each group that failed or could not run; the exit code."""
    print()  # noqa: T201
    for line in absent:
        print(f"{'FAILED' if must else 'NOT RUN'}  {line}")  # noqa: T201
    for name in failed:
        print(f"FAILED  {name}")  # noqa: T201
    bad = bool(failed) or (bool(absent) and must)
    if not bad:
        print("All that ran is green.")  # noqa: T201
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
