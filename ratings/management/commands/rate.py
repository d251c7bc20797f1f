"""Ratings of the games in a file; needs no database."""

import csv
import json
import math
import sys
from argparse import ArgumentParser
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, cast

from django.core.management.base import BaseCommand, CommandError

from ratings import forecast, game_file, replay
from ratings.systems import BATCHES, SYSTEMS, Batch, Rating, System
from ratings.systems.batch import is_batch

# Systems of games of two; those of card tables have no column for places here.
FOLDS = {code: SYSTEMS[code] for code in ("glicko", "elo", "playtak")}
ABOVE_ZERO = frozenset(
    {"initial_deviation", "floor", "initial_volatility", "tau", "drift", "prior_games", "close"}
    | {"retention", "k_games", "games_half", "height_half", "enough", "period_days"}
)


class Command(BaseCommand):
    help = (
        "Rate the games of a CSV file (played_at,first,second,first_score; times in ISO form or "
        "as a number of days) and print player,rating,deviation,games; or, with --evaluate, how "
        "well the system predicts them, as JSON."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the CSV file; - is standard input")
        parser.add_argument("--system", choices=sorted([*FOLDS, *BATCHES]), required=True)
        parser.add_argument(
            "--set",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="a parameter of the system; may be given again",
        )
        parser.add_argument(
            "--evaluate",
            type=float,
            metavar="PART",
            help="predict the last PART (above 0, at most 1) of the games instead",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        system = build_system(options["system"], options["set"])
        games = self.read(options["file"])
        part = options["evaluate"]
        if part is not None and not 0 < part <= 1:
            raise CommandError(f"--evaluate {part}: a part is above 0 and at most 1")
        try:
            if part is None:
                self.print_ratings(system, games)
            else:
                quality = forecast.evaluate(system, games.games, part=part)
                self.stdout.write(json.dumps(asdict(quality)))
        except ArithmeticError as wrong:
            raise CommandError(f"these parameters lead nowhere: {wrong}") from wrong

    def read(self, path: str) -> game_file.GameFile:
        try:
            if path == "-":
                return game_file.read(sys.stdin)
            with Path(path).open(encoding="utf-8-sig", newline="") as lines:
                return game_file.read(lines)
        except (OSError, UnicodeDecodeError, csv.Error, game_file.FileRefused) as wrong:
            raise CommandError(f"{path}: {wrong}") from wrong

    def print_ratings(self, system: System | Batch, games: game_file.GameFile) -> None:
        """Best first; equal ratings by name."""
        ranked = sorted(
            final_ratings(system, games).items(),
            key=lambda item: (-item[1].rating, games.names[item[0]]),
        )
        out = csv.writer(self.stdout, lineterminator="\n")
        out.writerow(["player", "rating", "deviation", "games"])
        for player, row in ranked:
            out.writerow([games.names[player], row.rating, row.deviation, row.games])


def final_ratings(system: System | Batch, games: game_file.GameFile) -> Mapping[int, Rating]:
    """By player: after the last game, or as the last list has them."""
    if is_batch(system):
        last = deque(system.lists(games.games), maxlen=1)
        return last[0].ratings if last else {}
    fold = cast("System", system)
    return replay.replay(games.games, fold, checkpoint_every=len(games.games) + 1).players


def build_system(code: str, settings: list[str]) -> System | Batch:
    """The system with its parameters set from NAME=VALUE.

    :raises CommandError: no such parameter, or its value is no number or makes no sense.
    """
    make: Callable[..., System | Batch] = FOLDS.get(code) or BATCHES[code]
    known = make().parameters()
    values: dict[str, float] = {}
    for setting in settings:
        name, _equals, value = setting.partition("=")
        if name not in known:
            raise CommandError(f"--set {setting}: {code} has {', '.join(known)}")
        try:
            values[name] = type(known[name])(value)
        except ValueError as wrong:
            raise CommandError(
                f"--set {setting}: not a number of the kind of {known[name]}"
            ) from wrong
        if not math.isfinite(values[name]) or (name in ABOVE_ZERO and values[name] <= 0):
            raise CommandError(f"--set {setting}: out of range")
    return make(**values)
