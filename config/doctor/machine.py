"""The machine as the doctor sees it: keys, disk, files, mail, backups."""

import shutil
import smtplib
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.core.mail import get_connection
from django.utils import timezone

from config import environment
from config.backups.nightly import newest_backup
from config.doctor.findings import Finding, failure, fine, warning
from config.env_parsing import BadEnvironment, require_strong_key

MB = 1_000_000
LITTLE_SPACE, NO_SPACE = 1_000 * MB, 200 * MB
BACKUP_AGE = timedelta(hours=26)


def check_keys() -> Iterator[Finding]:
    try:
        require_strong_key("SECRET_KEY", settings.SECRET_KEY)
    except BadEnvironment as error:
        yield failure("keys", str(error), "See docs/operations.md, Rotate secrets")
        return
    yield fine("keys", "SECRET_KEY is strong")


def check_files() -> Iterator[Finding]:
    """Whether others of the machine can read what is secret."""
    kept = [settings.SECRET_KEY_FILE, settings.SIGNING_KEY_FILE, settings.PUSH_KEY_FILE]
    paths = [*kept, environment.ROOT / ".env", settings.VAR_DIR / "roadhouse.sqlite3"]
    open_to_others = [str(path) for path in paths if path.exists() and path.stat().st_mode & 0o077]
    if open_to_others:
        names = " ".join(open_to_others)
        yield failure("files", f"others can read {names}", f"Run: chmod 600 {names}")
    else:
        yield fine("files", "keys and database are readable by their owner alone")


def check_disk() -> Iterator[Finding]:
    folders: list[Path] = [
        settings.VAR_DIR,
        *([settings.BACKUP_DIR] if settings.BACKUP_DIR else []),
    ]
    for folder in folders:
        if not folder.exists():
            continue
        free = shutil.disk_usage(folder).free
        text = f"{free // MB} MB free at {folder}"
        advice = "See docs/operations.md, Disk full"
        if free < NO_SPACE:
            yield failure("disk", text, advice)
        elif free < LITTLE_SPACE:
            yield warning("disk", text, advice)
        else:
            yield fine("disk", text)


def check_mail() -> Iterator[Finding]:
    if not settings.MAIL:
        yield warning("mail", "no server", "Set EMAIL_HOST, or hand out reset links in the admin")
        return
    server = f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
    try:
        connection = get_connection()
        connection.open()
        connection.close()
    except (OSError, smtplib.SMTPException) as error:
        yield failure("mail", f"{server} does not take mails: {error}", "Look at EMAIL_HOST")
    else:
        yield fine("mail", f"{server} answers; links in mails lead to {settings.SITE_URL}")
    if not settings.ON_ONE_MACHINE and not settings.SITE_URL.startswith("https://"):
        advice = "Set SITE_URL to the public address, with https"
        yield warning("mail", f"links in mails lead to {settings.SITE_URL}", advice)


def check_backups() -> Iterator[Finding]:
    folder = settings.BACKUP_DIR
    if folder is None:
        yield warning("backups", "none are made by night", "Set BACKUP_DIR")
        return
    if not settings.BACKUP_RECIPIENTS:
        yield warning("backups", "they are not encrypted", "Set BACKUP_RECIPIENTS")
    newest = newest_backup(folder)
    if newest is None:
        yield warning("backups", f"none in {folder} yet", "Run: manage.py backup FILE")
    elif timezone.now() - newest > BACKUP_AGE:
        yield failure("backups", f"the newest is of {newest:%Y-%m-%d %H:%M}", "Look at the worker")
    else:
        yield fine("backups", f"the newest is of {newest:%Y-%m-%d %H:%M}")
