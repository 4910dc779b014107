"""When something broke: the page says so within the rail, or plainly where not even that can be drawn."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string


def server_error(request: HttpRequest) -> HttpResponse:
    """500. Whatever broke may break the rail too (the person is read from the database)."""
    try:
        return render(request, "500.html", status=500)
    except Exception:  # noqa: BLE001 - the page for when nothing works must always come
        return HttpResponse(render_to_string("500_plain.html"), status=500)
