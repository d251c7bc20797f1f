"""manage.py signing_key: the public keys of the service; `replace` makes a new key."""

import secrets
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config import private_files
from tournaments.chain.keys import read_signing_key
from tournaments.services import signing


class Command(BaseCommand):
    help = "Print the public keys by which journals and archives are checked, or replace the key."
    requires_system_checks = ()  # `migrate` makes them

    def add_arguments(self, parser: ArgumentParser) -> None:
        verbs = parser.add_subparsers(dest="verb")
        verbs.add_parser("show", help="print the public keys (the default)")
        verbs.add_parser("replace", help="make a new key; the old public key is kept")

    def handle(self, *args: object, **options: Any) -> None:
        if options["verb"] == "replace":
            self._replace()
            return
        for key in signing.listed_keys():
            state = "signs" if key["current"] else "retired"
            self.stdout.write(f"{key['id']}\t{state}\t{key['public']}")

    def _replace(self) -> None:
        """:raises CommandError: the key comes from the environment."""
        file, retired = settings.SIGNING_KEY_FILE, settings.RETIRED_SIGNING_KEYS_FILE
        if not file.exists() or file.read_text().strip() != settings.SIGNING_KEY:
            raise CommandError(
                "The key comes from SIGNING_KEY. Set another one there, and add this public key to "
                f"RETIRED_SIGNING_KEYS: {signing.signing_key().public}"
            )
        old, new = signing.signing_key(), secrets.token_urlsafe(32)
        private_files.make_private_file(retired)
        with retired.open("a") as kept:  # first: a public key too many does no harm
            kept.write(f"{old.public}\n")
        draft = file.with_name(f"{file.name}.new")
        private_files.make_private_file(draft)
        draft.write_text(new)
        draft.replace(file)
        self.stdout.write(f"{read_signing_key(new).key_id} replaces {old.key_id}.")
        self.stdout.write("Restart the service: running processes still sign with the old key.")
