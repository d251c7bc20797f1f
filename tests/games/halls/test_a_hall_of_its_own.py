"""A server and the computer of a hall, each with a database and a key of its own."""

import shutil

import pytest

from tests.kept.databases import put_migrated_into
from tests.processes.environment import manage, run_python

pytestmark = pytest.mark.slow
TYPED_THERE = ("pair", "enter,1,R-0", "send,2", "enter,3,0-F", "close", "late,Nora", "withdraw,6")


class Side:
    """One installation; `acts` are those of tests/processes/hall_acts.py, in one process."""

    def __init__(self, var):
        self.var = var

    def does(self, *acts):
        done = run_python(self.var, "-m", "tests.processes.hall_acts", *map(str, acts))
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def fork(self, path):
        return Side(shutil.copytree(self.var, path))


@pytest.fixture(scope="module")
def taken(tmp_path_factory):
    """A server and a hall right after the hall has opened the event."""
    empty = tmp_path_factory.mktemp("empty")
    put_migrated_into(empty)
    manage(empty, "migrate", "--verbosity", "0")
    server = tmp_path_factory.mktemp("server")
    hall = tmp_path_factory.mktemp("hall")
    for var in (server, hall):  # keys are made when they are first needed
        shutil.copy(empty / "roadhouse.sqlite3", var)
    file = server / "event.zip"
    Side(server).does("begin", f"manage,hall,take,open,{file}")
    told = Side(hall).does(f"manage,hall,open,{file}")
    assert "Sign in as hall, password" in told
    return server, hall


@pytest.fixture
def sides(taken, tmp_path):
    server, hall = taken
    return Side(server).fork(tmp_path / "server"), Side(hall).fork(tmp_path / "hall")


def lines(text, word):
    return [line for line in text.splitlines() if line.startswith(f"{word} ")]


def test_two_rounds_of_a_hall_come_back_once(sides, tmp_path):
    server, hall = sides
    back = tmp_path / "back.zip"
    there = hall.does(*TYPED_THERE, "pair", "enter,1,F-0", f"manage,hall,return,{back}", "show")
    assert back.stat().st_mode & 0o077 == 0
    again = f"manage,hall,return,{back}"
    before = server.does("casual", "show")
    here = server.does("rename,Club open", f"{again},--dry-run", again, again, "show",
                       "manage,check_event,open", "manage,check_journal")  # fmt: skip
    for word in ("round", "entry", "result", "game"):
        assert lines(here, word) == lines(there, word) != []
    assert lines(here, "rated") == ["rated 4 4"]
    assert lines(before, "casual") == ["casual 30"]
    assert lines(here, "casual") == ["casual 29"]
    assert "name Club open" in here
    assert "open: equal." in here
    assert here.count("would come from the hall") == 1
    assert here.count("was returned before; nothing changed") == 1


def test_what_both_sides_changed_is_asked_and_a_hall_returns_again(sides, tmp_path):
    server, hall = sides
    one, two = tmp_path / "one.zip", tmp_path / "two.zip"
    hall.does("rename,Hall open", *TYPED_THERE, f"manage,hall,return,{one}")
    back = f"manage,hall,return,{one}"
    asked = server.does("rename,Club open", "draft", "late,Anna", back, "show")
    assert lines(asked, "asked:") == ["asked: entry:7", "asked: round:2", "asked: setting:name"]
    assert "refused 1: open: 3 questions; nothing was written." in asked
    assert "name Club open" in asked
    assert [line.split()[2] for line in lines(asked, "round")] == ["closed", "draft"]
    answers = [f"--answer,{key}=hall" for key in ("round:2", "entry:7")]
    settled = server.does(",".join([back, *answers, "--answer,setting:name=server"]), "show")
    assert "name Club open" in settled
    names = [line.split()[1:3] for line in lines(settled, "entry")]
    assert names[-2:] == [["7", "Nora"], ["8", "Anna"]]
    hall.does("pair", "enter,1,F-0", f"manage,hall,return,{two}")
    further = server.does(f"manage,hall,return,{two}", "show", "manage,check_event,open")
    assert "asked:" not in further
    assert "name Club open" in further
    assert len(lines(further, "result")) == 7
    assert "open: equal." in further


def test_what_does_not_descend_from_the_take_is_refused(sides, tmp_path):
    server, hall = sides
    other = hall.fork(tmp_path / "other")
    one, two, three = (tmp_path / f"{name}.zip" for name in ("one", "two", "three"))
    hall.does("keep_apart,1,2", "pair", f"manage,hall,return,{one}")
    other.does("pair_otherwise", f"manage,hall,return,{two}")
    told = server.does(
        f"manage,export_event,open,--output,{three}",
        f"manage,hall,return,{three}",
        f"manage,hall,take,open,{tmp_path / 'again.zip'}",
        f"manage,hall,return,{one}",
        f"manage,hall,return,{one},--leave,apart",
        f"manage,hall,return,{two}",
        "manage,hall,release,open",
        f"manage,hall,return,{two}",
    )
    refused = lines(told, "refused")
    assert "does not come from a hall" in refused[0]
    assert "is in a hall since" in refused[1]
    assert "cannot be brought back: apart.kept" in refused[2]
    assert "Another copy of this event has returned" in refused[3]
    assert "This hall was released" in refused[4]
    assert len(refused) == 5
