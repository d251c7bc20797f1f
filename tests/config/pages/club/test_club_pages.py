"""The page of a club, the directory, and the form of what a club says of itself."""

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from config.pages.club.club import BEST, PAST
from ratings import recompute
from tests.builders import (
    actor_of,
    decide_round,
    make_club,
    make_event,
    make_members,
    make_player,
    make_user,
    published_round,
)
from tests.clients import api_client, signed_in, text_of, url_of
from tests.hostile import MARKUP
from tests.ratings.builders import play
from tournaments.actor import SYSTEM
from tournaments.models import Club, ClubRole, Event, JournalLine, User
from tournaments.recompute import refresh_standings
from tournaments.services.events import roles, seasons
from tournaments.services.people import club_texts

pytestmark = pytest.mark.django_db


def describe(club, **changes):
    club_texts.edit_club(actor=SYSTEM, club_id=club.pk, changes=changes)
    club.refresh_from_db()
    return club


def add_organiser(club, player):
    roles.grant_club_role(actor=SYSTEM, club_id=club.pk, user_id=player.user_id, role="organiser")


def page_of(club, client=None, **query):
    return text_of((client or Client()).get(url_of("club", club.slug), query))


def test_the_page_says_where_when_and_how_to_join():
    club = describe(
        make_club("den"),
        place="Café Lantern, 12 Mill Street",
        map="52.23,21.01",
        meets="Thursdays from 19:00",
        joining="Come by, or [write](https://den.example/).",
        description="We play **Tak**.",
    )
    text = page_of(club)
    for part in ("Café Lantern, 12 Mill Street", "Thursdays from 19:00", "<strong>Tak</strong>"):
        assert part in text
    map_address = "https://www.openstreetmap.org/?mlat=52.23&amp;mlon=21.01#map=17/52.23/21.01"
    assert f'<a href="{map_address}" rel="noopener nofollow ugc">' in text
    assert '<a href="https://den.example/" rel="nofollow ugc noopener">write</a>' in text


def test_a_club_without_texts_shows_no_empty_part():
    text = page_of(make_club("den"))
    assert "About the club" not in text
    assert "Past" not in text


@pytest.mark.parametrize("name", ["place", "meets", "joining", "description"])
def test_texts_are_no_markup(name):
    club = describe(make_club("den"), **{name: MARKUP})
    for text in (page_of(club), text_of(Client().get(url_of("clubs")))):
        assert MARKUP not in text


@pytest.mark.parametrize("link", ["http://den.example/", "javascript:alert(1)", "//den.example/"])
def test_only_https_becomes_a_link(link):
    text = page_of(describe(make_club("den"), joining=f"[here]({link})"))
    assert f'href="{link}"' not in text


def test_the_database_takes_no_other_map():
    club = make_club("den")
    for bad in ("http://maps.example/", "javascript:x", "52.1"):
        with pytest.raises(IntegrityError), transaction.atomic():
            Club.objects.filter(pk=club.pk).update(map=bad)


def test_only_who_agreed_is_named():
    owner, second = make_player("Olga"), make_player("Otto")
    club = make_club("den", owner=owner.user)
    add_organiser(club, second)
    assert "Who runs it" not in page_of(club)
    address = url_of("club-about", "den")
    client = signed_in(owner.user)
    client.post(address, {"do": "show"})
    text = page_of(club)
    assert "Olga" in text
    assert "Otto" not in text
    client.post(address, {"do": "hide"})
    assert "Olga" not in page_of(club)


def test_who_is_owner_and_organiser_is_named_once_and_a_closed_account_not():
    owner = make_player("Olga")
    club = make_club("den", owner=owner.user)
    add_organiser(club, owner)
    club_texts.show_in_club(actor=actor_of(owner), club_id=club.pk, shown=True)
    named = api_client(owner.user).get("/api/v1/clubs/den/").json()["run_by"]
    assert named == [{"player": owner.public_id, "name": "Olga", "role": "owner"}]
    User.objects.filter(player=owner).update(is_active=False)
    assert "Olga" not in page_of(club)


def test_an_account_without_a_player_has_no_name_to_show():
    owner = make_user("olga")
    make_club("den", owner=owner)
    answer = signed_in(owner).post(url_of("club-about", "den"), {"do": "show"})
    assert answer.status_code == 422
    assert "there is no name to show" in text_of(answer, 422)
    assert not ClubRole.objects.filter(is_shown=True).exists()


def test_upcoming_and_past_events_stand_apart():
    club = make_club("den")
    coming = make_event(slug="coming", entries=0, state="registration")
    made = [make_event(slug=f"past{n}", entries=2) for n in range(PAST + 1)]
    Event.objects.filter(slug__startswith="past").update(state="finished")
    Event.objects.filter(pk__in=[coming.pk, *(each.pk for each in made)]).update(club=club)
    text = page_of(club)
    ahead, past = text.split('id="past"')
    assert url_of("event", "coming") in ahead
    assert url_of("event", "past1") not in ahead
    assert past.count("/events/past") == PAST
    assert "/events/?club=den" in past


def test_the_best_of_the_club_come_from_its_members_alone():
    ada, bo, stranger = make_player("Ada"), make_player("Bo"), make_player("Cleo")
    club = make_members(ada, bo)
    for number in range(30):
        play(f"g{number:02}", (ada, bo) if number % 2 else (bo, ada), 0.5, day=number + 1)
        play(f"h{number:02}", (ada, stranger), 0, day=number + 1)
    recompute.replay_stale_pools()
    _before, part = page_of(club).split('id="ratings"')
    part = part.split('id="members"')[0]
    assert part.count(f"/players/{ada.public_id}/") == part.count("<table")
    assert stranger.public_id not in part


def test_the_head_of_the_last_season():
    event = make_event(games=1, entries=BEST + 1)
    club = make_club("den")
    Event.objects.filter(pk=event.pk).update(club=club)
    season = seasons.create_series(actor=SYSTEM, club_id=club.pk, slug="year", name="The year")
    seasons.set_event_series(actor=SYSTEM, event_id=event.pk, series_id=season.pk)
    round_ = published_round(event)
    decide_round(round_)
    refresh_standings(event.pk)
    recompute.refresh_series(season.pk)
    part = page_of(club).split('id="seasons"')[1].split("</section>")[0]
    assert part.count("<tr>") == 1 + BEST
    assert url_of("series", "year") in part


@pytest.mark.parametrize("asked", ["lanter", "mill", "cafe", "Ogrod", "lantern mill"])
def test_the_directory_is_searched_by_name_and_place(asked):
    describe(make_club("lantern"), place="Café Ogród, Mill Street")
    describe(make_club("owls"), place="Harbour")
    text = text_of(Client().get(url_of("clubs"), {"q": asked}))
    assert "/clubs/lantern/" in text
    assert "/clubs/owls/" not in text
    found = Client().get("/api/v1/clubs/", {"q": asked}).json()["results"]
    assert [each["slug"] for each in found] == ["lantern"]


def test_the_directory_comes_in_pages():
    for number in range(51):
        make_club(f"club{number:02}")
    first, second = (text_of(Client().get(url_of("clubs"), {"page": n})) for n in (1, 2))
    assert first.count('<span class="name">') == 50
    assert second.count('<span class="name">') == 1


def test_a_search_without_letters_finds_nothing():
    make_club("den")
    assert "No club has that name or place" in text_of(Client().get(url_of("clubs"), {"q": "?"}))


def test_the_form_keeps_what_is_not_sent_and_the_journal_names_what_changed():
    owner = make_user("olga")
    club = describe(make_club("den", owner=owner), meets="Thursdays")
    address = url_of("club-about", "den")
    answer = signed_in(owner).post(address, {"do": "save", "place": "Pub", "meets": "Thursdays"})
    assert answer.status_code == 302
    line = JournalLine.objects.get(action="club.edited", after={"changed": ["place"]})
    assert (line.scope, line.text) == ("club:den", "")
    club.refresh_from_db()
    assert (club.place, club.meets) == ("Pub", "Thursdays")
    signed_in(owner).post(address, {"do": "save", "place": "Pub", "meets": "Thursdays"})
    assert JournalLine.objects.filter(action="club.edited").count() == 2


def test_a_wrong_map_is_said_at_its_field():
    owner = make_user("olga")
    make_club("den", owner=owner)
    sent = {"do": "save", "map": "http://maps.example/"}
    text = text_of(signed_in(owner).post(url_of("club-about", "den"), sent), 422)
    assert "an address that begins with https://" in text


def test_a_program_changes_some_and_keeps_the_others():
    owner = make_user("olga")
    describe(make_club("den", owner=owner), meets="Thursdays")
    sent = {"map": "52.23, 21.01", "description": "*Hi*"}
    answer = api_client(owner).patch("/api/v1/clubs/den/", sent, format="json")
    assert answer.status_code == 200
    found = answer.json()
    assert (found["map"], found["meets"], found["description"]) == (
        "52.23,21.01",
        "Thursdays",
        "*Hi*",
    )
    assert found["map_url"].startswith("https://www.openstreetmap.org/")


def test_a_stored_page_shows_a_change_at_once():
    club = make_club("den")
    assert "Harbour" not in page_of(club)
    describe(club, place="Harbour")
    assert "Harbour" in page_of(club)
    assert "Harbour" in text_of(Client().get(url_of("clubs")))
