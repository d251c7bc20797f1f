"""Challenges on a ladder, and its ranking."""

from rest_framework import serializers

from tournaments.choices import ChallengeState
from tournaments.serializers.base import CodeField, NumberField, Out, Strict
from tournaments.serializers.entry_names import EntryIn


class ChallengeIn(EntryIn):
    """The entry that is challenged; staff may name who challenges."""

    challenger_id = NumberField(
        required=False,
        min_value=1,
        help_text="The id of the entry that challenges; left out: your own.",
    )


class OwnEntryIn(Strict):
    entry_id = NumberField(
        required=False, min_value=1, help_text="The id of the entry; left out: your own."
    )


class ChallengeSideOut(Out):
    entry_id = serializers.IntegerField()
    entry = serializers.IntegerField(allow_null=True, help_text="The number of the entry.")
    player = serializers.CharField(help_text="The id of the player.")
    name = serializers.CharField()


class ChallengeOut(Out):
    id = serializers.IntegerField()
    state = CodeField(ChallengeState)
    made_at = serializers.DateTimeField(help_text="When it was made.")
    answer_by = serializers.DateTimeField(help_text="After that the challenger moves.")
    answered_at = serializers.DateTimeField(
        allow_null=True, help_text="Also when it ran out or was taken back."
    )
    challenger = ChallengeSideOut(help_text="Who challenges, from below.")
    challenged = ChallengeSideOut(help_text="Whose rung is wanted.")
    pairing = serializers.IntegerField(
        allow_null=True, help_text="Of an accepted one: the id of its pairing."
    )
    round = serializers.IntegerField(allow_null=True, help_text="The round of the pairing.")


class BerserkIn(OwnEntryIn):
    pairing_id = NumberField(min_value=1, help_text="The match that is being played.")
    undo = serializers.BooleanField(default=False, help_text="Have the whole time again.")


class BerserkOut(Out):
    pairing = serializers.IntegerField(source="pairing_id")
    seat = serializers.IntegerField(source="order")
    entry = serializers.IntegerField(source="entry.number", help_text="The number of the entry.")
    berserk_at = serializers.DateTimeField(
        allow_null=True, help_text="When the player halved the own time; null: not."
    )


class RungOut(Out):
    rung = serializers.IntegerField(help_text="From 1, the top.")
    row = serializers.IntegerField(help_text="Of a pyramid; else 0.")
    entry_id = serializers.IntegerField()
    entry = serializers.IntegerField(help_text="The number of the entry.")
    player = serializers.CharField(help_text="The id of the player.")
    name = serializers.CharField()
    is_mine = serializers.BooleanField(help_text="Whether it is your own entry.")
    may_challenge = serializers.BooleanField(help_text="Whether you may challenge it now.")
    why_not = serializers.CharField(
        help_text="Why you may not, as a sentence; empty for your own entry and for who has none."
    )


class LadderMoveOut(Out):
    at = serializers.CharField(help_text="When; empty if no time is known.")
    entry = serializers.IntegerField(help_text="The number of the entry that moved.")
    before = serializers.IntegerField(help_text="Its rung before.")
    after = serializers.IntegerField(help_text="Its rung after.")
    text = serializers.CharField(help_text="Why, as a sentence.")


class LadderOut(Out):
    event = serializers.CharField(help_text="The slug of the event.")
    rungs = RungOut(many=True, help_text="From the top.")
    moves = LadderMoveOut(many=True, help_text="The last fifty, the newest first.")
