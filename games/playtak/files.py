"""Files of games: PTN, a list of addresses at playtak, or the JSON of its list of games. Pure."""

import json
import re

from engine.tak.notation.ptn import split_games
from games.playtak.errors import NotAGame
from games.playtak.played import parse_json

BEGINS_WITH_ADDRESS = re.compile(r"\s*(?:https?://|(?:[a-z]+\.)*playtak\.com/)", re.IGNORECASE)


def is_address_list(text: str) -> bool:
    """Whether a text has addresses, one a line; some of them may be wrong."""
    return BEGINS_WITH_ADDRESS.match(text.removeprefix("\ufeff")) is not None


def split_records(text: str) -> list[str]:
    """The texts of the games of a file: of PTN those of `split_games`, else lines or JSON objects.

    Line ends stay, so a list may be cut anywhere and its last line be put before the rest.
    """
    text = text.removeprefix("\ufeff")
    if is_address_list(text):
        return [line for line in text.splitlines(keepends=True) if line.strip()]
    return _exported_games(text) or split_games(text)


def _exported_games(text: str) -> list[str]:
    """Each game of an export as an object of its own; none: it is something else, or not whole."""
    if not (text.lstrip().startswith(("{", "[{")) and '"player_white"' in text):
        return []
    try:
        found = parse_json(text)
    except NotAGame:
        return []
    games = found.get("items", [found]) if isinstance(found, dict) else found
    return [json.dumps(game) for game in games] if isinstance(games, list) else []
