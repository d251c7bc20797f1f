"""manage.py prepare: what `make` does before the service opens, in a process that loads it once."""

from argparse import ArgumentParser

from django.core.management import call_command
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Migrate the database; then make a demo club, or say how to create the first account."
    requires_system_checks = ()  # `migrate` makes them

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--cache-table", action="store_true", help="create the cache table too")
        parser.add_argument("--demo", action="store_true", help="make a demo club")

    def handle(self, *args: object, cache_table: bool, demo: bool, **options: object) -> None:
        call_command("migrate", verbosity=0, skip_checks=False)
        if cache_table:
            call_command("createcachetable")
        call_command("demo" if demo else "first_run")
