"""No text makes reading slow or raises anything but a RecordError."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RecordError
from engine.tak.notation.ptn import MAX_BYTES, MAX_PLIES, parse_ptn, split_games
from engine.tak.verify import verify
from tests.engine.hostile import count_steps, mutated
from tests.examples import examples

GAME = (
    '[Size "5"]\n[Player1 "A"]\n[Komi "1.5"]\n[TPS "x5/x5/x2,1,x2/x5/2,x4 2 5"]\n[Result "0-1"]\n\n'
    "5. -- c4 {a comment} 6. Cd3 d4' 7. d3+ Sa2 ; done\n8. 1d4<1 e5 0-1\n"
)
PIECES = ["{", "}", "[", "]", '"', ";", "\\", "\n", "1.", "--", "R-0", "a1", "9c3>12", "½", "\x00"]


def judge(text: str) -> None:
    for lenient in (False, True):
        for piece in split_games(text):
            try:
                verify(piece, lenient=lenient)
            except RecordError as error:
                assert error.code  # noqa: PT017
                assert str(error)  # noqa: PT017


@given(st.integers(0, 2**32), st.integers(1, 8))
@examples(400)
def test_mutated_records_raise_only_record_errors(seed: int, changes: int) -> None:
    judge(mutated(GAME, PIECES, seed=seed, changes=changes))


@given(st.text(max_size=200))
def test_any_text_raises_only_record_errors(text: str) -> None:
    judge(text)


@given(
    st.dictionaries(
        st.sampled_from(
            ["size", "komi", "flats", "caps", "opening", "tps", "date", "clock", "result"]
        ),
        st.text(max_size=20),
    )
)
def test_any_value_of_a_known_tag_raises_only_record_errors(tags: dict[str, str]) -> None:
    lines = [f'[{name} "{value}"]' for name, value in tags.items()]
    judge("\n".join([*lines, "1. a1 c3"]))


def test_limits() -> None:
    with pytest.raises(RecordError) as refused:
        parse_ptn("x" * (MAX_BYTES + 1))
    assert refused.value.code == "record_too_long"
    with pytest.raises(RecordError) as refused:
        parse_ptn("é" * (MAX_BYTES // 2 + 1))
    assert refused.value.code == "record_too_long"
    with pytest.raises(RecordError) as refused:
        parse_ptn("a1 " * (MAX_PLIES + 1))
    assert refused.value.code == "too_many_plies"
    assert len(parse_ptn("a1 " * MAX_PLIES).tokens) == MAX_PLIES


HOSTILE = [
    "{", "}", "{}", "[", '[a "', '[a "b"]', '[a "\\', '"', ";", "1.", "1... ", "-- ", "\\", "½",
    "0-", "1/", "[ ", "{[", "1.1.1.", "(", " ", "\n", "x,", "x/", "'", "a1 {2b1} 1. ",
]  # fmt: skip


@pytest.mark.parametrize("piece", HOSTILE)
def test_steps_grow_with_the_length_only(piece: str) -> None:
    short, long = piece * 200, piece * 800
    assert count_steps(judge, long) < 5 * count_steps(judge, short) + 2000


@pytest.mark.parametrize("piece", HOSTILE)
def test_the_longest_hostile_texts_are_read(piece: str) -> None:
    judge((piece * MAX_BYTES)[: MAX_BYTES // 2])
