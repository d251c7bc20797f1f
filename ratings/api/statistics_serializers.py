"""Serializers of leaderboards, distributions, histories, head to heads and flags."""

from rest_framework import serializers

from ratings.api.places import RatedGameOut
from tournaments.serializers.base import NAME, CodeField, IdField, Out, Strict
from tournaments.services.events.settings import GAMES


class RankingQuery(Strict):
    club = IdField(required=False, help_text="The slug of a club that lists the player.")
    listed = serializers.ChoiceField(
        required=False, choices=["yes", "no"], help_text="Only who is listed, or only who is not."
    )
    q = serializers.CharField(
        required=False, max_length=NAME, help_text="Only names that hold this."
    )


class RankedRowOut(Out):
    """`rank` is among those listed, null while provisional; `was` that in the last published
    list; `climbed` the places won since.
    """

    rank = serializers.IntegerField(allow_null=True)
    was = serializers.IntegerField(allow_null=True)
    climbed = serializers.IntegerField(allow_null=True)
    listed = serializers.BooleanField()
    player = serializers.CharField()
    name = serializers.CharField()
    rating = serializers.FloatField()
    deviation = serializers.FloatField()
    games = serializers.IntegerField()
    last_on = serializers.DateField()
    provisional = serializers.BooleanField()


class ThresholdOut(Out):
    """Listed is who played `games` games, the last within `days` days, and whose deviation is at
    most `deviation`. `pace`: games of a typical player in the last year.
    """

    games = serializers.IntegerField()
    days = serializers.IntegerField()
    deviation = serializers.FloatField()
    pace = serializers.FloatField()


class PublishedDayOut(Out):
    on = serializers.DateField()


class BinOut(Out):
    """Ratings from `low` up to but not including `high`."""

    low = serializers.IntegerField()
    high = serializers.IntegerField()
    players = serializers.IntegerField()
    settled = serializers.IntegerField()
    provisional = serializers.IntegerField()


class TallyOut(Out):
    games = serializers.IntegerField(source="tally.games")
    won = serializers.IntegerField(source="tally.won")
    drawn = serializers.IntegerField(source="tally.drawn")
    lost = serializers.IntegerField(source="tally.lost")
    score_x2 = serializers.IntegerField(source="tally.score_x2")


class FirstMoveOut(TallyOut):
    """How those fared who moved first, on one size with one komi; `size` null: on all.

    `share` of the points, with the interval that holds the true one in 95 of 100 cases; `worth`:
    the rating points that the share is the expected score of; `term`: those that the ratings count.
    """

    size = serializers.IntegerField(allow_null=True)
    half_komi = serializers.IntegerField(allow_null=True)
    share = serializers.FloatField()
    low = serializers.FloatField(source="interval.low")
    high = serializers.FloatField(source="interval.high")
    worth = serializers.FloatField(allow_null=True)
    term = serializers.FloatField(allow_null=True)


class PersonOut(Out):
    player = serializers.CharField()
    name = serializers.CharField()


class HistoryLineOut(RatedGameOut):
    """`event` and `opponents` are empty where you may not see the event.

    `expected`: the expected score before the game, 0 to 1; null: no prediction.
    """

    played_on = serializers.DateField()
    event = serializers.CharField()
    opponents = PersonOut(many=True)
    order = serializers.IntegerField(help_text="1 moved first.")
    score_x2 = serializers.IntegerField(allow_null=True)
    place_x2 = serializers.IntegerField(allow_null=True)
    expected = serializers.FloatField(allow_null=True)
    before = serializers.FloatField()
    after = serializers.FloatField()
    change = serializers.FloatField()
    deviation = serializers.FloatField()


class ByFirstOut(TallyOut):
    moved_first = serializers.BooleanField(allow_null=True, help_text="null: three or more played.")


class BySizeOut(TallyOut):
    game = CodeField(GAMES)
    size = serializers.IntegerField(allow_null=True)


class ExpectedByPoolOut(Out):
    pool = serializers.CharField()
    moving_first = serializers.FloatField(allow_null=True)
    moving_second = serializers.FloatField(allow_null=True)


class HeadToHeadOut(Out):
    """As the first player sees it, of the games you may see; expected by the ratings of now."""

    one = PersonOut()
    other = PersonOut()
    total = TallyOut()
    by_first = ByFirstOut(many=True)
    by_size = BySizeOut(many=True)
    expected = ExpectedByPoolOut(many=True)


class MeetingOut(RatedGameOut):
    """`moved_first`: whether the first player did; null at a table of three or more."""

    played_on = serializers.DateField()
    event = serializers.CharField()
    game = CodeField(GAMES)
    size = serializers.IntegerField(allow_null=True)
    half_komi = serializers.IntegerField(allow_null=True)
    moved_first = serializers.BooleanField(allow_null=True)
    score_x2 = serializers.IntegerField()


class FlagsQuery(Strict):
    event = IdField(required=False, help_text="Only players of this event; its staff may ask.")


class FlagOut(Out):
    """`chance`: the probability of as much or more by chance; `sentence` says the rest."""

    code = serializers.CharField()
    players = PersonOut(many=True)
    chance = serializers.FloatField()
    numbers = serializers.DictField()
    sentence = serializers.CharField()
