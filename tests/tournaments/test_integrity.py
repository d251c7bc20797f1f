"""What a round may not be, system by system, and what is only warned of."""

import json
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.paths import SHARED
from tests.tournaments.playing import make_entrants, play_round
from tournaments.pairing import SYSTEMS, PairedRound, Pairing, PairingRefused
from tournaments.pairing.drafts.check import MESSAGES, SYSTEM_RULES, find_problems, find_warnings
from tournaments.standings.teams import TEAM_SYSTEMS
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
from tournaments.state.teams import Team
from tournaments.trf.convert import state_from_report
from tournaments.trf.read import read_report

STATE = EventState(
    entrants=(Entrant(1), Entrant(2), Entrant(3), Entrant(4, absences=(Absence(2, 2),))),
    rounds_total=3,
    current_round=1,
    played=(Played(1, (1, 4)), Played(1, (2, 3))),
)


def bye(entry: int, kind: str = "bye_allocated") -> Pairing:
    return Pairing.bye(entry, kind=kind, why=())


def problems(*pairings: Pairing, state: EventState = STATE, legs: int = 1) -> list[str]:
    found = find_problems(state, PairedRound(2, pairings, legs=legs))
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


def test_an_absent_entry_may_have_an_asked_bye_and_nothing_else() -> None:
    places = (Pairing((1, 2), 1), bye(3), bye(4, "bye_asked"))
    more = tuple(Pairing(seats, at, leg=2) for at, seats in enumerate(((3, 4), (1, 2)), start=1))
    again = replace(STATE, played=())
    assert problems(*places, state=again) == []
    found = problems(*places, *more, state=again, legs=2)
    assert found == ["absent_seated 4 2", "absent_seated 4 2", "rematch 1 2 2"]


def test_one_table_seats_one_match() -> None:
    here = replace(STATE, entrants=make_entrants(4))
    assert problems(Pairing((1, 2), 1), Pairing((3, 4), 1), state=here) == ["table_twice 1 1"]


def test_each_leg_is_filled_and_two_may_not_meet_in_both() -> None:
    both = [Pairing((1, 2), 1, leg=1), bye(3), Pairing((2, 1), 1, leg=2)]
    assert problems(*both, legs=2) == ["not_placed 3 2", "rematch 1 2 2"]


def test_a_double_cycle_allows_one_rematch_and_no_more() -> None:
    twice = replace(STATE, options=PairingOptions(cycles=2))
    assert problems(Pairing((3, 2), 1), bye(1), state=twice) == []
    again = replace(twice, played=(*STATE.played, Played(1, (3, 2))))
    assert problems(Pairing((3, 2), 1), bye(1), state=again) == ["rematch 2 3 1"]


def test_a_published_round_is_not_held_against_itself() -> None:
    published = replace(STATE, current_round=2, played=(*STATE.played, Played(2, (1, 2))))
    assert problems(Pairing((1, 2), 1), bye(3), state=published) == []


def test_later_rounds_are_not_held_against_an_earlier_one() -> None:
    later = replace(STATE, current_round=3, played=(*STATE.played, Played(3, (1, 2))))
    assert problems(Pairing((1, 2), 1), bye(3), state=later) == []


SWISS = EventState(
    make_entrants(5),
    rounds_total=5,
    current_round=1,
    played=(Played(1, (1, 2)), Played(1, (3, 4)), Played(1, (5,), kind="bye_allocated")),
    system="swiss",
)
REMATCH = (Pairing((2, 1), 1), Pairing((4, 5), 2), bye(3))
SECOND_BYE = (Pairing((2, 3), 1), Pairing((4, 1), 2), bye(5))
APART = (Pairing((2, 3), 1), Pairing((5, 1), 2), bye(4))
UNPLACED = (Pairing((2, 3), 1), Pairing((4, 1), 2))


@pytest.mark.parametrize(
    ("system", "expected"),
    [
        ("round_robin", ["rematch 1 2 1", "", "", "not_placed 5 1"]),
        ("swiss", ["rematch 1 2 1", "second_bye 5 1", "kept_apart 2 3", "not_placed 5 1"]),
        ("mcmahon", ["rematch 1 2 1", "second_bye 5 1", "kept_apart 2 3", "not_placed 5 1"]),
        ("monrad", ["rematch 1 2 1", "second_bye 5 1", "kept_apart 2 3", "not_placed 5 1"]),
        ("keizer", ["rematch_too_soon 1 2 1 4", "", "kept_apart 2 3", "not_placed 5 1"]),
        ("knockout", ["", "", "", ""]),
        ("double_elimination", ["", "", "", ""]),
        ("manual", ["", "", "", "not_placed 5 1"]),
    ],
)
def test_each_system_has_its_own_rules(system: str, expected: list[str]) -> None:
    state = replace(SWISS, system=system)
    apart = replace(state, forbidden=(ForbiddenMeeting(2, 3),))
    found = [
        problems(*REMATCH, state=state),
        problems(*SECOND_BYE, state=state),
        problems(*APART, state=apart),
        problems(*UNPLACED, state=state),
    ]
    assert found == [[text] if text else [] for text in expected]


def test_every_system_has_rules() -> None:
    assert SYSTEMS.keys() <= SYSTEM_RULES.keys()


def test_where_rematches_are_allowed_so_are_second_byes() -> None:
    later = replace(SWISS, options=PairingOptions(rematches_from=3))
    assert problems(*REMATCH, state=later) == ["rematch 1 2 1"]
    now = replace(SWISS, options=PairingOptions(rematches_from=2))
    assert problems(*REMATCH, state=now) == []
    assert problems(*SECOND_BYE, state=now) == []


@pytest.mark.parametrize(("gap", "soon"), [(0, False), (1, True)])
def test_in_a_keizer_rounds_must_lie_between(gap: int, soon: bool) -> None:
    """1 and 2 met in round 1, and this is round 2."""
    options = PairingOptions(meet_again_after=gap)
    found = problems(*REMATCH, state=replace(SWISS, system="keizer", options=options))
    assert found == (["rematch_too_soon 1 2 1 1"] if soon else [])


def test_a_match_nobody_played_is_no_meeting() -> None:
    forfeit = (Slot(1, result=SlotResult("forfeit", "", (2, 0))),)
    played = (Played(1, (1, 2), forfeit), *SWISS.played[1:])
    assert problems(*REMATCH, state=replace(SWISS, played=played)) == []


def test_a_forbidden_pair_may_have_a_last_round() -> None:
    state = replace(SWISS, forbidden=(ForbiddenMeeting(2, 3, last_round=1),))
    assert problems(*APART, state=state) == []


def test_nobody_has_two_byes_in_the_legs_of_one_round() -> None:
    start = replace(SWISS, current_round=1, played=())
    legs = [
        replace(pairing, leg=leg)
        for leg, pairs in ((1, ((1, 2), (3, 4))), (2, ((2, 3), (4, 1))))
        for pairing in (*(Pairing(seats, at) for at, seats in enumerate(pairs, start=1)), bye(5))
    ]
    assert problems(*legs, state=start, legs=2) == ["second_bye 5 2"]


def moved(text: str, rounds_total: int = 9) -> EventState:
    """1 and 2 moved as said, each against others, all drawn; first round first."""
    others = iter(range(3, 40))
    drawn = (Slot(1, result=SlotResult("played", "", (1, 1))),)
    played = tuple(
        Played(round_, (entry, other) if turn == "F" else (other, entry), drawn)
        for entry, turns in enumerate(text.split(), start=1)
        for (round_, turn), other in zip(enumerate(turns, start=1), others, strict=False)
    )
    away = (Absence(1),)
    entrants = tuple(Entrant(n, absences=away if n > 2 else ()) for n in range(1, 40))
    return EventState(entrants, rounds_total, 1, played, system="swiss")


@pytest.mark.parametrize(
    ("turns", "expected"),
    [
        ("SF FS", []),
        ("SFF FSS", ["moves_first_again 1", "moves_second_again 2"]),
        ("SSF FFS", []),
        ("FSS FSS", ["moves_second_again 2"]),
        ("SFF SF", ["moves_first_again 1"]),
        ("FFSF SFS", ["moves_first_again 1"]),
    ],
)
def test_first_moves_against_an_absolute_preference(turns: str, expected: list[str]) -> None:
    state = moved(turns)
    late = replace(state, current_round=max(p.round for p in state.played))
    paired = PairedRound(late.next_round, (Pairing((1, 2), 1),))
    found = find_problems(late, paired)
    assert [f"{code} {params['entry']}" for code, params in found] == expected
    for code, params in found:
        assert "{" not in MESSAGES[code].format(**params)


def test_the_legs_of_a_round_count_one_after_the_other() -> None:
    """1 moves first in all three legs of the first round."""
    state = EventState(make_entrants(4), 3, system="swiss")
    legs = (((1, 2), (3, 4)), ((1, 3), (4, 2)), ((1, 4), (2, 3)))
    pairings = tuple(
        Pairing(seats, table, leg=leg)
        for leg, pairs in enumerate(legs, start=1)
        for table, seats in enumerate(pairs, start=1)
    )
    found = find_problems(state, PairedRound(1, pairings, legs=3))
    assert [(code, params["entry"]) for code, params in found] == [("moves_first_again", 1)]


@pytest.mark.parametrize(("points", "excused"), [((2, 0), True), ((1, 1), False)])
@pytest.mark.parametrize("last", [True, False])
def test_topscorers_and_their_opponents_are_excused_in_the_last_round(
    points: tuple[int, int], excused: bool, last: bool
) -> None:
    """1 and 2 both moved first twice; 1 won both games, or neither has more than half."""
    state = moved("FF FF", rounds_total=3 if last else 4)
    scored = (Slot(1, result=SlotResult("played", "", points)),)
    played = tuple(replace(p, slots=scored) if 1 in p.seats else p for p in state.played)
    late = replace(state, played=played, current_round=2)
    found = find_problems(late, PairedRound(3, (Pairing((1, 2), 1),)))
    assert (found == []) is (excused and last)


def test_groups_do_not_mix() -> None:
    entrants = tuple(Entrant(n, group="A" if n < 3 else "B") for n in range(1, 5))
    state = EventState(entrants, 3, 1, system="round_robin")
    assert problems(Pairing((1, 3), 1), Pairing((2, 4), 2), state=state) == [
        "other_group 3 A",
        "other_group 4 A",
    ]
    named = (Pairing((1, 2), 1, group="A"), Pairing((3, 4), 2, group="A"))
    assert problems(*named, state=state) == ["other_group 3 A", "other_group 4 A"]
    knockout = replace(state, system="knockout")
    assert problems(Pairing((1, 3), 1), Pairing((2, 4), 2), state=knockout) == []


def test_a_group_that_has_finished_needs_no_places() -> None:
    entrants = tuple(Entrant(n, group="A" if n < 5 else "B") for n in range(1, 7))
    state = EventState(entrants, 3, 1, system="round_robin")
    assert problems(Pairing((1, 2), 1), Pairing((3, 4), 2), state=state) == []
    swiss = replace(state, system="swiss")
    assert problems(Pairing((1, 2), 1), Pairing((3, 4), 2), state=swiss) == [
        "not_placed 5 1",
        "not_placed 6 1",
    ]


def test_tables_have_the_sizes_of_the_event_and_may_meet_again() -> None:
    entrants = make_entrants(7)
    met = (Played(1, (1, 2, 3, 4)), Played(1, (5, 6, 7)))
    state = EventState(entrants, 3, 1, met, system="tables")
    again = (Pairing((4, 3, 2, 1), 1), Pairing((5, 6, 7), 2))
    assert problems(*again, state=state) == []
    fours = replace(state, options=PairingOptions(sizes=(4,)))
    assert problems(*again, state=fours) == ["wrong_seats match 3"]
    two = (Pairing((1, 2), 1), Pairing((3, 4, 5, 6, 7), 2))
    assert problems(*two, state=state) == ["wrong_seats match 2"]
    kept = replace(state, forbidden=(ForbiddenMeeting(2, 4),))
    assert problems(*again, state=kept) == ["kept_apart 2 4"]


def test_a_round_made_by_hand_is_judged_by_its_places_and_warned_of_the_rest() -> None:
    state = replace(SWISS, forbidden=(ForbiddenMeeting(4, 3),))
    paired = PairedRound(2, (Pairing((2, 1), 1), Pairing((4, 3), 2), bye(5)))
    assert find_problems(state, paired, by_hand=True) == []
    assert find_problems(replace(state, system="manual"), paired) == []
    expected = ["rematch", "rematch", "second_bye", "kept_apart"]
    assert [reason.code for reason in find_warnings(state, paired)] == expected
    assert [
        reason.code for reason in find_warnings(replace(state, system="manual"), paired)
    ] == expected
    assert [reason.code for reason in find_problems(state, paired)] == expected
    twice = PairedRound(2, (Pairing((2, 1), 1), Pairing((4, 1), 2), bye(5)))
    assert [reason.code for reason in find_problems(state, twice, by_hand=True)] == [
        "seated_twice",
        "not_placed",
    ]


@examples(200)
@given(st.integers(0, 10**9))
def test_a_round_by_lot_is_lawful_where_the_rules_written_another_way_say_so(seed: int) -> None:
    """Seven at a Swiss, each round by lot: grids and strings against `check`."""
    random = Random(seed)
    rounds = [random.sample(range(7), 7) for _ in range(random.randint(1, 3))]
    *earlier, last = rounds
    met = [[False] * 7 for _ in range(7)]
    turns, byes = [""] * 7, [0] * 7
    for line in earlier:
        for a, b in zip(line[:6:2], line[1:6:2], strict=True):
            met[a][b] = met[b][a] = True
            turns[a], turns[b] = turns[a] + "1", turns[b] + "2"
        byes[line[6]] += 1
    lawful = not byes[last[6]]
    for a, b in zip(last[:6:2], last[1:6:2], strict=True):
        lawful = lawful and not met[a][b]
        lawful = lawful and not turns[a].endswith("11") and not turns[b].endswith("22")
    played = tuple(
        Played(number, seats, kind="match" if len(seats) == 2 else "bye_allocated")
        for number, line in enumerate(earlier, start=1)
        for seats in pairs_in(line)
    )
    state = EventState(tuple(Entrant(n) for n in range(7)), 9, len(earlier), played, system="swiss")
    pairings = tuple(
        Pairing(seats, table) if len(seats) == 2 else bye(seats[0])
        for table, seats in enumerate(pairs_in(last), start=1)
    )
    assert (find_problems(state, PairedRound(len(rounds), pairings)) == []) is lawful


def pairs_in(line: list[int]) -> list[tuple[int, ...]]:
    return [tuple(line[at : at + 2]) for at in range(0, len(line), 2)]


CASES = SHARED / "data/pairing/dutch_2026_cases.jsonl"


@pytest.mark.skipif(not CASES.exists(), reason="no shared data beside the checkout")
def test_what_the_reference_engine_pairs_passes() -> None:
    """Rounds of the FIDE Dutch rules of 2026: plain, forbidden pairs, match scores."""
    cases = [json.loads(line) for line in CASES.read_text().splitlines()]
    paired = [case for case in cases if isinstance(case["expected_dutch_2026"], list)]
    assert len(paired) > 300
    for case in paired:
        pairings = tuple(
            Pairing((first, second), table) if second else bye(first)
            for table, (first, second) in enumerate(case["expected_dutch_2026"], start=1)
        )
        state = state_from_report(read_report(case["trf"]))
        assert find_problems(state, PairedRound(case["round"], pairings)) == [], case["id"]


OUR_OWN = sorted(SYSTEMS.keys() - {"swiss", "mcmahon", "team_swiss", "manual"})


def two_teams(system: str, size: int) -> tuple[Team, ...]:
    """The entries in turn, for the systems of teams."""
    if system not in TEAM_SYSTEMS:
        return ()
    return tuple(Team(number, tuple(range(number, size + 1, 2))) for number in (1, 2))


@pytest.mark.parametrize("system", OUR_OWN)
@examples(10)
@given(size=st.integers(8, 13), seed=st.integers(0, 10**6))
def test_what_our_own_systems_pair_passes(system: str, size: int, seed: int) -> None:
    """Up to six rounds, each match won by lot."""
    random = Random(seed)
    entrants = make_entrants(size)
    options = PairingOptions(meet_again_after=2, rematches_from=5)
    state = EventState(entrants, 6, options=options, system=system, teams=two_teams(system, size))
    for _ in range(6):
        try:
            paired = SYSTEMS[system](state, seed=seed)
        except PairingRefused:
            break
        assert find_problems(state, paired) == []
        state = play_round(state, paired, lambda *seats: random.choice(seats))
    assert state.played


def test_what_a_hand_placed_is_warned_of_where_its_system_has_no_such_rule() -> None:
    """A Keizer gives second byes and counts no first moves: 1 moved first twice, 5 had the bye."""
    won = Slot(1, result=SlotResult("played", "R-0", (2, 0)))
    rounds = ((1, (1, 2), (3, 4)), (2, (1, 3), (2, 4)))
    matches = tuple(Played(number, seats, (won,)) for number, *pairs in rounds for seats in pairs)
    byes = tuple(Played(number, (5,), kind="bye_allocated") for number in (1, 2))
    state = replace(
        SWISS, system="keizer", current_round=2, played=(*matches, *byes),
        forbidden=(ForbiddenMeeting(2, 3),),
    )  # fmt: skip
    paired = PairedRound(3, (Pairing((1, 4), 1), Pairing((3, 2), 2), bye(5)))
    assert [code for code, _params in find_warnings(state, paired)] == ["kept_apart"]
    told = find_warnings(state, paired, touched={1, 4, 5})
    assert [(code, params.get("entry")) for code, params in told] == [
        ("kept_apart", None), ("second_bye", 5), ("moves_first_again", 1),
        ("moves_second_again", 4),
    ]  # fmt: skip
    assert [code for code, _params in find_warnings(state, paired, touched={2})] == ["kept_apart"]
