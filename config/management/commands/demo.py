"""manage.py demo: create a demo club. A second run only prints its logins."""

from datetime import date

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import transaction
from django.utils import timezone

from config.access.tokens import create_token
from config.demo import (
    card_events,
    events,
    formats,
    knockout,
    rolling,
    season,
    stakes,
    team_events,
    week,
)
from config.demo import cast as people
from config.demo.records import SIZE, GameStock, stored_games
from config.models import ApiToken
from config.running.garbage import rare_collections
from ratings import recompute as rating_tables
from ratings import selectors as rating_selectors
from ratings import services as ratings
from tournaments import pairing_child, recompute, selectors
from tournaments.actor import SYSTEM
from tournaments.engine_process import answered_by
from tournaments.enqueue import nothing_sent
from tournaments.errors import NotFound

TOKEN_NAME = "demo"  # a name, not a secret


class Command(BaseCommand):
    requires_system_checks = ()  # `migrate` before it has made them
    help = "Put a demo club into an empty database, once, and print its logins and an API token."

    def handle(self, *args: object, **options: object) -> None:
        if not self.exists():
            if not selectors.is_database_empty():
                self.stdout.write("No demo club is made: the database has data of its own.")
                return
            self.stdout.write("Making the demo club ...")
            self.stdout.flush()
            with rare_collections():
                create_demo(GameStock(stored_games()), today=timezone.localdate())
        self.print_logins()

    def exists(self) -> bool:
        try:
            selectors.get_club(people.CLUB_SLUG)
        except NotFound:
            return False
        return True

    def print_logins(self) -> None:
        lines = ["", f"{people.CLUB_NAME}: a demo with twelve players.", ""]
        if settings.ON_ONE_MACHINE:
            lines += [
                login_line("organiser", people.ORGANISER, "plans events, pairs rounds"),
                login_line("arbiter", people.ARBITER, "rules on disputes"),
                login_line("site staff", people.ADMIN, "sees the admin"),
                *(login_line("player", username, name) for username, name, _ in people.PLAYERS),
            ]
        else:
            lines.append("Its accounts have no passwords, because DEBUG is off.")
        lines += [
            "",
            f"API token of {people.ORGANISER}: {replace_token()}",
            "It replaces the one printed before. Send it as: Authorization: Bearer TOKEN",
            "",
        ]
        self.stdout.write("\n".join(lines))


def login_line(role: str, username: str, about: str) -> str:
    return f"  {role:<11} {username:<8} {people.password_of(username):<16} {about}"


@answered_by(pairing_child.run_here)
@nothing_sent()
def create_demo(stock: GameStock, *, today: date) -> None:
    """Create everything in one transaction, then compute the derived tables."""
    with transaction.atomic():
        cast = people.make_cast(
            with_passwords=settings.ON_ONE_MACHINE, since=today.replace(year=today.year - 1, day=1)
        )
        ratings.ensure_default_pools([("tak", SIZE)])
        events.play_finished(cast, stock, today=today)
        events.play_running(cast, stock, today=today)
        events.play_swiss(cast, stock, today=today)
        events.play_casual(cast, stock, today=today)
        knockout.play_knockout(cast, stock, today=today)
        stakes.play_stakes(cast, stock, today=today)
        card_events.play_taki(cast, today=today)
        card_events.play_gamnon(cast, today=today)
        events.plan_next(cast, today=today)
        series_id = season.plan_season(cast)
        formats.play_formats(cast, stock, today=today)
        rolling.play_ladder(cast, stock, today=today)
        rolling.play_arena(cast, stock, today=today)
        team_events.play_teams(cast, stock, today=today)
        week.play_week(cast, stock, today=today, now=timezone.now())
    for event_id in selectors.visible_events(SYSTEM).values_list("pk", flat=True):
        recompute.refresh_standings(event_id)
    for pool in rating_selectors.pools():
        rating_tables.replay_pool(pool.pk)
    rating_tables.refresh_series(series_id)


def replace_token() -> str:
    """A new token, which replaces the one of the previous run."""
    ApiToken.objects.filter(user__username=people.ORGANISER, name=TOKEN_NAME).delete()
    _token, secret = create_token(username=people.ORGANISER, name=TOKEN_NAME)
    return secret
