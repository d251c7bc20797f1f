"""Games that a record shows once more: sent or imported as a casual game, and for an event."""

from collections.abc import Collection

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import COUNTED_STATES, PENDING_STATES, Game, GameState
from tournaments.state import OVER_THE_BOARD

BESIDE_RESULT = (GameState.EVIDENCE, GameState.SUPERSEDED)


def event_games(hashes: Collection[str]) -> "QuerySet[Game]":
    """Games of events with these hashes of moves that count, or may once they are confirmed.

    Also records of a game that was played whose result counts by something else that was sent.
    """
    played = Game.objects.filter(
        pk=OuterRef("pk"), slot__results__current=True, slot__results__kind__in=OVER_THE_BOARD
    )
    live = Q(state__in=(*COUNTED_STATES, *PENDING_STATES))
    known = live | Q(Exists(played), state__in=BESIDE_RESULT)
    # Claims have no moves, so their hash is empty.
    with_moves = [each for each in hashes if each]
    games = Game.objects.filter(known, slot__isnull=False, moves_hash__in=with_moves)
    return games.order_by("pk")


def casual_games(hashes: Collection[str], days: Collection[str | None]) -> "QuerySet[Game]":
    """Casual games with these hashes of moves that count, or may once they are confirmed.

    days: of those records; None: also without a day. The day of a casual game is that of its
    record.
    """
    live = (*COUNTED_STATES, *PENDING_STATES)
    dated = Q(played_on__in=[day for day in days if day])
    then = dated | Q(played_on=None) if None in days else dated
    games = Game.objects.filter(then, slot=None, moves_hash__in=hashes, state__in=live)
    # Said once more as the index of `one_game_per_record_and_slot` has it.
    return games.exclude(moves_hash="").exclude(state__in=[GameState.VOID, GameState.REJECTED])


def days_of(game: Game) -> set[str | None]:
    """The days on which a game was played, as its record says and as it was stored.

    None: its record has no date.
    """
    stored = {game.played_on.isoformat()} if game.played_on else set()
    return {(game.verdict or {}).get("played_on"), *stored}
