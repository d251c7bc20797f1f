"""Entries that are kept apart: named pairs, and pairs that follow from rules."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from itertools import combinations

from django.db.models import Q

from tournaments.documents import Document
from tournaments.execution.compiled_queries import CompiledQuery
from tournaments.models import Event, ForbiddenPair, KeptApart, Membership
from tournaments.selectors.people.people import resolve
from tournaments.state import ForbiddenMeeting

CLUB, FAMILY = "club", "family"

LastRounds = dict[tuple[int, int], int | None]  # by a pair of entry numbers
Members = dict[str, set[int]]  # entry numbers by the slug of a club or the name of a family


def forbidden_pairs(event: Event, numbers: Collection[int]) -> tuple[ForbiddenMeeting, ...]:
    """The forbidden pairs among these entry numbers, sorted.

    The longer of two rules for one pair applies. Two to four queries.
    """
    last: LastRounds = {}
    for low, high, last_round in _PAIRS.rows(event_id=event.pk):
        _keep(last, (low or 0, high or 0), last_round)
    rules = _RULES.rows(event_id=event.pk)
    members = _members(event, {rule.kind for rule in rules})
    for rule in rules:
        for together in _of_rule(members[rule.kind], rule.key):
            for pair in combinations(sorted(together), 2):
                _keep(last, pair, rule.last_round)
    here = {pair: until for pair, until in last.items() if set(pair) <= set(numbers)}
    return tuple(ForbiddenMeeting(low, high, here[low, high]) for low, high in sorted(here))


def kept_apart(event: Event) -> dict[str, list[Document]]:
    """The stored pairs (entry ids) and rules, for staff. Two queries."""
    pairs = ForbiddenPair.objects.filter(event=event).order_by("low_id", "high_id")
    rules = KeptApart.objects.filter(event=event).order_by("kind", "key")
    return {
        "pairs": [
            {"entry_ids": [pair.low_id, pair.high_id], "last_round": pair.last_round}
            for pair in pairs
        ],
        "rules": [
            {"kind": rule.kind, "key": rule.key, "last_round": rule.last_round} for rule in rules
        ],
    }


def _keep(last: LastRounds, pair: tuple[int, int], until: int | None) -> None:
    """Extend the last round of a pair; None: always."""
    low, high = sorted(pair)
    known = last.get((low, high), 0)
    last[low, high] = None if known is None or until is None else max(known, until)


def _of_rule(members: Members, key: str) -> Iterable[set[int]]:
    """The sets of entries that a rule keeps apart: one club or family, or each of them."""
    return [members.get(key, set())] if key else members.values()


def _members(event: Event, kinds: Collection[str]) -> dict[str, Members]:
    """Numbered entries by club and by family, for the given kinds."""
    found: dict[str, Members] = {CLUB: defaultdict(set), FAMILY: defaultdict(set)}
    if not kinds:
        return found
    entries = event.entries.filter(number__isnull=False).select_related("player__merged_into")
    by_player: dict[int, int] = {}
    for entry in entries:
        by_player[resolve(entry.player).pk] = entry.number or 0
        if entry.family:
            found[FAMILY][entry.family].add(entry.number or 0)
    if CLUB in kinds:
        rows = Membership.objects.filter(_is_one_of(by_player))
        for row in rows.select_related("club", "player__merged_into"):
            found[CLUB][row.club.slug].add(by_player[resolve(row.player).pk])
    return found


def _is_one_of(players: Collection[int]) -> Q:
    """Memberships of these players and of rows merged into them."""
    return Q(player__in=players, player__merged_into=None) | Q(player__merged_into__in=players)


_PAIRS = CompiledQuery(
    lambda event_id: ForbiddenPair.objects.filter(event=event_id).values_list(
        "low__number", "high__number", "last_round"
    ),
    event_id=int,
)
_RULES = CompiledQuery(lambda event_id: KeptApart.objects.filter(event=event_id), event_id=int)
