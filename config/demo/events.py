"""The Tak events of the demo, played by their players through the services."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, time, timedelta
from typing import TYPE_CHECKING, Any

from config.demo.cast import Cast, Member
from config.demo.prizes import plan_places, plan_prizes
from config.demo.records import SIZE, GameStock, PlayedGame
from games import services as games
from ratings import services as ratings
from tournaments import selectors
from tournaments.actor import Actor
from tournaments.services import journal
from tournaments.services.entries.entry_lists import ListedEntry
from tournaments.services.entries.listed_players import ListedPlayer
from tournaments.services.events import events, roles
from tournaments.services.rounds import pairing_jobs, rounds
from tournaments.state import FORFEIT

if TYPE_CHECKING:
    from games.models import Game
    from tournaments.models import Event

View = dict[str, Any]  # a pairing or a slot, as selectors show them
FINISHED, RUNNING, OPEN = "autumn-round", "winter-ladder", "new-year-cup"
SWISS = "lantern-open"
RULESET = {"name": "standard", "size": SIZE}
PER_GAME = {"games": 1, "points": {"per_game": True}, "tiebreaks": ["BPR", "WIN"]}
MATCHES = {"games": 2, "tiebreaks": ["GP", "BPR", "WIN"]}
# Numbered in list order, so that the demo games stay the same.
ROUND_ROBIN = {"system": "round_robin", "options": {"numbers": "list"}}
ABOUT = {
    "start_time": time(19, 30),
    "venue": "The Lamp House",
    "address": "12 Harbour Street",
    "entry_fee": "5 €, free under 18",
    "contact": "cup@lamplighters.example",
    "description": "Five rounds, **soup** after the second.\n\n- boards are there\n- bring a clock",
}
WEEK = timedelta(days=7)
SEED = 20


@dataclass(slots=True)
class EventPlay:
    """An event in play."""

    cast: Cast
    stock: GameStock
    event: "Event"
    rng: random.Random

    def players_of_game(self, pairing: View, slot: View) -> tuple[Member, Member]:
        """The players who move first and second."""
        seats = sorted(pairing["seats"], key=lambda seat: seat["order"] != slot["first_seat"])
        first, second = (self.cast.by_player[seat["player"]] for seat in seats)
        return first, second

    def game(self, first: Member, second: Member) -> PlayedGame:
        """A game; the stronger player wins more often."""
        luck = self.rng.random() * (first.strength + second.strength)
        return self.stock.take(1 if luck < first.strength else 2)

    def submit(
        self, pairing: View, slot: View, *, day: date, claim: bool = False
    ) -> tuple["Game", Member]:
        """Submit a record or claim by the winner; returns the game and the opponent."""
        first, second = self.players_of_game(pairing, slot)
        played = self.game(first, second)
        sender, other = (first, second) if played.winner != 2 else (second, first)
        record = played.record(
            event=self.event.name, first=first.name, second=second.name, played_on=day
        )
        game = games.submit_game(
            actor=sender.actor,
            pairing_id=pairing["id"],
            number=slot["number"],
            record="" if claim else record,
            claim=played.claim() if claim else None,
            played_on=day if claim else None,
        )
        return game, other

    def settle(self, pairing: View, slot: View, *, day: date, claim: bool = False) -> None:
        game, other = self.submit(pairing, slot, day=day, claim=claim)
        games.confirm_game(actor=other.actor, game_id=game.pk)

    def next_round(
        self, by_hand: Sequence[Sequence[int]] = ()
    ) -> tuple[int, list[tuple[View, View]]]:
        """Pair and publish a round; returns its number and all (pairing, slot) by table."""
        actor, event_id = self.cast.organiser, self.event.pk
        number = pairing_jobs.pair_round(
            actor=actor, event_id=event_id, seed=SEED, by_hand=by_hand
        ).number
        rounds.publish_round(actor=actor, event_id=event_id, number=number)
        return number, self.slots(number)

    def slots(self, number: int) -> list[tuple[View, View]]:
        """All (pairing, slot) of a round, by table."""
        view = selectors.round_view(self.event, number, self.cast.organiser)
        return [(each, slot) for each in view["pairings"] for slot in each["slots"]]

    @journal.together()  # one insert of many lines, whose head is signed once
    def play_round(self, by_hand: Sequence[Sequence[int]] = (), *, day: date) -> None:
        """Pair a round, play all its games on a day, and close it."""
        number, slots = self.next_round(by_hand)
        for pairing, slot in slots:
            self.settle(pairing, slot, day=day)
        self.close(number)

    def close(self, number: int) -> None:
        rounds.close_round(actor=self.cast.organiser, event_id=self.event.pk, number=number)


@journal.together()
def plan_event(
    cast: Cast,
    members: list[Member],
    *,
    slug: str,
    name: str,
    starts_on: date,
    match: View,
    stage: View | None = None,
    game: str = "tak",
    about: View | None = None,
    time_control: View | None = None,
    by_list: bool = False,
    start: bool = True,
) -> "Event":
    """An event with an arbiter and players, which has begun or is open for registration.

    by_list: the organiser enters the players as a list, with ratings; otherwise each enters.
    """
    actor = cast.organiser
    event = events.create_event(
        actor=actor,
        new=events.NewEvent(
            slug=slug,
            name=name,
            game=game,
            ruleset=RULESET if game == "tak" else None,
            club_id=cast.club_id,
            starts_on=starts_on,
            match=match,
            stages=[stage] if stage else None,
            about=about,
            time_control=time_control,
        ),
    )
    assert cast.arbiter.user_id is not None
    roles.grant_event_role(
        actor=actor, event_id=event.pk, user_id=cast.arbiter.user_id, role="arbiter"
    )
    events.open_registration(actor=actor, event_id=event.pk)
    _enter(actor, event, members, by_list=by_list)
    if start:
        ratings.start_event(actor=actor, event_id=event.pk)
    return event


def _enter(organiser: Actor, event: "Event", members: list[Member], *, by_list: bool) -> None:
    if by_list:
        rows = [
            ListedEntry(ListedPlayer(player=member.public_id), {"rating": member.rating})
            for member in members
        ]
        ratings.enter_players(actor=organiser, event_id=event.pk, rows=rows)
        return
    for member in members:
        ratings.enter_event(actor=member.actor, event_id=event.pk, player_id=member.player_id)


def play_finished(cast: Cast, stock: GameStock, *, today: date) -> None:
    """A finished round robin of six: one game by claim, one by a ruling."""
    starts_on = today - 8 * WEEK
    event = plan_event(
        cast, cast.members[:6], slug=FINISHED, name="Autumn Round", starts_on=starts_on,
        match=PER_GAME, stage=ROUND_ROBIN,
    )  # fmt: skip
    plan_places(cast.organiser, event)
    play = EventPlay(cast, stock, event, random.Random(SEED))
    for _round in range(5):
        _play_finished_round(play, starts_on)
    events.finish(actor=cast.organiser, event_id=event.pk)


@journal.together()
def _play_finished_round(play: EventPlay, starts_on: date) -> None:
    number, slots = play.next_round()
    day = starts_on + (number - 1) * WEEK
    for at, (pairing, slot) in enumerate(slots):
        if (number, at) == (3, 2):
            _forfeit(play, pairing, slot)
        else:
            play.settle(pairing, slot, day=day, claim=(number, at) == (2, 1))
    play.close(number)


def _forfeit(play: EventPlay, pairing: View, slot: View) -> None:
    games.rule_slot(
        actor=play.cast.arbiter,
        pairing_id=pairing["id"],
        number=slot["number"],
        outcome={"kind": FORFEIT, "winner": 1},
        reason="The opponent did not come.",
    )


def play_running(cast: Cast, stock: GameStock, *, today: date) -> None:
    """A round robin of the other six, matches of two games: round 4 is open."""
    starts_on = today - 3 * WEEK
    event = plan_event(
        cast, cast.members[6:], slug=RUNNING, name="Winter Ladder", starts_on=starts_on,
        match=MATCHES, stage=ROUND_ROBIN,
    )  # fmt: skip
    play = EventPlay(cast, stock, event, random.Random(SEED + 1))
    for _round in range(3):
        _play_running_round(play, starts_on)
    _play_half(play, day=today)


@journal.together()
def _play_running_round(play: EventPlay, starts_on: date) -> None:
    number, slots = play.next_round()
    for at, (pairing, slot) in enumerate(slots):
        claim = (number, at) in {(1, 3), (3, 0)}
        play.settle(pairing, slot, day=starts_on + (number - 1) * WEEK, claim=claim)
    play.close(number)


@journal.together()
def _play_half(play: EventPlay, *, day: date) -> None:
    """Round 4: a decided match, an unconfirmed record and claim, a dispute, open games."""
    _number, slots = play.next_round()
    over_1, over_2, waiting, claimed, disputed, *_open = slots
    play.settle(*over_1, day=day)
    play.settle(*over_2, day=day)
    play.submit(*waiting, day=day)
    play.submit(*claimed, day=day, claim=True)
    game, other = play.submit(*disputed, day=day, claim=True)
    games.dispute_game(
        actor=other.actor, game_id=game.pk, text="I had three stones fewer, and it was my win."
    )


def play_swiss(cast: Cast, stock: GameStock, *, today: date) -> None:
    """A Swiss of twelve over five rounds: two are closed, half of the third is played."""
    starts_on = today - WEEK
    event = plan_event(
        cast, cast.members, slug=SWISS, name="Lantern Open", starts_on=starts_on,
        match=PER_GAME, stage={"system": "swiss", "options": {"rounds": 5}},
    )  # fmt: skip
    plan_prizes(cast.organiser, event)
    play = EventPlay(cast, stock, event, random.Random(SEED + 2))
    for _round in range(2):
        play.play_round(day=starts_on)
    _number, slots = play.next_round()
    for pairing, slot in slots[:3]:
        play.settle(pairing, slot, day=today)


def play_casual(cast: Cast, stock: GameStock, *, today: date) -> None:
    """Three casual games; the last one is unconfirmed."""
    members = cast.members
    pairs = ((0, 6), (7, 1), (2, 8))
    for at, (one, two) in enumerate(pairs):
        first, second = members[one], members[two]
        record = stock.take(1 + at % 2).record(
            event="Club evening",
            first=first.name,
            second=second.name,
            played_on=today - timedelta(days=5 - at),
        )
        game = games.submit_casual(
            actor=first.actor,
            record=record,
            first_id=first.player_id,
            second_id=second.player_id,
            rules=RULESET,
        )
        if at < len(pairs) - 1:
            games.confirm_game(actor=second.actor, game_id=game.pk)


def plan_next(cast: Cast, *, today: date) -> None:
    """An event with open registration."""
    members = [cast.members[at] for at in (0, 3, 6, 9)]
    plan_event(
        cast, members, slug=OPEN, name="New Year Cup", starts_on=today + 6 * WEEK, match=MATCHES,
        about=ABOUT, start=False,
    )  # fmt: skip
