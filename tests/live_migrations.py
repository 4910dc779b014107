"""What a migration may do while people work: the old version goes on until its last process is replaced, on
the new version's tables.

Not among the rules: an index locks writes while it is built, which on the largest table here (some hundred
thousand touches) takes tenths of a second, and what builds one without a lock SQLite does not know."""

from django.db import migrations
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import Field

APP = "leads"


def faults_of(migration: migrations.Migration, before: ProjectState) -> list[str]:
    """What the old version would fail on, in words. A migration that knows better says why, in an
    attribute `safe_because`."""
    if getattr(migration, "safe_because", ""):
        return []
    made = {
        one.name_lower for one in migration.operations if isinstance(one, migrations.CreateModel)
    }
    found = [fault_of(one, before) for one in migration.operations if table_of(one) not in made]
    return [fault for fault in found if fault]


def table_of(operation: Operation) -> str:
    return str(getattr(operation, "model_name_lower", ""))


def fault_of(operation: Operation, before: ProjectState) -> str:
    match operation:
        case migrations.AddField():
            return fault_of_new(operation.model_name, operation.name, operation.field)
        case migrations.AlterField():
            old = before.models[APP, operation.model_name_lower].fields[operation.name]
            return fault_of_change(f"{operation.model_name}.{operation.name}", old, operation.field)
        case migrations.RemoveField() | migrations.RenameField() | migrations.AlterModelTable():
            return f"{operation.describe()}: the old version still asks for it. Leave it a release longer."
        case migrations.DeleteModel() | migrations.RenameModel():
            return (
                f"{operation.describe()}: the old version still uses it. Leave it a release longer."
            )
        case _:
            return ""


def fault_of_new(model: str, name: str, field: "Field[object, object]") -> str:
    """Django drops a default from the column again: only a `db_default` fills it for the old version."""
    if field.null or field.many_to_many or field.has_db_default():
        return ""
    return (
        f"{model}.{name}: the old version makes rows without it. Give it db_default or null=True."
    )


def fault_of_change(name: str, old: "Field[object, object]", new: "Field[object, object]") -> str:
    if old.null and not new.null and not new.has_db_default():
        return f"{name}: the old version still leaves it empty. Give it db_default."
    if old.get_internal_type() != new.get_internal_type():
        return f"{name}: another type rewrites the table, locked. Add a new column and fill it."
    if (new.max_length or 0) < (old.max_length or 0):
        return f"{name}: the old version still writes longer texts."
    return ""
