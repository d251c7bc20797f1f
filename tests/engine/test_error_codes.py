"""Codes of refused records are part of the API: none that was ever given goes."""

import pytest

from engine.games import VERIFIERS
from tests.engine.test_errors import all_errors

CODES = {
    "tak": """
        ascending_bids bad_ruleset_value bids_go_on bids_tied bids_unreadable
        capstone_in_the_way capstones_not_stated count_on_placement drops_do_not_sum
        game_is_over illegal_move leaves_board move_after_result move_number_wrong
        no_capstones_left no_set_for_size no_stones_left not_your_stack nothing_lifted
        nothing_to_move opening_needs_flat opening_needs_placement opening_needs_two
        over_carry_limit playtak_cannot_say playtak_path playtak_token_unknown playtak_too_long
        ply_missing record_too_long result_contradicts_board result_not_on_board results_differ
        scoring_option_unknown scoring_unknown scoring_value_unknown set_not_stated
        several_games single_piece size_missing size_not_stated size_not_supported
        size_of_style square_occupied square_off_board stack_too_small tag_malformed
        tag_repeated tag_unreadable token_too_long too_many_calls too_many_plies
        tps_bad_number tps_bad_player tps_bad_space tps_malformed tps_not_on_top
        tps_too_long tps_too_many_capstones tps_too_many_stones tps_wrong_row tps_wrong_size
        two_only_in_opening uneven_sets unknown_ruleset unknown_ruleset_field unknown_token
        unterminated_comment wager_rule_unknown wager_value_unknown wall_in_the_way
        wall_needs_lone_capstone wrong_komi wrong_opening wrong_pieces wrong_size zero_drop
    """,
    "taki": """
        bad_option_value brackets_missing breaker_cannot_win breaker_not_here call_too_late
        card_does_not_match card_not_held chain_is_active colour_missing colour_not_asked
        could_have_played deck_incomplete draw_not_here follow_up_missing lone_taki_stays_open
        no_call_due no_open_run no_plus_three_to_break no_reshuffle_due not_a_follow_up
        not_of_the_run not_taki nothing_to_challenge nothing_to_take one_start_card
        option_not_read pile_not_known plus_three_not_here reshuffle_missing run_must_close
        start_is_colourless taki_bad_seed taki_empty_turn taki_game_is_over
        taki_header_missing taki_header_not_allowed taki_header_twice taki_name_refused
        taki_not_their_turn taki_record_too_long taki_too_few_cards taki_unknown_player
        taki_unknown_token taki_wrong_players too_many_of_card turn_goes_on turn_missing
        unknown_card unknown_option unknown_taki_rules winner_not_on_table wrong_hand
        wrong_option wrong_reshuffle wrong_take
    """,
    "gamnon": """
        gamnon_after_end gamnon_card gamnon_card_not_in_hand gamnon_card_too_often
        gamnon_deck_not_whole gamnon_end gamnon_end_contradicted gamnon_game_over
        gamnon_header_late gamnon_header_missing gamnon_header_repeated gamnon_header_unknown
        gamnon_headers_disagree gamnon_kupa_empty gamnon_name gamnon_name_repeated
        gamnon_not_a_player gamnon_not_due gamnon_not_your_turn gamnon_number gamnon_option
        gamnon_option_differs gamnon_option_unknown gamnon_option_value gamnon_pile_is_whole
        gamnon_pile_not_known gamnon_players gamnon_pos gamnon_rules_unknown gamnon_seed
        gamnon_several_closing gamnon_token gamnon_too_few_holders gamnon_too_few_packs
        gamnon_too_long gamnon_turn_after_end gamnon_turn_empty gamnon_turn_not_complete
        gamnon_version gamnon_wrong_closing gamnon_wrong_colour gamnon_wrong_deal
        gamnon_wrong_payment gamnon_wrong_refill gamnon_wrong_share gamnon_wrong_take
    """,
}


@pytest.mark.parametrize("game", VERIFIERS)
def test_a_code_that_clients_may_know_stays(game):
    known = {error.code for error in all_errors() if f"engine.{game}." in error.__module__}
    assert not {*CODES[game].split()} - known
