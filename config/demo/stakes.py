"""The demo's evening for stakes: bids, Tak calls, a claim, and books to look at."""

import random
from datetime import date, timedelta
from typing import Any

from config.demo.cast import Cast, Member
from config.demo.events import PER_GAME, SEED, Play, plan_event
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
BIDS = ([[3, 5]], [[4, 4], [6, 2]])  # of the two games of round 1, by seat


def play_stakes(cast: Cast, stock: GameStock, *, today: date) -> None:
    """Four players: round 1 is settled; in round 2 a game is sent, and a bid waits for a yes."""
    starts_on = today - timedelta(days=1)
    event = plan_event(
        cast, cast.members[8:], slug=STAKES, name="Wager Night", starts_on=starts_on, match=MATCH,
    )  # fmt: skip
    ratings.start_event(actor=cast.organiser, event_id=event.pk)
    evening = Evening(Play(cast, stock, event, random.Random(SEED + 4)))
    number, slots = evening.play.next_round()
    evening.settle(*slots[0], bids=BIDS[0], day=starts_on)
    evening.settle(*slots[1], bids=BIDS[1], day=starts_on, claim=True)
    evening.play.close(number)
    _number, slots = evening.play.next_round()
    evening.send(*slots[0], bids=[[2, 7]], day=today)
    evening.bid(*slots[1], bids=[[0, 4]])


class Evening:
    """One event for stakes while it is played."""

    def __init__(self, play: Play) -> None:
        self.play = play

    def bid(self, pairing: dict[str, Any], slot: dict[str, Any], *, bids: list[list[int]]) -> None:
        """The player of seat 1 enters what both bid."""
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
        """Bid, play and send; returns the game and who has to answer."""
        self.bid(pairing, slot, bids=bids)
        view = selectors.pairing_view(pairing["id"], self.play.cast.organiser)
        first, second = self.play.movers(view, view["slots"][0])
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
    """The game with a Tak call wherever a player threatens to win."""
    position = Position.start(make_ruleset(size=SIZE))
    moves = []
    for text in played.moves:
        mover = position.to_move
        position = position.play(parse_move(text, SIZE)[0])
        moves.append(f"{text} {{call}}" if threatens(position, mover) else text)
    return PlayedGame(tuple(moves), played.result, played.winner, played.reserves)
