"""The crosstable: who met whom, with which game, on a page and in a file for spreadsheets."""

import csv
import io
import re

from tests.builders import (
    decide,
    decide_round,
    entry_of,
    finish_round,
    make_event,
    make_user,
    published_round,
    slot_at,
)
from tests.clients import signed_in, text_of, tidy, url_of
from tests.flows.events.test_a_match import Table
from tests.flows.records import FIRST_BY_ROAD
from tests.slots import rule
from tournaments import recompute
from tournaments.actor import SYSTEM
from tournaments.models import Player, StageEntry
from tournaments.services.entries import absences
from tournaments.services.rounds import rounds
from tournaments.services.stages import stages


def rows_of(client, slug):
    answer = client.get(f"/events/{slug}/crosstable.csv")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.reader(io.StringIO(text_of(answer))))


def test_a_line_has_the_opponents_and_the_points_of_each_round(client):
    event = make_event(slug="spring", entries=3, games=1)
    decide_round(published_round(event), favourites=True)
    recompute.refresh_standings(event.pk)
    first, *lines = rows_of(client, "spring")
    assert first == ["Place", "Number", "Player", "Round 1", "Outside rounds", "Points"]
    cells = {int(line[1]): line[3] for line in lines}
    assert sorted(cells.values()) == ["0 1", *sorted(c for c in cells.values() if c != "0 1")]
    met = {number: cell.split()[0] for number, cell in cells.items()}
    assert all(met[int(other)] == str(number) for number, other in met.items() if other != "0")


def row_of(client, slug, name):
    """The texts of the cells of a player's row."""
    page = tidy(text_of(client.get(f"/events/{slug}/crosstable/")))
    (row,) = [r for r in re.findall(r"<tr>(.*?)</tr>", page, re.DOTALL) if f"<bdi>{name}<" in r]
    cells = re.findall(r"<td.*?</td>", row, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in cells]


def test_byes_forfeits_and_absences_have_cells(client):
    event = make_event(slug="spring", entries=3, games=1)
    round_ = published_round(event)
    slot = slot_at(round_)
    rule(slot, {"kind": "forfeit", "winner": 1}, actor=SYSTEM, reason="nobody came")
    rounds.close_round(actor=SYSTEM, event_id=event.pk, number=1)
    alone = round_.pairings.get(kind__startswith="bye").seats.get().entry
    winner, loser = (seat.entry for seat in slot.pairing.seats.order_by("order"))
    absences.withdraw_entry(actor=SYSTEM, entry_id=loser.pk, from_round=2)
    published_round(event)
    recompute.refresh_standings(event.pk)
    assert row_of(client, "spring", alone.player.name)[-2:] == ["bye 1 1", "1"]
    assert "1 1 not played" in row_of(client, "spring", winner.player.name)
    assert row_of(client, "spring", loser.player.name)[-2:] == ["withdrawn 0 2", "0"]


def test_who_withdrew_is_marked_in_the_standings_and_counted_at_the_desk():
    boss = make_user("boss")
    event = make_event(slug="spring", entries=4, games=1, organiser=boss)
    decide_round(published_round(event))
    recompute.refresh_standings(event.pk)
    client = signed_in(boss)
    desk = url_of("manage", "spring")
    tables = (
        *(f"/events/spring/{page}" for page in ("", "standings/", "wall/?show=standings")),
        url_of("print-standings", "spring"),
    )
    for address in (*tables, desk):
        assert "withdrawn" not in text_of(client.get(address))
    entry = entry_of(event, 2)
    absences.withdraw_entry(actor=SYSTEM, entry_id=entry.pk, from_round=2)
    recompute.refresh_standings(event.pk)
    for address in tables:
        page = tidy(text_of(client.get(address)))
        assert len(re.findall(r">\s*withdrawn\s*<", page)) == 1, address
    assert f"<dt>withdrawn</dt> <dd> 1: <bdi>{entry.player.name}</bdi> </dd>" in " ".join(
        text_of(client.get(desk)).split()
    )


def test_a_penalty_stands_in_the_row(client):
    event = make_event(slug="spring", entries=2, games=1)
    decide(slot_at(published_round(event)))
    entry = entry_of(event, 1)
    StageEntry.objects.get(entry=entry).adjustments.create(
        after_round=1, points_x2=-1, kind="penalty", reason="late"
    )
    recompute.refresh_standings(event.pk)
    row = row_of(client, "spring", entry.player.name)
    assert row[-2] == "penalty −½ 1"
    assert row[-1] in ("½", "−½")


def test_the_rows_of_the_file_add_up(client):
    event = make_event(slug="spring", entries=3, games=1)
    for _round in range(2):
        finish_round(published_round(event), favourites=True)
    StageEntry.objects.get(entry=entry_of(event, 1)).adjustments.create(
        after_round=1, points_x2=-1, kind="penalty", reason="late"
    )
    recompute.refresh_standings(event.pk)
    _first, *lines = rows_of(client, "spring")
    assert len(lines) == 3
    for line in lines:
        *played, outside, points = line[3:]
        given = [cell.split()[1].replace("½", ".5") for cell in played]
        assert sum(map(float, [*given, outside])) == float(points)


def test_a_player_has_a_row_in_each_stage(client):
    then_a_final = ({"system": "round_robin"}, {"system": "knockout", "options": {"places": 2}})
    event = make_event(slug="spring", entries=3, games=1, stages=then_a_final)
    for _round in range(3):
        finish_round(published_round(event), favourites=True)
    recompute.refresh_standings(event.pk)
    stages.begin_next_stage(actor=SYSTEM, event_id=event.pk)
    finish_round(published_round(event), favourites=True)
    recompute.refresh_standings(event.pk)
    first, *lines = rows_of(client, "spring")
    assert first[:4] == ["Stage", "Place", "Number", "Player"]
    assert [line[0] for line in lines] == ["2", "2", "1", "1", "1"]
    assert {line[-1] for line in lines if line[0] == "2"} == {"0", "1"}


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
    page = text_of(client.get(f"/events/{table.event.slug}/crosstable/"))
    assert f'href="/games/{game.public_id}/"' in page
    assert f"/events/{table.event.slug}/crosstable.csv" in page


def test_nobody_takes_a_table_home_that_they_may_not_see(client):
    make_event(slug="closed", visibility="private")
    assert client.get("/events/closed/crosstable.csv").status_code == 404
