"""Who may make an account: open, by invitation, closed; a proved address; the first account."""

import re
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from config import environment
from config.access.accounts import sign_up
from config.access.first_run import NotNew, first_code, make_first_account
from config.access.guess_limits import CODES
from config.access.invitations import invite
from config.access.sign_up import InvitationNeeded, NoAccountYet, SignUpClosed
from config.models import Invitation
from tests.builders import acting, make_club, make_guest, make_user
from tests.clients import text_of, url_of
from tests.config.access.signing_up import PASSWORD
from tournaments.errors import InvalidInput
from tournaments.models import Club, JournalLine, Player, User

ASKED = {"username": "noa", "password": PASSWORD}


class FailingBackend(EmailBackend):
    """A mail server that cannot be reached."""

    def send_messages(self, email_messages: Any) -> int:
        raise ConnectionRefusedError


def invitation_of(boss: User) -> str:
    _made, code = invite(actor=acting(boss), kind="club", target_id=make_club(owner=boss).pk,
                         role="organiser")  # fmt: skip
    return code


# --- closed, and by invitation ----------------------------------------------------------------


def test_where_accounts_are_closed_nobody_makes_one(client, boss, settings):
    settings.SIGN_UP = "closed"
    target = url_of("invite", invitation_of(boss))
    for more in ({}, {"next": target}):
        page = client.post(url_of("signup"), ASKED | more)
        assert "Ask the people who run" in text_of(page, 403)
    with pytest.raises(SignUpClosed):
        sign_up(**ASKED, invitation="x")
    assert User.objects.count() == 1
    for page in (url_of("login"), target):
        assert url_of("signup") not in text_of(Client().get(page))


def test_an_invitation_makes_one_account_and_is_accepted_with_it(client, boss, settings):
    settings.SIGN_UP = "invited"
    code = invitation_of(boss)
    target = url_of("invite", code)
    assert client.post(url_of("signup"), ASKED).status_code == 403
    assert url_of("signup") not in text_of(client.get(url_of("login")))
    assert url_of("signup") in text_of(client.get(target))
    done = client.post(url_of("signup"), ASKED | {"next": target})
    assert done.url == url_of("me")
    user = User.objects.get(username="noa")
    assert user.club_roles.get().role == "organiser"
    assert Invitation.objects.get().used_by == user
    second = Client().post(url_of("signup"), ASKED | {"username": "bo", "next": target})
    assert (second.status_code, User.objects.count()) == (404, 2)
    with pytest.raises(InvitationNeeded):
        sign_up(username="bo", password=PASSWORD)


def test_codes_of_invitations_are_not_guessed_by_making_accounts(client, boss, settings):
    settings.SIGN_UP = "invited"
    target = url_of("invite", invitation_of(boss))
    wrong = [
        client.get(url_of("signup"), {"next": "/invite/guess/"}).status_code
        for _ in range(CODES.free + 2)
    ]
    assert (wrong[0], wrong[-1]) == (404, 429)
    assert client.get(url_of("signup"), {"next": target}).status_code == 200  # a right one


def test_an_invitation_to_be_a_player_makes_the_account_that_player(client, boss, settings):
    settings.SIGN_UP = "invited"
    ada = make_guest(make_club(owner=boss), "Ada")
    _made, code = invite(actor=acting(boss), kind="player", target_id=ada.pk)
    target = url_of("invite", code)
    page = client.get(url_of("signup"), {"next": target})
    assert 'name="name"' not in text_of(page)
    client.post(url_of("signup"), ASKED | {"next": target})
    assert Player.objects.get(pk=ada.pk).user == User.objects.get(username="noa")


# --- a proved address -------------------------------------------------------------------------


@pytest.fixture
def proving(settings, boss):
    settings.MAIL = settings.REQUIRE_EMAIL = True


def link_in_mail() -> str:
    match = re.search(r"http://testserver(/email/\S+)", str(mail.outbox[-1].body))
    assert match
    return match[1]


@pytest.mark.usefixtures("proving")
def test_an_account_works_once_its_address_is_proved(client):
    missing = client.post(url_of("signup"), ASKED)
    assert (missing.status_code, User.objects.count()) == (422, 1)
    asked = ASKED | {"email": "noa@example.org", "next": url_of("events")}
    page = client.post(url_of("signup"), asked)
    assert "noa@example.org" in text_of(page)
    assert client.get(url_of("me")).status_code == 302
    signing_in = client.post(url_of("login"), ASKED)
    assert signing_in.status_code == 200  # the form again

    link = link_in_mail()
    assert mail.outbox[-1].to == ["noa@example.org"]
    opened = Client()
    assert "noa@example.org" in text_of(opened.get(link))
    assert not User.objects.get(username="noa").is_active  # programs open links too
    done: Any = opened.post(link)
    assert done.url == url_of("events")
    user = User.objects.get(username="noa")
    assert (user.is_active, user.email_state) == (True, "proved")
    assert opened.get(url_of("me")).status_code == 200
    assert Client().post(link).status_code == 404  # once
    assert JournalLine.objects.filter(action="account.email_proved").count() == 1


@pytest.mark.usefixtures("proving")
def test_the_link_ends_after_a_day_and_frees_the_name(client):
    client.post(url_of("signup"), ASKED | {"email": "noa@example.org"})
    taken = client.post(url_of("signup"), ASKED | {"email": "other@example.org"})
    assert taken.status_code == 422
    first_link = link_in_mail()
    again = client.post(url_of("signup"), ASKED | {"email": "NOA@example.org"})
    assert again.status_code == 200  # the mail was lost
    assert Client().post(first_link).status_code == 404
    User.objects.filter(username="noa").update(date_joined=timezone.now() - timedelta(days=2))
    later = client.post(url_of("signup"), ASKED | {"email": "other@example.org"})
    assert later.status_code == 200
    assert User.objects.get(username="noa").email == "other@example.org"


@pytest.mark.usefixtures("proving")
def test_who_was_switched_off_is_not_let_in_by_an_old_link(client):
    client.post(url_of("signup"), ASKED | {"email": "noa@example.org"})
    link = link_in_mail()
    client.post(link)
    User.objects.filter(username="noa").update(is_active=False)
    assert Client().post(link).status_code == 404
    assert not User.objects.get(username="noa").is_active


@pytest.mark.usefixtures("proving")
def test_a_mail_that_cannot_be_sent_leaves_no_account(client, settings):
    settings.EMAIL_BACKEND = f"{__name__}.FailingBackend"
    page = client.post(url_of("signup"), ASKED | {"email": "noa@example.org"})
    assert "No mail could be sent" in text_of(page, 422)
    assert not User.objects.filter(username="noa").exists()


@pytest.mark.usefixtures("proving")
def test_with_an_invitation_it_is_accepted_with_the_proof(client, boss, settings):
    settings.SIGN_UP = "invited"
    target = url_of("invite", invitation_of(boss))
    for name in ("noa", "bo"):
        asked = {"username": name, "email": f"{name}@example.org", "next": target}
        assert client.post(url_of("signup"), ASKED | asked).status_code == 200
    first, second = (re.search(r"testserver(/email/\S+)", str(m.body)) for m in mail.outbox)
    assert first
    assert second
    assert client.post(first[1]).url == url_of("me")
    assert Client().post(second[1]).status_code == 409
    assert not User.objects.get(username="bo").is_active
    assert Client().post(second[1].partition("?")[0]).status_code == 409  # without the invitation


# --- the first account ------------------------------------------------------------------------


def printed() -> str:
    said = StringIO()
    call_command("first_run", stdout=said)
    return said.getvalue()


def first_form(**about: str) -> dict[str, str]:
    return {"code": first_code(), "username": "root", "password": PASSWORD, "club": "Den"} | about


def test_the_code_is_printed_while_there_is_no_account():
    assert first_code() in printed()
    assert url_of("first-run") in printed()
    make_user()
    assert printed() == ""


def test_the_first_account_runs_the_service_and_owns_the_first_club(client):
    assert client.get(url_of("signup")).url == url_of("first-run")
    with pytest.raises(NoAccountYet):
        sign_up(**ASKED)
    assert client.get(url_of("first-run")).status_code == 200
    done = client.post(url_of("first-run"), first_form())
    assert done.url == url_of("me")
    user = User.objects.get()
    assert (user.username, user.is_staff, user.is_superuser) == ("root", True, True)
    assert user.check_password(PASSWORD)
    club = Club.objects.get()
    assert (club.slug, club.name, club.roles.get().role) == ("den", "Den", "owner")
    assert (club.approved_at is not None, club.approved_by) == (True, user)
    assert client.get("/admin/").status_code == 200


def test_without_the_code_nobody_makes_the_first_account(client):
    page = client.post(url_of("first-run"), first_form(code="0000-0000-0000-0000"))
    assert "This is not the code" in text_of(page, 422)
    for _ in range(CODES.free + 2):
        page = client.post(url_of("first-run"), first_form(code="wrong"))
    assert "Too many wrong codes" in text_of(page, 422)
    assert (User.objects.count(), Club.objects.count()) == (0, 0)
    assert client.post(url_of("first-run"), first_form()).status_code == 302  # a right one


@pytest.mark.parametrize("about", [{"password": "short"}, {"club": " "}, {"username": "a b"}])
def test_a_form_that_will_not_do_makes_nothing(client, about):
    assert client.post(url_of("first-run"), first_form(**about)).status_code == 422
    assert (User.objects.count(), Club.objects.count()) == (0, 0)


def test_the_code_opens_nothing_once_there_is_an_account(client, boss):
    assert client.get(url_of("first-run")).status_code == 404
    assert client.post(url_of("first-run"), first_form()).status_code == 404
    with pytest.raises(NotNew):
        make_first_account(**first_form())
    assert User.objects.count() == 1


def test_a_club_with_a_name_in_another_script_gets_an_address(client):
    client.post(url_of("first-run"), first_form(club="מועדון"))
    assert Club.objects.get().slug == "club"


# --- settings ---------------------------------------------------------------------------------


def test_the_defaults_let_everybody_in():
    read = environment.read_environment({})
    assert (read.sign_up, read.require_email) == ("open", False)


@pytest.mark.parametrize("way", ["open", "invited", "closed"])
def test_the_environment_says_who_makes_accounts(way):
    assert environment.read_environment({"SIGN_UP": way}).sign_up == way


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"SIGN_UP": "maybe"}, "open, invited, closed"),
        ({"REQUIRE_EMAIL": "yes"}, "REQUIRE_EMAIL is 'yes'"),
        ({"REQUIRE_EMAIL": "1"}, "needs EMAIL_HOST"),
    ],
)
def test_settings_that_cannot_be_are_refused(given, said):
    with pytest.raises(environment.BadEnvironment, match=said):
        environment.read_environment(given)


def test_an_address_is_required_of_the_service_too(settings, boss):
    settings.REQUIRE_EMAIL = True
    with pytest.raises(InvalidInput):
        sign_up(**ASKED)
