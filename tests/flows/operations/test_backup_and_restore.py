"""A club loses its database and has it back, by the commands that an operator types."""

import json
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pyrage
import pytest

from tests.kept.databases import put_migrated_into
from tests.paths import ROOT
from tests.processes.environment import bare_environment, manage, run_python
from tests.processes.postgres import own_postgres

pytestmark = pytest.mark.slow
KEYS = ("secret_key", "signing_key", "push_key")


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    """The folder of a club with the events of the demo, and a backup of it."""
    var = tmp_path_factory.mktemp("club")
    put_migrated_into(var)
    manage(var, "migrate", "--verbosity", "0")
    manage(var, "createcachetable")
    manage(var, "demo")
    manage(var, "backup", str(var / "club.backup"))
    return var


def counts(path) -> dict[str, int]:
    """The rows of each table of a backup."""
    manifest = json.loads(zipfile.ZipFile(path).read("manifest.json"))
    return {name: table["rows"] for name, table in manifest["tables"].items()}


def hashes(path) -> dict[str, str]:
    manifest = json.loads(zipfile.ZipFile(path).read("manifest.json"))
    return {name: table["sha256"] for name, table in manifest["tables"].items()}


def changed(path, table, old, new):
    """A backup whose rows differ, with the hash of what it has now."""
    members = zipfile.ZipFile(path)
    texts = {name: members.read(name) for name in members.namelist()}
    name = f"tables/{table}.jsonl"
    assert old in texts[name]
    texts[name] = texts[name].replace(old, new, 1)
    manifest = json.loads(texts["manifest.json"])
    manifest["tables"][table]["sha256"] = sha256(texts[name]).hexdigest()
    texts["manifest.json"] = json.dumps(manifest).encode()
    target = path.with_name("changed.backup")
    with zipfile.ZipFile(target, "w") as out:
        for each, text in texts.items():
            out.writestr(each, text)
    return target


@pytest.fixture
def copy(club, tmp_path):
    """The folder of another installation with the same database."""
    return Path(shutil.copytree(club, tmp_path / "copy"))


def restore(var, *arguments, **given):
    """The exit code, and what is printed."""
    done = run_python(var, "manage.py", "restore", *map(str, arguments), **given)
    return done.returncode, done.stdout + done.stderr


def test_an_encrypted_backup_restores_to_the_same_rows_and_keys(club, tmp_path):
    identity = pyrage.x25519.Identity.generate()
    (tmp_path / "key.txt").write_text(str(identity))
    sealed = tmp_path / "club.backup.age"
    manage(club, "backup", str(sealed), BACKUP_RECIPIENTS=str(identity.to_public()))
    key = (club / "secret_key").read_text()
    for path in (sealed, club / "club.backup"):
        assert path.stat().st_mode & 0o777 == 0o600
        assert key.encode() not in path.read_bytes()
    var = tmp_path / "var"
    code, said = restore(var, sealed)
    assert (code, "give the key with --identity FILE" in said) == (1, True)
    code, said = restore(var, sealed, "--identity", tmp_path / "key.txt")
    assert (code, "Everything is equal." in said) == (0, True), said
    for name in KEYS:
        assert f"Key file put back: {name}." in said
        assert (var / name).read_text() == (club / name).read_text()
        assert (var / name).stat().st_mode & 0o777 == 0o600
    left = {path.name.partition(".")[0] for path in var.iterdir() if "restor" in path.name}
    assert left == set(KEYS)  # those of the new installation
    manage(var, "backup", str(var / "again.backup"))
    assert hashes(var / "again.backup") == hashes(club / "club.backup")
    assert counts(club / "club.backup")["games_game"] > 50


def test_an_older_backup_is_migrated_and_the_former_database_is_kept(club, copy):
    gone_back = run_python(copy, "-m", "tests.processes.earlier_migration", "config", "0003")
    assert gone_back.returncode == 0, gone_back.stderr
    manage(copy, "backup", str(copy / "old.backup"))
    database = copy / "roadhouse.sqlite3"
    with closing(sqlite3.connect(database)) as rows:
        rows.execute("UPDATE tournaments_player SET name = 'Nobody'")
        rows.commit()
    code, said = restore(copy, copy / "old.backup")
    assert code == 1
    assert "The database is not empty: it has rows in tournaments_event" in said
    code, said = restore(copy, copy / "old.backup", "--replace")
    assert code == 0, said
    (former,) = copy.glob("roadhouse.sqlite3.before-restore-*")
    assert str(former) in said
    for path, is_lost in ((former, True), (database, False)):
        with closing(sqlite3.connect(path)) as rows:
            (name,) = rows.execute("SELECT name FROM tournaments_player LIMIT 1").fetchone()
        assert (name == "Nobody") is is_lost
    assert "[ ]" not in manage(copy, "showmigrations")


def test_what_does_not_follow_from_its_facts_replaces_nothing(club, copy):
    before = (copy / "roadhouse.sqlite3").read_bytes()
    wrong = changed(copy / "club.backup", "tournaments_journalline", b"event.c", b"event.x")
    code, said = restore(copy, wrong, "--replace")
    assert code == 1
    assert "was changed" in said
    assert "Nothing was replaced" in said
    assert (copy / "roadhouse.sqlite3").read_bytes() == before


def test_a_damaged_or_newer_backup_replaces_nothing(club, copy):
    before = (copy / "roadhouse.sqlite3").read_bytes()
    data = (copy / "club.backup").read_bytes()
    (copy / "cut.backup").write_bytes(data[: len(data) // 2])
    code, said = restore(copy, copy / "cut.backup", "--replace")
    assert (code, "is no backup, or was cut off" in said) == (1, True)

    members = zipfile.ZipFile(copy / "club.backup")
    manifest = json.loads(members.read("manifest.json"))
    manifest["migrations"]["games"].append("9999_from_the_future")
    with zipfile.ZipFile(copy / "new.backup", "w") as out:
        for name in members.namelist():
            text = json.dumps(manifest) if name == "manifest.json" else members.read(name)
            out.writestr(name, text)
    code, said = restore(copy, copy / "new.backup", "--replace")
    assert code == 1
    assert "this one lacks games.9999_from_the_future. Upgrade first." in said
    assert (copy / "roadhouse.sqlite3").read_bytes() == before


WRITER = """
import time
import django; django.setup()
from django.db.models import F
from tournaments.models import Player
from tournaments.actor import SYSTEM
from tournaments.services.people import people
from itertools import count
for number in count():
    people.create_player(actor=SYSTEM, name=f"Player {number}")
    if not number:
        print("writing", flush=True)
    time.sleep(0.03)
"""


def write_all_the_time(var, **given):
    """Some dozens of players a second: without a pause they would take every core."""
    env = bare_environment(VAR_DIR=str(var), DJANGO_SETTINGS_MODULE="config.settings", **given)
    command = [sys.executable, "-c", WRITER]
    return subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True)


def back_up_under_load(var, target, **given) -> list[int]:
    """Three backups while two processes create players; the number of players in each.

    A player and the line of the journal about it are one transaction.
    """
    writers = [write_all_the_time(var, **given) for _ in range(2)]
    try:
        assert [writer.stdout.readline() for writer in writers] == ["writing\n"] * 2
        found, lines_of_others = [], set()
        for number in range(3):
            path = target.with_name(f"{number}-{target.name}")
            manage(var, "backup", str(path), **given)
            rows = counts(path)
            found.append(rows["tournaments_player"])
            lines_of_others.add(rows["tournaments_journalline"] - found[-1])
            assert [writer.poll() for writer in writers] == [None, None]
    finally:
        for writer in writers:
            writer.kill()
            writer.communicate()
    assert len(lines_of_others) == 1, "the rows of one backup are not of one moment"
    path.rename(target)
    return found


def test_backups_are_whole_while_others_write(copy):
    found = back_up_under_load(copy, copy / "busy.backup")
    assert found == sorted(set(found))
    code, said = restore(copy / "new", copy / "busy.backup")
    assert (code, "Everything is equal." in said) == (0, True), said
    manage(copy / "new", "check_journal")  # signed by the key of another installation


def test_a_club_moves_to_postgresql_and_is_restored_there(club, tmp_path):
    with own_postgres() as url:
        code, said = restore(tmp_path, club / "club.backup", DATABASE_URL=url)
        assert code == 0, said
        found = back_up_under_load(tmp_path, tmp_path / "busy.backup", DATABASE_URL=url)
        assert found == sorted(set(found))
        code, said = restore(tmp_path, tmp_path / "busy.backup", "--replace", DATABASE_URL=url)
        assert (code, "kept: schema before_restore_" in said) == (0, True), said
