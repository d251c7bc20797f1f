"""Games of playtak as records (PTN), and texts that stand for one. Pure."""

import re
from datetime import UTC, datetime

from engine.tak.notation.playtak import from_playtak
from games.playtak.errors import GameNotOver
from games.playtak.played import LARGEST, PlayedGame, parse_json, read_stored

# An address of a game: https://playtak.com/games/500123/ninjaviewer and those of its API.
ADDRESS = re.compile(
    r"(?:https?://)?(?:(?:www|api|beta)\.)*playtak\.com/(?:v1/)?games(?:-history)?/(?:ptn/)?"
    r"([0-9]{1,10})(?:/[a-z]*)?/?(?:\?[^\s]*)?",
    re.IGNORECASE,
)
LONGEST_ADDRESS = 300


def game_number(text: str) -> int | None:
    """The number of the game whose address a text is; None: it is something else."""
    text = text.strip()
    found = ADDRESS.fullmatch(text) if len(text) <= LONGEST_ADDRESS else None
    number = int(found[1]) if found else 0
    return number if 0 < number <= LARGEST else None


def record_of_export(text: str) -> str | None:
    """The record in a game that was exported as JSON; None: it is something else.

    :raises NotAGame: it is a game of playtak that cannot be read.
    """
    text = text.strip()
    if not (text.startswith("{") and '"player_white"' in text):
        return None
    return record_of(read_stored(parse_json(text)))


def record_of(played: PlayedGame) -> str:
    """The record of a game that is over, as playtak exports it.

    :raises GameNotOver: it has no result.
    :raises RecordError: a move cannot be read.
    """
    if not played.result:
        raise GameNotOver(number=played.number)
    moves = list(from_playtak(",".join(played.moves), played.size))
    if moves and played.opening == "double_black_stack":
        moves[0] = f"2{moves[0]}"
    lines = [f"{ply // 2 + 1}. {' '.join(moves[ply : ply + 2])}" for ply in range(0, len(moves), 2)]
    tags = "".join(f'[{name} "{value}"]\n' for name, value in _tags(played).items())
    return f"{tags}\n" + "\n".join([*lines, played.result]) + "\n"


def _tags(played: PlayedGame) -> dict[str, str | int]:
    tags: dict[str, str | int] = {"Site": "PlayTak.com", "Event": "Online Play"}
    if played.at is not None:
        at = datetime.fromtimestamp(played.at / 1000, UTC)
        tags |= {"Date": f"{at:%Y.%m.%d}", "Time": f"{at:%H:%M:%S}"}
    tags |= {
        "Player1": played.white,
        "Player2": played.black,
        "Clock": _clock(played),
        "Result": played.result,
        "Size": played.size,
        "Komi": f"{played.half_komi / 2:g}",
        "Flats": played.stones,
        "Caps": played.capstones,
    }
    if played.opening != "swap":
        tags["Opening"] = played.opening.replace("_", " ")
    return tags


def _clock(played: PlayedGame) -> str:
    clock = _duration(played.seconds)
    if played.increment:
        clock += f" +{played.increment}{'n' if played.does_increment_scale else ''}"
    if played.extra_move and played.extra_seconds:
        clock += f" @{played.extra_move} +{_duration(played.extra_seconds)}"
    return clock


def _duration(seconds: int) -> str:
    """Minutes and seconds, with hours where there are any."""
    hours, minutes = seconds // 3600, seconds // 60 % 60
    return f"{f'{hours}:' if hours else ''}{minutes}:{seconds % 60}"
