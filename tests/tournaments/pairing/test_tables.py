"""Tables of card games: everybody sits once, repeats are as few as brute force finds, seats and
first moves go round, forbidden pairs sit apart, and by score nobody leaves their neighbours.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.tournaments.playing import make_entrants
from tournaments.pairing.drafts.check import find_problems
from tournaments.pairing.interface import PairedRound, Pairing, PairingRefused
from tournaments.pairing.systems.table_seats import SeatHistory
from tournaments.pairing.systems.tables import MESSAGES, pair_tables, split_entries, split_present
from tournaments.proof import proof
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

Tables = tuple[frozenset[int], ...]


def field(size: int, *sizes: int, by_score: bool = False) -> EventState:
    return EventState(
        entrants=make_entrants(size),
        rounds_total=99,
        options=PairingOptions(sizes=sizes, by_score=by_score),
        system="tables",
    )


def play(state: EventState, paired: PairedRound, random: Random | None = None) -> EventState:
    """The round played: the lower number is the better player, or places by lot."""
    played = list(state.played)
    for pairing in paired.pairings:
        order = sorted(pairing.seats)
        if random:
            random.shuffle(order)
        points = tuple(2 * (len(order) - 1 - order.index(entry)) for entry in pairing.seats)
        slot = Slot(1, pairing.first_seat, result=SlotResult("played", "", points))
        played.append(Played(paired.round, pairing.seats, (slot,), table=pairing.table))
    return replace(state, played=tuple(played), current_round=paired.round)


def run(state: EventState, rounds: int, *, seed: int = 1) -> EventState:
    for number in range(rounds):
        state = play(state, pair_tables(state, seed=seed + number), Random(seed * 100 + number))
    return state


def meetings(state: EventState) -> Counter[frozenset[int]]:
    return Counter(frozenset(pair) for p in state.played for pair in combinations(p.seats, 2))


def all_tables(entries: tuple[int, ...], split: tuple[int, ...]) -> Iterator[Tables]:
    """Every way to seat entries at tables of these sizes."""
    if not split:
        yield ()
        return
    for size in sorted(set(split)):
        others = list(split)
        others.remove(size)
        for friends in combinations(entries[1:], size - 1):
            table = frozenset((entries[0], *friends))
            left = tuple(entry for entry in entries if entry not in table)
            for rest in all_tables(left, tuple(others)):
                yield (table, *rest)


def repeats(tables: Tables, met: Counter[frozenset[int]]) -> list[int]:
    """How often each two at a table have met, the oftenest first: less is newer."""
    times = [met[frozenset(pair)] for table in tables for pair in combinations(table, 2)]
    return sorted(times, reverse=True)


def repeats_of_before(tables: Tables, met: Counter[frozenset[int]]) -> tuple[int, int]:
    """Pairs that have met, and the sum of the squares of how often."""
    times = repeats(tables, met)
    return sum(each > 0 for each in times), sum(each**2 for each in times)


def seated(paired: PairedRound) -> Tables:
    return tuple(frozenset(pairing.seats) for pairing in paired.pairings)


@pytest.mark.parametrize(
    ("entries", "sizes", "expected"),
    [
        (12, (4, 3, 5), (4, 4, 4)),
        (11, (4, 3, 5), (4, 4, 3)),
        (9, (4, 3, 5), (4, 5)),
        (9, (3, 4), (3, 3, 3)),
        (6, (4, 3, 5), (3, 3)),
        (5, (4, 3, 5), (5,)),
        (5, (4, 3), None),
        (2, (4, 3, 5), None),
        (7, (), None),
        (501, (2, 4, 6, 8, 10), None),
        (8, (4, 4, 4), (4, 4)),
    ],
)
def test_the_preferred_size_is_used_as_often_as_can_be(
    entries: int, sizes: tuple[int, ...], expected: tuple[int, ...] | None
) -> None:
    assert split_entries(entries, sizes) == expected


@given(st.integers(0, 40), st.lists(st.integers(2, 7), unique=True, min_size=1, max_size=4))
def test_a_split_is_the_best_of_all_there_are(entries: int, sizes: list[int]) -> None:
    """Against trying every count of every size."""
    ways: list[tuple[int, ...]] = [()]
    for size in sizes:
        ways = [(*way, n) for way in ways for n in range(entries // size + 1)]
    fitting = [w for w in ways if sum(n * s for n, s in zip(w, sizes, strict=True)) == entries]
    best = max(fitting, default=None)
    split = split_entries(entries, sizes)
    assert split == (best and tuple(s for n, s in zip(best, sizes, strict=True) for _n in range(n)))


def test_nine_in_threes_meet_everybody_once_in_four_rounds() -> None:
    """The affine plane of order 3: 4 rounds of 3 tables hold all 36 pairs."""
    for seed in range(5):
        state = run(field(9, 3), 4, seed=seed)
        assert len(meetings(state)) == 36
        assert set(meetings(state).values()) == {1}


def test_sixteen_in_fours_have_three_rounds_without_a_repeat() -> None:
    assert set(meetings(run(field(16, 4), 3)).values()) == {1}


@pytest.mark.slow
@examples(25)
@given(st.integers(6, 9), st.integers(0, 5), st.integers(0, 10_000))
def test_repeats_are_as_few_as_brute_force_finds(size: int, rounds: int, seed: int) -> None:
    state = run(field(size, 4, 3, 5), rounds, seed=seed)
    paired = pair_tables(state, seed=seed)
    split = tuple(len(pairing.seats) for pairing in paired.pairings)
    met = meetings(state)
    ways = list(all_tables(state.entry_numbers, split))
    assert repeats(seated(paired), met) == min(repeats(tables, met) for tables in ways)
    before = pair_tables(as_before(state), seed=seed)
    least = min(repeats_of_before(tables, met) for tables in ways)
    assert repeats_of_before(seated(before), met) == least


def as_before(state: EventState) -> EventState:
    """As a stored proof has it that does not know how meetings are counted now."""
    return replace(state, options=replace(state.options, by_times=False))


@pytest.mark.parametrize("by_score", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_seven_in_three_rounds_repeat_nobody_a_third_time(seed: int, by_score: bool) -> None:
    """Ada Bruno Goran Emeka / Chiara Freya Nils, then two rounds more: all but six of the pairs
    are new in the end, and to meet the other six a third time would make the last round newer."""
    ada, bruno, chiara, emeka, freya, goran, nils = range(1, 8)
    first = PairedRound(
        1, (Pairing((ada, bruno, goran, emeka), 1), Pairing((chiara, freya, nils), 2))
    )
    state = play(field(7, 4, 3, by_score=by_score), first, Random(seed))
    for number in (2, 3):
        state = play(state, pair_tables(state, seed=seed + number), Random(seed * 10 + number))
    assert max(meetings(state).values()) == 2
    assert len(state.played) == 6


def test_before_somebody_met_a_third_time() -> None:
    """What stored proofs have: fewer pairs that have met at all, but the same pairs again."""
    state = as_before(field(7, 4, 3))
    for number in range(3):
        state = play(state, pair_tables(state, seed=number))
    assert max(meetings(state).values()) == 3


# Rounds that were paired before meetings were counted and seats were drawn, seeds 0 to 3: they are
# paired again so.
STORED_ROUNDS = [
    [(1, 2, 3, 5), (7, 4, 6)],
    [(3, 6, 5, 4), (2, 7, 1)],
    [(6, 1, 4, 2), (5, 3, 7)],
    [(4, 7, 3, 1), (6, 5, 2)],
]


def test_a_stored_proof_pairs_as_it_did() -> None:
    state = field(7, 4, 3)
    for seed, expected in enumerate(STORED_ROUNDS):
        document = proof.build(
            system="tables", seed=seed, state=state, paired=pair_tables(as_before(state), seed=seed)
        )
        for name in ("smallest_table", "largest_table"):
            del document["input"][name]
        for name in ("by_times", "seats_by_lot"):
            del document["input"]["options"][name]
        again = proof.pair_again(document)
        assert [pairing.seats for pairing in again.pairings] == expected
        codes = {reason.code for pairing in again.pairings for reason in pairing.explanation}
        assert "table_met_times" not in codes
        state = play(state, again)


def test_a_proof_of_now_pairs_again_by_how_often_they_met() -> None:
    state = run(field(7, 4, 3), 2)
    paired = pair_tables(state, seed=5)
    document = proof.build(system="tables", seed=5, state=state, paired=paired)
    assert document["input"]["options"]["by_times"] is True
    assert proof.pair_again(document) == paired


@examples(25)
@given(st.lists(st.integers(0, 4), min_size=6, max_size=8), st.integers(0, 3), st.integers(0, 999))
def test_two_tables_are_as_level_as_the_repeats_allow(
    points: list[int], rounds: int, seed: int
) -> None:
    """Against all tables; of two, everybody may sit at either."""
    entrants = tuple(Entrant(n, start_points_x2=2 * p) for n, p in enumerate(points, start=1))
    played = run(field(len(points), 4, 3), rounds, seed=seed).played
    unscored = tuple(replace(each, slots=()) for each in played)
    state = replace(field(len(points), 4, 3, by_score=True), entrants=entrants, played=unscored)
    paired = pair_tables(state, seed=seed)
    order = sorted(set(points))
    met = meetings(state)

    def cost(tables: Tables) -> tuple[list[int], int]:
        pairs = (pair for table in tables for pair in combinations(table, 2))
        steps = (order.index(points[a - 1]) - order.index(points[b - 1]) for a, b in pairs)
        return repeats(tables, met), sum(step**2 for step in steps)

    split = tuple(len(pairing.seats) for pairing in paired.pairings)
    assert cost(seated(paired)) == min(map(cost, all_tables(state.entry_numbers, split)))


@examples(15)
@given(st.integers(6, 30), st.booleans(), st.integers(0, 10_000))
def test_everybody_has_one_seat_and_the_same_seed_gives_the_same_round(
    size: int, by_score: bool, seed: int
) -> None:
    state = run(field(size, 4, 3, 5, by_score=by_score), 2, seed=seed)
    paired = pair_tables(state, seed=seed)
    assert sorted(entry for p in paired.pairings for entry in p.seats) == list(state.entry_numbers)
    assert [p.table for p in paired.pairings] == list(range(1, len(paired.pairings) + 1))
    assert {p.kind for p in paired.pairings} == {"match"}
    assert all(1 <= p.first_seat <= len(p.seats) for p in paired.pairings)
    assert pair_tables(state, seed=seed) == paired


def test_another_seed_gives_another_first_round() -> None:
    assert seated(pair_tables(field(12, 4), seed=1)) != seated(pair_tables(field(12, 4), seed=2))


def test_by_score_the_tables_are_levelled_like_this() -> None:
    # Twelve in fours. After round 1 three have 1 point, three 2/3, three 1/3 and three none:
    # level tables put the three winners at the first, with one of the second places.
    state = field(12, 4, by_score=True)
    state = play(state, pair_tables(state, seed=3))
    points: dict[int, int] = {
        entry: int(given)
        for p in state.played
        for result in p.results
        for entry, given in zip(p.seats, result.points_x2, strict=True)
    }
    paired = pair_tables(state, seed=4)
    bands = [sorted((points[e] for e in p.seats), reverse=True) for p in paired.pairings]
    # Points of a place are 6, 4, 2, 0; nobody is more than one table from their own score.
    allowed = [{6, 4}, {6, 4, 2, 0}, {2, 0}]
    assert all(set(band) <= may for band, may in zip(bands, allowed, strict=True))
    assert bands[0].count(6) + bands[1].count(6) == 3
    scores = [
        reason for p in paired.pairings for reason in p.explanation if "scores" in reason.code
    ]
    assert scores[0].params["best"] == "1"
    assert set(scores[-1].params.values()) <= {"0", "1/3"}


@pytest.mark.slow
@examples(15)
@given(st.integers(12, 28), st.integers(1, 4), st.integers(0, 10_000))
def test_by_score_nobody_leaves_the_neighbouring_tables(size: int, rounds: int, seed: int) -> None:
    """Scores counted here with fractions of their own, and tables filled from the top."""
    state = run(field(size, 4, 3, by_score=True), rounds, seed=seed)
    total = {n: Fraction() for n in state.entry_numbers}
    for p in state.played:
        for entry, given_x2 in zip(p.seats, p.results[0].points_x2, strict=True):
            total[entry] += Fraction(given_x2, 2 * (len(p.seats) - 1))
    paired = pair_tables(state, seed=seed)
    ranked = sorted(state.entry_numbers, key=lambda entry: -total[entry])
    places = [at for at, p in enumerate(paired.pairings) for _seat in p.seats]
    for at, pairing in enumerate(paired.pairings):
        for entry in pairing.seats:
            same = [places[i] for i, other in enumerate(ranked) if total[other] == total[entry]]
            assert min(same) - 1 <= at <= max(same) + 1


def test_forbidden_pairs_are_kept_apart_even_across_the_bands() -> None:
    strong_to_weak = tuple(Entrant(n, start_points_x2=24 - 2 * n) for n in range(1, 13))
    state = replace(field(12, 4, by_score=True), entrants=strong_to_weak)
    assert seated(pair_tables(state))[0] == {1, 2, 3, 4}, "scores alone"
    forbidden = tuple(ForbiddenMeeting(1, other) for other in range(2, 10))
    apart = pair_tables(replace(state, forbidden=forbidden))
    assert frozenset({1, 10, 11, 12}) in seated(apart)


def test_what_cannot_be_kept_apart_is_refused_by_name() -> None:
    everybody = tuple(ForbiddenMeeting(1, other) for other in range(2, 9))
    with pytest.raises(PairingRefused) as refused:
        pair_tables(replace(field(8, 4), forbidden=everybody))
    assert refused.value.code == "tables_forbidden"
    assert refused.value.params["first"] == 1
    over = tuple(replace(each, last_round=1) for each in everybody)
    later = replace(field(8, 4), forbidden=over, current_round=1)
    assert len(pair_tables(later).pairings) == 2


def test_a_number_that_no_tables_hold_is_refused() -> None:
    for size in (0, 2, 5):
        with pytest.raises(PairingRefused) as refused:
            pair_tables(field(size, 4, 3))
        assert refused.value.code == "no_table_sizes"
        assert refused.value.params == {"entries": size, "sizes": "4, 3"}


# Gamnon is for three players and more.


def of_gamnon(size: int, *sizes: int) -> EventState:
    return replace(field(size, *sizes), smallest_table=3, largest_table=14)


@pytest.mark.parametrize("sizes", [(3, 4, 5), (3, 2), (3, 4, 2), (3,), (2,), (4, 3, 5)])
@pytest.mark.parametrize("size", range(3, 40))
def test_nobody_is_left_over_as_a_pair(size: int, sizes: tuple[int, ...]) -> None:
    state = of_gamnon(size, *sizes)
    split = split_present(state, size)
    assert split is not None
    assert sum(split) == size
    assert all(3 <= each <= 14 for each in split)


@pytest.mark.parametrize(
    ("size", "sizes", "expected"),
    [
        (5, (3, 2), (5,)),
        (5, (3, 4, 5), (5,)),
        (4, (3,), (4,)),
        (7, (3,), (3, 4)),
        (7, (4, 3), (4, 3)),
        (8, (3, 2), (3, 5)),
        (6, (4,), (3, 3)),
        (14, (14,), (14,)),
        (15, (14,), (3, 3, 3, 3, 3)),
    ],
)
def test_gamnon_fills_up_with_other_sizes(
    size: int, sizes: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    paired = pair_tables(of_gamnon(size, *sizes))
    assert tuple(len(pairing.seats) for pairing in paired.pairings) == expected
    assert find_problems(of_gamnon(size, *sizes), paired) == []


@pytest.mark.parametrize("largest", [4, 0])
def test_the_largest_table_is_used_where_no_other_holds_all(largest: int) -> None:
    state = replace(field(4, 3), smallest_table=3, largest_table=largest)
    assert split_present(state, 4) == (4,)


def test_two_cannot_play_gamnon() -> None:
    for size in (0, 1, 2):
        with pytest.raises(PairingRefused) as refused:
            pair_tables(of_gamnon(size, 3, 2))
        assert refused.value.code == "too_few_at_tables"
        assert refused.value.params == {"entries": size, "least": 3}


@pytest.mark.parametrize("system", ["tables", "manual", "round_robin", "swiss", "knockout"])
def test_no_system_may_seat_two_at_gamnon(system: str) -> None:
    state = replace(of_gamnon(4, 2, 3), system=system)
    pairs = PairedRound(1, (Pairing((1, 2), 1), Pairing((3, 4), 2)))
    problems = {reason.code for reason in find_problems(state, pairs, by_hand=True)}
    assert problems == {"wrong_seats"}
    assert find_problems(replace(state, smallest_table=2), pairs, by_hand=True) == []


def test_no_table_is_larger_than_the_game_allows() -> None:
    state = replace(of_gamnon(15, 3), system="manual")
    whole = PairedRound(1, (Pairing(tuple(range(1, 16)), 1),))
    assert [reason.code for reason in find_problems(state, whole, by_hand=True)] == ["wrong_seats"]
    fourteen = PairedRound(1, (Pairing(tuple(range(1, 15)), 1),))
    assert find_problems(replace(of_gamnon(14, 3), system="manual"), fourteen, by_hand=True) == []


def test_who_is_absent_has_no_seat() -> None:
    state = field(8, 4, 3)
    gone = Entrant(8, absences=(Absence(1),))
    paired = pair_tables(replace(state, entrants=(*state.entrants[:7], gone)))
    assert sorted(entry for p in paired.pairings for entry in p.seats) == [1, 2, 3, 4, 5, 6, 7]


@given(st.lists(st.integers(0, 3), min_size=20, max_size=20), st.integers(3, 5))
def test_seats_are_as_new_as_any_order_could_make_them(times: list[int], size: int) -> None:
    """Against every order of the table."""
    cells = [(entry, seat) for entry in range(1, 5 + 1) for seat in range(1, 4 + 1)]
    sat = Counter({cell: n for cell, n in zip(cells, times, strict=True) if n})
    entries = tuple(range(1, size + 1))

    def cost(order: tuple[int, ...]) -> tuple[int, int]:
        each = [sat[entry, seat] for seat, entry in enumerate(order, start=1)]
        return sum(n > 0 for n in each), sum(n * n for n in each)

    found = SeatHistory(sat, Counter(), games=1).seat(entries)
    assert sorted(found.entries) == list(entries)
    assert cost(found.entries) == min(map(cost, permutations(entries)))
    assert found.repeats == cost(found.entries)[0]


def test_whoever_moved_first_least_often_moves_first() -> None:
    history = SeatHistory(Counter(), Counter({10: 2, 20: 1, 30: 1, 40: 2}), games=1)
    found = history.seat((10, 20, 30, 40))
    assert found.entries[found.first_seat - 1] in (20, 30)
    assert found.times_first == 1


@pytest.mark.slow
@pytest.mark.parametrize(("size", "table"), [(8, 4), (12, 4), (12, 3), (15, 5), (24, 6)])
def test_over_many_rounds_seats_and_first_moves_go_round(size: int, table: int) -> None:
    rounds = 2 * table
    state = run(field(size, table), rounds)
    sat = Counter((entry, seat) for p in state.played for seat, entry in enumerate(p.seats))
    first = Counter(p.seats[p.slots[0].first_seat - 1] for p in state.played)
    assert max(sat.values()) <= 4, "twice would be even"
    assert set(first.values()) <= {1, 2, 3}, "twice would be even"
    assert sum(first.values()) == rounds * size // table


def test_a_table_says_why() -> None:
    state = run(field(7, 4, 3, by_score=True), 3)
    paired = pair_tables(state, seed=9)
    assert [reason.code for reason in paired.explanation] == ["tables_split"]
    for pairing in paired.pairings:
        codes = [reason.code for reason in pairing.explanation]
        assert codes == ["table_scores", "table_met_times", "table_seats", "table_first"]
    for reason in (*paired.explanation, *paired.pairings[0].explanation):
        assert "{" not in MESSAGES[reason.code].format(**reason.params)
    assert pair_tables(field(7, 4, 3)).pairings[0].explanation[0].code == "table_all_new"


def test_of_those_who_began_as_seldom_the_movers_of_all_games_decide():
    """Seats begin in turn. The middle seat has begun: from seat 1 it would begin game 2."""
    for games, first_seat in ((1, 1), (2, 3), (3, 1)):
        order = SeatHistory(Counter(), Counter(), games).seat((1, 2, 3)).entries
        history = SeatHistory(Counter(), Counter({order[1]: 1}), games)
        assert history.seat((1, 2, 3)).first_seat == first_seat
