"""The top of the address space: the product's pages, signing in, the admin, and health."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from kisscrm import health
from leads.web import signing_in

handler500 = "leads.web.broken.server_error"

urlpatterns: list[URLPattern | URLResolver] = [
    path("health/live", health.live, name="health-live"),
    path("health/ready", health.ready, name="health-ready"),
    path("admin/login/", signing_in.admin_door),
    path("admin/", admin.site.urls),
    path("", include("leads.web.urls")),
]
