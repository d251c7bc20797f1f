"""Accounts, players and their handles."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from tournaments import models, permissions, selectors
from tournaments.actor import Actor
from tournaments.admin.actions import row_action
from tournaments.admin.base import (
    ReadOnlyAdmin,
    ReasonForm,
    ServiceAdmin,
    ServiceForm,
    actor_of,
    read_only_inline,
)
from tournaments.admin.columns import (
    NO_ROW,
    column,
    link_column,
    names_html,
    row_link,
)
from tournaments.admin.parts import parts_of
from tournaments.services.people import distinguishing, handles, people

if TYPE_CHECKING:
    BaseUserAdmin = UserAdmin[models.User]
    BaseGroupAdmin = GroupAdmin
else:
    BaseUserAdmin, BaseGroupAdmin = UserAdmin, GroupAdmin


def is_superuser(request: HttpRequest) -> bool:
    return bool(request.user.is_active and request.user.is_superuser)


@admin.register(models.User)
class AccountAdmin(BaseUserAdmin):
    """Accounts are deactivated, never deleted.

    Staff cannot change an account that has more permissions than their own: its password or its
    mail address would let them into it. Only superusers give permissions.
    """

    # Called as after_reset(actor=, user=) after site staff set the password of another account.
    after_reset: Callable[..., None] | None = None
    # Called as after_own_change(user) after users set their own password.
    after_own_change: Callable[..., None] | None = None

    def has_change_permission(self, request: HttpRequest, obj: models.User | None = None) -> bool:
        if not super().has_change_permission(request, obj):
            return False
        if obj is None or obj.pk == request.user.pk:
            return True
        return selectors.outranks(request.user.pk or 0, obj)

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, object] | None = None,
    ) -> HttpResponse:
        account = self.get_object(request, object_id)
        may_reset = account is not None and permissions.may(
            actor_of(request), "account.reset", account
        )
        parts = parts_of(self.admin_site, request, account) if account else []
        player = models.Player.objects.filter(user=account).first() if account else None
        context = {
            **(extra_context or {}),
            "may_reset": may_reset,
            "parts": parts,
            "player_link": row_link(player) if player else "",
        }
        return super().change_view(request, object_id, form_url, context)

    def user_change_password(
        self,
        request: HttpRequest,
        id: str,  # noqa: A002 (Django's name)
        form_url: str = "",
    ) -> HttpResponse:
        before = self.get_object(request, id)
        response = super().user_change_password(request, id, form_url)
        after = self.get_object(request, id)
        if before is None or after is None or before.password == after.password:
            return response
        if after.pk == request.user.pk and self.after_own_change is not None:
            self.after_own_change(after)
        elif self.after_reset is not None:
            self.after_reset(actor=actor_of(request), user=after)
        return response

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        given = super().get_readonly_fields(request, obj)
        permission_fields = ("is_superuser", "groups", "user_permissions")
        return given if is_superuser(request) else (*given, *permission_fields)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


admin.site.unregister(Group)


@admin.register(Group)
class RestrictedGroupAdmin(BaseGroupAdmin):
    """Groups give permissions, so only superusers change them."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return is_superuser(request)

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return is_superuser(request)

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return is_superuser(request)


class PlayerForm(ServiceForm):
    class Meta:
        model = models.Player
        fields = ("name", "sort_name", "user")

    def call_service(self, actor: Actor, given: dict[str, Any]) -> models.Player:
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


def _player_key(player: models.Player) -> dict[str, Any]:
    return {"player_id": player.pk}


class PossibleDuplicates(admin.SimpleListFilter):
    title = _("may be one person")
    parameter_name = "same"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, Any]]:
        return [("yes", _("yes"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() != "yes":
            return queryset
        return queryset.filter(pk__in=selectors.possible_duplicates().order_by().values("pk"))


@admin.register(models.Player)
class PlayerAdmin(ServiceAdmin):
    form = PlayerForm
    autocomplete_fields = ("user",)
    list_display = ("name", "sort_name", "clubs", "user", "same", "merged_into", "public_id")
    list_select_related = ("user", "merged_into")
    list_filter = (
        ("user", admin.EmptyFieldListFilter),
        ("merged_into", admin.EmptyFieldListFilter),
        PossibleDuplicates,
    )
    search_fields = ("name", "sort_name", "public_id", "handles__name_key", "user__username")
    prefetch = ("memberships__club",)
    paths: ClassVar = {"club": "memberships__club"}
    inlines = (
        read_only_inline(models.Handle, "site", "name_key"),
        read_only_inline(models.Membership, "club", "since", related=("club", "player")),
        read_only_inline(
            models.Entry, "event", "number", "state", "rating", related=("event", "player")
        ),
    )
    questions = PlayerActionForm
    # The address of the page that compares a player with others of the name; set by the project.
    same_page: Callable[[models.Player], str] | None = None
    clubs = column(
        _("Clubs"),
        lambda player: ", ".join(held.club.name for held in player.memberships.all()),
    )

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).annotate(is_doubled=selectors.has_look_alike())

    @admin.display(description=_("may be one person"))
    def same(self, player: Any) -> str:
        if self.same_page is None or not player.is_doubled or player.merged_into_id:
            return NO_ROW
        return format_html('<a href="{}">{}</a>', self.same_page(player), _("Compare"))

    read_as = row_action(
        _("Read and sort the name as the sort name says"),
        people.set_sort_name,
        _player_key,
        asks=("sort_name",),
        fields=lambda request: {"sort_name": request.POST.get("sort_name", "")},
    )
    release = row_action(
        _("Take the account away from the player"),
        people.release_player,
        _player_key,
        confirm=_("The players lose their accounts and consents to clubs. Do it?"),
    )


class HandleForm(ServiceForm):
    site = forms.CharField(label=_("Site"), required=False, help_text=_("Empty: anywhere."))
    name = forms.CharField(label=_("Name"))

    class Meta:
        model = models.Handle
        fields = ("player", "site", "name")

    def call_service(self, actor: Actor, given: dict[str, Any]) -> models.Handle:
        return handles.add_handle(
            actor=actor, player_id=given["player"].pk, site=given["site"], name=given["name"]
        )


@admin.register(models.Handle)
class HandleAdmin(ServiceAdmin):
    form = HandleForm
    autocomplete_fields = ("player",)
    list_display = ("name_key", "site", "player_link")
    list_select_related = ("player",)
    paths: ClassVar = {"player": "player"}
    player_link = link_column(_("player"), lambda handle: handle.player, "player__name")
    list_filter = ("site",)
    search_fields = ("name_key", "player__name")


@admin.register(models.DistinctPlayers)
class DistinctPlayersAdmin(ReadOnlyAdmin):
    list_display = ("names", "at")
    list_select_related = ("player", "other")
    search_fields = ("player__name", "other__name")
    paths: ClassVar = {"player": "player"}
    names = column(_("players"), lambda pair: names_html((pair.player.name, pair.other.name)))

    undo = row_action(
        _("They may be one person"),
        distinguishing.undo_distinction,
        lambda pair: {"player": pair.player.public_id, "other": pair.other.public_id},
    )
