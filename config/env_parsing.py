"""Reads values of the environment; each refusal is a sentence that names the variable."""

import ipaddress
import re
from collections.abc import Collection
from io import StringIO
from pathlib import Path
from urllib.parse import urlsplit

from django.core.checks.security.base import (
    SECRET_KEY_INSECURE_PREFIX,
    SECRET_KEY_MIN_LENGTH,
    SECRET_KEY_MIN_UNIQUE_CHARACTERS,
)
from dotenv.parser import parse_stream

from tournaments.chain import keys

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
HOST_NAME = re.compile(r"(?=.{1,253}$)[a-zA-Z0-9]([a-zA-Z0-9.-]*[a-zA-Z0-9])?")

URL_SECRET = re.compile(r"[A-Za-z0-9_-]{32,128}")


class BadEnvironment(ValueError):
    """A variable is missing or has a wrong value."""


def read_file(path: Path) -> dict[str, str]:
    """The variables of a file like `.env.example`.

    :raises BadEnvironment: it cannot be read, or a line is not `NAME=value`.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadEnvironment(f"{path} cannot be read: {error}.") from error
    values = {}
    for binding in parse_stream(StringIO(text)):
        if binding.error or (binding.key and binding.value is None):
            said = binding.original.string
            line = binding.original.line + said[: -len(said.lstrip())].count("\n")
            raise BadEnvironment(f"{path}, line {line}, is not NAME=value.")
        if binding.key:
            values[binding.key] = binding.value or ""
    return values


def read_switch(name: str, text: str) -> bool:
    """0 or 1; an empty text is on."""
    return read_choice(name, text, {"1": "on", "0": "off"}) == "1"


def read_choice(name: str, text: str, choices: Collection[str]) -> str:
    """One of `choices`; an empty text is the first. A dict says what each means."""
    if text and text not in choices:
        said = [
            f"{choice} ({choices[choice]})" if isinstance(choices, dict) else choice
            for choice in choices
        ]
        raise BadEnvironment(f"{name} is {text!r}; it is one of {', '.join(said)}.")
    return text or next(iter(choices))


def read_count(name: str, text: str, *, most: int = 99_999) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) <= most):
        raise BadEnvironment(f"{name} is {text!r}; it is a number from 1 to {most}.")
    return int(text)


def read_host(name: str, text: str) -> str:
    """An IP address or the name of a machine."""
    try:
        return str(ipaddress.ip_address(text.strip("[]")))
    except ValueError:
        if not HOST_NAME.fullmatch(text):
            raise BadEnvironment(
                f"{name} is {text!r}; it is an address of this machine, such as 127.0.0.1."
            ) from None
    return text


def read_address(name: str, text: str) -> str:
    """An http(s) address, or an empty text."""
    if text and not (text.startswith(("http://", "https://")) and urlsplit(text).hostname):
        raise BadEnvironment(f"{name} is {text!r}; it is an address that begins with https://.")
    return text


def read_url_secret(name: str, text: str) -> str:
    """A secret part of an address, or an empty text. The message leaves the secret out."""
    if text and not URL_SECRET.fullmatch(text):
        raise BadEnvironment(f"{name} needs 32 to 128 letters, digits, hyphens or underscores.")
    return text


def read_site(name: str, text: str) -> str:
    """Scheme and host of an http(s) address, without a path; or an empty text."""
    address = read_address(name, text).rstrip("/")
    if urlsplit(address).path or urlsplit(address).query:
        raise BadEnvironment(
            f"{name} is {text!r}; it has no path, such as https://tak.example.org."
        )
    return address


def read_mail_host(name: str, text: str) -> str:
    """[user:password@]host[:port], or an empty text. The message leaves the password out."""
    parts = urlsplit(f"smtp://{text}")
    try:
        good = not text or (bool(parts.hostname) and parts.port != 0 and not parts.path)
    except ValueError:  # not a port number
        good = False
    if not good:
        raise BadEnvironment(f"{name} is not of the form [user:password@]host[:port].")
    return text


def read_networks(name: str, text: str) -> tuple[Network, ...]:
    """IP networks, or addresses, separated by commas."""
    found = []
    for part in text.replace(",", " ").split():
        try:
            found.append(ipaddress.ip_network(part))
        except ValueError:
            raise BadEnvironment(
                f"{name} has {part!r}; it is a network such as 10.0.0.0/8, or an address."
            ) from None
    return tuple(found)


def read_recipients(name: str, text: str) -> tuple[str, ...]:
    """Public keys of age or ssh, separated by commas."""
    keys = tuple(key.strip() for key in text.split(",") if key.strip())
    for key in keys:
        if not key.startswith(("age1", "ssh-ed25519 ", "ssh-rsa ")):
            raise BadEnvironment(f"{name} has {key!r}; it is a public key, age1… or ssh-ed25519 ….")
    return keys


def require_strong_key(name: str, key: str) -> None:
    """Refuse keys that `check --deploy` calls weak (security.W009)."""
    if (
        len(key) < SECRET_KEY_MIN_LENGTH
        or len(set(key)) < SECRET_KEY_MIN_UNIQUE_CHARACTERS
        or key.startswith(SECRET_KEY_INSECURE_PREFIX)
    ):
        raise BadEnvironment(
            f"{name} is easy to guess. Give {SECRET_KEY_MIN_LENGTH} random characters or more: "
            "python3 -c 'import secrets; print(secrets.token_urlsafe(64))'"
        )


def read_key(name: str, text: str) -> str:
    """32 random bytes in base64url, of which a private key is made; or an empty text."""
    try:
        if text:
            keys.decode(text, keys.KEY_BYTES)
    except keys.BadKey:
        raise BadEnvironment(
            f"{name} is not 32 random bytes in base64url: "
            "python3 -c 'import secrets; print(secrets.token_urlsafe(32))'"
        ) from None
    return text


def read_public_keys(name: str, text: str) -> tuple[str, ...]:
    """Public keys of Ed25519 with commas or spaces between them."""
    publics = tuple(text.replace(",", " ").split())
    try:
        keys.ring_of(publics)
    except keys.BadKey:
        raise BadEnvironment(
            f"{name} holds what is no public key of `manage.py signing_key`."
        ) from None
    return publics
