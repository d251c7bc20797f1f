"""The page of a new event: rules of the game and stakes, under what stands closed."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from config.pages.desk.setup.new_options import STAKES_TITLE, TITLES
from config.pages.site.rule_texts.names import ruleset_name
from config.pages.site.rule_texts.tak import SECTIONS
from engine.games import DEFAULT_RULES, PRESETS, RULESET_LOADERS
from engine.tak.ruleset import CapstonesNotStated, SetNotStated
from tests.builders import make_user
from tests.clients import part_of, signed_in, text_of, url_of
from tournaments.models import Event

NEW = {"name": "Lantern Cup", "preset": "swiss", "size": "5", "time_zone": "UTC"}


@pytest.fixture
def client():
    return signed_in(make_user("boss"))


def review(client: Client, **given: str) -> Any:
    return client.post(url_of("manage-new"), NEW | {"do": "review"} | given)


def create(client: Client, **given: str) -> Event:
    """Look it over, then create it."""
    seen = text_of(review(client, **given))
    mark = re.search(r'name="looked_at" value="(\w+)"', seen)
    assert mark, seen
    made = client.post(url_of("manage-new"), NEW | {"do": "create", "looked_at": mark[1]} | given)
    assert made.status_code == 302, made.content
    return Event.objects.get()


def opened(page: str) -> list[str]:
    """The headings of the groups of options that stand open, where one can see them."""
    options = part_of(page, 'id="game-options"')
    around, _end, groups = options.partition("</summary>")
    assert groups, "there are no options"
    found = re.findall(r"<details[^>]* open>\s*<summary>(.*?)</summary>", groups)
    assert bool(re.match(r"<details[^>]* open>", around)) == bool(found)
    return found


def test_the_form_is_as_short_as_before_until_somebody_opens_more(client):
    page = text_of(client.get(url_of("manage-new")))
    assert opened(page) == []


def test_what_is_left_as_it_stands_gives_the_proposed_rules(client):
    rules = create(client).ruleset
    assert rules == RULESET_LOADERS["tak"]({"name": "standard", "size": 5}).as_dict()


@pytest.mark.parametrize(("preset", "game"), [("taki-tables", "taki"), ("gamnon-tables", "gamnon")])
def test_for_cards_the_text_of_the_source_is_proposed_where_there_is_such_a_ruleset(
    client, preset, game
):
    rules = create(client, preset=preset).ruleset
    faithful = "source" in PRESETS[game]
    assert rules["name"] == ("source" if faithful else DEFAULT_RULES[game])


def test_every_option_of_every_game_has_a_field(client):
    page = text_of(client.get(url_of("manage-new")))
    for game, least in (("tak", {"size": 5}), ("taki", {}), ("gamnon", {})):
        for field in set(RULESET_LOADERS[game](least).as_dict()) - {"size"}:
            assert f'name="{game}-{field}"' in page, (game, field)


def test_options_are_chosen_with_the_event(client):
    event = create(
        client,
        **{
            "tak-name": "playtak",
            "tak-half_komi": "4",
            "tak-flat_tie": "second_player",
            "tak-tak_call": "noble",
            "tak-undo": "by_consent",
            "tak-first_colour": "black",
            "tak-reversible_limit": "-",
        },
    )
    rules = event.ruleset
    assert (rules["name"], rules["half_komi"], rules["flat_tie"]) == ("playtak", 4, "second_player")
    assert (rules["tak_call"], rules["undo"]) == ("noble", "by_consent")
    assert rules["first_colour"] == "black"
    assert rules["reversible_limit"] is None  # a dash: none, although these rules have a limit


def test_options_of_another_game_than_the_chosen_one_are_not_read(client):
    event = create(client, **{"taki-name": "publisher", "gamnon-packs": "many"})
    assert event.ruleset["name"] == "standard"


@pytest.mark.parametrize(
    ("name", "size"), [("beginner", 4), ("nomad4", 4), ("nomad5", 5), ("noble", 6), ("champion", 8)]
)
def test_a_style_brings_its_board_along(client, name, size):
    """TAK-10.1 to 10.5."""
    rules = create(client, size="6", **{"tak-name": name}).ruleset
    assert (rules["name"], rules["size"]) == (name, size)


def test_the_beta_board_of_seven_is_planned_with_one_capstone(client):
    event = create(client, size="7", **{"tak-name": "beta", "tak-capstones": "1"})
    assert (event.ruleset["size"], event.ruleset["stones"], event.ruleset["capstones"]) == (
        7,
        40,
        1,
    )


def test_a_board_of_nine_is_planned_with_its_set(client):
    event = create(client, size="9", **{"tak-stones": "60", "tak-capstones": "2"})
    assert (event.ruleset["size"], event.ruleset["stones"], event.ruleset["capstones"]) == (
        9,
        60,
        2,
    )


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"size": "9"}, SetNotStated.message.format(size=9)),
        (
            {"size": "7", "tak-name": "beta"},
            CapstonesNotStated.message.format(name="beta", size=7),
        ),
        ({"tak-half_komi": "many"}, ""),
        ({"tak-flat_tie": "coin"}, ""),
        ({"tak-stones": "-4"}, ""),
        ({"tak-half_komi": "999"}, ""),
    ],
)
def test_a_refusal_opens_the_rules_and_keeps_what_was_typed(client, given, problem):
    refused = review(client, **given)
    page = text_of(refused, 422)
    if problem:
        assert problem in unescape(part_of(page, 'role="alert"'))
    else:
        (field,) = given
        assert f'id="o-{field}_error"' in page
    assert opened(page) == [str(TITLES["tak"])]
    for name, value in given.items():
        if name != "size" and value.lstrip("-").isalnum() and "name" not in name:
            assert f'value="{value}"' in page or "flat_tie" in name
    assert not Event.objects.exists()


def test_stakes_are_switched_on_with_their_options(client):
    event = create(
        client,
        **{"match-stakes-scheme": "university", "match-stakes-ante": "5",
           "match-stakes-bid_mode": "ascending", "match-stakes-min_age": "18"},
    )  # fmt: skip
    stakes = event.match["stakes"]
    assert (stakes["scheme"], stakes["ante"], stakes["bid_mode"]) == ("university", 5, "ascending")
    assert stakes["min_age"] == 18


def test_stakes_are_off_where_nobody_chose_them(client):
    assert create(client).match.get("stakes") is None


def test_stakes_that_make_no_sense_are_refused_and_open(client):
    refused = review(client, **{"match-stakes-scheme": "tavern", "match-stakes-point_coins": "-3"})
    page = text_of(refused, 422)
    assert opened(page) == [str(STAKES_TITLE)]
    assert 'value="-3"' in page


def test_what_was_chosen_is_looked_over(client):
    page = text_of(review(client, **{"tak-name": "noble", "tak-opening": "no_swap"}))
    facts = dict(re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", page))
    assert ruleset_name("tak", "noble") in facts["Rules"]
    assert re.findall(r"\d+", facts["Board"]) == ["6", "6", "30", "1"]
    (opening,) = (
        option for section in SECTIONS for option in section.options if option.field == "opening"
    )
    assert facts[str(opening.label)] == str(opening.choices["no_swap"])


def test_what_was_typed_is_text_and_never_markup(client):
    page = text_of(review(client, **{"tak-stones": '"><script>alert(1)</script>'}), 422)
    assert "<script>alert" not in page
