"""The services of ratings: the ledger, pools, lists, approvals, and entries with ratings."""

from .approval import approve_club, approve_event, undo_club_approval, undo_event_approval
from .entering import enter_event, enter_players, entry_list, start_event
from .lists import publish_list, publish_monthly_lists
from .pools import (
    ChangeNeedsReason,
    PoolExists,
    change_pool,
    create_pool,
    ensure_default_pools,
)
from .postings import (
    RatedInput,
    RatedSeat,
    in_ledger,
    post_result,
    post_results,
    rerate_players,
    void_posting,
)
from .preview import PoolPreview, PreviewRequest, PreviewRow, dry_run, dry_run_postings, preview
