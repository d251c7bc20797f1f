"""The event for stakes of the demo: bids, Tak calls, a claim, accounts."""

import random
from datetime import date, timedelta

from config.demo.cast import Cast, Member
from config.demo.events import PER_GAME, SEED, EventPlay, View, plan_event
from config.demo.records import SIZE, GameStock, PlayedGame
from engine.tak.moves import parse_move
from engine.tak.position import Position
from engine.tak.ruleset import make_ruleset
from engine.tak.wagers import threatens
from games import services as games
from tournaments import selectors

STAKES = "wager-night"
MATCH = {**PER_GAME, "stakes": {"limit": 200}}
BIDS = ([[3, 5]], [[4, 4], [6, 2]])  # of the games of round 1, by seat


def play_stakes(cast: Cast, stock: GameStock, *, today: date) -> None:
    """Four players: round 1 is decided; round 2 has an unconfirmed game and an open bid."""
    starts_on = today - timedelta(days=1)
    event = plan_event(
        cast, cast.members[8:], slug=STAKES, name="Wager Night", starts_on=starts_on, match=MATCH,
    )  # fmt: skip
    play = StakesPlay(cast, stock, event, random.Random(SEED + 4))
    number, slots = play.next_round()
    play.settle(*play.bid(*slots[0], BIDS[0]), day=starts_on)
    play.settle(*play.bid(*slots[1], BIDS[1]), day=starts_on, claim=True)
    play.close(number)
    _number, slots = play.next_round()
    play.submit(*play.bid(*slots[0], [[2, 7]]), day=today)
    play.bid(*slots[1], [[0, 4]])


class StakesPlay(EventPlay):
    """An event for stakes in play."""

    def bid(self, pairing: View, slot: View, bids: list[list[int]]) -> tuple[View, View]:
        """The player of seat 1 enters the bids of both; returns the pairing and slot after it."""
        seat = min(pairing["seats"], key=lambda each: each["order"])
        games.place_bids(
            actor=self.cast.by_player[seat["player"]].actor,
            pairing_id=pairing["id"],
            number=slot["number"],
            bids=bids,
        )
        view = selectors.pairing_view(pairing["id"], self.cast.organiser)
        return view, view["slots"][0]

    def game(self, first: Member, second: Member) -> PlayedGame:
        return with_calls(super().game(first, second))


class CalledGame(PlayedGame):
    def claim(self) -> dict[str, object]:
        return {**super().claim(), "calls": ["first", "second"]}


def with_calls(played: PlayedGame) -> PlayedGame:
    """The game with a Tak call at each threat."""
    position = Position.start(make_ruleset(size=SIZE))
    moves = []
    for text in played.moves:
        mover = position.to_move
        position = position.play(parse_move(text, SIZE)[0])
        moves.append(f"{text} {{call}}" if threatens(position, mover) else text)
    return CalledGame(tuple(moves), played.result, played.winner, played.reserves)
