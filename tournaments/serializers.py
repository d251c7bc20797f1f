"""The shapes of bodies in (checked for shape only) and out (read-only)."""

import json
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError

Out = serializers.Serializer[Any]
SLUG = r"^[a-z0-9][a-z0-9-]*$"
TEXT = 200
NAME = 100
VISIBILITIES = ("public", "unlisted", "private")
EVENT_STATES = ("draft", "registration", "running", "finished")


class Strict(serializers.Serializer[Any]):
    """A body that is read only when every field in it is known."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            known = {name for name, field in self.fields.items() if not field.read_only}
            unknown = sorted(str(name) for name in data.keys() - known)
            if unknown:
                detail = ErrorDetail(str(_("There is no such field.")), code="unknown_field")
                raise ValidationError({name: [detail] for name in unknown})
        return super().to_internal_value(data)


class Nothing(Strict):
    """The body of a verb that needs to be told nothing: empty, or {}."""


class NumberField(serializers.IntegerField):
    """A whole number that every database can hold."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_value=2**31 - 1, **options)


class ObjectField(serializers.DictField):
    """A JSON object whose meaning the service checks; here only that it can be stored."""

    def to_internal_value(self, data: Any) -> Any:
        value = super().to_internal_value(data)
        try:
            text = json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise serializers.ValidationError(_("This is not text.")) from None
        if b"\\u0000" in text:
            raise serializers.ValidationError(_("Null characters are not allowed."))
        return value


class SlugField(serializers.RegexField):
    def __init__(self, **options: Any) -> None:
        super().__init__(SLUG, max_length=50, **options)


# --- people ---------------------------------------------------------------------------------
class HandleIn(Strict):
    site = serializers.CharField(max_length=NAME)
    name = serializers.CharField(max_length=NAME)


class PlayerIn(Strict):
    name = serializers.CharField(max_length=NAME)
    handles = HandleIn(many=True, required=False)
    mine = serializers.BooleanField(default=False, help_text="This player is I, of this account.")


class PlayerQuery(Strict):
    q = serializers.CharField(required=False, help_text="Part of the name.")


class PlayerOut(Out):
    id = serializers.CharField(source="public_id")
    name = serializers.CharField()


class ClubIn(Strict):
    slug = SlugField()
    name = serializers.CharField(max_length=NAME)


class ClubOut(Out):
    slug = serializers.CharField()
    name = serializers.CharField()


class SeriesIn(Strict):
    slug = SlugField()
    name = serializers.CharField(max_length=NAME)
    scoring = ObjectField(
        required=False, help_text="`by` match_points, game_points ...; `best` events, or all."
    )


class SeriesOut(Out):
    slug = serializers.CharField()
    name = serializers.CharField()
    club = serializers.CharField(source="club.slug")
    scoring = serializers.DictField()


class EventSeriesIn(Strict):
    series = serializers.CharField(allow_null=True, help_text="The slug of a season, or null.")


# --- events ---------------------------------------------------------------------------------
class StageIn(Strict):
    system = serializers.CharField(max_length=TEXT)
    options = ObjectField(required=False)


class EventSettings(Strict):
    """What may be changed while an event is being set up; which of it later, the event says."""

    name = serializers.CharField(max_length=NAME)
    starts_on = serializers.DateField(required=False, allow_null=True)
    ruleset = ObjectField(required=False, help_text="`name`, `size` and what differs.")
    match = ObjectField(required=False, help_text="Games, points and tie-breaks.")
    confirm = ObjectField(required=False, help_text="`policy` and `hours`.")
    visibility = serializers.ChoiceField(VISIBILITIES, required=False)
    time_zone = serializers.CharField(required=False, max_length=TEXT)


class EventIn(EventSettings):
    slug = SlugField()
    game = serializers.CharField(max_length=TEXT, default="tak")
    club = serializers.CharField(required=False, allow_null=True, help_text="The slug of a club.")
    stages = StageIn(many=True, required=False)


class EventChanges(EventSettings):
    name = serializers.CharField(max_length=NAME, required=False)
    reason = serializers.CharField(
        required=False, help_text="Why; needed when what ranks changes after round 1."
    )


class EventQuery(Strict):
    club = serializers.CharField(required=False, help_text="The slug of a club.")
    player = serializers.CharField(required=False, help_text="The id of a player who entered.")
    state = serializers.ChoiceField(EVENT_STATES, required=False)
    game = serializers.CharField(required=False)
    since_version = NumberField(
        required=False, min_value=0, help_text="Only events whose results_version is higher."
    )


class StageOut(Out):
    number = serializers.IntegerField()
    system = serializers.CharField()
    options = serializers.DictField()
    state = serializers.CharField()


class EventOut(Out):
    id = serializers.CharField(source="public_id")
    slug = serializers.CharField()
    name = serializers.CharField()
    club = serializers.CharField(source="club.slug", default=None, allow_null=True)
    series = serializers.CharField(source="series.slug", default=None, allow_null=True)
    game = serializers.CharField()
    ruleset = serializers.DictField()
    match = serializers.DictField()
    confirm = serializers.DictField()
    visibility = serializers.CharField()
    time_zone = serializers.CharField()
    starts_on = serializers.DateField(allow_null=True)
    state = serializers.CharField()
    stages = serializers.SerializerMethodField()
    settings_version = serializers.IntegerField()
    results_version = serializers.IntegerField()
    standings_version = serializers.IntegerField()

    @extend_schema_field(StageOut(many=True))
    def get_stages(self, event: Any) -> list[dict[str, Any]]:
        stages = sorted(event.stages.all(), key=lambda stage: stage.number)
        return [dict(StageOut(stage).data) for stage in stages]


class EntryOut(Out):
    id = serializers.IntegerField(source="pk")
    number = serializers.IntegerField(allow_null=True)
    player = serializers.CharField(source="player.public_id")
    name = serializers.CharField(source="player.name")
    state = serializers.CharField()
    rating = serializers.IntegerField(allow_null=True)
    rating_source = serializers.CharField()


# --- rounds ---------------------------------------------------------------------------------
class SeatOut(Out):
    order = serializers.IntegerField()
    entry = serializers.IntegerField()
    player = serializers.CharField()
    name = serializers.CharField()


class SidesOut(Out):
    first = serializers.IntegerField()
    second = serializers.IntegerField()


class ScoreOut(Out):
    """`points_x2` by seat, in half points; `board` by who moved first and second."""

    points_x2 = serializers.ListField(child=serializers.IntegerField())
    places_x2 = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="Doubled places by seat of a card game; 5 is a shared second and third.",
    )
    board = SidesOut(allow_null=True)
    at_least = serializers.BooleanField(help_text="The reserve is not known.")


class SlotOut(Out):
    number = serializers.IntegerField()
    first_seat = serializers.IntegerField()
    state = serializers.CharField()
    due_at = serializers.DateTimeField(allow_null=True)
    kind = serializers.CharField(allow_null=True, help_text="How it ended: played, forfeit ...")
    result = serializers.CharField(
        allow_null=True, help_text="R-0, 1/2-1/2 ...; the kind where nobody played."
    )
    score = ScoreOut(allow_null=True)
    games = serializers.ListField(child=serializers.CharField())


class PairingOut(Out):
    """The pairing of the contract. `first_seat` names the seat that moves first."""

    id = serializers.IntegerField()
    event = serializers.CharField()
    round = serializers.IntegerField()
    leg = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    kind = serializers.CharField()
    group = serializers.CharField()
    bracket = serializers.CharField(help_text="The place in an elimination: W1-3, L2-1, GF.")
    seats = SeatOut(many=True)
    slots = SlotOut(many=True)


class PairingQuery(Strict):
    event = serializers.CharField(required=False, help_text="The slug of an event.")
    round = NumberField(required=False, min_value=1)
    player = serializers.CharField(required=False, help_text="The id of a player.")
    state = serializers.ChoiceField(
        ("open", "reported", "disputed", "decided", "postponed", "unneeded"),
        required=False,
        help_text="Pairings with a slot in this state.",
    )


class RoundOut(Out):
    event = serializers.CharField()
    number = serializers.IntegerField()
    state = serializers.CharField()


class RoundView(RoundOut):
    legs = serializers.IntegerField()
    slots = serializers.DictField(
        child=serializers.IntegerField(), help_text="How many are in each state."
    )
    pairings = PairingOut(many=True)


class PairIn(Strict):
    seed = NumberField(default=0, min_value=0)
    by_hand = serializers.ListField(
        required=False,
        max_length=1000,
        child=serializers.ListField(child=NumberField(min_value=1), min_length=1, max_length=10),
        help_text="Your own pairings: the numbers of the entries at each table, one for a bye.",
    )


class PairingJobOut(Out):
    """One attempt to pair a round; `problem` says in words why it failed."""

    event = serializers.CharField()
    stage = serializers.IntegerField()
    state = serializers.CharField(help_text="waiting, running, done, failed or cancelled.")
    progress = serializers.IntegerField(help_text="Percent.")
    round = serializers.IntegerField(allow_null=True, help_text="The draft that was made.")
    error = serializers.CharField(help_text="The code of the problem, or empty.")
    problem = serializers.CharField()
    asked_at = serializers.DateTimeField()


class StageChanges(Strict):
    options = ObjectField(help_text="Those that change.")


class NextStageIn(Strict):
    ties = serializers.ChoiceField(
        ("lot",), required=False, help_text="Draw lots where entries are level at the line."
    )
    seed = NumberField(default=0, min_value=0)


class ReasonOut(Out):
    code = serializers.CharField()
    params = serializers.DictField()
    text = serializers.CharField(help_text="The sentence, in the language of the request.")


class WhyOut(Out):
    pairing = serializers.IntegerField()
    reasons = ReasonOut(many=True)


class ProofOut(Out):
    """`holds`: pairing `document.input` again gives `document.pairs`, and they were played."""

    event = serializers.CharField()
    round = serializers.IntegerField()
    holds = serializers.BooleanField()
    differences = serializers.ListField(child=serializers.CharField())
    hash = serializers.CharField(help_text="SHA-256 of the document, keys sorted, no spaces.")
    document = serializers.DictField()


class DerivationOut(Out):
    """`lines`: what ranks and each tie-break, trees of `code`, `text`, `value`, `children`."""

    event = serializers.CharField()
    entry = serializers.IntegerField()
    version = serializers.IntegerField()
    lines = serializers.ListField(child=serializers.DictField())


class ChangeOut(Out):
    """One value that a correction changed, as the tables have it; null: there was no row."""

    entry = serializers.IntegerField()
    column = serializers.CharField(help_text="rank, bpr ..., or the code of a tie-break.")
    before = serializers.JSONField(allow_null=True)
    after = serializers.JSONField(allow_null=True)


class PublicationOut(Out):
    kind = serializers.CharField(help_text="standings, stage-1 ..., final.")
    after_round = serializers.IntegerField()
    version = serializers.IntegerField()
    sha256 = serializers.CharField()
    changes = ChangeOut(many=True)


class PublishedQuery(Strict):
    version = NumberField(required=False, min_value=0, help_text="The latest, if none is named.")


class JournalQuery(Strict):
    since_version = NumberField(
        required=False, min_value=0, help_text="Only lines whose seq is higher."
    )


class JournalLineOut(Out):
    seq = serializers.IntegerField()
    at = serializers.DateTimeField()
    actor = serializers.DictField()
    action = serializers.CharField()
    subject = serializers.CharField()
    before = serializers.JSONField(allow_null=True)
    after = serializers.JSONField(allow_null=True)
    text = serializers.CharField()
    hash = serializers.CharField()
    prev_hash = serializers.CharField()
