"""Read pools, ratings and the ledger."""

from .clubs import ClubRatings, club_ratings
from .head_to_head import (
    HeadToHead,
    HeadToHeadGame,
    HistoryEntry,
    PlayerRef,
    head_to_head,
    player_history,
)
from .ledger import checkpoint_before, held_by_event, ledger, setup_of
from .lists import ListRow, list_changes, list_document, published_list, ratings_on
from .movement import RatingMovement, movement
from .outlook import entry_outlook
from .players import (
    HistoryPoint,
    PoolRating,
    list_versions,
    player_ratings,
    rating_history,
)
from .pools import (
    Forecast,
    LeaderboardRow,
    entry_rating,
    entry_ratings,
    expected_score,
    fitting_pools,
    forecast,
    games_counted_by,
    is_provisional,
    leaderboard,
    leaders,
    names_of_pools,
    not_approved_events,
    pool_by_slug,
    pools,
    pools_for,
    pools_of_game,
    rating_in,
    ratings_of,
    waits_for_night,
)
from .predicted import SourcedGame, predicted_games
from .ranking import RankedRow, Ranking, filter_rows, published_days, ranking
from .report import EventReport, ReportRow, event_pools, event_report, rating_changes
from .statistics import distribution, first_move_statistics
from .versions import pool_versions, versions_of_pools
