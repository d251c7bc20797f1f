"""The ratings of playtak.com: Elo with a bonus for newcomers, fatigue and participation.

Source: USTakAssociation/playtak-api, api/src/modules/ratings/ratings.service.ts, as it computes
them (after nohatcoder.dk, 2015-03-22). Four things are added to Elo:

- the bonus: a newcomer's gains are larger, until 750 points of bonus are used up;
- K falls with games played and with the highest rating reached;
- fatigue: playing the same opponent again counts less, until others were met;
- participation: the rating shown sinks towards 1500, by 200 points at most, when nobody worth
  it was met; the rating itself does not.

A game of a day counts as played at its beginning. Not here: which games playtak.com rates
(sizes, reserves, clocks); a pool says that.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import date
from typing import Any, ClassVar

from ratings.systems import pairs
from ratings.systems.ledger import Game, Rating, Skipped

DAY_0 = date(1970, 1, 1)
FULL_PARTICIPATION = 20.0
FATIGUE_PER_GAME = 0.4  # share of a fair game's weight that a rested opponent no longer gives
FORGOTTEN = 0.01  # a fatigue below this is dropped
LEAST_PARTICIPATION = 1e-12  # its logarithm is taken


@dataclass(frozen=True, slots=True)
class PlaytakRating(Rating):
    """A rating without a deviation (0), and what playtak.com remembers besides.

    bonus: rating points still to be given. highest: the highest rating. rested_on: the moment,
    in days since 1970, when participation would have been full; None before the first game.
    fatigue: of each opponent, 0 and more.
    """

    bonus: float = 0.0
    highest: float = 0.0
    rested_on: float | None = None
    fatigue: Mapping[int, float] = field(default_factory=dict)

    def as_json(self) -> list[Any]:
        fatigue = [[who, tired] for who, tired in sorted(self.fatigue.items())]
        return [*Rating.as_json(self), self.bonus, self.highest, self.rested_on, fatigue]

    @classmethod
    def from_json(cls, value: list[Any]) -> PlaytakRating:
        *plain, bonus, highest, rested_on, fatigue = value
        known = Rating.from_json(plain)
        return cls(
            known.rating,
            known.deviation,
            known.games,
            known.last_on,
            bonus,
            highest,
            rested_on,
            dict(fatigue),
        )


@dataclass(frozen=True, slots=True)
class Met:
    """A game as one of the two sees it.

    surplus: score less expected score. weight: what fatigue leaves of the game, 0..1. fair: how
    open it was times its weight, 0..1/4. at: days since 1970.
    """

    opponent: int
    surplus: float
    weight: float
    fair: float
    at: float


@dataclass(frozen=True, slots=True)
class Playtak:
    """initial: a newcomer's rating, rating points. bonus: a newcomer's bonus, rating points;
    bonus_share: share of what is left of it that a full point above expectation releases.
    k_least, k_games, k_height: K of an old hand, and what is added for a newcomer and at the
    initial rating, rating points; they halve every `games_half` games and `height_half` points.
    retention: days in which participation halves. cutoff: no rating shown sinks below it, rating
    points; most_drop: the most it sinks; enough: participation, of 20, that stops it.
    """

    initial: float = 1000.0
    bonus: float = 750.0
    bonus_share: float = 60 / 750
    k_least: float = 10.0
    k_games: float = 15.0
    k_height: float = 15.0
    games_half: float = 200.0
    height_half: float = 300.0
    retention: float = 240.0
    cutoff: float = 1500.0
    most_drop: float = 200.0
    enough: float = 10.0

    code: ClassVar[str] = "playtak"

    def parameters(self) -> dict[str, float]:
        return asdict(self)

    def start(self) -> PlaytakRating:
        return PlaytakRating(self.initial, 0.0, bonus=self.bonus, highest=self.initial)

    def refuse(self, game: Game) -> Skipped | None:
        return pairs.refuse_unless_two(game)

    def rate(self, before: tuple[Rating, ...], game: Game) -> tuple[Rating, ...]:
        """Ratings of the player who moved first and of the other one after one game."""
        at = float((game.played_on - DAY_0).days)
        return self.rate_at(before, game, at=at)

    def rate_at(
        self, before: tuple[Rating, ...], game: Game, *, at: float
    ) -> tuple[PlaytakRating, ...]:
        """The same at a moment, in days since 1970."""
        first, second = (_own(rating) for rating in before)
        first_id, second_id = (seat.player for seat in game.seats)
        expected = self.expected_score(first, second, game.played_on)
        weight = _rest(first, second_id) * _rest(second, first_id)
        fair = expected * (1 - expected) * weight
        surplus = pairs.first_score(game) - expected
        return (
            self._after(first, Met(second_id, surplus, weight, fair, at), game.played_on),
            self._after(second, Met(first_id, -surplus, weight, fair, at), game.played_on),
        )

    def expected_score(self, first: Rating, second: Rating, day: date) -> float:
        """Expected score, 0..1, of `first`, by the ratings not shown; the day does not matter."""
        return pairs.logistic_score(first.rating - second.rating)

    def shown_at(self, rating: PlaytakRating, *, at: float) -> float:
        """The rating as playtak.com lists it at a moment, in days since 1970."""
        if rating.rating < self.cutoff or rating.rested_on is None:
            return rating.rating
        share = self._participation(rating.rested_on, at) / self.enough
        if rating.rating < self.cutoff + self.most_drop:
            return min(rating.rating, self.cutoff + self.most_drop * share)
        return min(rating.rating, rating.rating - self.most_drop * (1 - share))

    def coefficient(self, player: PlaytakRating) -> float:
        """K: the most one game changes the rating besides the bonus, rating points."""
        by_games: float = self.k_games * 0.5 ** (player.games / self.games_half)
        above = player.highest - self.initial
        by_height: float = self.k_height * 0.5 ** (above / self.height_half)
        return self.k_least + by_games + by_height

    def _participation(self, rested_on: float, at: float) -> float:
        halved: float = 0.5 ** ((at - rested_on) / self.retention)
        return FULL_PARTICIPATION * halved

    def _after(self, own: PlaytakRating, met: Met, day: date) -> PlaytakRating:
        gain = met.weight * met.surplus
        released = gain * max(own.bonus, 1) * self.bonus_share
        bonus = min(max(0.0, released), own.bonus)
        rating = own.rating + gain * self.coefficient(own) + bonus
        return PlaytakRating(
            rating,
            0.0,
            own.games + 1,
            day,
            own.bonus - bonus,
            max(own.highest, rating),
            self._rested_on(own, met),
            _fatigue(own, met),
        )

    def _rested_on(self, own: PlaytakRating, met: Met) -> float:
        """A fair game adds to participation, which is kept as the moment it was full."""
        before = met.at - self.retention if own.rested_on is None else own.rested_on
        participation = min(FULL_PARTICIPATION, self._participation(before, met.at) + met.fair)
        kept = max(LEAST_PARTICIPATION, participation)
        return met.at + math.log2(kept / FULL_PARTICIPATION) * self.retention


def _own(rating: Rating) -> PlaytakRating:
    assert isinstance(rating, PlaytakRating)
    return rating


def _rest(player: PlaytakRating, opponent: int) -> float:
    """What fatigue with this opponent leaves of a game, 0..1."""
    return 1 - FATIGUE_PER_GAME * player.fatigue.get(opponent, 0.0)


def _fatigue(own: PlaytakRating, met: Met) -> dict[int, float]:
    """Fatigue with all opponents wears off a little; with this one it grows."""
    worn = {who: tired * (1 - FATIGUE_PER_GAME * met.fair) for who, tired in own.fatigue.items()}
    kept = {who: tired for who, tired in worn.items() if who == met.opponent or tired >= FORGOTTEN}
    kept[met.opponent] = kept.get(met.opponent, 0.0) + met.fair
    return kept
