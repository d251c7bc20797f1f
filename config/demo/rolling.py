"""The formats of the demo without fixed rounds: a ladder with challenges, and an arena."""

import random
from datetime import date
from typing import TYPE_CHECKING

from django.utils import timezone

from config.demo.cast import Cast
from config.demo.events import PER_GAME, SEED, WEEK, EventPlay, plan_event
from config.demo.records import GameStock
from tournaments import selectors
from tournaments.services import journal
from tournaments.services.arena.passes import run_pass
from tournaments.services.events import events
from tournaments.services.ladder import challenges
from tournaments.services.stages.stages import end_stage

if TYPE_CHECKING:
    from tournaments.models import Challenge, Event

LADDER, ARENA = "club-ladder", "sunday-arena"
LADDER_MEMBERS, ARENA_MEMBERS = (0, 1, 2, 4, 7, 8, 10), (0, 2, 3, 6, 8, 9)
PASSES = 4


def play_ladder(cast: Cast, stock: GameStock, *, today: date) -> None:
    """Of four challenges two are played, one is declined, and one waits for an answer."""
    event = plan_event(
        cast, [cast.members[at] for at in LADDER_MEMBERS], slug=LADDER, name="Club Ladder",
        starts_on=today - WEEK, match=PER_GAME, stage={"system": "ladder", "options": {"reach": 3}},
    )  # fmt: skip
    play = EventPlay(cast, stock, event, random.Random(SEED + 20))
    for challenger, challenged in ((7, 5), (2, 1)):
        made = _challenge(cast, event, challenger, challenged)
        actor = cast.member_of(made.challenged).actor
        accepted = challenges.accept_challenge(actor=actor, event_id=event.pk, challenge_id=made.pk)
        assert accepted.pairing is not None
        ((pairing, slot),) = play.slots(accepted.pairing.round.number)
        play.settle(pairing, slot, day=today)
    declined = _challenge(cast, event, 6, 4)
    actor = cast.member_of(declined.challenged).actor
    challenges.decline_challenge(actor=actor, event_id=event.pk, challenge_id=declined.pk)
    _challenge(cast, event, 3, 2)


def _challenge(cast: Cast, event: "Event", challenger: int, challenged: int) -> "Challenge":
    """One entry challenges another. Both by number."""
    by_number = {entry.number: entry for entry in selectors.event_entries(event)}
    actor = cast.member_of(by_number[challenger]).actor
    return challenges.make_challenge(
        actor=actor, event_id=event.pk, entry_id=by_number[challenged].pk
    )


def play_arena(cast: Cast, stock: GameStock, *, today: date) -> None:
    """An arena that is over. Its passes are made at once, each when all games are played."""
    event = plan_event(
        cast, [cast.members[at] for at in ARENA_MEMBERS], slug=ARENA, name="Sunday Arena",
        starts_on=today - WEEK, match=PER_GAME, stage={"system": "arena"},
        by_list=True,
    )  # fmt: skip
    play = EventPlay(cast, stock, event, random.Random(SEED + 21))
    for _pass in range(PASSES):
        _play_pass(play, today)
    end_stage(actor=cast.organiser, event_id=event.pk)
    events.finish(actor=cast.organiser, event_id=event.pk)


@journal.together()
def _play_pass(play: EventPlay, today: date) -> None:
    made = run_pass(stage_id=play.event.stages.get().pk, now=timezone.now())
    assert made is not None
    for pairing, slot in play.slots(made.number):
        play.settle(pairing, slot, day=today)
    play.close(made.number)
