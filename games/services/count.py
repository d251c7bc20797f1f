"""What happens when a game counts, and when it no longer does. Called under the slot's lock."""

from datetime import date
from typing import TYPE_CHECKING, Any

from django.utils import timezone

from engine.tak.results import POINTS_X2
from games import outcomes
from games.models import Dispute, Game
from games.stakes import books
from ratings import services as ratings
from ratings.analysis import order_key
from ratings.analysis.time_class import time_class
from tournaments.actor import Actor
from tournaments.services.rounds import results

if TYPE_CHECKING:
    from tournaments.selectors import SlotContext

RATED_KINDS = frozenset({"played", "adjudicated"})


def ended_of(game: Game) -> outcomes.Ended:
    """How a stored game ended, by its verdict, else by the claim."""
    if game.verdict:
        return outcomes.from_verdict(game.verdict, claim=game.claim)
    return outcomes.from_claim(
        game.claim or {}, game=game.game, seats=game.players.count(), ruleset=game.ruleset
    )


def count_game(
    *, actor: Actor, game: Game, context: "SlotContext", state: str, reason: str = ""
) -> None:
    """Make `game` the counted game of its slot; other games of the slot are superseded.

    `state` is confirmed or ruled. The disputes of the slot are closed.
    """
    others = Game.objects.filter(slot_id=context.slot_id).exclude(pk=game.pk)
    others.filter(state__in=["confirmed", "ruled"]).update(state="void")
    others.filter(state__in=["submitted", "disputed"]).update(state="superseded")
    game.state = state
    game.save(update_fields=["state"])
    close_disputes(context.slot_id)
    ended = ended_of(game)
    results.record_result(
        actor=actor,
        slot_id=context.slot_id,
        outcome=played(ended),
        source=game_source(game),
        reason=reason,
    )
    rate_slot(
        context,
        ended=ended,
        played_on=game.played_on,
        record_hash=game.record_hash,
        public_id=game.public_id,
    )
    books.follow(actor, context)


def played(ended: outcomes.Ended) -> results.Outcome:
    return results.Outcome(kind="played", result=ended.result, winner=None, facts=ended.facts)


def game_source(game: Game) -> str:
    """What a result says that it rests on."""
    return f"game:{game.public_id}"


def close_disputes(slot_id: int) -> None:
    Dispute.objects.filter(slot_id=slot_id, closed_at=None).update(closed_at=timezone.now())


def rate_slot(
    context: "SlotContext",
    *,
    ended: outcomes.Ended,
    played_on: date | None,
    record_hash: str = "",
    public_id: str = "",
) -> None:
    """Post the game of a slot to the ledger, or take it out where its day is not known."""
    source = slot_source(context.slot_id)
    if played_on is None:
        ratings.void_posting(source=source)
        return
    rated = rated_input(
        context, ended=ended, played_on=played_on, record_hash=record_hash, public_id=public_id
    )
    ratings.post_result(source=source, rated=rated)


def rated_input(
    context: "SlotContext",
    *,
    ended: outcomes.Ended,
    played_on: date,
    record_hash: str = "",
    public_id: str = "",
) -> ratings.RatedInput:
    """The game of a slot as ratings see it."""
    return ratings.RatedInput(
        played_on=played_on,
        order_key=order_key.build(
            played_on=played_on,
            event_starts_on=context.event_starts_on,
            event_slug=context.event_slug,
            round=context.round_number,
            leg=context.leg,
            table=context.table,
            slot=context.number,
            record_hash=record_hash,
            public_id=public_id,
        ),
        game=context.event_game,
        size=context.ruleset.get("size"),
        half_komi=context.ruleset.get("half_komi", 0),
        time_class=time_class(context.time_control),
        facts=rated_facts(ended),
        event_id=context.event_id,
        seats=rated_seats(context, ended),
    )


def rated_seats(context: "SlotContext", ended: outcomes.Ended) -> tuple[ratings.RatedSeat, ...]:
    """Who sat in a slot, from who moved first in turn, with the score or the place of each.

    A game of cards of two has both, so that any system can rate it.
    """
    number = len(context.seats)
    movers = sorted(context.seats, key=lambda seat: (seat.order - context.first_seat) % number)
    if ended.places_x2 is None:
        points = POINTS_X2[ended.result]
        return tuple(
            ratings.RatedSeat(seat.player_id, score)
            for seat, score in zip(movers, points, strict=True)
        )
    placed = [(seat.player_id, ended.places_x2[seat.order - 1]) for seat in movers]
    return tuple(
        ratings.RatedSeat(player, (4 - place) if number == 2 else None, place)
        for player, place in placed
    )


def rated_facts(ended: outcomes.Ended) -> dict[str, Any]:
    return {"result": ended.result, "proven": ended.facts.get("proven", False)}


def slot_source(slot_id: int) -> str:
    """The name of a slot's game in the ledger: one live posting a slot, whatever proved it."""
    return f"slot:{slot_id}"
