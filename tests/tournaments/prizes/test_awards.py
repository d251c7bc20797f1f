"""Prizes: published examples, properties, and a comparison with other ways to find the amounts."""

from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tournaments.prizes.awards import award_prizes
from tournaments.prizes.division import divide_one_each
from tournaments.prizes.plan import (
    EQUAL,
    HORT,
    OVERALL,
    TIE_BREAK,
    TIES,
    Finisher,
    Plan,
    PrizeList,
    amounts_of_shares,
)
from tournaments.prizes.rounding import round_to_sum

AMOUNTS = st.lists(st.integers(1, 500), max_size=6).map(lambda all_: tuple(sorted(all_)[::-1]))


def finishers(*scores):
    """Entries 1, 2, 3 … by falling score; tie-breaks part them all."""
    return [Finisher(entry, entry, (score,)) for entry, score in enumerate(scores, 1)]


def amounts(plan, rows):
    return {award.entry: award.amount for award in award_prizes(plan, rows)}


def overall(*amounts_):
    return PrizeList(OVERALL, amounts_)


@pytest.mark.parametrize(
    ("prizes", "expected"),
    [
        ((1000, 500, 350, 200, 150, 100), (875, 625, 350, 175, 150, 125)),
        ((100, 80, 60, 40, 20, 10), (95, 85, 60, 32, 22, 16)),  # 31⅔, 21⅔ and 16⅔ of the euro
    ],
)
def test_the_hort_system_pays_half_by_place_and_half_by_equal_sharing(prizes, expected):
    """Source: the examples of Wikipedia (de), "Hort-System", in two of its versions.

    The second pays 32, 22 and 17 there, one more than the fund: it rounds each by itself.
    """
    plan = Plan((overall(*prizes),), HORT)
    rows = finishers(8, 8, 7.5, 7, 7, 7)
    assert tuple(amounts(plan, rows).values()) == expected
    assert sum(expected) == sum(prizes)


def test_four_who_tie_for_places_and_for_class_prizes_divide_the_four_largest():
    """Source: forum.uschess.org, "Rule 32B3 Question": the amounts of SwisSys 8.882 for 4-2.

    Each of the four gets $746.75; the three below 2400 would get $715 from their own prizes.
    """
    places = overall(229800, 114900, 53600, 30600, 23000)
    below_2400 = PrizeList(7, (137900, 76600), frozenset({4, 5, 6, 7, 8}))
    plan = Plan((places, below_2400))
    found = amounts(plan, finishers(5, 4.5, 4, 4, 4, 4, 3.5, 3.5))
    assert [found[entry] for entry in (1, 2, 3, 4, 5, 6)] == [229800, 114900, *[74675] * 4]
    assert found[7] == found[8] == 11500  # the fifth place; no class prize is left


@pytest.mark.parametrize(("tied", "each", "youth"), [(4, 16250, 16250), (6, 10000, 15000)])
def test_a_youth_divides_with_the_others_unless_the_own_prize_is_more(tied, each, youth):
    """Source: the help of WinTD, quoted at tourneygeek.com, "Playing tournament chess for money":
    $300, $200 and $150 for the best youth; four tied get $162.50 each.
    """
    plan = Plan((overall(30000, 20000), PrizeList(1, (15000,), frozenset({2}))))
    found = amounts(plan, finishers(*[4] * tied))
    assert found == {entry: youth if entry == 2 else each for entry in range(1, tied + 1)}


@pytest.mark.parametrize(
    ("third", "in_class", "others"), [(30000, 10000, 10000), (24000, 10000, 8000)]
)
def test_two_of_five_keep_their_class_prize_if_the_place_is_worth_less(third, in_class, others):
    """Source: uschess.discourse.group, "Tournament format discussion": five tie for third place
    and best below 1800, $200; with $300 for third all divide $500, with less they part.
    """
    plan = Plan((overall(third), PrizeList(1, (20000,), frozenset({4, 5}))))
    found = amounts(plan, finishers(*[3] * 5))
    assert found == {1: others, 2: others, 3: others, 4: in_class, 5: in_class}


def test_of_equal_prizes_that_of_all_is_taken_and_the_other_passes_on():
    plan = Plan((overall(300), PrizeList(1, (300,), frozenset({1, 3}))))
    first, third = award_prizes(plan, finishers(3, 2, 1))
    assert (first.entry, third.entry, first.amount, third.amount) == (1, 3, 300, 300)
    assert [(r.code, r.prizes[0].list) for r in first.reasons] == [("won", 0), ("passed_on", 1)]
    assert [(r.code, r.prizes[0].list) for r in third.reasons] == [("won", 1)]


def test_somebody_may_win_a_prize_of_each_list():
    lists = (overall(100, 50), PrizeList(1, (40,), frozenset({2, 3})))
    rows = finishers(3, 2, 2)
    assert amounts(Plan(lists, EQUAL, one_each=False), rows) == {1: 100, 2: 45, 3: 45}
    assert amounts(Plan(lists, TIE_BREAK, one_each=False), rows) == {1: 100, 2: 90}
    assert amounts(Plan(lists, TIE_BREAK), rows) == {1: 100, 2: 50, 3: 40}


def test_those_whom_no_tie_break_parts_divide_also_by_tie_break():
    rows = [Finisher(1, 1, (2,)), Finisher(2, 1, (2,)), Finisher(3, 3, (2,))]
    assert amounts(Plan((overall(60, 30, 12),), TIE_BREAK), rows) == {1: 45, 2: 45, 3: 12}


def test_what_nobody_can_win_is_left():
    assert amounts(Plan((PrizeList(1, (40, 20), frozenset({2})),)), finishers(2, 1)) == {2: 40}


def test_the_units_that_rounding_leaves_go_to_the_largest_remainders():
    assert round_to_sum([Fraction(100, 3)] * 3) == (34, 33, 33)
    assert round_to_sum([Fraction(7, 4), Fraction(1, 2), Fraction(3, 4)]) == (2, 0, 1)
    assert amounts_of_shares(10000, (3, 2, 1)) == (5000, 3333, 1667)
    (award, *_others) = award_prizes(Plan((overall(100),)), finishers(1, 1, 1))
    assert [reason.code for reason in award.reasons] == ["shared", "rounded"]
    assert award.reasons[1].amount == Fraction(100, 3)


@st.composite
def plans(draw, *, ties=TIES, categories=True):
    """A plan with up to two categories, and up to eight finishers."""
    scores = sorted(draw(st.lists(st.integers(0, 3), min_size=1, max_size=8)))[::-1]
    numbers = range(1, len(scores) + 1)
    members = st.sets(st.sampled_from(list(numbers))).map(frozenset)
    lists = [PrizeList(OVERALL, draw(AMOUNTS))]
    for key in range(1, draw(st.integers(0, 2)) + 1 if categories else 1):
        lists.append(PrizeList(key, draw(AMOUNTS), draw(members)))
    plan = Plan(tuple(lists), draw(st.sampled_from(ties)), draw(st.booleans()))
    return plan, finishers(*scores)


@given(plans())
def test_the_sum_is_never_above_the_fund(made):
    plan, rows = made
    assert sum(amounts(plan, rows).values()) <= sum(sum(each.amounts) for each in plan.lists)


@given(plans(categories=False))
def test_all_is_given_if_there_are_as_many_people(made):
    plan, rows = made
    fund = sum(plan.lists[0].amounts[: len(rows)])
    assert sum(amounts(plan, rows).values()) == fund


@given(plans())
def test_nobody_has_more_than_one_prize_and_no_prize_has_two_owners(made):
    plan, rows = made
    groups = [[each.entry for each in rows if each.score == (score,)] for score in (3, 2, 1, 0)]
    shares = divide_one_each(plan.lists, [tuple(group) for group in groups if group])
    entries = [entry for share in shares for entry in share.entries]
    prizes = [prize for share in shares for prize in share.prizes]
    assert len(entries) == len(set(entries))
    assert len(prizes) == len(set(prizes))
    assert all(len(share.prizes) <= len(share.entries) for share in shares)


@given(plans(ties=[EQUAL]))
def test_equal_sharing_never_gives_less_for_more_points(made):
    """Of two entries in the same categories."""
    plan, rows = made
    found = amounts(plan, rows)
    in_lists = {each.entry: [a.has(each.entry) for a in plan.lists] for each in rows}
    for better, worse in combinations(rows, 2):
        if better.score > worse.score and in_lists[better.entry] == in_lists[worse.entry]:
            assert found.get(better.entry, 0) >= found.get(worse.entry, 0)


@given(plans(ties=[EQUAL, HORT], categories=False))
def test_the_list_for_all_agrees_with_sums_over_places(made):
    """Independent: for each entry the mean of the amounts of the places of its tie, by counting."""
    plan, rows = made
    prizes = plan.lists[0].amounts
    exact = []
    for place, row in enumerate(rows):
        tie = [at for at, other in enumerate(rows) if other.score == row.score]
        shared = Fraction(sum(prizes[at] for at in tie if at < len(prizes)), len(tie))
        own = prizes[place] if place < len(prizes) else 0
        exact.append((shared + own) / 2 if plan.ties == HORT else shared)
    found = amounts(plan, rows)
    assert all(abs(found.get(r.entry, 0) - e) < 1 for r, e in zip(rows, exact, strict=True))


def best_by_trial(lists, group):
    """The largest sum of at most one prize a member, by trying every choice of lists."""
    best = 0
    for choice in product(range(-1, len(lists)), repeat=len(group)):
        if all(at < 0 or lists[at].has(entry) for at, entry in zip(choice, group, strict=True)):
            taken = [choice.count(at) for at in range(len(lists))]
            best = max(best, sum(sum(a.amounts[:n]) for a, n in zip(lists, taken, strict=True)))
    return best


@examples(40)
@given(plans(ties=[EQUAL]))
def test_a_tie_of_all_divides_the_most_that_any_choice_of_prizes_gives(made):
    """Independent: exhaustive choice. Members of categories leave only for more than a part."""
    plan, rows = made
    group = tuple(each.entry for each in rows[:4])
    shares = divide_one_each(plan.lists, [group])
    best = best_by_trial(plan.lists, group)
    if len(shares) == 1 and not shares[0].own:
        assert shares[0].total == best
    else:
        assert all(s.each > Fraction(best, len(group)) for s in shares[:1] if s.own)
