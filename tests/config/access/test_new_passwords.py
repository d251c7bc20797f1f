"""A new password ends the sessions and API tokens of its account, whoever sets it and how."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from config.access.accounts import TOKENS_ENDED, reset_tokens, verification_link
from config.access.guess_limits import OLD_PASSWORDS
from config.access.tokens import create_token
from tests.builders import make_user
from tests.clients import signed_in, text_of, url_of
from tournaments.models import JournalLine, User

OLD, NEW = "correct horse", "a red capstone 7"


def by_page(user: User, _monkeypatch: Any) -> None:
    client = signed_in(user)
    form = {"old_password": OLD, "new_password1": NEW, "new_password2": NEW}
    assert client.post(url_of("password"), form).status_code == 302
    assert client.get(url_of("me")).status_code == 200  # who changed it stays signed in


def by_link(user: User, _monkeypatch: Any) -> None:
    client = Client()
    uid, _token = verification_link(user)
    at = url_of("new-password", uid, reset_tokens.make_token(user))
    form = {"new_password1": NEW, "new_password2": NEW}
    page = client.get(at, follow=True).redirect_chain[-1][0]
    assert client.post(page, form).status_code == 302


def by_admin(user: User, _monkeypatch: Any) -> None:
    _in_admin(User.objects.create_superuser("root"), user)


def by_admin_for_oneself(user: User, _monkeypatch: Any) -> None:
    User.objects.filter(pk=user.pk).update(is_staff=True, is_superuser=True)
    _in_admin(user, user)


def without_any_password(user: User, _monkeypatch: Any) -> None:
    _in_admin(User.objects.create_superuser("root"), user, usable="false")


def _in_admin(staff: User, user: User, usable: str = "true") -> None:
    client = signed_in(staff)
    at = reverse("admin:auth_user_password_change", args=[user.pk])
    form = {"password1": NEW, "password2": NEW, "usable_password": usable}
    if usable == "false":
        form = {"usable_password": usable, "unset-password": "1"}
    assert client.post(at, form).status_code == 302


def by_command(user: User, monkeypatch: Any) -> None:
    monkeypatch.setattr("getpass.getpass", lambda *_args, **_kwargs: NEW)
    call_command("changepassword", user.get_username(), stdout=StringIO())


def by_a_script(user: User, _monkeypatch: Any) -> None:
    user.set_password(NEW)
    user.save()


CHANGES = [
    by_page, by_link, by_admin, by_admin_for_oneself, without_any_password, by_command, by_a_script,
]  # fmt: skip


@pytest.mark.parametrize(
    ("set_password", "is_active"),
    [
        *((way, True) for way in CHANGES),
        # of an account that is switched off, and on again later
        *((way, False) for way in (by_admin, without_any_password, by_command, by_a_script)),
    ],
)
def test_a_new_password_ends_what_the_account_had_open(set_password, is_active, monkeypatch):
    user = make_user("ada")
    phone = signed_in(user)
    _token, secret = create_token(username="ada")
    bearer: Any = {"Authorization": f"Bearer {secret}"}
    assert Client().get("/api/v1/me/", headers=bearer).status_code == 200
    User.objects.filter(pk=user.pk).update(is_active=is_active)
    user.refresh_from_db()
    set_password(user, monkeypatch)
    User.objects.filter(pk=user.pk).update(is_active=True)
    assert Client().get("/api/v1/me/", headers=bearer).status_code == 401
    assert phone.get(url_of("me")).status_code == 302
    user.refresh_from_db()
    assert user.check_password(NEW) is (set_password is not without_any_password)
    line = JournalLine.objects.get(action=TOKENS_ENDED)
    assert (line.subject, line.after) == (f"user:{user.pk}", {"tokens": 1, "applications": 0})


def test_a_password_that_is_hashed_anew_ends_nothing(settings):
    make_user("ada")
    _token, secret = create_token(username="ada")
    settings.PASSWORD_HASHERS = [
        "django.contrib.auth.hashers.PBKDF2PasswordHasher", *settings.PASSWORD_HASHERS,
    ]  # fmt: skip
    form = {"username": "ada", "password": OLD}
    assert Client().post(url_of("login"), form).status_code == 302
    assert User.objects.get().password.startswith("pbkdf2")
    answer = Client().get("/api/v1/me/", headers={"Authorization": f"Bearer {secret}"})
    assert answer.status_code == 200


# --- guesses at the present password ----------------------------------------------------------
TOO_MANY = "Too many wrong passwords for this account."


def change(client: Client, old: str, new: str = NEW) -> Any:
    form = {"old_password": old, "new_password1": new, "new_password2": new}
    return client.post(url_of("password"), form)


def test_guesses_at_the_present_password_wait_longer_and_longer(time_machine, settings):
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    time_machine.move_to("2026-05-01T12:00:00Z", tick=False)
    user, one, other = make_user("ada"), Client(), Client()
    for client in (one, other):
        client.force_login(user)
    for number in range(OLD_PASSWORDS.free + 1):
        page = text_of(change((one, other)[number % 2], "wrong"))
        assert TOO_MANY not in page
    for client in (one, other):  # not looked at, from whichever session
        assert TOO_MANY in text_of(change(client, OLD))
    time_machine.shift(1)
    change(one, "wrong")
    time_machine.shift(1)
    assert TOO_MANY in text_of(change(one, OLD))  # the delay has grown
    time_machine.shift(1)
    assert change(one, OLD).status_code == 302


def test_guesses_at_one_account_delay_no_other():
    for name in ("ada", "bo"):
        client = signed_in(make_user(name))
        if name == "ada":
            for _ in range(OLD_PASSWORDS.free + 5):
                change(client, "wrong")
    assert change(client, OLD).status_code == 302


def test_right_passwords_do_not_count():
    user = make_user("ada")
    client = signed_in(user)
    for _ in range(2 * OLD_PASSWORDS.free):
        assert change(client, OLD, new="short").status_code == 200
    assert change(client, OLD).status_code == 302


def test_the_admin_sends_everybody_to_the_one_page():
    client = signed_in(make_user("ada", staff=True))
    answer = client.post(reverse("admin:password_change"), {"old_password": "wrong"})
    assert (answer.status_code, answer["Location"]) == (302, url_of("password"))
