"""The history that ratings are measured on, and what is asked of the defaults on it."""

import math
import warnings
from itertools import islice, pairwise

import pytest

from bench.rated.history import Club, history
from bench.rated.peers import PEERS, WHOLE_HISTORY, score, tuned
from bench.ratings_bench import by_glicko, oracle, seen
from ratings.systems.glicko import Glicko

CLUB = Club(players=400, games=20_000, clubs=8)


def test_a_seed_gives_one_history_in_order_of_time():
    games = list(islice(history(4), 300))
    assert games == list(islice(history(4), 300))
    assert games != list(islice(history(5), 300))
    assert all(one.played_at <= other.played_at for one, other in pairwise(games))
    assert all(game.first != game.second for game in games)


def test_the_chances_are_the_true_ones():
    """Of the games with a chance of about p, a share of p is won (a draw is half a win)."""
    buckets: dict[int, list[tuple[float, float]]] = {}
    for game in history(2, CLUB):
        buckets.setdefault(int(game.chance * 10), []).append((game.chance, game.first_score))
    for games in buckets.values():
        off = math.fsum(score - chance for chance, score in games)
        deviation = math.sqrt(math.fsum(chance * (1 - chance) for chance, _score in games))
        assert abs(off) < 4 * deviation


def test_the_first_move_counts_and_draws_are_rare():
    games = list(history(3, Club(players=400, games=20_000, clubs=8, spread=0, club_spread=0,
                                 drift=0)))  # fmt: skip
    assert {round(game.chance, 6) for game in games} == {round(1 / (1 + 10 ** (-60 / 400)), 6)}
    drawn = sum(game.first_score == 0.5 for game in games) / len(games)
    assert 0.01 < drawn < 0.03


def test_some_play_much_more_than_others():
    played: dict[int, int] = {}
    for game in history(1, CLUB):
        for player in (game.first, game.second):
            played[player] = played.get(player, 0) + 1
    busiest = sorted(played.values(), reverse=True)
    assert sum(busiest[: len(busiest) // 10]) > 0.3 * sum(busiest)


@pytest.mark.slow
def test_the_defaults_are_as_good_as_asked():
    """On seeds and sizes that the parameters were not looked at with."""
    played = list(history(11, CLUB))
    games = seen(played)
    ours = by_glicko(Glicko(), games).log_loss
    assert ours < oracle(played).log_loss + 0.034
    half = len(games) // 2
    for peer in PEERS:
        settings = tuned(peer, games, judged_from=half)
        theirs = score(peer.foretell(games, **settings)[half:], games[half:]).log_loss
        assert ours <= theirs + 0.001
        if peer.name.startswith("Elo"):
            assert ours <= theirs - 0.009


@pytest.mark.slow
def test_the_defaults_are_no_worse_than_a_whole_history():
    games = seen(list(history(11, Club(players=60, games=2_000, clubs=1, days=600))))
    ours = by_glicko(Glicko(), games).log_loss
    half = len(games) // 2
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        chances = WHOLE_HISTORY.foretell(games, w2=75, prior=0.5, every=7, rounds=1)
    assert ours <= score(chances[half:], games[half:]).log_loss + 0.001
