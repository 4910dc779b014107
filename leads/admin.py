"""The admin: people and their roles. The mirror, the runs and the outbox can be looked at, not changed:
the admin is never a second way to change a lead."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.http import HttpRequest

from leads.models import (
    Company,
    Contact,
    Deal,
    Decision,
    Lead,
    OutboundWrite,
    Owner,
    Person,
    PortalFinding,
    Shipment,
    ShipmentAttempt,
    SyncRun,
    WriteAttempt,
)

# Rights come from a person's role alone.
admin.site.unregister(Group)


@admin.register(Person)
class PersonAdmin(UserAdmin):  # type: ignore[type-arg]
    list_display = ("username", "first_name", "last_name", "role", "owner", "is_active")
    list_filter = ("role", "is_active")
    raw_id_fields = ("owner",)
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        ("Who", {"fields": ("first_name", "last_name", "email", "role", "owner")}),
        ("Access", {"fields": ("is_active", "is_staff", "is_superuser")}),
    )


class LookOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows that only the sync and the actions write."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class AttemptsInline(admin.TabularInline):  # type: ignore[type-arg]
    model: Any = WriteAttempt
    extra = 0
    can_delete = False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ExchangesInline(AttemptsInline):
    model = ShipmentAttempt


@admin.register(OutboundWrite)
class OutboundWriteAdmin(LookOnly):
    list_display = ("id", "state", "kind", "object_type", "record_id", "lead", "stuck_because")
    list_filter = ("state", "object_type")
    inlines = (AttemptsInline,)


@admin.register(Shipment)
class ShipmentAdmin(LookOnly):
    list_display = (
        "wanted_at",
        "contact",
        "state",
        "easyship_id",
        "tracking_number",
        "stuck_because",
    )
    list_filter = ("state",)
    inlines = (ExchangesInline,)


@admin.register(SyncRun)
class SyncRunAdmin(LookOnly):
    list_display = ("name", "started_at", "finished_at", "counts", "error")
    list_filter = ("name",)


@admin.register(Lead)
class LeadAdmin(LookOnly):
    list_display = ("name", "hubspot_id", "stage", "channel", "owner", "archived_at")
    search_fields = ("name", "hubspot_id")


@admin.register(Decision)
class DecisionAdmin(LookOnly):
    list_display = ("decided_at", "lead", "summary", "actor")


@admin.register(Company, Contact, Deal, Owner, PortalFinding)
class MirrorAdmin(LookOnly):
    pass
