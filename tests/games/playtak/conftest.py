"""The cup of four, played at a stand-in of playtak: who has which name there, and who is there."""

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import PlaytakSeek
from games.services.playtak import messages, seeks
from games.services.playtak.events import set_playtak
from tests.builders import make_event, published_round
from tests.games.playtak.standin import running_standin
from tournaments.actor import SYSTEM
from tournaments.services.people.handles import add_handle

SECRET = "s" * 40
CONTROL = {"minutes": 10, "increment_seconds": 5}
NAMES = {"Ada": "Ada_T", "Bo": "bo_t", "Cleo": "Cleo", "Dag": "dag"}


@pytest.fixture
def playtak(settings):
    """The stand-in; nobody is there yet."""
    with running_standin(round(1000 * timezone.now().timestamp())) as (standin, address):
        settings.PLAYTAK_URL = settings.PLAYTAK_API_URL = address
        settings.PLAYTAK_SECRET = SECRET
        yield standin


def tend(*, after=0):
    """What beat does, some seconds later: seeks, then the messages that are due."""
    now = timezone.now() + timedelta(seconds=after)
    seeks.plan_seeks(now=now)
    noted = seeks.tend_seeks(now=now)
    for message_id in {*noted, *messages.due_messages(now)}:
        messages.check_message(message_id, now=now)


class Cup:
    """An event at playtak in its first round. slots: those of the round, in order."""

    def __init__(self, event, standin):
        self.event, self.standin = event, standin
        self.round = published_round(event)

    @property
    def slots(self):
        found = [slot for pairing in self.round.pairings.all() for slot in pairing.slots.all()]
        return sorted(found, key=lambda slot: slot.pk)

    def seek(self, slot):
        return PlaytakSeek.objects.get(slot=slot)

    def everybody_comes(self):
        self.standin.log_in(*NAMES.values())


def make_cup(boss, standin, **about):
    event = make_event(organiser=boss, slug="cup", **{"games": 1, "time_control": CONTROL, **about})
    for entry in event.entries.all():
        name = NAMES[entry.player.name]
        add_handle(actor=SYSTEM, player_id=entry.player_id, site="playtak", name=name)
    set_playtak(actor=SYSTEM, event_id=event.pk, is_on=True)
    return Cup(event, standin)


@pytest.fixture
def cup(boss, playtak, request):
    """EVENT of a module says what differs in its event."""
    return make_cup(boss, playtak, **getattr(request.module, "EVENT", {}))


@pytest.fixture
def post(client, monkeypatch):
    """Post a message as the server does, and let a worker check it."""

    def send(message, *, secret=SECRET, check=True, **extra):
        sent = []
        monkeypatch.setattr(
            "config.playtak_messages.enqueue", lambda _task, message_id: sent.append(message_id)
        )
        text = message if isinstance(message, str | bytes) else json.dumps(message)
        answer = client.post(f"/playtak/{secret}/", text, content_type="application/json", **extra)
        for message_id in sent if check else ():
            messages.check_message(message_id)
        return answer

    return send
