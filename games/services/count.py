"""Count a game: its result, rating and stakes. The slot is locked."""

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from django.db.models import Case, F, Q, Value, When
from django.utils import timezone

from engine.tak.results import POINTS_X2
from games import outcomes
from games.models import COUNTED_STATES, PENDING_STATES, Dispute, Game, GameState, TakenArchive
from games.scores import end_of_game
from games.services.records.copies import void_copies
from games.stakes import books
from ratings import services as ratings
from ratings.analysis import order_key
from ratings.analysis.time_class import time_class
from tournaments.actor import Actor
from tournaments.services import journal
from tournaments.services.rounds import results
from tournaments.state import PLAYED

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from games.services.rulings.slot_snapshot import Snapshot
    from tournaments.selectors import SlotContext


def count_game(
    *,
    actor: Actor,
    game: Game,
    context: "SlotContext",
    state: str,
    reason: str = "",
    earlier: Sequence[journal.Note] = (),
    notes: results.NotesOfRevision = results.no_notes,
    is_only: bool = False,
    counted_before: GameState = GameState.VOID,
) -> None:
    """Make `game` the counted game of its slot, and close the slot's other games and disputes.

    state: confirmed or ruled. earlier, notes: for the journal, before the result and after it, once
    the revision is known. is_only: the game has that state, and nothing else was sent.
    counted_before: the new state of a game that counted until now.
    """
    if not is_only:
        games = Game.objects.filter(slot_id=context.slot_id)
        games.filter(_replaceable() | Q(pk=game.pk)).update(
            state=Case(
                When(pk=game.pk, then=Value(state)),
                default=_replaced(GameState.SUPERSEDED, counted=counted_before),
            )
        )
        game.state = state
        close_disputes(context.slot_id)
    end = end_of_game(game)
    results.record_result(
        actor=actor,
        context=context,
        outcome=played(end),
        source=game_source(game),
        reason=reason,
        earlier=earlier,
        notes=notes,
    )
    void_copies(actor, [game])
    rate_slot(
        context,
        end=end,
        played_on=game.played_on,
        record_hash=game.record_hash,
        public_id=game.public_id,
    )
    books.update_books(actor, context)


def replace_games(games: "QuerySet[Game]", *, pending: GameState = GameState.SUPERSEDED) -> None:
    """Void the games that count. pending: the new state of those that wait."""
    games.filter(_replaceable()).update(state=_replaced(pending))


def _replaceable() -> Q:
    return Q(state__in=[*COUNTED_STATES, *PENDING_STATES])


def _replaced(pending: GameState, *, counted: GameState = GameState.VOID) -> Case:
    """The state of a game that another decision replaces."""
    return Case(When(state__in=COUNTED_STATES, then=Value(counted)), default=Value(pending))


def close_submissions(
    context: "SlotContext", known: "Snapshot", *, pending: GameState = GameState.SUPERSEDED
) -> None:
    """Void or replace the games of a slot and close its disputes, as far as it has any."""
    if known["games"]:
        replace_games(Game.objects.filter(slot_id=context.slot_id), pending=pending)
    if known["disputes"]:
        close_disputes(context.slot_id)


def played(end: outcomes.GameEnd) -> results.Outcome:
    return results.Outcome(kind=PLAYED, result=end.result, winner=None, facts=end.facts)


def game_source(game: Game) -> str:
    """What a result says that it rests on."""
    return f"game:{game.public_id}"


def close_disputes(slot_id: int) -> None:
    Dispute.objects.filter(slot_id=slot_id, closed_at=None).update(closed_at=timezone.now())


def rate_slot(
    context: "SlotContext",
    *,
    end: outcomes.GameEnd,
    played_on: date | None,
    record_hash: str = "",
    public_id: str = "",
) -> None:
    """Post the game of a slot to the ledger; without a day, or if it came unrated, remove it."""
    source = slot_source(context.slot_id)
    if played_on is None or (context.is_imported and _came_unrated(context)):
        ratings.void_posting(source=source)
        return
    rated = rated_input(
        context, end=end, played_on=played_on, record_hash=record_hash, public_id=public_id
    )
    approved, is_first = context.counts_for_rating, context.last is None
    ratings.post_result(source=source, rated=rated, approved=approved, is_first=is_first)


def _came_unrated(context: "SlotContext") -> bool:
    """Whether the first result is of an archive whose games are not rated here."""
    results = "event__rounds__pairings__slots__results"
    first = {f"{results}__slot": context.slot_id, f"{results}__revision": 1}
    archives = TakenArchive.objects.filter(event=context.event_id, is_rated=False)
    return archives.filter(**first, at__gt=F(f"{results}__at")).exists()


def rated_input(
    context: "SlotContext",
    *,
    end: outcomes.GameEnd,
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
        facts=rated_facts(end),
        event_id=context.event_id,
        seats=rated_seats(context, end),
    )


def rated_seats(context: "SlotContext", end: outcomes.GameEnd) -> tuple[ratings.RatedSeat, ...]:
    """The seats of a slot in the order of moving, with their scores or places.

    A card game of two has both, so that any system can rate it.
    """
    number = len(context.seats)
    movers = sorted(context.seats, key=lambda seat: (seat.order - context.first_seat) % number)
    if end.places_x2 is None:
        points = POINTS_X2[end.result]
        return tuple(
            ratings.RatedSeat(seat.player_id, score)
            for seat, score in zip(movers, points, strict=True)
        )
    placed = [(seat.player_id, end.places_x2[seat.order - 1]) for seat in movers]
    return tuple(
        ratings.RatedSeat(player, (4 - place) if number == 2 else None, place)
        for player, place in placed
    )


def rated_facts(end: outcomes.GameEnd) -> dict[str, object]:
    return {"result": end.result, "proven": end.facts.get("proven", False)}


def slot_source(slot_id: int) -> str:
    """The ledger source of a slot; each slot has at most one live posting."""
    return f"slot:{slot_id}"
