"""The main pages in Hebrew and Japanese: no English is left on them.

Names and descriptions are in whatever script people write; notation, addresses and the words that
programs read are Latin everywhere. All else on a page is in the page's language.
"""

import re
from html.parser import HTMLParser

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse

from games.models import Game
from tests.clients import signed_in, text_of, url_of
from tournaments.models import Club, Entry, Event, Player, Round

LANGUAGES = ("he", "ja")
# Elements whose text is in no language of the page, by name and by class.
NOT_SAID = {"bdi", "script", "style", "pre", "code", "textarea", "input", "optgroup"}
NOTATION = {"ptn", "num", "hash", "record", "ltr", "seat", "address", "letters", "zone"}
VOID = {"input", "br", "meta", "link", "img", "hr", "path", "rect", "circle", "use", "line"}
SHOWN = ("aria-label", "title", "placeholder", "alt")
ISOLATED = re.compile("[\u2066-\u2068].*?\u2069", re.DOTALL)
ENGLISH = re.compile(r"\b[A-Za-z][a-z]+(?:[ ,’'-]+[A-Za-z]?[a-z]+){2,}")


class Said(HTMLParser):
    """The texts of a page that are said in its language, those that are only heard among them."""

    def __init__(self):
        super().__init__()
        self.texts = []
        self.open = []  # the elements around, and whether each keeps its text apart

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        apart = (
            tag in NOT_SAID
            or bool(NOTATION & set((given.get("class") or "").split()))
            or given.get("lang") == "en"
            # Notation is left to right; "auto" marks what an organiser wrote, in any language.
            or given.get("dir") in ("ltr", "auto")
        )
        if not (apart or self.inside()):
            self.texts += [given[name] for name in SHOWN if given.get(name)]
        if tag not in VOID:
            self.open.append((tag, apart))

    def handle_endtag(self, tag):
        while self.open:
            name, _apart = self.open.pop()
            if name == tag:
                break

    def handle_data(self, data):
        if not self.inside():
            self.texts.append(data)

    def inside(self):
        return any(apart for _tag, apart in self.open)


def said_in(page):
    parser = Said()
    parser.feed(page)
    return [ISOLATED.sub("", text) for text in parser.texts]


def addresses(turn):
    """The pages of everybody, of a player and of the desk, for every second event of the demo.

    English that no translation reaches is the same in each language; turn says which events.
    """
    yield from map(reverse, ("pages:home", "pages:events", "pages:ratings", "pages:players"))
    yield from map(
        reverse, ("pages:verify", "pages:about", "pages:clubs", "pages:me", "pages:zone")
    )
    yield from map(
        reverse, ("pages:login", "pages:signup", "pages:manage-events", "pages:manage-new")
    )
    yield from map(reverse, ("pages:rules-index", "pages:glossary", "pages:combined-board"))
    for game in ("tak", "taki", "gamnon"):
        yield url_of("rules", game)
        for shown in Game.objects.filter(game=game).order_by("pk")[:1]:
            yield url_of("game", shown.public_id)
    yield url_of("player", Player.objects.order_by("pk")[1].public_id)
    for event in Event.objects.order_by("pk")[turn :: len(LANGUAGES)]:
        for name in ("event", "event-players", "event-standings", "event-crosstable",
                     "event-games", "event-bracket", "event-rules", "manage", "manage-players",
                     "manage-checkin", "manage-rounds", "manage-results", "manage-disputes",
                     "manage-settings", "manage-stages", "manage-journal", "manage-apart",
                     "event-staff", "event-links"):  # fmt: skip
            yield url_of(name, event.slug)
        for entry in Entry.objects.filter(event=event).order_by("pk")[:1]:
            yield url_of("manage-entry", event.slug, entry.pk)
        for round_ in Round.objects.filter(event=event).exclude(state="draft")[:1]:
            for name in ("event-round", "event-proof", "manage-round"):
                yield url_of(name, event.slug, round_.number)


def written_names():
    """Those of clubs and events, which stand where nothing can be marked: in choices and titles."""
    found = [*Club.objects.values_list("name"), *Event.objects.values_list("name")]
    return re.compile("|".join(re.escape(name) for (name,) in found))


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_english_is_left_on_the_pages(demo, language):
    client = signed_in(get_user_model().objects.get(username="olga"))
    client.cookies["django_language"] = language
    found, names = {}, written_names()
    for address in addresses(LANGUAGES.index(language)):
        answer = client.get(address, follow=True)
        if answer.status_code != 200:
            found[f"status {answer.status_code}"] = address
        for text in said_in(text_of(answer)):
            for words in ENGLISH.findall(names.sub("", text)):
                found.setdefault(words, address)
    assert found == {}
