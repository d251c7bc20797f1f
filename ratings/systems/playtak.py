"""The ratings of playtak.com: Elo with a bonus for newcomers, fatigue and participation.

Source: USTakAssociation/playtak-api, api/src/modules/ratings/ratings.service.ts, as it computes
them (after nohatcoder.dk, 2015-03-22). Four things are added to Elo:

- bonus: a newcomer gains more, until 750 points of bonus are used up;
- K falls with the games played and with the highest rating reached;
- fatigue: repeated games against one opponent count less, until others are played;
- participation: the displayed rating (not the rating) decays towards 1500, by 200 points at most,
  without games against comparable opponents.

A game counts as played at the beginning of its day. Which games playtak.com rates (sizes,
reserves, clocks) is a matter of the pool.
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
FATIGUE_PER_GAME = 0.4  # share of the weight lost by one fair game
NEGLIGIBLE_FATIGUE = 0.01  # dropped below this
MIN_PARTICIPATION = 1e-12  # its logarithm is taken


@dataclass(frozen=True, slots=True)
class PlaytakRating(Rating):
    """A rating without a deviation (0), with playtak.com's further state.

    bonus: rating points left. highest: the highest rating. rested_on: the time, in days since
    1970, at which participation would have been full; None before the first game.
    fatigue: by opponent, 0 or more.
    """

    bonus: float = 0.0
    highest: float = 0.0
    rested_on: float | None = None
    fatigue: Mapping[int, float] = field(default_factory=dict)

    def as_json(self) -> list[object]:
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
class Encounter:
    """A game from one player's side.

    surplus: score minus expected score. weight: the share left by fatigue, 0..1. fair: the product
    of both expected scores and the weight, 0..1/4. at: days since 1970.
    """

    opponent: int
    surplus: float
    weight: float
    fair: float
    at: float


@dataclass(frozen=True, slots=True)
class Playtak:
    """initial: a newcomer's rating, rating points. bonus: a newcomer's bonus, rating points;
    bonus_share: share of the remaining bonus released by a full point above expectation.
    k_least, k_games, k_height: the least K, and the extra for a newcomer and at the initial
    rating, rating points; the extras halve every `games_half` games and `height_half` points.
    retention: days in which participation halves. cutoff: displayed ratings do not decay below it,
    rating points; most_drop: the largest decay; enough: participation (of 20) without decay.
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

    def skip_reason(self, game: Game) -> Skipped | None:
        return pairs.two_player_skip_reason(game)

    def rate(self, before: tuple[Rating, ...], game: Game) -> tuple[Rating, ...]:
        """Ratings of the first mover and of the other player after one game."""
        at = float((game.played_on - DAY_0).days)
        return self.rate_at(before, game, at=at)

    def rate_at(
        self, before: tuple[Rating, ...], game: Game, *, at: float
    ) -> tuple[PlaytakRating, ...]:
        """`rate` at a time given in days since 1970."""
        first, second = (_own(rating) for rating in before)
        first_id, second_id = (seat.player for seat in game.seats)
        expected = self.expected_score(first, second, game.played_on)
        weight = _rest(first, second_id) * _rest(second, first_id)
        fair = expected * (1 - expected) * weight
        surplus = pairs.first_score(game) - expected
        return (
            self._after(first, Encounter(second_id, surplus, weight, fair, at), game.played_on),
            self._after(second, Encounter(first_id, -surplus, weight, fair, at), game.played_on),
        )

    def expected_score(self, first: Rating, second: Rating, day: date) -> float:
        """Expected score, 0..1, of `first` by the undecayed ratings; the day does not matter."""
        return pairs.logistic_score(first.rating - second.rating)

    def coefficient(self, player: PlaytakRating) -> float:
        """K: the largest change by one game without the bonus, rating points."""
        by_games: float = self.k_games * 0.5 ** (player.games / self.games_half)
        above = player.highest - self.initial
        by_height: float = self.k_height * 0.5 ** (above / self.height_half)
        return self.k_least + by_games + by_height

    def participation(self, rested_on: float, at: float) -> float:
        halved: float = 0.5 ** ((at - rested_on) / self.retention)
        return FULL_PARTICIPATION * halved

    def _after(self, own: PlaytakRating, met: Encounter, day: date) -> PlaytakRating:
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

    def _rested_on(self, own: PlaytakRating, met: Encounter) -> float:
        """A fair game adds to participation, which is stored as the time when it was full."""
        before = met.at - self.retention if own.rested_on is None else own.rested_on
        participation = min(FULL_PARTICIPATION, self.participation(before, met.at) + met.fair)
        kept = max(MIN_PARTICIPATION, participation)
        return met.at + math.log2(kept / FULL_PARTICIPATION) * self.retention


def _own(rating: Rating) -> PlaytakRating:
    assert isinstance(rating, PlaytakRating)
    return rating


def _rest(player: PlaytakRating, opponent: int) -> float:
    """The weight of a game against this opponent after fatigue, 0..1."""
    return 1 - FATIGUE_PER_GAME * player.fatigue.get(opponent, 0.0)


def _fatigue(own: PlaytakRating, met: Encounter) -> dict[int, float]:
    """Fatigue decreases for all opponents, and grows for this one."""
    worn = {who: tired * (1 - FATIGUE_PER_GAME * met.fair) for who, tired in own.fatigue.items()}
    kept = {
        who: tired
        for who, tired in worn.items()
        if who == met.opponent or tired >= NEGLIGIBLE_FATIGUE
    }
    kept[met.opponent] = kept.get(met.opponent, 0.0) + met.fair
    return kept
