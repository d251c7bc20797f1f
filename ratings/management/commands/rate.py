"""Ratings of the games in a file; needs no database."""

import csv
import json
import math
import sys
from argparse import ArgumentParser
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ratings import forecast, game_file, replay
from ratings.systems import SYSTEMS
from ratings.systems.glicko import Glicko

ABOVE_ZERO = ("initial_deviation", "floor")


class Command(BaseCommand):
    help = (
        "Rate the games of a CSV file (played_at,first,second,first_score; times in ISO form or "
        "as a number of days) and print player,rating,deviation,games; or, with --evaluate, how "
        "well the system predicts them, as JSON."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the CSV file; - is standard input")
        parser.add_argument("--system", choices=sorted(SYSTEMS), required=True)
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
        if part is None:
            self.print_ratings(system, games)
        elif 0 < part <= 1:
            quality = forecast.evaluate(system, games.games, part=part)
            self.stdout.write(json.dumps(asdict(quality)))
        else:
            raise CommandError(f"--evaluate {part}: a part is above 0 and at most 1")

    def read(self, path: str) -> game_file.GameFile:
        try:
            if path == "-":
                return game_file.read(sys.stdin)
            with Path(path).open(encoding="utf-8-sig", newline="") as lines:
                return game_file.read(lines)
        except (OSError, UnicodeDecodeError, csv.Error, game_file.FileRefused) as wrong:
            raise CommandError(f"{path}: {wrong}") from wrong

    def print_ratings(self, system: Glicko, games: game_file.GameFile) -> None:
        """Best first; equal ratings by name."""
        replayed = replay.replay(games.games, system, checkpoint_every=len(games.games) + 1)
        ranked = sorted(
            replayed.players.items(), key=lambda item: (-item[1].rating, games.names[item[0]])
        )
        out = csv.writer(self.stdout, lineterminator="\n")
        out.writerow(["player", "rating", "deviation", "games"])
        for player, row in ranked:
            out.writerow([games.names[player], row.rating, row.deviation, row.games])


def build_system(code: str, settings: list[str]) -> Glicko:
    """The system with its parameters set from NAME=VALUE.

    :raises CommandError: no such parameter, or its value is no number.
    """
    system = SYSTEMS[code]
    assert system is Glicko, f"no forecast for {code}"
    known = [parameter.name for parameter in fields(Glicko)]
    values: dict[str, float] = {}
    for setting in settings:
        name, _equals, value = setting.partition("=")
        if name not in known:
            raise CommandError(f"--set {setting}: {code} has {', '.join(known)}")
        try:
            values[name] = float(value)
        except ValueError as wrong:
            raise CommandError(f"--set {setting}: not a number") from wrong
        if not math.isfinite(values[name]) or (name in ABOVE_ZERO and values[name] <= 0):
            raise CommandError(f"--set {setting}: out of range")
    return Glicko(**values)
