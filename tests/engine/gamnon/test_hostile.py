"""No text makes verifying slow or raises anything but a RecordError."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RecordError
from engine.gamnon.record import MAX_BYTES, parse_record
from engine.gamnon.verify import verify
from tests.engine.gamnon.records import EXAMPLES, FULL_GAME
from tests.engine.hostile import count_steps, mutated
from tests.examples import examples

PIECES = ["A", "P", "-", "~", "=B", ":", ".", ";", "\n", "hand A:", "kupa:", "deck:", "2H",
          "opt: packs=9", "O9C", "…", "end", "\x00", "\u2028", "T11", "turn: C",
          "seed: x"]  # fmt: skip


def judge(text: str) -> None:
    try:
        verify(text)
    except RecordError as error:
        assert error.code  # noqa: PT017
        assert str(error)  # noqa: PT017


@given(st.sampled_from(EXAMPLES), st.integers(0, 2**32), st.integers(1, 6))
@examples(300)
def test_mutated_records_raise_only_record_errors(text: str, seed: int, changes: int) -> None:
    judge(mutated(text, PIECES, seed=seed, changes=changes))


@given(st.text(max_size=200))
@examples(100)
def test_any_text_raises_only_record_errors(text: str) -> None:
    judge(text)
    judge("gamnon/1\nplayers: A B C\n" + text)


@given(st.lists(st.sampled_from(FULL_GAME.splitlines()), max_size=25))
@examples(100)
def test_lines_in_any_order_raise_only_record_errors(lines: list[str]) -> None:
    judge("\n".join(["gamnon/1", "players: A B C", *lines]))


def test_a_record_has_a_largest_size() -> None:
    for text in ("x" * (MAX_BYTES + 1), "é" * (MAX_BYTES // 2 + 1)):
        with pytest.raises(RecordError) as refused:
            parse_record(text)
        assert refused.value.code == "gamnon_too_long"


HOSTILE = [
    "\n", " ", ";", ":", "x:", "A ", "A P-\n", "A P" + "2H." * 9, "B", "2H.", "hand A: 2H\n",
    "hand A:" + " 2H" * 9, "opt: a=b\n", "players: A B C\n", "kupa: 2H\n", "P-", "GB:-", "RA<B:",
    "~", "end abandoned\n", "T9999 ", "closed: 2H 3H\n",
]  # fmt: skip


@pytest.mark.parametrize("start", ["", FULL_GAME[: FULL_GAME.index("B P7D")]])
@pytest.mark.parametrize("piece", HOSTILE)
def test_steps_grow_with_the_length_only(piece: str, start: str) -> None:
    short, long = start + piece * 200, start + piece * 800
    assert count_steps(judge, long) < 5 * count_steps(judge, short) + 2000


@pytest.mark.parametrize("piece", HOSTILE)
def test_the_longest_hostile_texts_are_judged(piece: str) -> None:
    judge(("gamnon/1\nplayers: A B C\n" + piece * MAX_BYTES)[: MAX_BYTES // 4])
