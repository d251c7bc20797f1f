"""The journal in the admin: sentences, in the words of the desk."""

import re
from typing import Any

import pytest
from django.urls import reverse

from config.admin_pages.journal import ACTIONS, TOPICS_OF_SITE
from config.pages.desk.journal_words import SENTENCES
from tests.builders import acting, make_event, make_player
from tests.clients import signed_in, text_of
from tests.paths import ROOT
from tournaments.actor import SYSTEM
from tournaments.models import JournalLine, User
from tournaments.permissions import ROLES_BY_VERB
from tournaments.services.events import events
from tournaments.services.people import people

JOURNAL = reverse("admin:tournaments_journalline_changelist")


@pytest.fixture
def desk() -> Any:
    return signed_in(User.objects.create_superuser("director", password="x"))


@pytest.mark.django_db
def test_lines_say_who_did_what_and_where(desk):
    director = acting(User.objects.get(username="director"))
    event = make_event(slug="cup", state="draft")
    events.open_registration(actor=director, event_id=event.pk)
    people.create_club(actor=director, slug="den", name="Den")
    shown = text_of(desk.get(JOURNAL), 200)
    for words in ("director", "opened the registration", event.name, "made the club", ">den<"):
        assert words in shown
    assert "event.registration" not in shown


@pytest.mark.django_db
def test_lines_are_filtered_by_their_topic(desk):
    make_event(slug="cup", state="registration")
    listed = desk.get(JOURNAL, {"about": "event"}).context["cl"].result_list
    assert listed
    assert {line.action.partition(".")[0] for line in listed} == {"event"}


@pytest.mark.django_db
def test_names_are_read_for_all_lines_at_once(desk, django_assert_max_num_queries):
    event = make_event(slug="cup", state="registration", entries=12)
    for name in ("Ada", "Bea", "Cid"):
        people.create_player(actor=SYSTEM, name=name)
    assert JournalLine.objects.count() > 10
    with django_assert_max_num_queries(22):
        assert desk.get(JOURNAL, {"event": event.pk}).status_code == 200


@pytest.mark.django_db
def test_lines_of_an_event_with_another_address_are_still_listed(desk):
    make_player("Ada")
    JournalLine.objects.update(scope="event:gone")
    assert desk.get(JOURNAL).status_code == 200


def test_every_action_outside_of_events_has_words():
    topics = "|".join(set(TOPICS_OF_SITE) - {code.partition(".")[0] for code in SENTENCES})
    sources = [
        path
        for folder in ("tournaments/services", "games", "ratings", "config")
        for path in (ROOT / folder).rglob("*.py")
        if "admin_pages" not in path.parts
    ]
    found: set[str] = set()
    for path in sources:
        found |= set(re.findall(rf'"((?:{topics})\.[a-z_]+)"', path.read_text()))
    codes = found - set(ROLES_BY_VERB) - {"club.slug", "club.name", "player.public_id"}
    assert len(codes) > 20
    assert codes <= set(ACTIONS)
