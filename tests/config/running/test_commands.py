"""One command for each process, by the settings."""

import pytest
from django.core.management import get_commands, load_command_class

from config.environment import read_environment
from config.running.__main__ import command_of
from tests.processes.environment import run_python

OURS = {"config", "games", "ratings", "tournaments"}
SETTINGS = read_environment({"RATINGS_PROCESSES": "5", "LOG_LEVEL": "INFO", "FOLLOW_PORT": "8101"})


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        ("worker ratings", {"--queues=ratings", "--concurrency=5", "--hostname=ratings@%h"}),
        ("worker pairing bulk", {"--queues=pairing,bulk", "--concurrency=2"}),
        ("worker", {"--queues=standings,ratings,pairing,bulk,webhooks", "--concurrency=5"}),
        ("worker standings", {"worker", "--loglevel=INFO"}),
        ("beat", {"beat", "--loglevel=INFO"}),
        ("follow", {"config.follow.app:application", "--port=8101", "--host=127.0.0.1"}),
        ("web", {"gunicorn", "config.wsgi:application"}),
    ],
)
def test_a_command_follows_the_settings(arguments, parts):
    assert parts <= set(command_of(arguments.split(), SETTINGS))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("worker letters", "there is no queue letters"),
        ("web ratings", "a worker has queues"),
        ("cron", "invalid choice: 'cron'"),
    ],
)
def test_what_is_no_process_is_refused(arguments, said, capsys):
    with pytest.raises(SystemExit):
        command_of(arguments.split(), SETTINGS)
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("command", [("gunicorn", "config.wsgi"), ("config.running", "web")])
def test_a_wrong_setting_ends_the_web_server_with_a_sentence(command, tmp_path):
    done = run_python(tmp_path, "-m", *command, WEB_THREADS="many")
    assert done.returncode == 1
    assert done.stderr == "roadhouse: WEB_THREADS is 'many'; it is a number from 1 to 64.\n"


@pytest.mark.slow
def test_gunicorn_is_set_by_the_environment(tmp_path):
    settings = {"PORT": "8123", "WEB_PROCESSES": "3", "WEB_THREADS": "7", "BIND_ADDRESS": "::1"}
    done = run_python(tmp_path, "-m", "gunicorn", "config.wsgi", "--print-config", **settings)
    lines = {tuple(map(str.strip, line.split("=", 1))) for line in done.stdout.splitlines()}
    assert {("bind", "['[::1]:8123']"), ("workers", "3"), ("threads", "7")} <= lines


def test_migrate_alone_checks_the_whole_project_first():
    """Django's checks load every page and the API: longer than most commands take."""
    ours = {name: app for name, app in get_commands().items() if app in OURS}
    assert len(ours) > 15
    checking = [
        name for name, app in ours.items() if load_command_class(app, name).requires_system_checks
    ]
    assert checking == ["migrate"]
