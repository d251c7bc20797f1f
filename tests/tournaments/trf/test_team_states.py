"""A stage of teams goes out as a report and comes in again with the same facts."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from gacrux.trf2json import trf2json
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.examples import examples
from tests.tournaments.teams.test_pairing import play, stage
from tournaments.management.trf_rounds import differences, pairer, pairs_of, run_here
from tournaments.pairing.interface import PairedRound, Pairing
from tournaments.pairing.systems.teams import on_boards
from tournaments.standings.table import build_table
from tournaments.standings.teams import boards_of, pairings_by_entry, team_state
from tournaments.state import (
    Absence,
    EventState,
    MatchRules,
    MatchTable,
    Played,
    SlotResult,
)
from tournaments.state.teams import LineUp
from tournaments.trf.compose import build_report
from tournaments.trf.convert import state_from_report
from tournaments.trf.errors import TrfError
from tournaments.trf.read import read_report
from tournaments.trf.report import BoardOrder, ForfeitedMatch, TeamByes
from tournaments.trf.write import write_report

RESULTS = [
    *[SlotResult("played", text, points) for text, points in (
        ("1-0", (2, 0)), ("0-1", (0, 2)), ("1/2-1/2", (1, 1)),
    )],
    SlotResult("forfeit", "", (2, 0)),
    SlotResult("forfeit", "", (0, 2)),
    SlotResult("double_forfeit", "", (0, 0)),
]  # fmt: skip


def again(state: EventState) -> EventState:
    return state_from_report(read_report(write_report(build_report(state))))


def team_round(number: int, *pairs: tuple[int, ...]) -> PairedRound:
    """A round of these matches of teams; a single team has a bye."""
    pairings = (
        Pairing(p, at) if len(p) == 2 else Pairing.bye(p[0], why=()) for at, p in enumerate(pairs)
    )
    return PairedRound(number, tuple(pairings))


@st.composite
def stages(draw) -> EventState:
    """Up to four teams of up to four play up to three rounds; who meets follows no system."""
    random = Random(draw(st.integers(0, 2**32)))
    sizes = [random.randint(1, 4) for _ in range(random.randint(2, 4))]
    numbers = random.sample(range(1, sum(sizes) + 1), sum(sizes))
    members = [tuple(numbers.pop() for _ in range(size)) for size in sizes]
    system = random.choice(("team_swiss", "team_round_robin"))
    state = stage(*members, boards=random.randint(1, 4), system=system)
    entrants = tuple(
        replace(entrant, rating=random.choice((None, 1500)), absences=_absences(random))
        for entrant in state.entrants
    )
    state = replace(state, entrants=entrants, rounds_total=4)
    for number in range(1, random.randint(0, 3) + 1):
        order = random.sample(range(1, len(members) + 1), len(members))
        pairs = list(zip(order[::2], order[1::2], strict=False))
        alone = [(order[-1],)] if len(order) % 2 else []
        lineups = tuple(LineUp(t.number, tuple(random.sample(t.members, 1))) for t in state.teams)
        paired = on_boards(replace(state, lineups=lineups), team_round(number, *pairs, *alone))
        state = _decided(play(state, paired, *[(2, 0)] * len(paired.pairings)), number, random)
    return state


def _absences(random: Random) -> tuple[Absence, ...]:
    first = random.randint(1, 5)
    return random.choice(((), (), (Absence(first, first),), (Absence(first, None),)))


def _decided(state: EventState, number: int, random: Random) -> EventState:
    """The state with results drawn for the games of a round."""

    def decide(played: Played) -> Played:
        slots = (replace(slot, result=random.choice(RESULTS)) for slot in played.slots)
        return replace(played, slots=tuple(slots)) if played.round == number else played

    return replace(state, played=tuple(map(decide, state.played)))


def _boards(state: EventState) -> set[object]:
    """Who sat where by teams, who moved first, and the points; byes without their tables."""
    return {
        (p.round, p.seats, p.kind, tuple((s.first_seat, s.result.kind, s.result.points_x2)
         for s in p.slots if s.result))
        for p in state.played
    }  # fmt: skip


def _matches(state: EventState) -> set[tuple[int, tuple[int, ...]]]:
    return {(match.round, match.teams) for match in state.matches}


def _table(state: EventState) -> list[tuple[object, ...]]:
    rows = build_table(team_state(state)).rows
    return [(r.rank, r.entry, r.match_points_x2, r.game_points_x2, r.tie_breaks) for r in rows]


@given(stages())
@examples(150)
def test_teams_matches_boards_and_points_come_in_again(state):
    found = again(state)
    assert found.teams == state.teams
    assert _matches(found) == _matches(state)
    assert _boards(found) == _boards(state)
    assert (found.system, found.options.boards) == (state.system, state.options.boards)
    assert (found.current_round, found.rounds_total) == (state.current_round, state.rounds_total)
    assert found.present_entries(found.next_round) == state.present_entries(state.next_round)
    assert _table(found) == _table(state)
    text = write_report(build_report(found))
    assert write_report(build_report(again(found))) == text


@given(stages())
@examples(60)
def test_gacrux_reads_the_same_matches_and_points(state):
    """The reader of the Swiss engine, which also adds up the points of the teams.

    It refuses a match with a board on which nobody sits.
    """
    seated = pairings_by_entry(state)
    boards = (b for m in state.matches if len(m.teams) == 2 for b in boards_of(state, m, seated))
    assume(all(board.pairing for board in boards))
    report = build_report(state)
    source = trf2json()
    source.parse_file(write_report(report), verbose=True)
    tournament = source.get_tournament(1)
    found = {
        (match["round"], match["white"]["cid"], (match["black"] or {}).get("cid", 0))
        for match in tournament["matchList"]
    }
    for match in state.matches:
        assert (match.round, match.teams[0], (*match.teams, 0)[1]) in found
    assert "disagrees" not in source.chessjson["status"].get("info", "")


def example() -> EventState:
    """Four teams of two on two boards; team 3 is not there in round 2, and two have byes in 3."""
    state = stage((1, 2), (3, 4), (5, 6), (7, 8), boards=2)
    entrants = tuple(
        replace(entrant, absences=(Absence(2, 2),)) if entrant.number in (5, 6) else entrant
        for entrant in state.entrants
    )
    state = replace(state, entrants=entrants, rounds_total=3)
    for number, pairs, points in (
        (1, [(1, 2), (3, 4)], [(2, 0), (1, 1), (0, 2), (0, 2)]),
        (2, [(1, 3), (4, 2)], [(2, 0), (2, 0)]),
        (3, [(4, 1), (2,), (3,)], [(2, 0), (1, 1)]),
    ):
        state = play(state, on_boards(state, team_round(number, *pairs)), *points)
    return state


def test_the_records_of_forfeits_and_byes():
    report = build_report(example(), team_names={1: "Owls"})
    assert report.forfeited == (ForfeitedMatch("+-", 2, 1, 3),)
    assert report.team_byes == TeamByes(2, 2, (0, 0, 2))
    assert [team.name for team in report.teams] == ["Owls", "#2", "#3", "#4"]
    letters = {p.number: "".join(cell.result for cell in p.cells) for p in report.players}
    # Round 2: 1 and 2 had nobody to meet; round 3: teams 2 and 3 have byes.
    assert letters[1] == "1+0"
    assert letters[3] == "00U"
    assert letters[5] == "0ZU"
    # A bye of the team gives its players no points.
    assert {p.number: p.points_x2 for p in report.players}[5] == 0
    found = again(example())
    assert _matches(found) == _matches(example())
    assert _table(found) == _table(example())


def test_an_order_that_is_not_that_of_the_team_is_said():
    """Board 1 of the second team was given to its last player at the desk."""
    state = stage((1, 2), (3, 4, 5), boards=2)
    pairings = (Pairing((1, 5), 1), Pairing((2, 3), 2, first_seat=2))
    paired = replace(on_boards(state, team_round(1, (1, 2))), pairings=pairings)
    after = play(state, paired, (2, 0), (0, 2))
    assert build_report(after).board_orders == (BoardOrder(1, 2, 1, (5, 3)),)
    assert _boards(again(after)) == _boards(after)


@pytest.mark.parametrize(
    "rules", [MatchRules(games_per_match=2), MatchRules(match_table=MatchTable(6, 2, 0))]
)
def test_boards_of_more_than_a_game_are_refused(rules):
    with pytest.raises(TrfError) as refused:
        build_report(replace(stage((1,), (2,)), rules=rules))
    assert refused.value.code == "board_games_not_said"


def test_a_round_is_paired_again_from_its_file():
    state = stage((1, 2), (3, 4), (5, 6), boards=2)
    pair = pairer(run_here)
    state = play(state, pair(state), (2, 0), (1, 1))
    report = read_report(write_report(build_report(replace(state, rounds_total=3))))
    assert list(differences(report, pair=pair, rounds=[1])) == []
    assert pairs_of(pair(state_from_report(report))) == [(1, 2), (3, 0)]
