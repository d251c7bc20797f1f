"""Codes of refusals are part of the API: none that was ever given goes."""

from tests.api.document.subclasses import subclasses_of
from tournaments.errors import DomainError
from tournaments.serializers.problem import STATUS

CODES = """
    account_overdrawn account_taken already_decided ante_differs archive_already_taken
    archive_differs archive_not_equal archive_too_old arena_over away_already bad_invitation
    bad_link barred_by_age bids_agreed bids_closed bids_differ board_refused bye_too_late
    cannot_pair_now category_by_data category_has_prizes category_name_taken
    category_not_published challenge_answered change_needs_reason changed_since
    changes_forgotten conflict correction_needs_reason counts_by_club csv_unreadable
    date_out_of_range done_since draft_exists draft_is_stale draft_waits drawn_by_lot
    edit_impossible edit_line_unreadable entries_without_team entry_state event_begun event_full
    event_has_adjustments event_has_entries event_has_rounds event_not_begun event_over
    fees_settled file_too_long first_move_changed first_stage game_is_over game_of_event
    games_undecided handle_taken has_played_for_team idempotency_key_in_flight
    idempotency_key_not_taken idempotency_key_reused idempotency_key_too_long import_has_begun
    import_too_large import_under_way in_another_team invalid invalid_cursor invitation_needed
    last_organiser last_owner late_undo later_round line_up_too_late list_not_ready longer_lived
    match_changed match_decided match_has_begun match_is_in match_not_drawn may_not_challenge
    members_only merge_chain merge_into_itself met_each_other name_is_shared name_unknown
    named_twice needs_rating no_account_yet no_arena no_berserk no_bids no_bids_entered no_fee
    no_file no_ladder no_late_entries no_line_ups no_next_round_yet no_next_stage no_outlook
    no_proposal no_round_open no_running_round no_secret no_such_match no_such_playtak_game
    no_such_table nobody_addressed nobody_to_mail not_a_photo not_a_result not_allowed
    not_an_archive not_away not_checked_in not_counted not_draft not_for_applications
    not_for_playtak not_found not_in_match not_in_ptn not_in_stage not_new not_taking_part
    not_text not_tied not_waiting not_withdrawn not_your_opponent nothing_decided nothing_edited
    nothing_open nothing_tied nothing_to_import nothing_to_play nothing_to_undo other_boards
    other_players over_limit own_proposal paired_without pairing_cancelled pairing_engine_failed
    pairing_lost pairing_under_way pairs_changed partly_named photo_too_large places_taken
    played_together player_taken playtak_off playtak_unreachable pool_exists proposal_past
    ranking_needs_reason rating_outside reason_needed refused refused_request
    registration_closed report_impossible reserve_missing result_missing round_breaks_rules
    round_has_games round_impossible round_is_paired round_not_open round_undecided row_twice
    ruling_needs_reason scope_not_held season_not_computed seats_differ seats_swapped
    sender_changed sign_up_closed slip_unreadable slot_decided slot_not_needed slug_taken
    staff_part_missing stage_gone_on stage_has_adjustments stage_has_rounds stage_not_over
    stage_played_off stage_undecided stakes_off stale still_staff table_changed table_is_in
    table_needs_places team_has_matches team_name_taken teams_are_drawn tie_at_the_line
    tied_at_the_line time_outside times_of_two too_few_entries too_few_level too_few_teams
    too_large too_many_addresses too_many_applications too_many_byes too_many_categories
    too_many_devices too_many_for_boards too_many_games too_many_level too_many_rows
    too_many_sheets too_many_sides too_many_teams too_many_tokens too_many_webhooks two_for_one
    unknown_client unknown_column unknown_scope username_taken verified_on_page webhook_off
    withdrawn_by_staff wrong_code wrong_state
"""


def test_a_code_that_clients_may_know_stays():
    assert not {*CODES.split()} - {each.code for each in subclasses_of(DomainError)}


def test_every_refusal_has_a_status():
    without = [each for each in subclasses_of(DomainError) if each.kind not in STATUS]
    assert without == []
