"""Brackets of eliminations."""

from rest_framework import serializers

from tournaments.selectors.events.brackets import ELIMINATION
from tournaments.serializers.base import Out
from tournaments.serializers.tables import PointsX2Out
from tournaments.serializers.teams.teams import MatchDecisionOut


class BracketSideOut(Out):
    """Who plays in a match, or where they will come from."""

    entry = serializers.IntegerField(
        allow_null=True,
        help_text="The number of the entry, or of the team; null: nobody, or not known yet.",
    )
    player = serializers.CharField(
        allow_null=True, help_text="The id of the player; null also for a team."
    )
    name = serializers.CharField(
        help_text="The name of the player or the team; empty without an entry."
    )
    comes_from = serializers.ChoiceField(
        ("seed", "winner", "loser"), help_text="A place of the start, or how `match` ended for it."
    )
    seed = serializers.IntegerField(allow_null=True, help_text="Of `seed`, from 1.")
    match = serializers.CharField(
        allow_null=True, help_text="Of `winner` and `loser`: the place of the match before."
    )

    match_points_x2 = PointsX2Out(
        allow_null=True, help_text="Of a team; null before the last game of the match has a result."
    )
    game_points_x2 = PointsX2Out(allow_null=True, help_text="Of a team, from all its boards.")


class BracketMatchOut(Out):
    bracket = serializers.CharField(help_text="Its place: W1-3, L2-1, P3 for third place, GF, GF2.")
    state = serializers.ChoiceField(("waiting", "ready", "running", "over"))
    round = serializers.IntegerField(
        allow_null=True, help_text="The round of the event; null: not paired."
    )
    pairing = serializers.IntegerField(
        allow_null=True,
        help_text="The id of its pairing; null: none is published, a walkover, or of teams.",
    )
    team_match = serializers.IntegerField(
        allow_null=True, help_text="Of teams: the number of the match in its round."
    )
    decided = MatchDecisionOut(
        allow_null=True, help_text="Of teams: who goes on from a drawn match, and by what."
    )
    winner = serializers.IntegerField(
        allow_null=True, help_text="The number of the entry, or of the team, that goes on."
    )
    sides = BracketSideOut(many=True, help_text="The two sides, as the bracket is drawn.")


class BracketOut(Out):
    stage = serializers.IntegerField(help_text="The number of the stage.")
    system = serializers.ChoiceField(ELIMINATION)
    drawn = serializers.BooleanField(
        help_text="false: the places are still to be drawn, so there are no matches."
    )
    matches = BracketMatchOut(many=True, help_text="Each after the matches it waits for.")


class BracketsOut(Out):
    event = serializers.CharField()
    version = serializers.IntegerField(help_text="Of the results that it was made from.")
    brackets = BracketOut(many=True, help_text="Of each elimination that has begun.")
