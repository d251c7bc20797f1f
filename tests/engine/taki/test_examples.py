"""The examples of the rules file, replayed, and the mutations it says must be rejected."""

import pytest

from engine.errors import RecordError
from engine.taki.verify import verify
from tests.paths import SHARED

RULES = SHARED / "rules"

# Source: the rules file, TAKI-7, examples 1 and 2.
EXAMPLE_1 = """taki/1
players: A B
first: A
hand A: R1 R3 R4 RT R5 R8 G7 G4
hand B: B3 G4 BD YS Y6 G1 *C Y9
start: R9
draw: B8 Y7 R6
A RT[R1,R3,R4,R5,R8]!     ; closed run, leading card R8
B *C=G
A G7 #                    ; one card left, called
B G1
A G4
A wins
"""
EXAMPLE_2 = """taki/1
players: A B C
first: A
hand A: BD B6 *3 R6 RP R4 *K YT
hand B: GD G3 *B Y8 R7 G8 GS B9
hand C: YD *C R3 G9 G5 Y1 YV RS
start: B4
draw: G1 Y5 B1 G6 R8 Y3 B7 Y4 R5 Y6
A BD          ; chain 1
B GD          ; chain 2
C YD          ; chain 3 (6 cards due)
A *K B6       ; king cancels the chain, free card
B B9
C G9
A *3          ; on a number card
B !*B         ; A draws G1 Y5 B1; turn to B
B G8
C G5
A G1
"""


def test_example_1_a_wins_and_b_keeps_six() -> None:
    verdict = verify(EXAMPLE_1)
    assert (verdict.winner, verdict.reason, verdict.proven) == (1, "empty_hand", True)
    assert (verdict.result, verdict.cards_left) == ("1-2", (0, 6))
    assert verdict.as_json()["points"] == {"A": 1, "B": 0}
    assert verdict.as_json()["places"] == {"A": 1, "B": 2}
    assert verdict.as_json()["cards_left"] == {"A": 0, "B": 6}
    assert verdict.plies == 5


def test_the_game_of_example_1_ends_without_its_last_line() -> None:
    shortened = EXAMPLE_1.removesuffix("A wins\n")
    assert verify(shortened).moves_hash == verify(EXAMPLE_1).moves_hash
    assert verify(shortened).proven


def test_variant_1b_the_missing_call_costs_two_cards() -> None:
    text = EXAMPLE_1.replace("G7 #", "G7").replace("A wins", "B ? A\nB G4")
    verdict = verify(text)
    assert verdict.reason == "unfinished"
    assert (verdict.places_x2, verdict.points, verdict.result) == (None, None, "")
    assert verdict.facts["hands"] == [["B8", "Y7"], ["B3", "BD", "YS", "Y6", "Y9"]]
    assert verdict.facts["penalties"] == 1


def test_example_2_final_hands() -> None:
    verdict = verify(EXAMPLE_2)
    expected = ["R6 RP R4 YT Y5 B1", "G3 Y8 R7 GS", "*C R3 Y1 YV RS"]
    assert [" ".join(hand) for hand in verdict.facts["hands"]] == expected
    assert verdict.facts["to_move"] == 2
    assert (verdict.facts["plus_threes"], verdict.facts["breakers"]) == (1, 1)
    assert (verdict.reason, verdict.facts["drawn"], verdict.plies) == ("unfinished", 3, 10)


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("C YD ", "C *C=R ", "chain_is_active", 11),
        ("A *K B6 ", "A t6\nA B6 ", "taki_not_their_turn", 13),
        ("C G9", "C RS", "card_does_not_match", 14),
        ("A *K B6 ", "A *3 ", "chain_is_active", 12),
        ("B G8", "B G8\nB !*B", "no_plus_three_to_break", 18),
        ("A *K B6 ", "A t4 ", "wrong_take", 12),
        ("B GD ", "B d ", "chain_is_active", 10),
        ("A *3 ", "A *3 B6 ", "turn_goes_on", 15),
        ("A *K B6 ", "A *K d ", "draw_not_here", 12),
        ("A BD ", "A GD ", "card_not_held", 9),
        ("start: B4", "start: *K", "start_is_colourless", 7),
        ("draw: G1", "draw: BD BD", "too_many_of_card", 8),
        ("hand C: YD", "hand C: YD YD", "wrong_hand", 6),
    ],
)
def test_mutations_of_example_2_are_rejected(old: str, new: str, code: str, line: int) -> None:
    assert old in EXAMPLE_2
    with pytest.raises(RecordError) as refused:
        verify(EXAMPLE_2.replace(old, new, 1))
    assert (refused.value.code, refused.value.line) == (code, line)


def test_a_refusal_says_line_token_hand_top_and_what_would_be_legal() -> None:
    with pytest.raises(RecordError) as refused:
        verify(EXAMPLE_2.replace("C G9", "C RS"))
    error = refused.value
    assert str(error) == (
        "Line 14: RS does not match B9. C holds *C R3 G9 G5 Y1 YV RS. "
        "Possible: *C=R *C=G *C=B *C=Y G9 d."
    )
    assert (error.move, error.params["player"], error.params["top"]) == ("RS", "C", "B9")


@pytest.mark.skipif(not RULES.exists(), reason="no shared rules beside the checkout")
def test_the_example_files_replay_alike() -> None:
    files = {name: (RULES / f"taki-example-{name}.txt").read_text() for name in ("t1", "t1b", "t2")}
    assert verify(files["t1"]).cards_left == (0, 6)
    assert verify(files["t1b"]).cards_left == (2, 5)
    assert verify(files["t2"]).facts["hands"] == verify(EXAMPLE_2).facts["hands"]
