"""Who gets how much of the prizes of an event, and why."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from tournaments.prizes.division import Group, Share, divide_one_each, divide_several
from tournaments.prizes.plan import EQUAL, HORT, TIE_BREAK, Finisher, Plan, Prize
from tournaments.prizes.rounding import round_to_sum

# Codes of reasons, see MESSAGES in texts.py.
WON, SHARED, OWN, HALF_EQUAL, HALF_PLACE, PASSED_ON, ROUNDED = (
    "won",
    "shared",
    "own_category",
    "half_equal",
    "half_place",
    "passed_on",
    "rounded",
)


@dataclass(frozen=True, slots=True)
class Reason:
    """One step. prizes: those that it is about. people: who divide them. amount: as n/d if it is
    not whole.
    """

    code: str
    prizes: tuple[Prize, ...] = ()
    people: int = 1
    amount: Fraction = Fraction()


@dataclass(frozen=True, slots=True)
class Award:
    """rank: in the final order of the event. amount: in the smallest unit of the currency."""

    entry: int
    rank: int
    amount: int
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class _Division:
    """The shares by one way of dividing. weight: how much of each amount counts."""

    shares: tuple[Share, ...]
    code: str  # before the reasons of this way; empty if it is the only one
    weight: Fraction


def award_prizes(plan: Plan, finishers: Sequence[Finisher]) -> tuple[Award, ...]:
    """The awards in the order of the finishers; entries without a prize are left out.

    The Hort system pays half of the amount by equal sharing and half of that by tie-break place.
    Rounding: see `round_to_sum`; the sum is exact, or below the exact one by less than one unit.
    """
    divisions = _divisions(plan, finishers)
    exact: dict[int, Fraction] = defaultdict(Fraction)
    for division in divisions:
        for share in division.shares:
            for entry in share.entries:
                exact[entry] += division.weight * share.each
    listed = sorted(
        (each for each in finishers if exact[each.entry]),
        key=lambda each: -exact[each.entry],
    )
    rounded = dict(
        zip(
            (each.entry for each in listed),
            round_to_sum([exact[each.entry] for each in listed]),
            strict=True,
        )
    )
    return tuple(
        Award(
            entry=each.entry,
            rank=each.rank,
            amount=rounded[each.entry],
            reasons=(
                *_reasons(divisions, each.entry),
                *_passed_on(plan, divisions, finishers, each.entry),
                *_rounding(exact[each.entry], rounded[each.entry]),
            ),
        )
        for each in finishers
        if each.entry in rounded
    )


def _divisions(plan: Plan, finishers: Sequence[Finisher]) -> tuple[_Division, ...]:
    divide = divide_one_each if plan.one_each else divide_several
    by_score = _Division(
        tuple(divide(plan.lists, _tied_by_score(finishers))), HALF_EQUAL, Fraction(1, 2)
    )
    by_place = _Division(
        tuple(divide(plan.lists, _tied_by_rank(finishers))), HALF_PLACE, Fraction(1, 2)
    )
    if plan.ties == HORT:
        return by_score, by_place
    only = {EQUAL: by_score, TIE_BREAK: by_place}[plan.ties]
    return (_Division(only.shares, "", Fraction(1)),)


def _tied_by_score(finishers: Sequence[Finisher]) -> list[Group]:
    groups = groupby(finishers, key=lambda each: each.score)
    return [tuple(each.entry for each in group) for _score, group in groups]


def _tied_by_rank(finishers: Sequence[Finisher]) -> list[Group]:
    groups = groupby(finishers, key=lambda each: each.rank)
    return [tuple(each.entry for each in group) for _rank, group in groups]


def _reasons(divisions: Sequence[_Division], entry: int) -> list[Reason]:
    found = []
    for division in divisions:
        mine = [share for share in division.shares if entry in share.entries]
        if division.code:
            total = division.weight * sum((share.each for share in mine), Fraction())
            found.append(Reason(division.code, amount=total))
        found += [_reason(share) for share in mine]
    return found


def _reason(share: Share) -> Reason:
    people = len(share.entries)
    if people == 1 and len(share.prizes) == 1 and not share.own:
        return Reason(WON, share.prizes, people, share.each)
    return Reason(OWN if share.own else SHARED, share.prizes, people, share.each)


def _passed_on(
    plan: Plan, divisions: Sequence[_Division], finishers: Sequence[Finisher], entry: int
) -> list[Reason]:
    """Prizes that the place of an entry would have won, had it not another one."""
    if not plan.one_each:
        return []
    mine = {
        prize.list
        for division in divisions
        for share in division.shares
        if entry in share.entries
        for prize in share.prizes
    }
    found = []
    for each in plan.lists:
        if each.has(entry) and each.key not in mine:
            place = [row.entry for row in finishers if each.has(row.entry)].index(entry)
            found += [Reason(PASSED_ON, (prize,)) for prize in each.prizes()[place : place + 1]]
    return found


def _rounding(exact: Fraction, rounded: int) -> list[Reason]:
    return [] if exact == rounded else [Reason(ROUNDED, amount=exact)]
