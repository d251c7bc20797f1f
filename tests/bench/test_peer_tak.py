"""The plain Tak that verifying is compared with: it must do the same work to be a comparison."""

import random

import pytest

from bench import engine_bench
from bench.peers.tak import IllegalMove, replay
from engine.errors import RecordError
from engine.tak.board import replay as replay_tokens
from engine.tak.ruleset import make_ruleset


@pytest.mark.slow
@pytest.mark.parametrize("size", [4, 5, 6])
def test_random_games_end_as_in_the_engine(size):
    rng = random.Random(size)
    for _game in range(10):
        _size, tokens, result = engine_bench.random_game(size, rng)
        assert replay(tokens, size) == result.replace("*", "")


@pytest.mark.slow
def test_it_refuses_the_moves_that_the_engine_refuses():
    """One token of a game replaced by one of another game: most are illegal there."""
    rng = random.Random(7)
    refused = 0
    for _game in range(40):
        (_, tokens, _), (_, others, _) = (engine_bench.random_game(5, rng) for _ in range(2))
        at = rng.randrange(len(tokens))
        changed = [*tokens[:at], others[min(at, len(others) - 1)]]
        try:
            engine_result = replay_tokens(changed, make_ruleset(size=5)).outcome
        except RecordError:
            refused += 1
            with pytest.raises(IllegalMove):
                replay(changed, 5)
        else:
            assert replay(changed, 5) == (engine_result.result if engine_result else "")
    assert refused > 10


def test_a_capstone_alone_flattens_a_wall_with_its_last_step():
    opening = ["a5", "e1", "Cc3", "Sc4"]
    replay([*opening, "c3+"], 5)
    with pytest.raises(IllegalMove):
        replay([*opening, "d3", "c4-"], 5)
