"""What may be laid on what, and what each card does (TAKI-3, TAKI-4); runs are test_runs.py."""

import pytest

from tests.engine.taki.tables import named, on_turn, play, refusal_code, refused, sizes, table_of

HAND_B, HAND_C = "R1 G1 B1 Y1", "R3 G3 B3 Y3"


# TAKI-3.1, 3.2: the card, the card beneath, may it by blog, may it by publisher.
MATCHES = [
    ("R5", "R9", True, True),
    ("G9", "R9", True, True),
    ("G5", "R9", False, False),
    ("RS", "R9", True, True),
    ("GS", "R9", False, False),
    ("GS", "RS", False, True),
    ("GV", "RV", False, True),
    ("GP", "RP", False, True),
    ("GD", "RD", True, True),
    ("GD", "RS", False, False),
    ("*C=G", "R9", True, True),
    ("*K", "RS", True, True),
    ("*T~", "RS", True, True),
    ("*3", "R9", True, True),
    ("*3", "RS", False, True),
    ("*B", "RS", True, True),
]


@pytest.mark.parametrize(("card", "top", "blog", "publisher"), MATCHES)
def test_what_matches_what(card: str, top: str, blog: bool, publisher: bool) -> None:
    # The start card counts by colour and figure only (TAKI-2.3), so any top can be set up.
    line = f"A {card}" + (" d" if card[1] == "P" else "")
    for preset, allowed in (("blog", blog), ("publisher", publisher)):
        table = table_of(f"{card[:2]} B1 B3", HAND_B, top=top, preset=preset)
        if allowed:
            assert play(table, line).open_pile[-1] == card[:2]
        else:
            assert refusal_code(table, line) in ("card_does_not_match", "plus_three_not_here")


def test_the_command_of_a_start_card_is_ignored() -> None:
    table = play(table_of("R1 R4 R5", HAND_B, top="RD"), "A R1")
    assert (on_turn(table), table.chain) == ("B", 0)
    assert refusal_code(table_of("R1 R4", HAND_B, top="RD"), "A t2") == "nothing_to_take"


def test_anything_goes_on_a_colourless_start_card() -> None:
    table = table_of("R1 *T *3", HAND_B, top="*K", start_colourless="any_card")
    assert play(table, "A R1").lead.colour == "R"
    assert refusal_code(table, "A *T~") == "colour_missing"
    assert play(table, "A *T=B~").run == "B"
    assert refusal_code(table, "A *3") == "plus_three_not_here"


def test_drawing_passes_the_turn_and_is_remarked_upon_only_by_option() -> None:
    table = play(table_of("B1 B3", HAND_B), "A d")
    assert (on_turn(table), table.hands[0]) == ("B", ("B1", "B3", "G1"))
    able = table_of("R1 B3", HAND_B, voluntary_draw="reject")
    assert refusal_code(able, "A d") == "could_have_played"
    assert sizes(play(table_of("*B B3", HAND_B, voluntary_draw="reject"), "A d")) == [3, 4]


def test_two_plus_chains_and_the_punished_player_loses_the_turn() -> None:
    table = table_of("RD R1", "GD G8", "Y1 Y3", "B1 B3")
    chained = play(table, "A RD", "B GD")
    assert chained.chain == 2
    assert refused(table, "A RD", "B GD", "C t2").params["cards"] == 4
    taken = play(table, "A RD", "B GD", "C t4")
    assert (sizes(taken), on_turn(taken), taken.chain) == ([1, 1, 6, 2], "D", 0)
    assert refusal_code(table, "A RD", "B GD", "C t4", "D B1") == "card_does_not_match"


def test_a_spent_two_plus_is_matched_by_colour_or_number() -> None:
    table = table_of("RD R1 GD", "G8 R8 B5", "Y1 R3")
    taken = play(table, "A RD", "B t2", "C R3")
    assert taken.lead.figure == "3"
    again = play(table_of("RD R1", "B1 B3", "GD Y5"), "A RD", "B t2", "C GD")
    assert again.chain == 1


@pytest.mark.parametrize("card", ["*C=G", "*T~", "*3", "*B", "R1", "*Z+", "RT~"])
def test_only_two_plus_and_king_go_on_an_active_chain(card: str) -> None:
    table = table_of("RD R5", f"{card[:2]} G8", crazy_cards=1)
    assert refusal_code(table, "A RD", f"B {card}") == "chain_is_active"


def test_a_king_cancels_a_chain_and_gives_any_card() -> None:
    table = play(table_of("RD R5", "*K B6 B7", "B1"), "A RD", "B *K B6")
    assert (table.chain, str(table.lead), on_turn(table)) == (0, "B6", "C")


def test_a_king_alone_leaves_colour_and_figure_in_force_and_may_win() -> None:
    table = play(table_of("*K B6 B7", "R1 G9"), "A *K")
    assert (str(table.lead), on_turn(table), table.open_pile[-1]) == ("R9", "B", "*K")
    assert play(table_of("*K", "R1"), "A *K").places == (0,)
    assert refusal_code(table_of("*K B6", "R1"), "A *K d") == "draw_not_here"


def test_a_king_frees_from_a_named_colour_and_from_an_open_taki() -> None:
    table = table_of("*K *3 B6", HAND_B)
    assert play(named(table, "G"), "A *K B6").lead.colour == "B"
    assert play(table_of("RT R5", "*K B6 B7"), "A RT~", "B *K B6").run == ""


def test_a_plus_needs_a_card_of_its_colour_or_a_draw() -> None:
    table = table_of("RP R4 GP G4 *C B9", HAND_B)
    assert on_turn(play(table, "A RP R4")) == "B"
    assert sizes(play(table, "A RP d")) == [6, 4]
    assert refusal_code(table, "A RP") == "follow_up_missing"
    assert refusal_code(table, "A RP G4") == "not_a_follow_up"
    assert refusal_code(table, "A RP GP G4") == "not_a_follow_up"
    assert play(table, "A RP *C=B").lead.named


@pytest.mark.parametrize(
    ("option", "follow", "allowed"),
    [
        ("same_colour", "*C=B", False),
        ("same_colour_or_colourless", "*C=B", True),
        ("same_colour", "R4", True),
        ("normal_match", "GP d", False),
        ("normal_match", "*K", True),
    ],
)
def test_what_may_follow_a_plus(option: str, follow: str, allowed: bool) -> None:
    table = table_of("RP R4 GP *C *K B9", HAND_B, plus_follow=option)
    if allowed:
        assert on_turn(play(table, f"A RP {follow}")) == "B"
    else:
        assert refusal_code(table, f"A RP {follow}") == "not_a_follow_up"


def test_a_chain_of_pluses_repeats_the_duty_and_a_last_plus_cannot_win() -> None:
    assert refusal_code(table_of("RP RP R4 B1", HAND_B), "A RP RP") == "follow_up_missing"
    table = play(table_of("RP", HAND_B), "A RP d")
    assert (sizes(table), table.is_over) == ([1, 4], False)


def test_stop_takes_a_turn() -> None:
    assert on_turn(play(table_of("RS R1", HAND_B, HAND_C), "A RS")) == "C"
    assert on_turn(play(table_of("RS R1", HAND_B), "A RS")) == "A"


def test_change_of_direction_turns_round() -> None:
    table = play(table_of("RV R1", HAND_B, HAND_C), "A RV")
    assert (on_turn(table), table.direction) == ("C", -1)
    assert on_turn(play(table_of("RV R1", HAND_B), "A RV")) == "B"


def test_change_of_colour_names_what_must_follow() -> None:
    table = table_of("*C R1", "G5 *C *3 *B *K R1", HAND_C)
    assert refusal_code(table, "A *C") == "colour_missing"
    assert refusal_code(table, "A *C=G", "B R1") == "card_does_not_match"
    assert refusal_code(table, "A *C=G", "B *3") == "plus_three_not_here"
    assert refusal_code(table, "A *C=G", "B *B") == "breaker_not_here"
    for line in ("B G5", "B *C=R", "B *K R1"):
        assert on_turn(play(table, "A *C=G", line)) == "C"


def test_super_taki_takes_the_colour_beneath_it() -> None:
    table = table_of("*T R1 R3 G5", HAND_B)
    assert str(play(table, "A *T[R1,R3]!").lead) == "R3"
    assert refusal_code(table, "A *T[G5]!") == "not_of_the_run"
    assert refusal_code(table, "A *T=G[G5]!") == "colour_not_asked"
    assert play(named(table, "G"), "A *T[G5]!").lead.colour == "G"


def test_super_taki_after_a_king_is_declared_or_not_by_option() -> None:
    hand = "*K *T R1 G5 B1"
    assert refusal_code(table_of(hand, HAND_B), "A *K *T[G5]!") == "colour_missing"
    assert play(table_of(hand, HAND_B), "A *K *T=G[G5]!").lead.colour == "G"
    previous = table_of(hand, HAND_B, super_after_king="previous_colour")
    assert play(previous, "A *K *T[R1]!").lead.colour == "R"
    old = table_of(hand, HAND_B, super_changes_colour=True)
    assert play(old, "A *T=G[G5]!").lead.colour == "G"


def test_three_plus_gives_three_to_the_others_and_another_turn() -> None:
    table = play(table_of("*3 R1 B1", HAND_B, HAND_C), "A *3", "A R1")
    assert sizes(table) == [1, 7, 7]
    assert table.hands[1][-3:] == ("G1", "G3", "G5")  # the next in direction draws first
    assert (on_turn(table), table.turns, table.plus_threes) == ("B", 2, 1)
    passing = table_of("*3 R1 B1", HAND_B, HAND_C, plus3_keeps_turn=False)
    assert refusal_code(passing, "A *3", "A R1") == "taki_not_their_turn"


def test_three_plus_draws_in_the_present_direction() -> None:
    table = table_of("RV *3 R3 B1", "R1 Y1", "R5 G1")
    drawn = play(table, "A RV", "C R5 #", "B R1 #", "A *3")
    assert drawn.hands[2][-3:] == ("G1", "G3", "G5")
    assert drawn.hands[1][-3:] == ("G6", "G8", "G9")


def test_a_breaker_turns_the_three_plus_on_its_player() -> None:
    table = play(table_of("*3 R1 B1", HAND_B, "*B R3"), "A *3", "C !*B #")
    assert sizes(table) == [5, 4, 1]
    assert (on_turn(table), table.open_pile[-1], str(table.lead)) == ("B", "*B", "R9")
    game = table_of("*3 R1 B1", "*B R1 G1", "*B R3")
    assert refusal_code(game, "A *3", "B !*B", "C !*B") == "no_plus_three_to_break"
    assert refusal_code(game, "A *3", "A R1", "B !*B") == "no_plus_three_to_break"
    assert refusal_code(table_of("*3 *B B1", HAND_B), "A *3", "A !*B") == "no_plus_three_to_break"
    assert refusal_code(table_of("*3 R1 B1", HAND_B), "A *3", "B !*B") == "card_not_held"


def test_a_last_three_plus_wins_unless_it_is_broken() -> None:
    won = play(table_of("*3", HAND_B), "A *3")
    assert (won.places, sizes(won)) == ((0,), [0, 7])
    broken = play(table_of("*3", "*B R1 G1"), "A *3", "B !*B")
    assert (broken.is_over, sizes(broken), on_turn(broken)) == (False, [3, 2], "B")


def test_a_last_breaker_wins_as_an_answer_only() -> None:
    answer = table_of("*3 R1 B1", "*B")
    assert play(answer, "A *3", "B !*B").places == (1,)
    own = play(table_of("*B", HAND_B), "A *B")
    assert (own.is_over, sizes(own), on_turn(own)) == (False, [3, 4], "B")
    never = table_of("*3 R1 B1", "*B", breaker_last="never_wins")
    assert refusal_code(never, "A *3", "B !*B") == "breaker_cannot_win"


def test_the_top_card_itself_decides_about_a_three_plus() -> None:
    for line in ("A *K", "A *B"):
        assert refusal_code(table_of("*K *B R1", "*3 R3 R1"), line, "B *3") == "plus_three_not_here"
    assert refusal_code(table_of("*3 *3 R1", "R3 R5"), "A *3", "A *3") == "plus_three_not_here"
    assert play(table_of("*K *3 B1", HAND_B), "A *K *3").plus_threes == 1


def test_law_of_the_years_without_three_plus() -> None:
    table = table_of("R3 RP G3 GP B1", HAND_B, law_plus3=True)
    acted = play(table, "A R3 RP")
    assert (sizes(acted), on_turn(acted), acted.plus_threes) == ([3, 7], "A", 1)
    assert on_turn(play(table, "A R3")) == "B"
    assert refusal_code(table, "A R3 GP") == "not_a_follow_up"
    plain = table_of("R3 RP B1", HAND_B)
    assert refusal_code(plain, "A R3 RP") == "turn_goes_on"


def test_crazy_card_passes_the_hands() -> None:
    table = table_of("*Z R1 B1", "G1 G3 G5", "Y1", crazy_cards=1)
    passed = play(table, "A *Z+")
    assert passed.hands == (("Y1",), ("R1", "B1"), ("G1", "G3", "G5"))
    against = play(table, "A *Z-")
    assert against.hands == (("G1", "G3", "G5"), ("Y1",), ("R1", "B1"))
    assert (on_turn(against), str(against.lead)) == ("B", "R9")
    assert refusal_code(table, "A *Z") == "colour_missing"
