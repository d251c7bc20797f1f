from dataclasses import replace

import pytest

from tournaments.pairing import PairedRound, Pairing
from tournaments.pairing.check import MESSAGES, check
from tournaments.state import Absence, Entrant, EventState, PairingOptions, Played

STATE = EventState(
    entrants=(Entrant(1), Entrant(2), Entrant(3), Entrant(4, absences=(Absence(2, 2),))),
    rounds_total=3,
    current_round=1,
    played=(Played(1, (1, 4)), Played(1, (2, 3))),
)


def bye(entry: int, kind: str = "bye_allocated") -> Pairing:
    return Pairing.bye(entry, kind=kind, why=())


def problems(*pairings: Pairing, state: EventState = STATE, legs: int = 1) -> list[str]:
    found = check(state, PairedRound(2, pairings, legs=legs))
    for code, params in found:
        assert "{" not in MESSAGES[code].format(**params)
    return [" ".join(str(part) for part in (code, *params.values())) for code, params in found]


@pytest.mark.parametrize(
    ("pairings", "expected"),
    [
        ([Pairing((1, 2), 1), bye(3)], []),
        ([Pairing((1, 2), 1), bye(3), bye(4, "bye_asked")], []),
        ([Pairing((1, 2), 1)], ["not_placed 3 1"]),
        ([Pairing((1, 2), 1), Pairing((1, 3), 2)], ["seated_twice 1 1"]),
        ([Pairing((3, 2), 1), bye(1)], ["rematch 2 3 1"]),
        ([Pairing((1, 2), 1), Pairing((3, 4), 2)], ["absent_seated 4 2"]),
        ([Pairing((1, 2), 1), Pairing((3, 9), 2)], ["unknown_entry 9"]),
        ([Pairing((1,), 1), Pairing((2,), 2), bye(3)], ["wrong_seats match 1"] * 2),
        ([Pairing((1, 2), 1, kind="bye_asked"), bye(3)], ["wrong_seats bye_asked 2"]),
        ([Pairing((1, 2), 1, first_seat=3), bye(3)], ["wrong_first_seat 3 2"]),
    ],
)
def test_each_problem_is_named(pairings: list[Pairing], expected: list[str]) -> None:
    assert problems(*pairings) == expected


def test_one_table_seats_one_match() -> None:
    here = replace(STATE, entrants=tuple(Entrant(n) for n in range(1, 5)))
    assert problems(Pairing((1, 2), 1), Pairing((3, 4), 1), state=here) == ["table_twice 1 1"]


def test_each_leg_is_filled_and_two_may_not_meet_in_both() -> None:
    both = [Pairing((1, 2), 1, leg=1), bye(3), Pairing((2, 1), 1, leg=2)]
    assert problems(*both, legs=2) == ["not_placed 3 2", "rematch 1 2 2"]


def test_a_double_cycle_allows_one_rematch_and_no_more() -> None:
    twice = replace(STATE, options=PairingOptions(cycles=2))
    assert problems(Pairing((3, 2), 1), bye(1), state=twice) == []
    again = replace(twice, current_round=3, played=(*STATE.played, Played(3, (3, 2))))
    assert problems(Pairing((3, 2), 1), bye(1), state=again) == ["rematch 2 3 3"]


def test_a_published_round_is_not_held_against_itself() -> None:
    published = replace(STATE, current_round=2, played=(*STATE.played, Played(2, (1, 2))))
    assert problems(Pairing((1, 2), 1), bye(3), state=published) == []
