"""Rounds of a report file, paired again, and the soak that makes files to try this on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random

from tournaments.pairing import SYSTEMS
from tournaments.pairing.drafts.check import find_problems
from tournaments.pairing.drafts.reason_texts import reason_text
from tournaments.pairing.generate import GenerateOptions, generate
from tournaments.pairing.interface import PairedRound, PairingRefused, Reason, RunEngine
from tournaments.pairing_child import run_here as run_here
from tournaments.standings.teams import TEAM_ROUND_ROBIN
from tournaments.state import BYE_ALLOCATED, BYE_ASKED, EventState
from tournaments.trf.compose import build_report
from tournaments.trf.convert import state_from_report
from tournaments.trf.read import read_report
from tournaments.trf.report import Report, rounds_played
from tournaments.trf.write import write_report

Pair = Callable[[EventState], PairedRound]
SMALLEST, LARGEST, FEWEST_ROUNDS, MOST_ROUNDS = 20, 120, 3, 9
REPAIRED_ROUNDS = 2  # of each soaked tournament, from its file: the last ones


def pairer(run_engine: RunEngine) -> Pair:
    """Pairs the next round of a state by its own system."""
    return lambda state: SYSTEMS[state.system](state, run_engine=run_engine)


def pairs_of(paired: PairedRound) -> list[tuple[int, int]]:
    """First and second of each match in the order of the tables, then whoever has the bye and 0.

    Of teams: their numbers, not those of the players on the boards.
    """
    if paired.matches:
        return [_with_bye(match.teams) for match in paired.matches]
    matches = [pairing for pairing in paired.pairings if len(pairing.seats) == 2]
    byes = [p.seats[0] for p in paired.pairings if p.kind == BYE_ALLOCATED]
    return [
        *((p.seats[p.first_seat - 1], p.seats[2 - p.first_seat]) for p in matches),
        *((entry, 0) for entry in byes),
    ]


def pairs_in(state: EventState, round_number: int) -> set[tuple[int, int]]:
    """The pairs of a played round, as `pairs_of` gives them; asked byes are left out."""
    if state.teams:
        return {_with_bye(m.teams) for m in state.matches if m.round == round_number}
    return {
        _with_bye(played.seats)
        for played in state.played
        if played.round == round_number and played.kind != BYE_ASKED
    }


def _with_bye(seats: tuple[int, ...]) -> tuple[int, int]:
    return seats[0], seats[1] if len(seats) > 1 else 0


def differences(report: Report, *, pair: Pair, rounds: Iterable[int]) -> Iterator[str]:
    """What pairing these rounds again gives otherwise than the file, a line each.

    A bye of a round robin is not compared: files write it in several ways.
    """
    after = state_from_report(report)
    for number in rounds:
        found = pairs_in(after, number)
        try:
            expected = set(pairs_of(pair(state_from_report(report, rounds_played=number - 1))))
        except PairingRefused as refused:
            yield f"round {number}: {reason_text(Reason(refused.code, refused.params))}"
            continue
        if after.system in ("round_robin", TEAM_ROUND_ROBIN):
            found = {pair for pair in found if pair[1]}
            expected = {pair for pair in expected if pair[1]}
        for first, second in sorted(expected - found):
            yield f"round {number}: paired {first} {second}, not in the file"
        for first, second in sorted(found - expected):
            yield f"round {number}: in the file {first} {second}, not paired"


def soak(*, tournaments: int, seed: int, pair: Pair) -> Iterator[tuple[EventState, list[str]]]:
    """Random tournaments one by one, each with its problems: broken rules, then lost in the file.

    The first round of a file and of the state it came from must be the same, and so must the
    last rounds, paired again from the file.
    """
    random = Random(seed)
    for _ in range(tournaments):
        options = GenerateOptions(
            players=random.randint(SMALLEST, LARGEST),
            rounds=random.randint(FEWEST_ROUNDS, MOST_ROUNDS),
            seed=random.randrange(2**32),
            forfeits=random.choice((0, 2, 10)),
            byes=random.choice((0, 2, 10)),
            withdrawals=random.choice((0, 5, 20)),
            draws=random.choice((0, 20, 60)),
        )
        problems: list[str] = []

        def pair_checked(state: EventState, problems: list[str] = problems) -> PairedRound:
            paired = pair(state)
            broken = (reason_text(reason) for reason in find_problems(state, paired))
            problems += (f"round {paired.round}: {problem}" for problem in broken)
            return paired

        state = generate(options=options, pair=pair_checked)
        yield state, [f"{options}: {problem}" for problem in (*problems, *_refile(state, pair))]


def _refile(state: EventState, pair: Pair) -> Iterator[str]:
    """Problems of a state that goes through its file."""
    text = write_report(build_report(state))
    report = read_report(text)
    if write_report(build_report(state_from_report(report))) != text:
        yield "the file, read and written again, is another"
    last = rounds_played(report)
    yield from differences(
        report, pair=pair, rounds=range(max(1, last - REPAIRED_ROUNDS + 1), last + 1)
    )
