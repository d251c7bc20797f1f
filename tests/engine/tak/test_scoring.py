"""Board-plus-reserve, its variants and FORD: the cases of the rule books, each option, each way to
choose a scoring. `test_scoring_by_search.py` compares with a slow scorer."""

import json
from typing import Any

import pytest

from engine.errors import RecordError
from engine.tak.ending import Outcome
from engine.tak.facts import final_facts
from engine.tak.ford import Ford, ford_of_game
from engine.tak.notation.tps import parse_tps
from engine.tak.players import Player
from engine.tak.ruleset import Ruleset, make_ruleset
from engine.tak.scoring import (
    Factor,
    Scoring,
    board_plus_reserve,
    parse_scoring,
    score_game,
    scoring_from_dict,
)
from engine.tak.verify import verify
from tests.engine.test_cli import answers, engine

EIGHT = make_ruleset(size=5, stones=8)  # five on the board leave three, and the capstone: R = 4
SINGLES = "x5/x5/1,1,1,1,x/2,2,2,x2/x5 1 9", "e3"
STACKS = "x5/x5/21,21,21,21,x/x4,21/x5 1 9", "2e2+"
MIXED = "x5/x5/21,1,1,1,x/x5/x5 1 9", "e3"
CASES = [
    (SINGLES, "board_plus_reserve", 29),
    (SINGLES, "board_plus_reserve,downing", 33),
    (SINGLES, "board_plus_reserve,middletown", 33),
    (SINGLES, "board_plus_reserve,tarway", 33),
    (STACKS, "board_plus_reserve,tarway", 37),
    (MIXED, "board_plus_reserve,tarway", 29),
    (SINGLES, "board_plus_reserve,downing,tarway", 41),
    (SINGLES, "board_plus_reserve,downing,tarway,combine=max", 33),
]
ROAD = "a1 a5 e1 a2 e2 b2 e3 c2 e4 d3 e5"


def left(stones: int, capstones: int = 0) -> dict[str, dict[str, int]]:
    other = {"stones": 9, "capstones": 1}
    return {"first": {"stones": stones, "capstones": capstones}, "second": other}


def facts_of(record: str, rules: Ruleset | None = None) -> dict[str, Any]:
    """What is stored of a proved game."""
    answer = verify(record, rules).as_json()
    return {**answer, **answer["facts"]}


def points_of(start: tuple[str, str], choice: str, rules: Ruleset = EIGHT) -> int:
    """The winner's points after the last ply, made in a position."""
    tps, ply = start
    score = score_game(facts_of(f'[TPS "{tps}"]\n{ply}', rules), parse_scoring(choice))
    assert score.winner
    assert not score.at_least
    return score.points[score.winner]


def test_the_examples_of_the_rule_books() -> None:
    """TAK-8.1: 5x5 with 4 left is 29 (English book), 4x4 with 4 left is 20 (Japanese page)."""
    five, four = make_ruleset(size=5), make_ruleset(size=4)
    assert board_plus_reserve(five, winner=1, reserves=left(4)) == {"first": 29, "second": 0}
    assert board_plus_reserve(four, winner=1, reserves=left(4)) == {"first": 20, "second": 0}
    assert board_plus_reserve(five, winner=2, reserves=left(4)) == {"first": 0, "second": 35}


def test_capstones_are_pieces_unless_the_rules_say_otherwise() -> None:
    """TAK-8.2."""
    counted = make_ruleset(size=5)
    stones_only = make_ruleset(size=5, reserve_counts="stones_only")
    assert board_plus_reserve(counted, winner=1, reserves=left(4, 1))["first"] == 30
    assert board_plus_reserve(stones_only, winner=1, reserves=left(4, 1))["first"] == 29
    assert points_of(SINGLES, "board_plus_reserve") == 29
    assert points_of(SINGLES, "board_plus_reserve,reserve=stones_only") == 28
    assert points_of(SINGLES, "downing,tarway,reserve=stones_only") == 25 + 3 * 4


def test_an_overdrawn_reserve_is_empty() -> None:
    score = board_plus_reserve(make_ruleset(size=5), winner=1, reserves=left(-2, 1))
    assert score == {"first": 25, "second": 0}


def test_nobody_scores_without_a_winner() -> None:
    """TAK-8.4."""
    score = board_plus_reserve(make_ruleset(size=5), winner=None, reserves=left(4))
    assert score == {"first": 0, "second": 0}
    every = parse_scoring("downing,middletown,tarway")
    for result in ("1/2-1/2", "*"):
        drawn = facts_of(f'[Size "5"]\n1. a1 e5 {result}')
        assert score_game(drawn, every).points == {"first": 0, "second": 0}


@pytest.mark.parametrize(("start", "choice", "points"), CASES)
def test_the_check_cases(start: tuple[str, str], choice: str, points: int) -> None:
    """TAK-8.8, with four pieces left."""
    assert points_of(start, choice) == points


def test_factors_multiply_or_the_best_counts() -> None:
    """TAK-8.7, variant_combine; downing 2, middletown 2, tarway 3."""
    every = "board_plus_reserve,downing,middletown,tarway"
    assert points_of(STACKS, every) == 25 + 12 * 4
    assert points_of(STACKS, f"{every},combine=max") == 25 + 3 * 4


def test_the_best_of_several_roads_counts() -> None:
    """TAK-8.7: row 2 of stacks and row 3 of single pieces, made by one movement."""
    both = "x5/x5/1,1,1,1,x/21,21,21,21,x/x4,211 1 9", "3e1+21"
    rules = make_ruleset(size=5, stones=13)
    assert points_of(both, "board_plus_reserve", rules) == 29
    assert points_of(both, "tarway", rules) == 25 + 3 * 4


def test_a_road_that_turns_is_not_straight() -> None:
    """TAK-8.7: a road from edge to edge is not enough, a full line is asked for."""
    straight = "x5/1,x4/1,1,1,x,1/2,2,2,1,1/x5 1 9", "d3"
    assert points_of(straight, "downing", make_ruleset(size=5, stones=11)) == 25 + 2 * 4
    bent = "x5/1,x4/1,1,1,x2/2,2,2,1,1/x5 1 9", "d3"
    assert points_of(bent, "downing", make_ruleset(size=5, stones=10)) == 25 + 4


def test_middletown_asks_what_was_placed_or_what_stands_in_the_road() -> None:
    """TAK-8.7, middletown_scope; four stones left, the capstone placed."""
    rules = make_ruleset(size=5, stones=9)
    beside = "x5/x4,1C/1,1,1,1,x/2,2,2,x2/x5 1 9", "e3"
    assert points_of(beside, "middletown", rules) == 29
    assert points_of(beside, "middletown,scope=not_in_road", rules) == 33
    in_road = "x5/x5/1,1,1C,1,x/2,2,2,x2/x5 1 9", "e3"
    assert points_of(in_road, "middletown", make_ruleset(size=5, stones=8)) == 29
    assert points_of(in_road, "middletown,scope=not_in_road", make_ruleset(size=5, stones=8)) == 29


def test_middletown_rewards_a_win_by_count_and_judges_it_by_what_was_placed() -> None:
    """TAK-8.7: every win that was played out, under both scopes."""
    full = "1,2,1/2,1,2/1,2S,x 2 9", "c1"  # 4 flats to 4: komi decides who won, and nothing else
    rules = make_ruleset(size=3, stones=10, capstones=1, half_komi=1)
    for scope in ("not_placed", "not_in_road"):
        assert points_of(full, f"middletown,scope={scope}", rules) == 9 + 2 * 6
    assert points_of(full, "downing,tarway", rules) == 9 + 6
    out = "x2,2S/1,1,x/2,x2 2 9", "Sb1"  # the second player's third and last stone
    rules_of_three = make_ruleset(size=3, stones=3, capstones=1, out_of_pieces="stones_only")
    assert points_of(out, "middletown", rules_of_three) == 9 + 2 * 2
    placed = "1,2,1/2,1,2/1,2C,x 2 9", "c1"
    for scope in ("not_placed", "not_in_road"):
        assert points_of(placed, f"middletown,scope={scope}", rules) == 9 + 6


def test_a_set_without_capstones_is_rewarded_only_if_the_event_says_so() -> None:
    """TAK-8.7, middletown_capless_boards."""
    row = "x4/1,1,1,x/2,2,2,x/x4 1 9", "d3"
    rules = make_ruleset(size=4, stones=8)
    assert points_of(row, "middletown", rules) == 20
    assert points_of(row, "middletown,scope=not_in_road", rules) == 20
    assert points_of(row, "middletown,capless=bonus", rules) == 24
    assert points_of(row, "middletown,capless=bonus,scope=not_in_road", rules) == 24


def test_a_resignation_has_no_factor() -> None:
    """TAK-8.4: the reserve of that time counts, once."""
    every = parse_scoring("downing,middletown,tarway")
    score = score_game(facts_of('[Size "5"]\n1. a1 e5 2. a2 e4 0-1'), every)
    assert score.points == {"first": 0, "second": 25 + 19 + 1}
    assert (score.factors, score.unknown) == ((), ())


def test_a_claim_scores_at_least_what_is_known() -> None:
    """What people state without a record has no facts of the road, or not even a reserve."""
    every = parse_scoring("downing,middletown")
    claim = {"size": 5, "result": "R-0", "reason": "road", "reserves": left(4)}
    score = score_game(claim, every)
    assert (score.points, score.at_least) == ({"first": 29, "second": 0}, True)
    assert score.unknown == ("downing", "middletown")
    assert not score_game(claim, Scoring()).at_least
    score = score_game(claim | {"reserves": {}}, Scoring())
    assert (score.points, score.unknown) == ({"first": 25, "second": 0}, ("board_plus_reserve",))
    counted = claim | {"result": "F-0", "reason": "board_full"}
    assert score_game(counted, every).unknown == ("middletown",)
    known = counted | {"capstones_placed": {"first": 1, "second": 0}}
    assert score_game(known, every).unknown == ()


def test_the_road_that_earned_a_factor_is_named() -> None:
    row = ["a3", "b3", "c3", "d3", "e3"]
    road = {"straight": row, "singles": [], "stacks": [], "no_capstone": True}
    facts = {
        "size": 5,
        "result": "0-R",
        "reason": "road",
        "reserves": left(4),
        "capstones_placed": {"first": 0, "second": 1},
        "road": road,
    }
    score = score_game(facts, parse_scoring("downing,middletown,tarway,scope=not_in_road"))
    # Older facts say only that there is a road without a capstone.
    assert score.factors == (
        Factor("downing", 2, tuple(row), "straight"),
        Factor("middletown", 2, why="no_capstone"),
    )
    assert score.as_dict() == {
        "winner": "second",
        "board": 25,
        "reserve": 10,
        "factor": 4,
        "factors": [
            {"method": "downing", "times": 2, "road": row},
            {"method": "middletown", "times": 2, "road": []},
        ],
        "unknown": [],
    }


def test_a_proved_record_names_the_road_of_each_factor() -> None:
    """Row 2 is of stacks, row 3 of single pieces with a capstone among them."""
    tps = "x5/x5/1,1C,1,1,x/21,21,21,21,x/x4,211 1 9"
    facts = facts_of(f'[TPS "{tps}"]\n3e1+21', make_ruleset(size=5, stones=13))
    score = score_game(facts, parse_scoring("middletown,tarway,scope=not_in_road"))
    row = ("a2", "b2", "c2", "d2", "e2")
    assert score.factors == (
        Factor("middletown", 2, row, "no_capstone"),
        Factor("tarway", 3, row, "stacks", (2, 2, 2, 2, 2)),
    )


WON_BY_ROAD = {
    "size": 5,
    "result": "R-0",
    "reason": "road",
    "reserves": left(4),
    "capstones_placed": {"first": 1, "second": 0},
    "road": {"straight": [], "stacks": [], "singles": [], "no_capstone": []},
}


def whys(facts: dict[str, Any], options: str = "") -> dict[str, str]:
    """Why each method gave the factor it gave."""
    score = score_game(facts, parse_scoring(f"downing,middletown,tarway{options}"))
    return {factor.method: factor.why for factor in score.judged}


def test_why_a_road_has_no_bonus() -> None:
    assert whys(WON_BY_ROAD) == {"downing": "bent", "middletown": "placed", "tarway": "mixed"}
    scoped = whys(WON_BY_ROAD, ",scope=not_in_road")
    assert scoped["middletown"] == "capstone_in_road"


def test_why_a_road_has_a_bonus() -> None:
    road = {kind: ["a1"] for kind in ("straight", "stacks", "singles", "no_capstone")}
    every = {**WON_BY_ROAD, "road": road, "capstones_placed": {"first": 0, "second": 0}}
    every["reserves"] = left(4, 1)
    assert whys(every) == {"downing": "straight", "middletown": "not_placed", "tarway": "stacks"}
    single = {**every, "road": {**road, "stacks": []}}
    assert whys(single)["tarway"] == "singles"
    assert whys(every, ",scope=not_in_road")["middletown"] == "no_capstone"


def test_why_other_ends_have_none() -> None:
    counted = {**WON_BY_ROAD, "reason": "board_full", "result": "F-0"}
    assert whys(counted) == {"downing": "no_road", "middletown": "placed", "tarway": "no_road"}
    resigned = {**WON_BY_ROAD, "reason": "resignation_or_time", "result": "1-0"}
    assert set(whys(resigned).values()) == {"not_played_out"}
    unknown = {**WON_BY_ROAD, "road": None, "capstones_placed": None}
    assert set(whys(unknown).values()) == {"unknown"}
    none_in_set = {**WON_BY_ROAD, "capstones_placed": {"first": 0, "second": 0}}
    assert whys(none_in_set)["middletown"] == "capless"
    assert whys(none_in_set, ",capless=bonus")["middletown"] == "capless_bonus"


def test_the_facts_of_a_road_are_those_of_each_kind_of_road() -> None:
    """Row 2 is of stacks, row 4 straight with a capstone; the other has a road as well."""
    tps = "2,2,2,2,2/1,1C,1,1,1/x5/21,211,21,21,21/x5 1 20"
    rules = make_ruleset(size=5, stones=30)
    found = final_facts(parse_tps(tps, rules), Outcome("R-0", Player.FIRST, "road"))
    fourth = ["a4", "b4", "c4", "d4", "e4"]
    second = ["a2", "b2", "c2", "d2", "e2"]
    assert found["capstones_placed"] == {"first": 1, "second": 0}
    road = found["road"]
    assert road["double"] is True
    assert road["straight"] in (fourth, second)
    assert [square for square, _height in road["squares"]] == road["straight"]
    assert (road["stacks"], road["stack_heights"]) == (second, [2, 3, 2, 2, 2])
    assert (road["singles"], road["no_capstone"]) == (fourth, second)


def test_facts_of_other_ends_have_no_road() -> None:
    position = parse_tps("x5/x5/x5/x5/1,2C,x3 1 3", make_ruleset(size=5))
    assert final_facts(position, None) == {"capstones_placed": {"first": 0, "second": 1}}
    counted = Outcome("F-0", Player.FIRST, "board_full")
    assert "road" not in final_facts(position, counted)


def test_a_choice_is_read_and_kept() -> None:
    assert parse_scoring("board_plus_reserve") == Scoring()
    chosen = parse_scoring("tarway, downing,combine=max,scope=not_in_road,reserve=stones_only")
    assert chosen == Scoring(
        methods=("board_plus_reserve", "downing", "tarway"),
        combine="max",
        scope="not_in_road",
        reserve="stones_only",
    )
    assert scoring_from_dict(json.loads(json.dumps(chosen.as_dict()))) == chosen
    assert scoring_from_dict({}) == Scoring()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("luck", "scoring_unknown"),
        ("", "scoring_unknown"),
        ("downing,colour=red", "scoring_option_unknown"),
        ("downing,methods=tarway", "scoring_option_unknown"),
        ("downing,combine=add", "scoring_value_unknown"),
    ],
)
def test_what_does_not_exist_is_refused(text: str, code: str) -> None:
    with pytest.raises(RecordError) as refused:
        parse_scoring(text)
    assert refused.value.code == code
    assert str(refused.value)


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"methods": ["luck"]}, "scoring_unknown"),
        ({"methods": "downing"}, "scoring_unknown"),
        ({"methods": [["downing"]]}, "scoring_unknown"),
        ({"colour": "red"}, "scoring_option_unknown"),
        ({"reserve": ["stones_only"]}, "scoring_value_unknown"),
    ],
)
def test_stored_choices_are_checked(values: dict[str, Any], code: str) -> None:
    with pytest.raises(RecordError) as refused:
        scoring_from_dict(values)
    assert refused.value.code == code
    assert str(refused.value)


@pytest.mark.slow
def test_the_command_line() -> None:
    record = f'[Size "5"]\n{ROAD} R-0'.encode()  # a straight road of single pieces, 16 left
    plain = answers(engine("verify", "-", given=record)[1])[0]
    assert plain["score"] == {"first": 41, "second": 0}
    assert "scored" not in plain
    status, out, _ = engine("verify", "--scoring", "board_plus_reserve,downing", "-", given=record)
    answer = answers(out)[0]
    assert (status, answer["score"]) == (0, {"first": 25 + 2 * 16, "second": 0})
    assert (answer["scored"]["board"], answer["scored"]["factor"]) == (25, 2)
    choice = "board_plus_reserve,downing,tarway,middletown,combine=max,reserve=stones_only"
    answer = answers(engine("verify", "--scoring", choice, "-", given=record)[1])[0]
    assert answer["score"]["first"] == 25 + 2 * 15
    refused = answers(engine("verify", "--scoring", "tarway", "-", given=b"a1 e5")[1])[0]
    assert (refused["ok"], refused["score"]) == (False, None)
    status, _, err = engine("verify", "--scoring", "downing,combine=add", "-")
    assert status == 2
    assert "The scoring's option combine has no value add." in err


def test_ford() -> None:
    """Flats 6, the opponent's 16 stones and capstone, a lead of 1 (5 flats)."""
    facts = facts_of(f'[Size "5"]\n{ROAD} R-0')
    ford = ford_of_game(facts)
    assert ford == Ford("first", 6, 17, 1)
    assert ford.points == {"first": 24, "second": 0}
    assert ford_of_game(facts_of('[Size "5"]\na1 e5 1/2-1/2')) == Ford()
    assert ford_of_game({"size": 5, "result": "R-0", "reserves": {}}) is None
