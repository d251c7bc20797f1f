"""How an outlook says what it was made of, and what it leaves out."""

from dataclasses import replace

import pytest

from tests.tournaments.outlook.builders import game, round_robin, stage
from tournaments.outlook.completions import Completions, even_chances
from tournaments.outlook.explain import (
    MESSAGES,
    condition_sentence,
    method_sentences,
    own_sentences,
    place_in_event,
    sentence_text,
    status_sentence,
)
from tournaments.outlook.needs import Condition, Need, needs_of
from tournaments.outlook.open_games import OpenGame
from tournaments.outlook.stage import Outlook, stage_outlook

GAME = OpenGame(0, 1, (1, 2), 1, 3, 1)
NAMES = {1: "Ada", 2: "Bo"}


def codes(outlook):
    return [sentence.code for sentence in method_sentences(outlook)]


def test_all_ways():
    outlook = stage_outlook(
        round_robin(4, played=3, open_games={(3, 1)}, tiebreaks=("RW",)), 1, even_chances, seed=1
    )
    assert codes(outlook) == ["all_ways", "ranked", "facts_left_out", "if_played"]
    said = [sentence_text(each) for each in method_sentences(outlook)]
    assert said[0].startswith("All ways in which the open game can end")
    assert said[2].startswith("Tie-breaks from RW on")


def test_a_sample():
    whole = Outlook(Completions((), (), is_exact=False), 5, is_final=True, seed=9, rounds=2)
    assert codes(whole) == ["sampled", "rounds_paired_simply", "ranked", "if_played"]
    assert codes(replace(whole, by_points=True))[2] == "by_points"
    assert "after_round" in codes(replace(whole, is_final=False))
    assert "lot 9" in sentence_text(next(method_sentences(whole)))


def test_a_bracket():
    outlook = Outlook(Completions((), (), is_exact=True), 0, is_final=True, is_bracket=True)
    assert codes(outlook) == ["all_brackets", "ranked", "if_played"]


@pytest.mark.parametrize(
    ("results", "words"),
    [
        ((0,), "Ada beats Bo"),
        ((2,), "Bo beats Ada"),
        ((1,), "Ada and Bo draw"),
        ((0, 1), "Bo does not beat Ada"),
        ((1, 2), "Ada does not beat Bo"),
        ((0, 2), "Ada and Bo do not draw"),
    ],
)
def test_conditions(results, words):
    assert sentence_text(condition_sentence(Condition(GAME, results)), names=NAMES) == words


def method(**about):
    """What is said of an outlook of 400 ways with these things about it."""
    found = Completions((GAME, GAME), (), is_exact=True)
    for _way in range(400):
        found.add((0, 0), {})
    outlook = Outlook(found, 5, **{"is_final": True, **about})
    return [sentence_text(each, translate=lambda text: text) for each in method_sentences(outlook)]


RANKED = "The tables at the end were made by the rules of the event."
IF_PLAYED = (
    "What is called certain holds if the games are played, and no result or penalty is changed."
)


def test_the_sentences_of_each_way_to_make_one():
    assert method() == [
        "All ways in which the 2 open games can end were tried, each with its chance.",
        RANKED,
        IF_PLAYED,
    ]
    assert method(is_bracket=True) == [
        "All 400 ways in which the bracket can be played to its end were tried, each with its "
        "chance.",
        RANKED,
        IF_PLAYED,
    ]
    # 200 √(½ · ½ / 400): twice the standard error, in percentage points.
    assert method(seed=9)[0] == (
        "What is still to be played was played 400 times by chance (lot 9). A share is mostly "
        "right to within 5 percentage points."
    )


@pytest.mark.parametrize(
    ("about", "sentence"),
    [
        (
            {"rounds": 1},
            "1 round is not paired yet: neighbours by points who have not met stand for it.",
        ),
        (
            {"rounds": 2},
            "2 rounds are not paired yet: neighbours by points who have not met stand for them.",
        ),
        (
            {"by_points": True},
            "Points alone rank here, without tie-breaks: equal entries share their places alike.",
        ),
        (
            {"left_out": ("RW", "SB")},
            "Tie-breaks from RW on depend on how games are played and are left out: entries that "
            "are equal before them share their places alike.",
        ),
        (
            {"is_final": False},
            "Who meets whom later is not known: these are the places after round 5.",
        ),
    ],
)
def test_the_sentences_of_what_it_leaves_out(about, sentence):
    assert sentence in method(**about)


@pytest.mark.parametrize(
    ("entry", "result", "words"),
    [
        (1, 0, "A win{} against Bo"),
        (1, 1, "A draw{} with Bo"),
        (1, 2, "A loss{} to Bo"),
        (2, 2, "A win{} against Ada"),
        (2, 0, "A loss{} to Ada"),
    ],
)
def test_ones_own_result(entry, result, words):
    for shown, where in ((GAME, ""), (replace(GAME, number=2, of=3), " in game 2")):
        (said,) = own_sentences(Need(((shown, result),), "enough", 1, 1), entry)
        assert sentence_text(said, names=NAMES) == words.format(where)


def test_what_it_is_good_for():
    said = [
        sentence_text(status_sentence(Need((), status, 1, 1, games=3)), translate=lambda text: text)
        for status in ("enough", "level", "if", "if_level", "many", "chance", "never")
    ]
    assert said == [
        "enough",
        "enough for a tie at least",
        "enough if others help",
        "enough for a tie if others help",
        "it depends on 3 games of others",
        "possible",
        "not enough",
    ]


def test_where_a_game_is():
    assert sentence_text(place_in_event(GAME), text="x") == "round 3: x"
    assert sentence_text(place_in_event(replace(GAME, of=2)), text="x") == "round 3, game 1: x"


def test_entries_without_names_have_their_numbers():
    words = sentence_text(condition_sentence(Condition(GAME, (0,))))
    assert words == "entry 1 beats entry 2"


def test_who_has_no_game_left_needs_no_own_result():
    played = [game(1, 1, 1, 2, "1-0"), game(1, 2, 3, 4)]
    found = stage_outlook(stage(4, played, rounds=1), 1, even_chances, seed=1).found
    (need,) = needs_of(found, 1, 1)
    assert [sentence.code for sentence in own_sentences(need, 1)] == ["own_any"]
    assert need.status == "if"
    assert set(MESSAGES) >= {need.status}
