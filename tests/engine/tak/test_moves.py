import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RecordError
from engine.tak.moves import (
    Move,
    Place,
    PlaceTwo,
    Slide,
    format_move,
    parse_move,
    parse_square,
    square_name,
)
from engine.tak.position import compositions

SQUARES = st.integers(0, 24)
SLIDES = st.builds(
    lambda square, drops, direction, crush: Slide(square, sum(drops), direction, drops, crush),
    SQUARES,
    st.sampled_from([drops for count in range(1, 6) for drops in compositions(count)]),
    st.sampled_from("+-<>"),
    st.booleans(),
)
MOVES = st.builds(Place, SQUARES, st.sampled_from("FSC")) | st.builds(PlaceTwo, SQUARES) | SLIDES


@given(MOVES)
def test_reading_what_was_written_gives_the_move(move: Move):
    assert parse_move(format_move(move, 5), 5) == (move, "")


@given(st.text(max_size=50) | st.text("abcFSC123+-<>*!'", max_size=8))
def test_any_text_is_a_move_or_refused(text):
    try:
        move, _ = parse_move(text, 5)
    except RecordError:
        return
    assert parse_move(format_move(move, 5), 5)[0] == move


@pytest.mark.parametrize(
    ("token", "canonical", "marks"),
    [
        ("a1", "a1", ""),
        ("Fa1", "a1", ""),
        ("sb2", "Sb2", ""),
        ("cb2", "Cb2", ""),
        ("c1", "c1", ""),
        ("1e4<1", "e4<", ""),
        ("3c3>3", "3c3>", ""),
        ("a1→", "a1>", ""),
        ("2c3⬇️11", "2c3-11", ""),
        ("b1>1c", "b1>", ""),
        ("2b1>11S*", "2b1>11*", ""),
        ("c3<*'", "c3<*", "'"),
        ("c3''", "c3", "''"),
        ('Cc3"!?', "Cc3", '"!?'),
        ("a1??", "a1", "??"),
        ("2a1", "2a1", ""),
    ],
)
def test_tolerated_forms(token, canonical, marks):
    move, found = parse_move(token, 5)

    assert (format_move(move, 5), found) == (canonical, marks)


@pytest.mark.parametrize(
    ("token", "code"),
    [
        ("", "unknown_token"),
        ("hello", "unknown_token"),
        ("A1", "unknown_token"),
        ("a1*", "unknown_token"),
        ("Sa1>", "unknown_token"),
        ("a1>*c*", "unknown_token"),
        ("a" * 41, "unknown_token"),
        ("f1", "square_off_board"),
        ("a6", "square_off_board"),
        ("a0", "square_off_board"),
        ("Cz9", "square_off_board"),
        ("2a1>10", "zero_drop"),
        ("2a1>0", "zero_drop"),
        ("0a1>", "nothing_lifted"),
        ("3c3>1", "drops_do_not_sum"),
        ("5b4>21", "drops_do_not_sum"),
        ("a1>2", "drops_do_not_sum"),
        ("1a1", "count_on_placement"),
        ("3a1", "count_on_placement"),
    ],
)
def test_refused_tokens(token, code):
    with pytest.raises(RecordError) as caught:
        parse_move(token, 5)

    assert caught.value.code == code
    assert len(str(caught.value)) < 120


def test_squares_count_from_the_lower_left_of_the_first_player():
    assert [square_name(square, 5) for square in (0, 4, 5, 24)] == ["a1", "e1", "a2", "e5"]
    assert [parse_square(name, 8) for name in ("a1", "h1", "h8")] == [0, 7, 63]
