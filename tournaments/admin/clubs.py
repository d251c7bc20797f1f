"""Clubs, their staff, members and series."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from tournaments import models
from tournaments.actor import Actor
from tournaments.admin.actions import REVOKE_QUESTION, row_action
from tournaments.admin.base import ReadOnlyAdmin, ServiceAdmin, ServiceForm, read_only_inline
from tournaments.admin.codes import choices_of
from tournaments.admin.columns import column, link_column
from tournaments.services.events import roles, seasons
from tournaments.services.people import members, people


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
    inlines = (read_only_inline(models.ClubRole, "user", "role", related=("user",)),)

    @admin.display(boolean=True, description=_("approved for rating"))
    def is_approved(self, club: models.Club) -> bool:
        return club.approved_at is not None


class ClubRoleForm(ServiceForm):
    role = forms.ChoiceField(
        label=_("Role"), choices=choices_of(models.ClubRole, "role", roles.CLUB_ROLES)
    )

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
    list_display = ("user", "role", "club_link")
    list_select_related = ("club", "user")
    list_filter = ("role",)
    search_fields = ("club__name", "club__slug", "user__username")
    paths: ClassVar = {"club": "club", "account": "user"}
    club_link = link_column(_("club"), lambda held: held.club, "club__name")

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


def _request_key(asked: models.MembershipRequest) -> dict[str, int]:
    return {"club_id": asked.club_id, "player_id": asked.player_id}


@admin.register(models.Membership)
class MembershipAdmin(ServiceAdmin):
    form = MembershipForm
    autocomplete_fields = ("club", "player")
    list_display = ("name", "club_link", "since", "consented_at")
    list_select_related = ("club", "player")
    search_fields = ("player__name", "club__name", "club__slug")
    paths: ClassVar = {"club": "club", "player": "player"}
    name = column(_("player"), lambda member: member.player.name, "player__name")
    club_link = link_column(_("club"), lambda member: member.club, "club__name")


@admin.register(models.MembershipRequest)
class MembershipRequestAdmin(ReadOnlyAdmin):
    list_display = ("name", "club_link", "asked_at")
    list_select_related = ("club", "player")
    search_fields = ("player__name", "club__name", "club__slug")
    paths: ClassVar = {"club": "club", "player": "player"}
    name = column(_("player"), lambda asked: asked.player.name, "player__name")
    club_link = link_column(_("club"), lambda asked: asked.club, "club__name")

    accept = row_action(_("Accept as a member"), members.accept_request, _request_key)
    refuse = row_action(
        _("Refuse"), members.refuse_request, _request_key, confirm=_("Refuse these players?")
    )


class SeriesForm(ServiceForm):
    class Meta:
        model = models.Series
        fields = ("club", "slug", "name")

    def call_service(self, actor: Actor, given: dict[str, Any]) -> models.Series:
        club = given.pop("club")
        return seasons.create_series(actor=actor, club_id=club.pk, **given)


@admin.register(models.Series)
class SeriesAdmin(ServiceAdmin):
    form = SeriesForm
    autocomplete_fields = ("club",)
    list_display = ("name", "slug", "club_link")
    list_select_related = ("club",)
    search_fields = ("name", "slug")
    paths: ClassVar = {"club": "club"}
    club_link = link_column(_("club"), lambda series: series.club, "club__name")
    inlines = (read_only_inline(models.Event, "slug", "name", "state", "starts_on"),)


@admin.register(models.SeriesStandings)
class SeriesStandingsAdmin(ReadOnlyAdmin):
    list_display = ("series", "computed_at")
    list_select_related = ("series",)
    search_fields = ("series__name", "series__slug")
    paths: ClassVar = {"club": "series__club"}
