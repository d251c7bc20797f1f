"""Ways in which a bracket can be played to its end, match by match.

A match has a winner in each of them, however many games it takes; its chance is that of one game,
with draws left out. A match that is running counts as not begun. Who is away loses, as in the
bracket itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from random import Random

from tournaments.outlook.completions import ChancesOf, Completions
from tournaments.outlook.open_games import FIRST_WINS, POINTS_X2, SECOND_WINS, OpenGame
from tournaments.outlook.places import places_by_standings
from tournaments.outlook.simulate import FEWEST_SAMPLES
from tournaments.standings.bracket import (
    GRAND_FINAL,
    RESET,
    BracketMatch,
    EntrySource,
    MatchPlan,
    build_bracket,
)
from tournaments.standings.collector import collector_paused
from tournaments.state import PLAYED, EventState, Played, Slot, SlotResult

MOST_WORK = 8_000  # in entries, of all ways; a way costs some 30 microseconds for each of them
MOST_SAMPLES = 1000
WINNERS = (FIRST_WINS, SECOND_WINS)
Choose = Callable[[int, int], int]  # by the entries of a match: the index of the winner


def bracket_games(state: EventState) -> tuple[OpenGame, ...]:
    """The matches of published rounds that are not over, each as a game."""
    running = {(match.label, match.round) for match in build_bracket(state).by_status("running")}
    return tuple(
        OpenGame(at, 1, (played.seats[0], played.seats[1]), 1, played.round, played.table)
        for at, played in enumerate(state.played)
        if (played.bracket, played.round) in running
    )


def matches_left(state: EventState) -> int:
    """How many matches are still to be won, a possible reset included."""
    matches = build_bracket(state).matches
    left = sum(match.status != "over" and match.expected == 2 for match in matches.values())
    may_reset = state.options.reset and RESET not in matches and GRAND_FINAL in matches
    return left + (may_reset and matches[GRAND_FINAL].status != "over")


def can_enumerate_bracket(state: EventState) -> bool:
    return matches_left(state) < MOST_WORK.bit_length() and (
        2 ** matches_left(state) * len(state.entrants) <= MOST_WORK
    )


def samples_for_bracket(state: EventState) -> int:
    """How many ways to play; 0 if there are too many entries for enough of them."""
    samples = min(MOST_SAMPLES, 2 * MOST_WORK // len(state.entrants))
    return samples if samples >= FEWEST_SAMPLES else 0


@collector_paused()
def enumerate_brackets(state: EventState, chances_of: ChancesOf) -> Completions:
    """Every way in which the bracket is played to its end."""
    games = bracket_games(state)
    found = Completions(games, state.entry_numbers, is_exact=True)
    for played_out, weight in _every_way(state, chances_of):
        found.add(played_out.results(games), places_by_standings(played_out.state()), weight)
    return found


@collector_paused()
def simulate_brackets(
    state: EventState,
    chances_of: ChancesOf,
    *,
    samples: int,
    seed: int,
    has_time: Callable[[], bool] = lambda: True,
) -> Completions:
    """A sample of these ways; the same seed gives the same one."""
    games, lots = bracket_games(state), Random(f"{seed} outlook")
    found = Completions(games, state.entry_numbers, is_exact=False)
    matches = build_bracket(state).matches

    def choose(one: int, other: int) -> int:
        return int(lots.random() >= win_chance(one, other, chances_of))

    for sample in range(samples):
        if sample >= FEWEST_SAMPLES and not has_time():
            break
        played_out = _play_out(state, matches, choose)
        found.add(played_out.results(games), places_by_standings(played_out.state()))
    return found


def win_chance(one: int, other: int, chances_of: ChancesOf) -> float:
    """That `one` wins a match: the mean of moving first and second, without draws."""
    first, _draw, second = chances_of(one, other)
    back, _draw, forth = chances_of(other, one)
    whole = first + second + back + forth
    return (first + forth) / whole if whole else 0.5


def _every_way(state: EventState, chances_of: ChancesOf) -> Iterator[tuple[_PlayedOut, float]]:
    """Each way with its chance, by counting through the choices."""
    matches = build_bracket(state).matches
    choices: list[int] = []
    while True:
        made, weight = list[int](), 1.0

        def choose(one: int, other: int) -> int:
            nonlocal weight
            made.append(choices[len(made)] if len(made) < len(choices) else 0)  # noqa: B023
            chance = win_chance(one, other, chances_of)
            weight *= (chance, 1 - chance)[made[-1]]  # noqa: B023
            return made[-1]  # noqa: B023

        yield _play_out(state, matches, choose), weight
        while made and made[-1]:
            made.pop()
        if not made:
            return
        choices = [*made[:-1], 1]


@dataclass(slots=True)
class _PlayedOut:
    """A bracket at its end. won: the winner by match; the other entry is the loser."""

    before: EventState
    entries: dict[str, tuple[int | None, int | None]] = field(default_factory=dict)
    winners: dict[str, int | None] = field(default_factory=dict)
    rounds: dict[str, int] = field(default_factory=dict)
    contested: set[str] = field(default_factory=set)

    def state(self) -> EventState:
        kept = tuple(p for p in self.before.played if p.bracket not in self.contested)
        made = tuple(self._match(label) for label in self.contested)
        last = max([self.before.current_round, *self.rounds.values()])
        return replace(self.before, played=kept + made, current_round=last)

    def results(self, games: tuple[OpenGame, ...]) -> list[int]:
        labels = (self.before.played[game.at].bracket for game in games)
        return [
            WINNERS[game.seats.index(self.winners[label] or 0)]
            for game, label in zip(games, labels, strict=True)
        ]

    def _match(self, label: str) -> Played:
        seats = tuple(entry for entry in self.entries[label] if entry is not None)
        result = WINNERS[seats.index(self.winners[label] or 0)]
        slot = Slot(1, result=SlotResult(PLAYED, "", POINTS_X2[result]))
        return Played(self.rounds[label], seats, (slot,), bracket=label)

    def entry_from(self, source: EntrySource) -> int | None:
        winner = self.winners[source.match]
        if source.kind == "winner" or winner is None:
            return winner
        return next((e for e in self.entries[source.match] if e not in (winner, None)), None)


def _play_out(state: EventState, matches: Mapping[str, BracketMatch], choose: Choose) -> _PlayedOut:
    """The bracket with each match that is not over won by the entry that `choose` names."""
    made = _PlayedOut(state)
    for label, match in matches.items():
        _decide(made, label, match, choose)
    final = made.entries.get(GRAND_FINAL, (None, None))
    lost = final[0] is not None and made.winners[GRAND_FINAL] not in (final[0], None)
    if lost and state.options.reset and RESET not in matches:
        plan = MatchPlan(
            (EntrySource("loser", match=GRAND_FINAL), EntrySource("winner", match=GRAND_FINAL)), 0
        )
        _decide(made, RESET, BracketMatch(RESET, plan, (None, None), 2), choose)
    return made


def _decide(made: _PlayedOut, label: str, match: BracketMatch, choose: Choose) -> None:
    one, other = entries = _entries(made, match)
    made.entries[label] = entries
    made.rounds[label] = match.round or 1 + max(_rounds_before(made, match))
    if match.status == "over":
        made.winners[label] = match.winner
    elif one is None or other is None:
        made.winners[label] = other if one is None else one
    else:
        here = entries
        if match.status == "waiting" or (
            match.status == "ready" and match.round == 1 + max(_rounds_before(made, match))
        ):
            here = _present(made, entries, made.rounds[label])
        if here == entries:
            made.winners[label] = entries[choose(one, other)]
            made.contested.add(label)
        else:
            made.winners[label] = next((entry for entry in here if entry is not None), None)


def _entries(made: _PlayedOut, match: BracketMatch) -> tuple[int | None, int | None]:
    if match.status in ("over", "running"):
        return match.entries
    one, other = (
        known if source.kind == "seed" else made.entry_from(source)
        for source, known in zip(match.plan.sources, match.entries, strict=True)
    )
    return one, other


def _rounds_before(made: _PlayedOut, match: BracketMatch) -> list[int]:
    first = made.before.rounds_before
    return [made.rounds.get(source.match, first) for source in match.plan.sources]


def _present(
    made: _PlayedOut, entries: tuple[int | None, int | None], number: int
) -> tuple[int | None, int | None]:
    """The entries; None for one that is away in this round."""
    one, other = (
        entry if entry and made.before.entrant(entry).absence_in(number) is None else None
        for entry in entries
    )
    return one, other
