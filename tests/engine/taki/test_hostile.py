"""No text raises anything but a RecordError, and steps grow with the length only."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RecordError
from engine.taki.notation import MAX_BYTES
from engine.taki.verify import verify
from tests.engine.hostile import count_steps, mutated
from tests.engine.taki.test_examples import EXAMPLE_1, EXAMPLE_2
from tests.examples import examples

PIECES = ["[", "]", "!", "~", "=", ";", "\n", "#", "d", "t6", "?", "*K", "RT[", "A ", "\x00", "½"]


def judge(text: str) -> None:
    for lenient in (False, True):
        try:
            verify(text, lenient=lenient)
        except RecordError as error:
            assert error.code  # noqa: PT017
            assert str(error)  # noqa: PT017


@given(st.integers(0, 2**32), st.integers(1, 8), st.sampled_from([EXAMPLE_1, EXAMPLE_2]))
@examples(300)
def test_mutated_records_raise_only_record_errors(seed: int, changes: int, text: str) -> None:
    judge(mutated(text, PIECES, seed=seed, changes=changes))


@given(st.text(max_size=200))
@examples(60)
def test_any_text_raises_only_record_errors(text: str) -> None:
    judge(text)
    judge("taki/1\n" + text)
    judge(EXAMPLE_1 + text)


@given(
    st.dictionaries(
        st.sampled_from(["players", "first", "opt", "hand A", "start", "draw", "deck", "seed"]),
        st.text(max_size=20),
    )
)
@examples(100)
def test_any_value_of_a_header_raises_only_record_errors(values: dict[str, str]) -> None:
    rows = [f"{name}: {value}" for name, value in values.items()]
    judge("\n".join(["taki/1", *rows, "A R1"]))


HOSTILE = [
    "[", "RT[", "RT[R1,", "]", "A d\n", "A ", "hand ", "hand A:\n", "=", "\n", ";", " ", "t9",
]  # fmt: skip


@pytest.mark.parametrize("piece", HOSTILE)
def test_steps_grow_with_the_length_only(piece: str) -> None:
    for start in ("taki/1\n", EXAMPLE_2):
        short, long = start + piece * 200, start + piece * 800
        assert count_steps(judge, long) < 5 * count_steps(judge, short) + 2000


@pytest.mark.parametrize("piece", HOSTILE)
def test_the_longest_hostile_texts_are_read(piece: str) -> None:
    judge(("taki/1\n" + piece * MAX_BYTES)[:MAX_BYTES])
