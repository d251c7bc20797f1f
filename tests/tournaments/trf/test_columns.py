"""Every field has exactly the columns of FIDE's description, and an error names what is wrong."""

from dataclasses import replace
from typing import Any

import pytest

from tests.tournaments.playing import match
from tests.tournaments.trf.lines import player
from tests.tournaments.trf.test_compose import FORFEIT, WON, cells, stage
from tests.tournaments.trf.test_read import FINE, WRONG
from tournaments.state import Absence, Entrant, MatchRules, MatchTable, PairingOptions, Played
from tournaments.trf.compose import build_report, file_rounds
from tournaments.trf.convert import state_from_report
from tournaments.trf.errors import TrfError
from tournaments.trf.read import read_report
from tournaments.trf.report import (
    AskedByes,
    ForbiddenPlayers,
    PlayerRecord,
    Report,
    VirtualPoints,
)
from tournaments.trf.scoring import PointScale
from tournaments.trf.write import write_report


def columns(record: str, fields: dict[tuple[int, int], str]) -> str:
    """A line whose fields are full; the columns between them hold what no field may read."""
    line = record.ljust(max(last for _, last in fields) + 1, "#")
    for (first, last), text in fields.items():
        assert len(text) == last - first + 1
        line = line[: first - 1] + text + line[last:]
    return f"{line}\n"


FULL_PLAYER = {
    (5, 8): "0012", (10, 10): "f", (11, 13): "WGM", (15, 47): "N" * 33, (49, 52): "2345",
    (54, 56): "NOR", (58, 68): "12345678901", (70, 79): "1990/01/31", (81, 84): "11.5",
    (86, 89): "1234",
}  # fmt: skip


def test_the_fields_of_a_player_may_be_full():
    (found,) = read_report(columns("001", FULL_PLAYER)).players
    assert found == PlayerRecord(
        12,
        "N" * 33,
        2345,
        points_x2=23,
        rank=1234,
        sex="f",
        title="WGM",
        federation="NOR",
        fide_id="12345678901",
        birth="1990/01/31",
    )


def test_the_fields_of_virtual_points_may_be_full():
    fields = {(5, 8): "10.5", (10, 13): "20.5", (15, 17): "011", (19, 21): "012",
              (23, 26): "0001", (28, 31): "0002"}  # fmt: skip
    report = read_report(FINE + columns("250", fields))
    assert report.virtual == (VirtualPoints(11, 12, 1, 2, 21, 41),)
    blank = columns("250", {**fields, (5, 8): "01.5", (10, 13): "    "})
    assert read_report(FINE + blank).virtual == (VirtualPoints(11, 12, 1, 2, 3, 0),)
    line = columns("XXA", {(5, 8): "0002", (10, 13): "10.5"}).replace("#\n", " 10.5 20.0\n")
    report = read_report(FINE + line)
    assert report.virtual == (
        VirtualPoints(1, 2, 2, 2, game_points_x2=21),
        VirtualPoints(3, 3, 2, 2, game_points_x2=40),
    )


def test_rounds_and_players_of_the_other_records():
    of_260 = columns("260", {(5, 7): "011", (9, 11): "012"}).replace("#\n", "0001 0002\n")
    assert read_report(FINE + of_260).forbidden == (ForbiddenPlayers(11, 12, (1, 2)),)
    of_240 = columns("240", {(5, 5): "h", (7, 9): "012"}).replace("#\n", "0001 0002\n")
    assert read_report(FINE + of_240).byes == (AskedByes("H", 12, (1, 2)),)
    of_162 = columns("162", {(6, 6): "w", (7, 10): "10.5", (15, 15): "D", (16, 19): "10.0"})
    assert read_report(FINE + of_162).scoring_x2 == (("W", 21), ("D", 20))
    blank = "162  W 2.0    D        L 1.0\n"
    assert read_report(FINE + blank).scoring_x2 == (("W", 4), ("D", 0), ("L", 2))


@pytest.mark.parametrize(
    ("written", "kind"),
    [("+", "F"), ("=", "H"), ("-", "Z"), (" ", "Z"), ("f", "F"), ("h", "H"), ("u", "U")],
)
def test_a_round_without_an_opponent_is_a_bye(written, kind):
    """Old files use the letters of games, and a round that somebody missed may be blank."""
    text = player(1, f"0-{written}", "2w1") + player(2, "0-Z", "1b0")
    assert [cell.result for cell in read_report(text).players[0].cells] == [kind, "1"]


def test_the_last_range_of_one_is_a_range():
    """A range may end where it begins, and one without an end is of one round or player."""
    report = read_report(FINE + "260   2   2    1    2\n250       1.0   2        2\n")
    assert report.forbidden == (ForbiddenPlayers(2, 2, (1, 2)),)
    assert report.virtual == (VirtualPoints(2, 2, 2, 2, game_points_x2=2),)


@pytest.mark.parametrize(
    ("text", "rounds"), [("142 999\n", 999), ("XXR 1\n", 1), ("XXR 003\n142 000004\n", 4)]
)
def test_a_number_of_rounds_has_three_digits_beside_zeros(text, rounds):
    assert read_report(FINE + text).rounds == rounds


def test_a_line_ends_after_the_last_round_that_is_read():
    """91 columns and ten of each of 999 rounds."""
    longest = 91 + 10 * 999
    assert read_report(FINE + "###" + "x" * (longest - 3)).other[0][0] == "###"
    with pytest.raises(TrfError) as refused:
        read_report(FINE + "###" + "x" * (longest - 2))
    assert refused.value.params == {"length": longest + 1, "most": longest}


# What the sentence of each code names, in the first case of `WRONG` that has it.
NAMED = {
    "no_players": {},
    "number_twice": {"player": 1, "before": 1},
    "not_a_number": {"text": "0"},
    "not_points": {"text": "1.25"},
    "plays_oneself": {"player": 1},
    "unknown_player": {"player": 7},
    "opponent_disagrees": {"round": 1, "player": 1, "opponent": 2},
    "colors_disagree": {"round": 1, "player": 1, "opponent": 2},
    "results_disagree": {"round": 1, "player": 1, "opponent": 2},
    "unknown_result": {"result": "Q"},
    "no_result": {"player": 1, "round": 1},
    "unknown_color": {"color": "r"},
    "misaligned": {"text": "2"},
    "number_out_of_range": {"number": "1000", "most": 999},
    "order_of_rows": {},
    "unknown_setting": {"text": "white", "record": "XXC"},
    "split_scoring": {"codes": "WW BW FW FPB"},
    "range_backwards": {"first": 3, "last": 2},
    "unknown_bye": {"kind": "U"},
    "bye_and_game": {"player": 1, "round": 1},
    "line_too_long": {"length": 20_003, "most": 10_081},
}


@pytest.mark.parametrize("code", NAMED)
def test_what_an_error_names(code):
    text = next(text for text, its_code, _, _ in WRONG if its_code == code)
    with pytest.raises(TrfError) as refused:
        read_report(text)
    assert refused.value.params == NAMED[code]


BACKWARDS = {"first": 2, "last": 1}


@pytest.mark.parametrize(
    ("text", "code", "column", "named"),
    [
        (FINE + "XXS W=3 Q=1\n", "unknown_setting", 9, {"text": "Q=1", "record": "XXS"}),
        (FINE + "162  W 3.0    Q 1.0\n", "unknown_setting", 15, {"text": "Q", "record": "162"}),
        (FINE + "250       1.0   1   2    2    1\n", "range_backwards", 23, BACKWARDS),
        (FINE + "250       1.0   2   1    1    1\n", "range_backwards", 15, BACKWARDS),
        (FINE + "BBW x\n", "not_points", 5, {"text": "x"}),
        (player(1, "0-Z", "1w1"), "plays_oneself", 102, {"player": 1}),
        (player(1, "0-Z", "2w ") + player(2), "no_result", 109, {"player": 1, "round": 2}),
        (player(1) + player(2) + player(2), "number_twice", 5, {"player": 2, "before": 2}),
    ],
)  # fmt: skip
def test_the_place_in_a_longer_line(text, code, column, named):
    with pytest.raises(TrfError) as refused:
        read_report(text)
    assert (refused.value.code, refused.value.column, refused.value.params) == (code, column, named)


def test_a_quoted_text_has_forty_characters():
    for length, shown in ((40, "y" * 40), (41, "y" * 40 + "…")):
        with pytest.raises(TrfError) as refused:
            read_report(FINE + f"XXR {'y' * length}\n")
        assert refused.value.params == {"text": shown}


def test_a_wide_field_names_its_width():
    wide = {"number": 4, "sex": 1, "title": 3, "rating": 4, "federation": 3, "fide_id": 11,
            "birth": 10, "rank": 4}  # fmt: skip
    for field, width in wide.items():
        value = 10**width if field in {"number", "rating", "rank"} else "x" * (width + 1)
        fields: dict[str, Any] = {field: value}
        with pytest.raises(TrfError) as refused:
            write_report(Report((replace(PlayerRecord(1, "Ada"), **fields),)))
        assert refused.value.params == {"text": str(value), "width": width}


def test_what_fills_its_field_is_written():
    report = read_report(columns("001", FULL_PLAYER))
    assert read_report(write_report(report)).players == report.players
    most = Report((PlayerRecord(1, "Ada", points_x2=199),))
    assert read_report(write_report(most)).players[0].points_x2 == 199


@pytest.mark.parametrize(
    ("points_x2", "sentence"),
    [(1, "Entry 2 has 1 half point of round 3."), (3, "Entry 2 has 3 half points of round 3.")],
)
def test_points_that_are_not_said_are_named_with_entry_and_round(points_x2, sentence):
    state = stage(
        Played(3, (2,), kind="bye_allocated", bye_points_x2=points_x2),
        current_round=3,
        rounds_total=4,
    )
    with pytest.raises(TrfError) as refused:
        build_report(state)
    assert str(refused.value).startswith(sentence)


@pytest.mark.parametrize(
    ("system", "options", "kind"),
    [
        ("swiss", PairingOptions(), "FIDE_DUTCH_2026"),
        ("round_robin", PairingOptions(), "BERGER_ROUNDROBIN"),
        ("round_robin", PairingOptions(cycles=2), "BERGER_DOUBLEROUNDROBIN"),
        ("round_robin", PairingOptions(cycles=2, swap_last_rounds=True), "FIDE_DOUBLEROUNDROBIN"),
        ("round_robin", PairingOptions(cycles=3), "CUSTOM_ROUNDROBIN"),
        ("monrad", PairingOptions(), ""),
    ],
)
def test_the_code_of_the_system(system, options, kind):
    assert build_report(stage(system=system, options=options)).encoded_kind == kind


def test_legs_count_from_the_first_round_of_the_stage():
    """Rounds that have no legs of their own have those of the last round that has."""
    options = PairingOptions(legs=(2, 1, 3))
    coming = stage(current_round=2, rounds_before=2, rounds_total=6, options=options)
    assert file_rounds(coming) == {
        3: range(1, 3),
        4: range(3, 4),
        5: range(4, 7),
        6: range(7, 10),
    }


def test_only_the_first_leg_of_a_missed_round_gives_points():
    missing = Entrant(3, absences=(Absence(1, 2, 1),))
    state = stage(
        Played(1, (1,), kind="bye_asked", bye_points_x2=2),
        entrants=(Entrant(1), Entrant(2), missing),
        options=PairingOptions(legs=(1, 2)),
    )
    report = build_report(state)
    assert [cells(report, number) for number in (1, 2, 3)] == [["0-F"], ["0-Z"], ["0-H"]]
    assert report.byes == (AskedByes("H", 2, (3,)), AskedByes("Z", 3, (3,)))


def test_ranks_are_shared_and_count_who_is_better():
    state = stage(
        Played(1, (3,), kind="bye_asked", bye_points_x2=2),
        Played(1, (1,), kind="bye_asked", bye_points_x2=1),
        Played(1, (4,), kind="bye_asked", bye_points_x2=1),
    )
    assert [line.rank for line in build_report(state).players] == [2, 4, 1, 2]


def test_an_absence_is_worth_a_loss_once_a_game_was_forfeited():
    """Without a forfeit the report says nothing about it, and a missed round gives nothing."""
    rules = MatchRules(match_table=MatchTable(6, 4, 2))
    over_board = stage(match(1, (1, 2), WON), match(1, (3, 4), WON), rules=rules)
    assert build_report(over_board).scoring_x2 == (("W", 6), ("D", 4), ("L", 2))
    forfeited = stage(match(1, (1, 2), WON), match(1, (3, 4), FORFEIT), rules=rules)
    assert build_report(forfeited).scoring_x2 == (("W", 6), ("D", 4), ("L", 2), ("A", 2))


def test_rules_for_absences_that_are_worth_less_than_a_loss():
    """Then each game carries its points, because a match table has no row for an absence."""
    rules = PointScale(won_x2=6, drawn_x2=4, lost_x2=2, absent_x2=0, bye_x2=5).rules()
    assert rules.match_table is None
    assert (rules.bye_allocated_x2, rules.bye_asked_x2) == (5, 4)
    assert (rules.forfeit_won_x2, rules.forfeit_lost_x2, rules.double_forfeit_x2) == (6, 0, 0)
    rules = PointScale(won_x2=6, drawn_x2=4, lost_x2=2, absent_x2=1, bye_x2=5).rules()
    assert (rules.forfeit_won_x2, rules.forfeit_lost_x2, rules.double_forfeit_x2) == (6, 1, 1)


@pytest.mark.parametrize(
    ("letters", "outcome"),
    [("10", "1-0"), ("01", "0-1"), ("==", "1/2-1/2"), ("00", "0-0"),
     ("WL", "1-0"), ("LW", "0-1"), ("DD", "1/2-1/2"), ("LL", "0-0")],
)  # fmt: skip
def test_the_outcome_of_a_game(letters, outcome):
    first, second = letters
    text = player(1, f"2w{first}") + player(2, f"1b{second}")
    (played,) = state_from_report(read_report(text)).played
    assert [result.outcome for result in played.results] == [outcome]


def test_rules_for_the_usual_points_state_nothing():
    rules = PointScale().rules()
    assert (rules.match_table, rules.bye_allocated_x2, rules.bye_asked_x2) == (None, None, 1)
    assert PointScale(won_x2=4, drawn_x2=2, bye_x2=2).rules().bye_allocated_x2 == 2


def test_a_later_record_of_virtual_points_wins_in_its_rounds():
    virtual = (
        VirtualPoints(1, 3, 1, 2, game_points_x2=2),
        VirtualPoints(2, 2, 2, 2, game_points_x2=1),
        VirtualPoints(5, 5, 2, 2, game_points_x2=4),
    )
    state = state_from_report(Report((PlayerRecord(1, ""), PlayerRecord(2, "")), virtual=virtual))
    assert [entrant.virtual_x2 for entrant in state.entrants] == [(2, 2, 2), (2, 1, 2, 0, 4)]
