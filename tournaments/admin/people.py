"""Accounts, players and clubs."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import Model
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments import models
from tournaments.actor import Actor
from tournaments.director import (
    ReadOnlyInline,
    ServiceAdmin,
    ServiceForm,
)
from tournaments.services import people

if TYPE_CHECKING:
    BaseUserAdmin = UserAdmin[models.User]
else:
    BaseUserAdmin = UserAdmin


@admin.register(models.User)
class AccountAdmin(BaseUserAdmin):
    """Accounts are Django's own business; they are switched off, never deleted."""

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class HandleInline(ReadOnlyInline):
    model = models.Handle


class MembershipInline(ReadOnlyInline):
    model = models.Membership


class PlayerForm(ServiceForm):
    class Meta:
        model = models.Player
        fields = ("name", "user")

    def ask(self, actor: Actor, given: dict[str, Any]) -> models.Player:
        user = given.get("user")
        return people.create_player(
            actor=actor, name=given["name"], user_id=user.pk if user else None
        )


@admin.register(models.Player)
class PlayerAdmin(ServiceAdmin):
    form = PlayerForm
    autocomplete_fields = ("user",)
    list_display = ("name", "public_id", "user", "merged_into")
    list_select_related = ("user", "merged_into")
    list_filter = (
        ("user", admin.EmptyFieldListFilter),
        ("merged_into", admin.EmptyFieldListFilter),
    )
    search_fields = ("name", "public_id", "handles__name_key")
    inlines = (HandleInline, MembershipInline)


class HandleForm(ServiceForm):
    site = forms.CharField(label=_("Site"), required=False, help_text=_("Empty: anywhere."))
    name = forms.CharField(label=_("Name"))

    class Meta:
        model = models.Handle
        fields = ("player", "site", "name")

    def ask(self, actor: Actor, given: dict[str, Any]) -> models.Handle:
        return people.add_handle(
            actor=actor, player_id=given["player"].pk, site=given["site"], name=given["name"]
        )


@admin.register(models.Handle)
class HandleAdmin(ServiceAdmin):
    form = HandleForm
    autocomplete_fields = ("player",)
    list_display = ("name_key", "site", "player")
    list_select_related = ("player",)
    list_filter = ("site",)
    search_fields = ("name_key", "player__name")


class ClubRoleInline(ReadOnlyInline):
    model = models.ClubRole


class ClubForm(ServiceForm):
    class Meta:
        model = models.Club
        fields = ("slug", "name")

    def ask(self, actor: Actor, given: dict[str, Any]) -> models.Club:
        return people.create_club(actor=actor, slug=given["slug"], name=given["name"])


@admin.register(models.Club)
class ClubAdmin(ServiceAdmin):
    form = ClubForm
    list_display = ("name", "slug")
    search_fields = ("name", "slug")
    inlines = (ClubRoleInline,)


class ClubRoleForm(ServiceForm):
    class Meta:
        model = models.ClubRole
        fields = ("club", "user", "role")

    def ask(self, actor: Actor, given: dict[str, Any]) -> models.ClubRole:
        return people.grant_club_role(
            actor=actor, club_id=given["club"].pk, user_id=given["user"].pk, role=given["role"]
        )


@admin.register(models.ClubRole)
class ClubRoleAdmin(ServiceAdmin):
    form = ClubRoleForm
    autocomplete_fields = ("club", "user")
    list_display = ("club", "user", "role")
    list_select_related = ("club", "user")
    list_filter = ("role",)
    search_fields = ("club__slug", "user__username")
