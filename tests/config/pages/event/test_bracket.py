"""The bracket of an event: the drawing and the list agree, in both text directions."""

import html
import re

import pytest
from django.core.cache import cache

from config.pages.event.bracket_drawing import Box, Side, draw_bracket, shorten_name
from tests.builders import entry_of, make_event, played_round
from tests.clients import text_of, tidy, url_of


def bracket(client, language="en"):
    client.cookies["django_language"] = language
    answer = client.get(url_of("event-bracket", "cup"))
    assert answer.status_code == 200
    return text_of(answer)


def cup(system="knockout", entries=6, played=1, **options):
    """Ada is seeded first, then Bo, and so on; the better seed wins every match."""
    stages = [{"system": system, "options": options}]
    event = make_event(games=1, entries=entries, slug="cup", stages=stages)
    for _round in range(played):
        played_round(event, favourites=True)
    return event


def drawn(page):
    """Names and scores of the drawing, box by box."""
    boxes = re.findall(r'<g id="match-([\w-]+)">(.*?)</g>', page, re.S)
    return {label: re.findall(r"<text[^>]*>([^<]*)</text>", box) for label, box in boxes}


def listed(page):
    """The same of the list."""
    found = {}
    rows = re.findall(r'<li data-match="([^"]+)">(.*?)</li>', page, re.S)
    for label, row in rows:
        who, rest = row.split('class="who"')[1].split('class="score"')
        names = re.findall(r"<bdi>([^<]*)</bdi>", who)
        scores = re.findall(r'class="num">([^<]*)<', rest)
        found[label] = [each for pair in zip(names, scores, strict=True) for each in pair]
    return found


@pytest.mark.parametrize("language", ["en", "he"])
@pytest.mark.parametrize("played", [1, 2, 3])
def test_drawing_and_list_agree(client, language, played):
    cup(played=played, third_place=True)
    page = bracket(client, language)
    assert drawn(page) == listed(page)
    assert set(drawn(page)) == {"W1-1", "W1-2", "W1-3", "W1-4", "W2-1", "W2-2", "W3-1", "P3"}


def test_a_knockout_from_its_byes_to_its_final(client):
    cup(played=1)
    page = bracket(client)
    boxes = drawn(page)
    assert boxes["W1-1"] == ["Ada", "", "nobody", ""]  # six players: the two best wait
    assert boxes["W1-2"] == ["Dag", "1", "Eli", "0"]
    assert boxes["W2-1"] == ["Ada", "", "Dag", ""]
    assert boxes["W3-1"] == ["winner of match 5", "", "winner of match 6", ""]
    for title in ("Semifinals", "Final"):
        assert f'<h3 class="part">{title}</h3>' in page
    assert "goes on without playing" in page


def test_the_match_for_third_place_has_a_title_of_its_own_in_drawing_and_list(client):
    cup(played=2, third_place=True)
    page = bracket(client)
    titles = re.findall(r'<text class="br-title"[^>]* y="(\d+)[^>]*>([^<]+)<', page)
    assert [text for _y, text in titles] == [
        "Quarterfinals", "Semifinals", "Final", "Match for third place",
    ]  # fmt: skip
    assert [y for y, _text in titles][:3] == ["16"] * 3
    assert int(titles[3][0]) > 16
    final, third = page.index(">Final</h3>"), page.index(">Match for third place</h3>")
    assert final < third < page.index('data-match="P3"')
    assert page.count("<ol ") == page.count("</ol>")


def test_of_a_match_that_is_over_the_winner_stands_out_and_nothing_more_is_said(client):
    cup(played=2)
    page = tidy(bracket(client))
    assert page.count('<span class="won"><bdi>') == 2 + 2 + 2, "two went on without playing"
    assert '<span class="state">final' not in page


def test_a_double_elimination_is_drawn_in_two_parts(client):
    cup("double_elimination", entries=4, played=2)
    page = bracket(client)
    assert page.count('<svg class="bracket"') == 2
    boxes = drawn(page)
    assert boxes["L1-1"] == ["Dag", "0", "Cleo", "1"]
    assert boxes["GF"] == ["Ada", "", "winner of match 5", ""]


def test_a_match_leads_to_its_reasons(client):
    cup(played=1)
    why = re.findall(r'href="(/events/cup/rounds/1/why/\d+/)"', bracket(client))[0]
    assert "seed" in text_of(client.get(why))


def test_only_an_event_with_a_bracket_has_the_tab(client):
    tab = f'href="{url_of("event-bracket", "cup")}"'
    event = cup(played=0)
    assert tab in text_of(client.get("/events/cup/"))
    event.stages.update(system="swiss")
    cache.clear()  # no journal tells it: a minute later
    assert tab not in text_of(client.get("/events/cup/"))
    assert "drawn here when a knockout" in bracket(client)


def test_names_are_escaped_in_the_drawing(client):
    event = cup(played=1)
    player = entry_of(event, 4).player
    player.name = "<i>Dag</i>"
    player.save()
    page = bracket(client)
    assert "<i>Dag" not in page
    assert drawn(page)["W1-2"][0] == html.escape("<i>Dag</i>")


def one(label, *feeds):
    return Box(label, (Side("Ada", "1", True), Side("Bo", "0", False)), feeds)


def places(text):
    return [
        (float(x), float(y))
        for x, y in re.findall(r'class="br-box" x="([\d.]+)" y="([\d.]+)"', text)
    ]


def test_a_box_stands_between_those_that_feed_it():
    first, second, third = places(
        draw_bracket([[one("A"), one("B")], [one("C", "A", "B")]], ["1", "2"], mirrored=False)
    )
    assert first[0] == second[0] < third[0]
    assert third[1] == (first[1] + second[1]) / 2


def test_a_mirrored_drawing_is_the_other_way_round_with_scores_as_they_are():
    columns = [[one("A"), one("B")], [one("C", "A", "B")]]
    plain = draw_bracket(columns, ["1", "2"], mirrored=False)
    mirrored = draw_bracket(columns, ["1", "2"], mirrored=True)
    width = float(re.findall(r'viewBox="0 0 (\d+)', plain)[0])
    assert [(width - x - 200, y) for x, y in places(mirrored)] == places(plain)
    assert re.findall(">([^<]+)</text>", plain) == re.findall(">([^<]+)</text>", mirrored)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ada", "Ada"),
        ("a" * 19, "a" * 19),
        ("a" * 20, "a" * 18 + "…"),
        ("田中愛子" * 3, "田中愛子田中愛子…"),
    ],
)
def test_a_long_name_is_shortened_to_its_box(name, shown):
    assert shorten_name(name) == shown
