from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing import SYSTEMS, PairingRefused
from tournaments.pairing.check import check
from tournaments.pairing.explain import MESSAGES, explain, sentence
from tournaments.pairing.round_robin import berger_pairs, rounds_needed
from tournaments.state import Absence, Entrant, EventState, PairingOptions, Played

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


def field(size: int, cycles: int = 1) -> EventState:
    return EventState(
        entrants=tuple(Entrant(number) for number in range(1, size + 1)),
        rounds_total=rounds_needed(size, cycles),
        options=PairingOptions(cycles=cycles),
    )


def play_out(state: EventState) -> EventState:
    """Pair every round; each must pass the check against all before it."""
    pair = SYSTEMS["round_robin"]
    while state.current_round < state.rounds_total:
        paired = pair(state)
        assert check(state, paired) == []
        seated = tuple(Played(paired.round, p.seats, kind=p.kind) for p in paired.pairings)
        state = replace(state, played=state.played + seated, current_round=paired.round)
    return state


@pytest.mark.parametrize("size", BERGER)
def test_the_rounds_are_those_of_the_handbook(size: int) -> None:
    for number, line in enumerate(BERGER[size].splitlines(), start=1):
        pairs = " ".join(f"{first}-{second}" for first, second in berger_pairs(size, number))
        assert pairs == line.strip()


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
    assert all(abs(first[n] - second[n]) <= 1 for n in state.numbers)


@given(st.integers(2, 24))
def test_a_double_cycle_changes_the_first_move_over(size: int) -> None:
    state = play_out(field(size, cycles=2))
    ordered = Counter(p.seats for p in state.played if not p.is_bye)
    assert len(ordered) == size * (size - 1)
    assert set(ordered.values()) == {1}


@given(st.integers(4, 24).filter(lambda size: size % 2 == 0))
def test_in_a_double_cycle_nobody_moves_first_three_times_running(size: int) -> None:
    """What the handbook exchanges the last two rounds of the first cycle for."""
    state = play_out(field(size, cycles=2))
    for number in state.numbers:
        turns = "".join("12"[p.seats.index(number)] for p in state.of(number))
        assert "111" not in turns
        assert "222" not in turns


def test_absent_entries_keep_their_position_and_their_opponent_has_a_bye() -> None:
    state = field(4)
    gone = Entrant(4, absences=(Absence(1),))
    paired = SYSTEMS["round_robin"](replace(state, entrants=(*state.entrants[:3], gone)))
    assert [(p.kind, p.seats, p.table) for p in paired.pairings] == [
        ("match", (2, 3), 1),
        ("bye_allocated", (1,), None),
    ]
    assert [reason.code for reason in explain(paired, (1,))] == ["berger_table", "opponent_absent"]


def test_numbers_need_not_be_in_a_row() -> None:
    state = EventState((Entrant(30), Entrant(10), Entrant(20), Entrant(99)), rounds_total=3)
    assert [p.seats for p in SYSTEMS["round_robin"](state).pairings] == [(10, 99), (20, 30)]


def test_a_round_says_why() -> None:
    paired = SYSTEMS["round_robin"](field(5, cycles=2))
    for pairing in paired.pairings:
        sentences = [sentence(reason) for reason in explain(paired, pairing.seats)]
        assert len(sentences) == 2
        assert not any("{" in text for text in sentences)
    with pytest.raises(KeyError):
        explain(paired, (1, 2))


def test_no_round_after_the_last_and_none_for_one_alone() -> None:
    with pytest.raises(PairingRefused) as over:
        SYSTEMS["round_robin"](replace(field(4), current_round=3))
    assert (over.value.code, over.value.params) == ("no_rounds_left", {"rounds": 3})
    with pytest.raises(PairingRefused) as alone:
        SYSTEMS["round_robin"](field(1))
    assert alone.value.code == "too_few_entries"
    assert {over.value.code, alone.value.code} <= MESSAGES.keys()
