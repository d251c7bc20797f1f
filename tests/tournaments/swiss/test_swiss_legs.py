"""Several legs a round: all paired at once on the scores before it, nobody meets twice."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest

from tests.tournaments.playing import make_entrants, play_round
from tournaments.pairing.drafts.check import find_problems
from tournaments.pairing.provisional import with_provisional_results
from tournaments.pairing.swiss.report import EngineInput
from tournaments.pairing.swiss.swiss import pair_swiss
from tournaments.pairing_child import pair_report
from tournaments.standings.scores import scores
from tournaments.state import EventState, PairingOptions, Played, Slot, SlotResult
from tournaments.trf.write import write_report

NOHAT = (4, 2, 1)  # matches of each entry in round 1, 2 and 3, as Tak opens are run


def nohat(size: int, rounds: int = 3) -> EventState:
    return EventState(
        entrants=make_entrants(size),
        rounds_total=rounds,
        options=PairingOptions(legs=NOHAT, top_moves="first"),
        system="swiss",
    )


@pytest.mark.parametrize(("size", "seed"), [(12, 1), (13, 2), (16, 3), (17, 4)])
def test_a_nohat_tournament_keeps_its_promises(size: int, seed: int) -> None:
    random, state = Random(seed), nohat(size)
    for number, legs in enumerate(NOHAT, start=1):
        told: list[Mapping[str, Any]] = []

        def listen(
            report: str,
            *,
            meetings: int = 1,
            exact: bool = False,
            told: list[Mapping[str, Any]] = told,
        ) -> Mapping[str, Any]:
            told.append(pair_report(report, meetings=meetings))
            return told[-1]

        paired = pair_swiss(state, run_engine=listen)
        assert (paired.round, paired.legs, len(told)) == (number, legs, legs)
        assert find_problems(state, paired) == []
        before = {entry: score.primary_x2 for entry, score in scores(state).items()}
        groups = [{e for e in before if before[e] == p} for p in sorted(set(before.values()))[::-1]]
        for said in told:  # every leg sees the score groups of the round's beginning
            assert groups_of(said) == groups
        for leg in range(1, legs + 1):
            tables = [p.table for p in paired.pairings if p.leg == leg and p.table]
            assert tables == list(range(1, size // 2 + 1))
            seated = sorted(e for p in paired.pairings if p.leg == leg for e in p.seats)
            assert seated == list(state.entry_numbers)
        state = play_round(state, paired, lambda a, b: random.choice((a, None, b)))
    meetings = Counter(frozenset(p.seats) for p in state.played if not p.is_bye)
    byes = Counter(p.seats for p in state.played if p.is_bye)
    assert len(meetings) == sum(NOHAT) * (size // 2)
    assert set(meetings.values()) == {1}
    assert len(byes) == sum(NOHAT) * (size % 2)
    assert set(byes.values()) <= {1}


def groups_of(said: Mapping[str, Any]) -> list[set[int]]:
    """Who has the same score, the highest first, as the engine saw it."""
    groups: dict[int, set[int]] = {}
    seen: set[int] = {0}
    for bracket in said["brackets"]:
        new = set(bracket["competitors"]) - seen
        if new:
            groups[bracket["score_x2"]] = new
        seen |= new
    return list(groups.values())


def test_the_earlier_legs_are_draws_with_their_moves_and_byes_level_with_them() -> None:
    # Five entries, two legs made: 1-3, 4-2, bye 5; then 2-1, 5-4, bye 3.
    made = (
        Played(1, (1, 3), (Slot(1),)),
        Played(1, (4, 2), (Slot(1),)),
        Played(1, (5,), kind="bye_allocated"),
        Played(1, (2, 1), (Slot(1),), leg=2),
        Played(1, (5, 4), (Slot(1),), leg=2),
        Played(1, (3,), kind="bye_allocated", leg=2),
    )
    lines = write_report(
        EngineInput(with_provisional_results(nohat(5)), made, "w").build_report()
    ).splitlines()
    assert [line[89:] for line in lines if line.startswith("001")] == [
        "     3 w =     2 b =",
        "     4 b =     1 w =",
        "     1 b =  0000 - U",
        "     2 w =     5 b =",
        "  0000 - U     4 w =",
    ]
    assert "142 7" in lines  # 4 + 2 + 1 rounds of the file
    assert not [line for line in lines if line.startswith("250")]  # all have one point: level


def test_scores_of_an_earlier_round_of_legs_are_right_before_each_leg() -> None:
    # Round 1 of two legs: 1 beats 3 and 4, 2 beats 4 and draws 3. The floats of the past depend
    # on scores before each leg, which were all nought: nobody has floated yet.
    won, drawn = SlotResult("played", "", (2, 0)), SlotResult("played", "", (1, 1))
    played = (
        Played(1, (1, 3), (Slot(1, result=won),)),
        Played(1, (2, 4), (Slot(1, result=won),)),
        Played(1, (1, 4), (Slot(1, result=won),), leg=2),
        Played(1, (2, 3), (Slot(1, result=drawn),), leg=2),
    )
    state = replace(
        nohat(4), options=PairingOptions(legs=(2, 1), top_moves="first"), current_round=1
    )
    sheet = EngineInput(replace(state, played=played), (), "w")
    report = sheet.build_report()
    written = {"1": 2, "=": 1, "0": 0}
    for number, expected in ((2, {1: 0, 2: 0, 3: 0, 4: 0}), (3, {1: 4, 2: 3, 3: 1, 4: 0})):
        seen = {
            player.number: sum(written[cell.result] for cell in player.cells[: number - 1])
            + sum(
                points.game_points_x2
                for points in report.virtual
                if points.first_round <= number <= points.last_round
                and points.first_player <= player.number <= points.last_player
            )
            for player in report.players
        }
        lift = seen[4]  # everybody alike
        assert {rank: points - lift for rank, points in seen.items()} == expected


def test_legs_and_plain_rounds_agree_where_there_is_one_leg() -> None:
    pair = partial(pair_swiss, run_engine=pair_report)
    plain = replace(nohat(9), options=PairingOptions(top_moves="first"))
    one_leg = replace(nohat(9), options=PairingOptions(legs=(1,), top_moves="first"))
    random = Random(9)
    for _ in range(2):
        paired = pair(plain)
        assert [p.seats for p in paired.pairings] == [p.seats for p in pair(one_leg).pairings]
        plain = play_round(plain, paired, lambda a, b: random.choice((a, None, b)))
        one_leg = replace(one_leg, played=plain.played, current_round=plain.current_round)
