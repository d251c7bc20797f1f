"""Read tournaments, as plain values or querysets. Nothing here writes."""

from tournaments.selectors.events.announcements import (
    OF_A_ROUND,
    addressed_entries,
    announcement_reach,
    announcement_texts,
    describe_announcements,
    entries_addressed,
    running_round,
    visible_announcements,
)
from tournaments.selectors.events.appointments import (
    Appointment,
    event_appointments,
    player_appointments,
)
from tournaments.selectors.events.approval import (
    counting_reason,
    counts_for_rating,
    planners_club,
)
from tournaments.selectors.events.brackets import bracket_document, matches_in_bracket
from tournaments.selectors.events.derivations import standings_derivation, team_derivation
from tournaments.selectors.events.events import (
    current_round_numbers,
    entered_events,
    event_by_id,
    event_entries,
    event_rounds,
    get_entry,
    get_event,
    is_staff_anywhere,
    is_staff_of,
    names_of_events,
    readable_events,
    staffed_events,
    today,
    visible_entries,
    visible_events,
    waiting_list,
)
from tournaments.selectors.events.export import (
    counted_result,
    crosstable_table,
    result_fields,
    round_results,
    rows_of_stage,
    season_table,
    stage_points_x2,
    standings_table,
)
from tournaments.selectors.events.journal import (
    ActorNames,
    SlotPlace,
    actor_names,
    all_journals,
    entries_with_accounts,
    journal_head,
    journal_lengths,
    journal_of,
    journal_of_slot,
    journal_since,
    journal_topics,
    names_of_applications,
    names_of_entries,
    names_of_users,
    places_of_pairings,
    places_of_slots,
    site_journal,
)
from tournaments.selectors.events.outlook import (
    Chances,
    NoOutlook,
    cut_off_of,
    entry_outlook,
    running_stage,
)
from tournaments.selectors.events.reports import report_text
from tournaments.selectors.events.state import (
    current_stage,
    event_stages,
    event_state,
    event_states,
    match_rules,
)
from tournaments.selectors.events.tables import (
    CLOSED,
    closed_rounds_published,
    crosstable,
    player_ids_by_number,
    players_by_number,
    publications,
    published_table,
    scores_document,
    standings_document,
    standings_retry_at,
)
from tournaments.selectors.events.versions import (
    event_versions,
    journal_versions,
    series_versions,
    versions_of_event,
)
from tournaments.selectors.key_ranges import QueryByKeys
from tournaments.selectors.ladder.notices import (
    ChallengeForNotices,
    challenge_for_notices,
    challenges_due,
)
from tournaments.selectors.people.accounts import (
    accounts_of_entries,
    accounts_of_players,
    active_accounts,
    get_account,
    is_named_in,
    named_staff,
    number_of_roles,
    outranks,
    staff_list,
    staff_names,
)
from tournaments.selectors.people.apart import kept_apart
from tournaments.selectors.people.away import (
    absence_view,
    absences_of,
    absent_entries,
    adjustment_view,
    adjustments,
    current_byes,
    is_withdrawn_by_staff,
    presence_by_number,
    presence_of_entries,
    withdrawal_line,
)
from tournaments.selectors.people.directory import (
    SORT_KEY,
    all_players,
    asked_clubs,
    club_by_id,
    clubs,
    clubs_that_list,
    get_club,
    get_player,
    is_database_empty,
    members_of,
    names_of_players,
    player_by_id,
    players_by_public_id,
    players_of_club,
    public_id_by_key,
    requests_of_player,
    requests_to_join,
    roles_of_user,
    staffed_clubs,
)
from tournaments.selectors.people.handles import (
    handles_of,
    names_at,
    players_with_handle,
    public_ids,
)
from tournaments.selectors.people.link_entries import (
    LinkEntry,
    get_link_entry,
    linkable_entries,
)
from tournaments.selectors.people.people import (
    find_player_by_name,
    find_players_by_name,
    is_site_staff,
    name_key,
    name_readings,
    player_of,
    resolve,
    sort_key,
    staff_of,
)
from tournaments.selectors.people.search import (
    club_names,
    distinct_players,
    has_look_alike,
    look_alikes,
    possible_duplicates,
    same_folded_name,
    search_clubs,
    search_players,
)
from tournaments.selectors.people.vouching import (
    accounts_of,
    memberships_of,
    merged_by,
    merged_players,
    self_entered_players,
    vouching_ground,
)
from tournaments.selectors.rounds.late import overdue_slots
from tournaments.selectors.rounds.paired_seats import (
    DueGame,
    PairedSeat,
    due_games,
    seats_of_pairing,
    seats_of_round,
)
from tournaments.selectors.rounds.pairing_views import PairingRow, pairing_views
from tournaments.selectors.rounds.pairings import (
    bracket_views,
    pairing_list_versions,
    pairing_places,
    pairing_versions,
    pairing_view,
    round_versions,
    round_view,
    slot_counts,
    visible_pairings,
)
from tournaments.selectors.rounds.played import played_pairing
from tournaments.selectors.rounds.player_results import played_results, slots_of_results
from tournaments.selectors.rounds.proofs import (
    get_proved_round,
    is_by_hand,
    reasons_of,
    visible_pairing,
)
from tournaments.selectors.rounds.slot_context import (
    SeatInfo,
    SlotContext,
    SlotResult,
    lock_numbered_slot,
    lock_slot,
    slot_context,
    slot_context_by_id,
)
from tournaments.selectors.rounds.slots import (
    entries_away,
    lock_slots,
    open_slot_between,
    open_slots_of,
    open_slots_of_events,
    pairings_of_slots,
    player_rows,
    ruled_slots_of,
    slot_marks,
    slots_by_id,
    slots_for_arbiter,
    slots_of_entry,
    slots_of_pairing,
    slots_of_pairings,
    slots_of_round,
    undecided_slots_of_entry,
)
from tournaments.selectors.rounds.stale import differs_from_proof, draft_is_stale
from tournaments.selectors.seasons.documents import (
    get_series,
    last_series,
    season_head,
    series_by_id,
    series_of,
)
from tournaments.selectors.seasons.scores import season_events, season_scoring
from tournaments.selectors.team_crosstable import team_crosstable
from tournaments.selectors.team_matches import (
    BoardPlace,
    MatchBoards,
    boards_by_table,
    boards_of_matches,
    drawn_match,
    match_boards,
    match_decision,
    match_documents,
)
from tournaments.selectors.teams import (
    get_team,
    has_teams,
    line_up_view,
    next_round_of,
    team_matches,
    team_names,
    team_standings,
    team_views,
    teams_by_number,
)
