"""Reading pools, ratings and the ledger. Plain values; nothing here writes."""

from .foretold import SourcedGame, foretold_games
from .ledger import checkpoint_before, ledger, setup_of
from .lists import ListRow, document_of, published_list, ratings_on
from .meetings import HeadToHead, HistoryLine, Meeting, Person, head_to_head, history_lines
from .movement import Movement, movement
from .players import (
    HistoryPoint,
    PoolRating,
    SourceChange,
    changes_of_source,
    list_versions,
    player_ratings,
    rating_history,
)
from .pools import (
    PROVISIONAL_ABOVE,
    Forecast,
    LeaderboardRow,
    entry_rating,
    expected_score,
    fitting_pools,
    forecast,
    is_provisional,
    leaderboard,
    player_pools,
    pool_by_slug,
    pools,
    pools_of_game,
    rating_in,
    ratings_of,
    waits_for_the_night,
)
from .ranking import RankedRow, Ranking, matching, published_days, ranking
from .replayed import games_from
from .report import EventReport, ReportRow, event_pools, event_report
from .statistics import distribution, first_move_statistics

__all__ = [
    "PROVISIONAL_ABOVE",
    "EventReport",
    "Forecast",
    "HeadToHead",
    "HistoryLine",
    "HistoryPoint",
    "LeaderboardRow",
    "ListRow",
    "Meeting",
    "Movement",
    "Person",
    "PoolRating",
    "RankedRow",
    "Ranking",
    "ReportRow",
    "SourceChange",
    "SourcedGame",
    "changes_of_source",
    "checkpoint_before",
    "distribution",
    "document_of",
    "entry_rating",
    "event_pools",
    "event_report",
    "expected_score",
    "first_move_statistics",
    "fitting_pools",
    "forecast",
    "foretold_games",
    "games_from",
    "head_to_head",
    "history_lines",
    "is_provisional",
    "leaderboard",
    "ledger",
    "list_versions",
    "matching",
    "movement",
    "player_pools",
    "player_ratings",
    "pool_by_slug",
    "pools",
    "pools_of_game",
    "published_days",
    "published_list",
    "ranking",
    "rating_history",
    "rating_in",
    "ratings_of",
    "ratings_on",
    "setup_of",
    "waits_for_the_night",
]
