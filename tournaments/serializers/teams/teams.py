"""Teams, their matches and their standings."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments import limits
from tournaments.documents import Document
from tournaments.serializers.base import (
    NAME,
    CodeField,
    IdField,
    NumberField,
    Out,
    ShapeField,
    Strict,
)
from tournaments.serializers.entry_names import SOME, WHICH_OF_SOME, EntriesField, EntryNumberOut
from tournaments.serializers.tables import ExplainedOut, PointsX2Out, TeamTableOut, TeamTableRowOut
from tournaments.standings.team_knockout import DECIDED_BY

MEMBERS = "in order of strength; those after the number of boards are reserves."
CAPTAIN = "The id of a player, who need not play; null: none."


class _TeamFields(Strict):
    instead = {"members": WHICH_OF_SOME, "entries": WHICH_OF_SOME}

    captain = IdField(required=False, allow_null=True, help_text=CAPTAIN)
    entry_ids = EntriesField(most=limits.TEAM_MEMBERS, help_text=f"Ids of entries {MEMBERS}")
    entry_numbers = EntriesField(
        most=limits.TEAM_MEMBERS, help_text=f"Or their numbers in the event, {MEMBERS}"
    )

    def validate(self, asked: Document) -> Document:
        if len(asked.keys() & set(SOME)) > 1:
            raise serializers.ValidationError(WHICH_OF_SOME)
        return asked


class TeamIn(_TeamFields):
    name = serializers.CharField(max_length=NAME)


class TeamChanges(_TeamFields):
    name = serializers.CharField(required=False, max_length=NAME)


class CaptainOut(Out):
    id = serializers.CharField(help_text="The id of the player.")
    name = serializers.CharField()


class TeamMemberOut(Out):
    order = serializers.IntegerField(help_text="The place by strength, from 1.")
    entry_id = serializers.IntegerField()
    entry = EntryNumberOut()
    player = serializers.CharField()
    name = serializers.CharField()
    rating = serializers.IntegerField(allow_null=True)


class TeamOut(Out):
    id = serializers.IntegerField()
    number = serializers.IntegerField(
        allow_null=True, help_text="Given at the start, the strongest first; null before it."
    )
    name = serializers.CharField()
    captain = CaptainOut(allow_null=True, help_text="Null: none.")
    rating = serializers.IntegerField(allow_null=True, help_text="The mean of the members.")
    members = TeamMemberOut(many=True, help_text="In order of strength.")


class TeamRowOut(TeamTableRowOut):
    team = serializers.IntegerField(help_text="The number of the team, as `entry`.")
    id = serializers.IntegerField(allow_null=True, help_text="The id of the team.")


class TeamStandingsOut(TeamTableOut):
    event = serializers.CharField()
    version = serializers.IntegerField(help_text="The results_version that it was made from.")
    fresh = serializers.BooleanField(help_text="False while a newer table is being computed.")
    rows = TeamRowOut(many=True)


NOBODY = {"entry": None, "player": None, "name": ""}


class BoardPlayerOut(Out):
    """Without values where the team has nobody for the board."""

    entry = EntryNumberOut()
    player = serializers.CharField(allow_null=True)
    name = serializers.CharField()


class BoardOut(Out):
    """A board of a match; two values are of the two teams in the order of the match."""

    board = serializers.IntegerField()
    pairing = serializers.IntegerField(allow_null=True, help_text="Its id; null: nobody plays.")
    table = serializers.IntegerField(allow_null=True)
    moves_first = serializers.IntegerField(help_text="1 or 2: which team moves first in game 1.")
    players = serializers.SerializerMethodField(
        help_text="Of a team that has nobody there: null, null and an empty name. Of partners the "
        "first of each team."
    )
    seats = BoardPlayerOut(
        many=True, help_text="At a table of partners: all players in the order of their seats."
    )
    points_x2 = serializers.ListField(
        child=PointsX2Out(), allow_null=True, help_text="Null while a game is unfinished."
    )

    @extend_schema_field(BoardPlayerOut(many=True))
    def get_players(self, board: dict[str, Any]) -> list[dict[str, Any]]:
        return [dict(BoardPlayerOut(player or NOBODY).data) for player in board["players"]]


class MatchTeamOut(Out):
    team = serializers.IntegerField(help_text="The number of the team.")
    name = serializers.CharField()
    match_points_x2 = PointsX2Out(allow_null=True, help_text="Null while a game is unfinished.")
    game_points_x2 = PointsX2Out(help_text="Of the games that have a result.")


class MatchDecisionOut(Out):
    """Who goes on from a drawn match of a knockout."""

    team = serializers.IntegerField(help_text="The number of the team that goes on.")
    by = CodeField(codes=DECIDED_BY, help_text="What decided the match.")
    text = serializers.CharField(help_text="A sentence, in the language of the request.")


class TeamMatchOut(Out):
    round = serializers.IntegerField()
    number = serializers.IntegerField(help_text="Of the match in its round, from 1.")
    teams = MatchTeamOut(many=True, help_text="The one named first first; one alone has a bye.")
    decided = MatchDecisionOut(
        allow_null=True, help_text="Null unless the match is drawn and of a knockout."
    )
    boards = BoardOut(many=True, help_text="None of a bye.")


class TeamMeetingOut(Out):
    """A match as one of its teams sees it."""

    opponent = serializers.IntegerField(
        allow_null=True, help_text="The number of the other team; null: a bye."
    )
    round = serializers.IntegerField()
    match = serializers.IntegerField(help_text="The number of the match in its round.")
    match_points_x2 = PointsX2Out(allow_null=True, help_text="Null while a game is unfinished.")
    game_points_x2 = PointsX2Out(help_text="Of the games that have a result.")


class TeamCrossRowOut(Out):
    team = serializers.IntegerField(help_text="The number of the team.")
    id = serializers.IntegerField(help_text="The id of the team.")
    name = serializers.CharField()
    rank = serializers.IntegerField(
        allow_null=True, help_text="In the table of the teams; null before there is one."
    )
    match_points_x2 = PointsX2Out(help_text="Of its matches that are over.")
    game_points_x2 = PointsX2Out(help_text="Of its games that have a result.")
    cells = TeamMeetingOut(many=True, help_text="Its matches, in the order of the rounds.")


class TeamCrosstableOut(Out):
    event = serializers.CharField()
    version = serializers.IntegerField(help_text="The results_version that it was made from.")
    rows = TeamCrossRowOut(many=True, help_text="In the order of the table of the teams.")


class TeamMatchQuery(Strict):
    round = NumberField(required=False, min_value=1, help_text="Only this round.")


class MatchDecisionIn(Strict):
    team = NumberField(min_value=1, help_text="The number of the team that goes on.")
    reason = serializers.CharField(max_length=limits.REASON, help_text="Staff see it.")


class MatchReasonIn(Strict):
    reason = serializers.CharField(max_length=limits.REASON)


class TeamDerivationOut(Out):
    """The numbers of a team, each as a tree of sentences."""

    event = serializers.CharField()
    team = serializers.IntegerField(help_text="The number of the team.")
    version = serializers.IntegerField(help_text="The results_version that it was made from.")
    lines = serializers.ListField(
        child=ShapeField(ExplainedOut),
        help_text="What ranks, then the tie-breaks in their order, then drawn matches of a "
        "knockout: who went on, and why.",
    )


class LineUpIn(Strict):
    """Nobody: as the order of strength says."""

    instead = {"members": WHICH_OF_SOME, "entries": WHICH_OF_SOME}

    round = NumberField(required=False, min_value=1, help_text="The next round, if it is said.")
    entry_ids = EntriesField(most=limits.TEAM_MEMBERS, help_text="Ids of entries of the team.")
    entry_numbers = EntriesField(
        most=limits.TEAM_MEMBERS, help_text="Or their numbers in the event."
    )

    def validate(self, asked: Document) -> Document:
        if len(asked.keys() & set(SOME)) != 1:
            raise serializers.ValidationError(WHICH_OF_SOME)
        return asked


class LineUpMemberOut(TeamMemberOut):
    chosen = serializers.BooleanField(help_text="Whether the member is in the line-up.")


class LineUpOut(Out):
    team = serializers.IntegerField(allow_null=True, help_text="The number of the team.")
    id = serializers.IntegerField(help_text="The id of the team.")
    name = serializers.CharField(help_text="Of the team.")
    round = serializers.IntegerField(help_text="The next round.")
    given = serializers.BooleanField(
        help_text="Whether there is one; else the first members who are there play."
    )
    members = LineUpMemberOut(many=True, help_text="In order of strength.")
