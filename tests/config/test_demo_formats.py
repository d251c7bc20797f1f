"""The demo has an event of each format, and a week of its club that anybody can look at."""

import pytest
from django.contrib.auth import get_user_model

from config.demo import rolling, team_events, week
from config.models import Notice
from config.notices.choices import What
from games.models import MessageState, PlaytakMessage, PlaytakSeek, SeekState
from tests.clients import signed_in, text_of, url_of
from tournaments import selectors
from tournaments.choices import ChallengeState
from tournaments.models import Challenge, Event, GameSlot, Round, Stage, Team
from tournaments.pairing import SYSTEMS

pytestmark = pytest.mark.slow
PAGES = ("event", "event-standings", "event-players", "event-games")


def account(username):
    return get_user_model().objects.get(username=username)


def test_every_format_is_played(demo):
    played = Round.objects.exclude(state="draft").values_list("stage__system", flat=True)
    assert set(played) == set(Stage.objects.values_list("system", flat=True)) == set(SYSTEMS)


def test_every_event_has_its_pages_for_everybody(demo, client):
    for event in Event.objects.all():
        for name in PAGES:
            assert event.name in text_of(client.get(url_of(name, event.slug)))
        for round_ in event.rounds.exclude(state="draft"):
            assert text_of(client.get(url_of("event-round", event.slug, round_.number)))


def test_of_the_ladder_one_challenge_waits_and_one_was_declined(demo, client):
    found = Challenge.objects.filter(stage__event__slug=rolling.LADDER)
    states = sorted(found.values_list("state", flat=True))
    accepted, declined, waiting = (
        ChallengeState.ACCEPTED, ChallengeState.DECLINED, ChallengeState.OPEN,
    )  # fmt: skip
    assert states == sorted([accepted, accepted, declined, waiting])
    page = text_of(client.get(url_of("event-ladder", rolling.LADDER)))
    challenge = found.get(state=waiting)
    for entry in (challenge.challenger, challenge.challenged):
        assert entry.player.name in page


def test_the_arena_is_over_and_each_pass_has_its_proof(demo, client):
    event = Event.objects.get(slug=rolling.ARENA)
    assert event.rounds.count() == rolling.PASSES
    page = text_of(client.get(url_of("event-arena", rolling.ARENA)))
    assert "The arena is over." in page
    assert "Pairing goes on" not in page
    for number in range(1, rolling.PASSES + 1):
        assert text_of(client.get(url_of("event-proof", rolling.ARENA, number)))


@pytest.mark.parametrize("played", team_events.TEAM_EVENTS, ids=lambda each: each.slug)
def test_teams_have_matches_whose_boards_are_played(demo, client, played):
    event = Event.objects.get(slug=played.slug)
    assert set(Team.objects.filter(event=event).values_list("name", flat=True)) == set(played.teams)
    page = text_of(client.get(url_of("event-teams", played.slug)))
    assert all(name in page for name in played.teams)
    slots = GameSlot.objects.filter(pairing__round__event=event)
    open_slots = slots.exclude(state="decided")
    assert open_slots.exists() != played.is_over
    if not played.is_over:
        last = event.rounds.order_by("-number").first()
        assert slots.filter(pairing__round=last, state="decided").count() == 2, "one match"


def test_the_reserve_whom_the_captain_chose_plays(demo):
    event = Event.objects.get(slug=team_events.LEAGUE)
    reserve = event.teams.order_by("pk")[0].members.get(order=3)
    rounds = reserve.entry.seats.values_list("pairing__round__number", flat=True)
    assert list(rounds) == [2]


def test_two_games_of_the_week_came_from_playtak_and_are_proved(demo):
    taken = PlaytakSeek.objects.filter(state=SeekState.TAKEN)
    assert taken.count() == 2
    for seek in taken:
        game = seek.slot.games.get()
        assert game.verdict is not None
        assert game.verdict["proven"]
        assert game.state == "confirmed"
    states = PlaytakMessage.objects.values_list("state", flat=True)
    assert list(states) == [MessageState.TAKEN] * 2


def test_the_third_is_late_and_its_players_and_staff_are_told(demo):
    slot = GameSlot.objects.get(pairing__round__event__slug=week.WEEK_EVENT, state="open")
    late = set(slot.pairing.seats.values_list("entry__player__user__username", flat=True))
    told = Notice.objects.filter(what=What.OVERDUE).values_list("user__username", flat=True)
    assert set(told) == late
    staff = Notice.objects.filter(what=What.OVERDUE_STAFF)
    assert set(staff.values_list("user__username", flat=True)) == {"olga", "arno"}
    for username in late:
        page = text_of(signed_in(account(username)).get("/me/notices/"))
        assert "Thursday Online" in page


def test_nobody_is_told_of_anything_but_the_week(demo):
    assert set(Notice.objects.values_list("event", flat=True)) == {week.WEEK_EVENT}


def test_the_week_is_in_the_calendar_with_its_announcements_and_prizes(demo, client):
    slug = week.WEEK_EVENT
    calendar = text_of(client.get(f"/events/{slug}/calendar.ics"))
    assert {"UID:start", "UID:round", "UID:last_day"} <= {
        line.partition("-")[0] for line in calendar.splitlines()
    }
    club = text_of(client.get("/clubs/lantern-street/calendar.ics"))
    assert "Thursday Online" in club
    assert "three rounds, one a week" in text_of(client.get(url_of("event", slug)))
    assert "30" in text_of(client.get(url_of("event-prizes", slug)))


def test_the_prizes_of_a_finished_event_are_printed(demo):
    client = signed_in(account("olga"))
    first = selectors.standings_document(Event.objects.get(slug="autumn-round"))["rows"][0]
    for name in ("event-prizes", "print-prizes"):
        page = text_of(client.get(url_of(name, "autumn-round")))
        assert first["name"] in page
