"""The event for stakes of the demo: bids, Tak calls, a claim, accounts."""

import random
from datetime import date, timedelta
from typing import Any

from config.demo.cast import Cast, Member
from config.demo.events import PER_GAME, SEED, EventPlay, plan_event
from config.demo.records import SIZE, GameStock, PlayedGame
from engine.tak.moves import parse_move
from engine.tak.position import Position
from engine.tak.ruleset import make_ruleset
from engine.tak.wagers import threatens
from games import services as games
from ratings import services as ratings
from tournaments import selectors

STAKES = "wager-night"
GAMES_NEEDED = 3
MATCH = {**PER_GAME, "stakes": {"limit": 200}}
BIDS = ([[3, 5]], [[4, 4], [6, 2]])  # of the games of round 1, by seat


def play_stakes(cast: Cast, stock: GameStock, *, today: date) -> None:
    """Four players: round 1 is decided; round 2 has an unconfirmed game and an open bid."""
    starts_on = today - timedelta(days=1)
    event = plan_event(
        cast, cast.members[8:], slug=STAKES, name="Wager Night", starts_on=starts_on, match=MATCH,
    )  # fmt: skip
    ratings.start_event(actor=cast.organiser, event_id=event.pk)
    event_play = StakesEvent(EventPlay(cast, stock, event, random.Random(SEED + 4)))
    number, slots = event_play.play.next_round()
    event_play.settle(*slots[0], bids=BIDS[0], day=starts_on)
    event_play.settle(*slots[1], bids=BIDS[1], day=starts_on, claim=True)
    event_play.play.close(number)
    _number, slots = event_play.play.next_round()
    event_play.send(*slots[0], bids=[[2, 7]], day=today)
    event_play.bid(*slots[1], bids=[[0, 4]])


class StakesEvent:
    """An event for stakes in play."""

    def __init__(self, play: EventPlay) -> None:
        self.play = play

    def bid(self, pairing: dict[str, Any], slot: dict[str, Any], *, bids: list[list[int]]) -> None:
        """The player of seat 1 enters the bids of both."""
        seat = min(pairing["seats"], key=lambda each: each["order"])
        games.place_bids(
            actor=self.play.cast.by_player[seat["player"]].actor,
            pairing_id=pairing["id"],
            number=slot["number"],
            bids=bids,
        )

    def send(
        self,
        pairing: dict[str, Any],
        slot: dict[str, Any],
        *,
        bids: list[list[int]],
        day: date,
        claim: bool = False,
    ) -> tuple[Any, Member]:
        """Bid, play and submit; returns the game and the opponent."""
        self.bid(pairing, slot, bids=bids)
        view = selectors.pairing_view(pairing["id"], self.play.cast.organiser)
        first, second = self.play.players_of_game(view, view["slots"][0])
        played = self.play.game(first, second)
        sender, other = (first, second) if played.winner != 2 else (second, first)
        record = with_calls(played).record(
            event=self.play.event.name, first=first.name, second=second.name, played_on=day
        )
        game = games.submit_game(
            actor=sender.actor,
            pairing_id=pairing["id"],
            number=slot["number"],
            record="" if claim else record,
            claim={**played.claim(), "calls": ["first", "second"]} if claim else None,
            played_on=day if claim else None,
        )
        return game, other

    def settle(self, pairing: dict[str, Any], slot: dict[str, Any], **about: Any) -> None:
        game, other = self.send(pairing, slot, **about)
        games.confirm_game(actor=other.actor, game_id=game.pk)


def with_calls(played: PlayedGame) -> PlayedGame:
    """The game with a Tak call at each threat."""
    position = Position.start(make_ruleset(size=SIZE))
    moves = []
    for text in played.moves:
        mover = position.to_move
        position = position.play(parse_move(text, SIZE)[0])
        moves.append(f"{text} {{call}}" if threatens(position, mover) else text)
    return PlayedGame(tuple(moves), played.result, played.winner, played.reserves)
