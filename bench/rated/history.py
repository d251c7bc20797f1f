"""A club history that nobody played, with the chance of every game: what ratings are measured on.

`python -m bench.rated.history [SEED]` writes it as `manage.py rate` reads it.

Players sit in clubs and mostly meet there, some of them much more often than others; they come
and go. Strength is a random walk, the first move is worth 60 rating points, draws are rare.
"""

from __future__ import annotations

import csv
import math
import random
import sys
from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from typing import NamedTuple

BEGIN = datetime(2023, 1, 1, tzinfo=UTC)
MINUTES = 24 * 60


class Played(NamedTuple):
    """chance: the true expected score, 0..1, of who moved first."""

    played_at: datetime
    first: int
    second: int
    first_score: float
    chance: float


@dataclass(frozen=True, slots=True)
class Club:
    """The numbers of a history.

    spread, club_spread, drift (per square root of a day) and first_move in rating points;
    uneven: of the logarithm of how often people play, its deviation; at_home: share of games
    between members of one club; stay: mean days that a player takes part; draws: share of draws
    in a game of equals.
    """

    players: int = 2_000
    games: int = 100_000
    days: int = 1_096
    clubs: int = 40
    spread: float = 220.0
    club_spread: float = 80.0
    drift: float = 5.0
    first_move: float = 60.0
    uneven: float = 1.0
    at_home: float = 0.8
    stay: float = 700.0
    draws: float = 0.02


@dataclass(slots=True)
class Member:
    """strength: rating points as of `on`, a day numbered from 0. Takes part from..until."""

    number: int
    club: int
    strength: float
    keenness: float
    first_day: float
    last_day: float
    on: int = 0


@dataclass(slots=True)
class Present:
    """Who takes part, and how likely each is to be the next to play."""

    members: list[Member] = field(default_factory=list)
    sums: list[float] = field(default_factory=list)

    @classmethod
    def of(cls, members: Sequence[Member]) -> Present:
        return cls(list(members), list(accumulate(member.keenness for member in members)))

    def pick(self, rng: random.Random) -> Member:
        at = bisect(self.sums, rng.random() * self.sums[-1])
        return self.members[min(at, len(self.members) - 1)]


def history(seed: int, club: Club | None = None) -> Iterator[Played]:
    """The games in order of time; the same for the same seed."""
    about = club or Club()
    rng = random.Random(seed)
    members = [_member(number, about, rng) for number in range(1, about.players + 1)]
    minutes = sorted(rng.randrange(about.days * MINUTES) for _ in range(about.games))
    today, everybody, homes = -1, Present(), dict[int, Present]()
    for minute in minutes:
        day = minute // MINUTES
        if day != today:
            today = day
            here = [one for one in members if one.first_day <= day <= one.last_day]
            everybody, homes = Present.of(here), {}
        first, second = _pair(everybody, homes, about, rng)
        for player in (first, second):
            player.strength += rng.gauss(0, about.drift * math.sqrt(day - player.on))
            player.on = day
        chance = 1 / (1 + 10 ** ((second.strength - first.strength - about.first_move) / 400))
        drawn = about.draws * 4 * chance * (1 - chance)
        luck = rng.random()
        score = 0.5 if luck < drawn else float(luck < drawn + chance - drawn / 2)
        when = BEGIN + timedelta(minutes=minute)
        yield Played(when, first.number, second.number, score, chance)


def _member(number: int, about: Club, rng: random.Random) -> Member:
    """Half of them are there from the beginning; the two first of a club always are."""
    home = number % about.clubs
    middle = random.Random(home).gauss(1500, about.club_spread)
    founder = number <= 2 * about.clubs
    first_day = 0.0 if founder or rng.random() < 0.5 else rng.uniform(0, about.days)
    last_day = math.inf if founder else first_day + rng.expovariate(1 / about.stay)
    strength = rng.gauss(middle, about.spread)
    keenness = rng.lognormvariate(0, about.uneven)
    return Member(number, home, strength, keenness, first_day, last_day, math.ceil(first_day))


def _pair(
    everybody: Present, homes: dict[int, Present], about: Club, rng: random.Random
) -> tuple[Member, Member]:
    """Who moves first, and the other one."""
    one = everybody.pick(rng)
    among = everybody
    if rng.random() < about.at_home:
        if one.club not in homes:
            homes[one.club] = Present.of([m for m in everybody.members if m.club == one.club])
        among = homes[one.club]
    other = one
    while other is one:
        other = among.pick(rng)
    return (one, other) if rng.random() < 0.5 else (other, one)


def main() -> None:
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["played_at", "first", "second", "first_score"])
    for game in history(seed):
        out.writerow([game.played_at.isoformat(), game.first, game.second, game.first_score])


if __name__ == "__main__":
    main()
