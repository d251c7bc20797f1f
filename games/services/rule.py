"""Rulings on a slot, with or without a game, and taking a counted game back."""

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _

from games import outcomes
from games.models import Game, Ruling
from games.services import casual
from games.services.count import close_disputes, count_game, ended_of, rate_slot, slot_source
from games.services.evidence import write_line
from games.services.locks import lock_game, lock_slot
from ratings import services as ratings
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.errors import DomainError, InvalidInput
from tournaments.services import results

if TYPE_CHECKING:
    from tournaments.selectors import SlotContext

KINDS = ("adjudicated", "forfeit", "double_forfeit", "cancelled", "postponed")


class RulingNeedsReason(DomainError):
    code = "ruling_needs_reason"
    kind = "invalid"
    message = _("A ruling says why: give a reason.")


class NotCounted(DomainError):
    code = "not_counted"
    kind = "conflict"
    message = _("Game {game_id} does not count, so there is nothing to take back.")


@transaction.atomic
def rule_slot(
    *, actor: Actor, pairing_id: int, number: int, outcome: dict[str, Any], reason: str
) -> Ruling:
    """Decide how a slot ended, whatever was or was not submitted. Locks GameSlot.

    `outcome`: {"kind": "forfeit", "winner": seat} | {"kind": "double_forfeit"} |
    {"kind": "adjudicated", "result": "R-0"} | {"kind": "adjudicated", "places": [1, 3, 2]} |
    {"kind": "cancelled"} | {"kind": "postponed", "until": datetime}.

    :raises RulingNeedsReason: `reason` is empty.
    """
    context = selectors.slot_context(pairing_id, number)
    permissions.require(actor, "slot.rule", context)
    if not reason.strip():
        raise RulingNeedsReason()
    context = lock_slot(context.slot_id)
    kind = outcome.get("kind")
    if kind not in KINDS:
        raise InvalidInput(field="outcome.kind", problem=_("one of ") + ", ".join(KINDS))
    game = None
    if kind == "postponed":
        _postpone(actor, context, outcome)
    elif kind == "adjudicated":
        game = _adjudicate(actor, context, outcome, reason)
    else:
        _rule_without_play(actor, context, outcome, reason)
    if permissions.rules_own_game(actor, context):
        reason = f"{reason} [{_('ruled by staff who sit in this game: the only staff')}]"
    ruling = Ruling.objects.create(
        slot_id=context.slot_id,
        game=game,
        outcome={
            key: str(value) if isinstance(value, datetime) else value
            for key, value in outcome.items()
        },
        reason=reason,
        actor=actor.as_json(),
    )
    write_line(actor, context, "slot.ruled", after={"kind": kind}, text=reason)
    return ruling


def _postpone(actor: Actor, context: "SlotContext", outcome: dict[str, Any]) -> None:
    until = outcome.get("until")
    due_at = parse_datetime(until) if isinstance(until, str) else until
    if until and due_at is None:
        raise InvalidInput(field="outcome.until", problem=_("a date and time with its offset"))
    if context.current is not None:
        results.withdraw_result(actor=actor, slot_id=context.slot_id, reason=str(_("postponed")))
        _drop_games(context, counted="void", waiting="rejected")
        ratings.void_posting(source=slot_source(context.slot_id))
    results.set_slot_state(actor=actor, slot_id=context.slot_id, state="postponed", due_at=due_at)


def _adjudicate(
    actor: Actor, context: "SlotContext", outcome: dict[str, Any], reason: str
) -> Game | None:
    """Decide the result; a submitted game that says the same is what counts, with its facts."""
    stated = outcomes.from_claim(
        {name: outcome[name] for name in outcomes.CLAIMED if name in outcome},
        game=context.event_game,
        seats=len(context.seats),
        ruleset=context.ruleset,
    )
    for game in Game.objects.filter(
        slot_id=context.slot_id,
        state__in=["submitted", "disputed", "evidence", "confirmed", "ruled"],
    ).order_by("-moves_hash", "pk"):
        if ended_of(game).agrees_with(stated):
            count_game(actor=actor, game=game, context=context, state="ruled", reason=reason)
            return game
    _drop_games(context, counted="void", waiting="rejected")
    results.record_result(
        actor=actor,
        slot_id=context.slot_id,
        outcome=results.Outcome(
            kind="adjudicated", result=stated.result, winner=None, facts=stated.facts
        ),
        reason=reason,
    )
    rate_slot(context, ended=stated, played_on=selectors.today(context.time_zone))
    return None


def _rule_without_play(
    actor: Actor, context: "SlotContext", outcome: dict[str, Any], reason: str
) -> None:
    winner = outcome.get("winner")
    if outcome["kind"] == "forfeit" and winner not in {seat.order for seat in context.seats}:
        raise InvalidInput(field="outcome.winner", problem=_("the seat that wins, from 1"))
    _drop_games(context, counted="void", waiting="rejected")
    results.record_result(
        actor=actor,
        slot_id=context.slot_id,
        outcome=results.Outcome(
            kind=outcome["kind"],
            result="",
            winner=winner if outcome["kind"] == "forfeit" else None,
            facts={},
        ),
        reason=reason,
    )
    ratings.void_posting(source=slot_source(context.slot_id))


def _drop_games(context: "SlotContext", *, counted: str, waiting: str) -> None:
    """Another decision replaces every game of the slot."""
    games = Game.objects.filter(slot_id=context.slot_id)
    games.filter(state__in=["confirmed", "ruled"]).update(state=counted)
    games.filter(state__in=["submitted", "disputed"]).update(state=waiting)
    close_disputes(context.slot_id)


@transaction.atomic
def void_result(*, actor: Actor, game_id: int, reason: str) -> Game:
    """Take a counted game back: its slot is open again, its rating undone. Locks Game, GameSlot.

    :raises NotCounted: the game does not count.
    """
    game, context = lock_game(game_id)
    if not reason.strip():
        raise RulingNeedsReason()
    if context is None:
        return casual.void(actor=actor, game=game, reason=reason)
    permissions.require(actor, "slot.void", context)
    if game.state == "void":
        return game
    if game.state not in ("confirmed", "ruled"):
        raise NotCounted(game_id=game.public_id)
    game.state = "void"
    game.save(update_fields=["state"])
    results.withdraw_result(actor=actor, slot_id=context.slot_id, reason=reason)
    write_line(actor, context, "game.voided", after={"game": game.public_id}, text=reason)
    ratings.void_posting(source=slot_source(context.slot_id))
    return game
