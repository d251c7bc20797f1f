"""Rating lists of a day: as published, and as computed from today's ledger.

The list of a day contains the games of the days before it. A published list never changes; it
differs from the computed one by later corrections of results.
"""

from dataclasses import dataclass
from datetime import date
from typing import Any, cast

from ratings.models import Pool
from ratings.selectors.players import current_changes
from ratings.selectors.pool_systems import system_of
from ratings.selectors.pools import is_provisional, ranked
from ratings.selectors.replayed import ratings_as_day_opens
from ratings.systems import System, is_batch
from tournaments.errors import NotFound
from tournaments.selectors.people import published_lists

KIND = "ratings"

Document = dict[str, Any]  # a published list, or a row of it


@dataclass(frozen=True, slots=True)
class ListRow:
    """A player's rating at the start of a day. games: those that the list counts."""

    player_id: int
    rating: float
    deviation: float
    games: int
    last_on: date


def list_scope(pool: Pool) -> str:
    return f"pool:{pool.slug}"


def ratings_on(pool: Pool, day: date) -> list[ListRow]:
    """The list of a day, best first, by today's ledger. At most two queries."""
    system = system_of(pool)
    if is_batch(system):
        found = _by_changes(pool, day)
    else:
        found = [
            ListRow(player, row.rating, row.deviation, row.games, row.last_on)
            for player, row in ratings_as_day_opens(pool, cast("System", system), day).items()
            if row.last_on is not None
        ]
    return sorted(found, key=lambda row: (-row.rating, row.player_id))


def _by_changes(pool: Pool, day: date) -> list[ListRow]:
    """Each player's last rating before a day in the current list."""
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


def list_document(pool: Pool, day: date) -> Document:
    """The list of a day for publication: without names; provisional players have no rank."""
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
            for rank, row in ranked(rows)
        ],
    }


def published_list(pool: Pool, on: date) -> list[Document]:
    """The last list published on or before a day, with each row's current value.

    `corrected`: the rating of the same day by today's ledger, None if the player is no longer in
    it. `correction`: corrected minus published. Players who are only in the computed list come
    last, without a `rating`.

    :raises NotFound: no list was published by then.
    """
    kept = published_lists.published_list(list_scope(pool), KIND, day_number(on))
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


@dataclass(frozen=True, slots=True)
class ListChange:
    """Whole ratings. before: in the list before this one; None: not in it."""

    rating: int
    before: int | None


def list_changes(pool: Pool, on: date) -> dict[str, ListChange]:
    """By public id whose rating in the list of a day differs from the list before. Two queries.

    :raises NotFound: no list of this day was published.
    """
    now = published_lists.published_list(list_scope(pool), KIND, day_number(on))
    if now is None or now.document["on"] != on.isoformat():
        raise NotFound(what="published rating list", key=f"{pool.slug} {on.isoformat()}")
    last = published_lists.published_list(list_scope(pool), KIND, day_number(on) - 1)
    before = {
        row["player"]: round(row["rating"]) for row in (last.document["rows"] if last else [])
    }
    found = {
        row["player"]: ListChange(round(row["rating"]), before.get(row["player"]))
        for row in now.document["rows"]
    }
    return {player: each for player, each in found.items() if each.rating != each.before}


def _beside(row: Document, now: ListRow | None) -> Document:
    """A published row with its correction."""
    corrected = None if now is None else now.rating
    return {
        **row,
        "last_on": date.fromisoformat(row["last_on"]),
        "corrected": corrected,
        "correction": None if corrected is None else corrected - row["rating"],
    }


def _added(player: str, now: ListRow) -> Document:
    """The row of a player who is not in the published list."""
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
