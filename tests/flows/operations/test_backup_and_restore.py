"""A club loses its database and has it back, by the commands that an operator types."""

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path

import pyrage
import pytest

from tests.kept.databases import put_migrated_into
from tests.paths import ROOT
from tests.processes.environment import bare_environment, manage, manage_each, run_python
from tests.processes.postgres import own_postgres

pytestmark = pytest.mark.slow
KEYS = ("secret_key", "signing_key", "push_key")


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    """The folder of a club with the events of the demo, and a backup of it."""
    var = tmp_path_factory.mktemp("club")
    put_migrated_into(var)
    backup = ["backup", var / "club.backup"]
    made = manage_each(var, ["migrate"], ["createcachetable"], ["demo"], backup)
    assert [code for code, _ in made] == [0] * 4, made
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


def restores(var, *commands, **given):
    """For each restore, with these words: the exit code, and what is printed."""
    return manage_each(var, *(("restore", *words) for words in commands), **given)


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
    again = var / "again.backup"
    (refused, why), (code, said), (backed_up, _) = manage_each(
        var,
        ["restore", sealed],
        ["restore", sealed, "--identity", tmp_path / "key.txt"],
        ["backup", again],
    )
    assert (refused, "give the key with --identity FILE" in why) == (1, True)
    assert (backed_up, code, "Everything is equal." in said) == (0, 0, True), said
    for name in KEYS:
        assert f"Key file put back: {name}." in said
        assert (var / name).read_text() == (club / name).read_text()
        assert (var / name).stat().st_mode & 0o777 == 0o600
    left = {path.name.partition(".")[0] for path in var.iterdir() if "restor" in path.name}
    assert left == set(KEYS)  # those of the new installation
    assert hashes(again) == hashes(club / "club.backup")
    assert counts(club / "club.backup")["games_game"] > 50


def test_an_older_backup_is_migrated_and_the_former_database_is_kept(club, copy):
    old, database = copy / "old.backup", copy / "roadhouse.sqlite3"
    with closing(sqlite3.connect(database)) as rows:  # as a release left it that did not sign
        rows.execute("UPDATE tournaments_journalhead SET signed_seq = 0")
        rows.commit()
    words = ("-m", "tests.processes.earlier_migration", "config", "0003", "backup", str(old))
    gone_back = run_python(copy, *words)
    assert gone_back.returncode == 0, gone_back.stderr
    with closing(sqlite3.connect(database)) as rows:
        rows.execute("UPDATE tournaments_player SET name = 'Nobody'")
        rows.commit()
    (refused, why), (code, said), (_, migrations) = manage_each(
        copy, ["restore", old], ["restore", old, "--replace"], ["showmigrations"]
    )
    assert refused == 1
    assert "The database is not empty: it has rows in tournaments_event" in why
    assert code == 0, said
    (former,) = copy.glob("roadhouse.sqlite3.before-restore-*")
    assert str(former) in said
    for path, is_lost in ((former, True), (database, False)):
        with closing(sqlite3.connect(path)) as rows:
            (name,) = rows.execute("SELECT name FROM tournaments_player LIMIT 1").fetchone()
            (signed,) = rows.execute(
                "SELECT MAX(signed_seq) FROM tournaments_journalhead"
            ).fetchone()
        assert (name == "Nobody", signed == 0) == (is_lost, is_lost)
    assert "[X]" in migrations
    assert "[ ]" not in migrations


def test_what_is_damaged_newer_or_does_not_follow_replaces_nothing(club, copy):
    before = (copy / "roadhouse.sqlite3").read_bytes()
    data = (copy / "club.backup").read_bytes()
    (copy / "cut.backup").write_bytes(data[: len(data) // 2])

    members = zipfile.ZipFile(copy / "club.backup")
    manifest = json.loads(members.read("manifest.json"))
    manifest["migrations"]["games"].append("9999_from_the_future")
    with zipfile.ZipFile(copy / "new.backup", "w") as out:
        for name in members.namelist():
            text = json.dumps(manifest) if name == "manifest.json" else members.read(name)
            out.writestr(name, text)

    wrong = changed(copy / "club.backup", "tournaments_journalline", b"event.c", b"event.x")
    said = restores(
        copy,
        [copy / "cut.backup", "--replace"],
        [copy / "new.backup", "--replace"],
        [wrong, "--replace"],
    )
    assert (copy / "roadhouse.sqlite3").read_bytes() == before
    assert [code for code, _ in said] == [1, 1, 1]
    cut, newer, differs = (text for _, text in said)
    assert "is no backup, or was cut off" in cut
    assert "this one lacks games.9999_from_the_future. Upgrade first." in newer
    assert "was changed" in differs
    assert "Nothing was replaced" in differs


WRITER = """
import os, time
import django; django.setup()
from django.db.models import F
from tournaments.models import Player
from tournaments.actor import SYSTEM
from tournaments.services.people import people
from itertools import count
os.fork()
for number in count():
    people.create_player(actor=SYSTEM, name=f"Player {number}")
    if not number:
        print("writing", flush=True)
    time.sleep(0.03)
"""


@contextmanager
def two_writers(var, **given) -> Iterator[None]:
    """Two processes, each with some dozens of players a second: without a pause they would take
    every core."""
    env = bare_environment(VAR_DIR=str(var), DJANGO_SETTINGS_MODULE="config.settings", **given)
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER], cwd=ROOT, env=env, text=True,
        stdout=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    try:
        assert writer.stdout
        assert [writer.stdout.readline() for _ in range(2)] == ["writing\n"] * 2
        yield
        assert writer.poll() is None
    finally:
        os.killpg(writer.pid, signal.SIGKILL)
        writer.communicate()


def back_up_under_load(var, target, **given) -> list[int]:
    """Three backups while two processes create players; the number of players in each.

    A player and the line of the journal about it are one transaction.
    """
    paths = [target.with_name(f"{number}-{target.name}") for number in range(3)]
    with two_writers(var, **given):
        done = manage_each(var, *(("backup", path) for path in paths), **given)
    assert [code for code, _ in done] == [0, 0, 0], done
    found = [counts(path) for path in paths]
    players = [rows["tournaments_player"] for rows in found]
    lines_of_others = {
        rows["tournaments_journalline"] - rows["tournaments_player"] for rows in found
    }
    assert len(lines_of_others) == 1, "the rows of one backup are not of one moment"
    paths[-1].rename(target)
    return players


def test_backups_are_whole_while_others_write(copy):
    found = back_up_under_load(copy, copy / "busy.backup")
    assert found == sorted(set(found))
    (code, said), (signed, _) = manage_each(
        copy / "new", ["restore", copy / "busy.backup"], ["check_journal"]
    )
    assert (code, "Everything is equal." in said) == (0, True), said
    assert signed == 0, "the journal was signed by the key of another installation"


def test_a_club_moves_to_postgresql_and_is_restored_there(club, tmp_path):
    with own_postgres() as url:
        [(code, said)] = restores(tmp_path, [club / "club.backup"], DATABASE_URL=url)
        assert code == 0, said
        found = back_up_under_load(tmp_path, tmp_path / "busy.backup", DATABASE_URL=url)
        assert found == sorted(set(found))
        busy = [tmp_path / "busy.backup", "--replace"]
        [(code, said)] = restores(tmp_path, busy, DATABASE_URL=url)
        assert (code, "kept: schema before_restore_" in said) == (0, True), said
