"""Games outside any event: submitted with a record, confirmed by the other player."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from engine.games import VERIFIERS
from engine.tak.players import SIDES
from engine.tak.results import POINTS_X2
from games import outcomes
from games.models import Answer, Game, GamePlayer, GameState
from games.outcomes import Verdict
from games.services.answers import record_answer
from games.services.playtak.pasted import read_pasted
from games.services.records.dates import record_date
from games.services.records.event_games import days_of, event_games
from games.services.records.evidence import ENGINE_VERSION
from ratings import services as ratings
from ratings.analysis import order_key
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.errors import DomainError, InvalidInput
from tournaments.execution.transactions import in_transaction
from tournaments.selectors.events import approval
from tournaments.services import journal


class SenderChanged(DomainError):
    code = "sender_changed"
    message = _(
        "Game {game_id} was sent by an account that is not the other player’s any more, or by "
        "your own. Site staff can confirm it or take it back."
    )


class GameOfEvent(DomainError):
    code = "game_of_event"
    message = _("Game {game_id} is game {known} of an event, and is not counted a second time.")


def submit_casual(
    *,
    actor: Actor,
    record: str,
    first_id: int,
    second_id: int,
    rules: dict[str, Any] | str = "standard",
    game: str = "tak",
) -> Game:
    """Store a game of two players outside any event; the other player confirms it.

    record: also the address of a game at playtak, or its export (`read_pasted`).

    The same record of the same players and day twice is one game, also one of an event.

    :raises RecordError: the record is refused; nothing is stored.
    :raises DateOutOfRange: its Date tag lies before 1990 or after tomorrow.
    """
    if game != "tak":
        raise InvalidInput(field="game", problem=_("games outside an event are of Tak"))
    if first_id == second_id:
        raise InvalidInput(field="second", problem=_("two different players"))
    permissions.require(actor, "casual.submit", (first_id, second_id))
    return _store_casual(actor, read_pasted(record), first_id, second_id, rules)


@in_transaction
def _store_casual(
    actor: Actor, record: str, first_id: int, second_id: int, rules: dict[str, Any] | str
) -> Game:
    verdict = VERIFIERS["tak"](record, rules).as_json()
    end = outcomes.from_verdict(verdict)
    players = (first_id, second_id)
    seat = actor_order(actor, players)
    key = hashlib.sha256(
        f"{verdict['moves_hash']}|{first_id}|{second_id}|{verdict['played_on']}".encode()
    ).hexdigest()
    known = _same_game(actor, key, verdict, players)
    if known is not None:
        return known
    names = [verdict["players"].get(side) or "" for side in SIDES]
    seated = list(zip(players, names, strict=True))
    stored = store_game(actor, record, verdict, seated, import_key=key, submitted_seat=seat)
    write_casual_journal(actor, "game.submitted", stored)
    if seat is None:
        count(actor=actor, game=stored, end=end)
    return stored


def _same_game(actor: Actor, key: str, verdict: Verdict, players: tuple[int, int]) -> Game | None:
    """The game that says this already; of players who were merged since, or imported, too.

    Also a game of an event that the actor may read.
    """
    games = Game.objects.exclude(state=GameState.VOID)
    known = games.filter(import_key=key).first()
    if known is not None:
        return known
    alike = games.filter(slot=None, moves_hash=verdict["moves_hash"])
    for game in alike.exclude(state=GameState.EVIDENCE).order_by("pk"):
        if _is_of(game, verdict, players):
            return game
    return _game_of_event(actor, verdict, players)


def _game_of_event(actor: Actor, verdict: Verdict, players: tuple[int, ...]) -> Game | None:
    """The game of an event that the actor may read with this record of these players."""
    readable = selectors.readable_events(actor)
    games = event_games([verdict["moves_hash"]]).filter(slot__pairing__round__event__in=readable)
    return next((game for game in games if _is_of(game, verdict, players)), None)


def _is_of(game: Game, verdict: Verdict, players: tuple[int, ...]) -> bool:
    """Whether a game with the moves of a record is of its day and these players."""
    return verdict["played_on"] in days_of(game) and persons_of(game) == players


def store_game(
    actor: Actor,
    record: str,
    verdict: Verdict,
    seated: Sequence[tuple[int | None, str]],
    **columns: object,
) -> Game:
    """Store a proved record of Tak. seated: player and name of each side, the first mover first.

    :raises DateOutOfRange: its Date tag lies before 1990 or after tomorrow.
    """
    stored = new_game(actor, record, verdict, **columns)
    stored.save(force_insert=True)
    GamePlayer.objects.bulk_create(seats_of(stored, seated))
    return stored


def new_game(actor: Actor, record: str, verdict: Verdict, **columns: object) -> Game:
    """A proved record of Tak as a game; not stored yet.

    :raises DateOutOfRange: its Date tag lies before 1990 or after tomorrow.
    """
    return Game(
        game="tak",
        ruleset=verdict["ruleset"],
        played_on=record_date(verdict),
        record=record,
        record_hash=hashlib.sha256(record.encode()).hexdigest(),
        moves_hash=verdict["moves_hash"],
        verdict=verdict,
        engine_version=ENGINE_VERSION,
        actor=actor.as_json(),
        **columns,
    )


def seats_of(game: Game, seated: Sequence[tuple[int | None, str]]) -> list[GamePlayer]:
    """Who played a game, not stored yet. seated: as in `store_game`."""
    return [
        GamePlayer(game=game, order=order, player_id=player_id, name_in_record=name[:200])
        for order, (player_id, name) in enumerate(seated, start=1)
    ]


def actor_order(actor: Actor, players: tuple[int, ...]) -> int | None:
    """The actor's position in the order of moving, or None."""
    if actor.user_id is None:
        return None
    mine = selectors.player_of(actor.user_id)
    return players.index(mine.pk) + 1 if mine is not None and mine.pk in players else None


def player_ids(game: Game) -> tuple[int, ...]:
    return tuple(
        seat.player_id or 0 for seat in sorted(game.players.all(), key=lambda seat: seat.order)
    )


def persons_of(game: Game) -> tuple[int, ...]:
    """As `player_ids`, each as who they turned out to be."""
    return persons(game.players.select_related("player").order_by("order"))


def persons(seats: Iterable[GamePlayer]) -> tuple[int, ...]:
    """Who sat there, each as who they turned out to be; 0 is nobody we know."""
    rows = [seat.player for seat in seats]
    return tuple((row.merged_into_id or row.pk) if row is not None else 0 for row in rows)


def confirm(*, actor: Actor, game: Game) -> Game:
    """Agree to a casual game. The game is locked.

    :raises SenderChanged: the account that sent it is no longer that of its player.
    :raises GameOfEvent: the record was sent for an event since.
    """
    players = persons_of(game)
    permissions.require(actor, "casual.confirm", (players, game.submitted_seat))
    if game.state != GameState.SUBMITTED:
        return game
    known = _game_of_event(actor, game.verdict, players) if game.verdict else None
    if known is not None:
        raise GameOfEvent(game_id=game.public_id, known=known.public_id)
    seat = actor_order(actor, players)
    if seat is not None:
        _require_two_accounts(actor, game, players)
        record_answer(game, seat, actor, Answer.YES)
    end = outcomes.from_verdict(game.verdict or {})
    count(actor=actor, game=game, end=end, by_players=seat is not None)
    return game


def refuse(*, actor: Actor, game: Game, text: str) -> Game:
    """Reject a casual game, so that it never counts. The game is locked."""
    players = persons_of(game)
    permissions.require(actor, "casual.confirm", (players, game.submitted_seat))
    seat = actor_order(actor, players)
    if game.state == GameState.SUBMITTED:
        if seat is not None:
            record_answer(game, seat, actor, Answer.NO)
        game.state = GameState.REJECTED
        game.save(update_fields=["state"])
        write_casual_journal(actor, "game.refused", game, text=text)
    return game


def _require_two_accounts(actor: Actor, game: Game, players: tuple[int, ...]) -> None:
    """The sender's account is still that of the player it sent the game as, and another one.

    An account that was taken from one player and given another could else agree with itself.
    """
    sender = (game.actor or {}).get("user")
    if game.submitted_seat is None:
        return
    sent_as = selectors.player_by_id(players[game.submitted_seat - 1])
    if sender == actor.user_id or sender not in selectors.accounts_of(sent_as):
        raise SenderChanged(game_id=game.public_id)


def count(*, actor: Actor, game: Game, end: outcomes.GameEnd, by_players: bool = False) -> None:
    """Make a casual game count. It is rated if its day and both players are known.

    by_players: only its two players confirmed it; then both must be members of clubs approved for
    rating. Site staff and imports need no approval. Locks Clubs, JournalHead, Pools.
    """
    if by_players:
        approval.lock_clubs_of_players(filter(None, player_ids(game)))
    game.state = GameState.CONFIRMED
    game.save(update_fields=["state"])
    write_casual_journal(actor, "game.confirmed", game)
    players = player_ids(game)
    if game.played_on is None or not all(players):
        return
    ratings.post_result(
        source=source_of(game), rated=rated_input(game, players, end, by_players=by_players)
    )


def source_of(game: Game) -> str:
    """The name of a casual game in the ledger, and in the journal."""
    return f"game:{game.public_id}"


def rated_input(
    game: Game, players: Sequence[int], end: outcomes.GameEnd, *, by_players: bool = False
) -> ratings.RatedInput:
    """A casual game as ratings see it. It has a day, and both players are known."""
    assert game.played_on is not None
    return ratings.RatedInput(
        played_on=game.played_on,
        order_key=order_key.build(
            played_on=game.played_on, record_hash=game.record_hash, public_id=game.public_id
        ),
        game=game.game,
        size=end.facts.get("size"),
        half_komi=end.facts.get("half_komi"),
        facts={"result": end.result, "proven": end.facts.get("proven", False)},
        seats=tuple(map(ratings.RatedSeat, players, POINTS_X2[end.result])),
        by_players=by_players,
    )


def void(*, actor: Actor, game: Game, reason: str) -> Game:
    """Void a casual game. The game is locked."""
    permissions.require(actor, "game.void", persons_of(game))
    if game.state != GameState.VOID:
        store_void(actor, game, reason)
    return game


def store_void(actor: Actor, game: Game, reason: str) -> None:
    """Void a casual game that counts or waits. It is locked, and the actor may."""
    game.state = GameState.VOID
    game.save(update_fields=["state"])
    write_casual_journal(actor, "game.voided", game, text=reason)
    ratings.void_posting(source=source_of(game))


def write_casual_journal(actor: Actor, action: str, game: Game, *, text: str = "") -> None:
    journal.write_all(actor, [casual_note(action, game, text=text)])


def casual_note(action: str, game: Game, *, text: str = "") -> journal.Note:
    """What the journal says of a casual game."""
    return journal.Note(action, "site", source_of(game), text=text)
