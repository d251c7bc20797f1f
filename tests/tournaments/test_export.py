"""What is taken home of an event: tables for spreadsheets, and every record in one file."""

import csv
import io

import pytest

from engine.tak.notation.ptn import parse_ptn, split_games
from games.models import Game
from ratings import recompute as ratings
from ratings.selectors.seasons import series_document
from tests.builders import (
    acting,
    actor_of,
    decide,
    decide_round,
    make_club,
    make_event,
    make_user,
    players_at,
    published_round,
    slot_at,
)
from tests.clients import text_of
from tests.flows.records import FIRST_BY_ROAD, SECOND_BY_ROAD, ptn
from tests.slots import submit
from tournaments import recompute
from tournaments.actor import SYSTEM
from tournaments.errors import InvalidInput, NotAllowed
from tournaments.models import Event, JournalLine, Player, SeriesStandings
from tournaments.services.events import seasons

pytestmark = pytest.mark.django_db
API = "/api/v1/"


def rows_of(answer):
    assert answer.status_code == 200, answer.content
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.DictReader(io.StringIO(text_of(answer), newline="")))


def played(**about):
    event = make_event(slug="spring", entries=3, games=1, **about)
    decide_round(published_round(event), favourites=True)
    recompute.refresh_standings(event.pk)
    return event


def test_the_standings_are_numbers_by_the_columns_of_the_table(client):
    played(match={"tiebreaks": ["WIN", "GP"], "bye_allocated_x2": 1})
    one, *others = rows_of(client.get(API + "events/spring/standings/?format=csv"))
    # One of three has a free round for half a point, one wins.
    assert (one["rank"], one["points"], one["WIN"], one["played"]) == ("1", "1", "1", "1")
    assert sorted(row["points"] for row in others) == ["0", "0.5"]


def test_page_and_api_give_the_same_files(client):
    played()
    for page, address in (
        ("standings.csv", "standings/"),
        ("crosstable.csv", "crosstable/"),
        ("players.csv", "entries/"),
        ("rounds/1.csv", "rounds/1/results/"),
    ):
        shown = client.get(f"/events/spring/{page}")
        asked = client.get(f"{API}events/spring/{address}", headers={"Accept": "text/csv"})
        assert rows_of(shown) == rows_of(asked) != []
        assert shown["Content-Disposition"].startswith('attachment; filename="spring-')


def test_a_file_is_asked_for_again_by_its_own_etag(client):
    played()
    address = API + "events/spring/standings/"
    as_file = client.get(address, headers={"Accept": "text/csv"})
    as_json = client.get(address)
    assert as_file["ETag"] != as_json["ETag"]
    again = client.get(address, headers={"Accept": "text/csv", "If-None-Match": as_file["ETag"]})
    assert again.status_code == 304


def test_a_list_has_a_column_for_each_value_inside(client):
    event = make_event(slug="spring", entries=2, games=1)
    published_round(event)
    one, two = players_at(event.rounds.get())
    Player.objects.filter(pk=one.pk).update(name="@Ada")
    (row,) = rows_of(client.get(API + "pairings/?event=spring&format=csv"))
    assert (row["seats.1.name"], row["seats.2.name"]) == ("'@Ada", two.name)
    assert rows_of(client.get(API + "events/?format=csv&state=finished")) == []
    header = text_of(client.get(API + "events/?format=csv&state=finished"))
    assert header.startswith("id,slug,name,")


def test_a_refusal_stays_a_problem_document(client):
    answer = client.get(API + "events/none/standings/", headers={"Accept": "text/csv"})
    assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")
    assert answer.json()["code"] == "not_found"


def test_what_is_hidden_cannot_be_taken_home(client):
    event = make_event(slug="closed", visibility="private")
    published_round(event)
    for page in (
        "players.csv", "standings.csv", "crosstable.csv", "games.csv", "games.ptn", "rounds/1.csv"
    ):  # fmt: skip
        assert client.get(f"/events/closed/{page}").status_code == 404
    make_event(slug="draft", state="draft")
    assert client.get("/events/draft/players.csv").status_code == 404


# --- records ----------------------------------------------------------------------------------
def submitted(round_, record, *, table):
    player = players_at(round_, table)[slot_at(round_, table).first_seat - 1]
    return submit(actor_of(player), slot_at(round_, table), record=record)


def test_all_records_of_an_event_are_one_file_that_can_be_read_again(client):
    event = make_event(slug="spring", entries=6, games=1)
    round_ = published_round(event)
    sent = [
        submitted(round_, ptn(SECOND_BY_ROAD, Event="שם").replace("\n", "\r\n"), table=1),
        submitted(round_, FIRST_BY_ROAD, table=2),  # without tags
        submitted(round_, ptn(FIRST_BY_ROAD, Event="3"), table=3),
    ]
    answer = client.get(API + "events/spring/games.ptn")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.content == client.get("/events/spring/games.ptn").content
    pieces = split_games(text_of(answer))
    assert [parse_ptn(piece).tokens for piece in pieces] == [
        parse_ptn(game.record).tokens for game in sent
    ]
    assert [parse_ptn(piece).tags.get("event") for piece in pieces] == ["שם", None, "3"]


def test_redacted_and_refused_records_are_left_out(client):
    event = make_event(slug="spring", entries=6, games=1)
    round_ = published_round(event)
    redacted, rejected, kept = (
        submitted(round_, ptn(FIRST_BY_ROAD, Event=str(table)), table=table) for table in (1, 2, 3)
    )
    Game.objects.filter(pk=redacted.pk).update(record=redacted.record.replace('"1"', '"-"'))
    Game.objects.filter(pk=rejected.pk).update(state="rejected")
    pieces = split_games(text_of(client.get("/events/spring/games.ptn")))
    assert [piece.strip() for piece in pieces] == [kept.record.strip()]
    listed = rows_of(client.get("/events/spring/games.csv"))
    assert [row["id"] for row in listed] == [redacted.public_id, kept.public_id]


def test_games_of_cards_are_not_in_ptn(client):
    event = make_event(slug="spring", entries=4, state="registration")
    Event.objects.filter(pk=event.pk).update(game="taki")
    answer = client.get(API + "events/spring/games.ptn")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_in_ptn")
    assert client.get("/events/spring/games.ptn").status_code == 404


# --- seasons ----------------------------------------------------------------------------------
def season():
    owner = make_user()
    club = make_club(owner=owner)
    series = seasons.create_series(
        actor=acting(owner), club_id=club.pk, slug="season", name="Season"
    )
    for slug, result in (("one", "R-0"), ("two", "1/2-1/2")):
        event = make_event(slug=slug, entries=2, games=1, club_id=club.pk)
        seasons.set_event_series(actor=SYSTEM, event_id=event.pk, series_id=series.pk)
        decide(slot_at(published_round(event)), result)
    compute(series)
    return series, owner


def compute(series):
    """The tables of its events, and then its own."""
    for event in Event.objects.filter(series=series):
        recompute.refresh_standings(event.pk)
    ratings.refresh_series(series.pk)


def test_a_season_is_a_file_too(client):
    season()
    rows = rows_of(client.get(API + "series/season/?format=csv"))
    assert list(rows[0]) == ["rank", "player", "name", "one", "two", "bonus", "sum", "most"]
    assert sorted((row["one"], row["two"], row["sum"]) for row in rows) == [
        ("", "0.5", "0.5"), ("", "0.5", "0.5"), ("0", "", "0"), ("1", "", "1"),
    ]  # fmt: skip
    assert rows_of(client.get("/series/season.csv")) == rows


def test_another_scoring_makes_another_table(client):
    series, owner = season()
    seasons.edit_series(
        actor=acting(owner), series_id=series.pk, changes={"scoring": {"by": "wins", "best": 1}}
    )
    assert not series_document(series)["fresh"]
    compute(series)
    rows = rows_of(client.get(API + "series/season/?format=csv"))
    assert sorted(row["sum"] for row in rows) == ["0", "0", "0", "1"]
    computed = SeriesStandings.objects.get().computed_at
    lines = JournalLine.objects.count()
    same = {"scoring": {"by": "wins"}, "name": "Season"}
    seasons.edit_series(actor=acting(owner), series_id=series.pk, changes=same)
    compute(series)
    assert SeriesStandings.objects.get().computed_at == computed
    assert JournalLine.objects.count() == lines


def test_who_changes_a_season_and_into_what():
    series, owner = season()
    with pytest.raises(NotAllowed):
        seasons.edit_series(actor=acting(make_user()), series_id=series.pk, changes={"name": "X"})
    for changes in ({"slug": "x"}, {"scoring": {"by": "beauty"}}):
        with pytest.raises(InvalidInput):
            seasons.edit_series(actor=acting(owner), series_id=series.pk, changes=changes)
