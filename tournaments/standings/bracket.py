"""The bracket of an elimination: entries and winner of each match, and possible final places.

Sources. Seed order: OEIS A208569: none of the top 2^p can meet before the p-th round from the
end, and the best meet the weakest. Double elimination: the losers of each winners' round drop into
the losers' bracket, which alternates rounds among its own entries with rounds against dropped
ones; the two survivors play the grand final, and again if it was the first loss of the winners'
champion (the reset). Varying dropping orders delay rematches, an idea of "Superior double
elimination losers bracket seeding" (tl.net, thread 202139); the cycle of orders is our own.

A walkover is a bye in the match and needs no record. A match has no winner if both entries were
absent or forfeited; then nobody advances from it, not even into the losers' bracket. Played
matches keep their entries, even if a later correction changes who should have played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from tournaments.standings import match_series
from tournaments.standings.start_numbers import drawn_order, is_undrawn
from tournaments.state import EventState, Played

DOUBLE_ELIMINATION = "double_elimination"
GRAND_FINAL, RESET, THIRD_PLACE = "GF", "GF2", "P3"

SourceKind = Literal["seed", "winner", "loser"]
Status = Literal["waiting", "ready", "running", "over"]


class EntrySource(NamedTuple):
    """The origin of an entry of a match: a seed (from 1), or the winner or loser of a match."""

    kind: SourceKind
    seed: int = 0
    match: str = ""


class MatchPlan(NamedTuple):
    """A match of the layout. level: losers at a higher level get better places.

    loser_is_out: the loser is eliminated.
    """

    sources: tuple[EntrySource, EntrySource]
    level: int
    loser_is_out: bool = True


Layout = dict[str, MatchPlan]


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match of the bracket.

    entries: in the order of the sources; None for nobody, or not known yet. expected: number of
    entries once all earlier matches are played. status: waiting for others, ready to be paired,
    running or over. round: the round of the event for this match; 0 while waiting.
    """

    label: str
    plan: MatchPlan
    entries: tuple[int | None, int | None]
    expected: int
    status: Status = "waiting"
    round: int = 0
    winner: int | None = None

    @property
    def known_entries(self) -> tuple[int, ...]:
        return tuple(entry for entry in self.entries if entry is not None)

    @property
    def loser(self) -> int | None:
        """The entry that lost; None without a winner."""
        if self.winner is None:
            return None
        return next((entry for entry in self.known_entries if entry != self.winner), None)

    @property
    def eliminated_count(self) -> int:
        """How many entries this match eliminates, now or later."""
        if self.status == "over":
            return sum(map(self.eliminates, self.known_entries))
        return max(0, self.expected - 1) if self.plan.loser_is_out else 0

    def eliminates(self, entry: int) -> bool:
        """Whether this match eliminates the entry; a match without a winner eliminates both."""
        if self.status != "over" or self.winner == entry:
            return False
        return self.plan.loser_is_out or self.winner is None


@dataclass(frozen=True, slots=True)
class Bracket:
    """Every match by label, each after its sources."""

    matches: Mapping[str, BracketMatch]

    def by_status(self, status: Status) -> tuple[BracketMatch, ...]:
        return tuple(match for match in self.matches.values() if match.status == status)


def seed_order(size: int) -> tuple[int, ...]:
    """Seeds from the top to the bottom of the bracket; neighbours meet. size: a power of two."""
    order: tuple[int, ...] = (1,)
    while len(order) < size:
        total = 2 * len(order) + 1
        order = tuple(seed for high in order for seed in (high, total - high))
    return order


def bracket_size(entries: int) -> int:
    """Places in the first round: the next power of two, at least 2."""
    return 1 << max(1, (entries - 1).bit_length())


def winners_label(round_number: int, number: int) -> str:
    return f"W{round_number}-{number}"


def losers_label(round_number: int, number: int) -> str:
    return f"L{round_number}-{number}"


def knockout_layout(entries: int, *, third_place: bool = False) -> Layout:
    """The matches of a single elimination; the third-place match is on the level of the final."""
    rounds = _round_count(entries)
    layout = {label: MatchPlan(feeds, at) for label, at, feeds in _winners_matches(rounds)}
    if third_place and rounds > 1:
        semifinals = (winners_label(rounds - 1, number) for number in (1, 2))
        first, second = (EntrySource("loser", match=label) for label in semifinals)
        layout[THIRD_PLACE] = MatchPlan((first, second), rounds - 1)
    return layout


def double_layout(entries: int) -> Layout:
    """The matches of a double elimination; GF2 is included and played only if needed."""
    rounds = _round_count(entries)
    end = 2 * rounds - 1
    layout: Layout = {}
    for label, at, feeds in _winners_matches(rounds):
        layout[label] = MatchPlan(feeds, max(1, 2 * at - 2), loser_is_out=False)
    layout.update({label: MatchPlan(feeds, at) for label, at, feeds in _losers_matches(rounds)})
    champion = EntrySource("winner", match=winners_label(rounds, 1))
    survivor = EntrySource("winner", match=losers_label(end - 1, 1))
    if rounds == 1:
        survivor = EntrySource("loser", match=winners_label(1, 1))
    layout[GRAND_FINAL] = MatchPlan((champion, survivor), end)
    again = (EntrySource("loser", match=GRAND_FINAL), EntrySource("winner", match=GRAND_FINAL))
    layout[RESET] = MatchPlan(again, end + 1)
    return layout


def dropping_order(round_number: int, losers: int) -> tuple[int, ...]:
    """The match of a winners' round whose loser drops to losers' place 1, 2, ...

    From round 2 on, in turn: reversed, halves swapped, unchanged. The earliest rematch is in
    losers' round 3 in a bracket of 8, 4 of 16, 5 of 32, 6 of 64. losers: a power of two.
    """
    numbers = tuple(range(1, losers + 1))
    half = losers // 2
    return (numbers[::-1], numbers[half:] + numbers[:half], numbers)[(round_number - 2) % 3]


def build_bracket(state: EventState) -> Bracket:
    """The bracket of a stage with all results; `state.system` is its kind."""
    entries = len(state.entrants)
    if state.system == DOUBLE_ELIMINATION:
        layout = double_layout(entries)
    else:
        layout = knockout_layout(entries, third_place=state.options.third_place)
    played = {p.bracket: p for p in state.played if p.round > state.rounds_before and p.bracket}
    order = drawn_order(state)
    matches: dict[str, BracketMatch] = {}
    for label, plan in layout.items():
        if label == RESET and not (state.options.reset and _needs_reset(matches[GRAND_FINAL])):
            continue
        fed = [_resolve_source(feed, order, state, matches) for feed in plan.sources]
        match = BracketMatch(
            label, plan, (fed[0].entry, fed[1].entry), sum(f.is_coming for f in fed)
        )
        if label in played:
            matches[label] = _from_record(state, match, played[label])
        elif all(f.is_known for f in fed):
            matches[label] = _without_record(state, match, due=1 + max(f.round for f in fed))
        else:
            matches[label] = match
    return Bracket(matches)


def place_ranges(state: EventState) -> dict[int, tuple[int, int]]:
    """Best and worst possible place of each entry; entries eliminated together share theirs.

    Before the bracket is drawn every place is possible. Places left empty by a double forfeit or
    double absence are not predicted.
    """
    if is_undrawn(state):
        return {entry: (1, len(state.entrants)) for entry in state.entry_numbers}
    matches = dict(build_bracket(state).matches)
    third_place = matches.pop(THIRD_PLACE, None)
    if RESET in matches:
        del matches[GRAND_FINAL]  # it eliminated nobody
    going: Counter[int] = Counter()
    for match in matches.values():
        going[match.plan.level] += match.eliminated_count
    worst = {1: len(state.entrants)}
    for level in range(1, max(going) + 1):
        worst[level + 1] = worst[level] - going[level]
    takers = {(feed.kind, feed.match): m for m in matches.values() for feed in m.plan.sources}
    found: dict[int, tuple[int, int]] = {}
    for match in matches.values():  # an entry's last match decides
        level, final = match.plan.level, ("winner", match.label) not in takers
        for entry in match.known_entries:
            if match.status != "over":
                found[entry] = (1, worst[_first_elimination_level(match, takers)])
            elif final and entry == match.winner:
                found[entry] = (1, 1)
            else:
                found[entry] = (worst[level + 1] + 1, worst[level])
    if third_place:
        found.update(_third_and_fourth(third_place, found))
    return dict(sorted(found.items()))


def _first_elimination_level(
    match: BracketMatch, takers: Mapping[tuple[SourceKind, str], BracketMatch]
) -> int:
    """The first level at which an entry of this match can be eliminated; walkovers are skipped."""
    walkover = match.expected == 1
    if match.plan.loser_is_out and not walkover:
        return match.plan.level
    takes: SourceKind = "winner" if walkover else "loser"
    following = takers.get((takes, match.label))
    return _first_elimination_level(following, takers) if following else match.plan.level + 1


def _third_and_fourth(
    match: BracketMatch, shared: Mapping[int, tuple[int, int]]
) -> dict[int, tuple[int, int]]:
    """The places of the third-place match, once it has a winner."""
    if match.winner is None:
        return {}
    best, worst = shared[match.winner]
    placed = {match.winner: (best, best)}
    if match.loser is not None:
        placed[match.loser] = (min(best + 1, worst), worst)
    return placed


class _ResolvedSource(NamedTuple):
    """What a feed gives: who, whether that is known, whether anybody will come, since when."""

    entry: int | None
    is_known: bool
    is_coming: bool
    round: int


def _resolve_source(
    feed: EntrySource, order: Sequence[int], state: EventState, matches: Mapping[str, BracketMatch]
) -> _ResolvedSource:
    """order: entries by bracket seed."""
    if feed.kind == "seed":
        entry = order[feed.seed - 1] if feed.seed <= len(order) else None
        return _ResolvedSource(entry, True, entry is not None, state.rounds_before)
    match = matches[feed.match]
    if match.status == "over":
        entry = match.winner if feed.kind == "winner" else match.loser
        return _ResolvedSource(entry, True, entry is not None, match.round)
    return _ResolvedSource(None, False, match.expected >= (1 if feed.kind == "winner" else 2), 0)


def _from_record(state: EventState, match: BracketMatch, played: Played) -> BracketMatch:
    """The match as played: entries from the seats, winner from the games."""
    entries = match.entries
    if not set(played.seats) <= set(entries):
        entries = (played.seats[0], None if played.is_bye else played.seats[1])
    over = match_series.is_decided(played, state.rules, to_majority=state.options.to_majority)
    seat = match_series.leading_seat(played) if over else None
    return replace(
        match,
        entries=entries,
        status="over" if over else "running",
        round=played.round,
        winner=played.seats[seat - 1] if seat else None,
    )


def _without_record(state: EventState, match: BracketMatch, *, due: int) -> BracketMatch:
    """A match without a pairing: still to be paired, or decided by absence in round `due`."""
    here = match.known_entries
    if not here:
        return replace(match, status="over", round=due - 1)
    if due > state.current_round:
        return replace(match, status="ready", round=due)
    present = [entry for entry in here if state.entrant(entry).absence_in(due) is None]
    if len(present) == 2:  # the organiser left it out of that round
        return replace(match, status="ready", round=state.next_round)
    candidates = here if len(here) == 1 else present
    return replace(match, status="over", round=due, winner=candidates[0] if candidates else None)


def _needs_reset(final: BracketMatch) -> bool:
    """Whether the winners' champion, named first, lost the grand final."""
    return final.loser is not None and final.loser == final.entries[0]


def _round_count(entries: int) -> int:
    return bracket_size(entries).bit_length() - 1


PlannedMatches = Iterator[tuple[str, int, tuple[EntrySource, EntrySource]]]


def _winners_matches(rounds: int) -> PlannedMatches:
    """Label, round and feeds of every match of the winners' bracket, or of a knockout."""
    order = seed_order(1 << rounds)
    for number, (high, low) in enumerate(zip(order[::2], order[1::2], strict=True), start=1):
        yield winners_label(1, number), 1, (EntrySource("seed", high), EntrySource("seed", low))
    for at in range(2, rounds + 1):
        for number in range(1, (1 << rounds - at) + 1):
            before = (winners_label(at - 1, 2 * number - 1), winners_label(at - 1, 2 * number))
            yield winners_label(at, number), at, _two_sources("winner", *before)


def _losers_matches(rounds: int) -> PlannedMatches:
    """Label, round and feeds of every match of the losers' bracket; 2 * (rounds - 1) rounds.

    The dropped entry is named first.
    """
    for at in range(1, 2 * rounds - 1):
        size = 1 << rounds - 2 - (at - 1) // 2
        for number in range(1, size + 1):
            pair = (2 * number - 1, 2 * number)
            if at == 1:
                feeds = _two_sources("loser", *(winners_label(1, n) for n in pair))
            elif at % 2:
                feeds = _two_sources("winner", *(losers_label(at - 1, n) for n in pair))
            else:
                dropping = dropping_order(at // 2 + 1, size)[number - 1]
                dropped = winners_label(at // 2 + 1, dropping)
                survivor = losers_label(at - 1, number)
                feeds = (EntrySource("loser", match=dropped), EntrySource("winner", match=survivor))
            yield losers_label(at, number), at, feeds


def _two_sources(takes: SourceKind, first: str, second: str) -> tuple[EntrySource, EntrySource]:
    return EntrySource(takes, match=first), EntrySource(takes, match=second)
