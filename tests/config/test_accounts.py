"""Accounts: signing up, brakes on guessing, and getting back in without taking others over."""

import logging
import re
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.accounts import UsernameTaken, reset_link, reset_tokens, sign_up
from config.invitations import accept, invite
from config.login import TOO_MANY
from config.masking import MaskSecrets, masked
from config.throttling import LOGINS, SIGN_UPS
from tests.builders import acting, actor_of, make_club, make_event, make_player, make_user
from tournaments.actor import SYSTEM
from tournaments.errors import InvalidInput, NotAllowed
from tournaments.models import JournalLine, Player, User
from tournaments.services import entries, people, roles

pytestmark = pytest.mark.django_db
PASSWORD = "a red capstone 7"


def text_of(response: Any) -> str:
    return str(response.content.decode())


def found(pattern: str, text: Any) -> str:
    """What the pattern's group finds."""
    match = re.search(pattern, str(text))
    assert match, text
    return match[1]


def signing_up(client, **about):
    return client.post(
        reverse("pages:signup"), {"username": "noa", "password": PASSWORD, "name": ""} | about
    )


# --- signing up -----------------------------------------------------------------------------


def test_a_new_account_plays_under_its_name_and_is_signed_in(client):
    done = signing_up(client, name="נועה לוי")
    assert done.url == reverse("pages:me")
    player = Player.objects.get(user__username="noa")
    assert player.name == "נועה לוי"
    assert '<bdi lang="he">נועה לוי</bdi>' in text_of(client.get(done.url))
    told = JournalLine.objects.filter(scope="site").order_by("seq").values_list("action", flat=True)
    assert list(told) == ["account.created", "player.created"]


def test_without_a_name_no_player_is_made_and_one_can_be_made_later(client):
    signing_up(client)
    assert not Player.objects.exists()
    client.post(reverse("pages:become-player"), {"name": "Noa"})
    assert Player.objects.get(user__username="noa").name == "Noa"


@pytest.mark.parametrize(
    ("about", "said"),
    [
        ({"password": "12345678"}, "too common"),
        ({"password": "short"}, "too short"),
        ({"username": "noa levi"}, "Enter a valid username"),
        ({"username": "BOSS"}, "This name is taken"),
        ({"username": "x" * 151}, "at most 150"),
        ({"username": "a\0b"}, "Null characters"),
        ({"name": "a\0b"}, "Null characters"),
    ],
)
def test_what_will_not_do_is_said_at_its_field_and_nothing_is_made(client, about, said):
    make_user("boss")
    page = signing_up(client, **about)
    assert page.status_code == 422
    assert said in text_of(page)
    assert User.objects.count() == 1


def test_a_name_is_taken_in_whatever_case():
    sign_up(username="Noa", password=PASSWORD)
    with pytest.raises(UsernameTaken):
        sign_up(username="noa", password=PASSWORD)
    with pytest.raises(InvalidInput):
        sign_up(username="other", password="other")


def test_too_many_new_accounts_from_one_address(client):
    for _ in range(SIGN_UPS.most):
        SIGN_UPS.count("127.0.0.1")
    page = signing_up(client)
    assert (page.status_code, User.objects.count()) == (422, 0)
    elsewhere = Client(REMOTE_ADDR="10.1.1.1")
    assert signing_up(elsewhere).status_code == 302


@pytest.mark.parametrize("page", ["signup", "login"])
@pytest.mark.parametrize(
    "away", ["https://example.org/", "//example.org", "/\\example.org", "javascript:alert(1)"]
)
def test_nobody_is_led_away_from_the_site(client, page, away):
    make_user("boss")
    about = {"signup": {"password": PASSWORD}, "login": {"password": "correct horse"}}[page]
    name = {"signup": "noa", "login": "boss"}[page]
    done = client.post(reverse(f"pages:{page}"), {"username": name, "next": away} | about)
    assert done.url == reverse("pages:me")
    again = client.get(reverse(f"pages:{page}"), {"next": away})  # signed in by now
    assert again.url == reverse("pages:me")


# --- guessing passwords ---------------------------------------------------------------------


def guess(client, password="wrong", username="boss"):
    return client.post(reverse("pages:login"), {"username": username, "password": password})


def test_after_too_many_wrong_passwords_not_even_the_right_one_is_looked_at(client):
    make_user("boss")
    make_user("other")
    for _ in range(LOGINS.most):
        assert "do not go together" in text_of(guess(client))
    assert str(TOO_MANY) in text_of(guess(client, "correct horse", "BOSS"))
    assert guess(client, "correct horse", "other").status_code == 302
    assert guess(Client(REMOTE_ADDR="10.1.1.1"), "correct horse").status_code == 302


def test_the_admin_has_the_same_brake(client):
    make_user("boss", staff=True)
    for _ in range(LOGINS.most):
        client.post("/admin/login/", {"username": "boss", "password": "wrong"})
    page = client.post("/admin/login/", {"username": "boss", "password": "correct horse"})
    assert str(TOO_MANY) in text_of(page)


# --- one's own password ---------------------------------------------------------------------


def test_a_new_password_needs_the_old_one(client):
    user = make_user("boss")
    client.force_login(user)
    form = {"old_password": "wrong", "new_password1": PASSWORD, "new_password2": PASSWORD}
    assert client.post(reverse("pages:password"), form).status_code == 200
    done = client.post(reverse("pages:password"), form | {"old_password": "correct horse"})
    assert done.url == reverse("pages:me")
    user.refresh_from_db()
    assert user.check_password(PASSWORD)
    assert client.get(reverse("pages:me")).status_code == 200  # still signed in
    assert JournalLine.objects.filter(action="account.new_password").count() == 1


# --- links for a new password ---------------------------------------------------------------


@pytest.fixture
def boss():
    return make_user("boss")


@pytest.fixture
def event(boss):
    return make_event(organiser=boss, entries=0, state="registration", slug="cup")


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


def test_an_organiser_lets_back_in_who_entered_the_event(client, boss, event):
    user = enters(make_player("Ada"), event)
    client.force_login(boss)
    made = client.post(reverse("pages:make-reset-link", args=[user.pk]))
    assert "no-store" in made["Cache-Control"]
    url = found(r'value="http://testserver(/reset/[^"]+)"', text_of(made))

    theirs = Client()
    page = theirs.get(url, follow=True)
    assert url not in page.redirect_chain[-1][0]  # the secret leaves the address
    assert page["Referrer-Policy"] == "strict-origin"
    form = {"new_password1": PASSWORD, "new_password2": PASSWORD}
    theirs.post(page.redirect_chain[-1][0], form)
    user.refresh_from_db()
    assert user.check_password(PASSWORD)
    assert "This link is not valid" in text_of(Client().get(url, follow=True))
    told = JournalLine.objects.filter(action__startswith="account.").order_by("seq")
    assert [(line.action, line.actor["user"]) for line in told] == [
        ("account.reset_link", boss.pk),
        ("account.new_password", user.pk),
    ]


def test_being_entered_by_a_stranger_gives_them_no_hold(boss, event):
    """Anybody may plan an event and enter anybody in it."""
    player = make_player("Ada")
    entries.enter(actor=acting(boss), event_id=event.pk, player_id=player.pk)
    assert not may_reset(boss, player.user)
    club = make_club(owner=boss)
    people.add_member(actor=acting(boss), club_id=club.pk, player_id=player.pk)
    assert not may_reset(boss, player.user)


def test_who_has_left_the_event_again_is_out_of_reach(boss, event):
    player = make_player("Ada")
    user = enters(player, event)
    entry = player.entries.get()
    entries.cancel_entry(actor=actor_of(player), entry_id=entry.pk)
    assert not may_reset(boss, user)


def test_who_claimed_a_player_by_invitation_may_be_let_back_in(boss, event):
    player = make_player("Ada", account=False)
    entries.enter(actor=acting(boss), event_id=event.pk, player_id=player.pk)
    user = make_user("ada")
    _made, code = invite(actor=acting(boss), kind="player", target_id=player.pk)
    accept(actor=acting(user), code=code, now=timezone.now())
    assert may_reset(boss, user)


def test_no_account_that_is_staff_of_anything_is_taken_over(boss, event):
    arbiter, owner, site, root = (make_player(name) for name in ("A", "B", "C", "D"))
    for player in (arbiter, owner, site, root):
        enters(player, event)
        assert may_reset(boss, player.user)
    far_away = make_event(state="draft")
    roles.grant_event_role(
        actor=SYSTEM, event_id=far_away.pk, user_id=user_of(arbiter).pk, role="arbiter"
    )
    make_club(owner=owner.user)
    User.objects.filter(pk=user_of(site).pk).update(is_staff=True)
    User.objects.filter(pk=user_of(root).pk).update(is_superuser=True)
    for player in (arbiter, owner, site, root):
        assert not may_reset(boss, player.user)


def test_arbiters_strangers_and_players_make_no_links(boss, event):
    user = enters(make_player("Ada"), event)
    arbiter, stranger = make_user(), make_user()
    roles.grant_event_role(actor=SYSTEM, event_id=event.pk, user_id=arbiter.pk, role="arbiter")
    for who in (arbiter, stranger, user):
        assert not may_reset(who, user)
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert not may_reset(boss, user)


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
    _uid, token = reset_link(actor=acting(boss), user_id=user.pk)
    assert reset_tokens.check_token(user, token)
    roles.grant_event_role(actor=SYSTEM, event_id=event.pk, user_id=user.pk, role="arbiter")
    assert not reset_tokens.check_token(get_user_model().objects.get(pk=user.pk), token)


def test_where_no_mail_is_set_up_the_page_says_whom_to_ask(client):
    page = text_of(client.get(reverse("pages:forgotten")))
    assert "sends no mail" in page
    client.post(reverse("pages:forgotten"), {"email": "ada@example.org"})
    assert mail.outbox == []


def test_where_mail_is_set_up_a_link_comes_by_mail(client, settings):
    settings.MAIL = True
    signing_up(client, email="ada@example.org")
    client.logout()
    done = client.post(reverse("pages:forgotten"), {"email": "ADA@example.org"}, follow=True)
    nobody = Client().post(reverse("pages:forgotten"), {"email": "x@example.org"}, follow=True)
    said = "If an account has this address"
    assert said in text_of(done)
    assert said in text_of(nobody)
    (sent,) = mail.outbox
    assert sent.to == ["ada@example.org"]
    assert "a new password for your account: noa\n" in sent.body
    url = found(r"http://testserver(/reset/\S+)", sent.body)
    page = client.get(url, follow=True)
    assert "<bdi>noa</bdi>" in text_of(page)


# --- logs -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("Not Found: /e/2abc-d3ef-gh4j-kmn5/", "Not Found: /e/…/"),
        ('"GET /e/2abcd3efgh4jkmn5/slots/3/ HTTP/1.1" 200', '"GET /e/…/slots/3/ HTTP/1.1" 200'),
        ("Forbidden (CSRF): /invite/Ab_c-9/", "Forbidden (CSRF): /invite/…/"),
        ("/reset/MQ/c2z-0f/", "/reset/…/…/"),
        ("/login/?next=%2Finvite%2FAb_c-9%2F", "/login/?next=%2Finvite%2F…%2F"),
        ("/events/reset/ /api/v1/games/e/", "/events/reset/ /api/v1/games/e/"),
    ],
)
def test_a_secret_in_an_address_is_masked(line, kept):
    assert masked(line) == kept


def test_a_request_for_a_wrong_code_leaves_no_code_in_the_log(client, settings):
    said = []

    class Kept(logging.Handler):
        def emit(self, record):
            said.append(record.getMessage())

    handler = Kept()
    (configured,) = settings.LOGGING["handlers"].values()
    assert configured["filters"] == ["mask"]
    handler.addFilter(MaskSecrets())
    logging.getLogger("django.request").addHandler(handler)
    try:
        assert client.get("/e/2abc-d3ef-gh4j-kmn5/").status_code == 404
    finally:
        logging.getLogger("django.request").removeHandler(handler)
    assert said == ["Not Found: /e/…/"]
