"""A receiver that answers as a test says, and a webhook of the event that `boss` organises."""

import socket

import pytest

from config.webhooks.webhooks import Settings, add_webhook
from tests.builders import acting
from tournaments.outgoing.sending import Answer
from tournaments.services.feed.numbering import number_changes

URL = "https://hooks.example/here"


class Receiver:
    """Stands for the network: keeps what is posted, and gives the answers in turn, then 200."""

    def __init__(self):
        self.messages, self.answers = [], []

    def __call__(self, message):
        self.messages.append(message)
        return self.answers.pop(0) if self.answers else Answer(1, 200, "ok")

    @property
    def ids(self):
        return [message.headers["webhook-id"] for message in self.messages]


@pytest.fixture
def receiver():
    return Receiver()


@pytest.fixture(autouse=True)
def _no_names(settings, monkeypatch):
    """No test asks a name server: every name of an example is on one public address.

    The rest is left to the system: a database or a cache is reached by its number.
    """
    system = socket.getaddrinfo

    def look_up(host, *asked, **more):
        if str(host).endswith(".example"):
            return [(2, 1, 6, "", ("93.184.215.14", 443))]
        return system(host, *asked, **more)

    monkeypatch.setattr("socket.getaddrinfo", look_up)


class Maker:
    """Adds webhooks of an event, or of what a test gives; `secret` is that of the last one."""

    def __init__(self, boss, event):
        self.boss, self.event, self.secret = boss, event, ""

    def __call__(self, kind="event", target=None, *, by=None, **chosen):
        number_changes()
        made, self.secret = add_webhook(
            actor=acting(by or self.boss),
            kind=kind,
            target=target or self.event,
            chosen=Settings(**{"url": URL, **chosen}),
            site="https://tak.example",
        )
        return made


@pytest.fixture
def add(boss, event):
    return Maker(boss, event)
