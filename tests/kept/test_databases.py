"""What tests share is the same for each of them, whatever another did to it."""

import pytest
from django.contrib.auth.models import Permission
from django.db import connection

from tests.builders import make_club
from tests.kept.databases import kept_world, migrated_file
from tournaments.models import Club

on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite alone keeps worlds")


@on_sqlite
def test_a_world_is_made_once_and_no_module_sees_what_another_changed(
    django_db_setup, django_db_blocker
):
    made = []

    def make():
        made.append("once")
        return {"club": make_club("kept")}

    with django_db_blocker.unblock():
        for _module in range(2):
            with kept_world(make) as world:
                assert Club.objects.get() == world["club"]
                assert Club.objects.get().name == world["club"].name == "Kept"
                Club.objects.update(name="Changed")
                world["club"].name = "Changed"
        assert not Club.objects.exists()
    assert made == ["once"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("time", ["first", "again"])
def test_what_a_test_with_threads_committed_or_deleted_is_put_back(time):
    assert not Club.objects.exists()
    assert Permission.objects.filter(content_type__model="club").exists()
    make_club("committed")
    Permission.objects.all().delete()


@on_sqlite
def test_another_migration_is_another_database(monkeypatch, tmp_path):
    monkeypatch.setattr("tests.kept.databases.ROOT", tmp_path)
    folder = tmp_path / "games" / "migrations"
    folder.mkdir(parents=True)
    empty = migrated_file()
    (folder / "0001_initial.py").write_text("operations = []")
    assert migrated_file() not in (empty, None)
    assert migrated_file() == migrated_file()
