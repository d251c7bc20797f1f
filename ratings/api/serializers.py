"""Serializers of entries and pools."""

from rest_framework import serializers

from ratings.api.rules import RATING_SYSTEMS, CountsOut, ParametersField
from ratings.models import Pool
from ratings.refusals import pool_problem
from ratings.services.entry_rows import EntryRow
from tournaments.limits import QUALIFIERS as SEASON_PLAYERS
from tournaments.serializers.base import (
    MOST_ROWS,
    NAME,
    CodeField,
    IdField,
    NumberField,
    OrderingField,
    Out,
    RowField,
    ShapeField,
    SlugField,
    Strict,
)
from tournaments.serializers.events import StartIn
from tournaments.standings.seasons.qualifying import STATES


class QualifiersIn(Strict):
    series = IdField(help_text="The slug of a season.")
    places = NumberField(min_value=1, help_text="How many of the first players.")
    declined = serializers.ListField(
        child=IdField(),
        default=list,
        max_length=SEASON_PLAYERS,
        help_text="The ids of players who do not take part; the next by rank come in for them.",
    )
    besides = serializers.BooleanField(
        default=False, help_text="Players who take part already take none of the places."
    )
    dry_run = serializers.BooleanField(default=False, help_text="Enter nobody; only say who.")


class QualifierOut(Out):
    """A player of the season, down to the last place."""

    player = serializers.CharField()
    name = serializers.CharField()
    rank = serializers.IntegerField(help_text="In the season; it may be shared.")
    state = CodeField(
        STATES,
        help_text="enters; in: takes part already; declined; tied: shares the last places.",
    )


class QualifiersOut(Out):
    event = serializers.CharField()
    series = serializers.CharField()
    places = serializers.IntegerField()
    rows = QualifierOut(many=True)


class EntryIn(Strict):
    player = IdField(
        required=False, help_text="The id of a player; without it the player of the account."
    )


class SeededStartIn(StartIn):
    pool = IdField(
        required=False, help_text="The rating list that seeds; without it the one that fits."
    )
    not_checked_in = serializers.ListField(
        child=NumberField(),
        required=False,
        max_length=MOST_ROWS,
        help_text="The ids of the entries that you know not to be checked in: if there are others, "
        "the start is refused (`not_checked_in`) with all of them in `params.entries`. Without it "
        "nothing is asked.",
    )


class EntriesIn(Strict):
    entries = serializers.ListField(child=RowField(EntryRow), max_length=MOST_ROWS)


class EntriesDoc(Out):
    """What `EntriesIn` holds, for the schema: each row is checked and reported by itself."""

    entries = EntryRow(many=True)


class PoolIn(Strict):
    slug = SlugField()
    name = serializers.CharField(required=False, max_length=NAME)
    counts = ShapeField(
        CountsOut,
        help_text="Which games: `game`, `size`, `half_komi`, `time_class`, `events`, `casual`, "
        "`from`.",
    )
    system = CodeField(RATING_SYSTEMS, required=False)
    parameters = ParametersField(required=False)


class PoolQuery(Strict):
    since_version = NumberField(
        required=False, min_value=0, help_text="Only lists whose ratings_version is higher."
    )
    game = IdField(required=False, help_text="Only lists that may count games of this kind.")
    size = NumberField(
        required=False, min_value=1, help_text="Only lists that may count games on this board."
    )
    ordering = OrderingField("slug", "name")


class PoolOut(Out):
    slug = serializers.CharField()
    name = serializers.CharField()
    counts = ShapeField(CountsOut)
    system = CodeField(RATING_SYSTEMS)
    parameters = ParametersField()
    building = serializers.BooleanField(
        source="is_building", help_text="A list by other rules is being made, to replace this one."
    )
    ledger_version = serializers.IntegerField()
    ratings_version = serializers.IntegerField()
    problem = serializers.SerializerMethodField(
        help_text="Why the list is not rated: a parameter that is out of bounds, or rebuilding it "
        "fails (since when, in UTC). Empty: it is, or waits its turn."
    )

    def get_problem(self, pool: Pool) -> str:
        return pool_problem(pool)


class PoolRatingOut(Out):
    pool = serializers.CharField()
    pool_name = serializers.CharField()
    rating = serializers.FloatField()
    deviation = serializers.FloatField()
    games = serializers.IntegerField()
    last_on = serializers.DateField()
    provisional = serializers.BooleanField()
