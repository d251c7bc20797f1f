"""Games and positions that independent engines produced, where they lie beside the checkout."""

import csv

import pytest

from engine.errors import RecordError
from engine.tak.moves import format_move
from engine.tak.notation.playtak import from_playtak
from engine.tak.notation.ptn import format_ptn, split_games
from engine.tak.notation.tps import parse_tps
from engine.tak.ruleset import make_ruleset
from engine.tak.verify import verify
from tests.paths import SHARED

DATA = SHARED / "data" / "tak"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not DATA.exists(), reason="no shared data beside the checkout"),
]

REASONS = {"board": "board_full", "reserves": "reserves_empty", "reversible50": "reversible_limit"}
# Real records that tak-notation 5 refuses: a ply after the end, or a result not on the board.
REFUSED = {
    "takserver_issue1.ptn": "game_is_over",
    "taktician__ai_puzzle2.ptn": "result_not_on_board",
    "taktician__puzzles_puzzle3.ptn": "result_not_on_board",
    "taktician__zoo_puzzle-2016-05-26-6x6.ptn": "result_not_on_board",
}
# Sample: expectation of each of its games when read strictly, and leniently.
DIALECTS = {
    "01_playtak_download_dashes.ptn": (["0-R"], ["0-R"]),
    "02_tps_start_black_to_move_nop.ptn": (["0-R"], ["0-R"]),
    "03_ptnninja_branches.ptn": (["*"], ["*"]),
    "04_bot_comments.ptn": (["0-1"], ["0-1"]),
    "05_marks_comments_everywhere.ptn": (["*"], ["*"]),
    "06_semicolon_comment_escaped_quote_crush.ptn": (["result_not_on_board"], ["*"]),
    "07_double_black_stack_opening.ptn": (["*"], ["*"]),
    "08_bom_crlf_iso_date_unknown_tag.ptn": (["result_not_on_board"], ["*"]),
    "09_lowercase_arrows_F_topstone.ptn": (["*"], ["*"]),
    "10_missing_move_number_dot_gap.ptn": (["move_number_wrong"], ["*"]),
    "11_no_size_tag.ptn": (["size_missing"] * 2, ["*"] * 2),
    "12_clock_ext.ptn": (["*"], ["*"]),
    "15_no_tags_annotated_6s.ptn": (["size_missing"], ["0-R"]),
    "16_no_tags_branches_results_inside_7s_komi2_tie.ptn": (["size_missing"], ["F-0"]),
}


def rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def read_result(text: str, *, lenient: bool) -> str:
    try:
        return verify(text, "standard", lenient=lenient).result
    except RecordError as error:
        return error.code


@pytest.mark.parametrize(("name", "games"), [("random_games.tsv", 1200), ("special_cases.tsv", 57)])
def test_generated_games_end_as_they_did(name: str, games: int) -> None:
    table = rows(name)
    assert len(table) == games
    for row in table:
        tags = {"Size": row["size"], "Komi": str(int(row["half_komi"]) / 2)}
        verdict = verify(format_ptn(tags, row["moves"].split(), row["result"]), "playtak")
        reason = REASONS.get(row["reason"], row["reason"])
        ended = (verdict.result, verdict.reason, verdict.tps, verdict.proven)
        assert ended == (row["result"], reason, row["final_tps"], True), row


def test_lists_of_legal_moves() -> None:
    table = rows("legal_moves.tsv")
    assert len(table) == 72
    for row in table:
        rules = make_ruleset("playtak", size=int(row["size"]), half_komi=int(row["half_komi"]))
        moves = parse_tps(row["tps"], rules).legal_moves()
        written = sorted(format_move(move, rules.size).rstrip("*") for move in moves)
        assert written == sorted(move.rstrip("*") for move in row["moves_sorted"].split())


def test_real_games() -> None:
    for row in rows("MANIFEST.tsv"):
        text = (DATA / "games" / row["file"]).read_text(encoding="utf-8")
        if row["file"] in REFUSED:
            assert read_result(text, lenient=False) == REFUSED[row["file"]], row
            continue
        verdict = verify(text, "standard")
        assert (verdict.tps, verdict.plies) == (row["final_tps"], int(row["plies"])), row
        assert verdict.half_komi == int(row["half_komi"])
        result, _, reason = row["fasttak_result"].partition(":")
        assert verdict.proven == (result != "ongoing"), row
        if verdict.proven:
            assert (verdict.result, verdict.reason) == (result, REASONS.get(reason, reason)), row


@pytest.mark.parametrize("name", DIALECTS)
def test_dialects(name: str) -> None:
    games = split_games((DATA / "dialects" / name).read_text(encoding="utf-8"))
    strict, lenient = DIALECTS[name]
    assert [read_result(game, lenient=False) for game in games] == strict
    assert [read_result(game, lenient=True) for game in games] == lenient


def test_every_sample_is_listed() -> None:
    assert {file.name for file in (DATA / "dialects").glob("*.ptn")} == set(DIALECTS)


def test_the_annotated_game_ties_with_its_komi() -> None:
    text = (DATA / "dialects" / list(DIALECTS)[-1]).read_text(encoding="utf-8")
    rules = make_ruleset("standard", size=7, half_komi=4)
    assert verify(text, rules).result == "1/2-1/2"


def test_playtaks_server_notation() -> None:
    file = DATA / "dialects" / "14_playtak_server_notation.txt"
    for line, size in zip(file.read_text(encoding="utf-8").split("\n"), (7, 5), strict=False):
        moves = from_playtak(line, size)
        assert verify(format_ptn({"Size": str(size)}, moves)).plies == len(moves)


def test_the_shorthands_of_other_programs_are_refused() -> None:
    tokens = {"3c3>1": "drops_do_not_sum", "5b4>21": "drops_do_not_sum", "2a1>10": "zero_drop",
              "a1>2": "drops_do_not_sum", "1a1": "count_on_placement"}  # fmt: skip
    for token, code in tokens.items():
        assert read_result(f'[Size "5"]\n1. a1 e5 2. {token}', lenient=False) == code
