"""Round robin: the Berger tables, cycles, and groups side by side."""

from collections import Counter
from dataclasses import replace

import pytest
from gacrux.berger import bergertables
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.playing import make_entrants, play_round
from tournaments.pairing import SYSTEMS, PairingRefused
from tournaments.pairing.drafts.check import find_problems
from tournaments.pairing.drafts.reason_texts import reason_text
from tournaments.pairing.systems.round_robin import (
    MESSAGES,
    berger_pairs,
    rounds_needed,
    rounds_needed_in_groups,
)
from tournaments.state import Absence, Entrant, EventState, PairingOptions

# FIDE Handbook C.05, annex 1: the one named first has the first move.
BERGER = {
    4: """1-4 2-3
          4-3 1-2
          2-4 3-1""",
    6: """1-6 2-5 3-4
          6-4 5-3 1-2
          2-6 3-1 4-5
          6-5 1-4 2-3
          3-6 4-2 5-1""",
    8: """1-8 2-7 3-6 4-5
          8-5 6-4 7-3 1-2
          2-8 3-1 4-7 5-6
          8-6 7-5 1-4 2-3
          3-8 4-2 5-1 6-7
          8-7 1-6 2-5 3-4
          4-8 5-3 6-2 7-1""",
}


def field(size: int, cycles: int = 1, *, swap_last_rounds: bool = False) -> EventState:
    return EventState(
        entrants=make_entrants(size),
        rounds_total=rounds_needed(size, cycles),
        options=PairingOptions(cycles=cycles, swap_last_rounds=swap_last_rounds),
    )


def play_out(state: EventState) -> EventState:
    """Pair every round; each must pass the check against all before it."""
    pair = SYSTEMS["round_robin"]
    while state.current_round < state.rounds_total:
        paired = pair(state)
        assert find_problems(state, paired) == []
        state = play_round(state, paired, lambda first, second: first)
    return state


@pytest.mark.parametrize("size", BERGER)
def test_the_rounds_are_those_of_the_handbook(size: int) -> None:
    for number, line in enumerate(BERGER[size].splitlines(), start=1):
        pairs = " ".join(f"{first}-{second}" for first, second in berger_pairs(size, number))
        assert pairs == line.strip()


@pytest.mark.parametrize("size", range(4, 17, 2))
def test_the_tables_are_those_of_another_program(size: int) -> None:
    """gacrux makes its tables by turning the players about, not by a formula."""
    table = bergertables(size)["pairing"]
    for number in range(1, size):
        theirs = [(pair["white"], pair["black"]) for _, pair in sorted(table[number].items())]
        assert list(berger_pairs(size, number)) == theirs


@pytest.mark.parametrize("size", [3, 5, 7])
def test_an_odd_field_plays_the_next_table_and_its_last_position_is_the_bye(size: int) -> None:
    state = play_out(field(size))
    lines = BERGER[size + 1].splitlines()
    for number, line in enumerate(lines, start=1):
        expected = {
            tuple(int(side) for side in pair.split("-") if side != str(size + 1))
            for pair in line.split()
        }
        assert {p.seats for p in state.played if p.round == number} == expected


@pytest.mark.slow
@given(st.integers(2, 40))
def test_everybody_meets_everybody_once_and_has_one_bye_in_an_odd_field(size: int) -> None:
    state = play_out(field(size))
    meetings = Counter(frozenset(p.seats) for p in state.played if not p.is_bye)
    assert len(meetings) == size * (size - 1) // 2
    assert set(meetings.values()) == {1}
    byes = Counter(p.seats[0] for p in state.played if p.is_bye)
    assert byes == (dict.fromkeys(range(1, size + 1), 1) if size % 2 else {})


@given(st.integers(2, 40))
def test_nobody_moves_first_two_games_more_than_second(size: int) -> None:
    state = play_out(field(size))
    matches = [p.seats for p in state.played if not p.is_bye]
    first = Counter(seats[0] for seats in matches)
    second = Counter(seats[1] for seats in matches)
    assert all(abs(first[n] - second[n]) <= 1 for n in state.entry_numbers)


@given(st.integers(2, 24))
def test_a_double_cycle_changes_the_first_move_over(size: int) -> None:
    state = play_out(field(size, cycles=2))
    ordered = Counter(p.seats for p in state.played if not p.is_bye)
    assert len(ordered) == size * (size - 1)
    assert set(ordered.values()) == {1}


@pytest.mark.parametrize("size", range(4, 25, 2))
def test_swapped_on_request_nobody_moves_first_three_times_running(size: int) -> None:
    """What the handbook exchanges the last two rounds of the first cycle for."""

    def three_running(state: EventState) -> set[int]:
        turns = {
            n: "".join("12"[p.seats.index(n)] for p in state.pairings_of(n))
            for n in state.entry_numbers
        }
        return {n for n, turn in turns.items() if "111" in turn or "222" in turn}

    assert three_running(play_out(field(size, cycles=2)))
    assert not three_running(play_out(field(size, cycles=2, swap_last_rounds=True)))


def test_the_swap_changes_two_rounds_of_the_first_cycle_and_no_other() -> None:
    plain = play_out(field(6, cycles=2))
    swapped = play_out(field(6, cycles=2, swap_last_rounds=True))

    def seats(state: EventState, number: int) -> list[tuple[int, ...]]:
        return [played.seats for played in state.played if played.round == number]

    order = [1, 2, 3, 5, 4, 6, 7, 8, 9, 10]
    assert [seats(swapped, n) for n in range(1, 11)] == [seats(plain, n) for n in order]
    once = play_out(field(6, swap_last_rounds=True))
    assert [seats(once, n) for n in range(1, 6)] == [seats(plain, n) for n in range(1, 6)]


def test_two_entries_have_no_rounds_to_swap() -> None:
    two = play_out(field(2, cycles=2, swap_last_rounds=True))
    assert [played.seats for played in two.played] == [(1, 2), (2, 1)]


def test_absent_entries_keep_their_position_and_their_opponent_has_a_bye() -> None:
    state = field(4)
    gone = Entrant(4, absences=(Absence(1),))
    paired = SYSTEMS["round_robin"](replace(state, entrants=(*state.entrants[:3], gone)))
    assert [(p.kind, p.seats, p.table) for p in paired.pairings] == [
        ("match", (2, 3), 1),
        ("bye_allocated", (1,), None),
    ]
    codes = [reason.code for reason in paired.pairings[1].explanation]
    assert codes == ["berger_table", "opponent_absent"]


def test_numbers_need_not_be_in_a_row() -> None:
    state = EventState((Entrant(30), Entrant(10), Entrant(20), Entrant(99)), rounds_total=3)
    assert [p.seats for p in SYSTEMS["round_robin"](state).pairings] == [(10, 99), (20, 30)]


def test_positions_are_taken_by_seed() -> None:
    entrants = tuple(Entrant(number, seed=5 - number) for number in range(1, 5))
    paired = SYSTEMS["round_robin"](EventState(entrants, rounds_total=3))
    assert [p.seats for p in paired.pairings] == [(4, 1), (3, 2)]


def test_rounds_are_numbered_through_the_event_and_the_table_starts_anew() -> None:
    second_stage = replace(field(4), rounds_before=5, current_round=6)
    paired = SYSTEMS["round_robin"](second_stage)
    assert paired.round == 7
    assert [p.seats for p in paired.pairings] == [(4, 3), (1, 2)]


def in_groups(*sizes: int) -> EventState:
    """Entries dealt out in turn, groups A, B, ...; the strongest in A."""
    names = [letter for at in range(max(sizes)) for letter, size in zip("ABCD", sizes, strict=False)
             if at < size]  # fmt: skip
    entrants = tuple(Entrant(number, group=name) for number, name in enumerate(names, start=1))
    return EventState(entrants, rounds_needed_in_groups(sizes), system="round_robin")


def test_groups_play_side_by_side_at_tables_numbered_through() -> None:
    """A: 1 3 5 7, B: 2 4 6: round 1 is 1-4 2-3 of each table, and B's first has the bye."""
    paired = SYSTEMS["round_robin"](in_groups(4, 3))
    assert [(p.group, p.seats, p.table) for p in paired.pairings] == [
        ("A", (1, 7), 1),
        ("A", (3, 5), 2),
        ("B", (4, 6), 3),
        ("B", (2,), None),
    ]


@given(st.lists(st.integers(2, 7), min_size=1, max_size=4))
def test_in_groups_everybody_meets_their_own_group_and_nobody_else(sizes: list[int]) -> None:
    state = play_out(in_groups(*sizes))
    group = {entrant.number: entrant.group for entrant in state.entrants}
    met = Counter(frozenset(p.seats) for p in state.played if not p.is_bye)
    assert met == Counter(
        frozenset((a, b)) for a in group for b in group if a < b and group[a] == group[b]
    )


def test_a_group_that_has_finished_has_no_more_matches() -> None:
    paired = SYSTEMS["round_robin"](replace(in_groups(4, 2), current_round=1))
    assert {p.group for p in paired.pairings} == {"A"}


def test_a_round_says_why() -> None:
    paired = SYSTEMS["round_robin"](field(5, cycles=2))
    for pairing in paired.pairings:
        sentences = [reason_text(reason) for reason in pairing.explanation]
        assert len(sentences) == 2
        assert not any("{" in text for text in sentences)


def test_no_round_after_the_last_and_none_for_one_alone() -> None:
    with pytest.raises(PairingRefused) as over:
        SYSTEMS["round_robin"](replace(field(4), current_round=3))
    assert (over.value.code, over.value.params) == ("no_rounds_left", {"rounds": 3})
    with pytest.raises(PairingRefused) as alone:
        SYSTEMS["round_robin"](in_groups(4, 1))
    assert alone.value.code == "too_few_entries"
    assert {over.value.code, alone.value.code} <= MESSAGES.keys()
