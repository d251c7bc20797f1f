"""The first of a season enter an event: by page and by API, all or nobody, and journalled."""

from typing import Any

import pytest

from ratings import recompute
from ratings.selectors.seasons import series_document
from ratings.services.qualifying import SeasonNotComputed, TieAtTheLine, enter_qualifiers
from tests.builders import acting, decide_round, make_club, make_event, make_user, published_round
from tests.clients import api_client, text_of
from tournaments.actor import SYSTEM
from tournaments.errors import InvalidInput, NotAllowed
from tournaments.models import Entry, Event, JournalLine, SeriesStandings
from tournaments.recompute import refresh_standings
from tournaments.selectors import get_series
from tournaments.services.entries.entries import cancel_entry, enter
from tournaments.services.events import seasons
from tournaments.services.events.states import WrongState

pytestmark = pytest.mark.django_db
API = "/api/v1/events/final/qualifiers/"


def make_world():
    owner = make_user("owner")
    club = make_club(owner=owner)
    series = seasons.create_series(actor=SYSTEM, club_id=club.pk, slug="season", name="Season")
    event = make_event(entries=4, games=1, club_id=club.pk)
    seasons.set_event_series(actor=SYSTEM, event_id=event.pk, series_id=series.pk)
    decide_round(published_round(event), favourites=True)
    refresh_standings(event.pk)
    recompute.refresh_series(series.pk)
    make_event(slug="final", organiser=owner, club_id=club.pk, entries=0, state="registration")
    return owner, {entry.player.name: entry.player for entry in event.entries.all()}


@pytest.fixture
def owner(made):
    return made[0]


@pytest.fixture
def players(made):
    """Of a season after one round: Ada and Bo have 1 point, Cleo and Dag none."""
    return made[1]


def final():
    return Entry.objects.select_related("event").filter(event__slug="final")


def first(players, **options):
    event_id = final_id()
    return enter_qualifiers(actor=SYSTEM, event_id=event_id, series="season", **options)


def final_id():
    return Event.objects.get(slug="final").pk


def names():
    return sorted(final().filter(state="in").values_list("player__name", flat=True))


def test_the_winners_enter_once(players):
    first(players, places=2)
    assert len(names()) == 2
    line = JournalLine.objects.get(scope="event:final", action="event.qualifiers")
    assert line.after is not None
    assert line.after["places"] == 2
    assert len(line.after["entered"]) == 2
    first(players, places=2)
    assert JournalLine.objects.filter(action="event.qualifiers").count() == 1


def test_a_tie_at_the_line_is_refused_until_somebody_declines(players):
    with pytest.raises(TieAtTheLine) as refused:
        first(players, places=1)
    tied: Any = refused.value.details["players"]
    assert len(tied) == 2
    assert "share place 1, and 1 place is left" in str(refused.value)
    assert names() == []
    found = first(players, places=1, declined=[tied[0]])
    assert [entry.player.public_id for entry in final()] == [tied[1]]
    assert (found["event"], found["series"], found["places"]) == ("final", "season", 1)
    line = JournalLine.objects.get(scope="event:final", action="event.qualifiers")
    asked = {"series": "season", "places": 1, "besides": False, "declined": [tied[0]]}
    assert line.after == asked | {"entered": [tied[1]]}


def test_a_substitute_comes_in_for_who_cancelled(players):
    first(players, places=2)
    winners = names()
    gone = final().first()
    cancel_entry(actor=SYSTEM, entry_id=gone.pk)
    with pytest.raises(TieAtTheLine):
        first(players, places=2)
    first(players, places=3)
    assert len(names()) == 3
    assert gone.player.name not in names()
    assert set(winners) - {gone.player.name} <= set(names())


def test_who_declines_is_left_out_besides_who_cancelled(players):
    first(players, places=2)
    winners = first_names(players)
    cancel_entry(actor=SYSTEM, entry_id=final().get(player=players[winners[0]]).pk)
    others = sorted(players.keys() - winners)
    first(players, places=2, declined=[players[others[0]].public_id])
    assert names() == sorted([winners[1], others[1]])


def test_an_event_that_takes_nobody_says_so(players):
    event_id = final_id()
    Event.objects.filter(pk=event_id).update(state="finished")
    with pytest.raises(WrongState, match="finished"):
        first(players, places=2)


def test_a_table_that_is_being_computed_enters_nobody(players):
    SeriesStandings.objects.update(versions={})
    with pytest.raises(SeasonNotComputed):
        first(players, places=2)


@pytest.mark.parametrize("options", [{"places": 0}, {"places": 2, "declined": ["nobody"]}])
def test_what_makes_no_sense_is_refused(players, options):
    with pytest.raises(InvalidInput):
        first(players, **options)


def test_only_staff_enter_others(players):
    with pytest.raises(NotAllowed):
        enter_qualifiers(actor=acting(make_user()), event_id=final_id(), series="season", places=2)


def test_by_api(players, owner):
    body = {"series": "season", "places": 2, "dry_run": True}
    answer = api_client(owner).post(API, body, format="json")
    assert answer.status_code == 200
    assert [row["state"] for row in answer.json()["rows"]] == ["enters", "enters"]
    assert names() == []
    answer = api_client(owner).post(API, {**body, "dry_run": False}, format="json")
    assert answer.status_code == 200
    assert len(names()) == 2
    one = api_client(owner).post(API, {"series": "season", "places": 3}, format="json")
    assert (one.status_code, one.json()["code"]) == (409, "tie_at_the_line")


def test_by_page(players, owner, client):
    client.force_login(owner)
    address = "/manage/final/qualifiers/"
    assert "qualifiers/" in text_of(client.get("/manage/final/players/"))
    assert "Season" in text_of(client.get(address))
    asked = {"series": "season", "places": "1"}
    page = text_of(client.post(address, {**asked, "do": "preview"}))
    assert page.count("shares the last places") == 2
    refused = text_of(client.post(address, {**asked, "do": "enter"}), 422)
    assert "share place 1" in refused
    assert refused.count("shares the last places") == 2
    out = [players["Ada"].public_id]
    answer = client.post(address, {**asked, "do": "enter", "declined": out}, follow=True)
    assert "1 player entered" in text_of(answer)
    assert names() == ["Bo"]


def test_who_is_in_already_may_count_besides(players):
    event_id = final_id()
    winners = first_names(players)
    enter(actor=SYSTEM, event_id=event_id, player_id=players[winners[0]].pk)
    first(players, places=2)
    assert names() == winners


@pytest.mark.parametrize(("places", "besides"), [(3, False), (1, True)])
def test_of_a_tie_behind_who_is_in_already_it_is_said_how_many_places_are_left(
    players, places, besides
):
    for name in first_names(players):
        enter(actor=SYSTEM, event_id=final_id(), player_id=players[name].pk)
    with pytest.raises(TieAtTheLine, match="share place 3, and 1 place is left"):
        first(players, places=places, besides=besides)


def first_names(players):
    rows = series_document(get_series("season"))["rows"]
    return sorted(row["name"] for row in rows if row["rank"] == 1)
