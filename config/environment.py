"""The one place that reads the process environment; `.env.example` lists the same names."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent.parent
NAMES = (
    "DATABASE_URL",
    "REDIS_URL",
    "SECRET_KEY",
    "ALLOWED_HOSTS",
    "DEBUG",
    "PORT",
    "VAR_DIR",
    "EMAIL_HOST",
    "EMAIL_FROM",
)


class BadEnvironment(ValueError):
    """A variable of the environment is missing or unreadable; the message says which."""


@dataclass(frozen=True, slots=True)
class Environment:
    """database_url and redis_url are empty when the embedded ones are meant."""

    database_url: str
    redis_url: str
    secret_key: str
    allowed_hosts: tuple[str, ...]
    debug: bool
    port: int
    var_dir: Path
    email_host: str  # [user:password@]host[:port]; empty: no mail is sent
    email_from: str


def read(source: Mapping[str, str] | None = None) -> Environment:
    """Read the settings from `source`, by default the environment of this process.

    :raises BadEnvironment: PORT or EMAIL_HOST is none; or DEBUG=0 without SECRET_KEY or
        ALLOWED_HOSTS.
    """
    given = os.environ if source is None else source
    values = {name: given.get(name, "").strip() for name in NAMES}
    hosts = tuple(host for host in values["ALLOWED_HOSTS"].replace(",", " ").split() if host)
    debug = _debug(values["DEBUG"])
    if not debug:
        missing = [name for name in ("SECRET_KEY", "ALLOWED_HOSTS") if not values[name]]
        if missing:
            raise BadEnvironment(
                f"DEBUG=0 needs {' and '.join(missing)} in the environment; see .env.example."
            )
    return Environment(
        database_url=values["DATABASE_URL"],
        redis_url=values["REDIS_URL"],
        secret_key=values["SECRET_KEY"],
        allowed_hosts=hosts,
        debug=debug,
        port=_port(values["PORT"] or "8000"),
        var_dir=Path(values["VAR_DIR"]).resolve() if values["VAR_DIR"] else ROOT / "var",
        email_host=_mail_host(values["EMAIL_HOST"]),
        email_from=values["EMAIL_FROM"],
    )


def _debug(text: str) -> bool:
    if text not in ("", "0", "1"):
        raise BadEnvironment(f"DEBUG is {text!r}; it is 0 (a public server) or 1 (the default).")
    return text != "0"


def _mail_host(text: str) -> str:
    parts = urlsplit(f"smtp://{text}")
    try:
        good = not text or (bool(parts.hostname) and parts.port != 0 and not parts.path)
    except ValueError:  # what urlsplit says to a port that is none
        good = False
    if not good:
        raise BadEnvironment("EMAIL_HOST is not of the form [user:password@]host[:port].")
    return text


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 65536):
        raise BadEnvironment(f"PORT is {text!r}; it is a number from 1 to 65535.")
    return int(text)
