"""Records of teams are read by their columns, written in them, and make matches."""

import pytest
from gacrux.trf2json import trf2json

from tests.tournaments.trf.lines import EMPTY, MATCH, TEAMS, WRONG_TEAMS, player, team
from tournaments.management.trf_standings import standings_lines, whole_tournament
from tournaments.standings.table import build_table
from tournaments.standings.teams import team_state
from tournaments.state import EventState, PairingOptions
from tournaments.state.teams import TeamMatch
from tournaments.trf.compose_teams import encoded_kind_of_teams
from tournaments.trf.convert import state_from_report
from tournaments.trf.errors import TrfError
from tournaments.trf.read import read_report
from tournaments.trf.report import BoardOrder, ForfeitedMatch, TeamByes, TeamRecord
from tournaments.trf.team_matches import ReportMatch, find_matches
from tournaments.trf.write import write_report

# The example of record 310 in FIDE's description of TRF26, with its players renumbered.
INDIA = """\
310   1 India                            IND     2486   15.0   28.0  11     1    5   15   28   44
310   2 Ukraine                          UKR     2478   14.0   26.5  14     2    4   20   27   22
"""
# Those of records 330 and 320 (the second one with teams that are there).
FORFEITED = "330 +- 004 001 002\n330 -+ 008 002 001\n"


def crowd(*numbers: int) -> str:
    """Players who have nobody to meet but won a forfeited match in rounds 4 and 8."""
    return "".join(
        player(n, *(["0-Z"] * 3 + ["0-+"] + ["0-Z"] * 3 + ["0-+"] if n in (1, 5) else []))
        for n in numbers
    )


def test_the_example_of_the_description():
    report = read_report(crowd(1, 5, 15, 28, 44, 2, 4, 20, 27, 22) + INDIA + FORFEITED)
    assert report.teams == (
        TeamRecord(1, "India", (1, 5, 15, 28, 44), "IND", 2486, 30, 56, 11),
        TeamRecord(2, "Ukraine", (2, 4, 20, 27, 22), "UKR", 2478, 28, 53, 14),
    )
    assert report.forfeited == (ForfeitedMatch("+-", 4, 1, 2), ForfeitedMatch("-+", 8, 2, 1))
    assert write_report(report).count(INDIA) == 1


def test_the_records_of_an_old_file():
    """013, TRF16: the name in 5-36, the players from 37 on."""
    text = "013 Owls".ljust(36) + "   1    3    5\n" + "013 Crows".ljust(36) + "   2    4\n"
    old = read_report(MATCH.replace(TEAMS, text))
    assert old == read_report(MATCH)
    assert read_report(MATCH + text) == old  # ignored beside record 310


def test_byes_and_orders_are_read_and_written():
    text = EMPTY + "320  1.0  2.0 000 002\n300   1   2   1 0004 0003\n330 --   1   1   2\n"
    with pytest.raises(TrfError, match="not both"):
        read_report(text)
    played = MATCH + "320  1.0  1.5 000   2\n" + team(3, "Jays") + "801  1\n802   1\n082 3\n"
    report = read_report(played)
    assert report.team_byes == TeamByes(2, 3, (0, 2))
    assert report.board_orders == (BoardOrder(1, 2, 1, (2, 4, 0)),)
    assert (report.board_colors, report.other) == ("WBW", ())
    assert find_matches(report)[-1] == ReportMatch(2, (2,))
    assert read_report(write_report(report)) == report


def test_the_columns_of_the_records():
    """Positions of the description, counted from 1."""
    lines = write_report(read_report(MATCH + "320  1.0  1.5 000   2\n")).splitlines()
    (owls, _crows) = (line for line in lines if line.startswith("310"))
    assert (owls[4:7], owls[8:12], owls[73:77], owls[78:82]) == ("  1", "Owls", "   1", "   3")
    (old, _) = (line for line in lines if line.startswith("013"))
    assert (old[4:8], old[36:40], old[41:45]) == ("Owls", "   1", "   3")
    (order,) = (line for line in lines if line.startswith("300"))
    assert (order[4:7], order[8:11], order[12:15]) == ("  1", "  2", "  1")
    assert (order[16:20], order[26:30]) == ("0002", "0000")
    (byes,) = (line for line in lines if line.startswith("320"))
    assert (byes[4:8], byes[9:13], byes[14:17], byes[18:21]) == (" 1.0", " 1.5", "000", "002")


def test_the_worked_example_of_the_document():
    state = state_from_report(read_report(MATCH))
    assert state.matches == (TeamMatch(1, 1, (1, 2)),)
    assert [(p.seats, p.table, p.kind) for p in state.played] == [
        ((1, 2), 1, "match"),
        ((3, 4), 2, "match"),
        ((5,), None, "bye_allocated"),
    ]
    rows = build_table(team_state(state)).rows
    assert [(r.entry, r.match_points_x2, r.game_points_x2) for r in rows] == [(1, 4, 5), (2, 0, 1)]


def test_a_report_from_before_the_first_round():
    """Nothing says how many boards a match has."""
    state = state_from_report(read_report(EMPTY))
    assert (state.options.boards, state.matches, len(state.teams)) == (1, (), 2)


def test_players_of_a_team_have_numbers_of_four_digits():
    text = player(1000) + player(9999) + team(1, "Owls", 1000) + team(2, "Crows", 9999)
    report = read_report(text)
    assert [each.players for each in report.teams] == [(1000,), (9999,)]
    assert read_report(write_report(report)) == report


def test_the_standings_are_of_the_teams():
    report = read_report(MATCH)
    names = {each.number: each.name for each in report.teams}
    lines = list(standings_lines(whole_tournament(report), names, ["GP"]))
    assert lines == ["1\t1\tOwls\t2.0\t2.5", "2\t2\tCrows\t0.0\t0.5"]


def test_who_moves_first_on_the_odd_boards_is_named_first():
    """Both teams change places if the colors do."""
    turned = MATCH.translate(str.maketrans("wb", "bw"))
    assert [m.teams for m in find_matches(read_report(turned))] == [(2, 1)]
    (first, second, _) = state_from_report(read_report(turned)).played
    assert (first.seats, first.slots[0].first_seat) == ((2, 1), 1)
    assert (second.seats, second.slots[0].first_seat) == ((4, 3), 2)
    assert first.results[0].points_x2 == (0, 2)


def test_a_bye_is_that_of_record_320_or_of_all_players():
    """A round robin of three has a team without a match; an old file says it in records 001."""
    bye = player(1, "2w1", "0-U") + player(2, "1b0") + team(1, "Owls", 1) + team(2, "Crows", 2)
    assert find_matches(read_report(bye))[-1] == ReportMatch(2, (1,))
    state = state_from_report(read_report(bye))
    assert [(r.entry, r.match_points_x2) for r in build_table(team_state(state)).rows] == [
        (1, 6),
        (2, 0),
    ]


@pytest.mark.parametrize(
    ("lines", "system", "options"),
    [
        ("", "team_swiss", {"team_rank_by": "match_points"}),
        ("192 FIDE_TEAM_TYPEA_GP_MP\n", "team_swiss", {"team_rank_by": "game_points"}),
        ("192 CUSTOM_TEAM_SWISS_GP\n", "team_swiss", {"team_rank_by": "game_points"}),
        ("192 FIDE_TEAM_MP_GP_BAKU\n", "team_swiss", {"team_rank_by": "match_points"}),
        ("092 Team Round-Robin\n", "team_round_robin", {"cycles": 1}),
        ("192 BERGER_TEAM_DOUBLEROUNDROBIN\n", "team_round_robin", {"cycles": 2}),
        ("192 FIDE_TEAM_DOUBLEROUNDROBIN\n", "team_round_robin", {"swap_last_rounds": True}),
        ("192 FIDE_SCHEVENINGEN\n", "scheveningen", {"boards": 3}),
    ],
)
def test_the_code_of_the_system(lines, system, options):
    state = state_from_report(read_report(MATCH + lines))
    assert state.system == system
    assert {name: getattr(state.options, name) for name in options} == options


@pytest.mark.parametrize(
    ("system", "options", "code"),
    [
        ("team_round_robin", {"cycles": 1}, "BERGER_TEAM_ROUNDROBIN"),
        ("team_round_robin", {"cycles": 2}, "BERGER_TEAM_DOUBLEROUNDROBIN"),
        (
            "team_round_robin",
            {"cycles": 2, "swap_last_rounds": True},
            "FIDE_TEAM_DOUBLEROUNDROBIN",
        ),
        ("team_round_robin", {"cycles": 3}, "CUSTOM_TEAM_ROUNDROBIN"),
        ("team_swiss", {}, "CUSTOM_TEAM_SWISS_MP"),
        ("team_swiss", {"team_rank_by": "game_points"}, "CUSTOM_TEAM_SWISS_GP"),
        ("team_knockout", {}, "CUSTOM_TEAM_KNOCKOUT"),
        ("scheveningen", {}, "FIDE_SCHEVENINGEN"),
    ],
)
def test_the_code_that_is_written(system, options, code):
    state = EventState((), 0, system=system, options=PairingOptions(**options))
    assert encoded_kind_of_teams(state) == code


@pytest.mark.parametrize("line", ["192 CUSTOM_TEAM_KNOCKOUT\n", "092 Team Knockout\n"])
def test_a_knockout_is_refused(line):
    with pytest.raises(TrfError) as refused:
        state_from_report(read_report(MATCH + line))
    assert refused.value.code == "knockout_not_done"


def test_a_team_out_of_the_next_round_takes_its_members_with_it():
    state = state_from_report(read_report(MATCH + "240 Z   2    2\n"))
    assert state.present_entries(2) == (1, 3, 5)
    assert state_from_report(read_report(MATCH + "XXZ 1\n")).present_entries(2) == (2, 4)


@pytest.mark.parametrize(("text", "code", "line", "column"), WRONG_TEAMS)
def test_what_is_wrong_is_said_with_its_place(text, code, line, column):
    with pytest.raises(TrfError) as refused:
        read_report(text)
    wrong = refused.value
    assert (wrong.code, wrong.line, wrong.column) == (code, line, column)
    assert str(wrong).startswith(f"Line {line}")
    assert "{" not in str(wrong)


def test_gacrux_reads_the_same_match():
    source = trf2json()
    source.parse_file(MATCH, verbose=True)
    (match,) = source.get_tournament(1)["matchList"]
    assert (match["white"]["cid"], match["black"]["cid"]) == (1, 2)
    assert (match["white"]["result"], match["black"]["result"]) == ("W", "L")
