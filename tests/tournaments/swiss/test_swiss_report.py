"""What the engine is told: cells, rounds, fictitious points; and what it is not asked."""

from collections.abc import Iterator
from functools import partial

import pytest

from tests.tournaments.playing import match
from tournaments.pairing.swiss.report import EngineInput, players_and_next_round
from tournaments.pairing.swiss.swiss import pair_swiss
from tournaments.pairing_child import pair_report
from tournaments.state import (
    Absence,
    Adjustment,
    Entrant,
    EventState,
    MatchRules,
    PairingOptions,
    Played,
    Slot,
)
from tournaments.trf.report import Report
from tournaments.trf.write import write_report

pair = partial(pair_swiss, run_engine=pair_report)
FIRST = PairingOptions(top_moves="first")


def seen_x2(report: Report, number: int) -> dict[int, int]:
    """Scores before a round of the file as the engine adds them up: letters and record 250."""
    scale = dict(report.scoring_x2)
    worth = {"1": scale["W"], "=": scale["D"], "0": scale["L"], "U": scale["P"]}
    worth |= {"+": scale["W"], "F": scale["W"], "H": scale["D"]}
    return {
        player.number: sum(worth.get(cell.result, 0) for cell in player.cells[: number - 1])
        + sum(
            points.game_points_x2
            for points in report.virtual
            if points.first_round <= number <= points.last_round
            and points.first_player <= player.number <= points.last_player
        )
        for player in report.players
    }


def test_rounds_missed_are_byes_by_their_points() -> None:
    absences = (Absence(1, 1, points_x2=2), Absence(1, 1, points_x2=1), Absence(1, None))
    entrants = (
        Entrant(1),
        Entrant(2),
        *(Entrant(3 + n, absences=(a,)) for n, a in enumerate(absences)),
    )
    played = (match(1, (1, 2), (2, 0)),)
    report = EngineInput(EventState(entrants, 5, 1, played), (), "w").build_report()
    assert [player.cells[0].result for player in report.players] == ["1", "0", "F", "H", "Z"]
    assert [(byes.kind, byes.round, byes.players) for byes in report.byes] == [("Z", 2, (5,))]
    assert players_and_next_round(write_report(report)) == (frozenset(range(1, 6)), 2)


@pytest.mark.parametrize(
    ("total", "legs", "rounds"),
    [(5, (), 5), (2, (), 2), (0, (), 3), (5, (2, 3, 1), 1 + 3 + 3), (0, (1, 2), 1 + 2 + 1)],
)
def test_the_rounds_of_the_file_are_the_legs_of_the_stage(
    total: int, legs: tuple[int, ...], rounds: int
) -> None:
    # Round 1 had one leg. A stage without an end has a round to come after the next.
    state = EventState(
        tuple(map(Entrant, (1, 2, 3, 4))),
        total,
        1,
        (match(1, (1, 3), (2, 0)), match(1, (4, 2), (0, 2))),
        options=PairingOptions(legs=legs),
    )
    assert EngineInput(state, (), "w").build_report().rounds == rounds


def test_a_plain_tournament_needs_no_fictitious_points() -> None:
    state = EventState(tuple(map(Entrant, (1, 2, 3))), 3, 1, (match(1, (1, 2), (2, 0)),))
    bye = Played(1, (3,), kind="bye_allocated")
    plain = EventState(state.entrants, 3, 1, (*state.played, bye))
    assert EngineInput(plain, (), "w").build_report().virtual == ()


def test_matches_between_won_and_drawn_go_in_as_fictitious_points() -> None:
    # Four games a match: 1 beat 3 by 3 to 1, 2 and 4 drew. Before leg 2 of round 2 all have
    # drawn once more, which is two points of four.
    rules = MatchRules(games_per_match=4)
    played = (
        match(1, (1, 3), (2, 0), (2, 0), (2, 0), (0, 2)),
        match(1, (4, 2), (2, 0), (0, 2), (1, 1), (1, 1)),
    )
    options = PairingOptions(legs=(1, 2))
    state = EventState(tuple(map(Entrant, (1, 2, 3, 4))), 2, 1, played, rules, options)
    report = EngineInput(state, (), "w").build_report()
    assert [player.cells[0].result for player in report.players] == ["0", "=", "0", "="]
    assert seen_x2(report, 2) == {1: 6, 2: 4, 3: 2, 4: 4}
    made = (Played(2, (1, 2), (Slot(1),)), Played(2, (4, 3), (Slot(1),)))
    apart = EventState(
        state.entrants, 2, 1, (played[0], match(1, (2, 4), *[(2, 0)] * 3, (0, 2))), rules, options
    )
    assert seen_x2(EngineInput(apart, made, "w").build_report(), 3) == {1: 10, 2: 10, 3: 6, 4: 6}


def test_a_penalty_takes_from_what_is_written() -> None:
    fined = Entrant(1, adjustments=(Adjustment(1, -1),))
    played = (match(1, (1, 3), (2, 0)), match(1, (4, 2), (0, 2)))
    state = EventState((fined, Entrant(2), Entrant(3), Entrant(4)), 3, 1, played)
    assert seen_x2(EngineInput(state, (), "w").build_report(), 2) == {1: 1, 2: 2, 3: 0, 4: 0}
    below = Entrant(3, adjustments=(Adjustment(1, -3),))
    state = EventState((Entrant(1), Entrant(2), below, Entrant(4)), 3, 1, played)
    assert seen_x2(EngineInput(state, (), "w").build_report(), 2) == {
        1: 5,
        2: 5,
        3: 0,
        4: 3,
    }  # lifted by 1½ together


def virtual_field() -> Iterator[Entrant]:
    yield from (Entrant(1), Entrant(2))
    yield from (Entrant(number, virtual_x2=(2, 0)) for number in (3, 4))


def test_virtual_points_pair_but_do_not_count_for_the_tables() -> None:
    paired = pair(EventState(tuple(virtual_field()), 5, options=FIRST))
    assert [set(p.seats) for p in paired.pairings] == [{1, 2}, {3, 4}]
    assert paired.explanation[-1].code == "swiss_virtual"


def test_the_lot_of_round_one_holds_for_who_first_plays_later() -> None:
    # 5 and 6 had byes worth a point while the others drew: they meet, and neither has moved.
    # 1 moved first in round 1, so the odd number 5 does, whatever a new lot would say.
    asked = tuple(Entrant(number, absences=(Absence(1, 1, points_x2=2),)) for number in (5, 6))
    played = (match(1, (1, 3), (1, 1)), match(1, (4, 2), (1, 1)))
    state = EventState((*map(Entrant, (1, 2, 3, 4)), *asked), 5, 1, played)
    for seed in range(6):
        assert pair(state, seed=seed).pairings[0].seats == (5, 6)
