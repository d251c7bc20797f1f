"""The crosstable: who met whom, with which game, on a page and in a file for spreadsheets."""

import csv
import io

import pytest

from tests.builders import decide, decide_round, make_event, published_round, slot_at
from tests.flows.events.test_a_match import Table
from tests.flows.records import FIRST_BY_ROAD
from tournaments import recompute
from tournaments.models import Player

pytestmark = pytest.mark.django_db


def rows_of(client, slug):
    answer = client.get(f"/events/{slug}/crosstable.csv")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))


def test_a_line_has_the_opponents_and_the_points_of_each_round(client):
    event = make_event(slug="spring", entries=3, games=1)
    decide_round(published_round(event), favourites=True)
    recompute.refresh_standings(event.pk)
    first, *lines = rows_of(client, "spring")
    assert first == ["Place", "Number", "Player", "Round 1", "Points"]
    cells = {int(line[1]): line[3] for line in lines}
    assert sorted(cells.values()) == ["0 1", *sorted(c for c in cells.values() if c != "0 1")]
    met = {number: cell.split()[0] for number, cell in cells.items()}
    assert all(met[int(other)] == str(number) for number, other in met.items() if other != "0")


def test_a_name_that_looks_like_a_formula_is_only_a_name(client):
    event = make_event(slug="spring", entries=2, games=1)
    Player.objects.filter(entries__event=event, entries__number=1).update(name="=1+1")
    assert "'=1+1" in {line[2] for line in rows_of(client, "spring")}


def test_a_match_being_played_has_a_star(client):
    event = make_event(slug="spring", entries=2, games=2)
    decide(slot_at(published_round(event)))
    assert [line[3] for line in rows_of(client, "spring")[1:]] == ["2 *", "1 *"]


def test_a_cell_leads_to_its_game(client):
    table = Table(games=1)
    game = table.send(table.one, FIRST_BY_ROAD)
    table.confirm(table.two, game)
    page = client.get(f"/events/{table.event.slug}/crosstable/").content.decode()
    assert f'href="/games/{game.public_id}/"' in page
    assert f"/events/{table.event.slug}/crosstable.csv" in page


def test_nobody_takes_a_table_home_that_they_may_not_see(client):
    make_event(slug="closed", visibility="private")
    assert client.get("/events/closed/crosstable.csv").status_code == 404
