"""The seasons of a club: begun, changed, chosen by an event; for who runs the club."""

import pytest

from tests.builders import make_club, make_event, make_user
from tests.clients import text_of, url_of
from tournaments.actor import SYSTEM
from tournaments.models import Event, Series
from tournaments.services.events import roles
from tournaments.standings.seasons.scoring import SeasonScoring


@pytest.fixture
def owner():
    return make_user("owner")


@pytest.fixture
def club(owner):
    return make_club("harbour", owner=owner)


@pytest.fixture
def page(client, club, owner):
    client.force_login(owner)
    return client


ADDRESS = "/clubs/harbour/seasons/"
DEFAULTS = SeasonScoring().as_json()


def test_a_season_is_begun_and_changed(page):
    typed = {"name": "Winter 2026", "by": "wins", "best": "4"}
    answer = page.post(ADDRESS, typed, follow=True)
    made = Series.objects.get()
    assert (made.slug, made.name, made.scoring) == (
        "winter-2026",
        "Winter 2026",
        {**DEFAULTS, "by": "wins", "best": 4},
    )
    assert "has begun" in text_of(answer)
    changed = {"series": made.pk, "name": "Winter", "by": "match_points", "best": ""}
    page.post(ADDRESS, changed)
    made.refresh_from_db()
    assert (made.name, made.scoring) == ("Winter", DEFAULTS)


def test_every_setting_is_typed_as_people_write_it(page):
    typed = {
        "name": "League",
        "by": "places",
        "points_x2": "10, 6½, 4",
        "ties": "better",
        "bonus_x2": "½",
        "best": "3",
        "events": "5",
        "most_x2": "",
        "pool": "",
    }
    page.post(ADDRESS, typed)
    made = Series.objects.get()
    assert made.scoring == {
        **DEFAULTS,
        "by": "places",
        "points_x2": [20, 13, 8],
        "ties": "better",
        "bonus_x2": 1,
        "best": 3,
        "events": 5,
    }
    shown = text_of(page.get(ADDRESS))
    assert 'value="10, 6½, 4"' in shown
    refused = text_of(page.post(ADDRESS, {**typed, "points_x2": "4, 6"}), 422)
    assert "a lower place must not have more points" in refused


def test_two_of_one_name_and_one_without_latin_letters_have_their_own_addresses(page):
    for name in ("Winter", "Winter", "חורף", "חורף"):
        assert page.post(ADDRESS, {"name": name, "by": "wins"}).status_code == 302
    slugs = list(Series.objects.order_by("pk").values_list("slug", flat=True))
    assert slugs[:2] == ["winter", "winter-2"]
    assert len(set(slugs)) == 4


@pytest.mark.parametrize(
    "typed",
    [
        {"name": " ", "by": "wins"},
        {"name": "x" * 101, "by": "wins"},
        {"name": "Winter", "by": "luck"},
        {"name": "Winter", "by": "places"},
        {"name": "Winter", "by": "places", "points_x2": "ten"},
        {"name": "Winter", "by": "rating_gain"},
        {"name": "Winter", "by": "wins", "best": "0"},
        {"name": "Winter", "by": "wins", "best": "many"},
        {"name": "Winter", "by": "wins", "series": "77"},
    ],
)
def test_what_makes_no_sense_is_said_and_stays_in_the_form(page, typed):
    answer = page.post(ADDRESS, typed)
    assert answer.status_code == 422
    text = text_of(answer, 422)
    if "series" not in typed:
        assert 'role="alert"' in text
        assert f'value="{typed["name"]}"' in text
    assert not Series.objects.exists()


def test_who_does_not_run_the_club_finds_nothing(client, club):
    assert client.get(ADDRESS).status_code == 302, "who is not signed in may do so first"
    client.force_login(make_user("stranger"))
    assert client.get(ADDRESS).status_code == 404
    assert client.post(ADDRESS, {"name": "Mine", "by": "wins"}).status_code == 404
    assert "/seasons/" not in text_of(client.get("/clubs/harbour/"))


def test_an_event_chooses_its_season_and_leads_to_a_new_one(page, club, owner):
    make_event(organiser=owner, slug="cup", club_id=club.pk, state="draft")
    settings = url_of("manage-settings", "cup")
    assert ADDRESS in text_of(page.get(settings))
    page.post(ADDRESS, {"name": "Winter", "by": "wins"})
    made = Series.objects.get()
    page.post(url_of("manage-season", "cup"), {"series": made.pk})
    assert Event.objects.get().series == made
    assert "1 event" in text_of(page.get(ADDRESS))


def test_an_arbiter_of_the_event_chooses_no_season(client, club, owner):
    event = make_event(organiser=owner, slug="cup", club_id=club.pk, state="draft")
    arbiter = make_user("arbiter")
    roles.grant_event_role(actor=SYSTEM, event_id=event.pk, user_id=arbiter.pk, role="arbiter")
    client.force_login(arbiter)
    assert ADDRESS not in text_of(client.get(url_of("manage-settings", "cup")))
