"""Who moves first: what is owed, then balance, then turns, then the table."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.playing import make_entrants
from tournaments.pairing.first_move import (
    MESSAGES,
    Moves,
    choose_first_mover,
    move_history,
    required_move,
    seat_pairs,
)
from tournaments.state import Entrant, EventState, PairingOptions, Played, Slot, SlotResult

HISTORIES = st.lists(st.booleans(), max_size=7).map(tuple)


def read(text: str) -> Moves:
    return tuple(letter == "F" for letter in text)


@pytest.mark.parametrize(
    ("text", "due"),
    [
        ("", None),
        ("F", None),
        ("FS", None),
        ("SFF", False),
        ("FSS", True),
        ("FFSF", False),  # two more first moves than second
        ("SSFS", True),
        ("SFSFF", False),
    ],
)
def test_an_absolute_preference_as_in_c043(text: str, due: bool | None) -> None:
    assert required_move(read(text)) is due


@pytest.mark.parametrize(
    ("a", "b", "first", "why"),
    [
        ("SSFF", "FSF", "b", "second_move_due"),  # by balance alone a would move first again
        ("FFSS", "SFS", "a", "first_move_due"),
        ("FFSS", "SSFSSFF", "a", "first_move_due"),  # though b has had fewer first moves
        ("S", "F", "a", "fewer_first_moves"),
        ("FSF", "SF", "b", "fewer_first_moves"),
        ("FS", "SF", "a", "second_last_time"),
        ("FSFS", "SFFS", "a", "second_last_time"),
        ("FF", "F", "b", "second_move_due"),
        ("", "", "lot", None),
        ("FS", "FS", "lot", None),
    ],
)
def test_each_rule_in_its_turn(a: str, b: str, first: str, why: str | None) -> None:
    entries = {"a": 1, "b": 2, "lot": 2}
    moves = {1: read(a), 2: read(b)}
    found, reason = choose_first_mover(1, 2, moves=moves, otherwise=2)
    assert found == entries[first]
    assert (reason and reason.code) == why
    if reason is not None:
        assert "{" not in MESSAGES[reason.code].format(**reason.params)


@given(HISTORIES, HISTORIES)
def test_the_order_of_asking_does_not_matter(a: Moves, b: Moves) -> None:
    moves = {1: a, 2: b}
    asked = choose_first_mover(1, 2, moves=moves, otherwise=1)
    assert choose_first_mover(2, 1, moves=moves, otherwise=1) == asked


def test_nobody_gets_a_third_unless_both_are_owed_the_same() -> None:
    """Over all histories of four rounds that keep articles 6 and 7 themselves."""

    def keeps(moves: Moves) -> bool:
        total = abs(2 * sum(moves) - len(moves))
        return total <= 2 and not any(
            len(set(moves[n : n + 3])) == 1 for n in range(len(moves) - 2)
        )

    lawful = [moves for moves in product((True, False), repeat=4) if keeps(moves)]
    for a, b in product(lawful, repeat=2):
        first, _ = choose_first_mover(1, 2, moves={1: a, 2: b}, otherwise=1)
        after = ((*a, first == 1), (*b, first == 2))
        both_owed = required_move(a) is not None and required_move(a) == required_move(b)
        assert both_owed or all(keeps(moves) for moves in after)


def test_what_nobody_played_does_not_count_and_what_is_unfinished_does() -> None:
    forfeit = Slot(1, result=SlotResult("forfeit", "", (2, 0)))
    played = Slot(1, first_seat=2, result=SlotResult("played", "", (2, 0)))
    state = EventState(
        (Entrant(1), Entrant(2), Entrant(3)),
        5,
        current_round=4,
        played=(
            Played(4, (1, 2), (Slot(1),)),
            Played(1, (1, 2), (forfeit,)),
            Played(2, (1, 2), (played,)),
            Played(3, (1,), kind="bye_allocated"),
            Played(3, (2, 3, 9), (played,)),
        ),
    )
    assert move_history(state) == {1: read("SF"), 2: read("FS"), 3: ()}


@pytest.mark.parametrize(
    ("top", "seats"), [("first", ((1, 2), (4, 3), (5, 6))), ("second", ((2, 1), (3, 4), (6, 5)))]
)
def test_the_first_round_changes_about_from_table_to_table(
    top: str, seats: tuple[tuple[int, int], ...]
) -> None:
    state = EventState(make_entrants(6), 3, options=PairingOptions(top_moves=top))
    pairs = ((1, 2), (3, 4), (5, 6))
    seated = seat_pairs(state, pairs, seed=0)
    assert tuple(pair for pair, _ in seated) == seats
    assert {why.code for _, why in seated} == {f"higher_{top}_at_odd_tables"} <= MESSAGES.keys()


def test_the_lot_is_the_seed() -> None:
    state = EventState((Entrant(1), Entrant(2)), 3)
    drawn = {seat_pairs(state, ((1, 2),), seed=seed)[0][0] for seed in range(20)}
    assert drawn == {(1, 2), (2, 1)}
    assert seat_pairs(state, ((1, 2),), seed=7) == seat_pairs(state, ((1, 2),), seed=7)
