"""manage.py trf: pairings and standings of a report file (TRF16 with XX records, or TRF26).

Needs no database.
"""

import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.engine_process import PairingEngineFailed, run_engine
from tournaments.management.trf_rounds import differences, pairer, pairs_of, run_here, soak
from tournaments.management.trf_standings import refusals, standings_lines, whole_tournament
from tournaments.pairing.drafts.reason_texts import reason_text
from tournaments.pairing.generate import GenerateOptions, generate
from tournaments.pairing.interface import PairingRefused, Reason
from tournaments.standings.tiebreaks.registry import TIEBREAKS
from tournaments.trf.compose import build_report
from tournaments.trf.convert import state_from_report
from tournaments.trf.errors import TrfError
from tournaments.trf.read import read_report
from tournaments.trf.report import Report, rounds_played
from tournaments.trf.report_line import MAX_PLAYERS, MAX_ROUNDS
from tournaments.trf.write import write_report

PERCENTAGES = ("forfeits", "byes", "withdrawals", "draws")


class Command(BaseCommand):
    help = (
        "Pair, check, generate and rank tournaments as report files (TRF16 with XX records, TRF26)."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        # Each action is a method of this command: one more is a parser and a method more.
        actions = parser.add_subparsers(dest="action", required=True)
        pair = actions.add_parser("pair", help="print the next round")
        pair.set_defaults(run=self.pair_round)
        check = actions.add_parser("check", help="pair every round again and print what differs")
        check.set_defaults(run=self.check_rounds)
        ranking = actions.add_parser("standings", help="print the standings with tie-breaks")
        ranking.set_defaults(run=self.print_standings)
        ranking.add_argument("--tiebreaks", default="", metavar="A,B,...", help="in their order")
        for action in (pair, check, ranking):
            action.add_argument("file", help="the report file; - is standard input")
        make = actions.add_parser("generate", help="print a random tournament")
        make.set_defaults(run=self.print_random)
        _add_generate_arguments(make)
        many = actions.add_parser("soak", help="generate and check many tournaments")
        many.set_defaults(run=self.try_many)
        many.add_argument("--tournaments", type=whole(1, 10**6), required=True, metavar="N")
        many.add_argument("--seed", type=int, required=True)

    def handle(self, *args: Any, **options: Any) -> None:
        run: Callable[[dict[str, Any]], None] = options["run"]
        try:
            run(options)
        except (TrfError, PairingEngineFailed) as wrong:
            raise CommandError(str(wrong)) from wrong
        except PairingRefused as refused:
            raise CommandError(reason_text(Reason(refused.code, refused.params))) from refused

    def pair_round(self, options: dict[str, Any]) -> None:
        """Number of pairs, then first and second of each (0: the bye), in the order of boards."""
        state = state_from_report(read_file(options["file"]))
        pairs = pairs_of(pairer(run_engine)(state))
        self.stdout.write(str(len(pairs)))
        for first, second in pairs:
            self.stdout.write(f"{first} {second}")

    def check_rounds(self, options: dict[str, Any]) -> None:
        report = read_file(options["file"])
        rounds = range(1, rounds_played(report) + 1)
        found = list(differences(report, pair=pairer(run_engine), rounds=rounds))
        for line in found:
            self.stdout.write(line)
        if found:
            raise CommandError(f"Differences: {len(found)}.", returncode=1)

    def print_random(self, options: dict[str, Any]) -> None:
        asked = ("players", "rounds", "seed", *PERCENTAGES)
        chosen = GenerateOptions(**{name: options[name] for name in asked})
        state = generate(options=chosen, pair=pairer(run_engine))
        if state.current_round < state.rounds_total:
            self.stderr.write(
                f"Round {state.next_round} cannot be paired: the file ends before it."
            )
        names = {entry: f"Player {entry:04}" for entry in state.entry_numbers}
        report = build_report(state, name=f"Random tournament {chosen.seed}", names=names)
        self.stdout.write(write_report(report), ending="")

    def print_standings(self, options: dict[str, Any]) -> None:
        """Rank, number, name, points and each tie-break, parted by tabs."""
        report = read_file(options["file"])
        codes = [code for code in options["tiebreaks"].upper().split(",") if code]
        if unknown := [code for code in codes if code not in TIEBREAKS]:
            known = ", ".join(TIEBREAKS)
            raise CommandError(f"No such tie-break: {', '.join(unknown)}. There are {known}.")
        state = whole_tournament(report)
        for line in refusals(state, codes):
            self.stderr.write(line)
        names = {each.number: each.name for each in report.teams or report.players}
        for line in standings_lines(state, names, codes):
            self.stdout.write(line)

    def try_many(self, options: dict[str, Any]) -> None:
        rounds = problems = 0
        count, seed = options["tournaments"], options["seed"]
        for state, found in soak(tournaments=count, seed=seed, pair=pairer(run_here)):
            rounds += state.current_round
            problems += len(found)
            for line in found:
                self.stdout.write(line)
        self.stdout.write(f"{count} tournaments, {rounds} rounds, {problems} problems")
        if problems:
            raise CommandError(f"Problems: {problems}.", returncode=1)


def _add_generate_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--players", type=whole(2, MAX_PLAYERS), required=True, metavar="N")
    parser.add_argument("--rounds", type=whole(1, MAX_ROUNDS), required=True, metavar="R")
    parser.add_argument("--seed", type=int, required=True)
    usual = GenerateOptions(players=2, rounds=1, seed=0)
    for name in PERCENTAGES:
        default = getattr(usual, name)
        parser.add_argument(f"--{name}", type=whole(0, 100), default=default, metavar="PCT")


def whole(least: int, most: int) -> Callable[[str], int]:
    """Reads an argument as a whole number between these two."""

    def read(text: str) -> int:
        if not text.isdecimal() or len(text) > 9 or not least <= int(text) <= most:
            raise ArgumentTypeError(f"{text!r} is not a whole number from {least} to {most}")
        return int(text)

    return read


def read_file(path: str) -> Report:
    """The report in a file, or on the standard input for -; UTF-8, else Latin-1 as old ones are.

    :raises CommandError: there is no such file. :raises TrfError: it cannot be understood.
    """
    try:
        content = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as wrong:
        raise CommandError(f"{path}: {wrong.strerror}") from wrong
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    return read_report(text)
