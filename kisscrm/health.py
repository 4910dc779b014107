"""Is the process up, and can it do its work? The only pages open to everyone."""

from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET


@login_not_required
@never_cache
@require_GET
def live(request: HttpRequest) -> JsonResponse:
    return JsonResponse({"live": True})


@login_not_required
@never_cache
@require_GET
def ready(request: HttpRequest) -> JsonResponse:
    """200 when requests can be served; 503 with the reasons in words when not."""
    reasons = database_faults()
    return JsonResponse({"ready": not reasons, "reasons": reasons}, status=503 if reasons else 200)


def database_faults() -> list[str]:
    try:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            return ["The database has migrations to run: manage.py migrate"]
    except DatabaseError:
        return ["The database does not answer."]
    return []
