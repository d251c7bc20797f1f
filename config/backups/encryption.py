"""Encrypts backups to recipients of age, and opens them with an identity (https://age-encryption.org)."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyrage

HEADER = b"age-encryption.org/"


class BadKey(Exception):
    """A recipient or an identity cannot be used."""


def is_encrypted(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(HEADER)) == HEADER


def encrypt_file(source: Path, target: Path, recipients: Sequence[str]) -> None:
    """recipients: `age1…`, or public keys of ssh (ed25519 or RSA).

    :raises BadKey: one is neither.
    """
    pyrage.encrypt_file(str(source), str(target), [_recipient(text) for text in recipients])


def decrypt_file(source: Path, target: Path, identity: Path) -> None:
    """identity: a file that `age-keygen` has written, or a private key of ssh.

    :raises BadKey: it is none, or opens another backup.
    """
    try:
        pyrage.decrypt_file(str(source), str(target), _identities(identity))
    except (pyrage.DecryptError, OSError) as error:  # OSError: damaged later in the file
        raise BadKey(f"{identity} does not open {source}: {error}.") from error


def require_recipients(recipients: Sequence[str]) -> None:
    """:raises BadKey: one is no recipient."""
    for text in recipients:
        _recipient(text)


def _recipient(text: str) -> Any:
    try:
        if text.startswith("ssh-"):
            return pyrage.ssh.Recipient.from_str(text)
        return pyrage.x25519.Recipient.from_str(text)
    except pyrage.RecipientError as error:
        raise BadKey(f"{text!r} is no recipient of age (age1… or ssh-…): {error}.") from error


def _identities(path: Path) -> list[Any]:
    try:
        text = path.read_text()
        if "PRIVATE KEY" in text:
            return [pyrage.ssh.Identity.from_buffer(text.encode())]
        keys = [line.strip() for line in text.splitlines() if line and not line.startswith("#")]
        found = [pyrage.x25519.Identity.from_str(key) for key in keys]
    except (OSError, ValueError, pyrage.IdentityError) as error:
        raise BadKey(f"{path} has no identity of age: {error}.") from error
    if not found:
        raise BadKey(f"{path} has no identity of age.")
    return found
