"""Rating lists of a day: as they were published, and as the same day reads now.

The list of a day holds what was rated of the days before it. A published one is a fact and stays
as it was; the same list made again from today's ledger differs from it by the corrections since.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any, cast

from ratings.models import Pool
from ratings.selectors.players import current_changes
from ratings.selectors.pool_systems import system_of
from ratings.selectors.pools import is_provisional
from ratings.selectors.replayed import players_on
from ratings.systems import System, is_batch
from tournaments.errors import NotFound
from tournaments.selectors.people import published_lists

KIND = "ratings"


@dataclass(frozen=True, slots=True)
class ListRow:
    """Where a player stood as a day opened. games: those that this list was made of."""

    player_id: int
    rating: float
    deviation: float
    games: int
    last_on: date


def scope_of(pool: Pool) -> str:
    return f"pool:{pool.slug}"


def ratings_on(pool: Pool, day: date) -> list[ListRow]:
    """The list of a day, best first, by the ledger as it is now. At most two queries."""
    system = system_of(pool)
    if is_batch(system):
        found = _by_changes(pool, day)
    else:
        found = [
            ListRow(player, row.rating, row.deviation, row.games, row.last_on)
            for player, row in players_on(pool, cast("System", system), day).items()
            if row.last_on is not None
        ]
    return sorted(found, key=lambda row: (-row.rating, row.player_id))


def _by_changes(pool: Pool, day: date) -> list[ListRow]:
    """The last that the list as it stands says of each player before a day."""
    rows = (
        current_changes(pool)
        .filter(posting__rated_game__played_on__lt=day)
        .order_by("posting__rated_game__order_key")
        .values_list(
            "posting__player_id",
            "posting__player__merged_into_id",
            "after",
            "deviation",
            "posting__rated_game__played_on",
        )
    )
    found: dict[int, ListRow] = {}
    for player, merged, after, deviation, on in rows.iterator():
        who = merged or player
        games = found[who].games + 1 if who in found else 1
        found[who] = ListRow(who, after, deviation, games, on)
    return list(found.values())


def document_of(pool: Pool, day: date) -> dict[str, Any]:
    """The list of a day to be kept: ids of players, no names. Provisional ones hold no rank."""
    rows = ratings_on(pool, day)
    public = published_lists.public_ids_of([row.player_id for row in rows])
    return {
        "pool": pool.slug,
        "on": day.isoformat(),
        "system": pool.system,
        "parameters": pool.parameters,
        "ratings_version": pool.ratings_version,
        "rows": [
            {
                "rank": rank,
                "player": public[row.player_id],
                "rating": row.rating,
                "deviation": row.deviation,
                "games": row.games,
                "last_on": row.last_on.isoformat(),
                "provisional": rank is None,
            }
            for rank, row in _ranked(rows)
        ],
    }


def _ranked(rows: list[ListRow]) -> Iterator[tuple[int | None, ListRow]]:
    """Best first; equal ratings share a rank."""
    placed, rank, last = 0, 0, None
    for row in rows:
        if is_provisional(row.deviation):
            yield None, row
            continue
        placed += 1
        rank = rank if row.rating == last else placed
        last = row.rating
        yield rank, row


def published_list(pool: Pool, on: date) -> list[dict[str, Any]]:
    """The last list published on or before a day, each row with what it would be now.

    `corrected`: the rating of the same day by today's ledger, None if the player is not in it
    any more; `correction`: how much that is more than what was published. Who is in it only now
    comes last, with no `rating`.

    :raises NotFound: no list was published by then.
    """
    kept = published_lists.published_list(scope_of(pool), KIND, day_number(on))
    if kept is None:
        raise NotFound(what="published rating list", key=f"{pool.slug} {on.isoformat()}")
    day = date.fromisoformat(kept.document["on"])
    again = ratings_on(pool, day)
    public = published_lists.public_ids_of([row.player_id for row in again])
    now = {public[row.player_id]: row for row in again}
    rows = kept.document["rows"]
    listed = {row["player"] for row in rows}
    names = published_lists.names_of({*listed, *now})
    return [
        {**row, "name": names.get(row["player"], ""), "published_on": day}
        for row in [
            *(_beside(row, now.get(row["player"])) for row in rows),
            *(_added(player, row) for player, row in now.items() if player not in listed),
        ]
    ]


def _beside(row: dict[str, Any], now: ListRow | None) -> dict[str, Any]:
    """A row as it was published, and what is known now."""
    corrected = None if now is None else now.rating
    return {
        **row,
        "last_on": date.fromisoformat(row["last_on"]),
        "corrected": corrected,
        "correction": None if corrected is None else corrected - row["rating"],
    }


def _added(player: str, now: ListRow) -> dict[str, Any]:
    """Who was not in the list as it was published."""
    return {
        "rank": None,
        "player": player,
        "rating": None,
        "deviation": now.deviation,
        "games": now.games,
        "last_on": now.last_on,
        "provisional": is_provisional(now.deviation),
        "corrected": now.rating,
        "correction": None,
    }


def day_number(day: date) -> int:
    """A day as the version of its list: 20261001."""
    return day.year * 10_000 + day.month * 100 + day.day
