"""manage.py check_journal: the chains of all journals, their signatures, and kept heads."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.chain.witness import BEGINS, Witness, find_witnesses
from tournaments.services import journal_checks

MAX_BYTES = 16 * 1024**2


class Command(BaseCommand):
    help = (
        "Check that no line of a journal was changed, removed, moved or cut off, and that the "
        "heads are signed. Exit code 0 when all is well."
    )
    requires_system_checks = ()  # `migrate` makes them

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--witness",
            action="append",
            default=[],
            metavar="TEXT|FILE",
            help="a signed head that was kept: its text, or a file with any number of them",
        )
        parser.add_argument(
            "--sign", action="store_true", help="sign the heads that are not signed, after checks"
        )

    def handle(self, *args: object, **options: Any) -> None:
        witnesses = [found for given in options["witness"] for found in _read_witnesses(given)]
        if options["sign"]:
            for scope in journal_checks.sign_unsigned():
                self.stdout.write(f"{scope}: signed.")
        total = 0
        for scope in journal_checks.scopes():
            for line in (found := journal_checks.check_scope(scope)):
                self.stdout.write(line)
            total += len(found)
        for line in (found := list(journal_checks.check_witnesses(witnesses))):
            self.stdout.write(line)
        if total := total + len(found):
            raise CommandError(f"Differences: {total}.", returncode=1)
        self.stdout.write(f"Equal: {len(journal_checks.scopes())} journals.")


def _read_witnesses(given: str) -> list[Witness]:
    """:raises CommandError: there is none in it."""
    if given.startswith(BEGINS):
        text = given
    else:
        try:
            with Path(given).open(encoding="utf-8", errors="replace") as file:
                text = file.read(MAX_BYTES)
        except OSError as error:
            raise CommandError(f"{given}: {error.strerror}", returncode=2) from error
    found = list(find_witnesses(text))
    if not found:
        raise CommandError(f"{given}: holds no signed head of a journal.", returncode=2)
    return found
