"""Reads the environment variables, which are listed in `.env.example`."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from django.core.checks.security.base import (
    SECRET_KEY_INSECURE_PREFIX,
    SECRET_KEY_MIN_LENGTH,
    SECRET_KEY_MIN_UNIQUE_CHARACTERS,
)

ROOT = Path(__file__).resolve().parent.parent
NAMES = (
    "DATABASE_URL",
    "REDIS_URL",
    "SECRET_KEY",
    "ALLOWED_HOSTS",
    "DEBUG",
    "PORT",
    "VAR_DIR",
    "DEMO",
    "EMAIL_HOST",
    "EMAIL_FROM",
    "SIGN_UP",
    "REQUIRE_EMAIL",
    "FOLLOW_URL",
    "FOLLOW_PORT",
    "FOLLOWERS",
)
SIGN_UP_MODES = ("open", "invited", "closed")


class BadEnvironment(ValueError):
    """A variable is missing or has a wrong value."""


@dataclass(frozen=True, slots=True)
class Environment:
    """database_url, redis_url: empty for the embedded ones."""

    database_url: str
    redis_url: str
    secret_key: str
    allowed_hosts: tuple[str, ...]
    debug: bool
    port: int
    var_dir: Path
    demo: bool  # whether `make` creates a demo club in an empty database
    email_host: str  # [user:password@]host[:port]; empty: no mail is sent
    email_from: str
    sign_up: str  # one of SIGN_UP_MODES
    require_email: bool  # whether accounts need a verified mail address
    follow_url: str  # public address of the process that serves followers; empty: none runs
    follow_port: int  # of that process on 127.0.0.1; 0: any free one
    followers: int  # how many may follow at once


def read_environment(source: Mapping[str, str] | None = None) -> Environment:
    """Read `source`, by default os.environ.

    :raises BadEnvironment: a value is wrong; or DEBUG=0 without ALLOWED_HOSTS or a strong
        SECRET_KEY; or REQUIRE_EMAIL=1 without EMAIL_HOST.
    """
    variables = os.environ if source is None else source
    values = {name: variables.get(name, "").strip() for name in NAMES}
    hosts = tuple(host for host in values["ALLOWED_HOSTS"].replace(",", " ").split() if host)
    debug = _switch("DEBUG", values["DEBUG"])
    if not debug:
        missing = [name for name in ("SECRET_KEY", "ALLOWED_HOSTS") if not values[name]]
        if missing:
            raise BadEnvironment(
                f"DEBUG=0 needs {' and '.join(missing)} in the environment; see .env.example."
            )
        _check_secret_key(values["SECRET_KEY"])
    require_email = _switch("REQUIRE_EMAIL", values["REQUIRE_EMAIL"] or "0")
    if require_email and not values["EMAIL_HOST"]:
        raise BadEnvironment("REQUIRE_EMAIL=1 needs EMAIL_HOST: the proof is a mail.")
    return Environment(
        database_url=values["DATABASE_URL"],
        redis_url=values["REDIS_URL"],
        secret_key=values["SECRET_KEY"],
        allowed_hosts=hosts,
        debug=debug,
        port=_port("PORT", values["PORT"] or "8000"),
        var_dir=Path(values["VAR_DIR"]).resolve() if values["VAR_DIR"] else ROOT / "var",
        demo=_switch("DEMO", values["DEMO"]),
        email_host=_mail_host(values["EMAIL_HOST"]),
        email_from=values["EMAIL_FROM"],
        sign_up=_sign_up(values["SIGN_UP"]),
        require_email=require_email,
        follow_url=_address("FOLLOW_URL", values["FOLLOW_URL"]),
        follow_port=_port("FOLLOW_PORT", values["FOLLOW_PORT"]) if values["FOLLOW_PORT"] else 0,
        followers=_count("FOLLOWERS", values["FOLLOWERS"] or "500"),
    )


def _switch(name: str, text: str) -> bool:
    """0 or 1; an empty text is on."""
    if text not in ("", "0", "1"):
        raise BadEnvironment(f"{name} is {text!r}; it is 0 (off) or 1 (on).")
    return text != "0"


def _sign_up(text: str) -> str:
    if text not in ("", *SIGN_UP_MODES):
        raise BadEnvironment(f"SIGN_UP is {text!r}; it is one of {', '.join(SIGN_UP_MODES)}.")
    return text or SIGN_UP_MODES[0]


def _check_secret_key(key: str) -> None:
    """Refuse keys that `check --deploy` calls weak (security.W009)."""
    if (
        len(key) < SECRET_KEY_MIN_LENGTH
        or len(set(key)) < SECRET_KEY_MIN_UNIQUE_CHARACTERS
        or key.startswith(SECRET_KEY_INSECURE_PREFIX)
    ):
        raise BadEnvironment(
            f"SECRET_KEY is easy to guess. Give {SECRET_KEY_MIN_LENGTH} random characters or more: "
            "python3 -c 'import secrets; print(secrets.token_urlsafe(64))'"
        )


def _mail_host(text: str) -> str:
    parts = urlsplit(f"smtp://{text}")
    try:
        good = not text or (bool(parts.hostname) and parts.port != 0 and not parts.path)
    except ValueError:  # not a port number
        good = False
    if not good:
        raise BadEnvironment("EMAIL_HOST is not of the form [user:password@]host[:port].")
    return text


def _address(name: str, text: str) -> str:
    """An http(s) address, or an empty text."""
    if text and not (text.startswith(("http://", "https://")) and urlsplit(text).hostname):
        raise BadEnvironment(f"{name} is {text!r}; it is an address that begins with https://.")
    return text


def _count(name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 100_000):
        raise BadEnvironment(f"{name} is {text!r}; it is a number from 1 to 99999.")
    return int(text)


def _port(name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 65536):
        raise BadEnvironment(f"{name} is {text!r}; it is a number from 1 to 65535.")
    return int(text)
