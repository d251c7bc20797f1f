"""manage.py token create --user NAME [--scopes …]: prints a token once."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.tokens import SCOPES, create_token
from tournaments.errors import DomainError


class Command(BaseCommand):
    help = "Make an API token."

    def add_arguments(self, parser: CommandParser) -> None:
        verbs = parser.add_subparsers(dest="verb", required=True)
        create = verbs.add_parser("create", help="print a new token; it is never shown again")
        create.add_argument("--user", required=True, metavar="NAME")
        create.add_argument("--name", default="", help="what the token is for")
        create.add_argument(
            "--scopes",
            nargs="+",
            default=[],
            metavar="SCOPE",
            help=f"narrow it to some of {', '.join(SCOPES)}",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        scopes = tuple(part for text in options["scopes"] for part in text.split(",") if part)
        try:
            _token, secret = create_token(
                username=options["user"], name=options["name"], scopes=scopes
            )
        except DomainError as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(secret)
