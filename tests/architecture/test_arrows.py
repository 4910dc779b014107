"""The arrows between the rooms, and the one door to HubSpot."""

import inspect
import subprocess
import sys

from leads.hubspot.port import Port
from tests.sources import ROOT, attributes, imports, literals, named, product_files, python_files

CLIENT = "leads/hubspot/client.py"
LINT_IMPORTS = "from importlinter.cli import lint_imports_command; lint_imports_command()"


def test_the_import_contracts_hold() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LINT_IMPORTS], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def test_only_one_module_knows_the_sdk() -> None:
    knowing = {
        named(path)
        for path in product_files()
        for module in imports(path)
        if module.split(".")[0] == "hubspot"
    }
    assert knowing == {"leads/hubspot/sdk.py"}


def test_nothing_calls_the_sdks_unguarded_request() -> None:
    assert [named(path) for path in product_files() if "api_request" in attributes(path)] == []


REMOVING = ("archive", "delete", "remove", "purge", "merge")


def test_the_port_removes_nothing() -> None:
    calls = [name for name, _ in inspect.getmembers(Port, inspect.isfunction)]
    assert [name for name in calls if name.startswith(REMOVING)] == []


def test_the_client_calls_no_method_that_removes() -> None:
    assert (
        attributes(ROOT / CLIENT) & {"archive", "delete", "purge", "merge", "gdpr_delete"} == set()
    )


GATEWAYS = ("leads.hubspot", "leads.easyship.client", "leads.easyship.port")


def test_no_screen_reaches_the_gateway() -> None:
    """Screens read the mirror: only the tasks and the commands hold a client."""
    rooms = tuple(f"leads/{room}/" for room in ("web", "queries", "actions", "templatetags"))
    reaching = [
        (named(path), module)
        for path in product_files()
        if named(path).startswith(rooms)
        for module in imports(path)
        if module.startswith(GATEWAYS)
    ]
    assert reaching == []


def test_only_the_client_opens_a_connection_to_the_courier() -> None:
    opening = [
        named(path)
        for path in product_files()
        if "PoolManager" in {name.rpartition(".")[2] for name in imports(path)}
    ]
    assert opening == ["leads/easyship/client.py"]


def test_the_sandbox_stands_alone() -> None:
    ours = [
        (named(path), module)
        for path in python_files("leads/sandbox")
        for module in imports(path)
        if module.split(".")[0] == "leads" and not module.startswith("leads.sandbox")
    ]
    assert ours == []


def test_only_env_reads_the_environment() -> None:
    """Commands may: they are called by hand, with what is set for the call."""
    reading = [named(path) for path in product_files() if "environ" in attributes(path)]
    allowed = ("kisscrm/env.py", "kisscrm/celery.py", "kisscrm/wsgi.py", "kisscrm/settings.py",
               "leads/management/")  # fmt: skip
    assert [name for name in reading if not name.startswith(allowed)] == []


def test_no_address_of_a_package_registry_is_kept() -> None:
    kept = [path for path in ROOT.glob("requirements*.txt") if "http" in path.read_text()]
    assert kept == []


def test_easyships_hosts_stand_in_one_place_beside_their_default() -> None:
    for host in ("public-api.easyship.com", "public-api-sandbox.easyship.com"):
        holding = {named(p) for p in product_files() if any(host in text for text in literals(p))}
        assert holding <= {"leads/easyship/config.py", "kisscrm/env.py"}


def test_hubspots_host_stands_in_one_place_of_the_product() -> None:
    holding = {named(path) for path in product_files() if "api.hubapi.com" in literals(path)}
    assert holding == {"leads/hubspot/config.py"}
