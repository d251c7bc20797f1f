"""The way to the desk: the menu, and where an organiser lands after signing in."""

import pytest

from tests.builders import make_club, make_event, make_user, published_round
from tests.clients import signed_in, text_of, tidy, url_of

SECRET = "a long enough password"


@pytest.fixture
def olga():
    user = make_user("olga")
    user.set_password(SECRET)
    user.save()
    return user


def sign_in(client, **more):
    form = {"username": "olga", "password": SECRET, **more}
    answer = client.post(url_of("login"), form)
    assert answer.status_code == 302
    return answer.url


def menu_of(client):
    page = tidy(text_of(client.get(url_of("home")), 200))
    return page.split('<nav class="sections"')[1].split("</nav>")[0]


def test_the_menu_leads_staff_to_the_desk_and_nobody_else(client, olga):
    link = f'href="{url_of("manage-events")}"'
    assert link not in menu_of(client)
    assert link not in menu_of(signed_in(olga))
    make_event(organiser=olga, slug="cup")
    assert link in menu_of(signed_in(olga))
    assert link not in menu_of(signed_in(make_user("player")))
    owner = make_user("owner")
    make_club(owner=owner)
    assert link in menu_of(signed_in(owner))


def test_the_desk_is_marked_in_the_menu(olga):
    make_event(organiser=olga, slug="cup")
    page = tidy(text_of(signed_in(olga).get(url_of("manage", "cup")), 200))
    assert f'href="{url_of("manage-events")}" aria-current="page"' in page


def test_an_organiser_lands_on_the_evening_that_is_on(client, olga):
    make_event(organiser=olga, slug="next-week", state="registration")
    published_round(make_event(organiser=olga, slug="tonight"))
    assert sign_in(client) == url_of("manage", "tonight")


def test_of_two_evenings_the_organiser_chooses(client, olga):
    for slug in ("hall", "cellar"):
        published_round(make_event(organiser=olga, slug=slug))
    assert sign_in(client) == url_of("manage-events")


def test_everybody_else_lands_on_the_own_table(client, olga):
    published_round(make_event(organiser=make_user("boss"), slug="tonight"))
    assert sign_in(client) == url_of("me")


def test_who_was_sent_to_sign_in_goes_where_they_were_going(client, olga):
    published_round(make_event(organiser=olga, slug="tonight"))
    assert sign_in(client, next=url_of("events")) == url_of("events")
