"""One program for each process, by the settings."""

from socket import gethostname

import pytest
from django.core.management import get_commands, load_command_class

from config.environment import read_environment
from config.running import follow, worker
from config.running.__main__ import program_of, read_arguments
from tests.processes.environment import run_python

OURS = {"config", "games", "ratings", "tournaments"}
SETTINGS = read_environment({"RATINGS_PROCESSES": "5", "LOG_LEVEL": "INFO", "FOLLOW_PORT": "8101"})


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        ("ratings", {"concurrency": 5, "hostname": f"ratings@{gethostname()}"}),
        ("pairing bulk", {"queues": ["pairing", "bulk"], "concurrency": 2}),
        (
            "",
            {
                "queues": ["standings", "ratings", "pairing", "bulk", "webhooks"],
                "concurrency": 5,
                "hostname": f"roadhouse@{gethostname()}",
            },
        ),
        ("standings", {"loglevel": "INFO", "beat": False, "max_tasks_per_child": 500}),
    ],
)
def test_a_worker_follows_the_settings(arguments, parts):
    _process, queues = read_arguments(["worker", *arguments.split()])
    assert parts.items() <= worker.worker_options(SETTINGS, queues).items()


@pytest.mark.parametrize(
    ("process", "function", "arguments"),
    [
        ("worker", worker.work, (SETTINGS, ("ratings",))),
        ("beat", worker.run_beat, (SETTINGS,)),
        ("follow", follow.serve, (SETTINGS, 8101)),
    ],
)
def test_a_process_runs_its_program(process, function, arguments):
    program = program_of(process, ("ratings",), SETTINGS)
    assert (program.func, program.args) == (function, arguments)


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
        read_arguments(arguments.split())
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


@pytest.mark.slow
def test_what_programs_share_has_no_library_that_they_seldom_need(tmp_path):
    lines = "import sys", "from config.running import project", "project.load()"
    see = "print(sorted({'celery', 'gacrux', 'networkx', 'uvicorn'} & sys.modules.keys()))"
    done = run_python(tmp_path, "-c", "\n".join((*lines, see)))
    assert done.stdout == "['celery', 'uvicorn']\n", done.stderr
