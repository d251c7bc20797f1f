"""Pairings with their games: by id, and with `expand` the objects they name, to save requests."""

from collections.abc import Collection

from games import selectors
from games.selectors import View
from tournaments import selectors as tournament_selectors
from tournaments.serializers.people import PlayerOut


def with_games(views: list[View], expand: Collection[str] = ()) -> list[View]:
    """Add to each slot the ids of its games, to each pairing what `expand` names.

    One query; two more for `players`, four for `games`.
    """
    found = selectors.games_of_pairings([view["id"] for view in views])
    for view in views:
        for slot in view["slots"]:
            slot["games"] = found.get((view["id"], slot["number"]), [])
    if "players" in expand:
        _add_players(views)
    if "games" in expand:
        _add_games(views)
    return views


def _add_players(views: list[View]) -> None:
    """The players of the seats, as `players/` lists them."""
    named = {seat["player"] for view in views for seat in view["seats"]}
    rows = tournament_selectors.players_by_public_id(named)
    shown = {public_id: PlayerOut(player).data for public_id, player in rows.items()}
    for view in views:
        view["players"] = [shown[seat["player"]] for seat in view["seats"]]


def _add_games(views: list[View]) -> None:
    """The games of the slots, as `games/` lists them."""
    named = [game for view in views for slot in view["slots"] for game in slot["games"]]
    shown = {row["id"]: row for row in selectors.views_of_games(named)}
    for view in views:
        ids = (game for slot in view["slots"] for game in slot["games"])
        view["games"] = [shown[public_id] for public_id in ids]
