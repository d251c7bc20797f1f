"""Features of an event that can meet, and for each two the test of what happens then.

A pair without a test has the reason why the two cannot meet. To add a feature, add it to FEATURES
and a pair with each of the others; `test_table.py` fails until every pair is there.
"""

from typing import NamedTuple

FEATURES = (
    "absence", "bye", "out", "late", "penalty", "legs", "group", "across", "lives", "cards",
    "forfeit", "cancelled", "postponed", "correction", "draft", "merge", "forgotten", "preview",
    "stakes",
)  # fmt: skip
# absence: noted by staff. bye: asked for, or allocated. out: withdrawn. late: a late entry.
# group: groups of a stage. across: places given across groups. lives: eliminations. cards: tables
# of more than two. correction: of a counted result. draft: a round that only staff see.
# forgotten: a person without a name. preview: of ratings.


class Apart(NamedTuple):
    """Why two features cannot meet."""

    why: str


HERE = "tests/flows/pairs/"
LEGS, GROUPS, BRACKET = HERE + "test_legs.py", HERE + "test_groups.py", HERE + "test_bracket.py"
OUT, PEOPLE = HERE + "test_out.py", HERE + "test_people.py"
STATES = HERE + "test_states_of_games.py"
ABSENCES = "tests/tournaments/services/test_absences.py"
AWAY = "tests/flows/test_absences.py"
REGISTRATION = "tests/flows/events/test_registration.py"
FORFEITS = "tests/flows/events/test_forfeits.py"
OLDER = "tests/flows/events/test_older_results.py"
TABLES = "tests/flows/events/test_tables.py"
TIES = "tests/flows/events/test_stages_and_ties.py"
RATINGS = "tests/flows/test_ratings_replay.py"
BIDS = "tests/games/stakes/test_stakes_bids.py"
BOOKS = "tests/games/stakes/test_books.py"
DECISIONS = "tests/games/test_replaced_decisions.py"
FORGETTING = "tests/flows/security/test_forgetting.py"

NO_GAME = Apart("who is not paired in a round has no game in it")
NO_RATING = Apart("previews are of rulings, voids and merges of games; this is none of them")
NO_TABLE = Apart("ratings and coins read games, and no table")
TAK_ONLY = Apart("only events of Tak have stakes, and its games have two seats")
TWO_SEATS = Apart("only Swiss, round robins and brackets have it, which seat two")
SWISS_ONLY = Apart("only a Swiss has legs")

PAIRS: dict[tuple[str, str], str | Apart] = {
    ("absence", "bye"): f"{ABSENCES}::test_two_absences_never_cover_the_same_round",
    ("absence", "out"): f"{ABSENCES}::test_withdrawing_ends_what_was_asked_for_later",
    ("absence", "late"): f"{STATES}::test_a_late_entry_asks_for_a_bye_is_absent_and_plays",
    ("absence", "penalty"): (
        f"{STATES}::test_a_bye_an_absence_and_a_late_entry_keep_their_points_through_a_correction"
    ),
    ("absence", "legs"): f"{LEGS}::test_an_absence_misses_both_legs_and_is_listed_once",
    ("absence", "group"): (
        f"{GROUPS}::test_staying_away_leaves_an_opponent_with_a_bye_and_others_as_they_were"
    ),
    ("absence", "across"): (
        f"{GROUPS}::test_who_stayed_away_is_not_better_per_match_across_groups"
    ),
    ("absence", "lives"): f"{BRACKET}::test_who_is_away_lets_the_opponent_through",
    ("absence", "cards"): (
        f"{STATES}::test_a_card_table_without_who_is_away_and_with_cards_and_byes"
    ),
    ("absence", "forfeit"): NO_GAME,
    ("absence", "cancelled"): NO_GAME,
    ("absence", "postponed"): NO_GAME,
    ("absence", "correction"): (
        f"{STATES}::test_a_bye_an_absence_and_a_late_entry_keep_their_points_through_a_correction"
    ),
    ("absence", "draft"): f"{ABSENCES}::test_a_paired_round_is_too_late_for_a_bye",
    ("absence", "merge"): f"{OUT}::test_the_account_of_who_a_player_is_now_leaves_and_returns",
    ("absence", "forgotten"): (
        f"{OUT}::test_who_has_left_and_is_forgotten_stays_away_without_a_name"
    ),
    ("absence", "preview"): NO_RATING,
    ("absence", "stakes"): NO_GAME,
    ("bye", "out"): f"{ABSENCES}::test_withdrawing_ends_what_was_asked_for_later",
    ("bye", "late"): f"{STATES}::test_a_late_entry_asks_for_a_bye_is_absent_and_plays",
    ("bye", "penalty"): (
        f"{STATES}::test_a_bye_an_absence_and_a_late_entry_keep_their_points_through_a_correction"
    ),
    ("bye", "legs"): f"{LEGS}::test_a_bye_gives_its_points_once_for_both_legs",
    ("bye", "group"): f"{GROUPS}::test_a_smaller_group_counts_its_byes_as_matches",
    ("bye", "across"): f"{GROUPS}::test_an_asked_bye_counts_as_a_match_across_groups",
    ("bye", "lives"): f"{BRACKET}::test_who_is_away_lets_the_opponent_through",
    ("bye", "cards"): f"{STATES}::test_a_card_table_without_who_is_away_and_with_cards_and_byes",
    ("bye", "forfeit"): f"{OLDER}::test_a_bye_of_the_earlier_round_and_a_forfeit_are_results_too",
    ("bye", "cancelled"): NO_GAME,
    ("bye", "postponed"): NO_GAME,
    ("bye", "correction"): (
        f"{STATES}::test_a_bye_an_absence_and_a_late_entry_keep_their_points_through_a_correction"
    ),
    ("bye", "draft"): f"{ABSENCES}::test_a_paired_round_is_too_late_for_a_bye",
    ("bye", "merge"): f"{PEOPLE}::test_a_merged_player_has_one_name_in_every_state",
    ("bye", "forgotten"): f"{PEOPLE}::test_a_forgotten_player_has_no_name_in_any_state",
    ("bye", "preview"): NO_RATING,
    ("bye", "stakes"): NO_GAME,
    ("out", "late"): f"{OUT}::test_a_late_entry_that_leaves_has_missed_and_left",
    ("out", "penalty"): f"{OUT}::test_a_penalty_card_stays_with_who_has_left",
    ("out", "legs"): f"{LEGS}::test_who_leaves_in_the_middle_forfeits_both_legs",
    ("out", "group"): f"{GROUPS}::test_who_has_left_gives_the_place_to_the_next_of_the_group",
    ("out", "across"): f"{GROUPS}::test_who_has_left_moves_the_group_up_across_groups",
    ("out", "lives"): f"{AWAY}::test_withdrawing_from_a_knockout_lets_the_opponent_through",
    ("out", "cards"): f"{AWAY}::test_a_table_of_many_is_left_to_the_arbiter",
    ("out", "forfeit"): f"{AWAY}::test_a_player_leaves_in_the_middle_of_a_round_and_comes_back",
    ("out", "cancelled"): f"{OUT}::test_what_was_cancelled_or_counted_stays_when_a_player_leaves",
    ("out", "postponed"): (
        f"{OUT}::test_games_put_off_before_wait_on_and_the_one_of_this_round_is_forfeited"
    ),
    ("out", "correction"): f"{OUT}::test_what_was_cancelled_or_counted_stays_when_a_player_leaves",
    ("out", "draft"): f"{AWAY}::test_a_draft_with_somebody_who_has_left_cannot_be_published",
    ("out", "merge"): f"{OUT}::test_the_account_of_who_a_player_is_now_leaves_and_returns",
    ("out", "forgotten"): f"{OUT}::test_who_has_left_and_is_forgotten_stays_away_without_a_name",
    ("out", "preview"): NO_RATING,
    ("out", "stakes"): f"{OUT}::test_leaving_settles_the_coins_of_the_games_not_played",
    ("late", "penalty"): (
        f"{STATES}::test_a_bye_an_absence_and_a_late_entry_keep_their_points_through_a_correction"
    ),
    ("late", "legs"): f"{LEGS}::test_who_comes_late_has_the_points_of_a_missed_round_once",
    ("late", "group"): f"{REGISTRATION}::test_a_late_entry_joins_the_smallest_group",
    ("late", "across"): f"{GROUPS}::test_a_late_entry_is_compared_by_every_round_of_its_group",
    ("late", "lives"): (
        f"{REGISTRATION}::test_what_is_drawn_once_for_all_takes_nobody_after_its_first_round"
    ),
    ("late", "cards"): f"{STATES}::test_a_card_table_without_who_is_away_and_with_cards_and_byes",
    ("late", "forfeit"): NO_GAME,
    ("late", "cancelled"): NO_GAME,
    ("late", "postponed"): NO_GAME,
    ("late", "correction"): (
        f"{STATES}::test_a_bye_an_absence_and_a_late_entry_keep_their_points_through_a_correction"
    ),
    ("late", "draft"): f"{PEOPLE}::test_a_round_paired_again_seats_who_came_late",
    ("late", "merge"): f"{PEOPLE}::test_who_entered_by_a_merged_record_is_not_entered_again",
    ("late", "forgotten"): f"{PEOPLE}::test_a_late_entry_that_is_merged_or_forgotten_stays_late",
    ("late", "preview"): NO_RATING,
    ("late", "stakes"): NO_GAME,
    ("penalty", "legs"): f"{LEGS}::test_a_penalty_is_taken_once_a_round",
    ("penalty", "group"): f"{GROUPS}::test_a_penalty_moves_a_group_and_leaves_the_other_group",
    ("penalty", "across"): f"{GROUPS}::test_a_penalty_decides_who_is_the_best_second",
    ("penalty", "lives"): f"{BRACKET}::test_a_penalty_moves_nobody_in_a_bracket",
    ("penalty", "cards"): (
        f"{STATES}::test_a_card_table_without_who_is_away_and_with_cards_and_byes"
    ),
    ("penalty", "forfeit"): f"{STATES}::test_a_penalty_counts_beside_a_game_that_was_not_played",
    ("penalty", "cancelled"): f"{STATES}::test_a_penalty_counts_beside_a_game_that_was_not_played",
    ("penalty", "postponed"): f"{STATES}::test_a_penalty_counts_beside_a_game_that_was_not_played",
    ("penalty", "correction"): (
        f"{STATES}::test_a_bye_an_absence_and_a_late_entry_keep_their_points_through_a_correction"
    ),
    ("penalty", "draft"): (
        f"{OLDER}::test_a_penalty_changes_what_was_counted_and_a_later_absence_does_not"
    ),
    ("penalty", "merge"): f"{PEOPLE}::test_a_merged_player_has_one_name_in_every_state",
    ("penalty", "forgotten"): f"{PEOPLE}::test_a_forgotten_player_has_no_name_in_any_state",
    ("penalty", "preview"): NO_TABLE,
    ("penalty", "stakes"): NO_TABLE,
    ("legs", "group"): f"{GROUPS}::test_legs_of_groups_are_matches",
    ("legs", "across"): f"{GROUPS}::test_legs_of_groups_are_matches",
    ("legs", "lives"): SWISS_ONLY,
    ("legs", "cards"): SWISS_ONLY,
    ("legs", "forfeit"): f"{LEGS}::test_what_is_not_played_in_a_leg_leaves_the_other_leg",
    ("legs", "cancelled"): f"{LEGS}::test_what_is_not_played_in_a_leg_leaves_the_other_leg",
    ("legs", "postponed"): f"{LEGS}::test_a_leg_that_is_postponed_waits_alone",
    ("legs", "correction"): f"{LEGS}::test_a_corrected_leg_makes_the_next_draft_stale",
    ("legs", "draft"): f"{LEGS}::test_a_draft_seats_nobody_who_has_left_in_either_leg",
    ("legs", "merge"): (
        f"{LEGS}::test_both_legs_name_who_a_player_is_now_and_nobody_who_was_forgotten"
    ),
    ("legs", "forgotten"): (
        f"{LEGS}::test_both_legs_name_who_a_player_is_now_and_nobody_who_was_forgotten"
    ),
    ("legs", "preview"): f"{LEGS}::test_a_ruling_in_the_second_leg_is_foreseen",
    ("legs", "stakes"): f"{LEGS}::test_each_leg_is_settled_in_coins_by_itself",
    ("group", "across"): f"{TIES}::test_the_best_of_the_rest_are_level_across_groups",
    ("group", "lives"): f"{TIES}::test_settled_by_a_play_off_of_two",
    ("group", "cards"): TWO_SEATS,
    ("group", "forfeit"): (
        f"{GROUPS}::test_a_forfeit_counts_as_a_win_of_the_group_and_has_no_board_points"
    ),
    ("group", "cancelled"): f"{GROUPS}::test_who_has_left_moves_the_group_up_across_groups",
    ("group", "postponed"): f"{GROUPS}::test_a_postponed_game_of_a_group_holds_the_next_stage",
    ("group", "correction"): f"{GROUPS}::test_a_correction_changes_the_groups_and_not_who_went_on",
    ("group", "draft"): f"{GROUPS}::test_a_draft_of_a_group_holds_the_next_stage",
    ("group", "merge"): f"{GROUPS}::test_the_table_of_a_group_names_who_a_player_is_now",
    ("group", "forgotten"): f"{GROUPS}::test_the_table_of_a_group_names_who_a_player_is_now",
    ("group", "preview"): NO_TABLE,
    ("group", "stakes"): NO_TABLE,
    ("across", "lives"): f"{TIES}::test_the_best_of_the_rest_are_level_across_groups",
    ("across", "cards"): TWO_SEATS,
    ("across", "forfeit"): (
        f"{GROUPS}::test_a_forfeit_counts_as_a_win_of_the_group_and_has_no_board_points"
    ),
    ("across", "cancelled"): f"{GROUPS}::test_who_has_left_moves_the_group_up_across_groups",
    ("across", "postponed"): f"{GROUPS}::test_a_postponed_game_of_a_group_holds_the_next_stage",
    ("across", "correction"): (
        f"{GROUPS}::test_a_correction_changes_the_groups_and_not_who_went_on"
    ),
    ("across", "draft"): f"{GROUPS}::test_a_draft_of_a_group_holds_the_next_stage",
    ("across", "merge"): f"{GROUPS}::test_the_table_of_a_group_names_who_a_player_is_now",
    ("across", "forgotten"): f"{GROUPS}::test_the_table_of_a_group_names_who_a_player_is_now",
    ("across", "preview"): NO_TABLE,
    ("across", "stakes"): NO_TABLE,
    ("lives", "cards"): TWO_SEATS,
    ("lives", "forfeit"): f"{FORFEITS}::test_a_series_ends_with_the_forfeits_that_decide_it",
    ("lives", "cancelled"): f"{BRACKET}::test_a_cancelled_match_is_followed_by_a_play_off",
    ("lives", "postponed"): (
        f"{BRACKET}::test_a_game_is_not_postponed_if_the_match_is_decided_without_it"
    ),
    ("lives", "correction"): (
        f"{BRACKET}::test_a_correction_after_the_final_is_published_leaves_who_plays_it"
    ),
    ("lives", "draft"): (
        f"{BRACKET}::test_a_correction_of_a_semi_final_makes_the_drafted_final_stale"
    ),
    ("lives", "merge"): (
        f"{BRACKET}::test_a_bracket_names_who_a_player_is_now_and_nobody_who_was_forgotten"
    ),
    ("lives", "forgotten"): (
        f"{BRACKET}::test_a_bracket_names_who_a_player_is_now_and_nobody_who_was_forgotten"
    ),
    ("lives", "preview"): f"{BRACKET}::test_a_preview_of_the_deciding_game_leaves_the_series",
    ("lives", "stakes"): f"{BRACKET}::test_coins_of_a_game_that_is_not_needed_are_given_back",
    ("cards", "forfeit"): f"{STATES}::test_a_card_table_is_cancelled_and_another_waits",
    ("cards", "cancelled"): f"{TABLES}::test_a_table_that_was_not_played_is_ruled",
    ("cards", "postponed"): f"{STATES}::test_a_card_table_is_cancelled_and_another_waits",
    ("cards", "correction"): f"{TABLES}::test_the_desk_enters_and_corrects",
    ("cards", "draft"): f"{STATES}::test_a_draft_of_card_tables_is_published_without_who_has_left",
    ("cards", "merge"): (
        f"{PEOPLE}::test_a_card_table_rates_who_a_player_is_now_and_keeps_the_places_of_the_forgotten"
    ),
    ("cards", "forgotten"): (
        f"{PEOPLE}::test_a_card_table_rates_who_a_player_is_now_and_keeps_the_places_of_the_forgotten"
    ),
    ("cards", "preview"): f"{STATES}::test_a_ruling_at_a_card_table_is_foreseen",
    ("cards", "stakes"): TAK_ONLY,
    ("forfeit", "cancelled"): f"{STATES}::test_the_last_decision_alone_counts",
    ("forfeit", "postponed"): f"{STATES}::test_the_last_decision_alone_counts",
    ("forfeit", "correction"): f"{STATES}::test_the_last_decision_alone_counts",
    ("forfeit", "draft"): f"{FORFEITS}::test_games_of_a_draft_are_not_ruled",
    ("forfeit", "merge"): f"{PEOPLE}::test_a_merged_player_has_one_name_in_every_state",
    ("forfeit", "forgotten"): f"{PEOPLE}::test_a_forgotten_player_has_no_name_in_any_state",
    ("forfeit", "preview"): f"{STATES}::test_a_decision_without_play_is_foreseen_in_the_ratings",
    ("forfeit", "stakes"): f"{BOOKS}::test_what_was_not_played_gives_the_stakes_back",
    ("cancelled", "postponed"): f"{STATES}::test_the_last_decision_alone_counts",
    ("cancelled", "correction"): f"{STATES}::test_the_last_decision_alone_counts",
    ("cancelled", "draft"): f"{STATES}::test_games_of_a_draft_are_not_foreseen",
    ("cancelled", "merge"): (
        f"{PEOPLE}::test_the_books_are_even_when_who_paid_is_merged_or_forgotten"
    ),
    ("cancelled", "forgotten"): f"{PEOPLE}::test_a_forgotten_player_has_no_name_in_any_state",
    ("cancelled", "preview"): f"{STATES}::test_a_decision_without_play_is_foreseen_in_the_ratings",
    ("cancelled", "stakes"): f"{BOOKS}::test_what_was_not_played_gives_the_stakes_back",
    ("postponed", "correction"): f"{STATES}::test_the_last_decision_alone_counts",
    ("postponed", "draft"): f"{STATES}::test_games_of_a_draft_are_not_foreseen",
    ("postponed", "merge"): f"{PEOPLE}::test_a_merged_player_has_one_name_in_every_state",
    ("postponed", "forgotten"): f"{PEOPLE}::test_a_forgotten_player_has_no_name_in_any_state",
    ("postponed", "preview"): f"{STATES}::test_a_decision_without_play_is_foreseen_in_the_ratings",
    ("postponed", "stakes"): f"{BOOKS}::test_a_postponed_game_keeps_its_stakes",
    ("correction", "draft"): (
        f"{OLDER}::test_publishing_a_stale_draft_asks_and_pairing_again_answers"
    ),
    ("correction", "merge"): (
        f"{DECISIONS}::test_a_preview_after_a_merge_names_the_player_who_stays"
    ),
    ("correction", "forgotten"): f"{PEOPLE}::test_a_preview_names_nobody_who_was_forgotten",
    ("correction", "preview"): f"{RATINGS}::test_a_ruling_is_foreseen_and_comes_true",
    ("correction", "stakes"): f"{BOOKS}::test_the_desk_settles_too_and_may_be_corrected",
    ("draft", "merge"): f"{PEOPLE}::test_a_merged_player_has_one_name_in_every_state",
    ("draft", "forgotten"): f"{PEOPLE}::test_a_forgotten_player_has_no_name_in_any_state",
    ("draft", "preview"): f"{STATES}::test_games_of_a_draft_are_not_foreseen",
    ("draft", "stakes"): f"{BIDS}::test_a_round_with_stakes_is_not_taken_back",
    ("merge", "forgotten"): f"{FORGETTING}::test_who_was_merged_into_the_person_is_forgotten_too",
    ("merge", "preview"): f"{DECISIONS}::test_a_preview_after_a_merge_names_the_player_who_stays",
    ("merge", "stakes"): f"{PEOPLE}::test_the_books_are_even_when_who_paid_is_merged_or_forgotten",
    ("forgotten", "preview"): f"{PEOPLE}::test_a_preview_names_nobody_who_was_forgotten",
    ("forgotten", "stakes"): (
        f"{PEOPLE}::test_the_books_are_even_when_who_paid_is_merged_or_forgotten"
    ),
    ("preview", "stakes"): f"{STATES}::test_a_preview_moves_no_coins",
}  # fmt: skip
