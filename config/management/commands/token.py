"""manage.py token create | list | revoke: the API tokens of an account."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.access import tokens
from config.models import ApiToken
from tournaments.errors import DomainError
from tournaments.permissions.scopes import SCOPES

Options = dict[str, Any]  # what argparse read


class Command(BaseCommand):
    help = "Make, list and revoke API tokens."
    requires_system_checks = ()  # `migrate` makes them

    def add_arguments(self, parser: CommandParser) -> None:
        verbs = parser.add_subparsers(dest="verb", required=True)
        create = verbs.add_parser("create", help="print a new token; it is never shown again")
        create.add_argument("--name", default="", help="what the token is for")
        create.add_argument(
            "--scopes",
            nargs="+",
            default=[],
            metavar="SCOPE",
            help=f"narrow it to some of {', '.join(SCOPES)}",
        )
        create.add_argument("--days", type=int, help="until it expires; by default it does not")
        listed = verbs.add_parser("list", help="print the tokens of an account, without secrets")
        revoke = verbs.add_parser("revoke", help="end a token")
        revoke.add_argument("id", type=int, help="the number that `token list` prints")
        for verb in (create, listed, revoke):
            verb.add_argument("--user", required=True, metavar="NAME")

    def handle(self, *args: object, **options: Any) -> None:
        verbs = {"create": self._create, "list": self._list, "revoke": self._revoke}
        try:
            verbs[options["verb"]](options)
        except DomainError as refused:
            raise CommandError(str(refused)) from refused

    def _create(self, options: Options) -> None:
        scopes = tuple(part for text in options["scopes"] for part in text.split(",") if part)
        _token, secret = tokens.create_token(
            username=options["user"], name=options["name"], scopes=scopes, days=options["days"]
        )
        self.stdout.write(secret)

    def _list(self, options: Options) -> None:
        """Tab-separated: id, prefix, scopes, dates, state, name."""
        for token in tokens.tokens_of(options["user"]):
            self.stdout.write("\t".join(_columns(token)))

    def _revoke(self, options: Options) -> None:
        token = tokens.revoke_token(username=options["user"], token_id=options["id"])
        self.stdout.write(f"{token.prefix}… is revoked.")


def _columns(token: ApiToken) -> list[str]:
    state = "revoked" if token.revoked_at else "expired" if token.has_expired else "live"
    return [
        str(token.pk),
        f"{token.prefix}…",
        ",".join(token.scopes) or "all",
        f"used {token.last_used_at:%Y-%m-%d}" if token.last_used_at else "never used",
        f"until {token.expires_at:%Y-%m-%d}" if token.expires_at else "no end",
        state,
        token.name,
    ]
