"""Other packages that rate, each with its own settings, foretelling the same games.

Every peer gives the expected score of who moved first in each game before it is used. Settings
are chosen on the games before the judged ones: `tuned`. Of a first move only whole-history-rating
knows: it is told of it as a handicap, and finds its worth by itself.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Any, NamedTuple

import glicko2
from elote import GlickoCompetitor
from openskill.models import PlackettLuce
from whr import WHR

from ratings.systems.glicko import Q, expected, weight

EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
LEAST = 1e-12


class Seen(NamedTuple):
    """A game: day from any day on, players, score 1.0 | 0.5 | 0.0 of who moved first."""

    day: int
    first: int
    second: int
    score: float


Foreteller = Callable[..., list[float]]


@dataclass(frozen=True, slots=True)
class Peer:
    """choices: the values of each setting that tuning tries."""

    name: str
    foretell: Foreteller
    choices: Mapping[str, Sequence[float]]


class Score(NamedTuple):
    log_loss: float
    brier: float
    accuracy: float


def score(chances: Sequence[float], games: Sequence[Seen]) -> Score:
    """Means over the games; natural logarithm, a draw half a win and half a loss."""
    sums = [0.0, 0.0, 0.0]
    for raw, game in zip(chances, games, strict=True):
        chance = min(max(raw, LEAST), 1 - LEAST)
        won = game.score
        sums[0] -= won * math.log(chance) + (1 - won) * math.log(1 - chance)
        sums[1] += (chance - won) ** 2
        sums[2] += 0.5 if 0.5 in (won, chance) else float((chance > 0.5) == (won > 0.5))
    return Score(*(one / len(games) for one in sums))


def tuned(peer: Peer, games: Sequence[Seen], *, judged_from: int) -> dict[str, float]:
    """The settings that foretell the later half of the games before `judged_from` best."""
    earlier = games[:judged_from]
    middle = judged_from // 2
    best: tuple[float, dict[str, float]] | None = None
    for values in product(*peer.choices.values()):
        settings = dict(zip(peer.choices, values, strict=True))
        found = score(peer.foretell(earlier, **settings)[middle:], earlier[middle:]).log_loss
        if best is None or found < best[0]:
            best = found, settings
    assert best is not None
    return best[1]


def with_glicko2(
    games: Iterable[Seen], *, deviation: float, volatility: float, by_day: float
) -> list[float]:
    """glicko2: a period is a day, or with `by_day` 0 a game; idle days make people unsure."""
    players: dict[int, Any] = {}
    last: dict[int, int] = {}
    chances: list[float] = []
    waiting: dict[int, list[tuple[float, float, float]]] = {}
    today: int | None = None
    for game in games:
        if game.day != today or not by_day:
            _close(players, waiting)
            waiting, today = {}, game.day
        pair = []
        for number in (game.first, game.second):
            player = players.setdefault(number, glicko2.Player(1500, deviation, volatility))
            idle = max(0, game.day - last.get(number, game.day) - 1)
            if idle:  # the days between, all at once
                grown = math.hypot(player.rd, 173.7178 * player.vol * math.sqrt(idle))
                player.rd = min(deviation, grown)
            last[number] = game.day
            pair.append((player.rating, player.rd))
        (one, one_rd), (two, two_rd) = pair
        chances.append(expected(one, two, math.hypot(one_rd, two_rd)))
        waiting.setdefault(game.first, []).append((two, two_rd, game.score))
        waiting.setdefault(game.second, []).append((one, one_rd, 1 - game.score))
    return chances


def _close(players: dict[int, Any], waiting: dict[int, list[tuple[float, float, float]]]) -> None:
    for number, met in waiting.items():
        ratings, deviations, scores = (list(column) for column in zip(*met, strict=True))
        players[number].update_player(ratings, deviations, scores)


def with_openskill(games: Iterable[Seen], *, sigma: float, beta: float, tau: float) -> list[float]:
    """openskill, Plackett-Luce, with the chance that it rates by."""
    model = PlackettLuce(sigma=sigma, beta=beta, tau=tau)
    players: dict[int, Any] = {}
    chances: list[float] = []
    for game in games:
        one = players.get(game.first) or model.rating()
        two = players.get(game.second) or model.rating()
        spread = math.sqrt(2 * beta**2 + one.sigma**2 + two.sigma**2)
        chances.append(1 / (1 + math.exp((two.mu - one.mu) / spread)))
        ranks = [1 - game.score, game.score]
        ((players[game.first],), (players[game.second],)) = model.rate([[one], [two]], ranks=ranks)
    return chances


def with_elote(games: Iterable[Seen], *, deviation: float, c: float) -> list[float]:
    """elote: its Glicko, deviations growing with the days."""

    class Player(GlickoCompetitor):
        _c = c

    players: dict[int, Any] = {}
    chances: list[float] = []
    for game in games:
        now = EPOCH + timedelta(days=game.day)
        pair = []
        for number in (game.first, game.second):
            if number not in players:
                players[number] = Player(1500, deviation, now)
            players[number].update_rd_for_inactivity(now)
            pair.append(players[number])
        one, two = pair
        chances.append(expected(one.rating, two.rating, math.hypot(one.rd, two.rd)))
        if game.score == 0.5:
            one.tied(two, match_time=now)
        elif game.score:
            one.beat(two, match_time=now)
        else:
            two.beat(one, match_time=now)
    return chances


def with_elo(games: Iterable[Seen], *, k: float) -> list[float]:
    """Elo of constant K."""
    players: dict[int, float] = {}
    chances: list[float] = []
    for game in games:
        one, two = players.get(game.first, 1500.0), players.get(game.second, 1500.0)
        chances.append(1 / (1 + 10 ** ((two - one) / 400)))
        step = k * (game.score - 1 / (1 + 10 ** ((two - one) / 400)))
        players[game.first], players[game.second] = one + step, two - step
    return chances


def with_whr(
    games: Sequence[Seen], *, w2: float, prior: float, every: float, rounds: float
) -> list[float]:
    """whole-history-rating, fitted again every `every` days by `rounds` steps of Newton's method.

    Between two fits a player's last day stands; uncertainty draws a chance towards one half.
    """
    model = WHR({"w2": w2, "initial_prior_wins": prior})
    chances: list[float] = []
    known: dict[int, tuple[float, float, int]] = {}
    newcomer = (0.0, 250.0**2, 0)
    fitted_on = games[0].day if games else 0
    for game in games:
        if game.day - fitted_on >= every:
            model.iterate(int(rounds))
            fitted_on, known = game.day, _last_days(model)
        one, two = (known.get(number, newcomer) for number in (game.first, game.second))
        idle = sum(game.day - there[2] for there in (one, two) if there is not newcomer)
        unsure = weight(math.sqrt(one[1] + two[1] + w2 * idle))
        edge = math.log(model.handicap_gamma.get(1, 1.0)) / Q
        chances.append(1 / (1 + 10 ** (-unsure * (one[0] + edge - two[0]) / 400)))
        winner = "D" if game.score == 0.5 else "B" if game.score else "W"
        model.create_game(str(game.first), str(game.second), winner, game.day, 1)
    return chances


def _last_days(model: Any) -> dict[int, tuple[float, float, int]]:
    """By player: rating points, their variance, and the day."""
    return {
        int(name): (player.days[-1].elo, max(0.0, player.days[-1].uncertainty) / Q**2, day)
        for name, player in model.players.items()
        if player.days
        for day in [player.days[-1].day]
    }


PEERS = (
    Peer("Elo, constant K", with_elo, {"k": (24, 32, 40, 48)}),
    Peer(
        "glicko2",
        with_glicko2,
        {"deviation": (250, 350), "volatility": (0.015, 0.03, 0.06), "by_day": (0, 1)},
    ),
    Peer("openskill", with_openskill, {"sigma": (6, 8), "beta": (3, 4.2), "tau": (0.05, 0.1)}),
    Peer("elote", with_elote, {"deviation": (250, 350), "c": (4, 7, 10)}),
)
WHOLE_HISTORY = Peer(
    "whole-history-rating",
    with_whr,
    {"w2": (25, 75), "prior": (0.5,), "every": (7,), "rounds": (1,)},
)
