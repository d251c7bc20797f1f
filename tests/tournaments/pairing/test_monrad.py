"""Monrad: neighbours meet, nobody meets twice, and what is given up when that cannot be."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.tournaments.playing import by_lot, bye, make_entrants, one_game, play_round, seats_of
from tournaments.pairing import PairingRefused
from tournaments.pairing.drafts.check import find_problems
from tournaments.pairing.drafts.reason_texts import reason_text
from tournaments.pairing.systems.monrad import MESSAGES, pair_monrad
from tournaments.standings.scores import scores
from tournaments.state import (
    Absence,
    Entrant,
    EventState,
    ForbiddenMeeting,
    PairingOptions,
    Played,
    Slot,
    SlotResult,
)

FIRST, DRAW, SECOND = (2, 0), (1, 1), (0, 2)


def field(size: int, **changes: Any) -> EventState:
    plain = EventState(
        make_entrants(size), 9, system="monrad", options=PairingOptions(top_moves="first")
    )
    return replace(plain, **changes)


def test_three_rounds_of_six_worked_by_hand() -> None:
    # Round 1, by start number, the first move changing about from table to table:
    #   1-2, 4-3, 5-6. Say 1, 3 and 5 win.
    # Round 2: 1 3 5 on one point, 2 4 6 on none. 1-3, then 5-2, then 4-6.
    #   1 moved first, 3 second: 3-1. 5 first, 2 second: 2-5. 4 first, 6 second: 6-4.
    #   Say 1 and 4 win and 2 and 5 draw.
    # Round 3: 1 on 2; 5 on 1½; 3 and 4 on 1; 2 on ½; 6 on 0. 1-5, then 3 has met 4: 3-2, then 4-6
    #   have met. So 3-6, and 4-2. First moves: 1 FS and 5 FS have had the same: table 1 gives
    #   the higher the first move. 3 had SF and 6 SF: table 2, the lower. 4 had FS, 2 SF: 4
    #   moved second last.
    state = field(6)
    first = pair_monrad(state)
    assert seats_of(first) == [(1, 2), (4, 3), (5, 6)]
    played = [one_game(1, (1, 2)), one_game(1, (4, 3), SECOND), one_game(1, (5, 6))]
    second = pair_monrad(replace(state, current_round=1, played=tuple(played)))
    assert seats_of(second) == [(3, 1), (2, 5), (6, 4)]
    played += [one_game(2, (3, 1), SECOND), one_game(2, (2, 5), DRAW), one_game(2, (6, 4), SECOND)]
    third = pair_monrad(replace(state, current_round=2, played=tuple(played)))
    assert seats_of(third) == [(1, 5), (6, 3), (4, 2)]
    assert [reason.code for reason in third.pairings[2].explanation] == [
        "neighbours",
        "second_last_time",
    ]
    for pairing in (*first.pairings, *second.pairings, *third.pairings):
        assert not any("{" in reason_text(reason) for reason in pairing.explanation)


@examples(25)
@given(st.integers(10, 21), st.integers(0, 10**6))
def test_no_rematch_one_bye_each_and_every_round_passes_the_check(size: int, seed: int) -> None:
    """Five rounds of ten or more can always be paired (Dirac)."""
    random, state = Random(seed), field(size)
    for _ in range(5):
        paired = pair_monrad(state, seed=seed)
        assert find_problems(state, paired) == []
        state = play_round(state, paired, by_lot(random))


@examples(25)
@given(st.integers(0, 10**6))
def test_it_is_the_first_of_all_pairings_of_the_standings(seed: int) -> None:
    """By trying all pairings of eight, with the rules written out again."""
    random, state = Random(seed), field(8)
    for _ in range(3):
        state = play_round(state, pair_monrad(state), by_lot(random))
    points = scores(state)
    order = sorted(range(1, 9), key=lambda entry: (-points[entry].primary_x2, entry))
    met = {frozenset(p.seats) for p in state.played}
    turns = {
        entry: "".join("12"[p.seats.index(entry)] for p in sorted(state.played, key=by_round)
                       if entry in p.seats)
        for entry in order
    }  # fmt: skip

    def owed(entry: int) -> str:
        mine = turns[entry]
        ahead = mine.count("1") - mine.count("2")
        if ahead > 1 or mine.endswith("11"):
            return "2"
        return "1" if ahead < -1 or mine.endswith("22") else ""

    def allowed(pair: tuple[int, int], strict: bool) -> bool:
        a, b = pair
        clash = strict and owed(a) and owed(a) == owed(b)
        return not clash and frozenset(pair) not in met

    best = next(
        way
        for strict in (True, False)
        for way in every_pairing(order)
        if all(allowed(pair, strict) for pair in way)
    )
    assert [frozenset(s) for s in seats_of(pair_monrad(state))] == [
        frozenset(pair) for pair in best
    ]


def every_pairing(line: list[int]) -> Iterator[tuple[tuple[int, int], ...]]:
    """All ways to pair a line, in lexicographic order of places."""
    if not line:
        yield ()
        return
    high, *rest = line
    for low in rest:
        for others in every_pairing([entry for entry in rest if entry != low]):
            yield ((high, low), *others)


def by_round(played: Played) -> int:
    return played.round


def test_the_bye_goes_to_the_lowest_that_had_none() -> None:
    state = field(5, current_round=1, played=(one_game(1, (1, 2)), one_game(1, (3, 4)), bye(1, 5)))
    assert seats_of(pair_monrad(state))[-1] == (4,)


def test_forbidden_pairs_and_the_absent_are_left_out() -> None:
    away = Entrant(3, absences=(Absence(1, 1),))
    state = field(5, forbidden=(ForbiddenMeeting(1, 2), ForbiddenMeeting(1, 4, last_round=0)))
    state = replace(state, entrants=(*state.entrants[:2], away, *state.entrants[3:]))
    assert seats_of(pair_monrad(state)) == [(1, 4), (5, 2)]


def test_two_who_must_both_move_first_meet_only_where_nothing_else_is_left() -> None:
    """1 and 2 moved second twice, 3 and 4 once; everything was drawn, and the others went home."""
    pairs = [(5, 1), (6, 2), (3, 7), (8, 4), (7, 1), (8, 2), (5, 3), (4, 6)]
    played = tuple(one_game(at // 4 + 1, pair, DRAW) for at, pair in enumerate(pairs))
    home = tuple(Entrant(number, absences=(Absence(3),)) for number in range(5, 9))
    state = field(4, current_round=2, played=played)
    state = replace(state, entrants=state.entrants + home)
    assert seats_of(pair_monrad(state)) == [(1, 3), (2, 4)]
    forced = replace(state, forbidden=(ForbiddenMeeting(1, 3), ForbiddenMeeting(1, 4)))
    assert {frozenset(s) for s in seats_of(pair_monrad(forced))} == {
        frozenset((1, 2)),
        frozenset((3, 4)),
    }


def test_a_match_nobody_played_may_be_paired_again() -> None:
    forfeit = (Slot(1, result=SlotResult("forfeit", "", (2, 0))),)
    state = field(2, current_round=1, played=(Played(1, (1, 2), forfeit),))
    assert seats_of(pair_monrad(state)) == [(1, 2)]


def test_nobody_has_two_byes_before_rematches_are_allowed() -> None:
    """The three who are here have all had one, and 1 has met neither 2 nor 3."""
    home = tuple(Entrant(number, absences=(Absence(4),)) for number in (4, 5))
    played = (bye(1, 1), bye(2, 2), bye(3, 3))
    state = field(3, current_round=3, played=played)
    state = replace(state, entrants=state.entrants + home)
    with pytest.raises(PairingRefused):
        pair_monrad(state)
    paired = pair_monrad(replace(state, options=PairingOptions(rematches_from=4)))
    assert seats_of(paired)[-1] == (3,)


def test_a_round_that_cannot_be_is_refused_and_rematches_when_allowed_are_the_fewest() -> None:
    """After three rounds of four everybody has met; 1 and 2 have even met twice."""
    pairs = [(1, 2), (3, 4), (1, 3), (2, 4), (1, 4), (2, 3), (1, 2), (3, 4)]
    played = tuple(one_game(at // 2 + 1, pair) for at, pair in enumerate(pairs))
    state = field(4, current_round=4, played=played)
    with pytest.raises(PairingRefused) as refused:
        pair_monrad(state)
    assert (refused.value.code, refused.value.params) == ("no_legal_pairing_monrad", {"round": 5})
    assert "round 5" in MESSAGES[refused.value.code].format(**refused.value.params)
    later = replace(state, options=PairingOptions(rematches_from=6))
    with pytest.raises(PairingRefused):
        pair_monrad(later)
    paired = pair_monrad(replace(state, options=PairingOptions(rematches_from=5)))
    assert {frozenset(s) for s in seats_of(paired)} & {
        frozenset((1, 2)),
        frozenset((3, 4)),
    } == set()
    assert paired.pairings[0].explanation[-1] == ("met_before", {"times": 1})


def test_one_alone_is_no_round() -> None:
    with pytest.raises(PairingRefused) as refused:
        pair_monrad(field(1))
    assert refused.value.code == "too_few_entries"
