"""The rated games of an event as an archive has them, and what each list makes of them alone."""

from collections.abc import Iterable
from typing import Any

from ratings import counting
from ratings.models import Pool, RatedGame
from ratings.replay.alone import rate_alone
from ratings.selectors.ledger import setup_of
from tournaments.documents import Document


def posted_games(event_id: int) -> list[RatedGame]:
    """The live rated games of an event, in their order."""
    rows = RatedGame.objects.filter(event=event_id, voided_at__isnull=True)
    return list(rows.order_by("order_key").prefetch_related("postings").select_related("event"))


def archived_games(rated: Iterable[RatedGame], entry_of: dict[int, int]) -> list[Document]:
    """entry_of: the number of each player in the event."""
    return [
        {
            "order_key": row.order_key,
            "source": row.source,
            "revision": row.revision,
            "played_on": row.played_on.isoformat(),
            "setup": setup_of(row.size, row.half_komi),
            "seats": [
                [entry_of[seat.player_id], seat.score_x2, seat.place_x2]
                for seat in sorted(row.postings.all(), key=lambda seat: seat.order)
            ],
        }
        for row in rated
    ]


def archived_lists(rated: list[RatedGame], games: list[Document]) -> list[Document]:
    """For each list that counts some of the games: its system, and the ratings after them."""
    found = []
    for pool in Pool.objects.order_by("slug"):
        counted = [
            game
            for row, game in zip(rated, games, strict=True)
            if counting.is_counted(pool.counts, row)
        ]
        if counted:
            about: dict[str, Any] = {
                "pool": pool.slug,
                "system": pool.system,
                "parameters": pool.parameters,
                "games": [game["order_key"] for game in counted],
            }
            ratings = rate_alone(pool.system, pool.parameters, counted)
            found.append({**about, "ratings": ratings})
    return found
