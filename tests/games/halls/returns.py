"""A cup that is away in a hall: the acts of the hall, and what it brings back."""

from dataclasses import replace

from games import services
from games.models import HallTake
from games.services.archives import read_proved
from games.services.halls import (
    Answers,
    export_return,
    open_hall,
    return_hall,
    take_event,
)
from ratings.services import approve_event, ensure_default_pools, enter_event
from tests.builders import (
    acting,
    finish_round,
    make_event,
    make_guest,
    make_user,
    pairing_at,
    played_round,
    published_round,
    slot_at,
)
from tests.database import rolled_back
from tests.flows.records import FIRST_BY_ROAD
from tests.slots import submit
from tournaments.actor import SYSTEM, Actor
from tournaments.models import Event, JournalLine
from tournaments.services.events import events


def make_cup():
    """A cup that a hall has opened; the rows of its event stand for those of the server too.

    What is done in the hall is taken back, so each side finds the event as it was taken.
    """
    with rolled_back():
        cup = make_event(slug="cup", entries=4, games=1, stages=[{"system": "swiss"}])
        played_round(cup)
        archive = read_proved(take_event(actor=SYSTEM, slug="cup"))
        (take,) = HallTake.objects.all()
    ensure_default_pools([("tak", 5)])
    event = open_hall(actor=SYSTEM, archive=archive).event
    approve_event(actor=acting(make_user("site", staff=True)), event_id=event.pk)
    HallTake.objects.create(
        event=event, sha256=archive.sha256, salt=take.salt, marks=take.marks, actor=take.actor
    )
    event.refresh_from_db()
    return event


def brought_back(*acts):
    """What the hall returns after these acts, which are unknown at the server."""
    return archives_after(*acts)[-1]


def archives_after(*acts):
    """What the hall returns after each of these acts."""
    found = []
    with rolled_back():
        for act in acts:
            act(Event.objects.get(slug="cup"))
            found.append(read_proved(export_return(actor=SYSTEM)))
    return found


def with_part(archive, name, held):
    """An archive with another part, as no program of ours would write it."""
    parts = {**archive.facts.parts, name: held}
    return replace(archive, facts=archive.facts._replace(parts=parts))


def returned(archive, *, leave=(), dry_run=False, actor=SYSTEM, **answers):
    given = Answers(
        {key.replace("_", ":"): said for key, said in answers.items()}, frozenset(leave)
    )
    return return_hall(actor=actor, archive=archive, answers=given, dry_run=dry_run)


def play(event):
    """The second round, its first game by a record that both players confirm."""
    round_ = published_round(event)
    one, other = (
        Actor("link", entry_id=seat.entry_id) for seat in pairing_at(round_).seats.order_by("order")
    )
    game = submit(one, slot_at(round_), record=FIRST_BY_ROAD)
    services.confirm_game(actor=other, game_id=game.pk)
    finish_round(round_)


def rename(event, name="Hall cup"):
    events.edit_event(actor=SYSTEM, event_id=event.pk, changes={"name": name})


def enter_nora(event):
    player = make_guest(event, "Nora")
    enter_event(actor=SYSTEM, event_id=event.pk, player_id=player.pk)


def actions_of(event):
    lines = JournalLine.objects.filter(scope=f"event:{event.slug}").order_by("seq")
    return list(lines.values_list("action", flat=True))
