"""The example of docs/outlook.md, worked by hand.

          1     2     3     4    points
1 Ada     -     ½     .     1    1½
2 Bruno   ½     -     ½     .    1
3 Chen    .     ½     -     1    1½
4 Dana    0     .     0     -    0
"""

from fractions import Fraction

import pytest

from tests.tournaments.outlook.builders import game, stage
from tournaments.outlook.completions import even_chances
from tournaments.outlook.explain import (
    condition_sentence,
    own_sentences,
    sentence_text,
    status_sentence,
)
from tournaments.outlook.marks import CutOff, standings_marks
from tournaments.outlook.needs import needs_of
from tournaments.outlook.stage import stage_outlook

ADA, BRUNO, CHEN, DANA = 1, 2, 3, 4
NAMES = {ADA: "Ada", BRUNO: "Bruno", CHEN: "Chen", DANA: "Dana"}
# Bruno against Dana, Chen against Ada (0: the first named wins), and the places of all four.
TABLE = {
    (0, 0): ((3, 3), (2, 2), (1, 1), (4, 4)),
    (0, 1): ((1, 3), (1, 3), (1, 3), (4, 4)),
    (0, 2): ((1, 1), (2, 2), (3, 3), (4, 4)),
    (1, 0): ((3, 3), (2, 2), (1, 1), (4, 4)),
    (1, 1): ((1, 2), (3, 3), (1, 2), (4, 4)),
    (1, 2): ((1, 1), (2, 2), (3, 3), (4, 4)),
    (2, 0): ((2, 2), (4, 4), (1, 1), (3, 3)),
    (2, 1): ((1, 2), (4, 4), (1, 2), (3, 3)),
    (2, 2): ((1, 1), (4, 4), (2, 2), (3, 3)),
}


@pytest.fixture
def four():
    played = [
        game(1, 1, ADA, DANA, "1-0"),
        game(1, 2, BRUNO, CHEN, "draw"),
        game(2, 1, DANA, CHEN, "0-1"),
        game(2, 2, ADA, BRUNO, "draw"),
        game(3, 1, BRUNO, DANA),
        game(3, 2, CHEN, ADA),
    ]
    return stage(4, played, rounds=3, tiebreaks=("DE", "SB", "WIN"))


@pytest.fixture
def outlook(four):
    return stage_outlook(four, ADA, even_chances, seed=1)


def test_the_table(outlook):
    found = outlook.found
    ways = zip(*found.results, strict=True)
    assert {
        results: tuple((found.best[e][at], found.worst[e][at]) for e in NAMES)
        for at, results in enumerate(ways)
    } == TABLE


def test_places_by_ways_and_chances(outlook):
    found = outlook.found
    assert found.place_ways(ADA) == {1: Fraction(13, 3), 2: Fraction(7, 3), 3: Fraction(7, 3)}
    assert found.place_ways(DANA) == {3: 3, 4: 6}
    # Even games without draws: four ways of one quarter each, (0,0), (0,2), (2,0), (2,2).
    assert found.place_chances(ADA) == {1: 0.5, 2: 0.25, 3: 0.25}
    assert found.extremes(BRUNO) == (1, 4)


def _said(outlook, entry, place=1):
    return [
        (
            [sentence_text(each, names=NAMES) for each in own_sentences(need, entry)],
            sentence_text(status_sentence(need)),
            [
                [sentence_text(condition_sentence(each), names=NAMES) for each in one]
                for one in need.alternatives
            ],
        )
        for need in needs_of(outlook.found, entry, place)
    ]


def test_what_ada_and_bruno_need(outlook):
    assert _said(outlook, ADA) == [
        (["A win against Chen"], "enough", []),
        (["A draw with Chen"], "enough for a tie at least", []),
        (["A loss to Chen"], "not enough", []),
    ]
    assert _said(outlook, BRUNO)[0] == (
        ["A win against Dana"],
        "enough for a tie if others help",
        [["Chen and Ada draw"]],
    )
    assert {status for _own, status, _if in _said(outlook, DANA)} == {"not enough"}


def test_what_bruno_needs_for_second_place(outlook):
    assert _said(outlook, BRUNO, 2)[:2] == [
        (["A win against Dana"], "enough if others help", [["Chen and Ada do not draw"]]),
        (["A draw with Dana"], "enough if others help", [["Chen and Ada do not draw"]]),
    ]


def test_marks_of_first_place_and_of_the_line(four):
    assert standings_marks(four, CutOff(2)) == {
        DANA: {"first": "eliminated", "cutoff": "eliminated"}
    }
    assert standings_marks(four, CutOff(3))[ADA] == {"cutoff": "clinched"}
    assert standings_marks(four, CutOff(2, has_rest=True)) == {DANA: {"first": "eliminated"}}
