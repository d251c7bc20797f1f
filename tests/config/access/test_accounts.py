"""Accounts: signing up, and getting back in without taking others over."""

import pytest
from django.test import Client

from config.access.accounts import UsernameTaken, sign_up
from config.access.guess_limits import SIGN_UPS
from config.logs.masking import mask_secrets
from tests.builders import make_user
from tests.clients import text_of, url_of
from tests.config.access.signing_up import PASSWORD, send_sign_up
from tournaments.errors import InvalidInput
from tournaments.models import JournalLine, Player, User

pytestmark = pytest.mark.usefixtures("installed")


# --- signing up -----------------------------------------------------------------------------


def test_a_new_account_plays_under_its_name_and_is_signed_in(client):
    done = send_sign_up(client, name="נועה לוי")
    assert done.url == url_of("me")
    player = Player.objects.get(user__username="noa")
    assert player.name == "נועה לוי"
    assert '<bdi lang="he">נועה לוי</bdi>' in text_of(client.get(done.url))
    told = JournalLine.objects.filter(scope="site").order_by("seq").values_list("action", flat=True)
    assert list(told) == ["account.created", "player.created"]


def test_without_a_name_no_player_is_made_and_one_can_be_made_later(client):
    send_sign_up(client)
    assert not Player.objects.exists()
    client.post(url_of("become-player"), {"name": "Noa"})
    assert Player.objects.get(user__username="noa").name == "Noa"


@pytest.mark.parametrize("about", [{"username": "a\0b"}, {"name": "a\0b"}])
def test_a_form_with_a_null_character_is_refused_as_a_whole(client, about):
    page = send_sign_up(client, **about)
    assert page.status_code == 400
    assert "Null characters" in text_of(page, 400)


@pytest.mark.parametrize(
    ("about", "said"),
    [
        ({"password": "12345678"}, "too common"),
        ({"password": "short"}, "too short"),
        ({"username": "noa levi"}, "Enter a valid username"),
        ({"username": "BOSS"}, "This name is taken"),
        ({"username": "x" * 151}, "at most 150"),
    ],
)
def test_what_will_not_do_is_said_at_its_field_and_nothing_is_made(client, about, said):
    make_user("boss")
    page = send_sign_up(client, **about)
    assert page.status_code == 422
    assert said in text_of(page, 422)
    assert User.objects.count() == 2


def test_a_name_is_taken_in_whatever_case():
    sign_up(username="Noa", password=PASSWORD)
    with pytest.raises(UsernameTaken):
        sign_up(username="noa", password=PASSWORD)
    with pytest.raises(InvalidInput):
        sign_up(username="other", password="other")


def test_too_many_new_accounts_from_one_address(client):
    for _ in range(SIGN_UPS.most):
        SIGN_UPS.take("127.0.0.1")
    page = send_sign_up(client)
    assert (page.status_code, User.objects.count()) == (422, 1)
    elsewhere = Client(REMOTE_ADDR="10.1.1.1")
    assert send_sign_up(elsewhere).status_code == 302


@pytest.mark.parametrize("page", ["signup", "login"])
@pytest.mark.parametrize(
    "away", ["https://example.org/", "//example.org", "/\\example.org", "javascript:alert(1)"]
)
def test_nobody_is_led_away_from_the_site(client, page, away):
    make_user("boss")
    about = {"signup": {"password": PASSWORD}, "login": {"password": "correct horse"}}[page]
    name = {"signup": "noa", "login": "boss"}[page]
    done = client.post(url_of(page), {"username": name, "next": away} | about)
    assert done.url == url_of("me")
    again = client.get(url_of(page), {"next": away})  # signed in by now
    assert again.url == url_of("me")


# --- one's own password ---------------------------------------------------------------------


def test_a_new_password_needs_the_old_one(client):
    user = make_user("boss")
    client.force_login(user)
    form = {"old_password": "wrong", "new_password1": PASSWORD, "new_password2": PASSWORD}
    assert client.post(url_of("password"), form).status_code == 200
    done = client.post(url_of("password"), form | {"old_password": "correct horse"})
    assert done.url == url_of("me")
    user.refresh_from_db()
    assert user.check_password(PASSWORD)
    assert client.get(url_of("me")).status_code == 200  # still signed in
    assert JournalLine.objects.filter(action="account.new_password").count() == 1


# --- logs -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("Not Found: /e/2abc-d3ef-gh4j-kmn5/", "Not Found: /e/…/"),
        ('"GET /e/2abcd3efgh4jkmn5/slots/3/ HTTP/1.1" 200', '"GET /e/…/slots/3/ HTTP/1.1" 200'),
        ("Forbidden (CSRF): /invite/Ab_c-9/", "Forbidden (CSRF): /invite/…/"),
        ("/reset/MQ/c2z-0f/", "/reset/…/…/"),
        ("/email/MQ/c2z-0f/?next=%2Finvite%2FAb_c-9%2F", "/email/…/…/?next=%2Finvite%2F…%2F"),
        ("/login/?next=%2Finvite%2FAb_c-9%2F", "/login/?next=%2Finvite%2F…%2F"),
        ("Not Found: /join/2abc-d3ef/x", "Not Found: /join/…/x"),
        ("/E/2abc-d3ef-gh4j-kmn5/ %2fe%2f2abcd3ef", "/E/…/ %2fe%2f…"),
        ("Authorization: Bearer rh_abcdEFGH-1234_x", "Authorization: Bearer rh_…"),
        ("/events/reset/ /api/v1/games/e/", "/events/reset/ /api/v1/games/e/"),
    ],
)
def test_a_secret_in_an_address_is_masked(line, kept):
    assert mask_secrets(line) == kept
