"""Serializers of entries and pools."""

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from ratings.models import Pool
from ratings.refusals import pool_problem
from tournaments.serializers.base import (
    MOST_ROWS,
    NAME,
    TEXT,
    IdField,
    NumberField,
    ObjectField,
    Out,
    RowField,
    SlugField,
    Strict,
)
from tournaments.serializers.events import StartIn


class EntryIn(Strict):
    player = IdField(
        required=False, help_text="The id of a player; without it the player of the account."
    )


class SeededStartIn(StartIn):
    pool = IdField(
        required=False, help_text="The rating list that seeds; without it the one that fits."
    )


class EntryRow(Strict):
    player = IdField(required=False, help_text="The id of a player.")
    name = serializers.CharField(
        required=False, max_length=NAME, help_text="A name that only one player has."
    )
    handle = serializers.RegexField(
        r"^[^:]+:.+$",
        required=False,
        max_length=2 * NAME,
        help_text="A handle, `site:name`; it is looked up before `name`.",
    )
    new = serializers.BooleanField(
        default=False, help_text="Create a player if nobody has the name."
    )
    rating = NumberField(required=False, help_text="Given by staff: it stays at the start.")
    family = serializers.CharField(required=False, max_length=TEXT)
    fixed_table = NumberField(required=False, min_value=1)

    def validate(self, row: dict[str, object]) -> dict[str, object]:
        if ("player" in row) == bool({"name", "handle"} & row.keys()):
            raise serializers.ValidationError(_("Give a player or a name, not both."))
        return row


class EntriesIn(Strict):
    entries = serializers.ListField(child=RowField(EntryRow), max_length=MOST_ROWS)


class EntriesDoc(Out):
    """What `EntriesIn` holds, for the schema: each row is checked and reported by itself."""

    entries = EntryRow(many=True)


class PoolIn(Strict):
    slug = SlugField()
    name = serializers.CharField(required=False, max_length=NAME)
    counts = ObjectField(
        help_text="Which games: `game`, `size`, `half_komi`, `time_class`, `events`, `casual`, "
        "`from`."
    )
    system = serializers.CharField(required=False, max_length=TEXT)
    parameters = ObjectField(required=False)


class PoolQuery(Strict):
    since_version = NumberField(
        required=False, min_value=0, help_text="Only lists whose ratings_version is higher."
    )


class PoolOut(Out):
    slug = serializers.CharField()
    name = serializers.CharField()
    counts = serializers.DictField()
    system = serializers.CharField()
    parameters = serializers.DictField()
    building = serializers.BooleanField(
        source="is_building", help_text="A list by other rules is being made, to replace this one."
    )
    ledger_version = serializers.IntegerField()
    ratings_version = serializers.IntegerField()
    problem = serializers.SerializerMethodField(
        help_text="Why the list is not rated: a parameter that is out of bounds, or rebuilding it "
        "took too long (since when, in UTC). Empty: it is, or waits its turn."
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
