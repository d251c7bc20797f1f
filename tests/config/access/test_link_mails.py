"""Personal links by mail: to whom, how often, and what stands in them."""

import re

import pytest
from django.core import mail
from django.test import Client

from config.access.guess_limits import LINK_MAILS_TO
from config.celery import app
from tests.api.world import client_of
from tests.builders import entry_of, make_user
from tests.clients import signed_in, text_of, url_of
from tests.room import Room
from tournaments.models import JournalLine


@pytest.fixture
def mails(settings):
    """Mail is set up, and tasks run at once where they are sent."""
    settings.MAIL = True
    app.conf.task_always_eager = True
    yield mail.outbox
    app.conf.task_always_eager = False


@pytest.fixture
def room():
    """Ada has an account with an address, Bo one without, the others have none."""
    room = Room()
    for number, address in ((1, "ada@example.org"), (2, "")):
        player = entry_of(room.event, number).player
        player.user = make_user()
        player.user.email = address
        player.user.save()
        player.save()
    return room


@pytest.fixture
def press(room, django_capture_on_commit_callbacks):
    client = signed_in(room.boss)

    def ask(**form):
        with django_capture_on_commit_callbacks(execute=True):
            return client.post(url_of("event-links", "cup"), {"do": "mail", **form}, follow=True)

    return ask


def test_a_link_is_mailed_to_who_has_an_account_with_an_address(room, mails, press):
    assert "1 link is on its way" in text_of(press())
    (sent,) = mails
    assert sent.to == ["ada@example.org"]
    assert room.event.name in sent.subject
    (path,) = re.findall(r"http://testserver(/e/\S+)", sent.body)
    assert path == url_of("personal", room.codes[entry_of(room.event, 1).pk])
    assert Client().get(path).status_code == 200
    line = JournalLine.objects.get(action="links.mailed")
    assert (line.after or {})["entries"] == [entry_of(room.event, 1).pk]


def test_an_address_gets_few_mails_and_a_closed_account_none(room, mails, press):
    for _each in range(LINK_MAILS_TO.most):
        press()
    assert "within the last hour" in text_of(press())
    assert len(mails) == LINK_MAILS_TO.most


def test_a_closed_account_and_a_revoked_link_get_no_mail(room, mails, press):
    ada = entry_of(room.event, 1)
    account = ada.player.user
    assert account
    account.is_active = False
    account.save()
    assert "None of these players" in text_of(press(entry=[ada.pk]))
    account.is_active = True
    account.save()
    room.end(room.codes[ada.pk])
    press(entry=[ada.pk])
    assert mails == []


def test_where_no_mail_is_set_up_there_is_no_button(room, press):
    page = text_of(press())
    assert 'value="mail"' not in page
    assert mail.outbox == []


def test_the_api_mails_as_the_desk_does(room, mails, django_capture_on_commit_callbacks):
    client = client_of(room.boss.username)
    with django_capture_on_commit_callbacks(execute=True):
        answer = client.post("/api/v1/events/cup/links/mail/", {}, format="json")
    assert (answer.status_code, answer.json()) == (200, {"mails": 1})
    assert [sent.to for sent in mails] == [["ada@example.org"]]
    assert JournalLine.objects.filter(action="links.mailed").count() == 1
