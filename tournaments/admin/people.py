"""Accounts, players and the names they bear."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments import models
from tournaments.actor import Actor
from tournaments.director import (
    ReadOnlyInline,
    ReasonForm,
    ServiceAdmin,
    ServiceForm,
    for_each_row,
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
        fields = ("name", "sort_name", "user")

    def ask(self, actor: Actor, given: dict[str, Any]) -> models.Player:
        user = given.get("user")
        return people.create_player(
            actor=actor,
            name=given["name"],
            sort_name=given["sort_name"],
            user_id=user.pk if user else None,
        )


class PlayerActionForm(ReasonForm):
    into = forms.CharField(required=False, label=_("Into (public id):"))
    sort_name = forms.CharField(required=False, label=_("Sort name:"), max_length=100)


@admin.register(models.Player)
class PlayerAdmin(ServiceAdmin):
    form = PlayerForm
    autocomplete_fields = ("user",)
    list_display = ("name", "sort_name", "public_id", "user", "merged_into")
    list_select_related = ("user", "merged_into")
    list_filter = (
        ("user", admin.EmptyFieldListFilter),
        ("merged_into", admin.EmptyFieldListFilter),
    )
    search_fields = ("name", "sort_name", "public_id", "handles__name_key")
    inlines = (HandleInline, MembershipInline)
    action_form = PlayerActionForm
    actions = ("read_as", "release")

    @admin.action(description=_("Read and sort the name as the sort name says"))
    def read_as(self, request: HttpRequest, rows: "QuerySet[models.Player]") -> None:
        sort_name = request.POST.get("sort_name", "")
        for_each_row(
            self,
            request,
            rows,
            lambda actor, player: people.set_sort_name(
                actor=actor, player_id=player.pk, sort_name=sort_name
            ),
        )

    @admin.action(description=_("Take the account away from the player"))
    def release(self, request: HttpRequest, rows: "QuerySet[models.Player]") -> None:
        for_each_row(
            self,
            request,
            rows,
            lambda actor, player: people.release_player(actor=actor, player_id=player.pk),
        )


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
