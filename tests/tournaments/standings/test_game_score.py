"""The score of a game says how it came about: board, reserve, factor and the road (TAK-8)."""

from __future__ import annotations

from math import prod
from typing import Any

import pytest
from hypothesis import given

from engine.tak.position import Position
from engine.tak.scoring import METHODS, REASONS, Score, Scoring, parse_scoring, score_game
from tests.engine.tak.test_scoring import EIGHT, MIXED, SINGLES, STACKS, facts_of
from tests.engine.tak.test_scoring_by_search import facts_of as facts_of_board
from tests.engine.tak.test_scoring_by_search import finished_boards, scorings
from tests.examples import examples
from tests.tournaments.standings.test_derivation import nodes
from tournaments.standings import build_table, derive_value
from tournaments.standings.crosstable import GameKey
from tournaments.standings.explain import DerivationText, derivation_text
from tournaments.standings.game_score import MESSAGES, explain_score
from tournaments.state import Entrant, EventState, MatchRules, Played, Slot, SlotResult

# How the value of a node follows from those of its children.
SUMS = frozenset({"game_score", "least_game_score"})
PRODUCTS = frozenset({"reserve_times_factor", "factors_multiplied"})
LARGEST = frozenset({"largest_factor"})


def texts(line: DerivationText, depth: int = 0) -> list[str]:
    """The tree as lines, two spaces a level."""
    below = [text for child in line.children for text in texts(child, depth + 1)]
    return ["  " * depth + line.text, *below]


def explained(start: tuple[str, str], choice: str) -> list[str]:
    tps, ply = start
    score = score_game(facts_of(f'[TPS "{tps}"]\n{ply}', EIGHT), parse_scoring(choice))
    return texts(derivation_text(explain_score(score)))


@examples(200)
@given(finished_boards(), scorings)
def test_the_value_of_every_node_follows_from_its_children(
    position: Position, scoring: Scoring
) -> None:
    score = score_game(facts_of_board(position), scoring)
    root = explain_score(score)

    assert root.value == sum(score.points.values())
    for node in nodes(root):
        parts = [child.value for child in node.children if child.value is not None]
        if node.code in SUMS:
            assert node.value == sum(parts)
        elif node.code in PRODUCTS:
            assert node.value == prod(parts)
        elif node.code in LARGEST:
            assert node.value == max(parts)
    assert "{" not in " ".join(texts(derivation_text(root)))


def test_every_reason_of_a_method_has_a_sentence() -> None:
    codes = {f"{method}_{why}" for method, reasons in REASONS.items() for why in reasons}
    assert {code for code in MESSAGES if code.partition("_")[0] in METHODS} == codes
    assert MESSAGES.keys() >= SUMS | PRODUCTS | LARGEST


def test_board_and_reserve_alone() -> None:
    """001: a win on 5x5 with four pieces left scores 29."""
    assert explained(SINGLES, "board_plus_reserve") == [
        "Score of the winner: 29",
        "  Board, 5 by 5 spaces: 25",
        "  Pieces left, stones 3 and capstones 1: 4",
    ]
    assert explained(SINGLES, "reserve=stones_only,board_plus_reserve")[2] == (
        "  Stones left; capstones do not count: 3"
    )


def test_downing_names_the_straight_road_and_its_length() -> None:
    """004, ダウニングルール: the road is one straight line, so the pieces left count twice."""
    assert explained(SINGLES, "downing") == [
        "Score of the winner: 33",
        "  Board, 5 by 5 spaces: 25",
        "  Pieces left, times the factor: 8",
        "    Pieces left, stones 3 and capstones 1: 4",
        "    Downing’s rules, a straight road: ×2",
        "      Length of the road a3 b3 c3 d3 e3: 5",
    ]


def test_middletown_says_that_no_capstone_was_placed() -> None:
    """004, ミドルタウンルール: won without using the capstone."""
    assert explained(SINGLES, "middletown")[-1] == (
        "    Middletown rules, won without placing a capstone: ×2"
    )
    assert explained(SINGLES, "middletown,scope=not_in_road")[-2:] == [
        "    Middletown rules, a road without a capstone: ×2",
        "      Length of the road a3 b3 c3 d3 e3: 5",
    ]


def test_tarway_gives_the_heights_along_the_road() -> None:
    """004, ターウェイルール: every stack of one piece ×2, every stack of two or more ×3."""
    assert explained(SINGLES, "tarway")[-2] == "    Tarway rules, a road of single pieces: ×2"
    assert explained(STACKS, "tarway")[-2:] == [
        "    Tarway rules, a road of stacks of two or more: ×3",
        "      Length of the road a3 (2) b3 (2) c3 (2) d3 (2) e3 (2), "
        "the height of each stack in brackets: 5",
    ]
    assert explained(MIXED, "tarway")[0] == "Score of the winner: 29"
    assert explained(MIXED, "tarway")[-2:] == [
        "    Tarway rules, the road has single pieces and stacks: ×1",
        "      Length of the road a3 (2) b3 (1) c3 (1) d3 (1) e3 (1), "
        "the height of each stack in brackets: 5",
    ]


def test_factors_are_multiplied_or_the_largest_counts() -> None:
    """TAK-8.8: 25 + 16 = 41, and by the largest factor 33."""
    both = explained(SINGLES, "downing,tarway")
    assert both[0] == "Score of the winner: 41"
    assert "    Factor, all multiplied: ×4" in both
    largest = explained(SINGLES, "downing,tarway,combine=max")
    assert largest[0] == "Score of the winner: 33"
    assert "    Factor, the largest one: ×2" in largest


@pytest.mark.parametrize(
    ("facts", "choice", "line"),
    [
        ({"reason": "board_full", "result": "F-0"}, "downing",
         "    Downing’s rules, won without a road: ×1"),
        ({"reason": "resignation_or_time", "result": "1-0"}, "tarway",
         "    Tarway rules, the game was not played to its end: ×1"),
        ({}, "downing", "    Downing’s rules, the road is not known: at least ×1"),
        ({"capstones_placed": {"first": 1}}, "middletown",
         "    Middletown rules, the winner placed a capstone: ×1"),
        ({"capstones_placed": {"first": 0},
          "reserves": {"first": {"stones": 4, "capstones": 0}}}, "middletown",
         "    Middletown rules, no bonus for a set without capstones: ×1"),
        ({"capstones_placed": {"first": 0},
          "reserves": {"first": {"stones": 4, "capstones": 0}}}, "middletown,capless=bonus",
         "    Middletown rules, a set without capstones has the bonus: ×2"),
        ({"reserves": {}}, "board_plus_reserve",
         "  Pieces left: not known, so the score is at least this much"),
    ],
)  # fmt: skip
def test_what_gives_no_factor_is_said_too(facts: dict[str, Any], choice: str, line: str) -> None:
    claim: dict[str, Any] = {
        "size": 5,
        "result": "R-0",
        "reason": "road",
        "reserves": {"first": {"stones": 3, "capstones": 1}},
    }
    made = texts(derivation_text(explain_score(score_game(claim | facts, parse_scoring(choice)))))
    assert line in made
    assert ("at least" in made[0]) == ("known" in line)


def test_a_draw_scores_nothing() -> None:
    drawn = score_game({"result": "1/2-1/2"}, Scoring())
    assert texts(derivation_text(explain_score(drawn))) == ["Nobody won, so nobody has points: 0"]


def test_a_game_of_the_standings_opens_to_its_score() -> None:
    """Two games of a match: seat 1 wins both, the second of them moving second."""
    facts = facts_of(f'[TPS "{SINGLES[0]}"]\n{SINGLES[1]}', EIGHT)
    score = score_game(facts, parse_scoring("downing"))
    slots = tuple(
        Slot(number, 1, result=SlotResult("played", "R-0", (2, 0), bpr=(33, 0)))
        for number in (1, 2)
    )
    rules = MatchRules(games_per_match=2, rank_by="board_plus_reserve", tiebreaks=("BPR",))
    state = EventState(
        (Entrant(1), Entrant(2)), 1, 1, (Played(1, (1, 2), slots),), rules, system="swiss"
    )
    known: dict[GameKey, Score] = {(1, 1, (1, 2), 1): score}

    root = derive_value(state, 1, "BPR", known)
    assert root.value == build_table(state).rows[0].bpr == 66
    opened, closed = root.children
    assert (opened.code, opened.value, len(opened.children)) == ("game", 33, 2)
    assert (closed.code, closed.value, closed.children) == ("game", 33, ())
    assert opened in nodes(derive_value(state, 1, "PTS", known))
    assert "Downing’s rules, a straight road: ×2" in " ".join(texts(derivation_text(root)))
