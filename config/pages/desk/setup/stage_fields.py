"""The options of a stage, as fields."""

from django.utils.translation import gettext_lazy as _

from config.pages.desk.setup.setting_fields import Fields
from config.pages.forms import FlagField, ListField, NumberField, Text, ValueChoiceField
from tournaments.services.stages.stage_settings import COMMON_OPTIONS, QUALIFYING
from tournaments.services.stages.stage_settings import OPTIONS as TAKEN
from tournaments.state import (
    AS_GIVEN,
    BY_LOT,
    BY_PERFORMANCE,
    EQUALS_BY_LOT,
    IN_LIST,
    IN_LIST_ORDER,
    IN_PYRAMID,
    INSERT,
    SHARED,
    SWAP,
)

ORDERS = (
    (BY_LOT, _("all drawn by lot")),
    (EQUALS_BY_LOT, _("by rating; equal ones drawn by lot")),
    (IN_LIST_ORDER, _("in the order of the list")),
)
# Of a first stage; a later one follows the table of the stage before.
FIRST_ORDER = (AS_GIVEN, _("in the order given: as the players were entered"))


def _order_field(*orders: tuple[str, Text]) -> ValueChoiceField:
    return ValueChoiceField(
        _("Numbers of the round robin, places in the bracket"),
        _("They are drawn once, with the first round."),
        choices=orders,
    )


STAGE_OPTIONS: Fields = {
    "rounds": NumberField(_("Rounds"), required=False),
    "cycles": NumberField(_("How often each two meet"), _("1 or 2.")),
    "swap_last_rounds": FlagField(
        _("Of a double round robin, swap the two last rounds of the first half")
    ),
    "groups": NumberField(_("Groups")),
    "numbers": _order_field(*ORDERS, FIRST_ORDER),
    "legs": ListField(
        _("Matches of each player in a round"),
        _("One number a round with commas; the last one goes on."),
        item=NumberField(),
    ),
    "top_moves": ValueChoiceField(
        _("At the top table of round 1, who moves first"),
        choices=(
            ("lot", _("a lot says")),
            ("first", _("the stronger")),
            ("second", _("the other")),
        ),
    ),
    "acceleration": ValueChoiceField(
        _("Accelerated pairing"),
        _("For many players and few rounds: the strong meet the strong at once."),
        choices=(("none", _("no")), ("baku", _("Baku, FIDE C.04.7"))),
    ),
    "rematches_from": NumberField(
        _("Two may meet again from round"), _("Empty: never."), required=False
    ),
    "bar": NumberField(_("Bar"), _("From this rating on all begin level."), required=False),
    "floor": NumberField(_("Floor"), _("Below this rating all begin level."), required=False),
    "grade": NumberField(_("Rating points that are one point at the start")),
    "meet_again_after": NumberField(_("Rounds before two may meet again")),
    "to_majority": FlagField(_("A match ends when one is ahead for good")),
    "third_place": FlagField(_("A match for third place")),
    "reset": FlagField(_("A second final if the first is won from below")),
    "sizes": ListField(
        _("Players at a table"),
        _("Sizes with commas, the preferred one first."),
        item=NumberField(),
    ),
    "by_score": FlagField(_("Tables level by score")),
    "reach": NumberField(_("Rungs, or rows of a pyramid, that a challenge may go up")),
    "moves": ValueChoiceField(
        _("A player who wins from below"),
        choices=(
            (SWAP, _("changes rungs with the other")),
            (INSERT, _("takes the rung; the others go down by one")),
        ),
    ),
    "shape": ValueChoiceField(
        _("Shape"),
        choices=((IN_LIST, _("a list of rungs")), (IN_PYRAMID, _("a pyramid of rows"))),
    ),
    "answer_days": NumberField(_("Days to answer a challenge")),
    "play_days": NumberField(_("Days to play it")),
    "protected_days": NumberField(_("Days without a challenge after a rung was defended")),
    "inactive_days": NumberField(
        _("Days without a match after which somebody goes down a rung"),
        _("Empty: nobody goes down for that."),
        required=False,
    ),
    "minutes": NumberField(_("Minutes"), _("After them nobody is paired any more.")),
    "streaks": FlagField(_("Points are doubled after two wins in a row")),
    "berserk": FlagField(
        _("Berserk"), _("A player may halve the own time; a win then gives one more point.")
    ),
    "boards": NumberField(
        _("Boards of a match"),
        _("In a match of teams so many members play; the others are reserves."),
    ),
    "team_rank_by": ValueChoiceField(
        _("What ranks the teams"),
        choices=(("match_points", _("match points")), ("game_points", _("game points"))),
    ),
    "team_tiebreaks": ListField(
        _("Tie-breaks of the teams"), _("Codes separated by commas, such as GP, EDE, EMMSB.")
    ),
    "board_rounds": NumberField(
        _("Rounds to be played for a board prize"), _("Empty: half of them."), required=False
    ),
    "board_ties": ValueChoiceField(
        _("Equal points for a board prize"),
        choices=((BY_PERFORMANCE, _("performance decides")), (SHARED, _("are shared"))),
    ),
    "partners": FlagField(
        _("Partners at one table"),
        _(
            "Of card games: the players of two teams sit in turn at one table, with 2 boards two "
            "pairs at a table of four."
        ),
    ),
    "places": NumberField(_("Places of each group that go on"), required=False),
    "best_of_rest": NumberField(_("Best of the rest that go on too"), required=False),
    "places_by_players": FlagField(
        _("The number of players decides how many go on"),
        _(
            "With fewer than 16 players the best 4 go on, with fewer than 64 the best 8, "
            "otherwise the best 16."
        ),
    ),
    "days": NumberField(
        _("Days a round stays open"), _("Empty: no end by itself."), required=False
    ),
}


def stage_fields(system: str, *, number: int) -> Fields:
    """The options that a system takes in the stage with this number."""
    taken = TAKEN[system] | COMMON_OPTIONS | (QUALIFYING if number > 1 else frozenset())
    fields = {name: field for name, field in STAGE_OPTIONS.items() if name in taken}
    if number > 1 and "numbers" in fields:
        fields["numbers"] = _order_field(*ORDERS)
    return fields
