"""Who is told of a challenge on a ladder, and when."""

from datetime import timedelta

import pytest
from django.utils import timezone

from config.notices import deadlines
from tests.builders import actor_of, entry_of, make_event, make_user
from tests.config.notices.conftest import notified_of, said, tell
from tournaments.models import Challenge
from tournaments.services.ladder import challenges
from tournaments.services.ladder.deadlines import expire_challenge

pytestmark = pytest.mark.django_db


@pytest.fixture
def ladder():
    stages = [{"system": "ladder", "options": {"answer_days": 3}}]
    event = make_event(slug="ladder", entries=3, games=1, stages=stages)
    for number in (1, 2, 3):
        player = entry_of(event, number).player
        if player.user is None:
            player.user = make_user()
            player.save()
    return event


@pytest.fixture
def made(ladder):
    """3 challenges 2."""
    challenger = entry_of(ladder, 3).player
    return challenges.make_challenge(
        actor=actor_of(challenger), event_id=ladder.pk, entry_id=entry_of(ladder, 2).pk
    )


def sides(made):
    return made.challenger.player.user, made.challenged.player.user


def answer(service, made, by):
    service(actor=actor_of(by.player), event_id=made.stage.event_id, challenge_id=made.pk)


def test_the_challenged_is_told_and_the_challenger_is_not(made):
    tell()
    challenger, challenged = sides(made)
    assert (notified_of(challenger), notified_of(challenged)) == ([], ["challenged"])
    (text,) = said(challenged)
    assert text.startswith(f"{made.challenger.player.name} challenges you. Answer by ")


def test_a_challenge_that_was_answered_before_it_was_read_is_told_as_answered(made):
    answer(challenges.decline_challenge, made, made.challenged)
    tell()
    challenger, challenged = sides(made)
    assert (notified_of(challenger), notified_of(challenged)) == (["challenge_declined"], [])


def test_an_accepted_one_is_told_with_its_game(made):
    answer(challenges.accept_challenge, made, made.challenged)
    tell()
    challenger, _challenged = sides(made)
    assert sorted(notified_of(challenger)) == ["challenge_accepted", "paired"]


def test_one_that_is_taken_back_is_told_to_the_challenged(made):
    tell()
    answer(challenges.withdraw_challenge, made, made.challenger)
    tell()
    challenger, challenged = sides(made)
    assert (notified_of(challenger), notified_of(challenged)) == (
        [],
        ["challenged", "challenge_withdrawn"],
    )


def test_the_answer_is_asked_for_a_day_before_and_once(made):
    now = timezone.now()
    _challenger, challenged = sides(made)
    deadlines.tell_deadlines(now)
    assert notified_of(challenged) == []
    for _time in range(2):
        deadlines.tell_deadlines(now + timedelta(days=2, hours=1))
    assert notified_of(challenged) == ["challenge_due"]


def test_one_without_an_answer_is_told_to_both(made):
    later = timezone.now() + timedelta(days=4)
    assert expire_challenge(challenge_id=made.pk, now=later)
    tell()
    assert [notified_of(user) for user in sides(made)] == [["challenge_expired"]] * 2
    assert Challenge.objects.get().state == "expired"
