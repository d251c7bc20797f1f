"""The desk: a result that staff read off a paper slip counts at once."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.db import transaction

from games import outcomes
from games.models import Game
from games.services.claims import call_payers, check_claim
from games.services.count import close_disputes, played, rate_slot
from games.services.dates import PLAYED_ON, check_day
from games.services.evidence import write_slot_journal
from games.services.locks import lock_slot
from games.services.slot_snapshot import snapshot_slot
from games.stakes import bidding, books
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.selectors import SlotContext
from tournaments.selectors.events.counted import counted_revision
from tournaments.services.rounds import results


@transaction.atomic
def enter_result(
    *,
    actor: Actor,
    pairing_id: int,
    number: int,
    claim: dict[str, Any],
    played_on: date | None = None,
    reason: str = "",
    slip: Sequence[int] = (),
) -> None:
    """Make a claim the counted result of a slot. Repeating it changes nothing.

    A record that comes later adds its facts (see submit). slip: the numbers of the games that
    are entered together, and taken back together. Locks GameSlot.

    :raises CorrectionNeedsReason: the slot counts another outcome and `reason` is empty.
    :raises ReserveMissing: the ranking or the stakes need the winner's reserve.
    :raises DateOutOfRange: `played_on` lies before 1990 or after tomorrow.
    """
    context = selectors.slot_context(pairing_id, number)
    permissions.require(actor, "slot.desk", context)
    if played_on is not None:
        check_day(played_on, field=PLAYED_ON, time_zone=context.time_zone)
    context = lock_slot(context.slot_id)
    ended = end_of_claim(context, claim, at_stake=bidding.is_at_stake(context))
    if _counts_already(context, ended):
        return
    bidding.put_at_stake(actor, context)
    before = snapshot_slot(context)
    games = Game.objects.filter(slot_id=context.slot_id)
    results.record_result(
        actor=actor,
        slot_id=context.slot_id,
        outcome=played(ended),
        reason=reason,
    )
    games.filter(state__in=["confirmed", "ruled"]).update(state="void")
    games.filter(state__in=["submitted", "disputed"]).update(state="superseded")
    close_disputes(context.slot_id)
    revision = counted_revision(context.slot_id)
    after = said_of_entering(ended, revision=revision, games=sorted(slip) or [number])
    write_slot_journal(actor, context, "slot.entered", before=before, after=after, text=reason)
    day = played_on or selectors.today(context.time_zone)
    rate_slot(context, end=ended, played_on=day)
    books.update_books(actor, context)


def end_of_claim(
    context: SlotContext, claim: dict[str, Any], *, at_stake: bool
) -> outcomes.GameEnd:
    """The end that a claim tells of a slot. No database.

    :raises ReserveMissing, InvalidInput: as `enter_result`.
    """
    ended = outcomes.from_claim(
        claim,
        game=context.event_game,
        seats=len(context.seats),
        ruleset=context.ruleset,
        reserve_needed=context.match.get("rank_by") == "board_plus_reserve",
    )
    check_claim(context, ended, at_stake=at_stake)
    return ended


def said_of_entering(
    ended: outcomes.GameEnd, *, revision: int | None, games: list[int]
) -> dict[str, Any]:
    """What the journal says of a result that was entered. games: the numbers of its slip."""
    return {"result": ended.result, "revision": revision, "games": games}


def _counts_already(context: SlotContext, ended: outcomes.GameEnd) -> bool:
    """Whether the counted result is this one, or a record proves it; calls must be the same."""
    current = context.current
    counted = outcomes.counted_result(current.outcome, current.facts) if current else None
    if counted is None:
        return False
    if "calls" in ended.facts and call_payers(context, counted) != call_payers(context, ended):
        return False
    return counted == ended or bool(counted.facts.get("proven") and counted.agrees_with(ended))
