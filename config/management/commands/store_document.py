"""manage.py store_document: the OpenAPI document of this code, for the web processes to read."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from config.api.document import stored


class Command(BaseCommand):
    help = "Store the OpenAPI document. A web process does it when the document is first asked for."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--of", default=stored.LOADED, help="the code that it has to be of")

    def handle(self, *args: object, of: str, **options: object) -> None:
        if of != stored.LOADED:
            raise CommandError("The code has changed since.")
        stored.store_document()
