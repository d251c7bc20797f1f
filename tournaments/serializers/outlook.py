"""The outlook of an entry: what can still happen."""

from rest_framework import serializers

from tournaments.outlook.explain import LOSS, TIE, WIN
from tournaments.outlook.explain import MESSAGES as SENTENCES
from tournaments.outlook.marks import CLINCHED, ELIMINATED, OPEN
from tournaments.outlook.needs import STATUSES
from tournaments.selectors.events.outlook import RESULT_CODES
from tournaments.serializers.base import CodeField, Out, Strict

METHODS = ("exact", "simulated")
CHANCE = "0 to 1."
ERROR = "Standard error of a simulated chance; null of an exact one."


class OutlookQuery(Strict):
    place = serializers.IntegerField(
        required=False, min_value=1, max_value=100_000, help_text="What `needs` is for; default 1."
    )


class ChanceOut(Out):
    chance = serializers.FloatField(help_text=CHANCE)
    error = serializers.FloatField(allow_null=True, help_text=ERROR)


class PlaceChanceOut(ChanceOut):
    """The chance of one place. Entries that share places share them alike."""

    place = serializers.IntegerField(help_text="From 1.")
    ways = serializers.CharField(
        allow_null=True,
        help_text="In how many of all `ways`, as a fraction; null of a simulation.",
    )


class TargetOut(ChanceOut):
    """The place that was asked for, or a better one."""

    place = serializers.IntegerField(help_text="As it was asked for.")
    status = CodeField(
        (CLINCHED, ELIMINATED, OPEN), help_text="clinched: certain. eliminated: out of reach."
    )


class OwnResultOut(Out):
    """How a game of the entry itself ends."""

    round = serializers.IntegerField()
    game = serializers.IntegerField(help_text="Its number in the match.")
    opponent = serializers.IntegerField(help_text="The number of the entry.")
    result = CodeField((WIN, TIE, LOSS))


class ConditionOut(Out):
    """A game of others has to end in one of these results."""

    round = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    game = serializers.IntegerField(help_text="Its number in the match.")
    seats = serializers.ListField(
        child=serializers.IntegerField(), help_text="Numbers of the two entries."
    )
    results = serializers.ListField(
        child=CodeField(RESULT_CODES), help_text="The winning seat, first or second, or a draw."
    )
    text = serializers.CharField()


class NeedOut(ChanceOut):
    """What some own results are good for. `chance` is that of the place given these results."""

    own = OwnResultOut(many=True, help_text="Empty: whatever the entry does.")
    own_text = serializers.ListField(
        child=serializers.CharField(), help_text="A sentence for each of `own`."
    )
    status = CodeField(
        STATUSES,
        help_text=(
            "enough; level: at least a tie for it; if, if_level: likewise if one of the "
            "alternatives comes true, and only then; many: it depends on more games than can be "
            "said; chance: no more than the chance is known; never."
        ),
    )
    text = serializers.CharField()
    alternatives = serializers.ListField(
        child=ConditionOut(many=True),
        help_text="One is enough; all conditions of one have to be met.",
    )


class MethodOut(Out):
    code = CodeField(tuple(SENTENCES))
    text = serializers.CharField()


class OutlookOut(Out):
    """What can still happen to an entry in the stage that is played, in its group."""

    event = serializers.CharField()
    entry = serializers.IntegerField(help_text="The number of the entry.")
    name = serializers.CharField()
    version = serializers.IntegerField(help_text="The results_version that it was made from.")
    method = CodeField(METHODS, help_text="exact: all ways were tried. simulated: a sample.")
    ways = serializers.IntegerField(help_text="How many ways were tried or played.")
    seed = serializers.IntegerField(
        allow_null=True, help_text="Of a simulation: the same seed gives the same ways."
    )
    pool = serializers.CharField(
        allow_null=True, help_text="The rating list of the chances; null: every game is even."
    )
    after_round = serializers.IntegerField(
        allow_null=True, help_text="The places are those after it; null of a bracket."
    )
    is_final = serializers.BooleanField(
        help_text="Whether these are the places at the end of the stage."
    )
    entries = serializers.IntegerField(help_text="How many are ranked together.")
    cutoff = serializers.IntegerField(
        allow_null=True, help_text="How many qualify for the next stage; null: no line."
    )
    best = serializers.IntegerField(
        allow_null=True, help_text="The best place that is still possible; null: not known."
    )
    worst = serializers.IntegerField(
        allow_null=True, help_text="The worst; so this place or a better one is certain."
    )
    places = PlaceChanceOut(many=True)
    target = TargetOut(help_text="The place that was asked for, or a better one.")
    needs = NeedOut(many=True, help_text="By the entry's own results, the best first.")
    explanation = MethodOut(many=True)
