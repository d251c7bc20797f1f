"""Events, their entries, stages and journal."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments import limits
from tournaments.advice import game_length_advice
from tournaments.choices import EntryStatus, EventStatus, StageStatus
from tournaments.documents import Document
from tournaments.models import Event
from tournaments.pairing import SYSTEMS
from tournaments.selectors.events.approval import (
    APPROVED,
    CLUB,
    NOT_APPROVED,
    PLANNERS_CLUB,
    counting_reason,
)
from tournaments.serializers.base import (
    NAME,
    TEXT,
    ClockField,
    CodeField,
    DatesQuery,
    IdField,
    NumberField,
    OrderingField,
    Out,
    PersonField,
    ShapeField,
    SlugField,
    Strict,
)
from tournaments.serializers.settings import (
    RULESETS,
    Confirm,
    Match,
    Registration,
    StageOptions,
    TimeControl,
)
from tournaments.services.entries.registration import registration_settings
from tournaments.services.events.settings import GAMES, VISIBILITIES


class EventSeriesIn(Strict):
    series = IdField(allow_null=True, help_text="The slug of a season, or null.")


class StageIn(Strict):
    system = CodeField(SYSTEMS)
    options = ShapeField(StageOptions, required=False)


class EventSettings(Strict):
    """Settings of an event; some are fixed once it starts."""

    name = serializers.CharField(max_length=NAME)
    starts_on = serializers.DateField(required=False, allow_null=True)
    start_time = ClockField(
        required=False, allow_null=True, help_text="As 19:30, in the time zone of the event."
    )
    venue = serializers.CharField(required=False, allow_blank=True, max_length=TEXT)
    address = serializers.CharField(required=False, allow_blank=True, max_length=TEXT)
    contact = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=TEXT,
        help_text="Who answers questions: an address or a number. Everybody reads it.",
    )
    entry_fee = serializers.CharField(
        required=False, allow_blank=True, max_length=TEXT, help_text="In words: what it costs."
    )
    description = serializers.CharField(
        required=False, allow_blank=True, max_length=limits.DESCRIPTION, help_text="Markdown."
    )
    ruleset = ShapeField(*RULESETS, required=False, help_text="`name`, `size` and what differs.")
    match = ShapeField(Match, required=False, help_text="Games, points and tie-breaks.")
    confirm = ShapeField(Confirm, required=False, help_text="`policy` and `hours`.")
    time_control = ShapeField(
        TimeControl,
        required=False,
        help_text="`minutes` for a player, `increment_seconds` a move, `class`.",
    )
    registration = ShapeField(
        Registration,
        required=False,
        help_text="Who may enter, until when, how many; those that are given.",
    )
    visibility = serializers.ChoiceField(VISIBILITIES, required=False)
    time_zone = serializers.CharField(required=False, max_length=TEXT)


class EventIn(EventSettings):
    slug = SlugField()
    game = CodeField(GAMES, default="tak")
    club = IdField(required=False, allow_null=True, help_text="The slug of a club.")
    stages = StageIn(many=True, required=False, max_length=limits.STAGES)  # type: ignore[call-arg]


class EventChanges(EventSettings):
    name = serializers.CharField(max_length=NAME, required=False)
    reason = serializers.CharField(
        required=False,
        max_length=limits.REASON,
        help_text="Why; needed when what ranks changes after round 1.",
    )


class EventQuery(DatesQuery):
    """The days are those on which events begin."""

    club = IdField(required=False, help_text="The slug of a club.")
    player = IdField(required=False, help_text="The id of a player who entered.")
    state = serializers.ChoiceField(EventStatus.values, required=False)
    game = CodeField(GAMES, required=False)
    size = NumberField(required=False, min_value=1, help_text="The board, of Tak.")
    since_version = NumberField(
        required=False, min_value=0, help_text="Only events whose results_version is higher."
    )
    ordering = OrderingField("id", "name", "starts_on")


class StageOut(Out):
    number = serializers.IntegerField()
    system = CodeField(SYSTEMS)
    options = ShapeField(StageOptions)
    state = CodeField(StageStatus)


class EventOut(Out):
    id = serializers.CharField(source="public_id")
    slug = serializers.CharField()
    name = serializers.CharField()
    club = serializers.CharField(source="club.slug", default=None, allow_null=True)
    series = serializers.CharField(source="series.slug", default=None, allow_null=True)
    game = CodeField(GAMES)
    ruleset = ShapeField(*RULESETS)
    match = ShapeField(Match)
    confirm = ShapeField(Confirm)
    time_control = ShapeField(TimeControl)
    registration = serializers.SerializerMethodField()
    visibility = CodeField(VISIBILITIES)
    time_zone = serializers.CharField()
    starts_on = serializers.DateField(allow_null=True)
    start_time = ClockField(allow_null=True)
    venue = serializers.CharField()
    address = serializers.CharField()
    contact = serializers.CharField()
    entry_fee = serializers.CharField()
    description = serializers.CharField()
    state = CodeField(EventStatus)
    stages = serializers.SerializerMethodField()
    counts_for_rating = serializers.SerializerMethodField(
        help_text="Whether its games change ratings; counts_because says why."
    )
    counts_because = serializers.SerializerMethodField(
        help_text="approved (by site staff), club, planners_club (it names none); empty: no."
    )
    warnings = serializers.SerializerMethodField(help_text="What is allowed and still unwise.")
    settings_version = serializers.IntegerField()
    results_version = serializers.IntegerField()
    standings_version = serializers.IntegerField()

    @extend_schema_field(ShapeField(Registration))
    def get_registration(self, event: Event) -> Document:
        return registration_settings(event.registration)

    @extend_schema_field(StageOut(many=True))
    def get_stages(self, event: Event) -> list[Document]:
        stages = sorted(event.stages.all(), key=lambda stage: stage.number)
        return [dict(StageOut(stage).data) for stage in stages]

    def get_counts_for_rating(self, event: Event) -> bool:
        return bool(counting_reason(event))

    @extend_schema_field(serializers.ChoiceField((APPROVED, CLUB, PLANNERS_CLUB, NOT_APPROVED)))
    def get_counts_because(self, event: Event) -> str:
        return counting_reason(event)

    def get_warnings(self, event: Event) -> list[str]:
        return game_length_advice(event.game, event.stages.all(), event.ruleset)


class EntryOut(Out):
    id = serializers.IntegerField(source="pk")
    number = serializers.IntegerField(allow_null=True)
    player = PersonField("public_id")
    name = PersonField("name")
    state = CodeField(EntryStatus)
    rating = serializers.IntegerField(allow_null=True)
    rating_source = serializers.CharField()
    checked_in_at = serializers.DateTimeField(allow_null=True)
    fixed_table = serializers.IntegerField(allow_null=True)
    family = serializers.CharField(
        source="family_for_staff", default=None, allow_null=True, help_text="For staff; else null."
    )


class EntryQuery(Strict):
    state = serializers.ChoiceField(EntryStatus.values, required=False)
    club = IdField(required=False, help_text="The slug of a club that lists the player.")
    ordering = OrderingField("id", "number", "name", "rating")


class EntryChanges(Strict):
    """Changes by staff; the rating only before the start."""

    family = serializers.CharField(required=False, allow_blank=True, max_length=TEXT)
    fixed_table = NumberField(required=False, allow_null=True, min_value=1)
    rating = NumberField(
        required=False, allow_null=True, help_text="null: the rating list says it again."
    )


class WhyIn(Strict):
    """A required reason."""

    reason = serializers.CharField(max_length=limits.REASON)


class CheckInIn(Strict):
    undo = serializers.BooleanField(default=False)


class StartIn(Strict):
    include_absent = serializers.BooleanField(
        default=False, help_text="Begin with those too who are not checked in."
    )


class StageChanges(Strict):
    options = ShapeField(StageOptions, help_text="Those that change.")


class NextStageIn(Strict):
    ties = serializers.ChoiceField(
        ("lot", "playoff"),
        required=False,
        help_text="lot: draw lots for what rulings and play-offs leave level at the line.",
    )
    seed = NumberField(
        required=False,
        allow_null=True,
        min_value=0,
        help_text="Of the lot; left out or null: one is drawn, and the journal keeps it.",
    )
