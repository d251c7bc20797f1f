"""Every command of docs/operations.md is run again, on a PostgreSQL and a Redis of the test."""

import re
import shlex
import time
from contextlib import closing

import psycopg
import pytest

from tests.docs.documents import read
from tests.paths import ROOT
from tests.processes.environment import manage, manage_each
from tests.processes.postgres import (
    as_ordinary_user,
    folder_of_ordinary_user,
    make_cluster,
    own_postgres,
    program,
    running_cluster,
)

DOCUMENT = read("docs/operations.md")
KEY = "kZ8-vT3_qLw5xR9bN1mC7yH4gJ2fD6sA0pE_uIoK8wVtX3zQ5-and-more"
COMMAND = re.compile(r"\.venv/bin/python manage\.py (?P<words>[^|&;<>$`]+?)( \|\| true)?")
BACKUPS = "/var/backups/roadhouse"
# Done for a whole machine, or by Docker: these are looked at, not run.
NOT_RUN_HERE = ("useradd ", "runuser ", "chown ", "install -d ", "systemctl ", "docker ", "cp ")


def blocks(kind: str) -> list[list[str]]:
    """The lines of each block that begins with this."""
    found = re.findall(rf"^```{kind}\n(.*?)^```$", DOCUMENT, re.M | re.S)
    return [text.strip().splitlines() for text in found]


@pytest.mark.slow
def test_the_commands_of_the_user_of_the_service_work_in_order(tmp_path):
    """All blocks `sh`; those that only end processes of the machine stand in blocks `sh root`."""
    commands = [line for block in blocks("sh") for line in block if line != "make setup"]
    assert len(commands) > 12
    backups = tmp_path / "backups"
    backups.mkdir()
    with own_postgres() as url:
        given = {
            "DATABASE_URL": url, "DEBUG": "0", "SECRET_KEY": KEY, "BACKUP_DIR": str(backups),
            "ALLOWED_HOSTS": "tak.example.org",
        }  # fmt: skip
        for together in in_one_process(commands):
            words = [words_of(line.replace(BACKUPS, str(backups))) for line in together]
            done = manage_each(tmp_path / "var", *words, **given)
            for line, (code, said) in zip(together, done, strict=True):
                assert code == 0 or line.endswith("|| true"), f"{line}\n{said}"


def words_of(line: str) -> list[str]:
    """What a command gives to manage.py."""
    found = COMMAND.fullmatch(line)
    assert found, line
    return shlex.split(found["words"])


def in_one_process(commands: list[str]) -> list[list[str]]:
    """Starting a process takes a second, so it runs commands up to one that replaces a key: the
    next one has to read it.
    """
    found: list[list[str]] = [[]]
    for line in commands:
        found[-1].append(line)
        if "signing_key" in line:
            found.append([])
    return [each for each in found if each]


def test_what_is_done_for_a_machine_names_files_that_exist():
    lines = [line for kind in ("sh root", "sh compose") for block in blocks(kind) for line in block]
    assert len(lines) > 10
    for line in lines:
        assert line.startswith((*NOT_RUN_HERE, "echo ")), line
    for name in re.findall(r"(?:deploy/[\w./@]+|\.env\.example)", DOCUMENT):
        assert (ROOT / name.rstrip("/")).exists(), name


@pytest.mark.slow
def test_after_a_lost_disk_the_archive_brings_everything_back(tmp_path):
    """The settings and commands of "Losing at most a minute", with a shorter minute."""
    with folder_of_ordinary_user() as folder:
        data, wal = folder / "data", folder / "wal"
        as_ordinary_user("mkdir", str(wal))
        places = {"/srv/wal": str(wal), "/srv/base": str(folder / "base"), "$PGDATA": str(data)}
        make_cluster(data)
        (settings,) = blocks("sql")
        archive = dict(re.findall(r"SET (\w+) = '(.*)';", "\n".join(settings)))
        assert archive.pop("archive_timeout") == "60s"
        given = {name: placed(value, places) for name, value in archive.items()}
        basebackup, recovery = blocks("sh postgres")
        with running_cluster(data, archive_timeout="2s", **given) as url:
            manage(tmp_path, "migrate", "--verbosity", "0", DATABASE_URL=url)
            (line,) = basebackup
            binary = program("pg_basebackup")
            command = placed(line, places).replace("pg_basebackup", f"{binary} --dbname={url}")
            as_ordinary_user("sh", "-ec", command)
            with closing(psycopg.connect(url, autocommit=True)) as rows:
                rows.execute("INSERT INTO tournaments_club (name, slug) SELECT 'Kept', 'kept'")
                before = rows.execute("SELECT pg_walfile_name(pg_current_wal_lsn())").fetchone()
                assert before
                wait_until(lambda: (wal / before[0]).exists())
        as_ordinary_user("rm", "-r", str(data))  # the disk is lost
        as_ordinary_user("sh", "-ec", "\n".join(placed(line, places) for line in recovery))
        with running_cluster(data) as url, closing(psycopg.connect(url)) as rows:
            found = rows.execute("SELECT name FROM tournaments_club").fetchall()
            assert found == [("Kept",)]
            wait_until(lambda: not is_recovering(url))


def placed(line: str, places: dict[str, str]) -> str:
    for name, place in places.items():
        line = line.replace(name, place)
    return line


def is_recovering(url: str) -> bool:
    with closing(psycopg.connect(url)) as rows:
        found = rows.execute("SELECT pg_is_in_recovery()").fetchone()
        assert found
        return bool(found[0])


def wait_until(holds) -> None:
    end = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.2)
