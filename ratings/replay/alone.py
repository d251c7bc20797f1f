"""Rate the games of one event alone, as an archive does: from the start of the system. Pure."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from ratings import systems
from ratings.replay import replay
from ratings.systems import Game, Seat


def rate_alone(
    system: str, parameters: Mapping[str, Any], games: Sequence[Mapping[str, Any]]
) -> list[list[Any]]:
    """[entry, rating, deviation, number of games] by entry, after archived games in their order.

    :raises KeyError, ValueError: the system or a parameter is not known.
    """
    rated = replay(
        [
            Game(
                order_key=game["order_key"],
                played_on=date.fromisoformat(game["played_on"]),
                seats=tuple(
                    Seat(player=entry, score_x2=score, place_x2=place, posting=None)
                    for entry, score, place in game["seats"]
                ),
                setup=game["setup"],
            )
            for game in games
        ],
        systems.build_checked(system, parameters),
    )
    return [
        [entry, found.rating, found.deviation, found.games]
        for entry, found in sorted(rated.players.items())
    ]
