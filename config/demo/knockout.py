"""The knockout of the demo: eight players, only the final is open."""

import random
from datetime import date

from config.demo.cast import Cast
from config.demo.events import PER_GAME, SEED, WEEK, EventPlay, plan_event
from config.demo.records import GameStock

KNOCKOUT = "lamplighter-cup"
THIRD_PLACE = "P3"
# By strength, so that the bracket is always the same.
OPTIONS = {"third_place": True, "numbers": "list"}


def play_knockout(cast: Cast, stock: GameStock, *, today: date) -> None:
    """The eight strongest players, one round per week; the final is open."""
    starts_on = today - 2 * WEEK
    strongest = sorted(cast.members, key=lambda member: -member.strength)[:8]
    event = plan_event(
        cast, strongest, slug=KNOCKOUT, name="Lamplighter Cup", starts_on=starts_on,
        match=PER_GAME, stage={"system": "knockout", "options": OPTIONS},
    )  # fmt: skip
    play = EventPlay(cast, stock, event, random.Random(SEED + 3))
    for week in range(2):
        play.play_round(day=starts_on + week * WEEK)
    _number, slots = play.next_round()
    for pairing, slot in slots:
        if pairing["bracket"] == THIRD_PLACE:
            play.settle(pairing, slot, day=today)
