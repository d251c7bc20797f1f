"""Which nightly backups are kept."""

from datetime import UTC, date, datetime, timedelta

import pytest

from config.backups.nightly import newest_backup, outdated_names, write_nightly_backup
from config.jobs import back_up_by_night

TODAY = date(2026, 11, 24)


def name_of(day: date, ending: str = ".backup") -> str:
    return f"roadhouse-{day:%Y%m%d}-022000{ending}"


def kept_days(days: int, *, every: int = 1, back: int = 800) -> list[date]:
    taken = [TODAY - timedelta(days=ago) for ago in range(0, back, every)]
    outdated = outdated_names(map(name_of, taken), today=TODAY, days=days)
    return sorted(day for day in taken if name_of(day) not in outdated)


def test_the_last_days_are_kept_and_the_first_of_each_month():
    kept = kept_days(7)
    last_week = [TODAY - timedelta(days=ago) for ago in range(7)]
    firsts = [date(2025, month, 1) for month in (12,)] + [
        date(2026, month, 1) for month in range(1, 12)
    ]
    assert kept == sorted([*firsts, *last_week])


def test_where_the_first_day_lacks_the_next_one_is_kept():
    taken = [date(2026, 9, 3), date(2026, 9, 4)]
    outdated = outdated_names(map(name_of, taken), today=TODAY, days=7)
    assert outdated == [name_of(date(2026, 9, 4))]


def test_other_files_are_left_alone():
    names = ["letter.txt", "roadhouse-old.backup", ".roadhouse-20200101-000000.backup.17"]
    assert outdated_names(names, today=TODAY, days=1) == []


def test_an_encrypted_backup_ages_as_others():
    old = name_of(date(2026, 9, 4), ".backup.age")
    names = [name_of(date(2026, 9, 3)), old]
    assert outdated_names(names, today=TODAY, days=7) == [old]


def test_without_a_folder_there_is_none(settings):
    settings.BACKUP_DIR = None
    assert back_up_by_night() == ""


@pytest.mark.django_db(transaction=True)
def test_there_is_one_a_day_and_it_is_private(settings, tmp_path):
    settings.BACKUP_DIR, settings.BACKUP_RECIPIENTS = tmp_path / "nights", ()
    settings.VAR_DIR, settings.BACKUP_DAYS = tmp_path, 1
    night = datetime(2026, 11, 24, 2, 20, tzinfo=UTC)
    for minutes in (0, 20, 40, 60 * 24):
        write_nightly_backup(now=night + timedelta(minutes=minutes))
    files = sorted(settings.BACKUP_DIR.iterdir())
    assert [path.name for path in files] == [
        "roadhouse-20261124-022000.backup",
        "roadhouse-20261125-022000.backup",
    ]
    assert {path.stat().st_mode & 0o777 for path in files} == {0o600}
    assert newest_backup(settings.BACKUP_DIR) == night + timedelta(days=1)
