"""The admin of tokens, applications, links and invitations. No secret is shown."""

from typing import Any, ClassVar

from django.apps import apps
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from config import models
from config.access import invitations, links
from config.access.accounts import after_password_change, after_password_reset
from config.access.tokens import revoke_token
from config.admin_events import EVENT, READ_ONLY_FIELDS, event_settings_form, new_event_form
from config.admin_pages import notices, webhooks  # noqa: F401  # they register themselves
from config.admin_pages.codes import label_codes
from config.admin_pages.journal import describe_journal
from config.admin_pages.links import add_links
from config.admin_pages.names import name_tables
from config.oauth.applications import switch_application
from tournaments.admin.actions import REVOKE_QUESTION, row_action
from tournaments.admin.base import ReadOnlyAdmin
from tournaments.admin.columns import column, link_column

name_tables()
label_codes()
describe_journal()
add_links()
accounts: Any = admin.site.get_model_admin(get_user_model())
accounts.after_reset, accounts.after_own_change = after_password_reset, after_password_change
events: Any = admin.site.get_model_admin(apps.get_model(EVENT))
events.form = new_event_form()
events.edit_form = event_settings_form
events.readonly_after_creation = READ_ONLY_FIELDS


class SecretAdmin(ReadOnlyAdmin):
    """Secrets are revoked, never shown; what they are derived from is hidden too."""

    exclude = ("digest", "serial")
    actions = ("revoke",)

    def has_revoke_permission(self, request: HttpRequest) -> bool:
        return admin.ModelAdmin.has_change_permission(self, request)


@admin.register(models.ApiToken)
class ApiTokenAdmin(SecretAdmin):
    list_display = (
        *("name", "user", "prefix", "scopes"),
        *("created_at", "last_used_at", "expires_at", "revoked_at"),
    )
    list_select_related = ("user",)
    paths: ClassVar = {"account": "user"}
    list_filter = (("revoked_at", admin.EmptyFieldListFilter),)
    search_fields = ("prefix", "name", "user__username")
    revoke = row_action(
        _("Revoke"),
        lambda actor, token: revoke_token(username=token.user.username, token_id=token.pk),
        lambda token: {"token": token},
        confirm=REVOKE_QUESTION,
        permissions=["revoke"],
    )


# Tokens of applications have no page, as their secrets are not known; their consents have one.
for model in apps.get_app_config("oauth2_provider").get_models():
    if admin.site.is_registered(model):
        admin.site.unregister(model)
admin.site.unregister(models.Application)


@admin.register(models.Application)
class ApplicationAdmin(ReadOnlyAdmin):
    """Site staff switch an application off; its maker changes it."""

    fields = (
        "name",
        "client_id",
        "user",
        "club",
        "client_type",
        "redirect_uris",
        "created",
        "switched_off_at",
        "removed_at",
    )
    list_display = ("name", "user", "club", "created", "switched_off_at", "removed_at")
    list_select_related = ("user", "club")
    list_filter = (
        ("switched_off_at", admin.EmptyFieldListFilter),
        ("removed_at", admin.EmptyFieldListFilter),
    )
    search_fields = ("name", "client_id", "user__username")
    paths: ClassVar = {"account": "user", "club": "club"}
    actions = ("switch_off", "switch_on")
    view_on_site = False

    def has_switch_permission(self, request: HttpRequest) -> bool:
        return admin.ModelAdmin.has_change_permission(self, request)

    switch_off = row_action(
        _("Switch off"),
        switch_application,
        lambda application: {"application_id": application.pk, "on": False},
        permissions=["switch"],
    )
    switch_on = row_action(
        _("Switch on"),
        switch_application,
        lambda application: {"application_id": application.pk, "on": True},
        permissions=["switch"],
    )


@admin.register(models.Consent)
class ConsentAdmin(ReadOnlyAdmin):
    list_display = ("user", "application", "scopes", "given_at", "last_used_at", "revoked_at")
    list_select_related = ("user", "application")
    list_filter = (("revoked_at", admin.EmptyFieldListFilter),)
    search_fields = ("user__username", "application__name", "application__client_id")
    paths: ClassVar = {"account": "user"}


@admin.register(models.PersonalLink)
class PersonalLinkAdmin(SecretAdmin):
    list_display = ("name", "event_link", "issued_at", "revoked_at")
    list_select_related = ("entry__player", "entry__event")
    list_filter = (("revoked_at", admin.EmptyFieldListFilter),)
    search_fields = ("entry__player__name", "entry__event__name", "entry__event__slug")
    paths: ClassVar = {"event": "entry__event", "player": "entry__player", "entry": "entry"}
    name = column(_("player"), lambda link: link.entry.player.name, "entry__player__name")
    event_link = link_column(_("event"), lambda link: link.entry.event, "entry__event__name")

    revoke = row_action(
        _("Revoke"),
        links.revoke_links,
        lambda link: {"event_id": link.entry.event_id, "entry_ids": [link.entry_id]},
        confirm=REVOKE_QUESTION,
        permissions=["revoke"],
    )


@admin.register(models.CalendarAddress)
class CalendarAddressAdmin(ReadOnlyAdmin):
    exclude = ("digest",)
    list_display = ("user", "made_at")
    list_select_related = ("user",)
    search_fields = ("user__username",)
    paths: ClassVar = {"account": "user"}


@admin.register(models.Invitation)
class InvitationAdmin(ReadOnlyAdmin):
    exclude = ("digest",)
    list_display = ("__str__", "issued_by", "expires_at", "used_at", "used_by", "revoked_at")
    list_select_related = ("event", "club", "player", "issued_by", "used_by")
    list_filter = ("role", ("used_at", admin.EmptyFieldListFilter))
    search_fields = ("event__name", "club__name", "player__name")
    paths: ClassVar = {"event": "event", "club": "club", "player": "player"}
    actions = ("revoke",)

    revoke = row_action(
        _("Revoke"),
        invitations.revoke_invitation,
        lambda invitation: {"invitation_id": invitation.pk},
        confirm=REVOKE_QUESTION,
    )


@admin.register(models.IdempotencyKey)
class IdempotencyKeyAdmin(ReadOnlyAdmin):
    exclude = ("response", "request_hash")
    list_display = ("actor_key", "key", "status", "at")
    search_fields = ("actor_key", "key")
    date_hierarchy = "at"
