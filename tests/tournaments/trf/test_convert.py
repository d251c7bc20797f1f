"""A report becomes the state of a tournament; what a file can say is not lost on the way."""

import json
from dataclasses import replace

import pytest
from hypothesis import given

from tests.examples import examples
from tests.paths import SHARED
from tests.tournaments.trf.random_reports import pairs_of, reports
from tournaments.standings.scores import scores
from tournaments.state import Absence, ForbiddenMeeting, MatchTable, Played, Slot, SlotResult
from tournaments.trf.compose import build_report
from tournaments.trf.convert import state_from_report
from tournaments.trf.errors import TrfError
from tournaments.trf.read import read_report
from tournaments.trf.report import (
    AskedByes,
    ForbiddenPlayers,
    PlayerRecord,
    Report,
    ReportCell,
    VirtualPoints,
    rounds_played,
)
from tournaments.trf.write import write_report

CASES = SHARED / "data" / "pairing" / "dutch_2026_cases.jsonl"

SAME = {"W": "1", "D": "=", "L": "0"}  # a game is a game, whether it is rated or not


def line(number: int, *cells: str) -> PlayerRecord:
    """A player; each cell is opponent, color and result: `2w1`."""
    return PlayerRecord(
        number, "", None, tuple(ReportCell(int(c[:-2]), c[-2], c[-1]) for c in cells)
    )


#            round 1  2      3 (to be paired)
SMALL = Report(
    (
        line(1, "2w1", "3b-"),
        line(2, "1b0", "0-U"),
        line(3, "0-H", "1w+"),
        line(4, "0-Z", "0-F", "0-H"),
    ),
    rounds=4,
    initial="b",
    virtual=(VirtualPoints(1, 2, 1, 2, game_points_x2=2), VirtualPoints(4, 4, 2, 2, 0, 1)),
    forbidden=(ForbiddenPlayers(1, 4, (1, 2, 4)), ForbiddenPlayers(2, 3, (3, 4))),
    byes=(AskedByes("F", 4, (1,)),),
    absent=(3,),
)


def test_the_state_of_a_small_report():
    state = state_from_report(SMALL)
    won = SlotResult("played", "1-0", (2, 0))
    forfeited = SlotResult("forfeit", "", (2, 0))
    assert state.played == (
        Played(1, (1, 2), (Slot(1, result=won),)),
        Played(1, (3,), kind="bye_asked", bye_points_x2=1),
        Played(2, (2,), kind="bye_allocated", bye_points_x2=2),
        Played(2, (3, 1), (Slot(1, result=forfeited),)),
        Played(2, (4,), kind="bye_asked", bye_points_x2=2),
    )
    one, two, three, four = state.entrants
    assert (one.absences, three.absences) == ((Absence(4, 4, 2),), (Absence(3, 3, 0),))
    assert four.absences == (Absence(1, 1, 0), Absence(3, 3, 1))
    assert (one.virtual_x2, two.virtual_x2, three.virtual_x2) == ((2, 2), (2, 2, 0, 1), ())
    assert state.forbidden == (
        ForbiddenMeeting(1, 2), ForbiddenMeeting(1, 4),
        ForbiddenMeeting(2, 4), ForbiddenMeeting(3, 4, 3),
    )  # fmt: skip
    assert (state.current_round, state.rounds_total) == (2, 4)
    assert (state.system, state.options.top_moves) == ("swiss", "second")


def test_the_state_before_an_earlier_round():
    """What comes later is not known yet, but who is out of the round to be paired is."""
    state = state_from_report(SMALL, rounds_played=1)
    assert {played.round for played in state.played} == {1}
    assert state.present_entries(2) == (1, 2, 3)
    assert state.present_entries(1) == (1, 2, 3)
    assert state_from_report(SMALL, rounds_played=0).present_entries(1) == (1, 2)


def test_a_bye_of_record_240_counts_where_the_line_is_blank():
    state = state_from_report(
        Report((line(1, "2w="), line(2, "1b="), line(3)), byes=(AskedByes("H", 1, (3,)),))
    )
    assert state.played[1] == Played(1, (3,), kind="bye_asked", bye_points_x2=1)
    assert scores(state)[3].match_points_x2 == 1


def test_the_top_color_without_a_record_is_that_of_round_1():
    """TRF26, record 152: mandatory only where it is not the highest ranked participant's."""
    players = (line(1, "0-H"), line(2, "3b1"), line(3, "2w0"))
    for rounds in (0, 1):
        assert (
            state_from_report(Report(players), rounds_played=rounds).options.top_moves == "second"
        )
    assert state_from_report(Report((line(1),))).options.top_moves == "lot"


@pytest.mark.parametrize(
    ("kind", "code", "expected"),
    [
        ("Individual: Swiss-System", "", ("swiss", 1, False)),
        ("", "FIDE_DUBOV", ("swiss", 1, False)),
        ("Round-Robin", "", ("round_robin", 1, False)),
        ("Round Robin", "", ("round_robin", 1, False)),
        ("", "BERGER_ROUNDROBIN", ("round_robin", 1, False)),
        ("", "BERGER_DOUBLEROUNDROBIN", ("round_robin", 2, False)),
        ("Double Round-Robin", "", ("round_robin", 2, False)),
        ("", "FIDE_DOUBLEROUNDROBIN", ("round_robin", 2, True)),
    ],
)
def test_the_system(kind, code, expected):
    state = state_from_report(Report((line(1),), kind=kind, encoded_kind=code))
    options = state.options
    assert (state.system, options.cycles, options.swap_last_rounds) == expected


def test_rounds_are_those_stated_and_open_where_nothing_is():
    assert state_from_report(Report((line(1, "0-U", "0-Z"), line(2)))).rounds_total == 0
    assert state_from_report(Report((line(1, "0-U", "0-Z"),), rounds=7)).rounds_total == 7


PLAYED = Report(
    (
        line(1, "2w1", "3b1"),
        line(2, "1b0", "6w-"),
        line(3, "6b=", "1w0"),
        line(4, "5w0", "0-U"),
        line(5, "4b1", "0-Z"),
        line(6, "3w=", "2b+"),
    )
)
WORTH = {"1": "W", "+": "W", "=": "D", "0": "L", "-": "A", "Z": "A", "U": "P"}


@pytest.mark.parametrize(
    "scoring_x2",
    [
        (),
        (("W", 6), ("D", 2)),
        (("W", 6), ("D", 2), ("P", 1)),
        (("W", 6), ("D", 4), ("L", 2), ("A", 2)),
        (("W", 6), ("D", 4), ("L", 2)),  # an absence or a forfeit is worth less than a loss
    ],
)
def test_points_follow_record_162(scoring_x2):
    """Compared with the letters of the lines, added up. P is worth a win where not stated."""
    worth = {"W": 2, "D": 1, "L": 0, "A": 0, **dict(scoring_x2)}
    worth.setdefault("P", worth["W"])
    by_letters = {
        player.number: sum(worth[WORTH[cell.result]] for cell in player.cells)
        for player in PLAYED.players
    }
    found = scores(state_from_report(replace(PLAYED, scoring_x2=scoring_x2)))
    assert {entry: score.match_points_x2 for entry, score in found.items()} == by_letters


def test_a_game_that_both_lost():
    report = Report((line(1, "2w0"), line(2, "1b0")))
    assert [score.match_points_x2 for score in scores(state_from_report(report)).values()] == [0, 0]
    with pytest.raises(TrfError) as refused:
        state_from_report(replace(report, scoring_x2=(("W", 6),)))
    assert refused.value.code == "both_lost"


def test_a_record_that_changes_the_tournament_is_not_passed_over():
    with pytest.raises(TrfError) as refused:
        state_from_report(Report((line(1),), other=(("299", " W   2.0   2.5"),)))
    assert (refused.value.code, "299" in str(refused.value)) == ("record_not_done", True)


def test_forbidden_pairs_have_a_limit():
    crowd = tuple(line(number) for number in range(1, 500))
    group = ForbiddenPlayers(1, 1, tuple(range(1, 500)))
    with pytest.raises(TrfError) as refused:
        state_from_report(Report(crowd, forbidden=(group,)))
    assert refused.value.code == "too_many_forbidden"


@given(reports())
@examples(60)
def test_what_a_report_can_say_goes_out_and_comes_in_again(report):
    """Players, rounds, colors, results, byes, virtual points and forbidden pairs are kept."""
    again = read_report(write_report(build_report(state_from_report(report))))
    past = rounds_played(report)
    by_number = {player.number: player for player in again.players}
    assert len(by_number) == len(report.players)
    for player in report.players:
        other = by_number[player.number]
        assert other.rating == player.rating
        asked = [
            (SAME.get(cell.result, cell.result), cell.color, cell.opponent) for cell in player.cells
        ]
        said = [(cell.result, cell.color, cell.opponent) for cell in other.cells]
        said += [
            (_asked(again, player.number, number), "-", 0)
            for number in range(past + 1, len(asked) + 1)
        ]
        assert said == asked
    following = past + 1
    total = again.rounds
    assert total == (report.rounds or len(report.players[0].cells))
    assert _virtual_of(again, total) == _virtual_of(report, total)
    if following <= total:  # after the last round nobody is paired
        assert pairs_of(again.forbidden, following) == pairs_of(report.forbidden, following)
    for byes in report.byes:
        if byes.round <= total:
            assert all(_asked(again, number, byes.round) == byes.kind for number in byes.players)


def _asked(report: Report, number: int, round_number: int) -> str:
    kinds = [b.kind for b in report.byes if b.round == round_number and number in b.players]
    return kinds[0] if kinds else ""


def _virtual_of(report: Report, rounds: int) -> dict[tuple[int, int], int]:
    """What is not 0, by player and round."""
    found = {
        (player.number, number): virtual.game_points_x2
        for virtual in report.virtual
        for player in report.players
        if virtual.first_player <= player.number <= virtual.last_player
        for number in range(virtual.first_round, min(rounds, virtual.last_round) + 1)
    }
    return {key: value for key, value in found.items() if value}


@pytest.mark.skipif(not CASES.exists(), reason="the shared pairing cases are not here")
def test_scores_are_those_of_the_files_of_another_program():
    """Columns 81-84 of 8,369 lines; they may hold the bye of the round to be paired already."""
    for text in CASES.read_text().splitlines():
        report = read_report(json.loads(text)["trf"])
        state = state_from_report(report)
        found = scores(state)
        for player in report.players:
            absence = state.entrant(player.number).absence_in(state.next_round)
            early = absence.points_x2 if absence else 0
            points_x2 = found[player.number].match_points_x2
            assert player.points_x2 in {points_x2, points_x2 + early}


def test_a_table_of_match_points():
    rules = state_from_report(replace(PLAYED, scoring_x2=(("W", 6), ("D", 2)))).rules
    assert rules.match_table == MatchTable(6, 2, 0)
    assert state_from_report(PLAYED).rules.match_table is None
