"""Rule a slot, with or without a game, and void a counted game."""

from collections.abc import Sequence
from datetime import datetime
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _

from games import outcomes
from games.models import COUNTED_STATES, PENDING_STATES, Game, GameState, Ruling
from games.scores import end_of_game
from games.services import casual
from games.services.count import (
    close_disputes,
    close_submissions,
    count_game,
    rate_slot,
    slot_source,
)
from games.services.locks import lock_game, lock_games
from games.services.records.claims import call_payers, check_calls
from games.services.records.copies import void_copies_of_slots
from games.services.records.evidence import note_of, write_slot_journal
from games.services.rulings.slot_snapshot import Snapshot, snapshot_slot, with_times
from games.services.submit import RoundNotOpen
from games.stakes import bidding, books
from ratings import services as ratings
from tournaments import limits, permissions, selectors
from tournaments.actor import Actor
from tournaments.choices import RoundStatus, SlotStatus
from tournaments.errors import DomainError, InvalidInput, TimeWithoutOffset
from tournaments.execution.transactions import in_transaction
from tournaments.services import journal
from tournaments.services.rounds import results, times
from tournaments.state import ADJUDICATED, CANCELLED, CAUSES, DOUBLE_FORFEIT, FORFEIT
from tournaments.wording import one_of_message

if TYPE_CHECKING:
    from tournaments.selectors import SlotContext

RulingOutcome = dict[str, Any]  # see `rule_slot`
KINDS = (ADJUDICATED, FORFEIT, DOUBLE_FORFEIT, CANCELLED, SlotStatus.POSTPONED)
FORFEITS = (FORFEIT, DOUBLE_FORFEIT)
# What is known of a forfeit: why, since when, by what.
FORFEIT_DETAILS = ("cause", "noticed_at", "evidence")
MAX_EVIDENCE = limits.REASON


class RulingNeedsReason(DomainError):
    code = "ruling_needs_reason"
    kind = "invalid"
    field = "reason"
    message = _("A ruling says why: give a reason.")


class NotCounted(DomainError):
    code = "not_counted"
    message = _("Game {game_id} does not count, so there is nothing to take back.")


@in_transaction
@journal.together()
def rule_slot(
    *, actor: Actor, pairing_id: int, number: int, outcome: RulingOutcome, reason: str
) -> Ruling:
    """Decide how a slot ended, with or without a submission. Locks GameSlot.

    `outcome`: {"kind": "forfeit", "winner": seat} | {"kind": "double_forfeit"} |
    {"kind": "adjudicated", "result": "R-0"} | {"kind": "adjudicated", "places": [1, 3, 2]} |
    {"kind": "cancelled"} | {"kind": "postponed", "until": datetime}. Forfeits may have `cause`
    (one of CAUSES), `noticed_at` (datetime) and `evidence` (free text or an address).

    :raises RulingNeedsReason: `reason` is empty.
    :raises RoundNotOpen: the round is a draft.
    """
    context = selectors.lock_numbered_slot(pairing_id, number)
    seat = permissions.require_for_game(actor, "slot.rule", context)
    if not reason.strip():
        raise RulingNeedsReason()
    note = note_of_own_game(actor, context) if seat else ""
    return write_ruling(actor, context, outcome, reason, note=note)


def note_of_own_game(actor: Actor, context: "SlotContext") -> str:
    """What is added to the reason where the event's only staff rule a game in which they sit."""
    if not permissions.can_rule_own_game(actor, context):
        return ""
    return str(_("ruled by staff who sit in this game: the only staff"))


def with_note(reason: str, note: str) -> str:
    """The reason of a ruling, with what `note_of_own_game` adds to it."""
    return f"{reason} [{note}]" if note else reason


def write_ruling(
    actor: Actor, context: "SlotContext", outcome: RulingOutcome, reason: str, *, note: str = ""
) -> Ruling:
    """`rule_slot` without the permission check, for other services. The slot is locked.

    note: added to the reason of the ruling.
    """
    if context.round_state == RoundStatus.DRAFT:
        raise RoundNotOpen(round=context.round_number)
    kind = outcome.get("kind")
    if kind not in KINDS:
        raise InvalidInput(field="outcome.kind", problem=one_of_message(KINDS))
    details = _forfeit_details(outcome)
    sent = lock_games(context.slot_id)
    before = snapshot_slot(context, sent)
    if kind == SlotStatus.POSTPONED:
        before = with_times(before, context)

    def ruled(revision: int | None) -> list[journal.Note]:
        after, text = ruling_note(kind, details, revision=revision), with_note(reason, note)
        return [note_of(context, "slot.ruled", before=before, after=after, text=text)]

    request = _Request(actor, context, sent, before, outcome, reason, ruled)
    game = None
    if kind == SlotStatus.POSTPONED:
        _postpone(request)
        journal.write_all(actor, ruled(None))
    elif kind == ADJUDICATED:
        game = _adjudicate(request)
    else:
        _rule_without_play(request)
    books.update_books(actor, context)
    stated = {**outcome, **details}
    ruling = new_ruling(actor, context, stated, with_note(reason, note), game=game)
    ruling.save(force_insert=True)
    return ruling


class _Request(NamedTuple):
    """What is to be ruled, and what is known of the slot.

    sent: its games. known: itself as it was. notes: for the journal.
    """

    actor: Actor
    context: "SlotContext"
    sent: Sequence[Game]
    known: Snapshot
    outcome: RulingOutcome
    reason: str
    notes: results.NotesOfRevision


def new_ruling(
    actor: Actor,
    context: "SlotContext",
    outcome: RulingOutcome,
    reason: str,
    *,
    game: Game | None = None,
) -> Ruling:
    """A ruling that is not stored yet. game: the one that says the same."""
    details = {
        key: value.isoformat() if isinstance(value, datetime) else value
        for key, value in outcome.items()
    }
    return Ruling(
        slot_id=context.slot_id, game=game, outcome=details, reason=reason, actor=actor.as_json()
    )


def ruling_note(kind: str, details: RulingOutcome, *, revision: int | None) -> dict[str, object]:
    """What the journal says of a ruling. details: what is known of a forfeit."""
    cause = {"cause": details["cause"]} if "cause" in details else {}
    return {"kind": kind, **cause, "revision": revision}


def _forfeit_details(outcome: RulingOutcome) -> RulingOutcome:
    """The checked details of a forfeit."""
    details = {name: outcome[name] for name in FORFEIT_DETAILS if outcome.get(name) is not None}
    if details and outcome["kind"] not in FORFEITS:
        raise InvalidInput(field=f"outcome.{min(details)}", problem=_("only of a forfeit"))
    if details.get("cause", CAUSES[0]) not in CAUSES:
        raise InvalidInput(field="outcome.cause", problem=one_of_message(CAUSES))
    evidence = details.get("evidence", "")
    if not isinstance(evidence, str) or len(evidence) > MAX_EVIDENCE:
        raise InvalidInput(field="outcome.evidence", problem=_("a text"))
    if "noticed_at" in details:
        details["noticed_at"] = _aware_datetime(details["noticed_at"], "outcome.noticed_at")
    return details


def _aware_datetime(given: object, field: str) -> datetime:
    """An aware datetime, or one parsed from ISO text."""
    try:
        moment = parse_datetime(given) if isinstance(given, str) else given
    except ValueError:
        moment = None
    if not isinstance(moment, datetime):
        raise InvalidInput(field=field, problem=_("a date and time with its offset"))
    if moment.tzinfo is None:
        raise TimeWithoutOffset(field=field)
    return moment


def postponed_until(outcome: RulingOutcome) -> datetime | None:
    """When a postponed game is due; None: it is open. :raises InvalidInput: it is no moment."""
    until = outcome.get("until")
    return _aware_datetime(until, "outcome.until") if until else None


def _postpone(request: _Request) -> None:
    actor, context = request.actor, request.context
    due_at = postponed_until(request.outcome)
    times.clear_replaced_times([context], until=due_at, now=timezone.now())
    if context.current is not None:
        reason = str(_("postponed"))
        context = results.withdraw_result(actor=actor, context=context, reason=reason)
        _discard_games(request)
        ratings.void_posting(source=slot_source(context.slot_id))
    postponed = SlotStatus.POSTPONED
    results.set_slot_state(actor=actor, context=context, state=postponed, due_at=due_at)


def _adjudicate(request: _Request) -> Game | None:
    """Decide the result. A submitted game with the same end is counted, for its facts."""
    actor, context, reason = request.actor, request.context, request.reason
    stated = adjudicated_end(context, request.outcome, at_stake=bidding.is_at_stake(context))
    bidding.put_at_stake(actor, context)
    ruled, notes = GameState.RULED, request.notes
    game = _game_with_end(request, stated)
    if game is not None:
        count_game(actor=actor, game=game, context=context, state=ruled, reason=reason, notes=notes)
        return game
    _discard_games(request)
    outcome = adjudicated(stated)
    results.record_result(actor=actor, context=context, outcome=outcome, reason=reason, notes=notes)
    if any(game.moves_hash for game in request.sent):
        void_copies_of_slots(actor, [context.slot_id])
    rate_slot(context, end=stated, played_on=selectors.today(context.time_zone))
    return None


def _game_with_end(request: _Request, stated: outcomes.GameEnd) -> Game | None:
    """A game of the slot that ended as stated, preferably a record."""
    context, states = request.context, {*PENDING_STATES, GameState.EVIDENCE, *COUNTED_STATES}
    for game in sorted(request.sent, key=attrgetter("moves_hash"), reverse=True):
        if game.state not in states:
            continue
        end = end_of_game(game)
        same_calls = "calls" not in stated.facts or call_payers(context, end) == call_payers(
            context, stated
        )
        if end.agrees_with(stated) and same_calls:
            return game
    return None


def adjudicated_end(
    context: "SlotContext", outcome: RulingOutcome, *, at_stake: bool
) -> outcomes.GameEnd:
    """The end that an adjudication states. No database. :raises InvalidInput: it makes no sense."""
    stated = outcomes.from_claim(
        {name: outcome[name] for name in outcomes.CLAIM_FIELDS if name in outcome},
        game=context.event_game,
        seats=len(context.seats),
        ruleset=context.ruleset,
    )
    check_calls(context, stated, at_stake=at_stake)
    return stated


def adjudicated(stated: outcomes.GameEnd) -> results.Outcome:
    return results.Outcome(kind=ADJUDICATED, result=stated.result, winner=None, facts=stated.facts)


def unplayed(context: "SlotContext", outcome: RulingOutcome) -> results.Outcome:
    """How a slot ends that nobody played. No database.

    :raises InvalidInput: a forfeit is won by nobody at the table.
    """
    winner = outcome.get("winner")
    if outcome["kind"] == FORFEIT and winner not in {seat.order for seat in context.seats}:
        raise InvalidInput(field="outcome.winner", problem=_("the seat that wins, from 1"))
    return results.Outcome(
        kind=outcome["kind"],
        result="",
        winner=winner if outcome["kind"] == FORFEIT else None,
        facts={"cause": outcome["cause"]} if outcome.get("cause") else {},
    )


def _rule_without_play(request: _Request) -> None:
    ruled = unplayed(request.context, request.outcome)
    _discard_games(request)
    results.record_result(
        actor=request.actor,
        context=request.context,
        outcome=ruled,
        reason=request.reason,
        notes=request.notes,
    )
    ratings.void_posting(source=slot_source(request.context.slot_id))


def _discard_games(request: _Request) -> None:
    """Discard every game of the slot, because another decision replaces them."""
    close_submissions(request.context, request.known, pending=GameState.REJECTED)


@in_transaction
@journal.together()
def void_result(*, actor: Actor, game_id: int, reason: str) -> Game:
    """Void a counted game: its slot is open again, its rating undone. Locks GameSlot, Game.

    :raises NotCounted: the game does not count.
    """
    game, context = lock_game(game_id)
    if not reason.strip():
        raise RulingNeedsReason()
    if context is None:
        return casual.void(actor=actor, game=game, reason=reason)
    permissions.require(actor, "slot.void", context)
    if game.state == GameState.VOID:
        return game
    if game.state not in COUNTED_STATES:
        raise NotCounted(game_id=game.public_id)
    before = snapshot_slot(context, lock_games(context.slot_id))
    game.state = GameState.VOID
    game.save(update_fields=["state"])
    results.withdraw_result(actor=actor, context=context, reason=reason)
    close_disputes(context.slot_id)
    after = {"game": game.public_id, "revision": None}
    write_slot_journal(actor, context, "game.voided", before=before, after=after, text=reason)
    ratings.void_posting(source=slot_source(context.slot_id))
    books.update_books(actor, context)
    return game
