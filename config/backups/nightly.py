"""One backup a day in BACKUP_DIR: kept for BACKUP_DAYS, and the first of each month for a year."""

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from django.conf import settings

from config.backups.backup import write_backup
from config.private_files import make_private_folder

NAME = re.compile(r"roadhouse-(\d{8}-\d{6})\.backup(\.age)?")
STAMP = "%Y%m%d-%H%M%S"
MONTHLY = timedelta(days=366)


def write_nightly_backup(*, now: datetime) -> Path | None:
    """Write the backup of a day and delete old ones; None if it exists, or BACKUP_DIR is not set.

    :raises OSError: the folder cannot be written.
    """
    folder: Path | None = settings.BACKUP_DIR
    if folder is None:
        return None
    make_private_folder(folder)
    newest = newest_backup(folder)
    if newest and newest.date() == now.date():
        return None
    ending = ".backup.age" if settings.BACKUP_RECIPIENTS else ".backup"
    target = folder / f"roadhouse-{now:{STAMP}}{ending}"
    write_backup(target, recipients=settings.BACKUP_RECIPIENTS)
    for name in outdated_names(_names(folder), today=now.date(), days=settings.BACKUP_DAYS):
        (folder / name).unlink(missing_ok=True)
    return target


def newest_backup(folder: Path) -> datetime | None:
    """When the newest backup of the folder was written."""
    return max((_written_at(name) for name in _names(folder)), default=None)


def outdated_names(names: Iterable[str], *, today: date, days: int) -> list[str]:
    """The backups that are no longer kept. Other files are none of our business."""
    outdated, months = [], set()
    for name in sorted(name for name in names if NAME.fullmatch(name)):
        day = _written_at(name).date()
        is_first_of_month = (day.year, day.month) not in months
        months.add((day.year, day.month))
        age = today - day
        if age >= timedelta(days=days) and not (is_first_of_month and age < MONTHLY):
            outdated.append(name)
    return outdated


def _names(folder: Path) -> list[str]:
    if not folder.is_dir():
        return []
    return [path.name for path in folder.iterdir() if NAME.fullmatch(path.name)]


def _written_at(name: str) -> datetime:
    found = NAME.fullmatch(name)
    assert found
    return datetime.strptime(found[1], STAMP).replace(tzinfo=UTC)
