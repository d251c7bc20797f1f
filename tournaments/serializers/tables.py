"""Standings, derivations, publications."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.limits import SEASON_PLACES
from tournaments.outlook.marks import CLINCHED, ELIMINATED
from tournaments.selectors.seasons.scores import WHY_NOT
from tournaments.serializers.base import CodeField, NumberField, Out, ShapeField, Strict
from tournaments.serializers.rounds import ScoredOut
from tournaments.standings.crosstable import CELL_KINDS
from tournaments.standings.crosstable_rows import OUTCOMES
from tournaments.standings.seasons.scoring import KINDS, TIES
from tournaments.standings.table import BRACKET, KEIZER
from tournaments.standings.tiebreaks.registry import TIEBREAKS
from tournaments.standings.tiebreaks.unplayed import EXTRAS
from tournaments.state import RANK_BY, ROLLING

# What ranks a table: what the settings name, or the pairing system by itself.
TABLE_RANK_BY = (*RANK_BY, BRACKET, KEIZER, *ROLLING)

MARKS = (CLINCHED, ELIMINATED)
NOT_HALVES = r"^-?[0-9]+/[0-9]+$"


@extend_schema_field({"oneOf": [{"type": "integer"}, {"type": "string", "pattern": NOT_HALVES}]})
class PointsX2Out(serializers.JSONField):
    """Half points: a number, or the fraction `n/d` of what no half point is."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"help_text": "Half points; a fraction of them is `n/d`.", **options})


class DecidedOut(Out):
    """The place in a tie that was settled."""

    rank = serializers.IntegerField()
    why = serializers.CharField(
        help_text="lot, play-off, or ruling with the number of its line of the journal."
    )


class CertainOut(Out):
    """What is certain before the stage is over, if its games are played and nothing is changed."""

    first = CodeField(MARKS, required=False, help_text="Of the first place.")
    cutoff = CodeField(MARKS, required=False, help_text="Of the places that qualify.")


class StandingsRowOut(Out):
    """A row of the standings."""

    rank = serializers.IntegerField(help_text="Shared by those who are equal.")
    entry = serializers.IntegerField(help_text="The number of the entry.")
    group = serializers.CharField(required=False, help_text="Of a stage in groups.")
    player = serializers.CharField(help_text="The id of the player.")
    name = serializers.CharField()
    points = serializers.CharField(help_text="What ranks, as people read it: 9½.")
    primary_x2 = PointsX2Out(help_text="What ranks, in half points.")
    match_points_x2 = PointsX2Out()
    game_points_x2 = PointsX2Out()
    bpr = serializers.IntegerField(help_text="Board-plus-reserve points.")
    adjusted_x2 = serializers.IntegerField(
        required=False, help_text="Penalties and bonuses in primary_x2; left out without any."
    )
    wins = serializers.IntegerField(help_text="Matches won, played or not.")
    won = serializers.IntegerField(help_text="Matches won over the board.")
    played = serializers.IntegerField(help_text="Matches played over the board.")
    tie_breaks = serializers.ListField(
        child=PointsX2Out(allow_null=True),
        help_text="In the order of `tiebreaks`; null: there is no value.",
    )
    decided = DecidedOut(
        required=False, help_text="Of a tie that was settled: `rank` in the tie, and `why`."
    )
    certain = CertainOut(
        required=False, help_text="While the stage is played; left out if nothing is certain yet."
    )


class TeamTableRowOut(Out):
    """A row of the standings of teams."""

    rank = serializers.IntegerField(help_text="Shared by teams that are equal.")
    entry = serializers.IntegerField(help_text="The number of the team.")
    name = serializers.CharField(help_text="Of the team.")
    points = serializers.CharField(help_text="What ranks, as people read it.")
    primary_x2 = PointsX2Out(help_text="What ranks, in half points.")
    match_points_x2 = PointsX2Out(help_text="2 points for a match won, 1 tied: in half points.")
    game_points_x2 = PointsX2Out(help_text="Of all boards, in half points.")
    bpr = serializers.IntegerField(help_text="Board-plus-reserve points of all boards.")
    wins = serializers.IntegerField(help_text="Matches won, played or not.")
    won = serializers.IntegerField(help_text="Games won over the board.")
    played = serializers.IntegerField(help_text="Matches with a game over the board.")
    tie_breaks = serializers.ListField(
        child=PointsX2Out(allow_null=True),
        help_text="In the order of `tiebreaks`; null: there is no value.",
    )


class TeamTableOut(Out):
    """The standings of the teams of a stage."""

    after_round = serializers.IntegerField()
    rank_by = CodeField((*RANK_BY, ""), allow_blank=True, help_text="Empty: no table yet.")
    tiebreaks = serializers.ListField(child=CodeField(TIEBREAKS), help_text="Their codes.")
    rows = TeamTableRowOut(many=True)


class StageStandingsOut(Out):
    """The standings of a stage."""

    after_round = serializers.IntegerField()
    rank_by = CodeField(
        (*TABLE_RANK_BY, ""),
        allow_blank=True,
        help_text="What ranks; empty: there is no table yet.",
    )
    tiebreaks = serializers.ListField(child=CodeField(TIEBREAKS), help_text="Their codes.")
    rows = StandingsRowOut(many=True)
    teams = TeamTableOut(required=False, help_text="Of a stage of teams.")


class EventTableOut(StageStandingsOut):
    """The standings of the last stage; those of the stages before it under `earlier`."""

    event = serializers.CharField()
    version = serializers.IntegerField(help_text="The results_version that it was made from.")
    earlier = StageStandingsOut(many=True, required=False)


class StandingsOut(EventTableOut):
    """While `fresh` is false a newer table is being computed."""

    fresh = serializers.BooleanField()
    computed_at = serializers.DateTimeField(allow_null=True)


class PublishedTableOut(EventTableOut):
    """The standings as they were published, under the names of today."""

    sha256 = serializers.CharField(help_text="Of the document without names, see docs/api.md.")


class CellOut(Out):
    """What an entry has from a round and leg."""

    stage = serializers.IntegerField()
    round = serializers.IntegerField()
    leg = serializers.IntegerField()
    kind = CodeField(CELL_KINDS, help_text="Of the pairing; absent: without one.")
    outcome = CodeField(OUTCOMES, help_text="How it ended for the entry.")
    opponents = serializers.ListField(
        child=serializers.IntegerField(), help_text="Numbers of entries."
    )
    pairing = serializers.IntegerField(allow_null=True)
    points_x2 = PointsX2Out(allow_null=True, help_text="Match points; null while it is open.")
    ranking_x2 = PointsX2Out(allow_null=True, help_text="What the standings add up; null: nothing.")


class ExtraOut(Out):
    """Points from outside of rounds: from before, bonuses, penalties."""

    stage = serializers.IntegerField()
    kind = CodeField(EXTRAS)
    round = serializers.IntegerField(allow_null=True)
    points_x2 = PointsX2Out()


class CrosstableRowOut(Out):
    entry = serializers.IntegerField()
    player = serializers.CharField()
    name = serializers.CharField()
    stages = serializers.ListField(
        child=serializers.IntegerField(), help_text="In which it plays or played."
    )
    cells = CellOut(many=True)
    extras = ExtraOut(many=True)


class CrosstableOut(Out):
    event = serializers.CharField()
    version = serializers.IntegerField()
    stages = serializers.IntegerField(help_text="How many have begun.")
    rows = CrosstableRowOut(many=True)


class GameScoreOut(ScoredOut):
    """The points of a game of a match."""

    number = serializers.IntegerField()
    first_seat = serializers.IntegerField()


class MatchScoreOut(Out):
    """Points of a match by seat; `seats` are numbers of entries."""

    round = serializers.IntegerField()
    leg = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    seats = serializers.ListField(child=serializers.IntegerField())
    match_points_x2 = serializers.ListField(
        child=PointsX2Out(), allow_null=True, help_text="null: unfinished or cancelled."
    )
    game_points_x2 = serializers.ListField(child=PointsX2Out())
    bpr = serializers.ListField(
        child=serializers.IntegerField(), help_text="Board-plus-reserve points."
    )
    games = serializers.ListField(
        child=ShapeField(GameScoreOut),
        allow_null=True,
        help_text="How bpr came about, by game; null while the standings are stale.",
    )


class RoundScoreOut(Out):
    """Points of an entry in a round."""

    round = serializers.IntegerField()
    entry = serializers.IntegerField()
    match_points_x2 = PointsX2Out()
    game_points_x2 = PointsX2Out()
    bpr = serializers.IntegerField()


class ScoresOut(Out):
    event = serializers.CharField()
    version = serializers.IntegerField()
    fresh = serializers.BooleanField()
    matches = MatchScoreOut(many=True)
    rounds = RoundScoreOut(many=True)


class SeasonPartOut(Out):
    """What a player has from an event of the season."""

    event = serializers.CharField(help_text="Its slug.")
    score = PointsX2Out(help_text="By `scoring.by`: half points, or whole ones.")
    counts = serializers.BooleanField(help_text="Whether it is among the best that count.")
    bonus = PointsX2Out(help_text="For taking part, in the unit of `score`; it always counts.")
    place = serializers.IntegerField(allow_null=True, help_text="If places count: the place.")
    sharing = serializers.IntegerField(
        allow_null=True, help_text="If places count: how many are equal there."
    )
    games = serializers.IntegerField(
        allow_null=True, help_text="If rating gain counts: the rated games."
    )


class SeasonRowOut(Out):
    """A player in a season."""

    rank = serializers.IntegerField()
    player = serializers.CharField()
    name = serializers.CharField()
    total = PointsX2Out(help_text="Of the events that count, and every bonus, by `scoring.by`.")
    parts = SeasonPartOut(many=True)
    most = PointsX2Out(
        allow_null=True, help_text="The total that can still be reached; null: not known."
    )
    best_place = serializers.IntegerField(
        allow_null=True, help_text="The best place that can still be reached; null: not known."
    )
    worst_place = serializers.IntegerField(
        allow_null=True, help_text="The place that is certain; null: none is."
    )


class SeasonScoring(Out):
    """What a season adds up."""

    by = CodeField(
        KINDS,
        help_text="A column of the tables of its events; places; or rating_gain.",
    )
    best = serializers.IntegerField(
        allow_null=True, help_text="How many events of a player count, the best; null: all."
    )
    bonus_x2 = serializers.IntegerField(
        help_text="Half points for each event taken part in, whether it is among the best or not."
    )
    points_x2 = serializers.ListField(
        child=serializers.IntegerField(),
        max_length=SEASON_PLACES,
        help_text="Half points for places, from the first one.",
    )
    ties = CodeField(
        TIES,
        help_text="Equal places: shared, the mean of their points, or better, those of the best.",
    )
    pool = serializers.CharField(
        allow_null=True, help_text="For rating_gain: the slug of the rating list."
    )
    events = serializers.IntegerField(
        allow_null=True, help_text="How many events the season has in all; null: not said."
    )
    most_x2 = serializers.IntegerField(
        allow_null=True,
        help_text="The most half points that an event gives, where its format does not say it.",
    )


class SeasonTableOut(Out):
    """The table of a season; while `fresh` is false a newer one is being computed."""

    series = serializers.CharField()
    club = serializers.CharField()
    name = serializers.CharField()
    scoring = ShapeField(SeasonScoring, help_text="What counts.")
    fresh = serializers.BooleanField()
    to_come = serializers.IntegerField(help_text="Events that are not over; those not made too.")
    why_no_reach = CodeField(
        WHY_NOT, allow_null=True, help_text="Why it is not said what can still be reached."
    )
    rows = SeasonRowOut(many=True)


@extend_schema_field(
    {"type": "array", "items": {"$ref": "#/components/schemas/ExplainedOut"}}  # it has itself
)
class ExplainedPartsField(serializers.ListField):
    child = serializers.DictField()


class ExplainedOut(Out):
    """A number as a sentence, with its parts."""

    code = serializers.CharField()
    text = serializers.CharField(help_text="The sentence, in the language of the request.")
    value = serializers.CharField(
        allow_blank=True, help_text="As people read it; empty where there is none."
    )
    value_x2 = PointsX2Out(
        allow_null=True, help_text="Of half points: the number, or of parts of them `n/d`."
    )
    children = ExplainedPartsField(help_text="The same, for each part.")


class DerivationOut(Out):
    """The numbers of a row, each as a tree of sentences."""

    event = serializers.CharField()
    entry = serializers.IntegerField()
    version = serializers.IntegerField()
    lines = serializers.ListField(child=ShapeField(ExplainedOut))


class ChangeOut(Out):
    """One value that a correction changed; null: there was no row."""

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


class PublicationsOut(Out):
    results = PublicationOut(many=True)


class PublishedQuery(Strict):
    version = NumberField(required=False, min_value=0, help_text="The latest, if none is named.")
