"""A process whose threads write one journal of a database of its own, and check it."""

import os

WRITERS, EACH = 16, 12
SCOPE = "club:tavern"


def write(writer):
    """Add lines one by one and, every third time, two at once."""
    from django.db import transaction

    from tournaments.actor import SYSTEM
    from tournaments.services import journal

    for number in range(0, EACH, 3):
        journal.write(SYSTEM, "test", scope=SCOPE, subject=f"writer:{writer}", after=number)
        with transaction.atomic():
            for each in (number + 1, number + 2):
                journal.write(SYSTEM, "test", scope=SCOPE, subject=f"writer:{writer}", after=each)


def said_by_chain():
    from tournaments.models import JournalLine
    from tournaments.services import journal_checks

    lines = JournalLine.objects.filter(scope=SCOPE)
    return {
        "lines": lines.count(),
        "writers": lines.values("subject").distinct().count(),
        "differences": journal_checks.check_scope(SCOPE),
    }


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    from django.core.management import call_command

    from tests.database import at_once

    call_command("migrate", verbosity=0)
    at_once(write, times=WRITERS, threads=WRITERS)
    print(said_by_chain())
