"""Upgrades without stopping: migrations leave the old version what it uses, and tasks take what a newer one
sends."""

import inspect
from importlib import import_module
from typing import Any

import pytest
from celery import current_app
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ModelState, ProjectState

from tests.live_migrations import APP, faults_of

FIRST_RELEASE = "0020"
"""No site is live yet: what these and earlier migrations do, nobody waits for."""


def test_no_migration_pulls_anything_from_under_the_old_version() -> None:
    loader = MigrationLoader(None)
    found = {}
    for key in loader.graph.leaf_nodes(APP):
        for one in loader.graph.forwards_plan(key):
            if one[0] == APP and one[1][:4] > FIRST_RELEASE:
                before = loader.project_state(one, at_end=False)
                found[one[1]] = faults_of(loader.get_migration(*one), before)
    assert {name: faults for name, faults in found.items() if faults} == {}


def before() -> ProjectState:
    state = ProjectState()
    fields: list[tuple[str, models.Field[Any, Any]]] = [
        ("id", models.BigAutoField(primary_key=True)),
        ("name", models.CharField(max_length=100, null=True)),
    ]
    state.add_model(ModelState(APP, "Lead", fields))
    return state


def faults(*operations: Operation, safe_because: str = "") -> list[str]:
    migration = migrations.Migration("0099_invented", APP)
    vars(migration).update(operations=list(operations), safe_because=safe_because)
    return faults_of(migration, before())


@pytest.mark.parametrize(
    ("operation", "words"),
    [
        (migrations.AddField("lead", "size", models.IntegerField(default=0)), "without it"),
        (migrations.RemoveField("lead", "name"), "still asks for it"),
        (migrations.RenameField("lead", "name", "title"), "still asks for it"),
        (migrations.DeleteModel("Lead"), "still uses it"),
        (
            migrations.AlterField("lead", "name", models.CharField(max_length=100)),
            "leaves it empty",
        ),
        (migrations.AlterField("lead", "name", models.IntegerField(null=True)), "rewrites"),
        (
            migrations.AlterField("lead", "name", models.CharField(max_length=9, null=True)),
            "longer",
        ),
    ],
)
def test_what_the_old_version_would_fail_on_is_named(operation: Operation, words: str) -> None:
    (fault,) = faults(operation)
    assert words in fault
    assert faults(operation, safe_because="The release before stopped using it.") == []


def test_what_it_does_not_notice_is_let_through() -> None:
    assert faults(
        migrations.AddField("lead", "size", models.IntegerField(db_default=0)),
        migrations.AddField("lead", "note", models.TextField(null=True)),
        migrations.AlterField("lead", "name", models.CharField(max_length=200, null=True)),
        migrations.CreateModel("Note", [("id", models.BigAutoField(primary_key=True))]),
        migrations.AddField("note", "text", models.TextField()),
        migrations.AddIndex("lead", models.Index(fields=["name"], name="by_name")),
    ) == []  # fmt: skip


def test_every_task_ignores_arguments_that_a_newer_version_sends() -> None:
    import_module("leads.tasks")
    tasks = {name: task for name, task in current_app.tasks.items() if name.startswith("leads.")}
    assert len(tasks) > 5
    kinds = {
        name: {one.kind for one in inspect.signature(task.run).parameters.values()}
        for name, task in tasks.items()
    }
    assert [
        name for name, found in kinds.items() if inspect.Parameter.VAR_KEYWORD not in found
    ] == []
