import string

import engine.games  # noqa: F401  (every module with errors of the games is imported)
from engine.counted import PluralMessage
from engine.errors import RecordError
from engine.tak.position import StackTooSmall


def all_errors() -> list[type[RecordError]]:
    """Every class of record error that has been imported, sorted by code."""
    found: set[type[RecordError]] = set()
    waiting: list[type[RecordError]] = [RecordError]
    while waiting:
        for child in waiting.pop().__subclasses__():
            if child not in found:
                found.add(child)
                waiting.append(child)
    return sorted(found, key=lambda error: (error.code, error.__name__))


def test_an_error_says_move_side_token_and_reason():
    error = StackTooSmall(square="c3", height=2).locate(ply=34, move="3c3>12", tps="x3 ...")

    assert str(error) == "Move 17, second player, `3c3>12`: the stack on c3 holds 2 pieces."
    assert (error.code, error.params) == ("stack_too_small", {"square": "c3", "height": 2})
    assert (error.ply, error.move, error.tps) == (34, "3c3>12", "x3 ...")


def test_a_record_that_starts_later_counts_plies_from_its_own_start():
    error = StackTooSmall(square="c3", height=2)
    error.locate(ply=1, move="3c3>12", move_number=5, side=2)

    assert str(error).startswith("Move 5, second player, `3c3>12`: ")


def test_the_first_place_told_is_kept():
    error = StackTooSmall(square="c3", height=2).locate(ply=3, move="a")

    assert error.locate(ply=9, tps="t") is error
    assert (error.ply, error.move, error.tps) == (3, "a", "t")


def test_without_a_ply_the_sentence_stands_alone():
    assert str(StackTooSmall(square="c3", height=2)) == "The stack on c3 holds 2 pieces."
    assert str(StackTooSmall(line=4, square="c3", height=2)).startswith("Line 4: the stack")


def test_every_error_has_its_own_code_and_its_own_sentence():
    errors = [error for error in all_errors() if error.__module__.startswith("engine.")]
    codes = [error.code for error in errors]

    assert RecordError not in errors
    assert len(errors) > 30
    assert len(set(codes)) == len(codes)
    for error in errors:
        assert {"code", "message"} <= set(vars(error)), error
        assert set(error.code) <= set(string.ascii_lowercase + string.digits + "_"), error
        assert error.message.endswith("."), error


def test_a_sentence_with_a_plural_counts_what_it_names():
    counted = [e.message for e in all_errors() if isinstance(e.message, PluralMessage)]
    assert len(counted) > 5
    for message in counted:
        assert f"{{{message.count_field}}}" in message.plural, message
