"""Categories, prizes and fees of an event."""

from rest_framework import serializers

from tournaments import limits
from tournaments.prizes import awards, categories, plan
from tournaments.selectors.prizes.fees import STATES
from tournaments.selectors.prizes.prizes import FINAL, PROVISIONAL
from tournaments.serializers.base import NAME, CodeField, NumberField, Out, ShapeField, Strict
from tournaments.serializers.entry_names import EntryIn, EntryNumberOut
from tournaments.serializers.tables import ExplainedOut, PointsX2Out
from tournaments.state import BOARD_TIES

LIMIT = (
    "The rating that members are below, the first year of birth of juniors, or of newcomers the "
    "number of rated games that they have fewer of (0: they have no rating). Other kinds: null."
)
MEMBER_REASONS = (
    categories.RATED_BELOW,
    categories.BORN_FROM,
    categories.UNRATED,
    categories.FEW_GAMES,
    categories.GIVEN,
    categories.CHOSEN,
)
AWARD_REASONS = (
    awards.WON,
    awards.SHARED,
    awards.OWN,
    awards.HALF_EQUAL,
    awards.HALF_PLACE,
    awards.PASSED_ON,
    awards.ROUNDED,
)
CURRENCY = "A code of ISO 4217; amounts are in its smallest unit."


class CurrencyField(serializers.CharField):
    def __init__(self) -> None:
        super().__init__(max_length=3, help_text=CURRENCY)


class CategoryIn(Strict):
    name = serializers.CharField(max_length=NAME)
    kind = CodeField(categories.KINDS)
    limit = NumberField(required=False, allow_null=True, help_text=LIMIT)
    published = serializers.BooleanField(
        required=False, help_text="Whether others than staff see it."
    )


class CategoryChanges(Strict):
    name = serializers.CharField(required=False, max_length=NAME)
    limit = NumberField(required=False, allow_null=True, help_text=LIMIT)
    published = serializers.BooleanField(
        required=False, help_text="Whether others than staff see it."
    )


class CategoryMemberIn(EntryIn):
    member = serializers.BooleanField(help_text="Whether the entry is to be in the category.")


class CategoryMemberOut(Out):
    entry_id = serializers.IntegerField()
    entry = EntryNumberOut()
    player = serializers.CharField()
    name = serializers.CharField()
    reason = serializers.ChoiceField(MEMBER_REASONS)
    text = serializers.CharField(help_text="The reason as a sentence.")


class CategoryOut(Out):
    id = serializers.IntegerField()
    name = serializers.CharField()
    kind = serializers.ChoiceField(categories.KINDS)
    limit = serializers.IntegerField(allow_null=True, help_text=LIMIT)
    published = serializers.BooleanField(help_text="Whether others than staff see it.")
    members = CategoryMemberOut(many=True, help_text="Who is in it, and why.")


class CategorySaidOut(Out):
    category_id = serializers.IntegerField(help_text="The id of the category.")
    entry_id = serializers.IntegerField()
    member = serializers.BooleanField(help_text="Whether it is in the category.")


class CategoryRowOut(Out):
    rank = serializers.IntegerField(help_text="In the category; shared by those who are equal.")
    event_rank = serializers.IntegerField(help_text="In the event.")
    entry = serializers.IntegerField(help_text="The number of the entry.")
    player = serializers.CharField(help_text="The id of the player.")
    name = serializers.CharField()
    points = serializers.CharField(help_text="What ranks, as people read it: 9½.")
    primary_x2 = PointsX2Out(help_text="What ranks, in half points.")


class CategoryStandingsOut(Out):
    """The order of the event among the members of a category."""

    category = serializers.IntegerField(help_text="Its id.")
    name = serializers.CharField()
    event = serializers.CharField()
    version = serializers.IntegerField(help_text="The results_version that it was made from.")
    fresh = serializers.BooleanField()
    after_round = serializers.IntegerField()
    rank_by = serializers.CharField(allow_blank=True, help_text="What ranks.")
    rows = CategoryRowOut(many=True)


class PrizeIn(Strict):
    category = NumberField(
        required=False, allow_null=True, min_value=1, help_text="Its id; null: among all."
    )
    place = NumberField(min_value=1, help_text="In its list, from 1.")
    amount = NumberField(required=False, allow_null=True, help_text="Without a fund.")
    share = NumberField(required=False, allow_null=True, help_text="Parts of the fund.")


class PrizesIn(Strict):
    currency = CurrencyField()
    fund = NumberField(required=False, allow_null=True, help_text="Null: each prize has an amount.")
    ties = CodeField(plan.TIES, required=False, help_text="How ties divide prizes.")
    one_each = serializers.BooleanField(
        required=False, help_text="One prize a person, the largest; otherwise several."
    )
    prizes = serializers.ListField(
        child=PrizeIn(), max_length=limits.PRIZES, help_text="Empty: the event has no prizes."
    )


class PrizeOut(Out):
    category = serializers.IntegerField(allow_null=True, help_text="Its id; null: among all.")
    name = serializers.CharField(help_text="Of the category, or “All players”.")
    place = serializers.IntegerField(help_text="In its list, from 1.")
    share = serializers.IntegerField(
        allow_null=True, help_text="Parts of the fund; null without a fund."
    )
    amount = serializers.IntegerField()


class WonPrizeOut(Out):
    category = serializers.IntegerField(allow_null=True, help_text="Its id; null: among all.")
    place = serializers.IntegerField(help_text="In its list, from 1.")
    amount = serializers.IntegerField()


class AwardReasonOut(Out):
    code = serializers.ChoiceField(AWARD_REASONS)
    people = serializers.IntegerField(help_text="Who divide the prizes.")
    amount = serializers.CharField(help_text="Exact: a whole number, or `n/d`.")
    prizes = WonPrizeOut(many=True, help_text="Those that it is about.")
    text = serializers.CharField(help_text="The reason as a sentence.")


class AwardOut(Out):
    rank = serializers.IntegerField(help_text="In the event.")
    entry = serializers.IntegerField(help_text="The number of the entry.")
    player = serializers.CharField(help_text="The id of the player.")
    name = serializers.CharField()
    points = serializers.CharField(help_text="What ranks, as people read it: 9½.")
    amount = serializers.IntegerField(help_text="In the smallest unit of the currency.")
    reasons = AwardReasonOut(many=True)


class BoardPlaceOut(Out):
    """One of the best three of a board."""

    board = serializers.IntegerField(help_text="Where the player played most rounds.")
    rank = serializers.IntegerField(help_text="On the board; shared by those who are equal.")
    entry = EntryNumberOut()
    player = serializers.CharField()
    name = serializers.CharField()
    team = serializers.CharField(help_text="The name of the team.")
    rounds = serializers.IntegerField(help_text="Rounds played over the board.")
    points_x2 = PointsX2Out(help_text="Game points of these rounds.")
    performance = serializers.IntegerField(
        allow_null=True, help_text="Null: no opponent has a rating."
    )
    lines = serializers.ListField(
        child=ShapeField(ExplainedOut), help_text="The points and the performance, explained."
    )


class BoardPrizesOut(Out):
    rounds = serializers.IntegerField(help_text="How many a player has to play.")
    ties = serializers.ChoiceField(BOARD_TIES, help_text="How equal points are parted.")
    places = BoardPlaceOut(many=True, help_text="By board and rank.")


class PrizesOut(Out):
    event = serializers.CharField()
    state = serializers.ChoiceField(
        (PROVISIONAL, FINAL), help_text="Final when the event is finished."
    )
    version = serializers.IntegerField(help_text="Of the results, from the standings.")
    fresh = serializers.BooleanField()
    currency = serializers.CharField(allow_null=True, help_text=CURRENCY + " Null: no prizes.")
    fund = serializers.IntegerField(allow_null=True, help_text="What the shares divide.")
    ties = serializers.ChoiceField(plan.TIES, help_text="How ties divide prizes.")
    one_each = serializers.BooleanField(help_text="One prize a person; otherwise several.")
    total = serializers.IntegerField(help_text="All prizes together.")
    given = serializers.IntegerField(help_text="What the awards add up to.")
    prizes = PrizeOut(many=True, help_text="The places of each list.")
    awards = AwardOut(many=True, help_text="Who gets how much, in the order of the event.")
    boards = BoardPrizesOut(allow_null=True, help_text="Of teams: the best of each board.")


class FeeIn(Strict):
    amount = NumberField(min_value=0)
    currency = CurrencyField()


class EntryFeeIn(Strict):
    state = CodeField(STATES)


class FeeRowOut(Out):
    entry_id = serializers.IntegerField()
    entry = EntryNumberOut()
    name = serializers.CharField()
    state = serializers.ChoiceField(STATES)
    amount = serializers.IntegerField(help_text="What was paid or waived then, else what is due.")


class EntryFeeOut(FeeRowOut):
    currency = serializers.CharField(allow_null=True, help_text=CURRENCY)


class FeeSumOut(Out):
    entries = serializers.IntegerField(help_text="How many.")
    amount = serializers.IntegerField()


class FeeTotalsOut(Out):
    open = FeeSumOut(help_text="Still to be paid.")
    paid = FeeSumOut(help_text="Paid.")
    waived = FeeSumOut(help_text="Need not be paid.")


class FeesOut(Out):
    event = serializers.CharField()
    amount = serializers.IntegerField(allow_null=True, help_text="Of an entry; null: no fee yet.")
    currency = serializers.CharField(allow_null=True, help_text=CURRENCY)
    totals = FeeTotalsOut(help_text="The sums by state.")
    entries = FeeRowOut(many=True, help_text="Those that are in, by number.")
