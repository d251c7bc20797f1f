"""Who has a fixed table plays there; nothing but the numbers of tables changes."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import make_event, pairing_at, published_round
from tournaments.integrity import round_differences
from tournaments.models import Entry
from tournaments.pairing import PairedRound, Pairing
from tournaments.pairing.drafts.reason_texts import reason_text
from tournaments.pairing.systems.fixed_tables import with_fixed_tables
from tournaments.state import Entrant, EventState


def state_of(entries: int, fixed: dict[int, int]) -> EventState:
    numbers = range(1, entries + 1)
    return EventState(tuple(Entrant(n, fixed_table=fixed.get(n)) for n in numbers), 3)


def round_of(*pairs: tuple[int, int], byes: tuple[int, ...] = ()) -> PairedRound:
    matches = (Pairing(seats, table) for table, seats in enumerate(pairs, start=1))
    return PairedRound(1, (*matches, *(Pairing.bye(entry, why=()) for entry in byes)))


def tables(paired: PairedRound) -> dict[tuple[int, ...], int | None]:
    return {pairing.seats: pairing.table for pairing in paired.pairings}


FOUR = round_of((1, 2), (3, 4), (5, 6), (7, 8), byes=(9,))


def placed(fixed: dict[int, int]) -> list[int | None]:
    """The tables of the four matches and the bye, in the order of FOUR."""
    found = tables(with_fixed_tables(state_of(9, fixed), FOUR))
    return [found[pairing.seats] for pairing in FOUR.pairings]


def test_the_others_fill_the_numbers_that_are_left():
    assert placed({8: 1}) == [2, 3, 4, 1, None]
    assert placed({1: 3}) == [3, 1, 2, 4, None]
    assert placed({1: 4, 8: 1}) == [4, 2, 3, 1, None]


def test_of_two_fixed_tables_that_meet_the_lower_holds():
    assert placed({3: 4, 4: 2}) == [1, 2, 3, 4, None]
    assert placed({5: 1, 6: 4}) == [2, 3, 1, 4, None]


def test_a_table_that_two_matches_want_goes_to_the_higher_one():
    assert placed({3: 1, 7: 1}) == [2, 1, 3, 4, None]
    # ... and the other takes the second choice of its own two, if there is one.
    assert placed({3: 1, 7: 1, 8: 2}) == [3, 1, 4, 2, None]


def test_a_table_beyond_them_all_leaves_a_gap():
    assert placed({1: 20}) == [20, 1, 2, 3, None]


def test_a_fixed_table_of_a_bye_changes_nothing():
    assert with_fixed_tables(state_of(9, {9: 1}), FOUR) == FOUR
    assert with_fixed_tables(state_of(9, {}), FOUR) == FOUR


def test_the_pairing_says_why_it_is_there():
    paired = with_fixed_tables(state_of(9, {8: 1}), FOUR)
    (why,) = paired.pairings[0].explanation
    assert reason_text(why) == "They play at table 1, which is fixed for entry 8."


@st.composite
def rounds(draw):
    matches = draw(st.integers(1, 8))
    legs = draw(st.integers(1, 2))
    pairings = []
    for leg in range(1, legs + 1):
        numbers = draw(st.permutations(range(1, 2 * matches + 1)))
        for table in range(1, matches + 1):
            seats = (numbers[2 * table - 2], numbers[2 * table - 1])
            first_seat = draw(st.sampled_from((1, 2)))
            pairings.append(Pairing(seats, table, first_seat=first_seat, leg=leg))
    entries = st.integers(1, 2 * matches)
    fixed = draw(st.dictionaries(entries, st.integers(1, 12), max_size=6))
    return PairedRound(1, tuple(pairings), legs=legs), state_of(2 * matches, fixed), fixed


@given(rounds())
def test_only_tables_change_and_each_is_used_once(made):
    paired, state, fixed = made
    after = with_fixed_tables(state, paired)

    def without_tables(round_: PairedRound) -> list[Pairing]:
        bare = (replace(pairing, table=None, explanation=()) for pairing in round_.pairings)
        return sorted(bare, key=lambda pairing: (pairing.leg, pairing.seats))

    assert without_tables(after) == without_tables(paired)
    before = {(pairing.leg, pairing.seats): pairing.table for pairing in paired.pairings}
    for leg in range(1, after.legs + 1):
        here = [pairing for pairing in after.pairings if pairing.leg == leg]
        used = [pairing.table or 0 for pairing in here]
        assert used == sorted(set(used))
        free = [p for p in here if not any(entry in fixed for entry in p.seats)]
        # Those without a fixed table keep their order, and leave no number free but for others.
        was = [before[leg, p.seats] or 0 for p in free]
        assert was == sorted(was)
        taken = {pairing.table for pairing in here if pairing not in free}
        for pairing in free:
            assert pairing.table is not None
            assert set(range(1, pairing.table)) <= taken | {p.table for p in free}
        for pairing in here:
            wanted = {fixed[entry] for entry in pairing.seats if entry in fixed}
            missed = (
                wanted if pairing.table not in wanted else {t for t in wanted if t < pairing.table}
            )
            for table in missed:  # somebody with a claim of their own has it
                (holder,) = (p for p in here if p.table == table)
                claims = {fixed[entry] for entry in holder.seats if entry in fixed}
                assert table in claims


@pytest.mark.django_db
@pytest.mark.parametrize("system", ["swiss", "round_robin", "knockout", "monrad", "keizer"])
def test_every_system_seats_them_there_and_its_proof_holds(system):
    event = make_event(entries=8, stages=[{"system": system}])
    Entry.objects.filter(event=event, number=1).update(fixed_table=3)
    round_ = published_round(event)
    assert pairing_at(round_, 3).seats.filter(entry__number=1).exists()
    assert set(round_.pairings.values_list("table", flat=True)) == {1, 2, 3, 4}
    assert round_differences(round_) == []
