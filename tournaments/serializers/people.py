"""Players, clubs and their seasons."""

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments import limits, selectors
from tournaments.clubs.maps import map_url
from tournaments.documents import Document
from tournaments.models import Club, Membership
from tournaments.serializers.base import (
    NAME,
    TEXT,
    CodeField,
    IdField,
    OrderingField,
    Out,
    PersonField,
    ShapeField,
    SlugField,
    Strict,
)
from tournaments.serializers.tables import SeasonScoring
from tournaments.services.events.roles import CLUB_ROLES


class HandleIn(Strict):
    site = serializers.CharField(max_length=NAME)
    name = serializers.CharField(max_length=NAME)


class HandleOut(Out):
    id = serializers.IntegerField()
    site = serializers.CharField()
    name = serializers.CharField(source="name_key", help_text="Without capitals.")


class PlayerIn(Strict):
    name = serializers.CharField(max_length=NAME)
    sort_name = serializers.CharField(
        max_length=NAME,
        allow_blank=True,
        default="",
        help_text="How the name is read and sorted; empty: as it is written.",
    )
    handles = HandleIn(many=True, required=False, max_length=limits.HANDLES)  # type: ignore[call-arg]
    mine = serializers.BooleanField(default=False, help_text="This player is I, of this account.")
    event = serializers.CharField(
        max_length=TEXT, required=False, help_text="Made for this event: its organisers vouch."
    )
    club = serializers.CharField(
        max_length=TEXT, required=False, help_text="Made for this club: its staff vouch."
    )

    def validate(self, attrs: dict[str, object]) -> Document:
        asked: Document = super().validate(attrs)
        given = [name for name in ("event", "club") if name in asked]
        if len(given) + asked["mine"] > 1:
            problem = _("Give only one of mine, event and club.")
            raise serializers.ValidationError({"mine": [problem]})
        return asked


class PlayerQuery(Strict):
    q = serializers.CharField(
        required=False,
        max_length=limits.QUERY,
        help_text="The start of each word, in any spelling.",
    )
    handle = serializers.RegexField(
        "^[^:]*:.+$",
        required=False,
        max_length=2 * NAME + 1,
        help_text="`site:name`, such as `playtak:reed`: the player of that name elsewhere.",
    )
    club = IdField(required=False, help_text="The slug of a club that lists the player.")
    ordering = OrderingField("id", "name")


class PlayerOut(Out):
    id = serializers.CharField(source="public_id")
    name = serializers.CharField()
    sort_name = serializers.CharField()


class PlayerChanges(Strict):
    time_zone = serializers.CharField(
        max_length=NAME, allow_blank=True, help_text="Europe/Warsaw ...; empty: the event's."
    )


class OtherPlayerIn(Strict):
    other = IdField(help_text="The id of another player.")


class NameIn(Strict):
    name = serializers.CharField(max_length=NAME)


class SortNameIn(Strict):
    sort_name = serializers.CharField(
        max_length=NAME,
        allow_blank=True,
        help_text="How the name is read and sorted; empty: as it is written.",
    )


class PlayerFullOut(PlayerOut):
    time_zone = serializers.CharField(
        allow_null=True,
        help_text="In which the player reads times; empty: each event's. Others than the player "
        "and who vouches for them get null.",
    )


class ClubIn(Strict):
    slug = SlugField()
    name = serializers.CharField(max_length=NAME)


class ClubQuery(Strict):
    q = serializers.CharField(
        required=False,
        max_length=limits.QUERY,
        help_text="The start of each word of its name or place, in any spelling.",
    )
    player = IdField(required=False, help_text="The id of a player whom the club lists.")
    ordering = OrderingField("slug", "name")


class ClubOut(Out):
    slug = serializers.CharField()
    name = serializers.CharField()
    approved = serializers.SerializerMethodField(
        help_text="Approved for rating: the games of its events change ratings."
    )

    place = serializers.CharField(help_text="Where it meets; may be empty.")
    meets = serializers.CharField(help_text="When it meets; may be empty.")

    def get_approved(self, club: Club) -> bool:
        return club.approved_at is not None


class NamedStaffOut(Out):
    player = serializers.CharField()
    name = serializers.CharField()
    role = CodeField(CLUB_ROLES)


class ClubFullOut(ClubOut):
    map = serializers.CharField(
        help_text="An https address, or latitude and longitude in degrees; may be empty."
    )
    map_url = serializers.SerializerMethodField(
        help_text="The map: that address, or OpenStreetMap at the coordinates; may be empty."
    )
    joining = serializers.CharField(help_text="How to join, in Markdown; may be empty.")
    description = serializers.CharField(help_text="In Markdown; may be empty.")
    run_by = serializers.SerializerMethodField(
        help_text="Owners and organisers who agreed to be named on its page."
    )

    def get_map_url(self, club: Club) -> str:
        return map_url(club.map)

    @extend_schema_field(NamedStaffOut(many=True))
    def get_run_by(self, club: Club) -> list[Document]:
        return selectors.named_staff(club)


class ClubChanges(Strict):
    place = serializers.CharField(
        max_length=TEXT, allow_blank=True, required=False, help_text="Where it meets."
    )
    map = serializers.CharField(
        max_length=limits.MAP,
        allow_blank=True,
        required=False,
        help_text="An https address, or latitude and longitude in degrees: `52.23, 21.01`.",
    )
    meets = serializers.CharField(
        max_length=TEXT, allow_blank=True, required=False, help_text="When it meets."
    )
    joining = serializers.CharField(
        max_length=limits.CLUB_TEXT,
        allow_blank=True,
        required=False,
        help_text="How to join, in Markdown.",
    )
    description = serializers.CharField(
        max_length=limits.DESCRIPTION, allow_blank=True, required=False, help_text="In Markdown."
    )


class NamedInClubIn(Strict):
    shown = serializers.BooleanField(help_text="Whether this account is named.")


class SeriesIn(Strict):
    slug = SlugField()
    name = serializers.CharField(max_length=NAME)
    scoring = ShapeField(
        SeasonScoring,
        required=False,
        help_text="What counts; what is left out is as by default: match points of all events.",
    )


class SeriesChanges(Strict):
    name = serializers.CharField(max_length=NAME, required=False)
    scoring = ShapeField(SeasonScoring, required=False, help_text="What of it changes.")


class SeriesOut(Out):
    slug = serializers.CharField()
    name = serializers.CharField()
    club = serializers.CharField(source="club.slug")
    scoring = ShapeField(SeasonScoring)


class MemberIn(Strict):
    player = serializers.CharField(max_length=TEXT)
    since = serializers.DateField(required=False, allow_null=True, default=None)


class MemberNameIn(Strict):
    player = serializers.CharField(max_length=TEXT)


class MemberOut(Out):
    player = PersonField("public_id")
    name = PersonField("name")
    since = serializers.DateField(allow_null=True)
    consented = serializers.SerializerMethodField(
        help_text="Whether the player's own account agreed."
    )

    def get_consented(self, member: Membership) -> bool:
        return member.consented_at is not None


class MembershipRequestOut(Out):
    player = PersonField("public_id")
    name = PersonField("name")
    asked_at = serializers.DateTimeField()
