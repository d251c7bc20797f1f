"""The formats of the demo that are played round by round, one event of each."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from config.demo.cast import Cast
from config.demo.events import PER_GAME, SEED, WEEK, EventPlay, View, plan_event
from config.demo.records import GameStock
from tournaments.services.events import events

MANUAL = "board-night"
BY_HAND = ((1, 4), (2, 5), (3, 6))


@dataclass(frozen=True, slots=True)
class Format:
    """members: by their place in the cast. rounds: that are played. is_over: after these."""

    slug: str
    name: str
    system: str
    members: tuple[int, ...]
    rounds: int
    options: Mapping[str, object] = field(default_factory=dict)
    is_over: bool = False


FORMATS = (
    Format(
        "harbour-mcmahon", "Harbour McMahon", "mcmahon", tuple(range(8)), 2,
        {"rounds": 3, "bar": 1800, "floor": 1200, "grade": 100},
    ),
    Format(
        "keizer-evenings", "Keizer Evenings", "keizer", (1, 2, 4, 7, 9, 11), 3,
        {"rounds": 3}, is_over=True,
    ),
    Format("second-chance", "Second Chance Cup", "double_elimination", (0, 3, 6, 8), 3),
    Format(MANUAL, "Board Night", "manual", (2, 3, 5, 8, 10, 11), 1, is_over=True),
)  # fmt: skip


def play_formats(cast: Cast, stock: GameStock, *, today: date) -> None:
    for at, played in enumerate(FORMATS):
        _play(played, cast, stock, today=today, rng=random.Random(SEED + 10 + at))


def _play(played: Format, cast: Cast, stock: GameStock, *, today: date, rng: random.Random) -> None:
    starts_on = today - played.rounds * WEEK
    stage: View = {"system": played.system, "options": dict(played.options)}
    event = plan_event(
        cast, [cast.members[at] for at in played.members], slug=played.slug, name=played.name,
        starts_on=starts_on, match=PER_GAME, stage=stage,
        by_list=True,
    )  # fmt: skip
    play = EventPlay(cast, stock, event, rng)
    for week in range(played.rounds):
        by_hand = BY_HAND if played.slug == MANUAL else ()
        play.play_round(by_hand, day=starts_on + week * WEEK)
    if played.is_over:
        events.finish(actor=cast.organiser, event_id=event.pk)
