"""manage.py doctor: look at everything that an operator asks, and say what to do."""

from collections import Counter
from collections.abc import Iterator

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from config.doctor import database, machine, processes
from config.doctor.findings import Finding, Level, failure

CHECKS = (
    database.check_versions,
    database.check_tables,
    database.check_clocks,
    database.check_server,
    database.check_work,
    processes.check_processes,
    processes.check_queues,
    processes.check_redis,
    machine.check_keys,
    machine.check_files,
    machine.check_disk,
    machine.check_mail,
    machine.check_backups,
)


def find_all() -> Iterator[Finding]:
    for check in CHECKS:
        try:
            yield from check()
        except DatabaseError as error:
            name = check.__name__.removeprefix("check_")
            yield failure(name, f"the database does not answer: {error}", "Look at DATABASE_URL")


class Command(BaseCommand):
    help = (
        "One line for each thing that was looked at: ok, warning or failure, and what to do. "
        "Exit code 1 if there is a failure."
    )
    requires_system_checks: list[str] = []

    def handle(self, *args: object, **options: object) -> None:
        counts: Counter[Level] = Counter()
        for finding in find_all():
            counts[finding.level] += 1
            self.stdout.write(str(finding))
        said = f"Failures: {counts[Level.FAILURE]}, warnings: {counts[Level.WARNING]}."
        if counts[Level.FAILURE]:
            raise CommandError(said, returncode=1)
        self.stdout.write(said)
