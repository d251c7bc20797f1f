"""The Dutch Swiss: rounds worked by hand, what the state adds to them, and random tournaments.

The engine runs in this process: `answer` is what its own process calls.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.examples import examples
from tests.tournaments.playing import by_lot, make_entrants, match, play_round, seats_of
from tournaments.pairing import PairedRound, PairingRefused
from tournaments.pairing.drafts.check import find_problems
from tournaments.pairing.swiss.move_reasons import ABSOLUTE, Preference
from tournaments.pairing.swiss.swiss import pair_swiss
from tournaments.pairing_child import pair_report
from tournaments.standings.scores import scores
from tournaments.state import (
    Absence,
    Adjustment,
    Entrant,
    EventState,
    ForbiddenMeeting,
    MatchRules,
    MatchTable,
    PairingOptions,
    Played,
    Slot,
    SlotResult,
)

pair = partial(pair_swiss, run_engine=pair_report)


def field(size: int, **changes: Any) -> EventState:
    plain = EventState(
        make_entrants(size), 9, system="swiss", options=PairingOptions(top_moves="first")
    )
    return replace(plain, **changes)


def favourite(first: int, second: int) -> int:
    return min(first, second)


def test_the_first_round_is_upper_half_against_lower_half() -> None:
    # C.04.3 art. 3: 1-4, 2-5, 3-6, and 7 is the lowest: the bye. Nobody has a preference, so
    # odd numbers have the move of number 1 and even ones the other (art. 5.2.5).
    paired = pair(field(7))
    assert seats_of(paired) == [(1, 4), (5, 2), (3, 6), (7,)]
    assert [p.table for p in paired.pairings] == [1, 2, 3, None]
    assert [p.kind for p in paired.pairings] == ["match"] * 3 + ["bye_allocated"]
    assert paired.engine.startswith("gacrux ")


def test_the_second_round_of_eight_worked_by_hand() -> None:
    # 1, 3 moved first and 2, 4 second, and all won. 1-3 and 2-4 would leave two of them without
    # the move they should have (C12); the next transposition of the lower half, 4 before 3,
    # gives everybody theirs. The same among 5, 7 (moved second) and 6, 8 (first).
    first_round = pair(field(8))
    assert seats_of(first_round) == [(1, 5), (6, 2), (3, 7), (8, 4)]
    state = play_round(field(8), first_round, favourite)
    assert seats_of(pair(state)) == [(4, 1), (2, 3), (5, 8), (7, 6)]


def test_an_odd_group_floats_its_lowest_worked_by_hand() -> None:
    # 1 (moved first), 2 (second), 3 (first) have won. 2-1 suits both, so the lowest, 3, floats
    # down to 4, who should move first; 6 and 5 are left and suit each other.
    state = play_round(field(6), pair(field(6)), favourite)
    assert seats_of(pair(state)) == [(2, 1), (4, 3), (6, 5)]


def test_nobody_has_two_byes_nor_a_bye_after_a_win_without_playing() -> None:
    # Round 1: 5 has the bye and 4 wins by forfeit against 2; 1 beats 3.
    forfeit = SlotResult("forfeit", "0-1F", (0, 2))
    played = (
        match(1, (1, 3), (2, 0)),
        Played(1, (2, 4), (Slot(1, result=forfeit),)),
        Played(1, (5,), kind="bye_allocated"),
    )
    state = field(5, current_round=1, played=played)
    assert seats_of(pair(state))[-1] in {(2,), (3,)}


@pytest.mark.parametrize("size", [7, 8])
def test_the_seed_only_draws_the_first_move(size: int) -> None:
    drawn = replace(field(size), options=PairingOptions(top_moves="lot"))
    rounds = {tuple(seats_of(pair(drawn, seed=seed))) for seed in range(12)}
    assert len(rounds) == 2
    one, other = ([set(table) for table in tables] for tables in rounds)
    assert one == other
    later = play_round(drawn, pair(drawn, seed=1), favourite)
    assert len({tuple(seats_of(pair(later, seed=seed))) for seed in range(6)}) == 1


def test_numbers_follow_the_order_of_the_seeds() -> None:
    turned = tuple(Entrant(number, seed=7 - number) for number in range(1, 7))
    assert seats_of(pair(field(6, entrants=turned))) == [(6, 3), (2, 5), (4, 1)]


def test_who_is_absent_is_not_paired() -> None:
    here = field(6).entrants
    away = (replace(here[1], absences=(Absence(1, 1, points_x2=1),)), *here[:1], *here[2:])
    assert seats_of(pair(field(6, entrants=away))) == [(1, 4), (5, 3), (6,)]


def test_forbidden_pairs_are_kept_apart_as_long_as_they_are() -> None:
    apart = field(4, forbidden=(ForbiddenMeeting(1, 3, last_round=1),))
    first = pair(apart)
    assert {1, 3} not in [set(table) for table in seats_of(first)]
    assert find_problems(apart, first) == []
    second = pair(play_round(apart, first, lambda *table: next(n for n in table if n % 2)))
    assert {1, 3} in [set(table) for table in seats_of(second)]


def test_groups_are_paired_each_on_its_own_and_their_tables_numbered_through() -> None:
    grouped = tuple(Entrant(n, group="AB"[n % 2]) for n in range(1, 10))  # A: 2 4 6 8
    state = field(9, entrants=grouped)
    paired = pair(state)
    assert find_problems(state, paired) == []
    assert [(p.group, p.seats, p.table) for p in paired.pairings] == [
        ("A", (2, 6), 1),
        ("A", (8, 4), 2),
        ("B", (1, 5), 3),
        ("B", (7, 3), 4),
        ("B", (9,), None),
    ]


def test_who_is_alone_in_a_group_has_the_bye_of_each_leg() -> None:
    grouped = (Entrant(1, group="A"), *(Entrant(n, group="B") for n in range(2, 6)))
    options = PairingOptions(top_moves="first", legs=(2,))
    paired = pair(field(5, entrants=grouped, options=options))
    alone = [p for p in paired.pairings if p.seats == (1,)]
    assert [(p.leg, p.group, p.kind, p.table) for p in alone] == [
        (1, "A", "bye_allocated", None),
        (2, "A", "bye_allocated", None),
    ]


def test_an_undecided_match_counts_as_a_draw_for_the_pairing_only() -> None:
    open_ = Played(1, (1, 3), (Slot(1),))
    drawn = match(1, (1, 3), (1, 1))
    rest = (match(1, (4, 2), (0, 2)),)
    states = [field(4, current_round=1, played=(first, *rest)) for first in (open_, drawn)]
    assert seats_of(pair(states[0])) == seats_of(pair(states[1]))


def test_adjustments_and_start_points_count() -> None:
    # 4 begins with two points and 1 lost one by an arbiter: the scores are 4: 2, 2, 3: 1, 1: 0.
    played = (match(1, (1, 3), (2, 0)), match(1, (4, 2), (0, 2)))
    lowered = replace(field(4).entrants[0], adjustments=(Adjustment(1, -2),))
    entrants = (lowered, Entrant(2), Entrant(3, start_points_x2=2), Entrant(4, start_points_x2=4))
    state = field(4, entrants=entrants, current_round=1, played=played)
    primary = {entry: score.primary_x2 for entry, score in scores(state).items()}
    assert primary == {1: 0, 2: 2, 3: 2, 4: 4}
    assert [set(table) for table in seats_of(pair(state))] == [{3, 4}, {1, 2}]


def test_refusals() -> None:
    with pytest.raises(PairingRefused, match="too_few_entries"):
        pair(field(1))
    with pytest.raises(PairingRefused, match="swiss_rounds_done"):
        pair(field(4, rounds_total=2, current_round=2))
    with pytest.raises(PairingRefused) as refused:
        pair(play_round(field(2), pair(field(2)), favourite))
    assert (refused.value.code, refused.value.params) == ("no_legal_pairing", {"round": 2})


def wins_as_often(size: int, rules: MatchRules, games: int) -> EventState:
    """A tournament of drawn lots in which a match is won or drawn by all its games alike."""
    state = field(size, rules=rules, rounds_total=5)
    random = Random(size)
    for _ in range(4):
        state = play_round(state, pair(state), by_lot(random))
    assert {len(p.slots) for p in state.played if not p.is_bye} == {games}
    return state


@pytest.mark.parametrize("size", [9, 12])
def test_matches_pair_as_single_games_with_the_same_results(size: int) -> None:
    single = wins_as_often(size, MatchRules(), 1)
    same_points = wins_as_often(size, MatchRules(match_table=MatchTable(2, 1, 0)), 1)
    twice_the_points = wins_as_often(size, MatchRules(games_per_match=2), 2)
    assert seats_of(pair(single)) == seats_of(pair(same_points)) == seats_of(pair(twice_the_points))


RULES = (  # points that are no plain win, draw and loss
    MatchRules(games_per_match=4),
    MatchRules(games_per_match=3, match_table=MatchTable(6, 2, 0)),
    MatchRules(games_per_match=2, match_table=MatchTable(6, 3, 1), rank_by="game_points"),
    MatchRules(forfeit_won_x2=3, bye_allocated_x2=1, double_forfeit_x2=1),
)


def random_match(random: Random, paired: PairedRound, games: int) -> Iterator[Played]:
    for pairing in paired.pairings:
        if len(pairing.seats) == 1:
            yield Played(paired.round, pairing.seats, kind=pairing.kind)
            continue
        results = tuple(
            random.choice(
                (
                    *[SlotResult("played", "", points) for points in ((2, 0), (1, 1), (0, 2))] * 3,
                    SlotResult("forfeit", "", (3, 0)),
                    SlotResult("double_forfeit", "", (1, 1)),
                    None,
                )
            )
            for _ in range(games)
        )
        slots = (Slot(at, result=result) for at, result in enumerate(results, start=1))
        yield Played(paired.round, pairing.seats, tuple(slots))


@examples(8)
@given(st.sampled_from(RULES), st.integers(0, 10_000))
def test_the_engine_sees_the_scores_whatever_they_are_made_of(rules: MatchRules, seed: int) -> None:
    random = Random(seed)
    state = field(random.randint(8, 12), rules=rules)
    told: list[Mapping[str, Any]] = []

    def listen(report: str, *, meetings: int = 1, exact: bool = False) -> Mapping[str, Any]:
        told.append(pair_report(report, meetings=meetings))
        return told[-1]

    for _ in range(4):
        paired = pair_swiss(state, run_engine=listen)
        seen: dict[int, int] = {}
        for bracket in told[-1]["brackets"]:
            for entry in bracket["competitors"]:
                seen.setdefault(entry, bracket["score_x2"])
        seen.pop(0, None)
        points = {entry: score.primary_x2 for entry, score in scores(settled(state)).items()}
        assert order_of(seen) == order_of(points)
        played = tuple(random_match(random, paired, rules.games_per_match))
        state = replace(state, current_round=paired.round, played=state.played + played)


def settled(state: EventState) -> EventState:
    """Undecided matches drawn, or as far as they are decided."""

    def settle(played: Played) -> Played:
        if played.is_bye or played.is_finished:
            return played
        draw = SlotResult("adjudicated", "", (1, 1))
        if not played.results:
            return replace(played, slots=tuple(replace(s, result=draw) for s in played.slots))
        return replace(played, slots=tuple(s for s in played.slots if s.result is not None))

    return replace(state, played=tuple(map(settle, state.played)))


def order_of(points: Mapping[int, Any]) -> list[set[int]]:
    """The entries of each score, the highest first."""
    return [{e for e in points if points[e] == p} for p in sorted(set(points.values()))[::-1]]


@examples(12)
@given(st.integers(12, 24), st.integers(0, 10_000))
@example(13, 35)  # a bye, and the third first move running in the last round
def test_every_rule_holds_in_random_tournaments(size: int, seed: int) -> None:
    random, state = Random(seed), field(size, rounds_total=5)
    for _ in range(5):
        paired = pair(state)
        assert find_problems(state, paired) == []
        state = play_round(state, paired, by_lot(random))
    met = Counter(frozenset(p.seats) for p in state.played if len(p.seats) == 2)
    byes = Counter(p.seats for p in state.played if len(p.seats) == 1)
    assert set(met.values()) == {1}
    assert set(byes.values()) <= {1}
    assert sum(byes.values()) == 5 * (size % 2)
    for entry in state.entry_numbers:
        # C.04.1 art. 6 and 7, whose exception is the last round only.
        before = (p for p in state.pairings_of(entry) if len(p.seats) == 2 and p.round < 5)
        moves = [p.seats[0] == entry for p in before]
        for at in range(1, 5):
            assert abs(2 * sum(moves[:at]) - len(moves[:at])) <= 2
        assert not any(a == b == c for (a, b), (_, c) in pairwise(pairwise(moves)))


def test_rematches_come_only_where_they_are_allowed_and_needed() -> None:
    state = field(4, rounds_total=6)
    for _ in range(3):
        state = play_round(state, pair(state), favourite)
    with pytest.raises(PairingRefused, match="no_legal_pairing"):
        pair(state)
    late = replace(state, options=replace(state.options, rematches_from=5))
    with pytest.raises(PairingRefused, match="no_legal_pairing"):
        pair(late)
    allowed = replace(state, options=replace(state.options, rematches_from=4))
    paired = pair(allowed)
    assert sorted(entry for table in seats_of(paired) for entry in table) == [1, 2, 3, 4]
    assert ("swiss_rematches", {"round": 4, "meetings": 2}) in paired.explanation
    assert find_problems(allowed, paired) == []
    early = play_round(field(8), pair(field(8)), favourite)
    free = replace(early, options=replace(early.options, rematches_from=1))
    assert seats_of(pair(free)) == seats_of(pair(early))


def test_rematches_are_no_second_byes() -> None:
    options = PairingOptions(top_moves="first", rematches_from=1)
    state = field(3, rounds_total=9, options=options)
    for _ in range(3):
        state = play_round(state, pair(state), favourite)
    assert sorted(p.seats for p in state.played if p.is_bye) == [(1,), (2,), (3,)]
    with pytest.raises(PairingRefused, match="no_legal_pairing_at_all"):
        pair(state)


def matchings(entries: tuple[int, ...]) -> Iterator[tuple[frozenset[int], ...]]:
    if not entries:
        yield ()
        return
    first, *others = entries
    for other in others:
        rest = tuple(entry for entry in others if entry != other)
        for matching in matchings(rest):
            yield (frozenset((first, other)), *matching)


@examples(10)
@given(st.integers(0, 10_000))
def test_there_are_as_few_rematches_as_a_search_of_all_pairings_finds(seed: int) -> None:
    options = PairingOptions(top_moves="first", rematches_from=1)
    state, random = field(6, rounds_total=0, options=options), Random(seed)
    for _ in range(8):
        met = Counter(frozenset(p.seats) for p in state.played)
        due = {
            entry: Preference.of(tuple(p.seats[0] == entry for p in state.pairings_of(entry)))
            for entry in state.entry_numbers
        }

        def legal(pair: frozenset[int], due: dict[int, Preference] = due) -> bool:
            one, other = (due[entry] for entry in pair)
            return one != other or one.strength < ABSOLUTE  # C.04.3 art. 2.1.3

        fewest = min(
            (
                sorted((met[pair] for pair in pairs), reverse=True)
                for pairs in matchings(state.entry_numbers)
                if all(map(legal, pairs))
            ),
            default=None,
        )
        if fewest is None:
            break
        paired = pair(state)
        assert sorted((met[frozenset(s)] for s in seats_of(paired)), reverse=True) == fewest
        state = play_round(state, paired, by_lot(random))
