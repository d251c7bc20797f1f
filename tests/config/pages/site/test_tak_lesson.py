"""The lesson on Tak, the list of rules and the page of the combined board."""

import re

import pytest

from config.pages.site.lesson_boards import SERIES
from config.pages.site.tak_lesson import CHAPTERS, piece_sets
from config.pages.templatetags.roadhouse import ptn
from tests.clients import text_of, url_of

pytestmark = pytest.mark.django_db


def page_of(client, name, language="en"):
    client.cookies["django_language"] = language
    answer = client.get(url_of(name))
    assert answer.status_code == 200
    return text_of(answer)


def test_each_chapter_is_in_the_table_of_contents_and_on_the_page(client):
    page = page_of(client, "tak-lesson")
    anchors = [chapter.anchor for chapter in CHAPTERS]
    assert re.findall(r'<li><a href="#([\w-]+)">', page) == [*anchors, "options"]
    for anchor in [*anchors, "options"]:
        assert page.count(f'id="{anchor}"') == 1


def test_the_lesson_stands_at_the_address_of_the_rules(client):
    assert url_of("tak-lesson") == url_of("rules", "tak") == "/rules/tak/"
    assert "A capstone counts for a road" in page_of(client, "tak-lesson")


def test_the_sets_are_those_of_the_books(client):
    """3 to 8: 10, 15, 21, 30, 40, 50 stones; capstones 0, 0, 1, 1, not stated, 2."""
    assert [tuple(line) for line in piece_sets()] == [
        (3, 10, "0"), (4, 15, "0"), (5, 21, "1"), (6, 30, "1"), (7, 40, "?"), (8, 50, "2"),
    ]  # fmt: skip
    page = page_of(client, "tak-lesson")
    cells = re.findall(
        r"(\d)×\1</span></th>\s*<td[^>]*>.*?>([\d?]+)<.*?>([\d?]+)<", page, re.DOTALL
    )
    assert [(int(size), int(stones), caps) for size, stones, caps in cells] == [
        tuple(line) for line in piece_sets()
    ]
    assert "7 by 7 is rarely played" in page


def test_every_board_is_drawn_with_its_caption(client):
    page = page_of(client, "tak-lesson")
    boards = re.findall(r'<figure class="board"><svg .*?</svg><figcaption>(.*?)</figcaption>', page)
    assert len(boards) == sum(map(len, SERIES.values()))
    ids = re.findall(r'<title id="([^"]+)"', page)
    assert len(ids) == len(set(ids)), "each drawing has an id of its own"


@pytest.mark.parametrize(
    "told",
    [
        "Draw lots for who moves first",
        "one flat stone of the opponent",
        "at least one piece from the bottom",
        "as its last step flattens the wall",
        "nor corners that touch",
        "the player who moved wins",
        "Not counted: stones inside stacks, walls, and capstones",
        "An equal count is a draw. By an older rule the second player won then",
        "Among friends it is usual, but nobody has to",
        "Nobles say it out of courtesy",
        "thought to spoil the game",
        "touch-move",
        '<span class="num">25 + 4 = 29</span>',
        '<span class="num">16 + 4 = 20</span>',
        "twice, if the winning road is one straight line",
        "an ante of ten coins",
        "Whether an event has stakes",
        "without a board",
    ],
)
def test_the_lesson_tells_what_the_books_tell(client, told):
    assert told in page_of(client, "tak-lesson")


def test_notation_stays_from_left_to_right(client):
    page = page_of(client, "tak-lesson", "he")
    assert 'dir="rtl"' in page
    for sign in ("3a3&gt;21*", "5a3&gt;221", "&lt;", "&gt;", "-"):
        assert f'<span class="ptn">{sign}</span>' in page
    assert str(ptn("c3+")) in page


def test_the_options_are_at_the_end_with_rules_in_words(client):
    page = page_of(client, "tak-lesson")
    assert page.index('id="options"') > page.index(f'id="{CHAPTERS[-1].anchor}"')
    assert "Beta of 2016" in page
    assert "<bdi>University</bdi>" in page
    assert "the second player wins" in page


def test_the_list_of_rules_leads_everywhere(client):
    page = page_of(client, "rules-index")
    for address in ("/rules/tak/", "/rules/taki/", "/rules/gamnon/", "/glossary/",
                    "/rules/combined-board/"):  # fmt: skip
        assert f'href="{address}"' in page
    assert 'href="/rules/"' in page_of(client, "home"), "the foot of every page"


def test_the_combined_board_has_a_drawing_for_each_size(client):
    page = page_of(client, "combined-board")
    assert page.count('<svg viewBox="0 0 620 620"') == 5
    assert re.findall(r'<h2><span class="num">(\d)×\1</span></h2>', page) == list("6543")
