"""Prizes divided among finishers as exact fractions.

With one prize each, groups of tied players are taken from the top. Source: US Chess Official Rules
of Chess, 7th edition (2019), 32B1 (one cash prize a person), 32B2 (the prizes of tied places are
summed and divided), 32B3 (if winners of different prizes tie, all of them are summed and divided,
unless some get more by winning or dividing only a prize for which others in the tie are
ineligible; no more than one prize a person is summed).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.prizes.plan import OVERALL, Prize, PrizeList

Group = tuple[int, ...]  # entry numbers


@dataclass(frozen=True, slots=True)
class Share:
    """Prizes that some entries divide equally. own: those of one category, kept from the others
    who are tied.
    """

    prizes: tuple[Prize, ...]
    entries: Group
    own: bool = False

    @property
    def total(self) -> int:
        return sum(prize.amount for prize in self.prizes)

    @property
    def each(self) -> Fraction:
        return Fraction(self.total, len(self.entries))


def divide_one_each(lists: Sequence[PrizeList], groups: Sequence[Group]) -> list[Share]:
    """At most one prize for each entry: the largest ones that a group can win."""
    left = {each.key: list(each.prizes()) for each in lists}
    found = []
    for group in groups:
        for share in _divide_in_group(lists, left, group):
            found.append(share)
            for prize in share.prizes:
                left[prize.list].remove(prize)
    return found


def divide_several(lists: Sequence[PrizeList], groups: Sequence[Group]) -> list[Share]:
    """Each list by itself: an entry may win a prize of every list."""
    found = []
    for each in lists:
        left = each.prizes()
        for group in groups:
            members = tuple(entry for entry in group if each.has(entry))
            won, left = left[: len(members)], left[len(members) :]
            if won:
                found.append(Share(won, members))
    return found


def _divide_in_group(
    lists: Sequence[PrizeList], left: dict[int, list[Prize]], group: Group
) -> Iterator[Share]:
    """The shares of a group. Members of a category leave it if their own prizes are worth more."""
    while group:
        pool = Share(_pool(lists, left, group), group)
        own = max(_own_shares(lists, left, group), key=lambda share: share.each, default=None)
        if own is None or own.each <= pool.each:
            if pool.prizes:
                yield pool
            return
        yield own
        group = tuple(entry for entry in group if entry not in own.entries)


def _own_shares(
    lists: Sequence[PrizeList], left: dict[int, list[Prize]], group: Group
) -> Iterator[Share]:
    """What the members of each category would divide without the others in the group."""
    for each in lists:
        members = tuple(entry for entry in group if each.has(entry))
        prizes = tuple(left[each.key][: len(members)])
        if each.key != OVERALL and prizes and len(members) < len(group):
            yield Share(prizes, members, own=True)


def _pool(
    lists: Sequence[PrizeList], left: dict[int, list[Prize]], group: Group
) -> tuple[Prize, ...]:
    """The largest prizes such that each can go to another member of the group who may win it.

    Of equal prizes that of the earlier list is taken, then the higher place. Taking the largest
    that still fits gives the largest sum, because sets that can be matched form a matroid.
    """
    order = {each.key: at for at, each in enumerate(lists)}
    offered = [prize for each in lists for prize in left[each.key][: len(group)]]
    offered.sort(key=lambda prize: (-prize.amount, order[prize.list], prize.place))
    may_win = {
        each.key: [entry for entry in group if each.has(entry)] for each in lists
    }  # by list, in the order of the group
    winner: dict[int, Prize] = {}
    for prize in offered:
        _find_winner(prize, may_win, winner, set())
    return tuple(prize for prize in offered if prize in winner.values())


def _find_winner(
    prize: Prize, may_win: dict[int, list[int]], winner: dict[int, Prize], tried: set[int]
) -> bool:
    """Find an entry for a prize, moving others to other prizes where needed (Kuhn's algorithm)."""
    for entry in may_win[prize.list]:
        if entry not in tried:
            tried.add(entry)
            if entry not in winner or _find_winner(winner[entry], may_win, winner, tried):
                winner[entry] = prize
                return True
    return False
