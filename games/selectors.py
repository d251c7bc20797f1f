"""Read games. A game is visible to whoever may see its event."""

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.contrib.auth import get_user_model
from django.db.models import Case, CharField, Exists, F, OuterRef, Q, QuerySet, Value, When
from django.db.models.functions import Cast, Concat

from engine.games import CARD_GAMES
from games import outcomes
from games.models import (
    COUNTED_STATES,
    Confirmation,
    Dispute,
    Game,
    GamePlayer,
    GameState,
    HallState,
    HallTake,
    Ruling,
)
from games.scores import score_fields
from ratings import selectors as ratings
from tournaments import selectors as tournaments
from tournaments.actor import Actor
from tournaments.errors import NotFound, require_found
from tournaments.selectors.people.people import of_account

if TYPE_CHECKING:
    from ratings.models import Pool
    from tournaments.models import Event

View = dict[str, Any]  # as the API shows it
HIDDEN_FROM_PUBLIC = (GameState.REJECTED,)


def visible_games(
    actor: Actor,
    *,
    event_slug: str = "",
    round_number: int | None = None,
    player_id: str = "",
    state: str = "",
) -> "QuerySet[Game]":
    """Games the actor may see, newest first: casual ones and those of visible events.

    Only its players and site staff see a rejected casual game. `player_id` is a public id.
    """
    casual = Q(slot=None)
    if actor.kind != "system":
        casual &= ~Q(state=GameState.REJECTED) | _casual_of(actor.user_id)
    games = Game.objects.filter(
        casual | Q(slot__pairing__round__event__in=tournaments.readable_events(actor))
    )
    if event_slug:
        games = games.filter(slot__pairing__round__event__slug=event_slug)
    if round_number is not None:
        games = games.filter(slot__pairing__round__number=round_number)
    if player_id:
        theirs = Q(player__public_id=player_id) | Q(player__merged_into__public_id=player_id)
        games = games.filter(pk__in=GamePlayer.objects.filter(theirs).values("game_id"))
    if state:
        games = games.filter(state=state)
    return games.order_by("-at", "-id")


def of_size(games: "QuerySet[Game]", size: int) -> "QuerySet[Game]":
    """Keep games on boards of this size."""
    return games.filter(Q(ruleset__size=size) | Q(verdict__size=size))


def counted_by(games: "QuerySet[Game]", pool: "Pool") -> "QuerySet[Game]":
    """Keep games that count in a rating list."""
    source = Case(
        When(slot=None, then=Concat(Value("game:"), "public_id")),
        default=Concat(Value("slot:"), Cast("slot_id", CharField())),
    )
    counted = games.filter(state__in=COUNTED_STATES).annotate(source=source)
    return counted.filter(source__in=ratings.games_counted_by(pool).values("source"))


def _casual_of(user_id: int | None) -> Q:
    """A filter for the casual games of an account; all of them for site staff."""
    if user_id is None:
        return Q(pk__in=[])
    played = GamePlayer.objects.filter(of_account(user_id))
    site_staff = get_user_model()._default_manager.filter(pk=user_id, is_staff=True, is_active=True)
    return Q(pk__in=played.values("game_id")) | Q(Exists(site_staff))


def for_display(games: "QuerySet[Game]") -> "QuerySet[Game]":
    """Prefetch what `game_view` reads, in three queries."""
    with_events = games.select_related("slot__pairing__round__event")
    return with_events.defer(
        "slot__pairing__round__proof", "slot__pairing__round__proof_staff"
    ).prefetch_related("players__player", "confirmations")


def get_game(public_id: str, actor: Actor) -> Game:
    """One game that the actor may see.

    :raises NotFound: there is no such game, or the actor may not see its event.
    """
    game = for_display(visible_games(actor).filter(public_id=public_id)).first()
    if game is None:
        raise NotFound(what="game", key=public_id)
    return game


def game_versions(public_id: str, actor: Actor) -> tuple[object, ...]:
    """They change with everything that a game shows; two queries.

    :raises NotFound: as `get_game`.
    """
    found = visible_games(actor).filter(public_id=public_id)
    event_id = "slot__pairing__round__event_id"
    (event,) = require_found(found.values_list(event_id).first(), "game", public_id)
    if event is None:  # the journal of the site has the decisions on casual games
        return tournaments.journal_versions()
    return tournaments.versions_of_event(event)


def game_view(game: Game, *, full: bool = False) -> View:
    """A game for the API and pages; `full` adds the record and the whole verdict."""
    verdict = game.verdict or {}
    slot = game.slot
    view: View = {
        "id": game.public_id,
        "game": game.game,
        "state": game.state,
        "event": slot.pairing.round.event.slug if slot else None,
        "round": slot.pairing.round.number if slot else None,
        "pairing": slot.pairing_id if slot else None,
        "number": slot.number if slot else None,
        "played_on": game.played_on.isoformat() if game.played_on else None,
        "at": game.at.isoformat(),
        "submitted_seat": game.submitted_seat,
        "result": verdict.get("result") or (game.claim or {}).get("result"),
        "places": None,
        "cards_left": None,
        "proven": bool(verdict.get("proven")),
        "reason": verdict.get("reason"),
        "size": verdict.get("size") or game.ruleset.get("size"),
        "plies": verdict.get("plies"),
        **score_fields(game, full=full),
        "players": [_player(seat) for seat in sorted(game.players.all(), key=lambda s: s.order)],
        "answers": [
            {"seat": answer.order, "answer": answer.answer} for answer in game.confirmations.all()
        ],
    }
    if game.game in CARD_GAMES:
        view |= _of_cards(game, seats=len(view["players"]))
    if full:
        view |= {
            "record": game.record,
            "claim": game.claim,
            "verdict": game.verdict,
            "confirm_by_at": game.confirm_by_at.isoformat() if game.confirm_by_at else None,
        }
    return view


def _of_cards(game: Game, *, seats: int) -> View:
    """How a card game ended, by the seats of its table."""
    end = outcomes.card_game_end(game.game, seats=seats, verdict=game.verdict, claim=game.claim)
    if end is None or end.places_x2 is None:
        return {"result": None}
    return {
        "result": end.result,
        "places": [place // 2 if place % 2 == 0 else place / 2 for place in end.places_x2],
        "cards_left": end.facts.get("cards_left"),
    }


def _player(seat: GamePlayer) -> View:
    player = tournaments.resolve(seat.player) if seat.player else None
    return {
        "order": seat.order,
        "player": player.public_id if player else None,
        "name": player.name if player else seat.name_in_record,
    }


def waiting_for(player_id: int) -> "QuerySet[Game]":
    """Submitted games that wait for this player's answer, of events and casual ones."""
    rows = tournaments.player_rows(player_id)
    seat = "slot__pairing__seats"
    of_event = _unanswered_by(f"{seat}__order") & Q(**{f"{seat}__entry__player__in": rows})
    casual = _unanswered_by("players__order") & Q(slot=None, players__player__in=rows)
    return _waiting(of_event | casual)


def waiting_for_entry(entry_id: int) -> "QuerySet[Game]":
    """Submitted games that wait for this entry's answer."""
    seat = "slot__pairing__seats"
    return _waiting(_unanswered_by(f"{seat}__order") & Q(**{f"{seat}__entry": entry_id}))


def _unanswered_by(order: str) -> Q:
    """A filter for games that the seat with this order neither sent nor answered."""
    others = Q(submitted_seat__lt=F(order)) | Q(submitted_seat__gt=F(order))
    answered = Confirmation.objects.filter(game=OuterRef("pk"), order=OuterRef(order))
    return (others | Q(submitted_seat=None)) & Q(~Exists(answered))


def _waiting(of_reader: Q) -> "QuerySet[Game]":
    mine = Game.objects.filter(of_reader, state=GameState.SUBMITTED)
    return for_display(mine.distinct().order_by("at", "id"))


def games_of_slot(slot_id: int) -> "QuerySet[Game]":
    return for_display(Game.objects.filter(slot_id=slot_id).order_by("id"))


def newest_game_id() -> int:
    """The key of the newest game, 0 before there is one: what is stored later has a higher one."""
    return Game.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def games_of_pairings(pairing_ids: list[int]) -> dict[tuple[int, int], list[str]]:
    """Public ids of the games of each (pairing, slot number). One query."""
    found: dict[tuple[int, int], list[str]] = {}
    for pairing_id, number, public_id in _OF_PAIRINGS.rows(pairing_ids):
        found.setdefault((pairing_id, number), []).append(public_id)
    return found


_OF_PAIRINGS = tournaments.QueryByKeys(
    "slot__pairing_id",
    lambda named: (
        Game.objects.filter(named)
        .exclude(state__in=HIDDEN_FROM_PUBLIC)
        .order_by("id")
        .values_list("slot__pairing_id", "slot__number", "public_id")
    ),
)


def views_of_games(public_ids: Iterable[str]) -> list[View]:
    """Games as lists show them; four queries. Who may see them is not checked."""
    found = Game.objects.filter(public_id__in=set(public_ids))
    return [game_view(game) for game in for_display(found)]


def rulings_of_pairing(pairing_id: int) -> list[View]:
    """Every ruling on the slots of a pairing, the oldest first. One query."""
    return [_ruling(row) for row in _rulings(Ruling.objects.filter(slot__pairing_id=pairing_id))]


def rulings_of_slots(slot_ids: Iterable[int]) -> list[View]:
    """Every ruling on some slots, the oldest first. One query."""
    rows = _rulings(Ruling.objects.filter(slot__in=list(slot_ids)))
    return [{**_ruling(row), "slot": row.slot_id} for row in rows]


def _rulings(rows: "QuerySet[Ruling]") -> "QuerySet[Ruling]":
    return rows.select_related("slot").order_by("pk")


def _ruling(row: Ruling) -> View:
    return {
        "number": row.slot.number,
        "at": row.at,
        "actor": row.actor,
        "kind": row.outcome["kind"],
        "winner": row.outcome.get("winner"),
        "cause": row.outcome.get("cause"),
        "noticed_at": row.outcome.get("noticed_at"),
        "evidence": row.outcome.get("evidence", ""),
        "reason": row.reason,
    }


def in_hall_since(event: "Event") -> datetime | None:
    """Since when the event is run in a hall, on another installation; None: it is not."""
    take = HallTake.objects.filter(event=event, state=HallState.OUT).only("at").first()
    return take.at if take else None


def has_open_dispute(slot_id: int) -> bool:
    return Dispute.objects.filter(slot_id=slot_id, closed_at=None).exists()


def all_open_disputes() -> "QuerySet[Dispute]":
    """Open disputes of all events, oldest first, with their players."""
    return (
        Dispute.objects.filter(closed_at=None)
        .select_related("slot__pairing__round__event")
        .defer("slot__pairing__round__proof", "slot__pairing__round__proof_staff")
        .prefetch_related("slot__pairing__seats__entry__player")
        .order_by("pk")
    )


def open_disputes(actor: Actor, *, event_slug: str) -> "QuerySet[Dispute]":
    """Open disputes of an event, oldest first."""
    return (
        Dispute.objects.filter(
            closed_at=None,
            slot__pairing__round__event__slug=event_slug,
            slot__pairing__round__event__in=tournaments.visible_events(actor),
        )
        .select_related("slot__pairing__round", "game")
        .defer("slot__pairing__round__proof", "slot__pairing__round__proof_staff")
        .order_by("pk")
    )
