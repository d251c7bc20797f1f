"""Squashed migrations make a new database; an older one comes to the same tables one by one.

They are compared on SQLite; docs/contributing.md says how to compare them on PostgreSQL.
"""

import json
import sqlite3
from contextlib import closing

import pytest
from django.core.management import CommandError, call_command
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from config.health.checks import Unfit, check_migrations
from tests.kept.databases import put_migrated_into
from tests.processes.environment import manage, run_python

SQUASHED = {key: each.replaces for key, each in MigrationLoader(None).replacements.items()}
LAST = {app: replaced[-1][1] for (app, _name), replaced in SQUASHED.items()}
OBJECTS = "SELECT name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'"


@pytest.fixture(scope="module")
def upgraded(tmp_path_factory):
    """The folder of an installation of the first release that was upgraded to now."""
    var = tmp_path_factory.mktemp("upgraded")
    done = run_python(var, "-m", "tests.processes.first_release")
    assert done.returncode == 0, done.stderr
    manage(var, "migrate", "--verbosity", "0")
    return var


def read(var, query):
    with closing(sqlite3.connect(var / "roadhouse.sqlite3")) as database:
        return database.execute(query).fetchall()


def schema_of(var):
    """Each table with its columns, references and constraints; each index and trigger."""
    return {name: (of, parts_of(sql)) for name, of, sql in read(var, OBJECTS)}


def parts_of(sql):
    """The columns and constraints of a CREATE TABLE in alphabetical order; its start and end.

    SQLite writes a table anew to change it, and puts references to the table itself last.
    """
    if not sql.startswith("CREATE TABLE"):
        return sql
    parts, depth, quoted = [""], 0, False
    for letter in sql:
        quoted ^= letter == "'"
        depth += not quoted and {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and depth == 1 and not quoted:
            parts.append("")
        else:
            parts[-1] += letter
    start, parts[0] = parts[0].split("(", 1)
    parts[-1], end = parts[-1].rsplit(")", 1)
    return start, end, sorted(part.strip() for part in parts)


def test_every_migration_up_to_a_squashed_one_is_replaced_by_it():
    names: dict[str, list[tuple[str, str]]] = {}
    for app, name in sorted(MigrationLoader(None).disk_migrations):
        names.setdefault(app, []).append((app, name))
    for (app, name), replaced in SQUASHED.items():
        last = name.removeprefix("0001_squashed_")
        others = [key for key in names[app] if key not in SQUASHED]
        assert replaced == [key for key in others if key[1] <= last]
        assert replaced[-1] == (app, last)


@pytest.mark.slow
def test_an_older_database_comes_to_the_tables_of_a_new_one(upgraded, tmp_path):
    put_migrated_into(tmp_path)
    if not (tmp_path / "roadhouse.sqlite3").exists():
        manage(tmp_path, "migrate", "--verbosity", "0")
    older, new = schema_of(upgraded), schema_of(tmp_path)
    assert len(new) > 200
    assert older.keys() == new.keys()
    assert {name: (older[name], new[name]) for name in new if older[name] != new[name]} == {}


@pytest.mark.slow
def test_an_older_database_takes_each_migration(upgraded):
    assert read(upgraded, "SELECT folded_name FROM tournaments_club") == [("lodz",)]
    assert read(upgraded, "SELECT signed_seq FROM tournaments_journalhead") == [(1,)]
    ((scoring,),) = read(upgraded, "SELECT scoring FROM tournaments_series")
    assert json.loads(scoring).items() >= {"best": 3, "ties": "shared"}.items()
    noted = set(read(upgraded, "SELECT app, name FROM django_migrations"))
    assert noted == MigrationLoader(None).disk_migrations.keys()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("app", "name"),
    [("tournaments", "0029"), ("config", "0003_admin_names"), ("oauth2_provider", "0010")],
)
def test_no_database_goes_back_into_what_a_squashed_one_has_replaced(app, name):
    with pytest.raises(CommandError, match=f"{app} cannot go back to {name}"):
        call_command("migrate", app, name, verbosity=0)
    check_migrations()
    assert call_command("migrate", app, LAST[app], verbosity=0) is None


def test_parts_of_a_table_are_found():
    sql = """CREATE TABLE "a" ("b" text NOT NULL CHECK ("b" IN ('(,', 'c')), "a" int) STRICT"""
    check = """"b" text NOT NULL CHECK ("b" IN ('(,', 'c'))"""
    assert parts_of(sql) == ('CREATE TABLE "a" ', " STRICT", ['"a" int', check])


@pytest.mark.django_db
def test_a_database_that_has_all_of_them_only_notes_the_squashed_ones():
    """As the release before the squashed ones left it."""
    noted = MigrationRecorder.Migration.objects.filter(name__contains="_squashed_")
    assert {(row.app, row.name) for row in noted} == SQUASHED.keys()
    noted.delete()
    with pytest.raises(Unfit, match=f"^{len(SQUASHED)} to apply"):
        check_migrations()
    call_command("migrate", verbosity=0)
    check_migrations()
