"""Each warning of a Tak record, as its sentence says it, from a record that causes it."""

import pytest

from engine.tak.ruleset import make_ruleset
from engine.tak.verify import Rules, verify

ROAD = "a1 a5 e1 a2 e2 b2 e3 c2 e4 d3 e5"
EVENT = make_ruleset("standard", size=5, half_komi=4)


def said(record: str, rules: Rules = None, *, lenient: bool = False) -> list[str]:
    return [warning["message"] for warning in verify(record, rules, lenient=lenient).warnings]


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        ('[Date "2026.13.1"]\na1 e5', "The date 2026.13.1 is not a day of the calendar."),
        ('[Clock "soon"]\na1 e5', "The time control soon cannot be read."),
        ('[Ante "much"]\na1 e5', "The tag Ante cannot be much; it is left out."),
        ('[Result "It works"]\na1 e5', "It works is not a result; it is left out."),
        (f"{ROAD} 1-0", "The record says 1-0; the board proves R-0."),
        (f"{ROAD} 0-0", "The record calls the game unfinished, but it ended with R-0."),
        ("1. a1 e5 2. c3 {2b1} 2. c4", "The record has side lines; only the main line counts."),
    ],
)
def test_a_record_that_is_taken(record: str, sentence: str) -> None:
    assert said(f'[Size "5"] {record}') == [sentence]


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        (
            '[Size "5"]\na1 e5 F-0',
            "The record says F-0, but the final position shows no end of the game.",
        ),
        ("a1 f6 c3", "The record does not say the size; 6 is inferred."),
        ('[Size "5"]\n1. a1 e5 3. c3', "Move number 3 stands where 2 is expected."),
        (f'[Size "5"] [Result "0-0"]\n{ROAD} R-0', "The record states two results, 0-0 and R-0."),
    ],
)
def test_a_record_that_is_taken_if_asked_to(record: str, sentence: str) -> None:
    assert sentence in said(record, lenient=True)


def test_what_the_event_says_in_the_place_of_a_record() -> None:
    assert said("a1 e5", EVENT.as_dict()) == [
        "The record does not state size; the event's is taken.",
        "The record does not state half_komi; the event's is taken.",
    ]
    assert said('[Size "5"] [Komi "2"]\na1 e5', EVENT.as_dict()) == []
    turned = make_ruleset("standard", size=5, opening="no_swap")
    assert said('[Size "5"]\na1 e5', turned.as_dict()) == [
        "The record does not state opening; the event's is taken."
    ]


@pytest.mark.parametrize("date", ["2026.02.28", "2026.??.??", ""])
def test_a_date_that_is_read_or_left_open_is_no_warning(date: str) -> None:
    assert said(f'[Size "5"] [Date "{date}"]\na1 e5') == []


@pytest.mark.parametrize("tag", ["Date", "Clock", "Ante", "Bids", "Result"])
def test_a_long_text_is_quoted_in_part(tag: str) -> None:
    (sentence,) = said(f'[Size "5"] [{tag} "{"y" * 100}"]\na1 e5')
    assert "y" * 80 in sentence
    assert "y" * 81 not in sentence
