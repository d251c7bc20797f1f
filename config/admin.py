"""The director's tool for keys: who can come in, and taking that back. No secret is shown."""

from typing import Any

from django.apps import apps
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from config import models
from config.access import invitations, links
from config.access.accounts import end_access, note_new_password
from config.access.login import BrakedAdminLoginForm
from config.admin_events import EVENT, UNCHANGED, new_form, settings_form
from tournaments.admin_base import ReadOnlyAdmin, for_each_row

admin.site.login_form = BrakedAdminLoginForm
accounts: Any = admin.site.get_model_admin(get_user_model())
accounts.after_reset, accounts.after_own_change = end_access, note_new_password
events: Any = admin.site.get_model_admin(apps.get_model(EVENT))
events.form = new_form()
events.edit_form = settings_form
events.unchanged = UNCHANGED


class KeyAdmin(ReadOnlyAdmin):
    """A key ends by being revoked; its digest is nobody's business."""

    exclude = ("digest",)
    actions = ("revoke",)

    def has_revoke_permission(self, request: HttpRequest) -> bool:
        return admin.ModelAdmin.has_change_permission(self, request)

    @admin.action(description=_("Revoke"), permissions=["revoke"])
    def revoke(self, request: HttpRequest, rows: QuerySet[Any]) -> None:
        done = rows.filter(revoked_at__isnull=True).update(revoked_at=timezone.now())
        text = ngettext("{done} key revoked.", "{done} keys revoked.", done)
        self.message_user(request, text.format(done=done))


@admin.register(models.ApiToken)
class ApiTokenAdmin(KeyAdmin):
    list_display = ("prefix", "name", "user", "scopes", "last_used_at", "expires_at", "revoked_at")
    list_select_related = ("user",)
    list_filter = (("revoked_at", admin.EmptyFieldListFilter),)
    search_fields = ("prefix", "name", "user__username")


@admin.register(models.PersonalLink)
class PersonalLinkAdmin(KeyAdmin):
    list_display = ("entry", "revoked_at")
    list_select_related = ("entry",)
    list_filter = (("revoked_at", admin.EmptyFieldListFilter), "entry__event")
    search_fields = ("entry__player__name", "entry__event__slug")

    @admin.action(description=_("Revoke"), permissions=["revoke"])
    def revoke(self, request: HttpRequest, rows: QuerySet[Any]) -> None:
        for_each_row(
            self,
            request,
            rows.select_related("entry"),
            lambda actor, link: links.revoke_links(
                actor=actor, event_id=link.entry.event_id, entry_ids=[link.entry_id]
            ),
        )


@admin.register(models.Invitation)
class InvitationAdmin(ReadOnlyAdmin):
    exclude = ("digest",)
    list_display = ("role", "event", "club", "player", "expires_at", "used_at")
    list_select_related = ("event", "club", "player")
    list_filter = ("role", ("used_at", admin.EmptyFieldListFilter))
    search_fields = ("event__slug", "club__slug", "player__name")
    actions = ("revoke",)

    @admin.action(description=_("Revoke"))
    def revoke(self, request: HttpRequest, rows: QuerySet[Any]) -> None:
        for_each_row(
            self,
            request,
            rows,
            lambda actor, found: invitations.revoke_invitation(actor=actor, invitation_id=found.pk),
        )


@admin.register(models.IdempotencyKey)
class IdempotencyKeyAdmin(ReadOnlyAdmin):
    """What was answered stays with who asked."""

    exclude = ("response", "request_hash")
    list_display = ("actor_key", "key", "status", "at")
    search_fields = ("actor_key", "key")
    date_hierarchy = "at"
