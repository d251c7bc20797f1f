"""Taki runs: laid, left open, continued, closed, and what their last card does (TAKI-4.10-14)."""

from typing import Any

import pytest

from tests.engine.taki.tables import on_turn, play, refusal_code, sizes, table_of

HAND_B, HAND_C = "R6 R7 G1 B1", "R8 G3 B3 Y3"


def test_only_cards_of_the_colour_are_laid_in_a_run() -> None:
    table = table_of("RT R1 RS GT G1 *C", HAND_B)
    assert refusal_code(table, "A RT[R1,G1]!") == "not_of_the_run"
    assert refusal_code(table, "A RT[R1,GT]!") == "not_of_the_run"
    assert refusal_code(table, "A RT[R1,*C=G]!") == "not_of_the_run"
    assert str(play(table, "A RT[R1,RS]!").lead) == "RS"


@pytest.mark.parametrize(
    ("run", "turn", "direction"),
    [
        ("RT[RS,R1]!", "B", 1),  # a command inside is dead
        ("RT[R1,RS]!", "C", 1),
        ("RT[RS,RS]!", "C", 1),  # two stops do not add (4.6)
        ("RT[R1,RV]!", "C", -1),
        ("RT[RV,R1]!", "B", 1),
        ("RT[R1,RS]~", "B", 1),  # left open: no command
        ("RT[R1,RT]!", "B", 1),  # a taki inside is just a card
        ("RT!", "B", 1),
    ],
)
def test_only_the_last_card_of_a_closed_run_acts(run: str, turn: str, direction: int) -> None:
    table = play(table_of("RT RT R1 RS RS RV B9", HAND_B, HAND_C), f"A {run}")
    assert (on_turn(table), table.direction) == (turn, direction)


def test_the_command_of_an_open_run_by_option() -> None:
    acts: dict[str, Any] = {"open_run_last_action": "acts"}
    stopped = play(table_of("RT R1 RS B9", HAND_B, HAND_C, **acts), "A RT[R1,RS]~")
    assert (on_turn(stopped), stopped.run) == ("C", "R")
    duty = table_of("RT R1 RP R4 B9", HAND_B, **acts)
    assert refusal_code(duty, "A RT[R1,RP]~") == "follow_up_missing"
    assert play(duty, "A RT[R1,RP]~ R4").run == ""


@pytest.mark.parametrize(("option", "chain", "run"), [("active", 1, ""), ("inactive", 0, "R")])
def test_a_two_plus_that_ends_an_open_run_by_option(option: str, chain: int, run: str) -> None:
    """One that acts ends the run as well; one without effect leaves it open."""
    table = table_of("RT R1 RD B9", "R6 GD", open_run_last_action="acts", run_end_plus2=option)
    after = play(table, "A RT[R1,RD]~")
    assert (after.chain, after.run) == (chain, run)


def test_a_plus_that_ends_a_closed_run_is_a_duty() -> None:
    table = table_of("RT R1 RP R4 B9", HAND_B)
    assert refusal_code(table, "A RT[R1,RP]!") == "follow_up_missing"
    assert on_turn(play(table, "A RT[R1,RP]! R4")) == "B"
    last = play(table_of("RT R1 RP", HAND_B), "A RT[R1,RP]! d")
    assert (last.is_over, sizes(last)) == (False, [1, 4])


@pytest.mark.parametrize(("option", "chain"), [("inactive", 0), ("active", 1)])
def test_a_two_plus_that_ends_a_run(option: str, chain: int) -> None:
    table = table_of("RT R1 RD B9", "R6 GD", run_end_plus2=option)
    assert play(table, "A RT[R1,RD]!").chain == chain
    dead = play(table_of("RT RD R1 B9", "R6 GD", run_end_plus2=option), "A RT[RD,R1]!")
    assert dead.chain == 0


def test_a_dead_two_plus_does_not_count_in_a_later_chain() -> None:
    assert play(table_of("RT R1 RD B9", "GD R6"), "A RT[R1,RD]!", "B GD").chain == 1


def test_an_open_run_is_continued_by_others_until_it_is_closed() -> None:
    table = table_of("RT R1 R3 B9", HAND_B, HAND_C)
    assert play(table, "A RT[R1]~").run == "R"
    assert play(table, "A RT[R1]").run == "R"  # without a mark it is open
    further = play(table, "A RT[R1]~", "B [R7,R6]~")
    assert (further.run, on_turn(further)) == ("R", "C")
    closed = play(table, "A RT[R1]~", "B [R7,R6]~", "C [R8]!")
    assert (closed.run, str(closed.lead), on_turn(closed)) == ("", "R8", "A")


def test_a_draw_leaves_the_run_open() -> None:
    assert play(table_of("RT R1 B9", HAND_B), "A RT[R1]~", "B d").run == "R"


@pytest.mark.parametrize("line", ["B G1", "B *C=B", "B *K", "B *3", "B *B"])
def test_a_card_that_is_not_of_the_colour_ends_an_open_run(line: str) -> None:
    table = table_of("RT R1 B9", "G1 *C *K *3 *B B7", HAND_C)
    assert play(table, "A RT[R1]~", line).run == ""


def test_another_taki_on_a_lone_open_taki_is_for_the_publisher_only() -> None:
    hands = ("RT R1 B9", "GT G1 B7")
    assert refusal_code(table_of(*hands), "A RT~", "B GT~") == "card_does_not_match"
    assert play(table_of(*hands, preset="publisher"), "A RT~", "B GT~").run == "G"


def test_cards_of_an_open_run_are_written_in_brackets() -> None:
    table = table_of("RT R1 B9", "R6 RT B7")
    assert refusal_code(table, "A RT[R1]~", "B R6") == "brackets_missing"
    assert refusal_code(table, "A RT[R1]~", "B RT~") == "brackets_missing"
    assert refusal_code(table, "A R1", "B [R6]!") == "no_open_run"
    assert refusal_code(table, "A RT[R1]~", "B [B7]!") == "not_of_the_run"


def test_a_lone_taki_closes_by_blog_only() -> None:
    assert play(table_of("RT B9", HAND_B), "A RT!").run == ""
    assert (
        refusal_code(table_of("RT B9", HAND_B, preset="publisher"), "A RT!")
        == "lone_taki_stays_open"
    )


def test_a_colourless_tail_is_for_the_publisher_only() -> None:
    hand = "RT R1 R3 *C *T G4"
    publisher = table_of(hand, HAND_B, preset="publisher")
    assert play(publisher, "A RT[R1,*C=G]!").lead.colour == "G"
    assert str(play(publisher, "A RT[R1,*T]!").lead) == "RT"
    assert refusal_code(publisher, "A RT[R1,*C=G]~") == "run_must_close"
    assert refusal_code(publisher, "A RT[*C=R,R1]!") == "not_of_the_run"
    assert refusal_code(table_of(hand, HAND_B), "A RT[R1,*T]!") == "not_of_the_run"


def test_the_game_goes_on_with_colour_or_figure_of_the_run() -> None:
    table = table_of("RT R1 R3 B9", "G3 B4", HAND_C)
    assert str(play(table, "A RT[R1,R3]!", "B G3").lead) == "G3"


def test_a_run_that_empties_the_hand_wins_even_left_open() -> None:
    for mark in "!~":
        assert play(table_of("RT R1 RS", HAND_B), f"A RT[R1,RS]{mark}").places == (0,)
    assert play(table_of("RT RP", HAND_B), "A RT[RP]~").places == (0,)
