"""Presets of a new event: settings that can all be changed afterwards. No database."""

from dataclasses import dataclass, field
from math import ceil, log2

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from config.pages.desk.setup.setting_form import Settings

TAK, TAKI, GAMNON = "tak", "taki", "gamnon"
MOST_SWISS_ROUNDS, USUAL_ROUNDS = 9, 5
PLAYOFF_PLACES = 4
GROUP_SIZE = 5
EVENING_ROUNDS = 4
# Board plus reserve does not break ties here: first the opponents, or who beat whom.
SWISS_TIEBREAKS = ["BH/C1", "BH", "SB"]
ROUND_ROBIN_TIEBREAKS = ["DE", "WIN", "SB"]


@dataclass(frozen=True, slots=True)
class Preset:
    """stages: systems and options. {"rounds": None} and {"groups": None} depend on the players."""

    name: "str | Promise"
    hint: "str | Promise"
    game: str
    stages: tuple[Settings, ...]
    match: Settings = field(default_factory=dict)


PRESETS: dict[str, Preset] = {
    "swiss": Preset(
        _("Swiss"),
        _("Everybody plays each round against somebody with about as many points."),
        TAK,
        ({"system": "swiss", "options": {"rounds": None}},),
        {"games": 2, "tiebreaks": SWISS_TIEBREAKS},
    ),
    "evening": Preset(
        _("Swiss in one evening"),
        _("Four rounds of one game each, against somebody with about as many points."),
        TAK,
        ({"system": "swiss", "options": {"rounds": EVENING_ROUNDS}},),
        {"games": 1, "tiebreaks": SWISS_TIEBREAKS},
    ),
    "round-robin": Preset(
        _("Round robin"),
        _("Everybody plays everybody once, two games a match. Good for up to ten."),
        TAK,
        ({"system": "round_robin", "options": {"cycles": 1}},),
        {"games": 2, "tiebreaks": ROUND_ROBIN_TIEBREAKS},
    ),
    "double-round-robin": Preset(
        _("Double round robin"),
        _("Everybody plays everybody twice, each moving first once. Good for up to six."),
        TAK,
        ({"system": "round_robin", "options": {"cycles": 2}},),
        {"games": 1, "tiebreaks": ROUND_ROBIN_TIEBREAKS},
    ),
    "groups-knockout": Preset(
        _("Groups, then a knockout"),
        _("Round robins in groups of about five; the best four play it out."),
        TAK,
        (
            {"system": "round_robin", "options": {"cycles": 1, "groups": None}},
            {"system": "knockout", "options": {"places": PLAYOFF_PLACES, "third_place": True}},
        ),
        {"games": 2, "tiebreaks": ROUND_ROBIN_TIEBREAKS},
    ),
    "swiss-knockout": Preset(
        _("Swiss, then a knockout"),
        _("A Swiss for all; the best four play it out."),
        TAK,
        (
            {"system": "swiss", "options": {"rounds": None}},
            {"system": "knockout", "options": {"places": PLAYOFF_PLACES, "third_place": True}},
        ),
        {"games": 2, "tiebreaks": SWISS_TIEBREAKS},
    ),
    "swiss-cut": Preset(
        _("Swiss with a cut by the number of players"),
        _(
            "With fewer than 16 players the best 4 go on to a knockout, with fewer than 64 the "
            "best 8, otherwise the best 16."
        ),
        TAK,
        (
            {"system": "swiss", "options": {"rounds": None}},
            {"system": "knockout", "options": {"places_by_players": True, "third_place": True}},
        ),
        {"games": 2, "tiebreaks": SWISS_TIEBREAKS},
    ),
    "knockout": Preset(
        _("Knockout"),
        _("Who loses a match is out; there is a match for third place."),
        TAK,
        ({"system": "knockout", "options": {"third_place": True}},),
        {"games": 2},
    ),
    "double-elimination": Preset(
        _("Double elimination"),
        _("Who loses two matches is out."),
        TAK,
        ({"system": "double_elimination", "options": {}},),
        {"games": 2},
    ),
    "league": Preset(
        _("League over weeks"),
        _("A round robin whose rounds stay open for a week; players agree on their times."),
        TAK,
        ({"system": "round_robin", "options": {"cycles": 1, "days": 7}},),
        {"games": 2, "tiebreaks": ROUND_ROBIN_TIEBREAKS},
    ),
    "school-league": Preset(
        _("School league"),
        _("One game a week against each of the others; the board of 5×5 fits a lesson."),
        TAK,
        ({"system": "round_robin", "options": {"cycles": 1, "days": 7}},),
        {"games": 1, "tiebreaks": ROUND_ROBIN_TIEBREAKS},
    ),
    "ladder": Preset(
        _("Ladder"),
        _("A standing ranking: players challenge those above them, and who wins moves up."),
        TAK,
        ({"system": "ladder", "options": {}},),
        {"games": 1},
    ),
    "arena": Preset(
        _("Arena"),
        _("An hour: whoever is free is paired at once; wins in a row count double."),
        TAK,
        ({"system": "arena", "options": {"minutes": 60}},),
        {"games": 1},
    ),
    "by-hand": Preset(
        _("Pairings by hand"),
        _("You say who plays whom."),
        TAK,
        ({"system": "manual", "options": {}},),
        {"games": 1},
    ),
    "taki-tables": Preset(
        _("Card night of Taki"),
        _("Three rounds at tables of four; new faces each round, places give the points."),
        TAKI,
        ({"system": "tables", "options": {"rounds": 3, "sizes": [4, 3, 5]}},),
    ),
    "gamnon-tables": Preset(
        _("Card night of Gamnon"),
        _("Three rounds at tables of three, where nearly every game ends by itself."),
        GAMNON,
        ({"system": "tables", "options": {"rounds": 3, "sizes": [3, 4, 5]}},),
    ),
}


def swiss_rounds(players: int) -> int:
    """One more than a knockout needs, so that lower places are fair too; at most one an opponent.

    Without players yet, the number for about sixteen.
    """
    if players < 2:
        return USUAL_ROUNDS
    opponents = players if players % 2 else players - 1  # with an odd number each has one bye
    return min(MOST_SWISS_ROUNDS, opponents, ceil(log2(players)) + 1)


def stages_of(preset: Preset, *, players: int, rounds: int | None = None) -> list[Settings]:
    """The stages for a number of players. rounds: of the first stage, if they were chosen."""
    made: list[Settings] = []
    for number, stage in enumerate(preset.stages):
        options = dict(stage["options"])
        if options.get("groups", 0) is None:
            options["groups"] = max(1, ceil(players / GROUP_SIZE))
        if "rounds" in options and number == 0:
            usual = swiss_rounds(players) if options["rounds"] is None else options["rounds"]
            options["rounds"] = rounds or usual
        if "places" in options:
            options |= _qualifying_options(made[0]["options"].get("groups", 1), options["places"])
        made.append({"system": stage["system"], "options": options})
    return made


def _qualifying_options(groups: int, wanted: int) -> dict[str, int]:
    """As many qualifiers as wanted, but at least the first of each group."""
    places = max(1, wanted // groups)
    rest = max(0, wanted - places * groups)
    return {"places": places} | ({"best_of_rest": rest} if rest else {})


def takes_rounds(preset: Preset) -> bool:
    """Whether the number of rounds of the first stage can be chosen."""
    return "rounds" in preset.stages[0]["options"]
