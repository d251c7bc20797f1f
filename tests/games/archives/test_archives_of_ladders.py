"""A ladder leaves with its challenges and drops, and is the same ladder where it is taken in."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.services.archives import export_event
from games.services.archives.imports import Choices, take_archive
from games.services.archives.reading import read_proved
from tests.builders import actor_of, decide, entry_of, make_event
from tournaments import selectors
from tournaments.actor import SYSTEM
from tournaments.integrity import check_event
from tournaments.models import Challenge, GameSlot, RungDrop
from tournaments.recompute import refresh_standings
from tournaments.services.ladder import challenges, deadlines

pytestmark = pytest.mark.django_db


def order(event):
    refresh_standings(event.pk)
    return [row["entry"] for row in selectors.standings_document(event)["rows"]]


def test_a_ladder_is_the_same_after_it_was_taken_in():
    options = {"inactive_days": 30, "moves": "insert"}
    event = make_event(
        slug="cup", entries=5, games=1, stages=[{"system": "ladder", "options": options}]
    )

    def challenge(low, high):
        return challenges.make_challenge(
            actor=actor_of(entry_of(event, low).player),
            event_id=event.pk,
            entry_id=entry_of(event, high).pk,
        )

    made = challenge(5, 3)
    accepted = challenges.accept_challenge(actor=SYSTEM, event_id=event.pk, challenge_id=made.pk)
    slot = GameSlot.objects.get(pairing=accepted.pairing_id)
    decide(slot, "R-0" if slot.first_seat == 1 else "0-R")
    declined = challenge(2, 1)
    challenges.decline_challenge(actor=SYSTEM, event_id=event.pk, challenge_id=declined.pk)
    later = timezone.now() + timedelta(days=31)
    (stage,) = deadlines.ladders_with_inactivity()
    assert deadlines.drop_inactive(stage_id=stage, now=later)
    ranking = order(event)
    found = read_proved(export_event(actor=SYSTEM, slug="cup"))
    taken = take_archive(actor=SYSTEM, archive=found, choices=Choices(slug="taken"))
    assert order(taken) == ranking != [1, 2, 3, 4, 5]
    assert check_event(taken.pk) == []
    assert Challenge.objects.filter(stage__event=taken).count() == 2
    assert RungDrop.objects.filter(stage__event=taken).exists()
