"""The events of teams of the demo: staff enter each match at once, as from its slips."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from config.demo.cast import Cast
from config.demo.events import SEED, WEEK, EventPlay, View, plan_event
from config.demo.records import GameStock
from games.services.match_slips import BoardSlip, enter_match
from ratings import services as ratings
from tournaments import selectors
from tournaments.services import journal, line_ups, teams
from tournaments.services.events import events

LEAGUE, TEAM_SWISS, TEAM_CUP, DERBY = "street-league", "team-day", "team-cup", "street-derby"
MATCH = {"games": 1, "tiebreaks": ["WIN"]}
RESULTS = ("R-0", "0-R", "F-0", "0-F", "1/2-1/2")
OFTEN = (4, 3, 3, 2, 1)


@dataclass(frozen=True, slots=True)
class TeamEvent:
    """teams: by name, the places of their members in the cast. rounds: that are played.

    is_over: after these; otherwise the next one is published and its first match is entered.
    """

    slug: str
    name: str
    system: str
    teams: Mapping[str, Sequence[int]]
    rounds: int
    options: Mapping[str, object] = field(default_factory=dict)
    is_over: bool = False


TEAM_EVENTS = (
    TeamEvent(
        LEAGUE, "Street League", "team_round_robin",
        {
            "Lamplighters": (0, 7, 9), "Harbour Road": (6, 3, 11),
            "North Bridge": (1, 8, 5), "Glassworks": (2, 4, 10),
        },
        1, {"boards": 2},
    ),
    TeamEvent(
        TEAM_SWISS, "Team Day", "team_swiss",
        {
            "Lanterns": (0, 11), "Candles": (6, 5), "Torches": (1, 10),
            "Matches": (7, 4), "Sparks": (2, 9), "Embers": (8, 3),
        },
        1, {"boards": 2, "rounds": 3},
    ),
    TeamEvent(
        TEAM_CUP, "Team Cup", "team_knockout",
        {"Weavers": (0, 5), "Bakers": (6, 11), "Dyers": (1, 9), "Coopers": (7, 8)},
        2, {"boards": 2, "third_place": True}, is_over=True,
    ),
    TeamEvent(
        DERBY, "Lantern Street – Harbour", "scheveningen",
        {"Lantern Street": (0, 1, 3), "Harbour": (6, 7, 2)}, 3, is_over=True,
    ),
)  # fmt: skip


def play_teams(cast: Cast, stock: GameStock, *, today: date) -> None:
    for at, played in enumerate(TEAM_EVENTS):
        play = _begin(played, cast, stock, today=today, rng=random.Random(SEED + 30 + at))
        for _round in range(played.rounds):
            number = _play_round(play)
            play.close(number)
        if played.is_over:
            events.finish(actor=cast.organiser, event_id=play.event.pk)
            continue
        _choose_line_up(play)
        _play_round(play, matches=1)


@journal.together()
def _begin(
    played: TeamEvent, cast: Cast, stock: GameStock, *, today: date, rng: random.Random
) -> EventPlay:
    members = [cast.members[at] for team in played.teams.values() for at in team]
    stage: View = {"system": played.system, "options": dict(played.options)}
    event = plan_event(
        cast, members, slug=played.slug, name=played.name,
        starts_on=today - played.rounds * WEEK + timedelta(days=2), match=MATCH, stage=stage,
        by_list=True, start=False,
    )  # fmt: skip
    entries = {entry.player_id: entry.pk for entry in selectors.event_entries(event)}
    for name, places in played.teams.items():
        players = [cast.members[at].player_id for at in places]
        teams.make_team(
            actor=cast.organiser,
            event_id=event.pk,
            name=name,
            members=[entries[player] for player in players],
            captain_id=players[0],
        )
    ratings.start_event(actor=cast.organiser, event_id=event.pk)
    return EventPlay(cast, stock, event, rng)


@journal.together()
def _play_round(play: EventPlay, matches: int | None = None) -> int:
    """Pair a round and enter the results of its first `matches`, or of all; returns its number."""
    number, _slots = play.next_round()
    for match in selectors.match_documents(play.event, round_number=number)[:matches]:
        found = selectors.match_boards(play.event.pk, number, match["number"])
        slips = [
            BoardSlip(board, slots[0].pairing_id, {1: {"result": _result(play.rng)}})
            for board, slots in found.slots.items()
        ]
        enter_match(actor=play.cast.organiser, match=found.number, boards=slips)
    return number


def _result(rng: random.Random) -> str:
    return rng.choices(RESULTS, OFTEN)[0]


def _choose_line_up(play: EventPlay) -> None:
    """A captain with a reserve lets the reserve play in the next round."""
    team = play.event.teams.order_by("pk").first()
    assert team is not None
    assert team.captain is not None
    chosen = list(team.members.order_by("-order").values_list("entry_id", flat=True))[:2]
    actor = play.cast.by_player[team.captain.public_id].actor
    line_ups.give_line_up(actor=actor, team_id=team.pk, members=chosen)
