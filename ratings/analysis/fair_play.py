"""Statistical flags for an arbiter. Pure. A flag has no consequence by itself.

Each rule computes the probability of its finding by chance and flags it below `MAX_CHANCE`, one in
a thousand. So each rule flags about one honest player in a pool of a thousand, and more where
games are not independent (friends, clubs, players who improve).
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from statistics import NormalDist

from engine.errors import gettext_noop

MAX_CHANCE = 0.001

MIN_SHORT_LOSSES = 4  # very short losses
MIN_MEETINGS = 8  # days
MIN_SHARE = 1 / 3  # of the days on which one of the two played
MIN_PREDICTED = 15  # games

MESSAGES: dict[str, str] = {
    "short_losses": gettext_noop(
        "{player} lost {short} of {lost} lost games within very few moves; of the others' lost "
        "games {usual} are so short. By chance: {chance}."
    ),
    "same_pair": gettext_noop(
        "{player} and {opponent} met on {together} days, of {days} on which {player} played. "
        "If opponents came as they come, they would meet on {usual}. By chance: {chance}."
    ),
    "swing_up": gettext_noop(
        "From {start} to {end} {player} scored {swing} points more than the ratings predicted "
        "(of {games} games that could be predicted). By chance: {chance}."
    ),
    "swing_down": gettext_noop(
        "From {start} to {end} {player} scored {swing} points less than the ratings predicted "
        "(of {games} games that could be predicted). By chance: {chance}."
    ),
}


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A rated game of two.

    first_score_x2: half points of the first mover. expected: their expected score before the
    game, 0..1; None while a rating is provisional. plies: of the record; None without one.
    """

    first: int
    second: int
    first_score_x2: int
    played_on: date
    expected: float | None = None
    size: int | None = None
    plies: int | None = None

    @property
    def loser(self) -> int | None:
        """None: a draw."""
        return {0: self.first, 2: self.second}.get(self.first_score_x2)


@dataclass(frozen=True, slots=True)
class Flag:
    """numbers: the parameters of the message, unrounded. chance: the probability of such a finding
    or a stronger one by chance, 0..1.
    """

    code: str
    players: tuple[int, ...]
    chance: float
    numbers: Mapping[str, float | int | str]


def find_flags(games: Iterable[PlayedGame]) -> list[Flag]:
    """All flags over games in the order played, the least likely by chance first."""
    played = list(games)
    found = [*short_losses(played), *same_pairs(played), *swings(played)]
    return sorted(found, key=lambda flag: (flag.chance, flag.code, flag.players))


def is_very_short(game: PlayedGame) -> bool:
    """At most two moves beyond the shortest road on each side: 2·size + 4 plies.

    An unhindered road of n squares takes the first player 2n - 1 plies.
    """
    return game.size is not None and game.plies is not None and game.plies <= 2 * game.size + 4


def short_losses(games: Iterable[PlayedGame]) -> list[Flag]:
    """Players who lost very short games far more often than others.

    A binomial test of the player's lost games against the share of very short ones among the
    others' lost games, (short + 1) / (lost + 2). Only games of known length count.
    """
    lost: Counter[int] = Counter()
    short: Counter[int] = Counter()
    for game in games:
        if game.loser is not None and game.plies is not None and game.size is not None:
            lost[game.loser] += 1
            short[game.loser] += is_very_short(game)
    all_lost, all_short = lost.total(), short.total()
    found = []
    for player, count in short.items():
        usual = (all_short - count + 1) / (all_lost - lost[player] + 2)
        chance = binomial_tail(lost[player], usual, count)
        if count >= MIN_SHORT_LOSSES and chance < MAX_CHANCE:
            numbers = {"short": count, "lost": lost[player], "usual": usual}
            found.append(Flag("short_losses", (player,), chance, numbers))
    return found


def same_pairs(games: Iterable[PlayedGame]) -> list[Flag]:
    """Pairs that met on far more days than random opponents would.

    All games of a pair on one day are one meeting. A binomial test of the meetings of the less
    active player: by chance, each is against this opponent with the opponent's share of all other
    players' meetings.
    """
    days = {
        (game.played_on, min(game.first, game.second), max(game.first, game.second))
        for game in games
    }
    together = Counter((low, high) for _day, low, high in days)
    meetings: Counter[int] = Counter()
    for (low, high), count in together.items():
        meetings[low] += count
        meetings[high] += count
    everything = meetings.total()
    found = []
    for pair, count in together.items():
        player, other = sorted(pair, key=lambda one: (meetings[one], one))
        total = meetings[player]
        if count < MIN_MEETINGS or count < MIN_SHARE * total:
            continue
        share = meetings[other] / (everything - total)
        chance = binomial_tail(total, share, count)
        if chance < MAX_CHANCE:
            numbers = {"together": count, "days": total, "usual": share * total}
            found.append(Flag("same_pair", (player, other), chance, numbers))
    return found


def swings(games: Iterable[PlayedGame]) -> list[Flag]:
    """Players whose results over some period differ too much from their ratings.

    The sum of score minus expected score is a random walk with variance Σ e(1 - e). Its largest
    move over any period is compared with the range of a Brownian motion (`range_tail`). Draws and
    ratings that follow the results make the walk move less, so the test errs on the safe side.
    """
    surprises: defaultdict[int, list[tuple[date, float, float]]] = defaultdict(list)
    for game in games:
        if game.expected is None:
            continue
        surprise = game.first_score_x2 / 2 - game.expected
        variance = game.expected * (1 - game.expected)
        surprises[game.first].append((game.played_on, surprise, variance))
        surprises[game.second].append((game.played_on, -surprise, variance))
    found = []
    for player, steps in surprises.items():
        spread = math.sqrt(math.fsum(variance for _day, _surprise, variance in steps))
        if len(steps) < MIN_PREDICTED or spread == 0:
            continue
        swing, start, end = _farthest(steps)
        chance = range_tail(abs(swing) / spread)
        if chance < MAX_CHANCE:
            numbers: dict[str, float | int | str] = {
                "games": len(steps),
                "swing": abs(swing),
                "start": start.isoformat(),
                "end": end.isoformat(),
            }
            code = "swing_up" if swing > 0 else "swing_down"
            found.append(Flag(code, (player,), chance, numbers))
    return found


def _farthest(steps: Sequence[tuple[date, float, float]]) -> tuple[float, date, date]:
    """The largest sum over consecutive games, with its sign, and the days of its ends."""
    best, best_days = 0.0, (steps[0][0], steps[0][0])
    for sign in (1, -1):
        total, since = 0.0, steps[0][0]
        for day, surprise, _variance in steps:
            if total <= 0:
                total, since = 0.0, day
            total += sign * surprise
            if total > abs(best):
                best, best_days = sign * total, (since, day)
    return best, *best_days


def binomial_tail(trials: int, share: float, least: int) -> float:
    """P(X >= least) of a binomial variable, 0..1."""
    if least <= 0:
        return 1.0
    if least > trials or share <= 0:
        return 0.0
    if share >= 1:
        return 1.0
    log, log_not = math.log(share), math.log1p(-share)
    all_ways = math.lgamma(trials + 1)

    def term(k: int) -> float:
        ways = all_ways - math.lgamma(k + 1) - math.lgamma(trials - k + 1)
        return math.exp(ways + k * log + (trials - k) * log_not)

    return min(1.0, math.fsum(term(k) for k in range(least, trials + 1)))


def range_tail(reach: float) -> float:
    """P(R > reach) of the range R, largest less least value, of a Brownian motion over time 1.

    Source: W. Feller, "The asymptotic distribution of the range of sums of independent random
    variables", Ann. Math. Statist. 22 (1951) 427-432: 8 Σ (-1)^(k-1) k (1 - Φ(k·reach)).
    Below 0.5, where the sum converges slowly, it is 1 to three places.
    """
    if reach < 0.5:
        return 1.0
    tail = NormalDist()
    terms = ((-1) ** (k - 1) * k * tail.cdf(-k * reach) for k in range(1, 100))
    return min(1.0, 8 * math.fsum(terms))
