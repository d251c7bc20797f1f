"""A process that writes, numbers or reads the feed of changes: `python -m … ROLE [ARGUMENT]`."""

import os
import random
import sys
import time

WRITERS, EACH = 4, 30
LAST_SECONDS = 60  # a reader that misses something ends by itself


def written_by(writer):
    """What a writer commits, in its order; every fifth transaction is rolled back."""
    return [f"w{writer}-{number}" for number in range(EACH) if number % 5]


def write(writer):
    from django.db import transaction

    from tournaments.models import Change

    random.seed(writer)
    for number in range(EACH):
        with transaction.atomic():
            Change.objects.create(kind="event", action="event.edited", game=f"w{writer}-{number}")
            time.sleep(random.choice((0, 0, 0.01, 0.05)))  # others commit meanwhile
            transaction.set_rollback(number % 5 == 0)
        time.sleep(0.005)


def is_complete():
    from tournaments.models import Change

    return Change.objects.count() == sum(len(written_by(writer)) for writer in range(WRITERS))


def number():
    from tournaments.models import Change
    from tournaments.services.feed.numbering import number_changes

    end = time.monotonic() + LAST_SECONDS
    while time.monotonic() < end:
        done = is_complete()  # before the numbering, which then leaves none out
        number_changes()
        if done and not Change.objects.filter(position=None).exists():
            return
        time.sleep(0.003)


def read():
    from tournaments.actor import SYSTEM
    from tournaments.selectors.events import feed

    after = 0
    seen: list[str] = []
    end = time.monotonic() + LAST_SECONDS
    wanted = sum(len(written_by(writer)) for writer in range(WRITERS))
    while len(seen) < wanted and time.monotonic() < end:
        page = feed.read_changes(SYSTEM, feed.FeedFilter(), after=after, limit=7)
        seen += [change["game"] for change in page.changes]
        after = page.next
        time.sleep(0.003)
    print(*seen)


def read_by_row_id():
    from tournaments.models import Change

    after, done = 0, False
    seen: list[str] = []
    while not done:
        done = is_complete()
        for pk, game in (
            Change.objects.filter(pk__gt=after).order_by("pk").values_list("pk", "game")
        ):
            seen.append(game)
            after = pk
        time.sleep(0.003)
    print(*seen)


def main(role, *arguments):
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django
    from django.core.management import call_command

    django.setup()
    if role == "prepare":
        call_command("migrate", verbosity=0)
    elif role == "write":
        write(int(arguments[0]))
    elif role == "number":
        number()
    elif arguments:
        read_by_row_id()
    else:
        read()


if __name__ == "__main__":
    main(*sys.argv[1:])
