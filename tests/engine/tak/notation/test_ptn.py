"""Text of records: what is tolerated, what is refused (tak-notation 3 to 5)."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RecordError
from engine.tak.notation.files import split_blocks
from engine.tak.notation.ptn import PtnGame, format_ptn, parse_ptn, split_games
from engine.tak.notation.tags import read_clock, read_date, stated_rules
from engine.tak.verify import verify
from engine.verdict import Verdict


def five(movetext: str, *tags: str) -> str:
    return "\n".join(['[Size "5"]', *tags, "", movetext])


def proved(movetext: str, *tags: str, lenient: bool = False) -> Verdict:
    return verify(five(movetext, *tags), lenient=lenient)


def codes(verdict: Verdict) -> list[str]:
    return [warning["code"] for warning in verdict.warnings]


TOLERATED = {
    "plain": ("1. a1 e5 2. c3 c4", ("a1", "e5", "c3", "c4")),
    "no numbers": ("a1 e5 c3 c4", ("a1", "e5", "c3", "c4")),
    "no space after the number": ("1.a1 e5\n2.c3", ("a1", "e5", "c3")),
    "long form": ("1. Fa1 e5 2. 1e5<1", ("a1", "e5", "e5<")),
    "leading F": ("1. Fa1 Fe5", ("a1", "e5")),
    "marks": ("1. a1! e5?? 2. c3' c4\" 3. d3'' d4!!", ("a1", "e5", "c3", "c4", "d3", "d4")),
    "old top-stone letter": ("1. a1 e5 2. Cc3 d4 3. c3>1C", ("a1", "e5", "Cc3", "d4", "c3>")),
    "lower-case kinds": ("1. a1 e5 2. cc3 sd4", ("a1", "e5", "Cc3", "Sd4")),
    "arrows": ("1. a1 e5 2. e5← a1↑", ("a1", "e5", "e5<", "a1+")),
    "comments over lines": ("1. a1 {one\ntwo; [x]} e5 {}", ("a1", "e5")),
    "line comments": ("1. a1 e5; said {so\n2. c3 ; end", ("a1", "e5", "c3")),
    "CRLF": ("1. a1 e5\r\n2. c3 c4\r\n", ("a1", "e5", "c3", "c4")),
    "no ply before the result": ("1. a1 e5\n -- 1-0", ("a1", "e5")),
    "a number at the end": ("1. a1 e5\n2.", ("a1", "e5")),
    "ends after the first player": ("1. a1 e5 2. c3", ("a1", "e5", "c3")),
    "resumed": ("1. a1 {pause} 1... e5 2. c3", ("a1", "e5", "c3")),
    "resumed with a space": ("1. a1 {pause} 1. ... e5", ("a1", "e5")),
    "star that is missing": ("1. a1 e5 2. Cc3 Sd3 3. c3>", ("a1", "e5", "Cc3", "Sd3", "c3>*")),
    "star that is wrong": ("1. a1 e5 2. Cc3 d3 3. c3>*", ("a1", "e5", "Cc3", "d3", "c3>")),
}


@pytest.mark.parametrize("name", TOLERATED)
def test_a_tolerated_way_of_writing_gives_canonical_moves(name: str) -> None:
    movetext, moves = TOLERATED[name]
    assert verify(five(movetext)).moves == moves


def test_a_star_that_disagrees_with_the_board_is_remarked() -> None:
    assert codes(proved(TOLERATED["star that is wrong"][0])) == ["crush_mark_wrong"]


REFUSED = {
    "zero_drop": ("1. a1 e5 2. 2a1>10", 3),
    "drops_do_not_sum": ("1. a1 e5 2. 3c3>1", 3),
    "square_off_board": ("1. a1 f5", 2),
    "unknown_token": ("1. a1 hello", 2),
    "unterminated_comment": ("1. a1 {never closed", None),
    "move_after_result": ("1. a1 e5 1-0 2. c3", 3),
    "results_differ": ("1. a1 e5 1-0 0-1", None),
    "move_number_wrong": ("1. a1 e5 3. c3", 3),
    "ply_missing": ("1. a1 -- e5", 2),
    "tag_malformed": ("1. a1 [Broken", None),
    "several_games": ('1. a1 e5 [Size "5"] 1. a1', None),
    "count_on_placement": ("1. 1a1 e5", 1),
    "result_not_on_board": ("1. a1 e5 R-0", None),
}


@pytest.mark.parametrize("code", REFUSED)
def test_a_refusal_has_its_code_and_place(code: str) -> None:
    movetext, ply = REFUSED[code]
    with pytest.raises(RecordError) as refused:
        proved(movetext)
    assert (refused.value.code, refused.value.ply) == (code, ply)
    assert str(refused.value)


@pytest.mark.parametrize(
    "numbers", ["1. a1 e5 1. c3", "1. a1 2. e5", "2. a1 e5", "1. a1 e5 2. 2. c3"]
)
def test_numbers_that_do_not_count_are_only_remarked_in_lenient_mode(numbers: str) -> None:
    if numbers.endswith("2. 2. c3"):
        assert proved(numbers).plies == 3  # nothing was played between the two
        return
    with pytest.raises(RecordError, match="stands where"):
        proved(numbers)
    assert codes(proved(numbers, lenient=True)) == ["move_number_wrong"]


UNFINISHED_RECORD = "1. a1 e5"


@pytest.mark.parametrize(
    ("tag", "end", "counts"),
    [("1-0", "*", "1-0"), ("*", "1-0", "1-0"), ("0-1", "*", "0-1"), ("*", "1/2-1/2", "1/2-1/2")],
)
def test_an_unfinished_mark_beside_a_result_yields_to_it_in_lenient_mode(
    tag: str, end: str, counts: str
) -> None:
    text = f'[Size "5"]\n[Result "{tag}"]\n{UNFINISHED_RECORD} {end}'
    with pytest.raises(RecordError) as refused:
        parse_ptn(text)
    assert refused.value.code == "results_differ"
    game = parse_ptn(text, lenient=True)
    assert game.stated == counts
    assert [code for code, _details in game.warnings] == ["results_differ"]


@pytest.mark.parametrize("lenient", [False, True])
def test_two_results_that_both_end_the_game_are_refused(lenient: bool) -> None:
    for tag, end in (("1-0", "0-1"), ("R-0", "1/2-1/2")):
        with pytest.raises(RecordError) as refused:
            parse_ptn(f'[Size "5"]\n[Result "{tag}"]\n{UNFINISHED_RECORD} {end}', lenient)
        assert refused.value.code == "results_differ"


@pytest.mark.parametrize("lenient", [False, True])
def test_the_same_result_in_tag_and_moves_is_no_remark(lenient: bool) -> None:
    game = parse_ptn(f'[Size "5"]\n[Result "1-0"]\n{UNFINISHED_RECORD} 1-0', lenient)
    assert (game.stated, game.warnings) == ("1-0", ())


def test_a_comment_to_the_end_of_a_line_ends_there() -> None:
    game = parse_ptn('[Size "5"] ; of the club\n; more\n1. a1 ; first\ne5 ; last')
    assert game.tags == {"size": "5"}
    assert game.tokens == ("a1", "e5")
    assert game.comments == {0: ("of the club", "more"), 1: ("first",), 2: ("last",)}


@pytest.mark.parametrize("comment", ["{of [the] club}", "; of the club\n", "{two\nlines};more\n"])
def test_tags_go_on_after_a_comment(comment: str) -> None:
    game = parse_ptn(f'{comment}[Size "5"]{comment}[Komi "2"]\n1. a1 e5')
    assert game.tags == {"size": "5", "komi": "2"}
    assert game.tokens == ("a1", "e5")


def test_a_comment_among_tags_that_never_ends_is_refused_with_its_line() -> None:
    with pytest.raises(RecordError) as refused:
        parse_ptn('[Size "5"]\n{never closed\n[Komi "2"]\n1. a1')
    assert (refused.value.code, refused.value.line) == ("unterminated_comment", 2)


def test_tags_of_any_case_several_on_a_line_with_quotes_and_unknown_ones() -> None:
    game = parse_ptn('\ufeff[size "5"] [PLAYER1 "A \\"B\\" C"]\n[Odd "<b>"] [Odd "again"]\n1. a1')
    assert game.tags == {"size": "5", "player1": 'A "B" C', "odd": "<b>"}


def test_a_tag_that_contradicts_itself_is_refused() -> None:
    with pytest.raises(RecordError) as refused:
        parse_ptn('[Size "5"]\n[Size "6"]\n1. a1')
    assert refused.value.code == "tag_repeated"


def test_comments_are_kept_by_ply() -> None:
    game = parse_ptn("{before} 1. a1 {one} {more} e5 {two}")
    assert game.comments == {0: ("before",), 1: ("one", "more"), 2: ("two",)}


def test_side_lines_are_left_out_with_a_remark() -> None:
    branches = "1. a1 e5 2. c3 {2b1} c4 3. d3 d4\n{2b1}\n2. -- c5 3. d5 R-0\n{3w1/3b1}\n3. zz"
    verdict = proved(branches)
    assert verdict.moves == ("a1", "e5", "c3", "c4", "d3", "d4")
    assert codes(verdict) == ["branches_ignored"]
    assert verdict.reason == "unfinished"


def test_a_start_with_the_second_player_to_move() -> None:
    tps = '[TPS "x5/x5/x2,1,x2/x5/2,x4 2 5"]'
    marked = proved("5. -- c4 6. d3", tps)
    assert marked.moves == ("c4", "d3")
    assert not marked.warnings
    assert codes(proved("5. c4 6. d3", tps)) == ["placeholder_missing"]
    with pytest.raises(RecordError) as refused:
        proved("5. -- c3", tps)
    assert str(refused.value).startswith("Move 5, second player, `c3`: ")
    assert refused.value.ply == 1


def test_set_up_at_move_one_is_read_as_an_ordinary_turn_or_as_the_opening() -> None:
    tps = '[TPS "x5/x5/x2,12,x2/x5/x5 1 1"]'
    assert proved("1. a1 c3>", tps).tps == "x5/x5/x2,1,2,x/x5/1,x4 1 2"
    opened = proved("1. a1 b1 2. b1> a1+", tps)
    assert codes(opened) == ["opening_on_setup"]
    assert opened.tps == "x5/x5/x2,12,x2/2,x4/x2,1,x2 1 3"


def test_split_games() -> None:
    one, two = '[Size "5"]\n\n1. a1 {[Size "6"]} e5 1-0\n\n', '[Size "6"]\n1. a1 f6\n'
    assert split_games(one + two) == [one, two]
    assert split_games(two * 3) == [two] * 3
    assert split_games("1. a1 e5") == ["1. a1 e5"]
    assert split_games("") == [""]
    no_moves = '[Size "5"]\n[Result "1-0"]\n\n'
    assert split_games(no_moves + two) == [no_moves, two]


@pytest.mark.parametrize(
    "tag", ["Player1", "PLAYER2", "size", "Result", "Date", "Event", "Site", "TPS"]
)
def test_a_tag_that_a_game_has_once_begins_the_next_game(tag: str) -> None:
    one, two = f'[{tag} "1"]\n\n', f'[{tag} "2"]\n'
    assert split_games(one + two) == [one, two]
    assert split_games(f'[{tag} "1"]\n[{tag} "2"]\n') == [f'[{tag} "1"]\n[{tag} "2"]\n']


@pytest.mark.parametrize("tag", ["Clock", "Komi", "Note"])
def test_a_tag_that_a_game_may_have_twice_begins_none(tag: str) -> None:
    text = f'[{tag} "1"]\n\n[{tag} "2"]\n'
    assert split_games(text) == [text]


@given(
    parts=st.lists(
        st.sampled_from(
            ['[Size "5"]', '[Result "0-1"]', "\n", "\n\n", "1. a1 e5", "{a [b]", "}", '[Note "x',
             "; [", '"]', " 1-0 "]
        ),
        max_size=20,
    ),
    cuts=st.lists(st.integers(0, 120), max_size=4),
)  # fmt: skip
def test_a_file_in_blocks_is_split_as_a_whole_one(parts: list[str], cuts: list[int]) -> None:
    text = "".join(parts)
    at = sorted({0, len(text), *(cut for cut in cuts if cut < len(text))})
    blocks = [text[a:b] for a, b in itertools.pairwise(at)]
    assert list(split_blocks(blocks)) == split_games(text)


def test_format_ptn_numbers_from_the_start_position() -> None:
    assert format_ptn({"Size": "5"}, ["a1", "e5", "c3"], "1-0") == (
        '[Size "5"]\n\n1. a1 e5\n2. c3\n1-0\n'
    )
    assert "5. -- c4\n6. d3\n" in format_ptn({"TPS": "x3/x3/x3 2 5"}, ["c4", "d3"])


names = st.text(st.characters(blacklist_categories=["Cs"]), max_size=20)
words = st.lists(st.sampled_from(["a1", "Cb2", "3c3>12", "Sd4", "e1-"]), max_size=9)


@given(names, words, st.sampled_from(["R-0", "0-F", "1/2-1/2", "0-1", "*"]))
def test_what_is_written_is_read_back(name: str, moves: list[str], result: str) -> None:
    game: PtnGame = parse_ptn(format_ptn({"Size": "5", "Player1": name}, moves, result))
    assert (game.tags["player1"], list(game.tokens), game.stated) == (name, moves, result)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2021.03.05", "2021-03-05"),
        ("2021.3.5", "2021-03-05"),
        ("2016-05-07", "2016-05-07"),
        ("2016-05-07T10:17:03Z", "2016-05-07"),
        ("2021.02.30", None),
        ("2021.??.??", None),
        ("", None),
    ],
)
def test_dates(text: str, day: str | None) -> None:
    assert read_date(text) == day


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("15:0", {"seconds": 900}),
        ("10:0 +20", {"seconds": 600, "increment_seconds": 20, "stacking": False}),
        (
            "3:0:0 +1n @30 +5:0",
            {
                "seconds": 10800,
                "increment_seconds": 1,
                "stacking": True,
                "bonus_at_move": 30,
                "bonus_seconds": 300,
            },
        ),
        ("fast", None),
    ],
)
def test_clocks(text: str, clock: dict[str, int | bool] | None) -> None:
    assert read_clock(text) == clock


def test_tags_of_the_rules() -> None:
    stated = stated_rules({"size": "6", "komi": "2.5", "flats1": "30", "flats2": "30", "caps": "1"})
    assert (stated.size, stated.half_komi, stated.stones, stated.capstones) == (6, 5, 30, 1)
    assert stated_rules({"opening": "Double Black Stack"}).opening == "double_black_stack"
    for tags in ({"size": "x"}, {"komi": "2.25"}, {"opening": "odd"}, {"flats": "-1"}):
        with pytest.raises(RecordError) as refused:
            stated_rules(tags)
        assert refused.value.code == "tag_unreadable"
    with pytest.raises(RecordError) as refused:
        stated_rules({"flats1": "30", "flats2": "29"})
    assert refused.value.code == "uneven_sets"


def test_that_a_result_is_none_is_remarked_once_however_many_follow():
    game = parse_ptn("1. a1 e5 1-1 2-2 2-1")
    assert game.warnings == (("unknown_result", {"result": "1-1"}),)
