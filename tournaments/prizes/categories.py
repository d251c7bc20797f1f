"""Who is in a category, and why."""

from collections.abc import Iterable
from dataclasses import dataclass

RATING, JUNIOR, NEWCOMER, WOMEN, OWN = "rating", "junior", "newcomer", "women", "own"
KINDS = (RATING, JUNIOR, NEWCOMER, WOMEN, OWN)
LIMITED = (RATING, JUNIOR, NEWCOMER)  # have a limit
SELF_GIVEN = (JUNIOR, WOMEN)  # what a person says of themselves
LISTED = (*SELF_GIVEN, OWN)  # have rows of members

# Codes of reasons, see MESSAGES in texts.py.
RATED_BELOW, BORN_FROM, UNRATED, FEW_GAMES, GIVEN, CHOSEN = (
    "rated_below",
    "born_from",
    "unrated",
    "few_games",
    "given",
    "chosen",
)


@dataclass(frozen=True, slots=True)
class Category:
    """limit: a rating that members are below, the first year of birth, a number of rated games
    that members have fewer of (0: they have no starting rating). listed: entry numbers.
    """

    kind: str
    limit: int | None = None
    listed: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Candidate:
    """What decides of an entry. games: rated games before the event."""

    entry: int
    rating: int | None = None
    birth_year: int | None = None
    games: int = 0


@dataclass(frozen=True, slots=True)
class Member:
    """reason: a code. value: what is compared with the limit; never a year of birth."""

    entry: int
    reason: str
    value: int | None = None


def members_of(category: Category, candidates: Iterable[Candidate]) -> tuple[Member, ...]:
    """The members in the order of the candidates.

    A year of birth that is known decides; otherwise what the person says.
    """
    found = (_member(category, each) for each in candidates)
    return tuple(each for each in found if each is not None)


def _member(category: Category, each: Candidate) -> Member | None:
    limit = category.limit or 0
    if category.kind == RATING:
        is_below = each.rating is not None and each.rating < limit
        return Member(each.entry, RATED_BELOW, each.rating) if is_below else None
    if category.kind == NEWCOMER:
        return _newcomer(each, limit)
    if category.kind == JUNIOR and each.birth_year is not None:
        return Member(each.entry, BORN_FROM) if each.birth_year >= limit else None
    if each.entry not in category.listed:
        return None
    return Member(each.entry, CHOSEN if category.kind == OWN else GIVEN)


def _newcomer(each: Candidate, limit: int) -> Member | None:
    if limit:
        return Member(each.entry, FEW_GAMES, each.games) if each.games < limit else None
    return Member(each.entry, UNRATED) if each.rating is None else None
