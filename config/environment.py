"""Reads the environment variables, which are listed in `.env.example`."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from config.env_parsing import BadEnvironment as BadEnvironment  # for whoever reads it
from config.env_parsing import (
    Network,
    read_address,
    read_choice,
    read_count,
    read_file,
    read_host,
    read_key,
    read_mail_host,
    read_networks,
    read_public_keys,
    read_recipients,
    read_site,
    read_switch,
    read_url_secret,
    require_strong_key,
)
from config.running import machine

ROOT = Path(__file__).resolve().parent.parent
NAMES = (
    "ENV_FILE",
    "DATABASE_URL",
    "REDIS_URL",
    "SECRET_KEY",
    "SIGNING_KEY",
    "RETIRED_SIGNING_KEYS",
    "PUSH_KEY",
    "SECRET_KEY_FALLBACKS",
    "ALLOWED_HOSTS",
    "DEBUG",
    "BIND_ADDRESS",
    "PORT",
    "WEB_PROCESSES",
    "WEB_THREADS",
    "STANDINGS_PROCESSES",
    "RATINGS_PROCESSES",
    "PAIRING_PROCESSES",
    "BULK_PROCESSES",
    "WEBHOOKS_PROCESSES",
    "CONNECT_SECONDS",
    "LOCK_SECONDS",
    "STATEMENT_SECONDS",
    "IDLE_SECONDS",
    "VAR_DIR",
    "BACKUP_DIR",
    "BACKUP_RECIPIENTS",
    "BACKUP_DAYS",
    "LOG_LEVEL",
    "LOG_FORMAT",
    "ACCESS_LOG",
    "METRICS",
    "METRICS_NETWORKS",
    "DEMO",
    "EMAIL_HOST",
    "EMAIL_FROM",
    "SITE_URL",
    "SIGN_UP",
    "REQUIRE_EMAIL",
    "FOLLOW_URL",
    "FOLLOW_PORT",
    "FOLLOWERS",
    "WEBHOOKS_TO_OWN_NETWORKS",
    "WEBHOOKS_BY_HTTP",
    "PLAYTAK_URL",
    "PLAYTAK_API_URL",
    "PLAYTAK_SECRET",
    "PLAYTAK_NETWORKS",
)
QUEUES = ("standings", "ratings", "pairing", "bulk", "webhooks")
SIGN_UP_MODES = ("open", "invited", "closed")
LOG_LEVELS = ("WARNING", "DEBUG", "INFO", "ERROR")  # the first is the default
LOG_FORMATS = ("text", "json")
LOCAL_ADDRESSES = ("127.0.0.1", "::1", "localhost")
LAST_PORT = 65_535
MOST_PROCESSES = 64
USUAL_WEB_PROCESSES = machine.web_processes(machine.CORES, machine.memory_bytes())
USUAL_QUEUE_PROCESSES = machine.queue_processes(machine.memory_bytes())


@dataclass(frozen=True, slots=True)
class Environment:
    """database_url, redis_url: empty for the embedded ones."""

    database_url: str
    redis_url: str
    secret_key: str
    secret_key_fallbacks: tuple[str, ...]  # earlier keys, which open what was sealed with them
    signing_key: str  # empty: one is kept in the folder of the embedded data
    retired_signing_keys: tuple[str, ...]  # public keys that signed before
    push_key: str  # empty: one is kept in the folder of the embedded data
    allowed_hosts: tuple[str, ...]
    debug: bool
    bind_address: str  # of the web server and the server of followers
    port: int
    web_processes: int
    web_threads: int
    queue_processes: dict[str, int]  # of a worker that serves this queue
    connect_seconds: int  # this and the next three: limits of the database
    lock_seconds: int
    statement_seconds: int
    idle_seconds: int  # in a transaction
    var_dir: Path
    backup_dir: Path | None  # of the nightly backups; None: there are none
    backup_recipients: tuple[str, ...]  # public keys that backups are encrypted for
    backup_days: int  # how long nightly backups are kept
    log_level: str  # one of LOG_LEVELS
    log_format: str  # one of LOG_FORMATS
    access_log: bool  # whether each request has a line
    metrics: bool  # whether requests and tasks are counted for Prometheus
    metrics_networks: tuple[Network, ...]  # who may read the metrics without a token
    demo: bool  # whether `make` creates a demo club in an empty database
    email_host: str  # [user:password@]host[:port]; empty: no mail is sent
    email_from: str
    site_url: str  # where links in mails lead to: scheme and host, without a slash at the end
    sign_up: str  # one of SIGN_UP_MODES
    require_email: bool  # whether accounts need a verified mail address
    follow_url: str  # public address of the process that serves followers; empty: none runs
    follow_port: int  # of that process; 0: any free one
    followers: int  # how many may follow at once
    webhooks_to_own_networks: bool  # whether webhooks may lead to private addresses
    webhooks_by_http: bool  # whether webhooks may do without https
    playtak_url: str  # where a playtak server takes seeks; empty: nowhere
    playtak_api_url: str  # where its games are read
    playtak_secret: str  # of the address that takes its messages; empty: none are taken
    playtak_networks: tuple[Network, ...]  # who may send them; empty: anybody with the address


def read_environment(source: Mapping[str, str] | None = None) -> Environment:
    """Read `source`, by default os.environ and, for what it lacks, the file ENV_FILE.

    :raises BadEnvironment: a value is wrong; or DEBUG=0 without ALLOWED_HOSTS or a strong
        SECRET_KEY; or REQUIRE_EMAIL=1 without EMAIL_HOST; or a demo that others can reach.
    """
    variables = _with_file(os.environ) if source is None else source
    values = {name: variables.get(name, "").strip() for name in NAMES}
    debug = read_switch("DEBUG", values["DEBUG"])
    demo = read_switch("DEMO", values["DEMO"])
    bind_address = read_host("BIND_ADDRESS", values["BIND_ADDRESS"] or "127.0.0.1")
    if not debug:
        _require_public(values)
    elif demo and bind_address not in LOCAL_ADDRESSES:
        raise BadEnvironment(
            f"BIND_ADDRESS={bind_address} lets others reach the demo, whose passwords are known: "
            "set DEMO=0, or DEBUG=0 for a public server."
        )
    require_email = _off(values, "REQUIRE_EMAIL")
    if require_email and not values["EMAIL_HOST"]:
        raise BadEnvironment("REQUIRE_EMAIL=1 needs EMAIL_HOST: the proof is a mail.")
    for name in ("PLAYTAK_URL", "PLAYTAK_SECRET"):
        if values[name] and not values["PLAYTAK_API_URL"]:
            raise BadEnvironment(f"{name} needs PLAYTAK_API_URL, where games are read.")
    return Environment(
        database_url=values["DATABASE_URL"],
        redis_url=values["REDIS_URL"],
        secret_key=values["SECRET_KEY"],
        secret_key_fallbacks=_list(values["SECRET_KEY_FALLBACKS"]),
        signing_key=read_key("SIGNING_KEY", values["SIGNING_KEY"]),
        retired_signing_keys=read_public_keys(
            "RETIRED_SIGNING_KEYS", values["RETIRED_SIGNING_KEYS"]
        ),
        push_key=read_key("PUSH_KEY", values["PUSH_KEY"]),
        allowed_hosts=_list(values["ALLOWED_HOSTS"]),
        debug=debug,
        bind_address=bind_address,
        port=_count(values, "PORT", 8000, most=LAST_PORT),
        web_processes=_count(values, "WEB_PROCESSES", USUAL_WEB_PROCESSES, most=MOST_PROCESSES),
        web_threads=_count(values, "WEB_THREADS", 4, most=MOST_PROCESSES),
        queue_processes={
            queue: _count(
                values, f"{queue.upper()}_PROCESSES", USUAL_QUEUE_PROCESSES, most=MOST_PROCESSES
            )
            for queue in QUEUES
        },
        connect_seconds=_count(values, "CONNECT_SECONDS", 5),
        lock_seconds=_count(values, "LOCK_SECONDS", 5),
        statement_seconds=_count(values, "STATEMENT_SECONDS", 30),
        idle_seconds=_count(values, "IDLE_SECONDS", 60),
        var_dir=Path(values["VAR_DIR"]).resolve() if values["VAR_DIR"] else ROOT / "var",
        backup_dir=Path(values["BACKUP_DIR"]).resolve() if values["BACKUP_DIR"] else None,
        backup_recipients=read_recipients("BACKUP_RECIPIENTS", values["BACKUP_RECIPIENTS"]),
        backup_days=_count(values, "BACKUP_DAYS", 14),
        log_level=read_choice("LOG_LEVEL", values["LOG_LEVEL"], LOG_LEVELS),
        log_format=read_choice("LOG_FORMAT", values["LOG_FORMAT"], LOG_FORMATS),
        access_log=read_switch("ACCESS_LOG", values["ACCESS_LOG"] or "0"),
        metrics=read_switch("METRICS", values["METRICS"] or "0"),
        metrics_networks=read_networks("METRICS_NETWORKS", values["METRICS_NETWORKS"]),
        demo=demo,
        email_host=read_mail_host("EMAIL_HOST", values["EMAIL_HOST"]),
        email_from=values["EMAIL_FROM"],
        site_url=read_site("SITE_URL", values["SITE_URL"]) or _default_site(values, debug=debug),
        sign_up=read_choice("SIGN_UP", values["SIGN_UP"], SIGN_UP_MODES),
        require_email=require_email,
        follow_url=read_address("FOLLOW_URL", values["FOLLOW_URL"]),
        follow_port=_count(values, "FOLLOW_PORT", 0, most=LAST_PORT),
        followers=_count(values, "FOLLOWERS", 500),
        webhooks_to_own_networks=_off(values, "WEBHOOKS_TO_OWN_NETWORKS"),
        webhooks_by_http=_off(values, "WEBHOOKS_BY_HTTP"),
        playtak_url=read_address("PLAYTAK_URL", values["PLAYTAK_URL"]),
        playtak_api_url=read_address("PLAYTAK_API_URL", values["PLAYTAK_API_URL"]),
        playtak_secret=read_url_secret("PLAYTAK_SECRET", values["PLAYTAK_SECRET"]),
        playtak_networks=read_networks("PLAYTAK_NETWORKS", values["PLAYTAK_NETWORKS"]),
    )


def _default_site(values: Mapping[str, str], *, debug: bool) -> str:
    """The first host name of a public server, else this machine."""
    hosts = [host for host in _list(values["ALLOWED_HOSTS"]) if host.strip(".*")]
    if debug or not hosts:
        return f"http://127.0.0.1:{values['PORT'] or 8000}"
    return f"https://{hosts[0].lstrip('.')}"


def own_address(bind_address: str) -> str:
    """The address at which this machine reaches a server that is bound so."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(bind_address, bind_address)  # nosec


def _with_file(given: Mapping[str, str]) -> Mapping[str, str]:
    """What is given, and what the file says besides. By default it is `.env` beside manage.py."""
    if "ENV_FILE" not in given:
        default = ROOT / ".env"
        return {**read_file(default), **given} if default.exists() else given
    name = given["ENV_FILE"]
    return {**read_file(Path(name)), **given} if name else given


def _require_public(values: Mapping[str, str]) -> None:
    """Check what a public server needs."""
    missing = [name for name in ("SECRET_KEY", "ALLOWED_HOSTS") if not values[name]]
    if missing:
        raise BadEnvironment(
            f"DEBUG=0 needs {' and '.join(missing)} in the environment; see .env.example."
        )
    require_strong_key("SECRET_KEY", values["SECRET_KEY"])


def _count(values: Mapping[str, str], name: str, default: int, *, most: int = 99_999) -> int:
    """default: used for an empty text, whatever it is."""
    return read_count(name, values[name], most=most) if values[name] else default


def _off(values: Mapping[str, str], name: str) -> bool:
    """A switch that is off by default."""
    return read_switch(name, values[name] or "0")


def _list(text: str) -> tuple[str, ...]:
    """Values with commas or spaces between them."""
    return tuple(text.replace(",", " ").split())
