"""Is the process up, and can it do its work? The only pages open to everyone."""

from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from leads.models import Heartbeat


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
    workers = {} if reasons else heartbeats()
    body = {"ready": not reasons, "reasons": reasons, "workers": workers}
    return JsonResponse(body, status=503 if reasons else 200)


def heartbeats() -> dict[str, int | None]:
    """Seconds since a worker of each queue last did a task, null where none ever has. Requests are
    answered without workers too, so this is no reason to send nobody here."""
    beats = dict(Heartbeat.objects.values_list("queue", "at"))
    now = timezone.now()
    return {
        queue: max(0, int((now - beats[queue]).total_seconds())) if queue in beats else None
        for queue in ("write", "read")
    }


def database_faults() -> list[str]:
    try:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            return ["The database has migrations to run: manage.py migrate"]
    except DatabaseError:
        return ["The database does not answer."]
    return []
