"""A process that makes a small club in the database of its environment, and a backup of it: FILE.

Of the demo it has the events whose facts lie in tables of their own, so that it has rows in every
table that the demo fills.
"""

import os
import sys

import django


def make_club():
    from django.core.management import call_command
    from django.db import transaction
    from django.utils import timezone

    from config.demo import card_events, cast, events, rolling, season, stakes, team_events, week
    from config.demo.records import SIZE, GameStock, stored_games
    from config.management.commands.demo import replace_token
    from config.running.garbage import rare_collections
    from ratings import recompute as ratings
    from ratings import selectors
    from ratings.services import ensure_default_pools
    from ratings.services.seasons import start_season
    from tournaments import pairing_child
    from tournaments.engine_process import answered_by
    from tournaments.enqueue import nothing_sent
    from tournaments.models import Event
    from tournaments.recompute import refresh_standings
    from tournaments.selectors import get_event
    from tournaments.services.events.seasons import set_event_series

    call_command("migrate", verbosity=0)
    call_command("createcachetable")
    today, stock = timezone.localdate(), GameStock(stored_games())
    with rare_collections(), answered_by(pairing_child.run_here), nothing_sent():
        with transaction.atomic():
            people = cast.make_cast(with_passwords=True, since=today.replace(month=1, day=1))
            ensure_default_pools([("tak", SIZE)])
            events.play_finished(people, stock, today=today)
            events.play_running(people, stock, today=today)
            stakes.play_stakes(people, stock, today=today)
            card_events.play_taki(people, today=today)
            events.plan_next(people, today=today)
            series_id = start_season(
                actor=people.organiser,
                club_id=people.club_id,
                slug="season",
                name="Season",
                scoring=season.SCORING,
            ).pk
            set_event_series(
                actor=people.organiser, event_id=get_event(events.FINISHED, people.organiser).pk,
                series_id=series_id,
            )  # fmt: skip
            rolling.play_ladder(people, stock, today=today)
            team_events.play_teams(people, stock, today=today)
            week.play_week(people, stock, today=today, now=timezone.now())
        for event in Event.objects.all():
            refresh_standings(event.pk)
        for pool in selectors.pools():
            ratings.replay_pool(pool.pk)
        ratings.refresh_series(series_id)
    replace_token()


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    django.setup()
    make_club()
    from django.core.management import call_command

    call_command("backup", sys.argv[1])
