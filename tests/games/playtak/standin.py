"""A small stand-in of the playtak server: its seeks, its list of games, and its messages.

It does what the sources of the server do (`AddSeekHandler`, `Seek`, `Game`, `GamesController`): a
seek needs a player who is there and plays nothing; a player has one seek; a seek that is accepted
becomes a game without a result; the list of games does not know tournament games by their number.
"""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.games.playtak.known_games import ROAD, message_of, stored_game

Row = dict[str, Any]
KNOWN_FIELDS = {
    "id", "pntId", "creator", "opponent", "timeContingent", "timeIncrement",
    "extraTimeTriggerMove", "extraTimeAmount", "komi", "boardSize", "capstones", "pieces",
    "unrated", "tournament", "color", "incrementScales", "opening",
}  # fmt: skip


class StandIn:
    """online: who is there. seeks: by creator. games: rows of the list, by number."""

    def __init__(self, now_ms: int) -> None:
        self.now_ms = now_ms
        self.online: set[str] = set()
        self.seeks: dict[str, Row] = {}
        self.games: dict[int, Row] = {}
        self.pnt_ids: dict[int, int] = {}
        self.is_away = False
        self.asked: list[tuple[str, str]] = []

    def log_in(self, *names: str) -> None:
        self.online |= set(names)

    def log_out(self, name: str) -> None:
        self.online.discard(name)
        self.seeks.pop(name, None)

    def put_seek(self, body: Row) -> Row | None:
        """The seek; None where the server answers 500."""
        creator = body.get("creator")
        plays = any(
            creator in (game["player_white"], game["player_black"]) and game["result"] == "0-0"
            for game in self.games.values()
        )
        if set(body) - KNOWN_FIELDS or creator not in self.online or plays:
            return None
        self.seeks[creator] = {**body, "id": 1000 + len(self.asked)}
        return self.seeks[creator]

    def accept(self, pnt_id: int, **about: object) -> Row:
        """Begin the game of a seek; returns the message. about: what is otherwise in its row."""
        seek = next(each for each in self.seeks.values() if each["pntId"] == pnt_id)
        del self.seeks[seek["creator"]]
        row = stored_game(
            len(self.games) + 500, date=self.now_ms, white=seek["creator"],
            black=seek["opponent"], notation="", result="0-0", size=seek["boardSize"],
            komi=round(2 * seek["komi"]), pieces=seek["pieces"], capstones=seek["capstones"],
            timertime=seek["timeContingent"], timerinc=seek["timeIncrement"],
            tournament=int(seek["tournament"]), opening=seek.get("opening", "swap"),
        )  # fmt: skip
        return self.add(row | about, pnt_id, kind="game.created")

    def end(self, number: int, notation: str = ROAD, result: str = "R-0") -> Row:
        """End a game; returns the message."""
        self.games[number] |= {"notation": notation, "result": result}
        told: Row = message_of(self.games[number], self.pnt_ids.get(number))
        return told

    def add(self, row: Row, pnt_id: int | None, kind: str = "game.ended") -> Row:
        """Put a game into the list; returns the message of it."""
        self.games[row["id"]] = row
        if pnt_id is not None:
            self.pnt_ids[row["id"]] = pnt_id
        told: Row = message_of(row, pnt_id, kind=kind)
        return told

    def list_games(self, query: dict[str, list[str]]) -> Row:
        found = [
            game
            for game in self.games.values()
            if game["player_white"].casefold() == query["player_white"][0].casefold()
            and game["player_black"].casefold() == query["player_black"][0].casefold()
            and game["tournament"] == 1
            and game["date"] > int(query["date"][0][1:])
        ]
        return {"items": found, "total": len(found), "page": 1, "perPage": 50, "totalPages": 1}


@contextmanager
def running_standin(now_ms: int) -> Iterator[tuple[StandIn, str]]:
    """A stand-in on a free port of this machine, and its address."""
    standin = StandIn(now_ms)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            standin.asked.append(("GET", self.path))
            parts = urlsplit(self.path)
            if parts.path == "/api/v1/seeks":
                self._answer(200, list(standin.seeks.values()))
            elif parts.path == "/v1/games-history":
                self._answer(200, standin.list_games(parse_qs(parts.query)))
            else:
                # For a game that is not there the real one answers 200 without a body.
                number = int(parts.path.rsplit("/", 1)[1])
                self._answer(200, standin.games.get(number))

        def do_PUT(self) -> None:
            standin.asked.append(("PUT", self.path))
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            made = standin.put_seek(body)
            if made is None:
                self._answer(500, "Failed to handle request: Failed to create seek")
            else:
                self._answer(200, made)

        def _answer(self, status: int, document: object) -> None:
            text = b"" if document is None else json.dumps(document).encode()
            self.send_response(503 if standin.is_away else status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, *_args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield standin, f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
