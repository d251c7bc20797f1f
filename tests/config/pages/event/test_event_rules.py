"""What the page of an event's rules prints: the options that mean something there, in words."""

import re

import pytest

from config.pages.site.rule_texts.names import ruleset_name
from config.pages.site.rule_texts.parts import TEXTS, parts_of_event
from engine.games import PRESETS, RULESET_LOADERS
from tests.builders import make_event
from tests.clients import text_of, url_of
from tournaments.services.events.settings import CARD_MATCH, MATCH

BPR = {**MATCH, "rank_by": "board_plus_reserve"}
NO_RESERVE = {**MATCH, "tiebreaks": ["WIN"]}


def printed(game, match, **rules):
    """Each printed option with what it says, by its field."""
    full = RULESET_LOADERS[game](rules).as_dict()
    lines = [line for part in parts_of_event(game, full, match) for line in part.options]
    options = [option for section in TEXTS[game] for option in section.options]
    fields = {str(option.label): option.field for option in options}
    return {fields[line.label]: line for line in lines}


def words_of(game, field, value):
    """What the rules say of a value of an option."""
    options = (option for section in TEXTS[game] for option in section.options)
    (option,) = (option for option in options if option.field == field)
    return str(option.choices[value])


def test_usual_tak_prints_what_players_must_know_and_no_more():
    assert list(printed("tak", NO_RESERVE, size=6)) == [
        "size", "stones", "capstones", "opening", "flat_tie", "out_of_pieces", "undo",
    ]  # fmt: skip


def test_a_board_without_capstones_has_no_options_about_them():
    lines = printed("tak", BPR, size=4)
    assert "capstones" not in lines
    assert "out_of_pieces" not in lines
    assert "reserve_counts" not in lines


def test_what_counts_of_the_reserve_is_printed_where_it_counts():
    assert "reserve_counts" in printed("tak", BPR, size=5)
    assert "reserve_counts" in printed("tak", {**NO_RESERVE, "tiebreaks": ["BPR"]}, size=5)
    assert "reserve_counts" in printed("tak", {**NO_RESERVE, "stakes": {"limit": 100}}, size=5)
    assert "reserve_counts" not in printed("tak", NO_RESERVE, size=5)


def test_komi_is_printed_where_there_is_one():
    assert "half_komi" not in printed("tak", MATCH, size=5)
    line = printed("tak", MATCH, size=5, half_komi=4)["half_komi"]
    assert ([choice.words for choice in line.choices], line.usual) == (["4"], "none")
    assert line.changed


def test_flats_cannot_be_equal_with_half_a_point_of_komi():
    assert "flat_tie" in printed("tak", MATCH, size=5, half_komi=4)
    assert "flat_tie" not in printed("tak", MATCH, size=5, half_komi=5)


def test_a_changed_option_says_what_is_usual():
    line = printed("tak", MATCH, size=5, flat_tie="second_player")["flat_tie"]
    assert line.choices[0].words == words_of("tak", "flat_tie", "second_player")
    assert (line.changed, line.usual) == (True, words_of("tak", "flat_tie", "draw"))
    assert not printed("tak", MATCH, size=5)["flat_tie"].changed


def test_named_rules_say_what_differs_from_the_common_game():
    lines = printed("tak", MATCH, name="playtak", size=6)
    assert lines["reversible_limit"].choices[0].words == "50"
    assert not lines["reversible_limit"].changed, "playtak always has this limit"
    assert "overdrawn_reserve" in lines
    unlimited = printed("tak", MATCH, name="playtak", size=6, reversible_limit=None)
    assert unlimited["reversible_limit"].changed


def test_rules_that_leave_their_capstones_to_the_event():
    line = printed("tak", MATCH, name="beta", size=7, capstones=1)["capstones"]
    assert (line.choices[0].words, line.changed) == ("1", False)


def test_a_deck_without_three_plus_has_no_section_about_it():
    def titles(**rules):
        full = RULESET_LOADERS["taki"](rules).as_dict()
        return [part.title for part in parts_of_event("taki", full, CARD_MATCH)]

    (about_it,) = (
        str(section.title)
        for section in TEXTS["taki"]
        if "breaker_last" in [option.field for option in section.options]
    )
    assert about_it in titles()
    assert about_it not in titles(deck=112)


def test_points_of_a_checked_record_are_no_matter_of_an_event():
    for game in ("taki", "gamnon"):
        assert "winner_takes_all" in RULESET_LOADERS[game]({}).as_dict()
        assert "winner_takes_all" not in printed(game, CARD_MATCH)


def test_what_happens_at_the_turn_limit_needs_a_limit():
    assert "adjudicate" in printed("gamnon", CARD_MATCH, max_turns=200)
    assert "adjudicate" not in printed("gamnon", CARD_MATCH, max_turns=0)


def test_the_page_has_rules_in_words_and_one_choice_an_option(client):
    make_event(slug="cup", size=5)
    page = text_of(client.get(url_of("event-rules", "cup")))
    assert ruleset_name("tak", "standard") in page
    assert "standard" not in page
    assert words_of("tak", "flat_tie", "second_player") not in page, "not chosen, so not printed"
    rows = re.findall(r'<th scope="row">.*?</td>', page, re.DOTALL)
    assert rows
    assert all(row.count("<div") == 1 for row in rows)


@pytest.mark.parametrize("game", PRESETS)
def test_the_general_page_has_the_rules_in_words_without_their_codes(client, game):
    page = text_of(client.get(url_of("rules", game)))
    for code in PRESETS[game]:
        assert f"<bdi>{ruleset_name(game, code)}</bdi>" in page
        assert f"(<bdi>{code}</bdi>)" not in page
