"""Guessing passwords: what wrong ones cost, and whom they do not delay."""

from datetime import UTC, datetime

import pytest
from django.core.cache import cache
from django.test import Client

from config.access.guess_limits import LOGINS, MINUTE, WRONG_LOGINS_FROM
from config.access.known_devices import COOKIE
from tests.builders import make_user
from tests.clients import text_of, url_of
from tests.config.access.counted_hashes import CountedHasher
from tests.config.access.signing_up import PASSWORD

NOW = datetime(2026, 5, 1, 19, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _a_cache_that_goes_by_the_clock_of_the_test(settings):
    """Redis forgets by a clock of its own, which no test can move."""
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    cache.clear()


def guess(client, password="wrong", username="boss"):
    return client.post(url_of("login"), {"username": username, "password": password})


TOO_MANY = "Too many wrong passwords for this account."


def guess_often(client, times, username="boss"):
    for _ in range(times):
        guess(client, username=username)


def test_guesses_at_an_account_from_one_address_wait_longer_and_longer(client, time_machine):
    time_machine.move_to(NOW, tick=False)
    make_user("boss")
    for _ in range(LOGINS.free):
        assert "do not go together" in text_of(guess(client))
    for delay in (1, 2, 4, 8, 16, 32, MINUTE, MINUTE):
        assert "do not go together" in text_of(guess(client))
        assert TOO_MANY in text_of(guess(client, username="BOSS"))
        assert TOO_MANY in text_of(guess(client, "correct horse"))  # not looked at
        time_machine.shift(delay - 1)
        assert "Wait 1 second," in text_of(guess(client))
        time_machine.shift(1)
    assert guess(client, "correct horse").status_code == 302


def test_what_is_refused_makes_no_delay_longer(client, time_machine):
    time_machine.move_to(NOW, tick=False)
    make_user("boss")
    guess_often(client, LOGINS.free + 100)
    time_machine.shift(1)
    assert guess(client, "correct horse").status_code == 302


def test_wrong_passwords_from_elsewhere_delay_nobody(client):
    make_user("boss")
    guess_often(client, LOGINS.free + 5)
    assert guess(Client(REMOTE_ADDR="10.1.1.1"), "correct horse").status_code == 302


def test_a_browser_that_signed_in_before_is_not_delayed_by_others_of_its_address(client):
    make_user("boss")
    phone = Client()
    assert guess(phone, "correct horse").status_code == 302
    phone.post(url_of("logout"))
    guess_often(client, LOGINS.free + 5)
    assert TOO_MANY in text_of(guess(client, "correct horse"))
    assert guess(phone, "correct horse").status_code == 302


def test_a_known_browser_is_delayed_by_its_own_guesses(client):
    make_user("boss")
    make_user("other")
    guess(client, "correct horse")
    client.post(url_of("logout"))
    guess_often(client, LOGINS.free + 1)
    assert TOO_MANY in text_of(guess(client, "correct horse"))
    assert guess(client, "correct horse", "other").status_code == 302


def test_the_cookie_of_a_known_browser_is_signed_and_for_its_account_alone(client):
    make_user("boss")
    make_user("other")
    guess(client, "correct horse", "other")
    client.post(url_of("logout"))
    guess_often(Client(), LOGINS.free + 5)
    assert TOO_MANY in text_of(guess(client, "correct horse"))
    cookie = client.cookies[COOKIE]
    assert (bool(cookie["httponly"]), cookie["samesite"]) == (True, "Lax")
    client.cookies[COOKIE] = cookie.value[:-1] + ("a" if cookie.value[-1] != "a" else "b")
    assert TOO_MANY in text_of(guess(client, "correct horse"))


def test_wrong_passwords_of_a_hall_refuse_no_right_one(client):
    make_user("boss")
    for number in range(2 * WRONG_LOGINS_FROM.most):
        guess(client, username=f"nobody{number}")
    assert guess(Client(), "correct horse").status_code == 302


@pytest.mark.slow
def test_a_flood_of_wrong_passwords_refuses_no_right_one_and_is_not_hashed(settings):
    """Three hundred from one address: most at invented names, some at one account."""
    settings.PASSWORD_HASHERS = ["tests.config.access.counted_hashes.CountedHasher"]
    make_user("boss")
    make_user("other")
    CountedHasher.hashed = 0
    flood = Client()
    for number in range(300):
        name = "other" if number % 10 == 0 else f"nobody{number}"
        assert guess(flood, username=name).status_code == 200  # the page, never a 429
    assert CountedHasher.hashed <= WRONG_LOGINS_FROM.most + 2 * LOGINS.free
    assert guess(Client(), "correct horse").status_code == 302
    staff = make_user("keeper", staff=True)
    form = {"username": staff.get_username(), "password": "correct horse", "next": "/admin/"}
    assert Client().post("/admin/login/", form).status_code == 302


def test_an_invented_name_takes_as_long_as_an_account_until_there_are_many(settings):
    settings.PASSWORD_HASHERS = ["tests.config.access.counted_hashes.CountedHasher"]
    CountedHasher.hashed = 0
    for number in range(10):
        guess(Client(), username=f"nobody{number}")
    assert CountedHasher.hashed == 10


def test_an_address_that_tries_many_accounts_has_fewer_guesses_at_each(client):
    make_user("boss")
    for number in range(WRONG_LOGINS_FROM.most):
        guess(client, username=f"nobody{number}")
    answers = [text_of(guess(client)) for _ in range(3)]
    assert [TOO_MANY in each for each in answers] == [False, False, True]


def test_a_right_password_does_not_count(client):
    make_user("boss")
    for _ in range(3 * LOGINS.free):
        assert guess(Client(), "correct horse").status_code == 302


def test_an_account_made_here_is_known_here(client):
    make_user("boss")  # before the first account nobody signs up
    form = {"username": "noa", "password": PASSWORD, "name": ""}
    assert client.post(url_of("signup"), form).status_code == 302
    client.post(url_of("logout"))
    guess_often(Client(), LOGINS.free + 5, "noa")
    assert guess(client, PASSWORD, "noa").status_code == 302


def test_the_admin_limits_guesses_too(client):
    make_user("boss", staff=True)
    for _ in range(LOGINS.free + 1):
        client.post("/admin/login/", {"username": "boss", "password": "wrong"})
    page = client.post("/admin/login/", {"username": "boss", "password": "correct horse"})
    assert TOO_MANY in text_of(page)
    elsewhere = Client(REMOTE_ADDR="10.1.1.1")
    elsewhere.post("/admin/login/", {"username": "boss", "password": "correct horse"})
    assert COOKIE in elsewhere.cookies
