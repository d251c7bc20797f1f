"""Games of cards told step by step: the same cards, hands and lines as the record has."""

import random
from collections import Counter
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.demo.card_records import gamnon_record, taki_record
from engine.errors import RecordError
from engine.games import STEP_MESSAGES, STEP_READERS, VERIFIERS
from engine.steps import Step
from tests.engine.gamnon.records import FULL_GAME
from tests.engine.taki.test_examples import EXAMPLE_1, EXAMPLE_2
from tests.examples import examples

NAMES = ("Ann", "Bob", "Cem", "Dov", "Eva", "Fay")
MAKERS: dict[str, Callable[..., str]] = {"taki": taki_record, "gamnon": gamnon_record}


def steps_of(game: str, record: str) -> Sequence[Step]:
    return STEP_READERS[game](record, VERIFIERS[game](record).ruleset)


def test_example_2_of_taki_step_by_step() -> None:
    steps = steps_of("taki", EXAMPLE_2)
    assert [len(hand) for hand in steps[0].hands] == [8, 8, 8]
    assert (steps[0].top, steps[0].pile, steps[0].actions) == ("B4", None, ())
    assert [step.cards_due for step in steps[:5]] == [0, 2, 4, 6, 0]
    assert [action.code for action in steps[8].actions] == ["breaks"]
    assert steps[8].seat == 1
    assert steps[8].hands[0][-3:] == ("G1", "Y5", "B1")
    assert steps[-1].hands[0] == ("R6", "RP", "R4", "YT", "Y5", "B1")
    assert steps[-1].to_move == 1


def test_example_1_of_taki_tells_runs_and_calls() -> None:
    steps = steps_of("taki", EXAMPLE_1)
    actions = [
        [(action.code, action.cards, action.colour) for action in step.actions] for step in steps
    ]
    run = ("RT", "R1", "R3", "R4", "R5", "R8")
    assert actions[1] == [("lays", run, ""), ("closes", (), "")]
    assert actions[2] == [("lays_and_names", ("*C",), "G")]
    assert actions[3] == [("lays", ("G7",), ""), ("calls", (), "")]
    assert (steps[2].colour, steps[-1].to_move) == ("G", None)


def test_a_three_plus_that_nobody_breaks_is_drawn_in_its_step() -> None:
    steps = steps_of("taki", EXAMPLE_2.partition("B !*B")[0] + "A d\n")
    assert [action.code for action in steps[7].actions] == ["lays", "threes"]
    assert [len(hand) for hand in steps[7].hands] == [4, 9, 9]


def test_a_chain_of_two_plus_tells_how_many_are_taken() -> None:
    last = steps_of("taki", EXAMPLE_2.partition("A *K B6")[0] + "A t6\n")[-1]
    assert [(action.code, action.seat, action.number) for action in last.actions] == [
        ("takes", 0, 6)
    ]
    assert (last.cards_due, len(last.hands[0])) == (0, 13)


def test_the_example_of_gamnon_step_by_step() -> None:
    steps = steps_of("gamnon", FULL_GAME)
    assert len(steps) == 9
    assert [action.code for action in steps[1].actions] == ["pays", "takes", "closes"]
    assert [step.pile for step in steps[:6]] == [42, 30, 23, 11, 6, 0]
    assert [action.code for action in steps[3].actions][-1] == "exchanges"
    assert [action.code for action in steps[8].actions] == [
        "pays_nothing",
        "gives",
        "gives",
        "wins",
    ]
    assert [bool(hand) for hand in steps[-1].hands] == [False, True, False]


def test_a_record_that_is_refused_has_no_steps() -> None:
    """The first turn is on line 9: A takes one card less than is due."""
    record = FULL_GAME.replace("A PTC T11", "A PTC T10")
    assert record != FULL_GAME
    with pytest.raises(RecordError) as refused:
        STEP_READERS["gamnon"](record, {"name": "standard"})
    assert (refused.value.code, refused.value.line) == ("gamnon_wrong_take", 9)


@pytest.mark.parametrize("game", ["taki", "gamnon"])
@given(seed=st.integers(0, 10**6), players=st.integers(3, 6))
@examples(8)
def test_no_step_makes_or_loses_a_card(game: str, seed: int, players: int) -> None:
    record = MAKERS[game](NAMES[:players], seed=str(seed))
    verdict = VERIFIERS[game](record).as_json()
    steps = steps_of(game, record)
    whole = {"taki": 116, "gamnon": 52 * (1 + (players - 3) // 3)}[game]
    for step in steps:
        assert sum(map(len, step.hands)) + step.open_pile + (step.pile or 0) == whole
    assert len(steps) == len(verdict["moves"]) + 1
    assert [len(hand) for hand in steps[-1].hands] == list(verdict["cards_left"].values())
    assert {action.code for step in steps for action in step.actions} <= set(STEP_MESSAGES[game])


@pytest.mark.parametrize("game", ["taki", "gamnon"])
def test_every_token_of_the_record_is_in_its_step(game: str) -> None:
    record = MAKERS[game](NAMES[:4], seed="tokens")
    turns = [line.split() for line in record.splitlines() if ":" not in line.split()[0]]
    turns = [words for words in turns if words[0] in NAMES and words[1:] != ["wins"]]
    steps = steps_of(game, record)[1:]
    acted = [step for step in steps if step.seat is not None]
    assert len(acted) == len(turns)
    for words, step in zip(turns, acted, strict=True):
        assert step.seat == NAMES.index(words[0])
        assert " ".join(step.tokens) == " ".join(words[1:])


def test_sentences_name_only_what_a_deed_has() -> None:
    known = {"player", "target", "cards", "number", "colour"}
    rng = random.Random(1)
    for sentences in STEP_MESSAGES.values():
        for sentence in sentences.values():
            values = {name: str(rng.random()) for name in known}
            assert "{" not in sentence.format(**values)
    assert Counter(code for codes in STEP_MESSAGES.values() for code in codes)["takes"] == 2
