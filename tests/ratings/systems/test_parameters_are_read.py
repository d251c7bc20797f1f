"""Each parameter of each system changes the ratings, or the forecast, of one small history."""

from typing import Any

import pytest

from ratings.replay import replay
from ratings.systems import BATCHES, BOUNDS, SYSTEMS, build_checked, is_batch
from tests.ratings.replay.test_replay_systems import game

# What brings the players of the history to where a parameter counts.
WHERE_IT_COUNTS: dict[str, dict[str, float]] = {
    "glicko": {"learn_growth": 1, "learn_initial_deviation": 1, "first_move_deviation": 30},
    "elo": {"new_games": 3, "top": 1540, "cap": 30, "uncapped_from": 1550},
    "plackett_luce": {"slope": 0.005},
}
OTHER: dict[str, float] = {
    "close": 5, "first_move": 20, "period_days": 45, "new_games": 5, "floor": 295, "kappa": 1,
    "learn_initial_deviation": 0, "learn_growth": 0,
}  # fmt: skip
# Of the rating that playtak.com shows to those who play seldom; lists have the rating itself.
SHOWN = {"cutoff", "most_drop", "enough"}


def games():
    """Player 1 wins most of the games, 2 and 3 share them, 4 comes late and once."""
    facts = [
        (1, 2, 2), (2, 1, 0), (3, 1, 0), (1, 3, 2), (2, 3, 2), (3, 2, 2), (1, 2, 2), (3, 1, 1),
        (1, 3, 2), (2, 3, 0), (2, 1, 0), (1, 4, 2), (3, 1, 0), (1, 2, 0),
    ]  # fmt: skip
    return [game((40 * at, 1), *fact) for at, fact in enumerate(facts)]


def results(code: str, given: dict[str, float]) -> Any:
    """The ratings after the history or each period of it, and a forecast of two players."""
    system = build_checked(code, given)
    last = replay(games(), system).players
    lists = [*system.lists(games())] if is_batch(system) else []
    return lists, last, system.expected_score(last[1], last[2], games()[-1].played_on)


@pytest.mark.parametrize(
    ("code", "name"),
    [(code, name) for code in (*SYSTEMS, *BATCHES) for name in BOUNDS[code] if name not in SHOWN],
)
def test_each_parameter_is_read(code: str, name: str) -> None:
    given = WHERE_IT_COUNTS.get(code, {})
    standard = {**build_checked(code, {}).parameters(), **given}
    other = OTHER.get(name, standard[name] * 0.9)
    assert results(code, {**standard, name: other}) != results(code, standard)


@pytest.mark.parametrize("code", [*SYSTEMS, *BATCHES])
def test_each_system_is_stored_by_its_code(code: str) -> None:
    assert build_checked(code, {}).code == code
