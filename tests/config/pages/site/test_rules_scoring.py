"""The rules page of an event names its scoring in words, with examples in its own numbers."""

import pytest
from django.utils import translation

from config.pages.site.rule_texts.scoring import scoring_part
from tests.builders import make_event
from tests.clients import text_of

pytestmark = pytest.mark.django_db


def sentences(*, size=5, ruleset=None, **match):
    event = make_event(state="draft", size=size, match=match)
    event.ruleset |= ruleset or {}
    part = scoring_part(event)
    assert part is not None
    return [plain(sentence) for sentence in part.sentences]


def plain(text):
    """Without the marks that keep a sum together."""
    return text.translate({0x2066: "", 0x2069: "", 0xA0: " "})


def test_the_page_of_an_event_has_the_section(client):
    make_event(slug="cup", state="registration", entries=0)
    page = text_of(client.get("/events/cup/rules/"))
    assert "<h2>Scores</h2>" in page
    assert "25 + 4 = 29" in plain(page)


def test_board_plus_reserve_with_the_example_of_the_book():
    """001: a 5x5 board and four unplayed pieces give 29; 004: 4x4 and four give 20."""
    said = sentences()
    assert said == [
        "The winner of a game scores one point for each space of the board and one for each piece "
        "that they have not played. The loser scores nothing, and nobody scores in a draw.",
        "The sum of these points breaks ties.",
        "For example: with 4 pieces left, a win scores 25 + 4 = 29.",
    ]
    assert "16 + 4 = 20" in sentences(size=4)[-1]


def test_what_the_points_are_used_for():
    assert "ranks the players" in sentences(rank_by="board_plus_reserve")[1]
    assert "does not use them" in sentences(tiebreaks=["GP"])[1]


def test_each_method_has_its_rule_and_its_example():
    """TAK-8.8 with four pieces left: 33, 33 and, with stacks, 37; all at once 25 + 12 * 4."""
    said = sentences(scoring={"methods": ["downing", "middletown", "tarway"]})
    text = " ".join(said)
    assert "Downing’s rules: a road in one straight line doubles" in text
    assert "Middletown rules: a win without placing a capstone doubles" in text
    assert "a road of single pieces doubles" in text
    assert "every stack has two pieces or more trebles" in text
    assert "their factors are multiplied" in text
    assert "never those of the board" in text
    examples = [sentence for sentence in said if sentence.startswith("For example")]
    assert [example.split(" ", 2)[-1].rpartition("= ")[2] for example in examples] == [
        "29.",
        "33.",
        "33.",
        "37.",
        "73.",
    ]


def test_a_straight_road_by_downing_scores_33():
    said = sentences(scoring={"methods": ["downing"]})
    assert said[-1] == (
        "For example, by Downing’s rules: a straight road with 4 pieces left scores "
        "25 + 2 × 4 = 33."
    )
    assert "If several" not in " ".join(said)


def test_the_options_of_the_event_are_in_the_words():
    methods = ["middletown", "tarway"]
    said = " ".join(
        sentences(
            scoring={
                "methods": methods,
                "combine": "max",
                "scope": "not_in_road",
                "capless": "bonus",
            },
            ruleset={"reserve_counts": "stones_only"},
        )
    )
    assert "the largest factor counts" in said
    assert "a road without a capstone, or a win by flats without placing one" in said
    assert "A set without capstones has this bonus" in said
    assert "capstones do not count" in said
    assert "25 + 3 × 4 = 37" in said


def test_a_set_without_capstones_has_no_example_of_a_bonus_it_cannot_have():
    said = sentences(size=4, scoring={"methods": ["middletown"]})
    assert [one for one in said if one.startswith("For example")] == [
        "For example: with 4 pieces left, a win scores 16 + 4 = 20."
    ]


def test_games_of_cards_have_no_such_section():
    assert scoring_part(make_event(state="draft", game="taki", entries=0)) is None


def test_the_japanese_page_uses_the_words_of_the_japanese_rules():
    with translation.override("ja"):
        text = " ".join(sentences(scoring={"methods": ["downing", "middletown", "tarway"]}))
    for word in ("ダウニングルール", "ミドルタウンルール", "ターウェイルール", "2倍", "3倍"):
        assert word in text
