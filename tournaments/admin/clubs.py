"""Clubs, their staff, members and series."""

from typing import Any

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from tournaments import models
from tournaments.actor import Actor
from tournaments.admin.actions import REVOKE_QUESTION, row_action
from tournaments.admin_base import ReadOnlyInline, ServiceAdmin, ServiceForm
from tournaments.services.events import roles, seasons
from tournaments.services.people import members, people


class ClubRoleInline(ReadOnlyInline):
    model = models.ClubRole


class ClubForm(ServiceForm):
    class Meta:
        model = models.Club
        fields = ("slug", "name")

    def call_service(self, actor: Actor, given: dict[str, Any]) -> models.Club:
        return people.create_club(actor=actor, slug=given["slug"], name=given["name"])


@admin.register(models.Club)
class ClubAdmin(ServiceAdmin):
    form = ClubForm
    list_display = ("name", "slug", "is_approved")
    list_filter = (("approved_at", admin.EmptyFieldListFilter),)
    search_fields = ("name", "slug")
    inlines = (ClubRoleInline,)

    @admin.display(boolean=True, description=_("approved for rating"))
    def is_approved(self, club: models.Club) -> bool:
        return club.approved_at is not None


class ClubRoleForm(ServiceForm):
    class Meta:
        model = models.ClubRole
        fields = ("club", "user", "role")

    def call_service(self, actor: Actor, given: dict[str, Any]) -> models.ClubRole:
        return roles.grant_club_role(
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
    actions = ("revoke",)

    revoke = row_action(
        _("Take the role back"),
        roles.revoke_club_role,
        lambda held: {"club_id": held.club_id, "user_id": held.user_id, "role": held.role},
        confirm=REVOKE_QUESTION,
    )


class MembershipForm(ServiceForm):
    class Meta:
        model = models.Membership
        fields = ("club", "player", "since")

    def call_service(self, actor: Actor, given: dict[str, Any]) -> models.Membership:
        return members.add_member(
            actor=actor,
            club_id=given["club"].pk,
            player_id=given["player"].pk,
            since=given["since"],
        )


@admin.register(models.Membership)
class MembershipAdmin(ServiceAdmin):
    form = MembershipForm
    autocomplete_fields = ("club", "player")
    list_display = ("club", "player", "since", "consented_at")
    list_select_related = ("club", "player")
    list_filter = ("club",)
    search_fields = ("club__slug", "player__name")


class SeriesForm(ServiceForm):
    class Meta:
        model = models.Series
        fields = ("club", "slug", "name")

    def call_service(self, actor: Actor, given: dict[str, Any]) -> models.Series:
        club = given.pop("club")
        return seasons.create_series(actor=actor, club_id=club.pk, **given)


class EventInline(ReadOnlyInline):
    model = models.Event
    fields = ("slug", "name", "state", "starts_on")


@admin.register(models.Series)
class SeriesAdmin(ServiceAdmin):
    form = SeriesForm
    autocomplete_fields = ("club",)
    list_display = ("name", "slug", "club")
    list_select_related = ("club",)
    list_filter = ("club",)
    search_fields = ("name", "slug")
    inlines = (EventInline,)
