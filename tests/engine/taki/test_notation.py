"""What a record may look like, and the error of each way it can be wrong before it is played."""

import pytest

from engine.errors import RecordError
from engine.taki.notation import MAX_BYTES, MAX_LINES, MAX_WORDS, parse_record, parse_token
from engine.taki.verify import verify

HEADER = """taki/1
players: A B
first: A
opt: play_on=no
hand A: R1 R3 R4 RT R5 R8 G7 G4
hand B: B3 G4 BD YS Y6 G1 *C Y9
start: R9
draw: B8
"""


def refused(text: str) -> tuple[str, int | None]:
    with pytest.raises(RecordError) as refusal:
        verify(text)
    assert str(refusal.value)
    return refusal.value.code, refusal.value.line


@pytest.mark.parametrize(
    ("token", "kind", "text"),
    [
        ("R5", "lay", "R5"),
        ("*C=G", "lay", "*C=G"),
        ("*Z-", "lay", "*Z-"),
        ("RT[R1,R3]!", "run", "RT[R1,R3]!"),
        ("RT[R1]", "run", "RT[R1]~"),
        ("RT", "run", "RT~"),
        ("*T=G!", "run", "*T=G!"),
        ("[R7]", "continue", "[R7]~"),
        ("t06", "take", "t6"),
        ("d", "draw", "d"),
        ("!*B", "break", "!*B"),
    ],
)
def test_each_token_has_one_canonical_form(token: str, kind: str, text: str) -> None:
    step = parse_token(token)
    assert (step.kind, step.text) == (kind, text)


@pytest.mark.parametrize(
    ("token", "code"),
    [
        ("R2", "unknown_card"),
        ("RK", "unknown_card"),
        ("*5", "unknown_card"),
        ("RT[R2]!", "unknown_card"),
        ("r5", "taki_unknown_token"),
        ("RT[]!", "taki_unknown_token"),
        ("RT[R1,]!", "taki_unknown_token"),
        ("[R1]?", "taki_unknown_token"),
        ("=G[R1]!", "taki_unknown_token"),
        ("R5=+", "taki_unknown_token"),
        ("R5+", "taki_unknown_token"),
        ("!", "taki_unknown_token"),
        ("t", "taki_unknown_token"),
        ("t٣", "taki_unknown_token"),
    ],
)
def test_tokens_that_are_not_of_the_notation(token: str, code: str) -> None:
    assert refused(HEADER + f"A {token}\n") == (code, 9)


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("taki/1", "taki/2", "not_taki", 1),
        ("players: A B", "players: A A", "taki_wrong_players", 2),
        ("players: A B", "players: A", "taki_wrong_players", 2),
        ("players: A B", "players: A B end", "taki_name_refused", 2),
        ("first: A", "first: C", "taki_unknown_player", 3),
        ("first: A\n", "", "taki_header_missing", 1),
        ("start: R9\n", "", "taki_header_missing", 1),
        ("start: R9", "start: R9 R8", "one_start_card", 7),
        ("start: R9", "start: R9\nstart: R9", "taki_header_twice", 8),
        ("hand B:", "hand C:", "taki_header_missing", 1),
        ("play_on=no", "play_on", "option_not_read", 4),
        ("play_on=no", "play_on=no play_on=no", "option_not_read", 4),
        ("play_on=no", "play_on=perhaps", "bad_option_value", 4),
        ("play_on=no", "colour=R", "unknown_option", 4),
        ("play_on=no", "ruleset=club", "unknown_taki_rules", 4),
        ("draw: B8", "draw: B8 XX", "unknown_card", 8),
        ("draw: B8", "deck: B8", "taki_header_not_allowed", 5),
        ("draw: B8", "draw: R1 R1 R1", "too_many_of_card", 8),
        ("draw: B8", "draw: *Z", "too_many_of_card", 8),
    ],
)
def test_headers_that_are_wrong(old: str, new: str, code: str, line: int) -> None:
    assert refused(HEADER.replace(old, new, 1) + "A R1\n") == (code, line)


@pytest.mark.parametrize(
    ("deck", "code"),
    [
        ("deck: R1 R3", "deck_incomplete"),
        ("seed:", "taki_bad_seed"),
        ("seed: a b", "taki_bad_seed"),
    ],
)
def test_whole_decks_that_are_wrong(deck: str, code: str) -> None:
    assert refused(f"taki/1\nplayers: A B\nfirst: A\n{deck}\n") == (code, 4)


@pytest.mark.parametrize(
    ("lines", "code", "line"),
    [
        ("A", "taki_empty_turn", 9),
        ("C R1", "taki_unknown_player", 9),
        ("A R1\nB ? C", "taki_unknown_player", 10),
        ("A ? B R1", "taki_unknown_token", 9),
        ("A wins\nB wins", "taki_unknown_token", 10),
        ("end here\nA R1", "taki_unknown_token", 10),
        ("C wins", "taki_unknown_player", 9),
        ("A wins", "winner_not_on_table", 9),
        ("A R1\ndraw: d", "taki_unknown_player", 10),
    ],
)
def test_lines_that_are_wrong(lines: str, code: str, line: int) -> None:
    assert refused(HEADER + lines + "\n") == (code, line)


def test_comments_blank_lines_and_line_ends_do_not_matter() -> None:
    plain = verify(HEADER + "A R1\nend of the evening\n")
    dressed = "\ufeff" + HEADER.replace("\n", " ; so\r\n") + "\r\n; nothing\r\nA  R1;x\r\n\r\n"
    assert verify(dressed).moves_hash == plain.moves_hash
    assert plain.reason == "unfinished"


@pytest.mark.parametrize(
    "text",
    [
        "x" * (MAX_BYTES + 1),
        "é" * (MAX_BYTES // 2 + 1),
        "taki/1\n" + "A d\n" * MAX_LINES,
        "taki/1\nA " + "d " * MAX_WORDS,
    ],
    ids=["letters", "bytes", "lines", "words"],
)
def test_limits(text: str) -> None:
    with pytest.raises(RecordError) as refusal:
        parse_record(text)
    assert refusal.value.code == "taki_record_too_long"


def test_the_last_line_after_the_end_is_shown() -> None:
    with pytest.raises(RecordError) as refusal:
        verify(HEADER + "A R1\nend of the evening\nA R3\nB and so on\n")
    assert (refusal.value.params, refusal.value.line) == ({"token": "B and so on"}, 12)
