"""Players and rated games for the tests of ratings; only what a test is about is said."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from ratings import services
from ratings.analysis import order_key
from ratings.services import RatedInput, RatedSeat
from tournaments.models import Player

DAY_1 = date(2026, 1, 1)


def make_players(*names: str) -> list[Player]:
    return [Player.objects.create(name=name) for name in names]


def rated(
    source: str, pair: Sequence[Player], score: float, *, day: int = 1, size: int = 5
) -> RatedInput:
    """A casual Tak game on a day numbered from 1; `score` is the first mover's."""
    first, second = pair
    played_on = DAY_1 + timedelta(days=day - 1)
    return RatedInput(
        played_on=played_on,
        order_key=order_key.build(played_on=played_on, public_id=source),
        game="tak",
        size=size,
        half_komi=0,
        seats=scored(first.pk, second.pk, score),
    )


def scored(first: int, second: int, score: float) -> tuple[RatedSeat, RatedSeat]:
    """The seats of a game of two."""
    return RatedSeat(first, round(2 * score)), RatedSeat(second, 2 - round(2 * score))


def play(source: str, pair: Sequence[Player], score: float, **about: int) -> RatedInput:
    """Post a game of the ledger."""
    game = rated(source, pair, score, **about)
    assert services.post_result(f"game:{source}", game)
    return game


def corrected(game: RatedInput, score: float) -> RatedInput:
    first, second = game.seats
    return replace(game, seats=scored(first.player_id, second.player_id, score))


def play_table(source: str, players: Sequence[Player], *, day: int = 1) -> None:
    """Post a table of Taki; the players are named from the first place to the last."""
    played_on = DAY_1 + timedelta(days=day - 1)
    game = RatedInput(
        played_on=played_on,
        order_key=order_key.build(played_on=played_on, public_id=source),
        game="taki",
        seats=tuple(
            RatedSeat(player.pk, None, 2 * place) for place, player in enumerate(players, 1)
        ),
    )
    assert services.post_result(f"game:{source}", game)
