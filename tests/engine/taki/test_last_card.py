"""The call of the last card, the cry "take four", and their windows (TAKI-5)."""

import pytest

from tests.engine.taki.tables import on_turn, play, refusal_code, sizes, table_of


def test_a_call_in_time_and_a_late_one_that_is_still_in_time_by_blog() -> None:
    table = table_of("R1 R3", "R4 R5 B1", "R6 R7 B3")
    called = ["A R1 #", "B R4", "C R6", "A R3"]
    assert refusal_code(table, *called, "B ? A") == "nothing_to_challenge"
    late = ["A R1", "B R4", "C R6", "A # R3"]
    assert play(table, *late).places == (0,)
    assert refusal_code(table, *late, "B ? A") == "nothing_to_challenge"


@pytest.mark.parametrize(("penalty", "left"), [(2, 2), (4, 4)])
def test_by_blog_the_cry_follows_the_last_card(penalty: int, left: int) -> None:
    table = table_of("R1 R3", "R4 R5 B1", "R6 R7 B3", last_card_penalty=penalty)
    lines = ["A R1", "B R4", "C R6", "A R3"]
    caught = play(table, *lines, "C ? A")
    assert (caught.is_over, sizes(caught), on_turn(caught)) == (False, [left, 2, 2], "B")
    assert refusal_code(table, *lines, "A ? A") == "nothing_to_challenge"
    assert refusal_code(table, *lines[:2], "C ? A") == "nothing_to_challenge"
    assert refusal_code(table, *lines, "C ? A", "B ? A") == "nothing_to_challenge"


def test_the_last_card_keeps_its_effect_after_the_penalty() -> None:
    table = table_of("R1 RD", "R4 R5 B1", "R6 R7 B3")
    caught = play(table, "A R1", "B R4", "C R6", "A RD", "C ? A")
    assert (caught.chain, on_turn(caught)) == (1, "B")


def test_from_two_to_none_in_one_turn_needs_no_call() -> None:
    table = table_of("RT R3", "R4 R5 B1")
    assert refusal_code(table, "A RT[R3]!", "B ? A") == "nothing_to_challenge"


def test_by_publisher_the_cry_comes_once_another_has_played() -> None:
    table = table_of("R1 R3", "R4 R5 B1", "R6 R7 B3", preset="publisher")
    assert refusal_code(table, "A R1", "B ? A") == "nothing_to_challenge"
    caught = play(table, "A R1", "B R4", "B ? A")
    assert (sizes(caught), on_turn(caught)) == ([5, 2, 3], "C")
    assert refusal_code(table, "A R1", "B R4", "C R6", "A # R3") == "call_too_late"
    assert refusal_code(table, "A R1 #", "B R4", "C ? A") == "nothing_to_challenge"
    # An unchallenged omission has no effect (5.4), and an empty hand ends the game (11.13).
    assert play(table, "A R1", "B R4", "C R6", "A R3").places == (0,)
    assert refusal_code(table, "A R1", "B R4", "C R6", "A R3", "B ? A") == "nothing_to_challenge"


@pytest.mark.parametrize("preset", ["blog", "publisher"])
def test_drawing_to_two_cancels_the_omission(preset: str) -> None:
    table = table_of("R1 B8", "R4 R5 B1 *3", "R6 R7 B3", preset=preset)
    drawn = ["A R1", "B *3", "B R4"]
    assert refusal_code(table, *drawn, "C ? A") == "nothing_to_challenge"
    assert sizes(play(table, *drawn))[0] == 4


def test_a_call_is_for_exactly_one_card() -> None:
    assert refusal_code(table_of("R1 R3 R5", "R4 B1"), "A R1 #") == "no_call_due"
    assert refusal_code(table_of("R1 R3 R5", "R4 B1"), "A # R1") == "no_call_due"
    assert refusal_code(table_of("R1", "R4 B1"), "A R1 #") == "no_call_due"
    assert refusal_code(table_of("R1 R3", "R4 B1"), "A R1 # #") == "call_too_late"
    assert refusal_code(table_of("R1 R3", "R4 B1"), "A R1 #", "B R4 #", "A #") == "turn_missing"


def test_other_turns_that_leave_one_card_need_the_call_too() -> None:
    plus = table_of("RP", "R4 R5 B1")
    assert play(plus, "A RP d").uncalled == {0}
    assert play(plus, "A RP d #").uncalled == set()
    assert play(table_of("*3 R1", "R4 R5"), "A *3").uncalled == {0}
    assert play(table_of("*3 R1", "R4 R5"), "A *3 #").uncalled == set()
    answered = table_of("*3 R1 R5", "*B R5")
    assert play(answered, "A *3", "B !*B").uncalled == {1}
    assert play(answered, "A *3", "B !*B #").uncalled == set()
    king = table_of("*K R1", "R4 R5")
    assert play(king, "A *K #").uncalled == set()


def test_a_caught_last_breaker_draws() -> None:
    table = table_of("R8 *3 R1 R5", "R3 *B", "R4 R6 B4")
    lines = ["A R8", "B R3", "C R4", "A *3", "B !*B"]
    assert play(table, *lines).places == (1,)
    caught = play(table, *lines, "C ? B")
    assert (caught.is_over, sizes(caught)) == (False, [5, 2, 2])


def test_a_hand_of_one_from_a_crazy_card_is_called_before_its_next_card() -> None:
    table = table_of("*Z B7", "R4 R5 B1", crazy_cards=1)
    passed = ["A *Z+"]
    assert play(table, *passed).uncalled == {1}
    freed = table_of("*Z R7", "R4 R5 B1", crazy_cards=1)
    assert play(freed, *passed, "B R7", "A ? B").penalties == 1
    assert refusal_code(freed, *passed, "B # R7", "A ? B") == "nothing_to_challenge"
