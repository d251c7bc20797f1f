"""Long tables of an event: in pages, with names that lead to their rows, and light."""

import re
from urllib.parse import quote

import pytest
from django.test import Client

from config.pages.event.rounds import PairingRow, RoundPage, RoundSection
from config.pages.long_lists import FIRST, PAGE
from tests.builders import decide, entry_of, make_event, published_round, slot_at
from tests.clients import part_of, signed_in, text_of, url_of
from tournaments.recompute import refresh_standings

ENTRIES = 104
MOST_BYTES = 150_000


def make_world():
    stages = [{"system": "swiss", "options": {"rounds": 9}}]
    event = make_event(games=1, entries=ENTRIES, slug="hall", stages=stages)
    round_ = published_round(event)
    for table in (1, 2, 3):
        decide(slot_at(round_, table))
    refresh_standings(event.pk)
    return event


@pytest.fixture
def hall(made):
    return made


def opened(name, query="", client=None, slug="hall"):
    answer = (client or Client()).get(url_of(name, slug) + query)
    assert answer.status_code == 200
    assert len(answer.content) < MOST_BYTES
    return text_of(answer)


def rows(page):
    return len(re.findall(r'id="(?:row|entry)-\d+"', page))


@pytest.mark.usefixtures("hall")
@pytest.mark.parametrize("name", ["event-standings", "event-crosstable", "event-players"])
def test_a_long_table_comes_in_pages(name):
    seen = []
    for number in (1, 2, 3):
        page = opened(name, f"?page={number}")
        seen += re.findall(r'href="(/players/[^"]+)"', page.partition("<main")[2])
        assert re.findall(r"\d+", part_of(page, "data-page")) == [str(number), "3"]
    assert len(seen) == len(set(seen)) == ENTRIES
    assert rows(opened(name)) == PAGE
    assert rows(opened(name, "?page=9")) == ENTRIES - 2 * PAGE
    assert rows(opened(name, "?page=x")) == PAGE


def test_a_score_of_a_long_table_leads_to_its_derivation(hall):
    page = opened("event-standings")
    assert "<details>" not in page
    links = re.findall(r'href="(/events/hall/standings/\d+/)"', page)
    assert len(links) == PAGE
    assert Client().get(links[0]).status_code == 200


@pytest.mark.usefixtures("hall")
def test_the_first_page_shows_the_first_places_and_leads_to_all():
    page = opened("event")
    standings = part_of(page, 'id="standings"')
    assert standings.count('<th scope="row">') == FIRST
    address = url_of("event-standings", "hall")
    assert str(ENTRIES) in part_of(standings, f'href="{address}"')


@pytest.mark.parametrize(
    ("name", "reading", "asked"),
    [
        ("Zoë Quux", "", "zoe qu"),
        ("זרובבל קצנלבוגן", "Zerubbabel", "קצנלבוגן"),
        ("橘 小夜", "たちばな さよ", "橘"),
    ],
)
@pytest.mark.parametrize("list_", ["event-standings", "event-crosstable", "event-players"])
def test_a_name_leads_to_its_row(hall, list_, name, reading, asked):
    player = entry_of(hall, 97).player
    player.name, player.sort_name = name, reading or name
    player.save()
    found = Client().get(url_of(list_, "hall"), {"name": asked})
    assert found.status_code == 302
    address, _hash, anchor = found["Location"].partition("#")
    page = text_of(Client().get(address))
    row = page.partition(f'id="{anchor}"')[2].partition("</tr>")[0]
    assert name in row


def test_a_name_leads_to_its_table(hall):
    found = Client().get(url_of("event-round", "hall", 1), {"name": "Player 100"})
    address, _hash, anchor = found["Location"].partition("#")
    page = text_of(Client().get(address))
    assert "Player 100" in page.partition(f'id="{anchor}"')[2].partition("</li>")[0]


@pytest.mark.usefixtures("hall")
def test_several_of_a_name_are_listed_and_nobody_is_told_so():
    many = opened("event-standings", "?name=player")
    assert len(re.findall(r'href="\?page=\d#row-\d+"', many)) == 20
    assert part_of(many, 'id="nobody"') == ""
    nobody = opened("event-standings", "?name=nobody%20at%20all")
    assert part_of(nobody, 'id="nobody"')
    assert "#row-" not in nobody
    assert 'value="&lt;q9&gt;"' in opened("event-standings", f"?name={quote('<q9>')}")


def test_one_who_is_signed_in_finds_their_own_row(hall):
    player = entry_of(hall, 3).player
    page = opened("event-standings", client=signed_in(player.user))
    own = re.findall(r'href="(\?name=[^"]+)"', page)
    assert own == [f"?name={quote(player.name)}"]
    assert "?name=" not in opened("event-standings")


@pytest.mark.usefixtures("hall")
def test_a_long_swiss_crosstable_has_the_opponents_by_round():
    page = opened("event-crosstable")
    assert 'aria-describedby="cross-note"' not in page
    assert 'title="Round 1">1</abbr>' in page
    _head, _tag, body = page.partition("<tbody>")
    opponents = re.findall(r'<abbr title="[^"]+">.*?</abbr>', body, re.DOTALL)
    assert len(opponents) == PAGE


def test_a_long_round_robin_is_drawn_in_blocks(db):
    event = make_event(games=1, entries=62, slug="all")
    decide(slot_at(published_round(event)))
    refresh_standings(event.pk)
    first, last = (
        opened("event-crosstable", slug="all"),
        opened("event-crosstable", "?rows=61&columns=31", slug="all"),
    )
    assert re.findall(r'<abbr title="[^"]*">(\d+)</abbr>', first) == [str(n) for n in range(1, 31)]
    assert re.findall(r'<abbr title="[^"]*">(\d+)</abbr>', last) == [str(n) for n in range(31, 61)]
    assert re.findall(r'id="row-(\d+)"', last) == ["61", "62"]
    assert 'href="?rows=61&amp;columns=1"' in first
    assert first.count("data-self") == 30
    assert opened("event-crosstable", "?rows=9999&columns=9999", slug="all").count("data-self") == 2
    found = Client().get(url_of("event-crosstable", "all"), {"name": "Player 062"})
    assert found["Location"].endswith("?rows=61&columns=1#row-62")


def test_a_large_bracket_is_drawn_in_sections(db):
    stages = [{"system": "knockout"}]
    published_round(make_event(games=1, entries=70, slug="all", stages=stages))
    last = opened("event-bracket", slug="all")
    assert 'id="match-W3-16"' in last
    assert 'id="match-W1-' not in last
    part = opened("event-bracket", "?section=W3-2", slug="all")
    assert set(re.findall(r'id="match-(W[23]-\d+)"', part)) == {"W3-2", "W2-3", "W2-4"}
    assert part.count('aria-current="page">2</a>') == 1
    assert opened("event-bracket", "?section=W9-999", slug="all").count("<rect") == last.count(
        "<rect"
    )
    found = Client().get(url_of("event-bracket", "all"), {"name": "Player 070"})
    section = opened("event-bracket", found["Location"].partition("/bracket/")[2], slug="all")
    assert "Player 070" in section


def test_a_part_of_a_round_counts_tables_through_its_sections():
    def section(title, *tables):
        made = [PairingRow(table, [], "", "", "", over=False) for table in tables]
        return RoundSection(title, made)

    whole = RoundPage(1, [section("A", 1, 2, 3), section("B", 4, 5)], "", late=False)
    assert whole.tables == 5

    def tables(shown):
        return [(part.title, [row.table for row in part.pairings]) for part in shown.sections]

    assert tables(whole.part(slice(0, 2))) == [("A", [1, 2])]
    assert tables(whole.part(slice(2, 4))) == [("A", [3]), ("B", [4])]
    assert tables(whole.part(slice(4, 9))) == [("B", [5])]
