"""What hangs on the wall: which sheets there are, in which order, and the clock of the round."""

import re
from datetime import timedelta

import pytest

from tests.builders import decide, decide_round, finish_round, make_event, published_round, slot_at
from tests.clients import text_of, url_of
from tournaments.actor import SYSTEM
from tournaments.models import Round
from tournaments.recompute import refresh_standings
from tournaments.services.rounds import deadlines


@pytest.fixture
def hall(db):
    """Twenty-one players: ten tables and a bye, one game each."""
    event = make_event(games=1, entries=21, slug="hall", stages=[{"system": "swiss"}])
    return event, published_round(event)


def sheet(client, **query):
    answer = client.get(url_of("event-wall", "hall"), query)
    assert answer.status_code == 200
    return text_of(answer)


def tables_on(page):
    main = page.split("<main")[1].split("</main>")[0]
    return re.findall(r'class="table"><span class="hide">Table </span>([^<]+)<', main)


def pages_of(page):
    return re.findall(r"Page (\d+) of (\d+)", page)[0]


def test_pairings_by_table_then_the_standings(client, hall):
    event, round_ = hall
    decide_round(round_)
    refresh_standings(event.pk)
    assert tables_on(sheet(client)) == ["1", "2", "3", "4", "5", "6", "7", "8"]
    assert tables_on(sheet(client, page=2)) == ["9", "10", "·"]
    third = sheet(client, page=3)
    assert "<h2>Standings</h2>" in third
    event.refresh_from_db()
    assert "after round 1 · " in third
    assert "stamp late" not in third
    assert pages_of(third) == ("3", "5")


def test_after_the_last_sheet_comes_the_first(client, hall):
    assert tables_on(sheet(client, page=3, show="pairings")) == tables_on(sheet(client))
    second = sheet(client, page=2, show="pairings")
    assert 'data-next="/events/hall/wall/?page=1&amp;show=pairings"' in second


def test_pairings_by_name_say_everybody_once_in_order(client, hall):
    both = [sheet(client, show="pairings", by="name", page=page) for page in (1, 2)]
    names = re.findall(r"<li><span class=\"who\">.*?<bdi>([^<]+)</bdi>", "".join(both))
    assert names == sorted(names)
    assert len(names) == 21
    assert "bye" in "".join(both)


def test_who_is_still_playing(client, hall):
    _event, round_ = hall
    for table in range(1, 10):
        decide(slot_at(round_, table))
    page = sheet(client, show="playing")
    assert tables_on(page) == ["10"]
    assert "1 table still playing" in page
    decide(slot_at(round_, 10))
    assert "All tables are done." in sheet(client, show="playing")


def test_what_is_wished_may_stand_in_one_word(client, hall):
    assert pages_of(sheet(client, show="pairings,standings")) == pages_of(sheet(client))
    assert 'value="standings">' in sheet(client, show="pairings")
    assert 'value="pairings" checked' in sheet(client, show="pairings")


@pytest.mark.parametrize("query", [{"page": "x"}, {"every": "-1"}, {"by": "?"}, {"show": "?"}])
def test_a_wish_that_is_none_is_left_out(client, hall, query):
    assert tables_on(sheet(client, **query)) == tables_on(sheet(client))


def test_without_a_script_the_page_goes_to_the_next_sheet(client, hall):
    page = sheet(client, every=7)
    assert (
        '<noscript><meta http-equiv="refresh" '
        'content="7;url=/events/hall/wall/?every=7&amp;page=2"></noscript>' in page
    )
    assert "refresh" not in sheet(client, every=0)


def test_a_wall_before_the_first_round_says_what_comes(client, db):
    make_event(slug="hall", state="registration")
    assert "The pairings of the first round appear here" in sheet(client)


def test_the_clock_counts_to_the_time_at_which_the_round_closes(client, hall):
    event, round_ = hall
    assert "data-ends" not in sheet(client)
    closes = round_.opens_at + timedelta(hours=2)
    deadlines.set_round_times(
        actor=SYSTEM, event_id=event.pk, number=1, opens_at=round_.opens_at, closes_at=closes
    )
    page = sheet(client)
    assert f'data-ends="{closes.isoformat()}"' in page
    assert f"{closes:%H:%M}" in page


def test_without_such_a_time_the_clocks_of_the_games_tell(client, hall):
    event, round_ = hall
    event.time_control = {"minutes": 10, "increment_seconds": 5}
    event.save()
    # Two players with ten minutes and sixty times five seconds each.
    opened = Round.objects.get().opens_at
    assert opened is not None
    ends = opened + timedelta(minutes=30)
    assert f'data-ends="{ends.isoformat()}"' in sheet(client)
    finish_round(round_)
    assert "data-ends" not in sheet(client)


def test_names_are_escaped_and_the_code_leads_to_the_event(client, hall):
    event, _round = hall
    entry = event.entries.order_by("number")[0]
    entry.player.name = "<b>Bold</b>"
    entry.player.save()
    page = sheet(client)
    assert "<b>Bold" not in page
    assert 'class="qr"' in page
    assert 'class="to-event" href="/events/hall/"' in page
