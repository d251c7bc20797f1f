"""The bot of docs/bot.md, against the service and a chat that stands for Telegram."""

import json
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from types import ModuleType
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.utils import timezone

from config.access.links import issue_links
from config.access.tokens import create_token
from tests.builders import make_event, make_user, players_at, published_round, slot_at
from tests.paths import ROOT
from tournaments.actor import SYSTEM
from tournaments.models import GameSlot
from tournaments.services.feed.numbering import number_changes
from tournaments.services.people import handles

BOT = ROOT / "docs" / "bot.py"
GROUP = -100123


class Chat(BaseHTTPRequestHandler):
    """Two methods of Telegram: what people wrote after an offset, and what the bot says."""

    updates: list
    said: list

    def do_GET(self):
        time.sleep(0.05)  # a bot that waits for messages asks again at once
        offset = int(parse_qs(urlsplit(self.path).query)["offset"][0])
        assert urlsplit(self.path).path == "/bot123/getUpdates"
        self.reply([each for each in self.updates if each["update_id"] >= offset])

    def do_POST(self):
        assert self.path == "/bot123/sendMessage"
        sent = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        assert int(sent["chat_id"]) == GROUP
        self.said.append(sent["text"])
        self.reply({})

    def reply(self, result):
        body = json.dumps({"ok": True, "result": result}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_args):
        pass


class Group:
    """The group in which people write, and the bot that reads it."""

    def __init__(self, server, bot, event, environment, one_at_a_time):
        self.server, self.bot, self.event = server, bot, event
        self.environment, self.one_at_a_time = environment, one_at_a_time
        self.state = {
            "since": bot.api("changes/", since="latest")["next"], "offset": 0, "reminded": [],
        }  # fmt: skip

    def write(self, username, text, group=GROUP):
        updates = self.server.RequestHandlerClass.updates
        message = {"chat": {"id": group}, "from": {"username": username}, "text": text}
        updates.append({"update_id": len(updates) + 1, "message": message})

    @contextmanager
    def running_bot(self):
        """The bot as a process of its own, as docs/bot.md starts it."""
        process = subprocess.Popen(
            [sys.executable, BOT], env=self.environment, stdout=subprocess.PIPE, text=True
        )
        try:
            yield process
        finally:
            process.terminate()
            process.communicate(timeout=10)

    def wait_to_hear(self, process, text, count=1):
        """Until the bot has said a text so often."""
        said = self.server.RequestHandlerClass.said
        end = time.monotonic() + 60
        while said.count(text) < count:
            assert process.poll() is None, process.stdout.read()
            assert time.monotonic() < end, said
            with self.one_at_a_time:
                number_changes()
            time.sleep(0.1)

    def hear(self):
        """What the bot says in a turn."""
        number_changes()
        said = self.server.RequestHandlerClass.said
        before = len(said)
        self.bot.turn(self.state, wait=0)
        return said[before:]


@pytest.fixture
def one_at_a_time(live_server):
    """Held by each request: the service and the test share one connection to the database."""
    lock = threading.Lock()
    server = live_server.thread.httpd
    application = server.get_app()

    def answer(environ, start_response):
        with lock:
            response = application(environ, start_response)
            try:
                return [b"".join(response)]
            finally:
                response.close()

    server.set_app(answer)
    yield lock
    server.set_app(application)


@pytest.fixture
def group(live_server, one_at_a_time, monkeypatch, tmp_path):
    boss = make_user("boss")
    event = make_event(
        slug="spring", organiser=boss, entries=4, games=1, state="running",
        confirm={"policy": "opponent"},
    )  # fmt: skip
    for entry in event.entries.select_related("player"):
        handles.add_handle(
            actor=SYSTEM, player_id=entry.player.pk, site="telegram", name=entry.player.name
        )
    issue_links(actor=SYSTEM, event_id=event.pk)
    handler = type("OwnChat", (Chat,), {"updates": [], "said": []})
    server = HTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    _token, secret = create_token(username="boss", scopes=("organise",))
    environment = {
        "API": f"{live_server.url}/api/v1",
        "EVENT": "spring",
        "TOKEN": secret,
        "CHAT": f"http://127.0.0.1:{server.server_port}/bot123",
        "GROUP": str(GROUP),
        "STATE": str(tmp_path / "bot.json"),
    }
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    bot: Any = ModuleType("bot")
    exec(compile(BOT.read_text(encoding="utf-8"), BOT, "exec"), bot.__dict__)
    number_changes()
    yield Group(server, bot, event, environment, one_at_a_time)
    server.shutdown()
    server.server_close()
    thread.join()


def test_the_bot_is_shorter_than_a_hundred_lines():
    assert len(BOT.read_text(encoding="utf-8").splitlines()) < 100


@pytest.mark.slow
def test_an_evening_in_the_group(group):
    assert group.hear() == []
    made = published_round(group.event)
    assert group.hear() == ["Round 1\n1: Ada – Dag\n2: Bo – Cleo"]
    assert group.hear() == []

    one, other = (player.name for player in players_at(made))
    group.write(one, "good evening")
    group.write("nobody", "/report R-0")
    group.write(one, "/report")
    group.write(one, "/report R-9")
    group.write(one, "/report R-0", group=1)
    unknown, nothing, wrong = group.hear()
    assert "I do not know @nobody" in unknown
    assert "/report R-0" in nothing
    assert "one of: R-0" in wrong

    group.write(one, "/report R-0 12 1")
    assert group.hear() == [f"{one} – {other}, game 1: R-0. Is it so? /confirm"]
    assert slot_at(made).state == "reported"
    group.write(one, "/confirm")
    (refused,) = group.hear()
    assert slot_at(made).state == "reported", refused
    group.write(other, "/confirm")
    assert group.hear() == ["confirmed"]
    assert slot_at(made).state == "decided"
    group.write(one, "/report R-0")
    assert group.hear() == ["You have no open game."]


@pytest.mark.slow
def test_late_pairs_are_reminded_once(group):
    made = published_round(group.event)
    group.hear()
    GameSlot.objects.filter(pk=slot_at(made, 2).pk).update(
        due_at=timezone.now() - timedelta(hours=1)
    )
    assert group.hear() == ["Bo – Cleo: game 1 of round 1 is late."]
    assert group.hear() == []


@pytest.mark.slow
def test_the_bot_runs_by_itself_and_goes_on_after_a_restart(group):
    with group.running_bot() as bot:
        group.write("nobody", "/report R-0")
        group.wait_to_hear(bot, "I do not know @nobody here. Ask the organiser.")
        with group.one_at_a_time:
            made = published_round(group.event)
        group.wait_to_hear(bot, "Round 1\n1: Ada – Dag\n2: Bo – Cleo")
        one, other = (player.name for player in players_at(made))
        group.write(one, "/report R-0")
        group.wait_to_hear(bot, f"{one} – {other}, game 1: R-0. Is it so? /confirm")
    with group.running_bot() as bot:
        group.write(other, "/confirm")
        group.wait_to_hear(bot, "confirmed")
    assert slot_at(made).state == "decided"
    said = group.server.RequestHandlerClass.said
    assert len(said) == len(set(said)) == 4  # nothing twice
