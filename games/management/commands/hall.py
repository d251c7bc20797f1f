"""manage.py hall: run an event in a hall without a network, and bring it back."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.halls.merging import ANSWERS, Question
from games.management.archive_files import read_archive_file, write_archive_file
from games.services.archives import read_proved
from games.services.archives.reading import ProvedArchive
from games.services.halls import (
    Answers,
    export_return,
    open_hall,
    release_hall,
    return_hall,
    take_event,
)
from games.services.halls.returning import Returned
from tournaments.actor import SYSTEM
from tournaments.errors import DomainError
from tournaments.wording import join_with_commas


class Command(BaseCommand):
    help = (
        "Run an event in a hall without a network: `take` writes it into a file, `open` opens the "
        "file on the computer of the hall. There `return` writes a new file, and at the server "
        "`return` merges that. Exit code 0: done; 1: refused, or something is asked; 2: no file."
    )
    requires_system_checks = ()  # `migrate` makes them

    def add_arguments(self, parser: CommandParser) -> None:
        commands = parser.add_subparsers(dest="action", required=True)
        take = commands.add_parser("take", help="at the server: write an event into a file")
        take.add_argument("slug", metavar="EVENT")
        take.add_argument("file", type=Path)
        take.add_argument("--again", action="store_true", help="an earlier take ends")
        release = commands.add_parser("release", help="at the server: the event is in no hall")
        release.add_argument("slug", metavar="EVENT")
        opening = commands.add_parser("open", help="in the hall: open the file of a take")
        opening.add_argument("file", type=Path)
        opening.add_argument("--key", default="", help="the public key that must have signed it")
        back = commands.add_parser("return", help="in the hall: write a file; at the server: merge")
        back.add_argument("file", type=Path)
        back.add_argument("--event", default="", help="in the hall, if there are several")
        back.add_argument("--dry-run", action="store_true", help="say what would come of it")
        back.add_argument(
            "--answer", action="append", default=[], metavar="ID=hall|server", dest="answers"
        )
        back.add_argument(
            "--leave", action="append", default=[], metavar="ACTION", help="give a change up"
        )

    def handle(self, *args: object, **options: Any) -> None:
        try:
            getattr(self, f"_{options['action']}")(options)
        except DomainError as error:
            raise CommandError(str(error), returncode=1) from error

    def _take(self, options: dict[str, Any]) -> None:
        path: Path = options["file"]
        _require_free(path)
        self._write(path, take_event(actor=SYSTEM, slug=options["slug"], again=options["again"]))

    def _release(self, options: dict[str, Any]) -> None:
        release_hall(actor=SYSTEM, slug=options["slug"])
        self.stdout.write(f"{options['slug']}: in no hall.")

    def _open(self, options: dict[str, Any]) -> None:
        archive = read_proved(read_archive_file(options["file"]), public=options["key"])
        opened = open_hall(actor=SYSTEM, archive=archive)
        self.stdout.write(f"{opened.event.slug}: {_players(archive)} players.")
        secret = opened.password or "(as it was)"
        self.stdout.write(f"Sign in as {opened.username}, password {secret}")

    def _return(self, options: dict[str, Any]) -> None:
        path: Path = options["file"]
        if not path.exists():
            self._write(path, export_return(actor=SYSTEM, slug=options["event"]))
            return
        archive = read_proved(read_archive_file(path))
        answers = dict(_answered(each) for each in options["answers"])
        leave = frozenset(options["leave"])
        dry_run = options["dry_run"]
        found = return_hall(
            actor=SYSTEM, archive=archive, answers=Answers(answers, leave), dry_run=dry_run
        )
        while found.unanswered and not dry_run and sys.stdin.isatty():
            answers |= {each.key: self._ask(each) for each in found.unanswered}
            found = return_hall(actor=SYSTEM, archive=archive, answers=Answers(answers, leave))
        self._report(found, dry_run=dry_run)

    def _report(self, found: Returned, *, dry_run: bool) -> None:
        slug = found.event.slug
        if found.merged is None:
            self.stdout.write(f"{slug}: this file was returned before; nothing changed.")
            return
        for key in found.merged.taken:
            self.stdout.write(f"from the hall: {key}")
        for action, number in found.staying.items():
            self.stdout.write(f"stays in the hall: {action} ({number})")
        for question in found.unanswered:
            self._show(question)
        if found.unanswered:
            raise CommandError(
                f"{slug}: {len(found.unanswered)} questions; nothing was written. Answer each by "
                "--answer ID=hall or --answer ID=server.",
                returncode=1,
            )
        done = "would come" if dry_run else "came"
        self.stdout.write(f"{slug}: {len(found.merged.taken)} facts {done} from the hall.")

    def _show(self, question: Question) -> None:
        self.stdout.write(f"asked: {question.key}")
        if len(question.keys) > 1:
            self.stdout.write(f"  with: {join_with_commas(question.keys)}")
        self.stdout.write(f"  server: {_short(question.server)}")
        self.stdout.write(f"  hall:   {_short(question.hall)}")

    def _ask(self, question: Question) -> str:
        self._show(question)
        if question.key.startswith("person:"):
            return input("  hall (somebody new), or the id of the player: ").strip()
        said = ""
        while said not in ANSWERS:
            said = input("  hall or server: ").strip()
        return said

    def _write(self, path: Path, data: bytes) -> None:
        write_archive_file(path, data)
        self.stdout.write(f"{path}: {len(data)} bytes. It holds names: keep it private.")


def _short(value: Any) -> str:
    """A fact in one line: of a slot the results, of a round the pairings."""
    if isinstance(value, dict) and "results" in value:
        counted = [row for row in value["results"] if row["current"]]
        said = [f"{row['kind']} {row['outcome']} {row['facts']}".strip() for row in counted]
        return ", ".join(said) or f"no result, {value['columns']['state']}"
    if isinstance(value, dict) and "pairings" in value:
        return " ".join("-".join(map(str, each["seats"])) for each in value["pairings"])
    return "(not there)" if value is None else json.dumps(value, ensure_ascii=False, sort_keys=True)


def _players(archive: ProvedArchive) -> int:
    return len(archive.facts.parts["entries.ndjson"])


def _answered(given: str) -> tuple[str, str]:
    """:raises CommandError: it is not ID=ANSWER."""
    key, equals, said = given.partition("=")
    if not (equals and key and said):
        raise CommandError(f"--answer {given}: ID=hall or ID=server is wanted.", returncode=1)
    return key, said


def _require_free(path: Path) -> None:
    if path.exists():
        raise CommandError(f"{path}: there is such a file already.", returncode=2)
