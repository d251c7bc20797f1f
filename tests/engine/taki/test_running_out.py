"""The pile runs out, the game ends, places (TAKI-6, TAKI-9)."""

import itertools

import pytest

from engine.places import score_places
from engine.taki.places import rank_seats
from tests.engine.taki.tables import on_turn, play, refusal_code, sizes, table_of

HAND_B = "R3 R5 G1 B1"


def test_an_unknown_card_cannot_be_drawn() -> None:
    assert refusal_code(table_of("R1 B1", HAND_B, pile=""), "A R1", "B d") == "pile_not_known"


def test_the_open_pile_becomes_the_new_pile_when_a_card_is_needed() -> None:
    table = table_of("R1 B3 B8", HAND_B, pile="", known=True)
    drawn = play(table, "A R1", "B R3", "A d", "= R1 R9")
    assert (drawn.hands[0], drawn.pile, drawn.open_pile) == (("B3", "B8", "R1"), ("R9",), ("R3",))
    assert on_turn(drawn) == "B"
    assert refusal_code(table, "A R1", "B R3", "A d", "B R5") == "reshuffle_missing"
    assert refusal_code(table, "A R1", "B R3", "A d", "= R1 R3") == "wrong_reshuffle"
    assert refusal_code(table, "A R1", "= R9") == "no_reshuffle_due"


def test_a_new_pile_in_the_middle_of_a_three_plus() -> None:
    table = table_of("R8 *3 R1", HAND_B, "R4 R6 G4", pile="G1", known=True)
    lines = ["A R8", "B R3", "C R4", "A *3"]
    drawn = play(table, *lines, "= R9 R4 R3 R8", "A R1")
    assert drawn.hands[1][-3:] == ("G1", "R9", "R4")
    assert drawn.hands[2][-2:] == ("R3", "R8")  # one card short: none is left
    assert (drawn.pile, drawn.is_over) == ((), True)


def test_without_cards_to_draw_the_turn_passes() -> None:
    alone = table_of("B1 B3", HAND_B, pile="", known=True)
    assert sizes(play(alone, "A d")) == [2, 4]  # only the top card lies on the open pile
    never = table_of("R1 B3", HAND_B, pile="", known=True, pile_empty="no_draw")
    assert sizes(play(never, "A R1 #", "B d")) == [1, 4]


def test_the_end_by_an_empty_pile() -> None:
    table = table_of("R1 B3 B4", HAND_B, "R4 R6", pile="", known=True, pile_empty="end")
    ended = play(table, "A R1", "B d")
    assert (ended.is_over, ended.ended_by) == (True, "pile_empty")
    assert rank_seats(ended) == (3, 6, 3)  # two cards each share places 1 and 2


def test_the_turn_limit_ranks_by_cards_left() -> None:
    table = table_of("R1 B3 B4", HAND_B, "R4 R6", max_turns=2)
    assert not play(table, "A R1").is_over
    ended = play(table, "A R1", "B d")
    assert (ended.ended_by, rank_seats(ended)) == ("turn_limit", (3, 6, 3))
    assert refusal_code(table, "A R1", "B d", "C R4") == "taki_game_is_over"


def test_with_play_on_the_others_go_on_for_places() -> None:
    table = table_of("R1", "R3 R4", "R5 R6 R7", play_on=True)
    going = play(table, "A R1")
    assert (going.is_over, going.places, on_turn(going)) == (False, (0,), "B")
    ended = play(table, "A R1", "B R3 #", "C R5", "B R4")
    assert (ended.is_over, ended.places, rank_seats(ended)) == (True, (0, 1), (2, 4, 6))
    assert refusal_code(table, "A R1", "B R3 #", "C R5", "A R1") == "taki_not_their_turn"


def test_a_stop_passes_over_one_who_still_plays() -> None:
    table = table_of("R1", "RS R3 R4", "R5 R6", "R8 B1", play_on=True)
    assert on_turn(play(table, "A R1", "B RS")) == "D"
    assert on_turn(play(table, "A R1", "B RS", "D R8 #")) == "B"


def test_who_is_out_is_not_counted_among_the_stopped() -> None:
    table = table_of("R4 RS R3 G9", "R1", "R5 R6", "R8 B1", play_on=True)
    lines = ["A R4", "B R1", "C R5 #", "D R8 #", "A RS"]
    assert on_turn(play(table, *lines)) == "D"


def test_a_last_three_plus_with_play_on_passes_the_turn() -> None:
    table = play(table_of("*3", HAND_B, "R4 R6", play_on=True), "A *3")
    assert (table.places, on_turn(table), sizes(table)) == ((0,), "B", [0, 7, 5])


def test_one_who_is_caught_after_finishing_is_back_in_the_game() -> None:
    table = table_of("R1 R8", "R3 R4 R5", "R6 R7 B1", play_on=True)
    lines = ["A R1", "B R3", "C R6", "A R8"]
    assert play(table, *lines).places == (0,)
    back = play(table, *lines, "C ? A", "B R4 #")
    assert (back.places, sizes(back)) == ((), [2, 1, 2])
    assert refusal_code(table, *lines, "B R4 #", "C ? A") == "nothing_to_challenge"


# TAKI-9: the example of the rules file.
def test_places_and_scores_of_the_example() -> None:
    cards_left = ["", "R1 R3 R4", "R5 R6 R7", "G1 G3 G4 G5 G6 G7 G8"]
    table = play(table_of("R1", *cards_left[1:]), "A R1")
    assert rank_seats(table) == (2, 5, 5, 8)
    points = score_places(rank_seats(table), winner_takes_all=False)
    assert [float(point) for point in points] == [1, 0.5, 0.5, 0]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_places_agree_with_counting_who_is_better_and_sum_up(seats: int) -> None:
    for left in itertools.product((1, 2, 3), repeat=seats - 1):
        hands = [" ".join(["B1"] * number) for number in left]
        table = play(table_of("R1", *hands), "A R1")
        counts = [0, *left]
        # The place is one more than who is better, plus half of who else is as good.
        slow = [
            2 * (1 + sum(other < own for other in counts)) + counts.count(own) - 1 for own in counts
        ]
        assert list(rank_seats(table)) == slow
        assert 2 * sum(score_places(slow, winner_takes_all=False)) == seats


def test_the_winner_may_take_it_all() -> None:
    assert sum(score_places((2, 4, 6), winner_takes_all=True)) == 1
    assert score_places((6, 2, 4), winner_takes_all=True)[1] == 1
    assert sum(score_places((3, 3, 6), winner_takes_all=True)) == 0  # nobody is first alone
