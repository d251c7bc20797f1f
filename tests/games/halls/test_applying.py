"""What was done in a hall is written as it stands there, kind by kind."""

import pytest
from django.db import transaction

from games import services
from games.halls.facts import marks_of
from games.halls.merging import Sides, merge
from games.services.halls.applying import apply_merge
from games.services.halls.counting import write_lines
from games.services.halls.reading import facts_here
from games.services.rulings.withdraw import withdraw_player
from tests.builders import (
    actor_of,
    decide,
    entry_of,
    finish_round,
    make_event,
    played_round,
    players_at,
    published_round,
    slot_at,
)
from tests.flows.records import FIRST_BY_ROAD, FIRST_RESIGNS, ptn
from tests.slots import enter_result, rule, submit
from tournaments.actor import SYSTEM
from tournaments.models import Event, JournalLine
from tournaments.services.events import events
from tournaments.services.events.adjustments import adjust_points

pytestmark = pytest.mark.django_db
SALT = "salt"


def rename(event):
    events.edit_event(actor=SYSTEM, event_id=event.pk, changes={"name": "Hall cup"})


def correct(event):
    enter_result(slot_at(event.rounds.get()), {"result": "0-F"}, reason="typed wrong")


def forfeit(event):
    rule(slot_at(event.rounds.get()), {"kind": "forfeit", "winner": 2}, reason="left the hall")


def send(event):
    round_ = published_round(event)
    return submit(actor_of(players_at(round_)[0]), slot_at(round_), record=ptn(FIRST_BY_ROAD))


def confirm(event):
    game = send(event)
    other = players_at(event.rounds.last())[1]
    services.confirm_game(actor=actor_of(other), game_id=game.pk)


def dispute(event):
    game = send(event)
    other = players_at(event.rounds.last())[1]
    services.dispute_game(actor=actor_of(other), game_id=game.pk, text="it was a draw")


def postpone(event):
    rule(slot_at(published_round(event)), {"kind": "postponed"}, reason="the last bus")


def withdraw(event):
    withdraw_player(actor=SYSTEM, entry_id=entry_of(event, 3).pk, from_round=2, reason="is ill")


def adjust(event):
    entry = entry_of(event, 4).pk
    adjust_points(actor=SYSTEM, entry_id=entry, after_round=1, points_x2=-1, reason="came late")


@pytest.fixture
def cup():
    event = make_event(slug="cup", entries=4, games=1)
    played_round(event)
    return event


def facts_after(act, event):
    """The facts of a hall; what is done is taken back."""
    with transaction.atomic():
        act(event)
        found = facts_here(Event.objects.get(pk=event.pk))
        transaction.set_rollback(True)
    return found


@pytest.mark.parametrize(
    "act", [rename, correct, forfeit, confirm, dispute, postpone, withdraw, adjust]
)
def test_what_was_done_there_is_written_here(cup, act):
    here, hall = facts_here(cup), facts_after(act, cup)
    assert hall != here
    merged = merge(Sides(SALT, marks_of(SALT, here), here, hall), {}, now="")
    apply_merge(cup, here, merged, {})
    cup.refresh_from_db()
    assert facts_here(cup) == hall


def repeat_with_another_end(event):
    """The record that counts is of another game, an arbiter finds."""
    submit(SYSTEM, slot_at(event.rounds.last()), record=ptn(FIRST_RESIGNS))
    decide_for_the_other(event)


def doubt(event):
    """A record of another game came after the one that counts."""
    confirm(event)
    submit(SYSTEM, slot_at(event.rounds.last()), record=ptn(FIRST_RESIGNS))


def decide_for_the_other(event):
    outcome = {"kind": "adjudicated", "result": "0-1"}
    rule(slot_at(event.rounds.last()), outcome, reason="the other sheet is right")


def say_no(event):
    game = slot_at(event.rounds.last()).games.get()
    other = players_at(event.rounds.last())[1]
    services.dispute_game(actor=actor_of(other), game_id=game.pk, text="it was a draw")


def agree(event):
    game = slot_at(event.rounds.last()).games.get()
    services.confirm_game(actor=actor_of(players_at(event.rounds.last())[1]), game_id=game.pk)


def forfeit_last(event):
    outcome = {"kind": "forfeit", "winner": 2}
    rule(slot_at(event.rounds.last()), outcome, reason="left the hall")


def close(event):
    finish_round(event.rounds.last())


@pytest.mark.parametrize(
    ("before", "act"),
    [
        (send, agree),
        (send, say_no),
        (send, forfeit_last),
        (dispute, forfeit_last),
        (confirm, say_no),
        (confirm, repeat_with_another_end),
        (doubt, decide_for_the_other),
        (published_round, close),
    ],
)
def test_what_stood_here_already_is_changed(before, act):
    """Answers, states and disputes of what was sent, and the state of a round."""
    event = make_event(slug="cup", entries=4, games=1, confirm={"policy": "opponent", "hours": 24})
    before(event)
    here, hall = facts_here(event), facts_after(act, event)
    assert hall != here
    merged = merge(Sides(SALT, marks_of(SALT, here), here, hall), {}, now="")
    apply_merge(event, here, merged, {})
    event.refresh_from_db()
    assert facts_here(event) == hall


def test_a_game_that_is_not_needed_in_the_hall_is_not_needed_here():
    """A draw opened one more game of a match; the hall found that it was no draw."""
    event = make_event(slug="cup", entries=2, games=1, stages=[{"system": "knockout"}])
    decide(slot_at(published_round(event)), "1/2-1/2")
    here, hall = facts_here(event), facts_after(correct, event)
    merged = merge(Sides(SALT, marks_of(SALT, here), here, hall), {}, now="")
    apply_merge(event, here, merged, {})
    event.refresh_from_db()
    assert facts_here(event) == hall
    assert slot_at(event.rounds.get(), number=2).state == "unneeded"


def test_the_feed_names_a_round_of_a_hall_by_its_number():
    published_round(make_event(games=1))  # so that no round has its number as key
    cup = make_event(slug="cup", games=1)
    here, hall = facts_here(cup), facts_after(played_round, cup)
    merged = merge(Sides(SALT, marks_of(SALT, here), here, hall), {}, now="")
    done = apply_merge(cup, here, merged, {})
    write_lines(SYSTEM, cup, here, merged.facts, done)
    lines = JournalLine.objects.filter(scope="event:cup", action__startswith="round.")
    assert list(lines.order_by("seq").values_list("action", "subject")) == [
        ("round.published", "round:1"),
        ("round.closed", "round:1"),
    ]
