"""A playtak server of the demo, which is asked instead of the network."""

import json
from typing import Any
from urllib.parse import urlsplit

from config.demo.records import PlayedGame
from engine.tak.notation.playtak import to_playtak
from tournaments.outgoing.sending import Answer, Message

Row = dict[str, Any]
FIRST_NUMBER = 700_001


class StoredServer:
    """Everybody is there, so each seek is made. games: rows of the list of games, by number."""

    def __init__(self) -> None:
        self.seeks: list[Row] = []
        self.games: dict[int, Row] = {}

    def answer(self, message: Message) -> Answer:
        path = urlsplit(message.url).path
        if message.method == "PUT":
            self.seeks.append(json.loads(message.body))
            return _answer(self.seeks[-1])
        if path.endswith("/seeks"):
            return _answer(self.seeks)
        return _answer(self.games.get(int(path.rpartition("/")[2])))

    def play(self, seek: Row, played: PlayedGame, *, at_ms: int) -> Row:
        """Play a game of a seek; returns the message that the server posts of it."""
        number = FIRST_NUMBER + len(self.games)
        size, moves = seek["boardSize"], to_playtak(played.moves, seek["boardSize"])
        self.games[number] = {
            "id": number, "date": at_ms, "size": size, "player_white": seek["creator"],
            "player_black": seek["opponent"], "notation": moves, "result": played.result,
            "timertime": seek["timeContingent"], "timerinc": seek["timeIncrement"],
            "tournament": 1, "komi": round(2 * seek["komi"]), "pieces": seek["pieces"],
            "capstones": seek["capstones"],
        }  # fmt: skip
        game = {
            "id": number, "pntId": seek["pntId"], "white": seek["creator"],
            "black": seek["opponent"], "timeContingent": seek["timeContingent"],
            "timeIncrement": seek["timeIncrement"], "komi": seek["komi"], "boardSize": size,
            "capstones": seek["capstones"], "pieces": seek["pieces"], "tournament": True,
            "moves": moves.split(","), "result": played.result,
        }  # fmt: skip
        return {"type": "game.ended", "game": game}


def _answer(document: object) -> Answer:
    return Answer(0, status=200, body=json.dumps(document).encode())
