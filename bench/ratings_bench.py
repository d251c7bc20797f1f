"""Accuracy and speed of the ratings beside other packages; seconds are process time on one core.

`python -m bench.ratings_bench --large` measures a million games where `make bench` measures a
tenth, and says so; it takes many minutes. Real games are read from the folder RATING_DATA, or
from ../shared/data/ratings beside the checkout, where they are.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import tracemalloc
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from operator import itemgetter
from pathlib import Path
from time import process_time

from bench.rated.files import converted
from bench.rated.history import Club, Played, history
from bench.rated.peers import PEERS, WHOLE_HISTORY, Peer, Score, Seen, score, tuned
from ratings import replay
from ratings.analysis import forecast
from ratings.systems import Game, Seat
from ratings.systems.glicko import Glicko

DATA = Path(os.environ.get("RATING_DATA", "../shared/data/ratings"))
SMALL = Club(players=100, games=5_000, clubs=2)  # as dense as the large one
CLUB = Club(players=400, games=20_000, clubs=8)
# Histories with other numbers than the parameters were chosen on.
OTHERS = {
    "the same numbers": CLUB,
    "spread 120": replace(CLUB, spread=120.0, club_spread=40.0),
    "spread 300": replace(CLUB, spread=300.0),
    "no drift": replace(CLUB, drift=0.0),
    "drift 10": replace(CLUB, drift=10.0),
    "drift 15, first move 0": replace(CLUB, drift=15.0, first_move=0.0),
}
DEVIATIONS = (100.0, 150.0, 200.0, 250.0, 300.0, 400.0)  # what a person who fits by hand tries
GROWTHS = (0.5, 2.0, 3.5, 5.0, 7.0, 10.0, 15.0)
Line = tuple[str, str, str]


def seen(games: Iterable[Played]) -> list[Seen]:
    return [Seen(g.played_at.toordinal(), g.first, g.second, g.first_score) for g in games]


def as_game(number: int, one: Seen) -> Game:
    won_x2 = round(2 * one.score)
    seats = Seat(one.first, won_x2), Seat(one.second, 2 - won_x2)
    return Game(f"{number:09d}", datetime.fromordinal(one.day).date(), seats)


def real_games(path: Path) -> list[Seen]:
    """Head-to-head games of a video game, in order of time."""
    ids: dict[str, int] = {}
    return [
        Seen(
            datetime.fromisoformat(when).toordinal(),
            ids.setdefault(one, len(ids) + 1),
            ids.setdefault(two, len(ids) + 1),
            won,
        )
        for when, one, two, won in sorted(converted("halo2", path), key=itemgetter(0))
    ]


def by_glicko(system: Glicko, games: Sequence[Seen]) -> Score:
    quality = forecast.evaluate(
        system, (as_game(number, game) for number, game in enumerate(games)), part=0.5
    )
    return Score(quality.log_loss or 0.0, quality.brier or 0.0, quality.accuracy or 0.0)


def by_peer(peer: Peer, games: Sequence[Seen]) -> tuple[Score, dict[str, float]]:
    """Tuned on the earlier half, judged on the later one."""
    half = len(games) // 2
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        settings = tuned(peer, games, judged_from=half)
        chances = peer.foretell(games, **settings)
    return score(chances[half:], games[half:]), settings


def line(what: str, found: Score, beside: str) -> Line:
    return what, " / ".join(f"{one:.4f}" for one in found), beside


def accuracy(name: str, games: Sequence[Seen], peers: Iterable[Peer]) -> Iterator[Line]:
    """log-loss, Brier and accuracy over the later half."""
    ours = by_glicko(Glicko(), games)
    yield line(f"{name}: glicko, defaults", ours, "log-loss / Brier / accuracy")
    fixed = by_glicko(fixed_glicko(300.0, 6.92), games)
    yield line(f"{name}: glicko, only first move learned", fixed, "")
    nothing = by_glicko(replace(fixed_glicko(300.0, 6.92), first_move_deviation=0.0), games)
    yield line(f"{name}: glicko, nothing learned", nothing, "")
    for peer in peers:
        theirs, settings = by_peer(peer, games)
        ahead = theirs.log_loss - ours.log_loss
        tuned_to = ", ".join(f"{key} {value:g}" for key, value in settings.items())
        yield line(f"{name}: {peer.name}", theirs, f"glicko better by {ahead:+.4f}; {tuned_to}")


def learning(seed: int) -> Iterator[Line]:
    """How far the defaults are behind the best of a grid, chosen on the judged games themselves."""
    for name, club in OTHERS.items():
        games = seen(history(seed, club))
        ours = by_glicko(Glicko(), games).log_loss
        fitted = {
            (deviation, growth): by_glicko(fixed_glicko(deviation, growth), games).log_loss
            for deviation in DEVIATIONS
            for growth in GROWTHS
        }
        best = min(fitted, key=lambda values: fitted[values])
        before = by_glicko(fixed_glicko(300.0, 6.92), games).log_loss
        yield (
            f"{name}, seed {seed}: behind a fit by hand",
            f"{ours - fitted[best]:+.4f}",
            f"asked: 0.0005; {before - fitted[best]:+.4f} without learning; "
            f"fitted: deviation {best[0]:g}, growth {best[1]:g}",
        )


def fixed_glicko(deviation: float, growth: float) -> Glicko:
    """Only the first move is learned."""
    return replace(
        Glicko(), initial_deviation=deviation, growth=growth,
        learn_initial_deviation=0.0, learn_growth=0.0,
    )  # fmt: skip


def oracle(played: Sequence[Played]) -> Score:
    later = played[len(played) // 2 :]
    return score([game.chance for game in later], seen(later))


def speed(games: int) -> Iterator[Line]:
    """A fold of one game after another, read as it is rated."""
    club = Club(games=games)
    made = [*history(2, Club(games=min(games, 100_000)))]
    begun = process_time()
    rated = replay.final_ratings(_stream(made, games), Glicko())
    took = process_time() - begun
    target = 25 * games / 1_000_000
    assert len(rated) <= club.players
    yield f"glicko, {games:,} games", f"{took:.1f} s", f"asked: {target:.1f} s at most"
    few, many = (_peak(made, count) for count in (5_000, 50_000))
    yield "glicko, memory of 10 times the games", f"{many / few:.2f} times", "of the same players"
    some = seen(made[:5_000])
    ours = took / games
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for peer in (*PEERS[1:], WHOLE_HISTORY):
            settings = {name: values[0] for name, values in peer.choices.items()}
            few_games = some[:1_000] if peer is WHOLE_HISTORY else some
            begun = process_time()
            peer.foretell(few_games, **settings)
            theirs = (process_time() - begun) / len(few_games)
            yield (
                f"{peer.name}, a game",
                f"{theirs * 1e6:.0f} µs",
                f"{theirs / ours:.1f} times glicko",
            )


def _stream(made: Sequence[Played], games: int) -> Iterator[Game]:
    """As many games as asked, the made ones again and again, later each time."""
    span = made[-1].played_at - made[0].played_at
    for number in range(games):
        again, at = divmod(number, len(made))
        one = made[at]
        day = (one.played_at + again * span).date()
        won_x2 = round(2 * one.first_score)
        yield Game(f"{number:09d}", day, (Seat(one.first, won_x2), Seat(one.second, 2 - won_x2)))


def _peak(made: Sequence[Played], games: int) -> int:
    """Most bytes held while rating the same 5,000 games over and over."""
    tracemalloc.start()
    replay.final_ratings(_stream(made[:5_000], games), Glicko())
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak


def database(games: int, asked: dict[str, str]) -> Iterator[Line]:
    command = [sys.executable, "-m", "bench.rating_database", str(games)]
    found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    for name, target in asked.items():
        what = f"{games:,} games in SQLite, {name.replace('_', ' ')}"
        yield what, f"{found[name]:.1f} s", target


def figures() -> Iterator[Line]:
    large = "--large" in sys.argv
    games, part = (1_000_000, "all") if large else (100_000, "a tenth")
    played = [*history(1)]
    best = oracle(played)
    yield line("club history: the true chances", best, "log-loss / Brier / accuracy")
    yield from accuracy("club history", seen(played), PEERS)
    small = [*history(1, SMALL)]
    yield line("small club: the true chances", oracle(small), f"{SMALL.games:,} games")
    yield from accuracy("small club", seen(small), (WHOLE_HISTORY,))
    real = DATA / "halo2_head_to_head.csv"
    if real.exists():
        yield from accuracy("halo2", real_games(real), PEERS)
    else:
        yield "halo2", "skipped", f"no {real}"
    yield from learning(21)
    yield from speed(games)
    whole = {"rated": f"asked: {math.ceil(120 * games / 1_000_000)} s at most; {part} of a million"}
    yield from database(games, whole)
    before = {"first_overturned": "0.61", "middle_overturned": "0.20"}
    yield from database(10_000, {at: f"asked: 0.3 s; was {was} s" for at, was in before.items()})


if __name__ == "__main__":
    for what, measured, beside in figures():
        print(f"{what:<52}{measured:>24}  {beside}", flush=True)
