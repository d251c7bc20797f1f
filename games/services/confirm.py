"""Confirm or dispute a submitted game."""

from django.utils.translation import gettext_lazy as _

from games.models import COUNTED_STATES, DISCARDED_STATES, Answer, Game, GameState
from games.services import casual
from games.services.agreement import count_if_agreed
from games.services.answers import record_agreement, record_answer
from games.services.count import count_game
from games.services.locks import lock_game
from games.services.records.evidence import note_of, open_dispute
from tournaments import permissions
from tournaments.actor import Actor
from tournaments.errors import DomainError
from tournaments.execution.transactions import in_transaction
from tournaments.services import journal


class NotWaiting(DomainError):
    code = "not_waiting"
    message = _("Game {game_id} does not wait for an answer: it is {state}.")


class NotYourOpponent(DomainError):
    code = "not_your_opponent"
    kind = "forbidden"
    message = _("Game {game_id} is confirmed by the player who did not submit it.")


@in_transaction
@journal.together()
def confirm_game(*, actor: Actor, game_id: int) -> Game:
    """Agree to a submitted game; it counts when the event's policy is met. Idempotent.

    Staff who do not play in the game count it at once. Locks GameSlot, then Game.

    :raises NotYourOpponent: the submitter confirms.
    """
    game, context = lock_game(game_id)
    if context is None:
        return casual.confirm(actor=actor, game=game)
    seat = permissions.require_for_game(actor, "slot.confirm", context)
    if seat is not None and seat == game.submitted_seat:
        raise NotYourOpponent(game_id=game.public_id)
    if game.state in COUNTED_STATES:
        return game
    if game.state != GameState.SUBMITTED:
        raise NotWaiting(game_id=game.public_id, state=game.state)
    notes = [note_of(context, "game.confirmed", after={"game": game.public_id, "seat": seat})]
    if seat is None:
        count_game(
            actor=actor,
            game=game,
            context=context,
            state=GameState.CONFIRMED,
            notes=lambda _revision: notes,
        )
    else:
        record_agreement(game, seat, actor)
        count_if_agreed(actor=actor, game=game, context=context, notes=notes)
    return game


@in_transaction
@journal.together()
def dispute_game(*, actor: Actor, game_id: int, text: str) -> Game:
    """Dispute a submitted game until an arbiter rules its slot. Locks as `confirm_game`.

    A counted game may be disputed too; its result counts until the ruling.
    """
    game, context = lock_game(game_id)
    if context is None:
        return casual.refuse(actor=actor, game=game, text=text)
    seat = permissions.require_for_game(actor, "slot.dispute", context)
    if game.state in DISCARDED_STATES:
        raise NotWaiting(game_id=game.public_id, state=game.state)
    if seat is not None:
        record_answer(game, seat, actor, Answer.NO)
    open_dispute(actor, context, game, text=text)
    game.refresh_from_db()
    return game
