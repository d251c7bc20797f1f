"""Where the text of Taki has two readings: each is an option, and a record that is right by one of
them is refused by the other. The quotations are the sentences that can be read in two ways."""

from typing import Any

import pytest

from engine.errors import RecordError
from engine.taki.cards import full_deck
from engine.taki.verify import verify
from tests.engine.taki.tables import named, on_turn, play, refusal_code, sizes, table_of

HAND_B, HAND_C = "R1 G1 B1 Y1", "R3 G3 B3 Y3"
LAW: dict[str, Any] = {"law_plus3": True}


# "קלף 3 וקלף + מאותו הצבע (ויכול להיות מוח גם לאחר קלף 2+ מאותו הצבע)": a 3 and a plus of one
# colour act as a +3, and may be laid after a 2+ of that colour too.


def test_the_law_of_three_answers_an_active_two_plus_of_its_colour() -> None:
    table = table_of("RD R5", "R3 RP B9", HAND_C, law_after_plus2="active", **LAW)
    acted = play(table, "A RD", "B R3 RP")
    assert sizes(acted) == [4, 1, 7], "the others draw three, and nobody the two"
    assert (acted.chain, acted.plus_threes, on_turn(acted)) == (0, 1, "B")


def test_the_law_of_three_waits_until_the_two_plus_is_spent() -> None:
    table = table_of("RD R5", "R3 RP B9", "R3 RP B1", law_after_plus2="inactive", **LAW)
    assert refusal_code(table, "A RD", "B R3 RP") == "chain_is_active"
    assert play(table, "A RD", "B t2", "C R3 RP").plus_threes == 1


@pytest.mark.parametrize("line", ["B G3 GP", "B R3", "B RP R5", "B *3"])
def test_only_a_three_and_its_plus_of_the_same_colour_answer(line: str) -> None:
    hand = "G3 GP R3 RP R5 *3"
    table = table_of("RD R5", hand, HAND_C, law_after_plus2="active", **LAW)
    assert refusal_code(table, "A RD", line) == "chain_is_active"


def test_a_three_without_its_plus_in_hand_is_no_answer() -> None:
    table = table_of("RD R5", "R3 GP B9", HAND_C, law_after_plus2="active", **LAW)
    assert refusal_code(table, "A RD", "B R3") == "chain_is_active"


def test_without_the_law_nothing_changes_on_an_active_two_plus() -> None:
    table = table_of("RD R5", "R3 RP B9", HAND_C, preset="source")
    assert refusal_code(table, "A RD", "B R3 RP") == "chain_is_active"


def test_a_breaker_on_the_law_leaves_the_two_plus_answered() -> None:
    table = table_of("RD R5", "R3 RP B9", "*B G1 G3", law_after_plus2="active", **LAW)
    broken = play(table, "A RD", "B R3 RP", "C !*B")
    assert (sizes(broken), broken.chain, on_turn(broken)) == ([1, 4, 2], 0, "C")


# "להניח את קלף הפלוס יחד עם קלף נוסף, אך עליו להיות באותו הצבע": a plus together with another
# card, but it must be of the same colour.


def test_a_change_of_colour_after_a_plus_names_any_colour_or_only_its() -> None:
    table = table_of("RP *C B1", HAND_B)
    assert play(table, "A RP *C=B").lead.colour == "B"
    same = table_of("RP *C B1", HAND_B, colour_after_plus="same")
    assert refusal_code(same, "A RP *C=B") == "colour_not_asked"
    assert play(same, "A RP *C=R").lead.colour == "R"
    assert play(same, "A *C=B").lead.colour == "B", "not after a plus"


def test_to_the_letter_the_card_after_a_plus_has_its_colour() -> None:
    assert play(table_of("RP *C R4", HAND_B), "A RP *C=R").lead.named
    literal = table_of("RP *C R4", HAND_B, preset="source")
    assert refusal_code(literal, "A RP *C=R") == "not_a_follow_up"
    assert on_turn(play(literal, "A RP R4")) == "B"


def test_after_a_plus_a_super_taki_keeps_its_colour_even_by_the_old_rule() -> None:
    options: dict[str, Any] = {"super_changes_colour": True, "colour_after_plus": "same"}
    table = table_of("RP *T B1 R1 B3", HAND_B, **options)
    assert refusal_code(table, "A RP *T=B[B1]!") == "colour_not_asked"
    assert play(table, "A RP *T[R1]!").lead.colour == "R"


# "המשחק ימשך בתורו של השחקן הבא עם הצבע שבו נגמר המפל": after a 2+ without effect the game goes
# on with the colour in which the run ended.


@pytest.mark.parametrize("mark", ["!", "~"])
def test_a_dead_two_plus_is_followed_by_its_colour_or_its_number_too(mark: str) -> None:
    hands = ("RT R1 RD B5", "GD G1 B1 R5", HAND_C)
    run = f"A RT[R1,RD]{mark}"
    by_number = play(table_of(*hands), run, "B GD")
    assert (by_number.chain, on_turn(by_number)) == (1, "C")
    literal = table_of(*hands, dead_plus2_match="colour_only")
    assert refusal_code(literal, run, "B GD") == "card_does_not_match"
    follow = "B R5" if mark == "!" else "B [R5]!"
    assert play(literal, run, follow).lead.figure == "5"


def test_a_spent_two_plus_is_matched_by_number_whatever_a_dead_one_is() -> None:
    table = table_of("RD R1", "B1 B3", "GD Y5", preset="source")
    assert play(table, "A RD", "B t2", "C GD").chain == 1


# "שחקן יכול להיפטר מהקלף הזה … אולם אז הוא יכול לעשות זאת בתורו בלבד": a breaker without a +3 may
# be got rid of in one's own turn; on a named colour "חייב לשים קלף צהוב כלשהו".


def test_a_breaker_in_ones_own_turn_on_a_named_colour() -> None:
    hands = ("*B R1 G3", HAND_B)
    assert refusal_code(named(table_of(*hands), "G"), "A *B") == "breaker_not_here"
    laid = play(named(table_of(*hands, preset="source"), "G"), "A *B")
    assert (sizes(laid), laid.lead.named, laid.lead.colour) == ([5, 4], True, "G")
    active = table_of("RD R1", "*B G3", preset="source")
    assert refusal_code(active, "A RD", "B *B") == "chain_is_active", "never on an active 2+"


# "שתי חבילות זהות, כל אחד מכילה 58 קלפים": usually two packs of 58.


def test_one_pack_holds_each_coloured_card_once() -> None:
    deck = full_deck(58)
    assert (len(deck), deck.count("R5"), deck.count("*C"), deck.count("*K")) == (58, 1, 2, 1)
    assert sorted(deck * 2) == sorted(full_deck())


ONE_PACK = """taki/1
players: A B
first: A
opt: ruleset=blog deck={deck}
hand A: R1 R1 R4 RT R5 R8 G7 G4
hand B: B3 G4 BD YS Y6 G1 *C Y9
start: R9
A RT[R4,R5]!
"""


def test_two_of_a_card_are_right_in_two_packs_only() -> None:
    assert verify(ONE_PACK.format(deck=116)).plies == 1
    with pytest.raises(RecordError) as refusal:
        verify(ONE_PACK.format(deck=58))
    assert (refusal.value.code, refusal.value.params["card"]) == ("too_many_of_card", "R1")


def test_one_pack_is_dealt_to_seven_at_most() -> None:
    record = "taki/1\nplayers: {}\nfirst: A\nopt: deck=58\nseed: seven\nend"
    assert len(verify(record.format("A B C D E F G")).players) == 7
    with pytest.raises(RecordError) as refusal:
        verify(record.format("A B C D E F G H"))
    assert refusal.value.code == "taki_too_few_cards"
    assert refusal.value.params == {"size": 58, "players": 8, "most": 7}


# Hashes of games that were stored before these options were there.
EXAMPLE = """taki/1
players: A B
first: A
hand A: R1 R3 R4 RT R5 R8 G7 G4
hand B: B3 G4 BD YS Y6 G1 *C Y9
start: R9
draw: B8
A RT[R1,R3,R4,R5,R8]!
B *C=G
A G7 #
B G1
A G4
A wins
"""
STORED = {
    "blog": "b49a4eee83373280671607754640267b273fa3a037d4094f783fdce04cd365c0",
    "publisher": "8ca09468ac49bfcf28a4a092abd818bbceb79c33c2b5f47d22b97b4e6aa4e4a5",
}


@pytest.mark.parametrize("rules", STORED)
def test_games_of_before_are_the_same_games(rules: str) -> None:
    assert verify(EXAMPLE, rules).moves_hash == STORED[rules]
    assert verify(EXAMPLE, "source").moves_hash not in STORED.values()
