"""Rounds, pairings, slots and why."""

from typing import Any

from rest_framework import serializers

from tournaments.pairing.edit_kinds import KINDS
from tournaments.serializers.absences import AwayOut
from tournaments.serializers.base import NumberField, Out, Strict


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
    play_at = serializers.DateTimeField(
        allow_null=True, help_text="In the event's time zone; agreed, unless proposed_by is a seat."
    )
    proposed_by = serializers.IntegerField(
        allow_null=True, help_text="The seat that proposes play_at and waits for an answer."
    )
    kind = serializers.CharField(allow_null=True, help_text="How it ended: played, forfeit ...")
    result = serializers.CharField(
        allow_null=True, help_text="R-0, 1/2-1/2 ...; the kind where nobody played."
    )
    cause = serializers.CharField(allow_null=True, help_text="Of a forfeit: no_show ...")
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
    kind = serializers.CharField(help_text="regular, or playoff: it counts in no table.")
    state = serializers.CharField()
    opens_at = serializers.DateTimeField(allow_null=True)
    closes_at = serializers.DateTimeField(allow_null=True)


class ReasonOut(Out):
    code = serializers.CharField()
    params = serializers.DictField()
    text = serializers.CharField(help_text="The sentence, in the language of the request.")


class RoundView(RoundOut):
    legs = serializers.IntegerField()
    slots = serializers.DictField(
        child=serializers.IntegerField(), help_text="How many are in each state."
    )
    away = AwayOut(many=True)
    pairings = PairingOut(many=True)
    warnings = ReasonOut(
        many=True, help_text="Of a draft: what it breaks of its system's rules, by hand."
    )


class PairIn(Strict):
    seed = NumberField(default=0, min_value=0)
    by_hand = serializers.ListField(
        required=False,
        max_length=1000,
        child=serializers.ListField(child=NumberField(min_value=1), min_length=1, max_length=10),
        help_text="Your own pairings: the numbers of the entries at each table, one for a bye.",
    )


class RepairIn(PairIn):
    reason = serializers.CharField(max_length=1000)


class BackIn(Strict):
    """Why a round is taken back."""

    reason = serializers.CharField(max_length=1000)


class EditIn(Strict):
    """One edit; which fields it takes depends on its kind, and `leg` is 1 where it is not said.

    swap {a, b}; move {entry, table, seat}; bye {entry}; pair {a, b, table}; unseat {entry};
    turn {table}; table {from, to}; by_hand {pairings}.
    """

    kind = serializers.ChoiceField(tuple(KINDS))
    a = NumberField(required=False, min_value=1)
    b = NumberField(required=False, min_value=1)
    entry = NumberField(required=False, min_value=1)
    table = NumberField(required=False, min_value=1)
    seat = NumberField(required=False, min_value=1)
    to = NumberField(required=False, min_value=1)
    leg = NumberField(required=False, min_value=1)
    pairings = serializers.ListField(
        required=False,
        max_length=1000,
        child=serializers.ListField(child=NumberField(min_value=1), min_length=1, max_length=10),
    )

    def get_fields(self) -> dict[str, Any]:
        """`from` is a word of the language, so it cannot stand above."""
        return {**super().get_fields(), "from": NumberField(required=False, min_value=1)}


class EditsIn(Strict):
    edits = serializers.ListField(child=EditIn(), min_length=1, max_length=500)
    reason = serializers.CharField(default="", allow_blank=True, max_length=1000)
    preview = serializers.BooleanField(default=False, help_text="Change nothing; say what comes.")


class PlaceOut(Out):
    """A pairing of a draft: `seats` are the numbers of the entries."""

    leg = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    kind = serializers.CharField()
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
    """One attempt to pair a round; `problem` says in words why it failed."""

    event = serializers.CharField()
    stage = serializers.IntegerField()
    state = serializers.CharField(help_text="waiting, running, done, failed or cancelled.")
    progress = serializers.IntegerField(help_text="Percent.")
    round = serializers.IntegerField(allow_null=True, help_text="The draft that was made.")
    error = serializers.CharField(help_text="The code of the problem, or empty.")
    problem = serializers.CharField()
    asked_at = serializers.DateTimeField()


class WhyOut(Out):
    pairing = serializers.IntegerField()
    reasons = ReasonOut(many=True)


class EditOut(Out):
    """An edit by hand, and what was warned of when it was made."""

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
    document = serializers.DictField()
