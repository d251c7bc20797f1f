"""The players choose legally and repeatably, sense beats chance, and few large tables end."""

import random

import pytest

from engine.gamnon.actions import Kind, PendingAction
from engine.gamnon.bots import (
    BOTS,
    choose_random,
    choose_sensible,
    deal_from_seed,
    play_out,
    play_record,
)
from engine.gamnon.endings import count_endings
from engine.gamnon.record import format_record
from engine.gamnon.ruleset import make_ruleset
from engine.gamnon.table import legal_actions

RULES = make_ruleset()


@pytest.mark.parametrize("name", sorted(BOTS))
def test_every_choice_is_a_legal_action(name):
    def checked(pending, rng):
        action = BOTS[name](pending, rng)
        assert set(action.cards) <= set(pending.cards)
        assert len(action.cards) == (0 if pending.kind is Kind.TAKE else pending.count)
        return action

    table, actions = play_out(
        deal_from_seed(("A", "B", "C"), "x", RULES), [checked] * 3, random.Random(1)
    )
    assert table.winner is not None
    assert list(legal_actions(table)) == []
    assert {action.kind for action in actions} >= {Kind.PAY, Kind.GIVE, Kind.EXCHANGE, Kind.WIN}


def test_the_sensible_player_pays_high_and_keeps_high():
    hand = ("2S", "KS", "9C", "3C")
    rng = random.Random(0)
    assert set(choose_sensible(PendingAction(Kind.PAY, 0, hand, count=2), rng).cards) == {
        "KS",
        "9C",
    }
    assert choose_sensible(PendingAction(Kind.CLOSE, 0, hand, count=1), rng).cards == ("2S",)
    assert set(choose_sensible(PendingAction(Kind.GIVE, 0, hand, count=2), rng).cards) == {
        "2S",
        "3C",
    }


def test_a_seed_makes_a_game():
    def text(seed):
        players = [choose_sensible, choose_random, choose_random]
        return format_record(play_record(("A", "B", "C"), players, seed=seed, rules=RULES))

    assert text("x") == text("x")
    assert text("x") != text("y")


@pytest.mark.slow
def test_sense_beats_chance():
    # One sensible player among two random ones; by chance alone he wins a third of the games.
    wins = 0
    for game in range(300):
        players = [choose_random] * 3
        players[game % 3] = choose_sensible
        start = deal_from_seed(("A", "B", "C"), f"sense-{game}", RULES)
        wins += play_out(start, players, random.Random(game))[0].winner == game % 3
    assert wins > 106


def test_games_of_three_end_and_games_of_six_do_not():
    # GAM-8 #13: all games of 3 end, 5 of 300 games of 6 (in 3000 turns).
    three = count_endings(3, games=12, rules=RULES)
    six = count_endings(6, games=4, rules=RULES)

    assert (three.share, six.share) == (1.0, 0.0)
    assert three.median_turns < 60
    assert six.median_turns == 200
    assert count_endings(3, games=12, rules=RULES) == three
