"""A seeded crowd: an organiser who pairs and closes rounds, players who send and confirm games, two
at the desk who type the results of every third table, each in short lists.

Who gets no answer or 503 sends the same request again with the same key, as a good client does.
"""

import json
import random
import threading
import time
import urllib.error
import urllib.request
import uuid
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from http.client import HTTPException
from typing import Any

from config.access.tokens import create_token
from config.webhooks.webhooks import Settings, add_webhook
from tests.builders import acting, make_event, make_user
from tests.faults.ledger import Attempt, Ledger
from tests.faults.receiver import Receiver
from tests.flows.records import FIRST_BY_ROAD, SECOND_BY_ROAD, ptn
from tournaments.models import Event, Player

HANDS = 8  # of the crowd: requests at once
DESKS, TYPED_SHARE, TYPED_AT_ONCE = 2, 3, 3
GIVE_UP_SECONDS = 120.0
REQUEST_SECONDS = 60.0
PAUSE_SECONDS = 0.3
THINKING_SECONDS = 2.0
AGAIN = (0, 503, 502, 504)
BUSY = {"idempotency_key_in_flight", "conflict", "pairing_under_way"}


class Crowd:
    """rounds: how many are played, more while it is struck, and one afterwards; begun: the number
    of the last that was begun.

    Games are won by one of two records, drawn by the seed.
    """

    def __init__(self, base: str, *, players: int, rounds: int, seed: int) -> None:
        self.base, self.rounds = base, rounds
        self.random = random.Random(seed)
        self.ledger = Ledger()
        self.over, self.was_struck = threading.Event(), threading.Event()
        self.plays = threading.Event()  # a round is published
        self.most_rounds = players // 2
        organiser = make_user(f"organiser-{uuid.uuid4().hex[:8]}")
        self.event: Event = make_event(
            games=1, entries=players, organiser=organiser,
            stages=[{"system": "swiss", "options": {"rounds": players - 1}}],
            slug=f"struck-{uuid.uuid4().hex[:8]}",
        )  # fmt: skip
        self.slug, self.begun, self.running_round = self.event.slug, 0, 1
        self.staff = create_token(username=organiser.username)[1]
        found = Player.objects.filter(entries__event=self.event).select_related("user")
        self.tokens = {
            player.public_id: create_token(username=player.user.username)[1]
            for player in found
            if player.user
        }
        self.entry_ids: dict[int | None, int] = dict(self.event.entries.values_list("number", "pk"))
        self.receiver = Receiver()
        settings = Settings(url=self.receiver.url)
        self.webhook = add_webhook(
            actor=acting(organiser), kind="event", target=self.event, chosen=settings, site=base
        )[0]

    def play(self) -> None:
        watcher = threading.Thread(target=self._watch)
        watcher.start()
        try:
            number = 0
            while number < self.most_rounds and not (
                number >= self.rounds and self.was_struck.is_set()
            ):
                number += 1
                self._play_round(number)
            self.was_struck.wait()
            self._play_round(number + 1)
        except Exception as error:  # a thread would lose it
            self.ledger.blame(f"the crowd stopped: {error!r}")
        finally:
            self.over.set()
            watcher.join()

    def pairings(self) -> list[Any]:
        """Those of the round that is played."""
        path = f"/api/v1/events/{self.slug}/rounds/{self.running_round}/"
        found: list[Any] = self.say(self.staff, "GET", path).body["pairings"]
        return found

    def say(self, token: str, method: str, path: str, body: object = None) -> Attempt:
        """Send a request until it is answered; the last attempt."""
        key, end = uuid.uuid4().hex, time.monotonic() + GIVE_UP_SECONDS
        while True:
            attempt = self._attempt(token, method, path, body, key)
            code = attempt.body.get("code") if isinstance(attempt.body, dict) else ""
            if attempt.status not in AGAIN and code not in BUSY:
                return attempt
            if time.monotonic() > end:
                self.ledger.blame(f"gave up: {method} {path}: {attempt.status} {code}")
                return attempt
            time.sleep(PAUSE_SECONDS)

    def note(self, text: str) -> None:
        """The smallest write, which waits for nobody's turn; until it is answered."""
        self.say(self.staff, "PATCH", f"/api/v1/events/{self.slug}/", {"venue": text})

    def _play_round(self, number: int) -> None:
        rounds, self.begun = f"/api/v1/events/{self.slug}/rounds/", number
        self._bring_about(number, "draft", rounds)
        self._bring_about(number, "published", f"{rounds}{number}/publish/")
        self.running_round = number
        self.plays.set()
        games = [pairing for pairing in self.pairings() if len(pairing["seats"]) == 2]
        self.random.shuffle(games)
        typed, sent = games[::TYPED_SHARE], [g for at, g in enumerate(games) if at % TYPED_SHARE]
        records = [self.random.choice((FIRST_BY_ROAD, SECOND_BY_ROAD)) for _ in sent]
        with ThreadPoolExecutor(HANDS + DESKS) as hands:
            desks = [hands.submit(self._type_results, typed[at::DESKS]) for at in range(DESKS)]
            list(hands.map(self._play_game, sent, records))
            for desk in desks:
                desk.result()
        self._bring_about(number, "closed", f"{rounds}{number}/close/")

    def _bring_about(self, number: int, state: str, path: str) -> None:
        """Ask for it until the round is in this state or beyond, as an organiser does by eye."""
        order = ["draft", "published", "closed"]
        end = time.monotonic() + GIVE_UP_SECONDS
        while time.monotonic() < end:
            self.say(self.staff, "POST", path, {})
            rounds = self.say(self.staff, "GET", f"/api/v1/events/{self.slug}/rounds/").body
            states = {each["number"]: each["state"] for each in rounds["results"]}
            if number in states and order.index(states[number]) >= order.index(state):
                return
            time.sleep(PAUSE_SECONDS)
        self.ledger.blame(f"round {number} never became {state}")
        raise RuntimeError(self.ledger.problems[-1])

    def _type_results(self, pairings: list[dict[str, Any]]) -> None:
        path = f"/api/v1/events/{self.slug}/rounds/{self.running_round}/results/"
        for begin in range(0, len(pairings), TYPED_AT_ONCE):
            time.sleep(self.random.uniform(0, THINKING_SECONDS))
            some = pairings[begin : begin + TYPED_AT_ONCE]
            rows = [
                {"pairing": each["id"], "result": self.random.choice(("R-0", "0-F"))}
                for each in some
            ]
            with self.ledger.lock:
                for row in rows:
                    self.ledger.sent.setdefault((row["pairing"], 1), set()).add(row["result"])
            done = self.say(self.staff, "POST", path, {"results": rows})
            if not done.succeeded:
                self.ledger.blame(f"a list was refused: {done.status} {done.body}")
                continue
            for row, said in zip(rows, done.body["rows"], strict=True):
                slot = (row["pairing"], 1)
                if said["ok"]:
                    self.ledger.typed[slot] = row["result"]
                elif slot not in self.ledger.disputed:
                    self.ledger.blame(f"a row was refused: {said}")

    def _play_game(self, pairing: dict[str, Any], record: str) -> None:
        time.sleep(self.random.uniform(0, THINKING_SECONDS))
        first, second = (self.tokens[seat["player"]] for seat in pairing["seats"])
        slot = (pairing["id"], 1)
        with self.ledger.lock:
            self.ledger.sent.setdefault(slot, set()).add(record.split()[-1])
        body = {"pairing": pairing["id"], "number": 1, "record": ptn(record)}
        sent = self.say(first, "POST", "/api/v1/games/", body)
        if not sent.succeeded:
            if slot not in self.ledger.disputed:
                self.ledger.blame(f"a game was refused: {sent.status} {sent.body}")
            return
        game = sent.body["id"]
        with self.ledger.lock:
            self.ledger.submitted[game] = slot
        confirmed = self.say(second, "POST", f"/api/v1/games/{game}/confirm/", {})
        if not confirmed.succeeded:
            if slot not in self.ledger.disputed:
                self.ledger.blame(f"a game was not confirmed: {confirmed.status} {confirmed.body}")
            return
        with self.ledger.lock:
            self.ledger.confirmed[game] = slot

    def _watch(self) -> None:
        """As a reader without an account: versions only grow, and no draft is seen."""
        seen = 0
        while not self.over.wait(PAUSE_SECONDS):
            standings = self._attempt("", "GET", f"/api/v1/events/{self.slug}/standings/", None, "")
            if standings.succeeded and isinstance(standings.body, dict):
                version = int(standings.body.get("version", 0))
                if version < seen:
                    self.ledger.blame(f"the standings went back from version {seen} to {version}")
                seen = max(seen, version)
            rounds = self._attempt("", "GET", f"/api/v1/events/{self.slug}/rounds/", None, "")
            if rounds.succeeded and any(r["state"] == "draft" for r in rounds.body["results"]):
                self.ledger.blame("a draft was seen")

    def _attempt(self, token: str, method: str, path: str, body: object, key: str) -> Attempt:
        headers = {"Content-Type": "application/json", "Idempotency-Key": key}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.base}{path}", data, headers, method=method)
        began, status, text = time.monotonic(), 0, b""
        try:
            with urllib.request.urlopen(request, timeout=REQUEST_SECONDS) as answer:
                status, text = answer.status, answer.read()
        except urllib.error.HTTPError as error:
            with error:
                status, text = error.code, error.read()
        except (OSError, HTTPException):
            status = 0  # none, or one that breaks off
        attempt = Attempt(method, path, status, began, time.monotonic(), _parsed(text))
        self.ledger.note(attempt)
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR and status not in AGAIN:
            self.ledger.blame(f"{status} for {method} {path}")
        return attempt


def _parsed(text: bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None
