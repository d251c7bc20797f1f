"""Ratings of the games in a file; needs no database."""

import csv
import json
import sys
from argparse import ArgumentParser
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, fields
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, cast

from django.core.management.base import BaseCommand, CommandError

from ratings import game_file, replay
from ratings.analysis import forecast
from ratings.systems import (
    BATCHES,
    SYSTEMS,
    AnySystem,
    Batch,
    Game,
    ParameterRefused,
    Rating,
    System,
    build_checked,
)
from ratings.systems.batch import is_batch

# Systems of games of two; those of card tables have no column for places here.
FOLDS = {code: SYSTEMS[code] for code in ("glicko", "elo", "playtak")}
Given = TypeVar("Given")


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

    def handle(self, *args: object, **options: Any) -> None:
        system = build_system(options["system"], options["set"])
        part = options["evaluate"]
        if part is not None and not 0 < part <= 1:
            raise CommandError(f"--evaluate {part}: a part is above 0 and at most 1")
        try:
            if part is None:
                self.print_ratings(*from_file(options["file"], final_ratings, system))
            else:
                quality, _names = from_file(options["file"], partial(evaluate, part), system)
                self.stdout.write(json.dumps(asdict(quality)))
        except ArithmeticError as wrong:
            raise CommandError(f"these parameters lead nowhere: {wrong}") from wrong

    def print_ratings(self, ratings: Mapping[int, Rating], names: Mapping[int, str]) -> None:
        """Best first; equal ratings by name."""
        ranked = sorted(ratings.items(), key=lambda item: (-item[1].rating, names[item[0]]))
        out = csv.writer(self.stdout, lineterminator="\n")
        out.writerow(["player", "rating", "deviation", "games"])
        for player, row in ranked:
            out.writerow([names[player], row.rating, row.deviation, row.games])


def from_file(
    path: str, work: Callable[[AnySystem, Iterable[Game]], Given], system: AnySystem
) -> tuple[Given, dict[int, str]]:
    """What `work` makes of the games of a file, and the names of its player ids.

    A file in order of time is read as it is rated; another one is read whole and sorted.

    :raises CommandError: the file cannot be read.
    """
    try:
        if path == "-":
            whole = game_file.read(sys.stdin)
            return work(system, whole.games), whole.names
        with Path(path).open(encoding="utf-8-sig", newline="") as lines:
            ids: dict[str, int] = {}
            try:
                given = work(system, game_file.stream(lines, ids))
            except game_file.OutOfOrder:
                lines.seek(0)
                whole = game_file.read(lines)
                return work(system, whole.games), whole.names
            return given, {player: name for name, player in ids.items()}
    except (OSError, UnicodeDecodeError, csv.Error, game_file.FileRefused) as wrong:
        raise CommandError(f"{path}: {wrong}") from wrong


def evaluate(part: float, system: AnySystem, games: Iterable[Game]) -> forecast.ForecastQuality:
    return forecast.evaluate(system, games, part=part)


def final_ratings(system: AnySystem, games: Iterable[Game]) -> Mapping[int, Rating]:
    """By player: after the last game, or as the last list has them."""
    if is_batch(system):
        last = deque(system.lists(games), maxlen=1)
        return last[0].ratings if last else {}
    return replay.final_ratings(games, cast("System", system))


def build_system(code: str, settings: list[str]) -> AnySystem:
    """The system with its parameters set from NAME=VALUE.

    :raises CommandError: no such parameter, or its value is no number or makes no sense.
    """
    make: Callable[..., System | Batch] = FOLDS.get(code) or BATCHES[code]
    standard = make()
    known = {one.name: getattr(standard, one.name) for one in fields(cast("Any", standard))}
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
    try:
        return build_checked(code, values)
    except ParameterRefused as wrong:
        raise CommandError(f"--set {wrong}") from wrong
