"""Rounds, pairings, slots and why."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from engine.tak.players import SIDES
from engine.tak.scoring import FACTORS, METHODS
from tournaments import limits
from tournaments.choices import JobStatus, RoundStatus, SlotStatus
from tournaments.documents import Document
from tournaments.pairing.drafts.edit_kinds import KINDS
from tournaments.serializers.absences import AwayOut
from tournaments.serializers.base import (
    CodeField,
    DatesQuery,
    IdField,
    NumberField,
    OrderingField,
    Out,
    Strict,
)
from tournaments.serializers.entry_names import ONE, WHICH
from tournaments.state import CAUSES, PAIRING_KINDS, PLAYOFF, REGULAR, RESULT_KINDS


class SeatOut(Out):
    order = serializers.IntegerField()
    entry = serializers.IntegerField()
    player = serializers.CharField()
    name = serializers.CharField()
    sort_name = serializers.CharField(help_text="How the name is read and sorted.")
    berserk_at = serializers.DateTimeField(
        allow_null=True, help_text="Of an arena: when the player halved the own time; null: not."
    )


class SidesOut(Out):
    first = serializers.IntegerField()
    second = serializers.IntegerField()


class FactorOut(Out):
    """A method that multiplied the reserve, and the road that earned it."""

    method = CodeField(FACTORS)
    times = serializers.IntegerField()
    road = serializers.ListField(child=serializers.CharField(), help_text="Its squares, if known.")


class ScoredOut(Out):
    """The points of a game: board + factor * reserve, for the winner."""

    winner = CodeField(SIDES, allow_null=True, help_text="The side that won; null: nobody.")
    board = serializers.IntegerField()
    reserve = serializers.IntegerField()
    factor = serializers.IntegerField()
    factors = FactorOut(many=True)
    unknown = serializers.ListField(
        child=CodeField(METHODS), help_text="Methods that the known facts cannot judge."
    )


class ScoreOut(Out):
    """`points_x2`: half points by seat. `board`: board scores of first and second."""

    points_x2 = serializers.ListField(child=serializers.IntegerField())
    places_x2 = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="Doubled places by seat of a card game; 5 is a shared second and third.",
    )
    board = SidesOut(allow_null=True)
    at_least = serializers.BooleanField(help_text="Not all is known that the score is made of.")
    scored = ScoredOut(allow_null=True)


class SlotOut(Out):
    number = serializers.IntegerField()
    first_seat = serializers.IntegerField()
    state = CodeField(SlotStatus)
    due_at = serializers.DateTimeField(allow_null=True)
    play_at = serializers.DateTimeField(
        allow_null=True, help_text="In the event's time zone; agreed, unless proposed_by is a seat."
    )
    proposed_by = serializers.IntegerField(
        allow_null=True, help_text="The seat that proposes play_at and waits for an answer."
    )
    kind = CodeField(RESULT_KINDS, allow_null=True, help_text="How it ended; null: it has not.")
    result = serializers.CharField(
        allow_null=True, help_text="R-0, 1/2-1/2 ...; the kind where nobody played."
    )
    cause = CodeField(CAUSES, allow_null=True, help_text="Of a forfeit: why.")
    score = ScoreOut(allow_null=True)
    games = serializers.ListField(child=serializers.CharField())


class PairingFields(Out):
    """A pairing without what `expand` adds. `first_seat` is the seat that moves first."""

    id = serializers.IntegerField()
    event = serializers.CharField()
    round = serializers.IntegerField()
    leg = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    kind = CodeField(PAIRING_KINDS)
    group = serializers.CharField()
    bracket = serializers.CharField(help_text="The place in an elimination: W1-3, L2-1, GF.")
    seats = SeatOut(many=True)
    slots = SlotOut(many=True)


@extend_schema_field({"type": "string", "pattern": "^(players|games)(,(players|games))?$"})
class ExpandField(serializers.CharField):
    """Names with commas."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"max_length": limits.CODE, **options})

    names = ("players", "games")

    def to_internal_value(self, data: Any) -> Any:
        asked = super().to_internal_value(data).split(",")
        if not set(asked) <= set(self.names) or len(asked) > len(self.names):
            problem = _("These can be expanded: {names}.").format(names=", ".join(self.names))
            raise serializers.ValidationError(problem, code="invalid_choice")
        return asked


class ExpandQuery(Strict):
    expand = ExpandField(
        required=False,
        help_text="`players`, `games` or both with a comma: the answer has them as objects too.",
    )


class PairingQuery(DatesQuery, ExpandQuery):
    event = IdField(required=False, help_text="The slug of an event.")
    round = NumberField(required=False, min_value=1)
    player = IdField(required=False, help_text="The id of a player.")
    state = serializers.ChoiceField(
        SlotStatus.values,
        required=False,
        help_text="Pairings with a slot in this state.",
    )
    club = IdField(required=False, help_text="The slug of the club of the event.")
    size = NumberField(required=False, min_value=1, help_text="The board, of events of Tak.")
    ordering = OrderingField("id", "round")


class RoundQuery(Strict):
    state = serializers.ChoiceField(RoundStatus.values, required=False)


class RoundOut(Out):
    event = serializers.CharField()
    number = serializers.IntegerField(help_text="Its number in the event.")
    kind = CodeField((REGULAR, PLAYOFF), help_text="A play-off counts in no table.")
    state = CodeField(RoundStatus)
    stale = serializers.BooleanField(
        help_text="Of a draft: results have changed since it was paired."
    )
    opens_at = serializers.DateTimeField(allow_null=True)
    closes_at = serializers.DateTimeField(allow_null=True)


class ReasonOut(Out):
    code = serializers.CharField()
    params = serializers.DictField()
    text = serializers.CharField(help_text="The sentence, in the language of the request.")


class SlotCounts(Out):
    """How many slots are in each state."""

    def get_fields(self) -> Document:
        return {state: serializers.IntegerField(required=False) for state in SlotStatus.values}


class RoundFields(RoundOut):
    """A round without its pairings."""

    legs = serializers.IntegerField()
    slots = SlotCounts(help_text="How many slots are in each state; none: left out.")
    away = AwayOut(many=True)
    warnings = ReasonOut(
        many=True, help_text="Of a draft: what it breaks of its system's rules, by hand."
    )


class PublishIn(Strict):
    stale = serializers.BooleanField(
        default=False,
        help_text="Publish a draft although results have changed since it was paired.",
    )


class TableField(serializers.ListField):
    """The numbers of the entries at one table."""

    def __init__(self, **options: Any) -> None:
        numbers = NumberField(min_value=1)
        super().__init__(child=numbers, min_length=1, max_length=limits.SEATS, **options)


class PairIn(Strict):
    seed = NumberField(
        required=False,
        allow_null=True,
        min_value=0,
        help_text="Of the lots of this round; left out or null: one is drawn. See its proof.",
    )
    by_hand = serializers.ListField(
        required=False,
        max_length=limits.TABLES,
        child=TableField(),
        help_text="Your own pairings: the numbers of the entries at each table, one for a bye.",
    )


class RepairIn(PairIn):
    reason = serializers.CharField(max_length=limits.SHORT_REASON)


class BackIn(Strict):
    """The reason for taking a round back."""

    reason = serializers.CharField(max_length=limits.SHORT_REASON)


class EditIn(Strict):
    """One edit; its fields depend on its kind. `leg` defaults to 1.

    swap {a, b}; move {entry, table, seat}; bye {entry}; pair {a, b, table}; unseat {entry};
    turn {table}; table {from, to}; by_hand {pairings}. An entry is named by `entry_number` or
    `entry_id`; `a`, `b` and `pairings` are numbers.
    """

    instead = {"entry": WHICH}

    kind = serializers.ChoiceField(tuple(KINDS))
    a = NumberField(required=False, min_value=1)
    b = NumberField(required=False, min_value=1)
    entry_number = NumberField(required=False, min_value=1)
    entry_id = NumberField(required=False, min_value=1)
    table = NumberField(required=False, min_value=1)
    seat = NumberField(required=False, min_value=1)
    to = NumberField(required=False, min_value=1)
    leg = NumberField(required=False, min_value=1)
    pairings = serializers.ListField(required=False, max_length=limits.TABLES, child=TableField())

    def get_fields(self) -> Document:
        """`from` is a Python keyword, so it is added here."""
        return {**super().get_fields(), "from": NumberField(required=False, min_value=1)}

    def validate(self, edit: Document) -> Document:
        if len(edit.keys() & set(ONE)) > 1:
            raise serializers.ValidationError(WHICH)
        return edit


class EditsIn(Strict):
    edits = serializers.ListField(child=EditIn(), min_length=1, max_length=limits.EDITS)
    reason = serializers.CharField(default="", allow_blank=True, max_length=limits.SHORT_REASON)
    preview = serializers.BooleanField(default=False, help_text="Change nothing; say what comes.")


class PlaceOut(Out):
    """A pairing of a draft: `seats` are the numbers of the entries."""

    leg = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    kind = CodeField(PAIRING_KINDS)
    group = serializers.CharField()
    bracket = serializers.CharField()
    first_seat = serializers.IntegerField()
    seats = serializers.ListField(child=serializers.IntegerField())


class EditedOut(Out):
    round = RoundOut()
    problems = ReasonOut(many=True, help_text="Of a preview: why it would be refused.")
    warnings = ReasonOut(many=True)
    pairings = PlaceOut(many=True)


class PairingJobOut(Out):
    """One attempt to pair a round. `problem`: why it failed, as a sentence."""

    event = serializers.CharField()
    stage = serializers.IntegerField()
    state = CodeField(JobStatus)
    progress = serializers.IntegerField(help_text="Percent.")
    round = serializers.IntegerField(allow_null=True, help_text="The draft that was made.")
    error = serializers.CharField(help_text="The code of the problem, or empty.")
    problem = serializers.CharField()
    asked_at = serializers.DateTimeField()


class WhyOut(Out):
    pairing = serializers.IntegerField()
    reasons = ReasonOut(many=True)


class EditOut(Out):
    """An edit by hand, with its warnings."""

    code = serializers.CharField()
    params = serializers.DictField()
    text = serializers.CharField()
    warnings = ReasonOut(many=True)


class ProofOut(Out):
    """`holds`: pairing `document.input` again gives `document.pairs`, and with the edits by hand
    they are what is played."""

    event = serializers.CharField()
    round = serializers.IntegerField()
    holds = serializers.BooleanField()
    differences = serializers.ListField(child=serializers.CharField())
    hash = serializers.CharField(help_text="SHA-256 of the document, keys sorted, no spaces.")
    edits = EditOut(many=True)
    document = serializers.DictField(
        help_text="`input.forbidden.sha256` is the hash of `staff`, made like `hash`."
    )
    redacted = serializers.BooleanField(
        help_text="From before version 4 of the document: who is kept apart is left out, so it "
        "cannot be paired again elsewhere, and `hash` is of what is left. False for staff."
    )
    staff = serializers.DictField(
        allow_null=True,
        help_text="For staff, else null: `salt`, `forbidden` (who is kept apart), and `why`, "
        "`warnings` and `edits` in full.",
    )
