"""What settings of events and options of stages may be: the least, the most, and one more.

Without a database; how a refusal reaches a form is tested with the forms.
"""

from typing import Any

import pytest

from tournaments import limits
from tournaments.errors import InvalidInput
from tournaments.pairing import SYSTEMS
from tournaments.services.events import settings
from tournaments.services.stages.stage_settings import (
    CHECKS,
    COMMON_OPTIONS,
    MOST_BOARDS,
    MOST_DAYS,
    MOST_LEGS,
    MOST_MINUTES,
    MOST_REACH,
    MOST_ROUNDS,
    MOST_SEATS,
    OPTIONS,
    QUALIFYING,
    new_stage_options,
    validate_stage,
)
from tournaments.standings.tiebreaks.registry import TIEBREAKS
from tournaments.state import POSTPONED_AS


def refused_field(validate, *given, **about) -> object:
    with pytest.raises(InvalidInput) as refused:
        validate(*given, **about)
    assert refused.value.details["problem"]
    return refused.value.details["field"]


# --- matches, confirmations, clocks


@pytest.mark.parametrize(
    ("name", "allowed", "refused"),
    [
        ("games", [1, settings.MOST_GAMES], [0, settings.MOST_GAMES + 1, True, 1.0]),
        ("bye_allocated_x2", [None, 0, 1000], [-1, 1001, "1"]),
        ("bye_asked_x2", [0, 1000], [-1, 1001, None, True]),
        ("forfeit_win_x2", [0, 1000], [-1, 1001]),
        ("double_forfeit_x2", [0, 1000], [-1, 1001]),
        ("late_x2", [0, 1000], [-1, 1001]),
        ("winner_takes_all", [True, False], [1, None]),
        ("late", ["nothing", "forfeit"], ["never", None]),
        ("postponed", POSTPONED_AS, ["never", None, ["draw"]]),
        ("rank_by", ["match_points", "game_points"], ["beauty", None]),
        ("tiebreaks", [[], ["WIN", "BH"]], ["WIN", ["WIN", "WIN"], ["XYZ"], [["WIN"]]]),
        ("scoring", [{}], [[], {"reserve": "stones_only"}]),
        ("points", [{"per_game": True}], [{"per_game": False}, {"won_x2": 2}, 2]),
        ("speed", [], [1]),
    ],
)
def test_settings_of_a_match(name, allowed, refused):
    for value in allowed:
        full = settings.validate_match({name: value}, game="tak")
        assert full.keys() >= settings.MATCH.keys()
        if name != "scoring":  # which is completed
            assert full[name] == value
    for value in refused:
        field = refused_field(settings.validate_match, {name: value}, game="tak")
        assert field in (f"match.{name}", "match")


@pytest.mark.parametrize("name", ["won_x2", "tied_x2", "lost_x2"])
def test_points_of_a_match_are_half_points(name):
    usual = settings.MATCH["points"]
    for value in (0, 1000):
        full = settings.validate_match({"points": {**usual, name: value}}, game="tak")
        assert full["points"] == {**usual, name: value}
    for refused in (-1, 1001, 0.5, None):
        given = {"points": {**usual, name: refused}}
        assert refused_field(settings.validate_match, given, game="tak") == f"match.points.{name}"


@pytest.mark.parametrize(
    ("name", "allowed", "refused"),
    [
        ("limit", [0, settings.MOST_OWED], [-1, settings.MOST_OWED + 1, None, True]),
        ("min_age", [None, 1, settings.OLDEST], [0, settings.OLDEST + 1, True]),
    ],
)
def test_limits_of_stakes(name, allowed, refused):
    for value in allowed:
        full = settings.validate_match({"stakes": {name: value}}, game="tak")
        assert full["stakes"][name] == value
    for value in refused:
        given = {"stakes": {name: value}}
        field = refused_field(settings.validate_match, given, game="tak")
        assert field == f"match.stakes.{name}"


def test_a_tavern_lends_more_than_the_university_unless_it_says_otherwise():
    def limit(**stakes: Any) -> object:
        return settings.validate_match({"stakes": stakes}, game="tak")["stakes"]["limit"]

    assert limit() == settings.STAKES["limit"]
    assert limit(scheme="tavern") == settings.TAVERN_LIMIT
    assert limit(scheme="tavern", limit=7) == 7
    assert settings.validate_match({"stakes": None}, game="taki")["stakes"] is None
    for game, stakes in (("taki", {}), ("tak", []), ("tak", {"scheme": "dice"})):
        assert refused_field(settings.validate_match, {"stakes": stakes}, game=game)


@pytest.mark.parametrize("game", settings.GAMES)
def test_what_is_not_said_is_as_the_game_is_played(game):
    cards = game in settings.CARD_GAMES
    match = settings.validate_match(None, game=game)
    confirm = settings.validate_confirm(None, game=game)
    assert (match["games"], confirm["policy"]) == ((1, "majority") if cards else (2, "opponent"))
    assert ("per_game" in match["points"], confirm["hours"]) == (cards, None)


@pytest.mark.parametrize(
    ("name", "allowed", "refused"),
    [
        ("policy", settings.POLICIES, ["nobody", None]),
        ("hours", [None, 0.5, 1, 10_000], [0, -1, 10_001, "1", True]),
        ("days", [], [1]),
    ],
)
def test_how_games_are_confirmed(name, allowed, refused):
    for value in allowed:
        assert settings.validate_confirm({name: value}, game="tak")[name] == value
    for value in refused:
        field = refused_field(settings.validate_confirm, {name: value}, game="tak")
        assert str(field).startswith("confirm")


@pytest.mark.parametrize(
    ("name", "allowed", "refused"),
    [
        ("class", ["blitz", "15-10", "x" * 20], ["", "Blitz", "x" * 21, 5]),
        ("minutes", [0, 0.5, 10_000], [-1, 10_001, "5", True]),
        ("increment_seconds", [0, 10_000], [-1, 10_001, None]),
        ("delay", [], [1]),
    ],
)
def test_time_controls(name, allowed, refused):
    for value in allowed:
        assert settings.validate_time_control({name: value}) == {name: value}
    for value in refused:
        field = refused_field(settings.validate_time_control, {name: value})
        assert field == f"time_control.{name}"
    assert settings.validate_time_control(None) == {}


@pytest.mark.parametrize(
    ("about", "field"),
    [
        ({"visibility": "secret", "time_zone": "Asia/Tokyo"}, "visibility"),
        ({"visibility": "private", "time_zone": "Mars/Olympus"}, "time_zone"),
    ],
)
def test_who_sees_an_event_and_its_zone(about, field):
    assert refused_field(settings.check_visibility_and_zone, **about) == field
    settings.check_visibility_and_zone(visibility="unlisted", time_zone="Asia/Tokyo")


def test_a_ruleset_is_completed_by_the_game_and_a_style_fixes_the_size():
    assert settings.validate_ruleset("tak", None)["size"] == settings.RULESET["size"]
    assert settings.validate_ruleset("tak", {"size": 5})["size"] == 5
    assert refused_field(settings.validate_ruleset, "chess", None) == "game"
    assert refused_field(settings.validate_ruleset, "tak", {"size": 99}) == "ruleset"
    assert settings.match_defaults_of_ruleset("tak", {"name": "source"}) == {}


# --- options of stages

# By option: what it may be, and what it may not.
DAYS = ([1, MOST_DAYS], [0, MOST_DAYS + 1, True])
FLAG = ([True, False], [0, None, "yes"])
VALUES: dict[str, tuple[list[Any], list[Any]]] = {
    "rounds": ([1, MOST_ROUNDS], [0, MOST_ROUNDS + 1, None]),
    "cycles": ([1, 2], [0, 3]),
    "swap_last_rounds": FLAG,
    "groups": ([1, 64], [0, 65]),
    "legs": (
        [[1], [MOST_LEGS] * MOST_ROUNDS],
        [[], [0], [MOST_LEGS + 1], [1] * (MOST_ROUNDS + 1), 1],
    ),
    "top_moves": (["first", "second", "lot"], ["third", None]),
    "acceleration": (["none", "baku"], ["full", None]),
    "numbers": (["lot", "equals", "list", "given"], ["rating", None]),
    "rematches_from": ([None, 1, MOST_ROUNDS], [0, MOST_ROUNDS + 1]),
    "bar": ([None, -10_000, 10_000], [-10_001, 10_001]),
    "floor": ([None, -10_000, 10_000], [-10_001, 10_001]),
    "grade": ([1, 10_000], [0, 10_001, None]),
    "meet_again_after": ([0, MOST_ROUNDS], [-1, MOST_ROUNDS + 1]),
    "to_majority": FLAG,
    "third_place": FLAG,
    "reset": FLAG,
    "sizes": ([[2], [MOST_SEATS, 3]], [[1], [MOST_SEATS + 1], []]),
    "by_score": FLAG,
    "boards": ([1, MOST_BOARDS], [0, MOST_BOARDS + 1]),
    "team_rank_by": (["match_points", "game_points"], ["board_plus_reserve"]),
    "team_tiebreaks": ([[], ["WIN", "BH"]], [["WIN", "WIN"], ["XYZ"], "WIN", None]),
    "board_rounds": ([None, 1, MOST_ROUNDS], [0, MOST_ROUNDS + 1]),
    "board_ties": (["performance", "shared"], ["lot"]),
    "partners": FLAG,
    "places": ([1, 1000], [0, 1001]),
    "best_of_rest": ([0, 1000], [-1, 1001]),
    "places_by_players": FLAG,
    "days": ([None, *DAYS[0]], DAYS[1]),
    "reach": ([1, MOST_REACH], [0, MOST_REACH + 1]),
    "moves": (["swap", "insert"], ["jump"]),
    "shape": (["list", "pyramid"], ["tree"]),
    "answer_days": DAYS,
    "play_days": DAYS,
    "protected_days": ([0, MOST_DAYS], [-1, MOST_DAYS + 1]),
    "inactive_days": ([None, *DAYS[0]], DAYS[1]),
    "minutes": ([1, MOST_MINUTES], [0, MOST_MINUTES + 1]),
    "streaks": FLAG,
    "berserk": FLAG,
}


def system_with(option: str) -> tuple[str, int]:
    """A system that has an option, and the number of a stage in which it may be given."""
    own = (system for system in SYSTEMS if option in OPTIONS[system])
    return next(own, "manual"), 2 if option in QUALIFYING else 1


@pytest.mark.parametrize("option", sorted(CHECKS))
def test_each_option_has_its_least_and_its_most(option):
    system, number = system_with(option)
    allowed, refused = VALUES[option]
    for value in allowed:
        stage = {"system": system, "options": {option: value}}
        assert validate_stage(stage, number=number) == (system, {option: value})
    for value in refused:
        stage = {"system": system, "options": {option: value}}
        assert refused_field(validate_stage, stage, number=number) == f"stages.options.{option}"


@pytest.mark.parametrize("option", sorted(CHECKS))
def test_a_system_has_its_own_options_and_no_others(option):
    value = VALUES[option][0][0]
    for system in SYSTEMS:
        if option in OPTIONS[system] | COMMON_OPTIONS | QUALIFYING:
            continue
        stage = {"system": system, "options": {option: value}}
        assert refused_field(validate_stage, stage, number=2) == f"stages.options.{option}"
    if option in QUALIFYING:
        stage = {"system": "manual", "options": {option: value}}
        assert refused_field(validate_stage, stage, number=1) == f"stages.options.{option}"


@pytest.mark.parametrize(
    ("system", "number", "options", "named"),
    [
        ("knockout", 2, {"numbers": "given"}, "numbers"),
        ("knockout", 1, {"numbers": "given"}, None),
        ("manual", 2, {"places": 4, "places_by_players": True}, "places_by_players"),
        ("manual", 2, {"best_of_rest": 0, "places_by_players": True}, "places_by_players"),
        ("manual", 2, {"places": 4, "places_by_players": False}, None),
        ("team_swiss", 1, {"partners": True, "team_rank_by": "game_points"}, "team_rank_by"),
        ("team_swiss", 1, {"partners": True, "team_rank_by": "match_points"}, None),
        ("team_swiss", 1, {"partners": False, "team_rank_by": "game_points"}, None),
        ("mcmahon", 1, {"bar": 1000, "floor": 1001}, "bar"),
        ("mcmahon", 1, {"bar": 1000, "floor": 1000}, None),
        ("mcmahon", 1, {"bar": None, "floor": 1000}, None),
    ],
)
def test_options_that_do_not_go_together(system, number, options, named):
    stage = {"system": system, "options": options}
    if named is None:
        assert validate_stage(stage, number=number) == (system, options)
    else:
        assert refused_field(validate_stage, stage, number=number) == f"stages.options.{named}"


def test_team_tiebreaks_are_not_without_end():
    codes = sorted(TIEBREAKS)[: limits.TIEBREAKS + 1]
    stage = {"system": "team_swiss", "options": {"team_tiebreaks": codes[:-1]}}
    assert validate_stage(stage, number=1)[1] == stage["options"]
    stage = {"system": "team_swiss", "options": {"team_tiebreaks": codes}}
    assert refused_field(validate_stage, stage, number=1) == "stages.options.team_tiebreaks"


@pytest.mark.parametrize(
    ("system", "number", "options", "expected"),
    [
        ("round_robin", 1, {}, {"numbers": "lot"}),
        ("round_robin", 2, {"numbers": "list"}, {"numbers": "list"}),
        *((system, 1, {}, {"numbers": "equals"}) for system in ("knockout", "monrad", "keizer")),
        ("double_elimination", 2, {}, {"numbers": "list"}),
        ("swiss", 1, {}, {}),
        ("scheveningen", 1, {}, {"team_rank_by": "game_points"}),
        ("team_swiss", 1, {"partners": True}, {"partners": True, "boards": 2}),
        ("team_swiss", 1, {"partners": True, "boards": 3}, {"partners": True, "boards": 3}),
        ("team_swiss", 1, {}, {}),
    ],
)
def test_what_a_new_stage_is_given(system, number, options, expected):
    assert new_stage_options(system, options, number=number) == expected


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("rounds", 0, f"a number from 1 to {MOST_ROUNDS}"),
        ("rematches_from", 0, f"a number from 1 to {MOST_ROUNDS}, or null"),
    ],
)
def test_a_refused_number_comes_with_its_bounds(option, value, words):
    with pytest.raises(InvalidInput) as refused:
        validate_stage({"system": "swiss", "options": {option: value}}, number=1)
    assert str(refused.value.details["problem"]) == words
