"""The card events of the demo, with records and claimed results."""

from datetime import date, timedelta
from typing import TYPE_CHECKING

from config.demo.card_records import RECORDS, single_word
from config.demo.cast import Cast, Member
from config.demo.events import View, plan_event
from games import services as games
from games.models import Game, GameState
from tournaments import selectors
from tournaments.services import journal
from tournaments.services.rounds import pairing_jobs, rounds

if TYPE_CHECKING:
    from tournaments.models import Event

TAKI, GAMNON = "taki-night", "gamnon-night"
MATCH = {"games": 1, "points": {"per_game": True}, "tiebreaks": ["WIN"]}
SEED = 21


def play_taki(cast: Cast, *, today: date) -> None:
    """Twelve players at tables of five, four and three; the second of two rounds is open."""
    event = _start_event(
        cast, cast.members, today - timedelta(days=4), game="taki", slug=TAKI, name="Taki Night",
        sizes=[5, 4, 3],
    )  # fmt: skip
    play = CardEvent(cast, event)
    number, tables = play.next_round()
    for table in tables:
        play.settle(table)
    rounds.close_round(actor=cast.organiser, event_id=event.pk, number=number)
    _number, (first, second, _open) = play.next_round()
    play.settle(first)
    play.submit(second)


def play_gamnon(cast: Cast, *, today: date) -> None:
    """Nine players at tables of three: a record, a claim, and an unconfirmed game."""
    event = _start_event(
        cast, cast.members[:9], today - timedelta(days=2), game="gamnon", slug=GAMNON,
        name="Gamnon Night", sizes=[3],
    )  # fmt: skip
    play = CardEvent(cast, event)
    _number, (first, second, third) = play.next_round()
    play.settle(first)
    play.settle(second, claim={"places": [2, 1, 2]})
    play.submit(third)


def _start_event(
    cast: Cast,
    members: list[Member],
    starts_on: date,
    *,
    game: str,
    slug: str,
    name: str,
    sizes: list[int],
) -> "Event":
    stage = {"system": "tables", "options": {"rounds": 3, "sizes": sizes}}
    return plan_event(
        cast, members, slug=slug, name=name, starts_on=starts_on, match=MATCH, stage=stage,
        game=game,
    )  # fmt: skip


class CardEvent:
    """A card event in play."""

    def __init__(self, cast: Cast, event: "Event") -> None:
        self.cast = cast
        self.event = event

    def next_round(self) -> tuple[int, list[View]]:
        """Pair and publish a round; returns its number and its tables."""
        actor, event_id = self.cast.organiser, self.event.pk
        number = pairing_jobs.pair_round(actor=actor, event_id=event_id, seed=SEED).number
        rounds.publish_round(actor=actor, event_id=event_id, number=number)
        return number, selectors.round_view(self.event, number, actor)["pairings"]

    def submit(self, pairing: View, claim: View | None = None) -> tuple[Game, list[Member]]:
        """A record or claim by the first player; returns the game and the other players."""
        assert self.event.starts_on is not None
        slot = pairing["slots"][0]
        seats = sorted(pairing["seats"], key=lambda seat: seat["order"])
        turn = slot["first_seat"] - 1
        sender, *others = (
            self.cast.by_player[seat["player"]] for seat in seats[turn:] + seats[:turn]
        )
        names = [single_word(member.name) for member in (sender, *others)]
        seed = f"{self.event.slug}-{pairing['round']}-{pairing['table']}"
        record = RECORDS[self.event.game](names, seed=seed)
        game = games.submit_game(
            actor=sender.actor,
            pairing_id=pairing["id"],
            number=slot["number"],
            record="" if claim else record,
            claim=claim,
            played_on=self.event.starts_on + timedelta(days=pairing["round"] - 1),
        )
        return game, others

    @journal.together()
    def settle(self, pairing: View, claim: View | None = None) -> None:
        """Submit, and confirm by as many players as the event requires."""
        game, others = self.submit(pairing, claim)
        for other in others:
            if game.state == GameState.SUBMITTED:
                game = games.confirm_game(actor=other.actor, game_id=game.pk)
