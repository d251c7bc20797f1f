"""The demo's knockout of eight: quarterfinals and semifinals are over, the final waits."""

import random
from datetime import date

from config.demo.cast import Cast
from config.demo.events import PER_GAME, SEED, WEEK, Play, plan_event
from config.demo.records import GameStock
from ratings import services as ratings

KNOCKOUT = "lamplighter-cup"
# Four quarterfinals, two semifinals and the match for third place. They are played with the games
# that the other events left, so not always the stronger wins.
GAMES_NEEDED = 7
THIRD_PLACE = "P3"
# By strength: the pictures show the same bracket each time.
OPTIONS = {"third_place": True, "numbers": "list"}


def play_knockout(cast: Cast, stock: GameStock, *, today: date) -> None:
    """The eight strongest, a round a week; of the last one only the third place is decided."""
    starts_on = today - 2 * WEEK
    strongest = sorted(cast.members, key=lambda member: -member.strength)[:8]
    event = plan_event(
        cast, strongest, slug=KNOCKOUT, name="Lamplighter Cup", starts_on=starts_on,
        match=PER_GAME, stage={"system": "knockout", "options": OPTIONS},
    )  # fmt: skip
    ratings.start_event(actor=cast.organiser, event_id=event.pk)
    play = Play(cast, stock, event, random.Random(SEED + 3))
    for _round in range(2):
        number, slots = play.next_round()
        for pairing, slot in slots:
            play.settle(pairing, slot, day=starts_on + (number - 1) * WEEK)
        play.close(number)
    _number, slots = play.next_round()
    for pairing, slot in slots:
        if pairing["bracket"] == THIRD_PLACE:
            play.settle(pairing, slot, day=today)
