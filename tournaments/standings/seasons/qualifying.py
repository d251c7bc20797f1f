"""Who qualifies from the table of a season, with substitutes by rank."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import groupby

# enters; in: takes part already; declined: somebody else comes in; tied: shares the last places.
ENTERS, IN, DECLINED, TIED = STATES = ("enters", "in", "declined", "tied")


@dataclass(frozen=True, slots=True)
class Qualifier:
    player: str
    rank: int
    state: str


def qualify(
    ranked: Sequence[tuple[str, int]],
    places: int,
    *,
    entered: Collection[str] = (),
    declined: Collection[str] = (),
    besides: bool = False,
) -> tuple[Qualifier, ...]:
    """Everybody down to the last place. ranked: players and ranks of the table, in its order.

    Who is in takes one of the places; `besides`: none, so that the next by rank comes in. Players
    of one rank are tied if fewer places are left than there are of them: nobody of them enters.
    """
    left, found = places, []
    for rank, rows in groupby(ranked, key=lambda row: row[1]):
        players = [player for player, _rank in rows]
        out = [each for each in players if each in declined and each not in entered]
        inside = [each for each in players if each in entered]
        free = [each for each in players if each not in inside and each not in out]
        if left <= 0:
            break
        left -= 0 if besides else len(inside)
        state = ENTERS if len(free) <= left else TIED
        found += [Qualifier(each, rank, IN) for each in inside]
        found += [Qualifier(each, rank, DECLINED) for each in out]
        if left > 0:
            found += [Qualifier(each, rank, state) for each in free]
        left -= len(free)
    return tuple(found)
