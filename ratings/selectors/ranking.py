"""The leaderboard: a rating list in which only active players are ranked."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import date, timedelta
from typing import TypeVar

from django.db.models import Count

from ratings.analysis.activity import YEAR_DAYS, PlayerActivity, Threshold, activity_threshold
from ratings.models import Pool
from ratings.selectors.lists import KIND, list_scope
from ratings.selectors.players import current_changes
from ratings.selectors.pools import LeaderboardRow, is_provisional, leaderboard
from tournaments.selectors.people import published_lists

Who = TypeVar("Who", int, str)


@dataclass(frozen=True, slots=True)
class RankedRow(LeaderboardRow):
    """rank: among the listed players, shared by equal ratings; None: not listed or provisional.

    was: the rank by the same rule in the last published list, or None.
    """

    was: int | None
    listed: bool

    @property
    def climbed(self) -> int | None:
        """Ranks gained since the last published list; None: not ranked in both."""
        return None if self.rank is None or self.was is None else self.was - self.rank


@dataclass(frozen=True, slots=True)
class Ranking:
    """rows: the listed players, best first, then the others, best first.

    published_on: the day of the list used for `was`.
    """

    threshold: Threshold
    published_on: date | None
    rows: list[RankedRow]


def ranking(pool: Pool, on: date) -> Ranking:
    """The leaderboard of a pool at the end of a day. Five queries."""
    players = leaderboard(pool)
    recent = _recent_games(pool, on + timedelta(days=1))
    standings = {
        row.player_id: PlayerActivity(
            row.games, recent.get(row.player_id, 0), row.deviation, row.last_on
        )
        for row in players
    }
    bounds = activity_threshold(standings.values())
    listed = {who for who, standing in standings.items() if bounds.includes(standing, on)}
    ranks = _ranks(
        (row.player_id, row.rating)
        for row in players
        if row.player_id in listed and not row.provisional
    )
    published_on, was = _published_ranks(pool)
    rows = [
        RankedRow(
            **asdict(row) | {"rank": ranks.get(row.player_id)},
            was=was.get(row.player),
            listed=row.player_id in listed,
        )
        for row in players
    ]
    rows.sort(key=lambda row: not row.listed)
    return Ranking(bounds, published_on, rows)


def filter_rows(
    rows: Iterable[RankedRow], *, listed: bool | None = None, name: str = ""
) -> list[RankedRow]:
    """The rows with this `listed` value whose name contains this text."""
    wanted = name.casefold()
    return [
        row
        for row in rows
        if (listed is None or row.listed == listed) and wanted in row.name.casefold()
    ]


def published_days(pool: Pool) -> list[date]:
    """The days of which a list was published, the last first."""
    versions = published_lists.published_versions(list_scope(pool), KIND)
    return [date(n // 10_000, n // 100 % 100, n % 100) for n in reversed(versions)]


def _published_ranks(pool: Pool) -> tuple[date | None, dict[str, int]]:
    """The ranks by public id in the last published list, by the thresholds of that day."""
    kept = published_lists.published_list(list_scope(pool), KIND)
    if kept is None:
        return None, {}
    on = date.fromisoformat(kept.document["on"])
    rows = kept.document["rows"]
    counts = _recent_games(pool, on)
    recent = {
        public: counts[player] for player, public in published_lists.public_ids_of(counts).items()
    }
    standings = {
        row["player"]: PlayerActivity(
            row["games"],
            recent.get(row["player"], 0),
            row["deviation"],
            date.fromisoformat(row["last_on"]),
        )
        for row in rows
    }
    bounds = activity_threshold(standings.values())
    return on, _ranks(
        (row["player"], row["rating"])
        for row in rows
        if not is_provisional(row["deviation"]) and bounds.includes(standings[row["player"]], on)
    )


def _recent_games(pool: Pool, until: date) -> dict[int, int]:
    """Games by player id in the year before a day, with merges resolved. One query."""
    rows = (
        current_changes(pool)
        .filter(
            posting__rated_game__played_on__lt=until,
            posting__rated_game__played_on__gte=until - timedelta(days=YEAR_DAYS),
        )
        .values_list("posting__player_id", "posting__player__merged_into_id")
        .annotate(Count("pk"))
    )
    found: dict[int, int] = {}
    for player, merged, games in rows:
        found[merged or player] = found.get(merged or player, 0) + games
    return found


def _ranks(rated: Iterable[tuple[Who, float]]) -> dict[Who, int]:
    """Ranks of players, best first; equal ratings share one."""
    found: dict[Who, int] = {}
    rank, last = 0, None
    for placed, (who, rating) in enumerate(rated, start=1):
        rank = rank if rating == last else placed
        last = rating
        found[who] = rank
    return found
