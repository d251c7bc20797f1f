"""A week of a club: its people, its days, and what reached them by mail, on devices and in chats.

Nothing is done but by the API; `work` is what beat and the workers do all the time.
"""

import json
import re
from typing import Any

from django.utils import timezone

from config.notices import deadlines, mailing
from config.notices.push import sending
from config.webhooks import delivering, fan_out
from tests.builders import make_club, make_user
from tests.clients import api_client
from tests.config.notices.conftest import tell
from tests.games.playtak.conftest import tend
from tournaments.models import Event, User
from tournaments.recompute import refresh_standings

SLUG, NAME = "evening", "Reeds"
PLAYERS = {"Ada": "en", "Bo": "en", "נועה": "he", "דני": "he", "花子": "ja", "太郎": "ja"}
RIGHT_TO_LEFT = "he"
LANGUAGES = sorted(set(PLAYERS.values()))
MARKS = dict.fromkeys((0x2068, 0x2069))
# What is the same in each language: addresses, results, time zones, the name of the site.
NO_WORDS = re.compile(r"https?://\S+|\b[RF01]-[RF01]\b|\bUTC\b|\bRoadhouse\b|\bReeds\b")


def latin_words(text, names=tuple(PLAYERS)):
    """Words in Latin letters that are no names: in Hebrew and Japanese they are not translated."""
    rest = NO_WORDS.sub(" ", text.translate(MARKS))
    return set(re.findall(r"[A-Za-z]{2,}", rest)) - set(names)


class Member:
    """A player with an account, a language, an address of mail and a phone."""

    def __init__(self, number, name, language, service):
        self.name, self.language, self.at_playtak = name, language, f"member_{number}"
        self.user = make_user(f"member{number}")
        self.address = f"{self.at_playtak}@mail.example"
        User.objects.filter(pk=self.user.pk).update(email=self.address)
        self.api, self.phone = api_client(self.user), service.subscribe()


class Week:
    """members: by name. api: of the organiser."""

    def __init__(self, boss, clock, playtak, server, service, receiver):
        self.boss, self.api, self.standin = boss, api_client(boss), playtak
        self.set_clock, self.server, self.chat = clock, server, receiver
        self.club = make_club("reeds", owner=boss)
        self.members = {
            name: Member(number, name, language, service)
            for number, (name, language) in enumerate(PLAYERS.items())
        }
        User.objects.filter(pk=boss.pk).update(email="boss@mail.example")

    @property
    def event(self):
        return Event.objects.get(slug=SLUG)

    def ask(self, path, body=None, *, by=None):
        """Send a body to the API, or read without one; of the event where the path has no slash
        at its beginning.
        """
        client = by.api if by else self.api
        whole = f"/api/v1{path}" if path.startswith("/") else f"/api/v1/events/{SLUG}/{path}"
        answer = client.get(whole) if body is None else client.post(whole, body, format="json")
        assert answer.status_code // 100 == 2, (whole, answer.status_code, answer.content)
        return answer.json() if answer.content else None

    def pairings(self):
        """The names of each table, by its pairing."""
        found = self.ask("rounds/1/")["pairings"]
        return {each["id"]: [seat["name"] for seat in each["seats"]] for each in found}

    def move_to(self, moment):
        self.set_clock(moment)
        self.standin.now_ms = round(1000 * moment.timestamp())

    def work(self, *, at=None):
        """At a moment, all that is due is done and sent."""
        if at is not None:
            self.move_to(at)
        tend()
        refresh_standings(self.event.pk)
        tell()
        deadlines.tell_deadlines(timezone.now())
        mailing.send_due()
        sending.send_due()
        fan_out.fan_out()
        delivering.deliver_due(send=self.chat)

    def news(self):
        """What came since the last time: by address of mail, by name on phones, by chat."""
        mails: dict[str, list[Any]] = {}
        said = {}
        for (address,), message in self.server.mails:
            mails.setdefault(address, []).append(message)
        for name, member in self.members.items():
            said[name], member.phone.messages = member.phone.messages, []
        chats: dict[str, list[str]] = {language: [] for language in LANGUAGES}
        for message in self.chat.messages:
            language = message.url.rpartition("/")[2]
            chats[language].append(json.loads(message.body)["content"])
        self.server.mails, self.chat.messages = [], []
        return mails, said, chats
