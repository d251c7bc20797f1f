"""Links for a new password: who makes them, what they end, and those that come by mail."""

import re
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone, translation

from config.access.accounts import reset_link, reset_tokens, sign_up
from config.access.guess_limits import MAILS_FROM, MAILS_TO
from config.access.invitations import accept, invite
from config.access.tokens import create_token
from config.celery import app
from tests.builders import acting, actor_of, make_club, make_guest, make_player, make_user
from tests.clients import signed_in, text_of, url_of
from tests.config.access.signing_up import PASSWORD, send_sign_up
from tournaments.actor import SYSTEM
from tournaments.errors import NotAllowed
from tournaments.models import JournalLine, Player, User
from tournaments.services.entries import entries
from tournaments.services.events import roles
from tournaments.services.people import members

EVENT = {"entries": 0, "state": "registration"}

pytestmark = pytest.mark.usefixtures("installed")


def found(pattern: str, text: Any) -> str:
    """What the pattern's group finds."""
    match = re.search(pattern, str(text))
    assert match, text
    return match[1]


def user_of(player: Player) -> User:
    assert player.user
    return player.user


def enters(player, event):
    entries.enter(actor=actor_of(player), event_id=event.pk, player_id=player.pk)
    return player.user


def may_reset(who, user):
    try:
        reset_link(actor=acting(who), user_id=user.pk)
    except NotAllowed:
        return False
    return True


def test_an_organiser_resets_nobody(client, boss, event):
    """Neither who entered by themselves, nor who was entered, listed or made by them."""
    ada, bo, guest = make_player("Ada"), make_player("Bo"), make_guest(event, "Gus")
    enters(ada, event)
    entries.enter(actor=acting(boss), event_id=event.pk, player_id=bo.pk)
    entries.enter(actor=acting(boss), event_id=event.pk, player_id=guest.pk)
    club = make_club(owner=boss)
    for player in (ada, bo):
        members.add_member(actor=acting(boss), club_id=club.pk, player_id=player.pk)
        members.consent_to_club(actor=actor_of(player), club_id=club.pk, player_id=player.pk)
    user = make_user("gus")
    _made, code = invite(actor=acting(boss), kind="player", target_id=guest.pk)
    accept(actor=acting(user), code=code, now=timezone.now())
    client.force_login(boss)
    for account in (user_of(ada), user_of(bo), user):
        assert not may_reset(boss, account)
        address = url_of("make-reset-link", account.pk)
        assert "/reset/" not in text_of(client.post(address, follow=True))
    text = text_of(client.get(url_of("event-links", "cup")))
    assert "accounts/" not in text
    assert not JournalLine.objects.filter(action="account.reset_link").exists()


def test_arbiters_strangers_and_players_make_no_links(boss, event):
    user = enters(make_player("Ada"), event)
    arbiter, stranger = make_user(), make_user()
    roles.grant_event_role(actor=SYSTEM, event_id=event.pk, user_id=arbiter.pk, role="arbiter")
    for who in (arbiter, stranger, user):
        assert not may_reset(who, user)


def test_site_staff_reset_nobody_who_is_switched_off(installed):
    user = make_user()
    assert may_reset(installed, user)
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert not may_reset(installed, user)


def test_a_reset_ends_every_session_and_token_and_says_so(client, installed):
    user = make_user("ada")
    phone = signed_in(user)
    _token, secret = create_token(username="ada")
    bearer: Any = {"HTTP_AUTHORIZATION": f"Bearer {secret}"}
    assert phone.get(url_of("me")).status_code == 200
    assert client.get("/api/v1/me/", **bearer).status_code == 200

    client.force_login(installed)
    made = client.post(url_of("make-reset-link", user.pk))
    assert "no-store" in made["Cache-Control"]
    url = found(r'value="http://testserver(/reset/[^"]+)"', text_of(made))
    theirs = Client()
    page = theirs.get(url, follow=True)
    assert url not in page.redirect_chain[-1][0]  # the secret leaves the address
    assert page["Referrer-Policy"] == "strict-origin"
    form = {"new_password1": PASSWORD, "new_password2": PASSWORD}
    theirs.post(page.redirect_chain[-1][0], form)
    assert "This link is not valid" in text_of(Client().get(url, follow=True))

    assert phone.get(url_of("me")).status_code == 302
    assert Client().get("/api/v1/me/", **bearer).status_code == 401
    told = JournalLine.objects.filter(action__startswith="account.").order_by("seq")
    assert [(line.action, line.actor.get("user"), line.after) for line in told] == [
        ("account.reset_link", installed.pk, None),
        ("account.tokens_ended", None, {"tokens": 1, "applications": 0}),
        ("account.reset", user.pk, None),
    ]
    said = "The password of this account was reset"
    ada = {"username": "ada", "password": PASSWORD}
    assert said in text_of(theirs.post(url_of("login"), ada, follow=True))
    again = Client().post(url_of("login"), ada, follow=True)
    assert said not in text_of(again)  # it was said


def test_a_password_that_site_staff_set_in_the_admin_is_a_reset(client):
    user, root = make_user("ada"), User.objects.create_superuser("super")
    _token, secret = create_token(username="ada")
    client.force_login(root)
    address = reverse("admin:auth_user_password_change", args=[user.pk])
    form = {"password1": PASSWORD, "password2": PASSWORD, "usable_password": "true"}
    assert client.post(address, form).status_code == 302
    bearer: Any = {"HTTP_AUTHORIZATION": f"Bearer {secret}"}
    assert Client().get("/api/v1/me/", **bearer).status_code == 401
    line = JournalLine.objects.get(action="account.reset")
    assert (line.actor["user"], line.subject) == (root.pk, f"user:{user.pk}")
    ada = {"username": "ada", "password": PASSWORD}
    page = Client().post(url_of("login"), ada, follow=True)
    assert "The password of this account was reset" in text_of(page)


def test_the_admin_sets_no_password_of_who_may_do_more(client):
    keeper, strong = make_user("keeper", staff=True), User.objects.create_superuser("super")
    keeper.user_permissions.add(*permissions_to("change_user"), *permissions_to("view_user"))
    client.force_login(keeper)
    weak = make_user()
    form = {"password1": PASSWORD, "password2": PASSWORD, "usable_password": "true"}
    for account, status in ((weak, 302), (strong, 403)):
        address = reverse("admin:auth_user_password_change", args=[account.pk])
        assert client.post(address, form).status_code == status
    pages = [
        text_of(client.get(reverse("admin:tournaments_user_change", args=[account.pk])))
        for account in (weak, strong)
    ]
    offered = [f"/accounts/{a.pk}/reset/" in p for a, p in zip((weak, strong), pages, strict=True)]
    assert offered == [True, False]


def test_site_staff_reset_who_may_do_no_more_than_they():
    staff, superuser = make_user(staff=True), User.objects.create_superuser("root")
    weak, same, strong = make_user(), make_user(staff=True), make_user(staff=True)
    strong.user_permissions.add(*permissions_to("change_user"))
    assert may_reset(staff, weak)
    assert may_reset(staff, same)
    assert not may_reset(staff, strong)
    assert not may_reset(staff, superuser)
    assert not may_reset(staff, staff)
    assert may_reset(superuser, strong)
    assert may_reset(superuser, User.objects.create_superuser("root2"))


def permissions_to(codename):
    return Permission.objects.filter(codename=codename)


def test_a_link_ends_when_the_account_grows_stronger(boss, event):
    user = enters(make_player("Ada"), event)
    _uid, token = reset_link(actor=acting(make_user(staff=True)), user_id=user.pk)
    assert reset_tokens.check_token(user, token)
    roles.grant_event_role(actor=SYSTEM, event_id=event.pk, user_id=user.pk, role="arbiter")
    assert not reset_tokens.check_token(get_user_model().objects.get(pk=user.pk), token)


def test_where_no_mail_is_set_up_the_page_says_whom_to_ask(client):
    page = text_of(client.get(url_of("forgotten")))
    assert "sends no mail" in page
    client.post(url_of("forgotten"), {"email": "ada@example.org"})
    assert mail.outbox == []


@pytest.fixture
def mails(settings):
    """Mail is set up, and tasks run at once where they are sent."""
    settings.MAIL = True
    app.conf.task_always_eager = True
    yield mail.outbox
    app.conf.task_always_eager = False


@pytest.fixture
def forgets(django_capture_on_commit_callbacks):
    def ask(address, client=None):
        with django_capture_on_commit_callbacks(execute=True):
            return (client or Client()).post(url_of("forgotten"), {"email": address})

    return ask


def test_where_mail_is_set_up_a_link_comes_by_mail(client, mails, forgets):
    send_sign_up(client, email="ada@example.org")
    client.logout()
    done = forgets("ADA@example.org", client)
    assert "If an account has this address" in text_of(client.get(done.url))
    (sent,) = mails
    assert sent.to == ["ada@example.org"]
    assert "a new password for your account: noa\n" in sent.body
    url = found(r"http://testserver(/reset/\S+)", sent.body)
    page = client.get(url, follow=True)
    assert "<bdi>noa</bdi>" in text_of(page)


def test_the_mail_is_in_the_language_of_who_asked(mails, forgets):
    sign_up(username="noa", password=PASSWORD, email="ada@example.org")
    forgets("ada@example.org", Client(HTTP_ACCEPT_LANGUAGE="ja"))
    with translation.override("ja"):
        assert mails[0].subject == translation.gettext("A new password for Roadhouse")


def test_asking_for_a_mail_is_the_same_work_for_known_and_unknown_addresses(
    client, settings, django_capture_on_commit_callbacks
):
    """No worker runs here: what the page does, it does without looking for an account."""
    settings.MAIL = True
    sign_up(username="noa", password=PASSWORD, email="ada@example.org")
    work = {}
    for address in ("ada@example.org", "nobody@example.org"):
        with (
            CaptureQueriesContext(connection) as queries,
            django_capture_on_commit_callbacks() as sent,
        ):
            answer = Client().post(url_of("forgotten"), {"email": address})
        assert answer.status_code == 302
        work[address] = (
            answer["Location"], answer.cookies["messages"].value.split(":")[0],
            [query["sql"] for query in queries], len(sent),
        )  # fmt: skip
    known, unknown = work.values()
    assert known == unknown
    assert known[2:] == ([], 1)
    assert mail.outbox == []


def test_an_address_gets_few_mails_whoever_asks(mails, forgets):
    sign_up(username="noa", password=PASSWORD, email="ada@example.org")
    for number in range(MAILS_TO.most + 2):
        done = forgets("ada@example.org", Client(REMOTE_ADDR=f"10.1.1.{number}"))
        assert done.status_code == 302
    assert len(mails) == MAILS_TO.most


def test_too_many_mails_from_one_address(client, settings):
    settings.MAIL = True
    for _ in range(MAILS_FROM.most):
        MAILS_FROM.take("127.0.0.1")
    page = client.post(url_of("forgotten"), {"email": "x@example.org"})
    assert "Too many mails" in text_of(page)
