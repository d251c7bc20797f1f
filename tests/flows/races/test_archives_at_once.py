"""One archive is taken in by many at once: one event comes of it. On a server only."""

from games.models import TakenArchive
from games.services.archives import Choices, export_event, read_proved, take_archive
from games.services.archives.imports import AlreadyTaken
from tests.builders import decide_round, make_event, published_round
from tests.database import at_once, in_threads
from tournaments.actor import SYSTEM
from tournaments.errors import DomainError
from tournaments.models import Event
from tournaments.services import journal_checks
from tournaments.services.people.people import SlugTaken

pytestmark = in_threads


def taken_at_once(slugs):
    """What each of them is answered."""
    event = make_event(slug="cup", entries=4)
    decide_round(published_round(event))
    found = read_proved(export_event(actor=SYSTEM, slug="cup"))
    answers: list[object] = []

    def take(number):
        choices = Choices(slug=slugs(number))
        try:
            answers.append(take_archive(actor=SYSTEM, archive=found, choices=choices).slug)
        except DomainError as refused:
            answers.append(type(refused))

    at_once(take)
    assert TakenArchive.objects.count() == 1
    (event,) = Event.objects.exclude(slug="cup")
    assert journal_checks.check_scope(f"event:{event.slug}") == []
    return event, answers


def test_under_one_address():
    _event, answers = taken_at_once(lambda _number: "taken")
    assert answers.count("taken") == 1
    assert set(answers) <= {"taken", AlreadyTaken, SlugTaken}


def test_under_several_addresses():
    event, answers = taken_at_once(lambda number: f"taken-{number}")
    assert answers.count(event.slug) == 1
    assert set(answers) == {event.slug, AlreadyTaken}
