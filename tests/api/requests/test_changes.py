"""The feed of changes as readers see it."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from games.services.confirm import confirm_game
from tests.builders import (
    acting,
    actor_of,
    decide_round,
    drafted_round,
    make_club,
    make_entry,
    make_event,
    make_player,
    make_user,
    published_round,
    slot_at,
)
from tests.clients import api_client, text_of
from tests.flows.records import FIRST_BY_ROAD
from tests.slots import submit
from tournaments import recompute
from tournaments.actor import SYSTEM
from tournaments.models import Change, Event
from tournaments.selectors.events.feed import all_changes
from tournaments.services.entries.entries import enter
from tournaments.services.events.deleting import delete_event
from tournaments.services.feed.numbering import forget_changes_before, number_changes
from tournaments.services.people import forgetting, merging
from tournaments.services.rounds import rounds

ADDRESS = "/api/v1/changes/"
pytestmark = pytest.mark.django_db


def read(user=None, **asked):
    number_changes()
    answer = api_client(user).get(ADDRESS, asked)
    assert answer.status_code == 200, answer.content
    return answer.json()


def actions(user=None, **asked):
    return [change["action"] for change in read(user, **asked)["results"]]


def test_an_evening_is_read_from_its_changes(boss):
    event = make_event(organiser=boss, slug="cup", entries=2, games=1)
    round_ = published_round(event)
    decide_round(round_)
    recompute.refresh_standings(event.pk)
    rounds.close_round(actor=acting(boss), event_id=event.pk, number=1)
    changes = read(limit=500)["results"]
    assert [change["action"] for change in changes] == [
        "event.registration", "entry.added", "entry.added", "event.running", "round.published",
        "result.recorded", "standings.refreshed", "round.closed", "journal.signed",
    ]  # fmt: skip
    assert {change["kind"] for change in changes} == {
        "event", "journal", "registration", "round", "result", "standings",
    }  # fmt: skip
    result = changes[5]
    assert result["data"] == {"kind": "played", "outcome": "R-0", "revision": 1}
    assert (result["event"], result["round"], result["number"]) == ("cup", 1, 1)
    assert len(result["players"]) == 2


def test_changes_of_entries_of_a_deleted_event_are_still_described():
    event = make_event(slug="cup", entries=1, state="registration")
    delete_event(actor=SYSTEM, event_id=event.pk)
    number_changes()
    changes = all_changes(after=0, limit=100).changes
    (added,) = [change for change in changes if change["action"] == "entry.added"]
    assert (added["players"], added["subject"]) == ([], "/api/v1/events/cup/")


def test_every_subject_is_an_address_that_answers(boss):
    event = make_event(organiser=boss, slug="cup", entries=2)
    round_ = published_round(event)
    first, second = (seat.entry.player for seat in round_.pairings.get().seats.order_by("order"))
    game = submit(actor_of(first), slot_at(round_), record=FIRST_BY_ROAD)
    confirm_game(actor=actor_of(second), game_id=game.pk)
    recompute.refresh_standings(event.pk)
    for user in (None, boss):
        subjects = {change["subject"] for change in read(user, limit=500)["results"]}
        assert len(subjects) >= 6
        for subject in subjects:
            assert api_client(user).get(subject).status_code == 200, subject


def test_a_reader_goes_on_from_where_they_were():
    make_event(slug="one", entries=2)
    first = read(limit=2)
    assert len(first["results"]) == 2
    assert first["next"] == first["results"][-1]["cursor"]
    rest = read(since=first["next"])
    assert len(rest["results"]) == Change.objects.filter(public=True).count() - 2
    nothing = read(since=rest["next"])
    assert nothing == {"results": [], "next": rest["next"]}
    assert read(since="latest") == nothing
    make_event(slug="two", entries=0, state="registration")
    later = read(since=rest["next"], event="one")
    assert later["results"] == []
    assert later["next"] != rest["next"]  # what was filtered out is not read again
    assert read(since=later["next"])["results"] == []


def test_filters(boss):
    club = make_club("owls", owner=boss)
    event = make_event(organiser=boss, slug="one", entries=2, games=1)
    Event.objects.filter(pk=event.pk).update(club=club)
    make_event(slug="two", entries=2)
    round_ = published_round(event)
    decide_round(round_)
    player = round_.pairings.get().seats.get(order=1).entry.player
    assert {c["event"] for c in read(event="two", limit=500)["results"]} == {"two"}
    of_club = read(club="owls", limit=500)["results"]
    assert {(c["event"], c["club"]) for c in of_club} == {("one", "owls")}
    assert actions(player=player.public_id) == ["entry.added", "result.recorded"]
    assert set(actions(kind="round,result")) == {"round.published", "result.recorded"}
    answer = api_client(None).get(ADDRESS, {"kind": "weather"})
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "kind")
    assert api_client(None).get(ADDRESS, {"colour": "red"}).status_code == 400
    assert api_client(None).get(ADDRESS, {"limit": "501"}).status_code == 400
    assert api_client(None).get(ADDRESS, {"since": "abc"}).json()["code"] == "invalid_cursor"


def test_drafts_and_what_staff_do_are_for_staff(boss):
    event = make_event(organiser=boss, slug="cup", entries=4)
    drafted_round(event)
    assert not any(action.startswith(("round", "lot")) for action in actions(limit=500))
    assert "round.paired" in actions(boss, limit=500)
    assert "round.paired" not in actions(make_user("stranger"), limit=500)
    assert "event.created" not in actions(limit=500)


def test_an_event_that_is_hidden_later_vanishes_from_the_feed(boss):
    make_event(organiser=boss, slug="cup", entries=2)
    assert read()["results"]
    Event.objects.update(visibility="unlisted")
    assert read()["results"] == []  # only who knows the event may read it
    assert read(event="cup")["results"]
    assert read(boss)["results"]
    Event.objects.update(visibility="private")
    assert read(event="cup")["results"] == []
    assert read(boss, event="cup")["results"]


def test_who_only_asks_to_enter_is_for_staff(boss):
    event = make_event(
        organiser=boss, slug="cup", entries=0, state="registration",
        registration={"approval": True},
    )  # fmt: skip
    player = make_player("Lena")
    entry = make_entry(event, player)
    assert entry.state == "applied"
    assert "entry.added" not in actions()
    assert "entry.added" in actions(boss)


def test_the_pairings_of_a_round_that_was_taken_back_are_not_shown(boss):
    event = make_event(organiser=boss, slug="cup", entries=4)
    round_ = published_round(event)
    slot = slot_at(round_)
    Change.objects.create(kind="pairing", action="time.agreed", event="cup", slot=slot.pk)
    assert read(kind="pairing")["results"][0]["players"]
    rounds.unpublish_round(actor=acting(boss), event_id=event.pk, number=1, reason="wrong")
    (change,) = read(kind="pairing")["results"]
    assert (change["pairing"], change["players"]) == (None, [])
    assert change["subject"] == "/api/v1/events/cup/"
    assert actions(kind="round") == ["round.published", "round.unpublished"]


def test_a_forgotten_or_merged_player_is_named_by_id_only(boss):
    event = make_event(organiser=boss, slug="cup", entries=0, state="registration")
    old, new = make_player("Olga Vale", account=False), make_player("Olga Vale")
    enter(actor=SYSTEM, event_id=event.pk, player_id=old.pk)
    merging.merge(actor=SYSTEM, player=old.public_id, into=new.public_id)
    (change,) = read(kind="registration")["results"]
    assert change["players"] == [new.public_id]
    assert actions(player=new.public_id) == ["entry.added"]
    forgetting.forget_player(actor=SYSTEM, player=new.public_id)
    text = str(list(Change.objects.values())) + str(read(limit=500))
    assert not re.search("Olga|Vale", text)


def test_changes_are_forgotten_and_an_old_cursor_says_so():
    make_event(slug="cup", entries=2)
    start = read(limit=1)["next"]
    now = timezone.now()
    old = Change.objects.filter(position__lte=4)
    old.update(at=now - timedelta(days=91))
    assert forget_changes_before(now - timedelta(days=90)) == 4
    answer = api_client(None).get(ADDRESS, {"since": start})
    assert (answer.status_code, answer.json()["code"]) == (410, "changes_forgotten")
    oldest = answer.json()["params"]["oldest"]
    assert read(since=oldest) == read()
    assert forget_changes_before(now - timedelta(days=90)) == 0
    assert forget_changes_before(now + timedelta(days=1)) > 0
    assert read()["results"] == []


def test_positions_follow_each_other_where_ids_do_not():
    """A transaction that was rolled back leaves a gap."""
    rows = [
        Change.objects.create(kind="event", action="event.created", data={}) for _at in range(7)
    ]
    for gone in (rows[1], rows[2], rows[5]):
        gone.delete()
    before = Change.objects.filter(position__isnull=False).count()
    assert number_changes() == 4
    places = Change.objects.order_by("pk").values_list("position", flat=True)
    assert list(places)[-4:] == [before + at for at in (1, 2, 3, 4)]


def test_an_unchanged_answer_is_304():
    make_event(slug="cup", entries=2)
    number_changes()
    client = api_client(None)
    answer = client.get(ADDRESS)
    assert client.get(ADDRESS, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    assert f"since={answer.json()['next']}" in answer["Link"]


def test_as_lines_and_as_a_table():
    make_event(slug="cup", entries=2)
    number_changes()
    lines = api_client(None).get(ADDRESS, {"format": "ndjson"}).content.splitlines()
    table = text_of(api_client(None).get(ADDRESS, {"format": "csv"})).splitlines()
    assert len(lines) == len(table) - 1 == len(read()["results"])
    assert table[0].startswith("cursor,at,kind,action,event")


def test_following_is_refused_where_nothing_serves_it_and_else_sent_on(settings, boss):
    settings.FOLLOW_URL = ""
    answer = api_client(None).get(ADDRESS, {"follow": "1"})
    assert (answer.status_code, answer.json()["code"]) == (503, "not_followed")
    settings.FOLLOW_URL = "https://tak.example.org/follow/"
    answer = api_client(None).get(ADDRESS, {"follow": "1", "kind": "round"})
    assert answer.status_code == 307
    assert answer["Location"] == "https://tak.example.org/follow/?kind=round"


def test_a_draft_event_has_no_public_changes(boss):
    make_event(organiser=boss, slug="cup", state="draft")
    assert read(event="cup")["results"] == read(event="nothing")["results"] == []
    assert actions(boss) == ["event.created", "role.granted"]
