"""Games for the replay board, of every kind that it must show; sent outside any event."""

import json
import random
import re
from typing import Any

from engine.tak.moves import Slide, format_move
from engine.tak.notation.ptn import MAX_BYTES, format_ptn, parse_ptn
from engine.tak.notation.tps import parse_tps
from engine.tak.position import Position
from engine.tak.ruleset import Ruleset, make_ruleset
from games import services
from games.models import Game
from tests.builders import actor_of, make_player
from tests.clients import text_of
from tests.engine.tak.boards import random_line

# Stacks higher than the carry limit, a wall and both capstones standing on some.
TOWERS = (
    "x,12121212121212S,x6/x3,2211221122,x4/x,1,x6/x2,111222111222C,x5/"
    "x5,2,x2/x,12,x3,21C,x2/x8/x4,1111111111111,x3 1 60"
)
# Two spaces free, no road near: the second placement fills the board.
NEARLY_FULL = "1,2,1,2,1,2/2,1S,2,1,2,1/1,2,1,2S,1,2/2,1,2,1,2,1/1,2S,1,2,1,2/2,1,2,1,x2 1 18"
HOSTILE = '<img src=x onerror=alert(1)>"]'


def a_road(name: str = "Ann") -> Game:
    """5x5, with crushes and captives, won by a road at ply 55."""
    ruleset = make_ruleset(size=5)
    line = random_line(ruleset, 12, 60)
    moves = [format_move(move, 5) for _position, move in line]
    return send(record(ruleset, moves, Player1=name), name)


def by_flats() -> Game:
    ruleset = make_ruleset(size=6)
    return send(record(ruleset, ["e1", "Sf1"], TPS=NEARLY_FULL))


def towers(plies: int = 24) -> Game:
    """8x8 from a position of tall stacks, ended by a resignation."""
    ruleset = make_ruleset(size=8)
    moves = random_moves(parse_tps(TOWERS, ruleset), plies)
    return send(record(ruleset, moves, TPS=TOWERS, Result="1-0"))


def random_moves(position: Position, plies: int) -> list[str]:
    rng, moves = random.Random(8), list[str]()
    while position.outcome is None and len(moves) < plies:
        slides = [move for move in position.legal_moves() if isinstance(move, Slide)]
        move = rng.choice(slides or position.legal_moves())
        moves.append(format_move(move, position.size))
        position = position.play(move)
    return moves


def record(ruleset: Ruleset, moves: list[str], **tags: str) -> str:
    tags = {"Size": str(ruleset.size), "Date": "2026.11.20", **tags}
    return format_ptn(tags, moves, tags.get("Result", ""))


def send(text: str, name: str = "Ann") -> Game:
    first, second = make_player(name), make_player("Bea")
    sent = services.submit_casual(
        actor=actor_of(first), record=text, first_id=first.pk, second_id=second.pk
    )
    assert isinstance(sent, Game)
    return sent


def record_until(text: str, ply: int) -> str:
    """The same record, cut after some of its moves."""
    game = parse_ptn(text)
    return format_ptn({"Size": game.tags["size"]}, game.tokens[:ply])


def verdict_of(game: Game) -> dict[str, Any]:
    assert game.verdict is not None
    return dict(game.verdict)


def moves_of(game: Game) -> list[str]:
    return list(verdict_of(game)["moves"])


def data_of(page: Any, status: int = 200) -> Any:
    """What a page gives to the script of its board."""
    text = text_of(page, status)
    given = re.search(r'id="replay-data" type="application/json">(.*?)</script>', text)
    assert given is not None
    return json.loads(given[1])


def heavy_record(plies: int = 1000, filler: str = '"', *, high: int = 12, **tags: str) -> str:
    """A record as long as one may be, on 9x9: two capstones go to and fro with more or fewer
    stones below them, between towers of `high` pieces. A comment of `filler` fills the rest."""
    towers = ("12" * (high // 2) + "S", "21" * (high // 2) + "S")
    rows = [[towers[(down + file) % 2] for file in range(9)] for down in range(9)]
    rows[8][:3] = ["12" * 10 + "1C", "x", "x"]
    rows[0][-3:] = ["x", "x", "21" * 10 + "2C"]
    tps = "/".join(",".join(row) for row in rows) + " 1 100"
    cycle = [
        move
        for carried in range(1, 10)
        for move in (f"{carried}a1>", f"{carried}i9<", f"{carried}b1<", f"{carried}h9>")
    ]
    moves = [cycle[ply % len(cycle)].removeprefix("1") for ply in range(plies)]
    given = {"Size": "9", "Flats": "500", "Caps": "50", "TPS": tps, "Result": "1-0", **tags}
    text = format_ptn(given, moves, "1-0")
    room = MAX_BYTES - len(text.encode()) - len("{}")
    return text + "{" + filler * (room // len(filler.encode())) + "}"
