"""The desk: a result that staff read off a paper slip counts at once."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.db import transaction

from games import outcomes
from games.models import Game
from games.services import stake_books
from games.services.count import close_disputes, rate_slot
from games.services.evidence import write_line
from games.services.locks import lock_slot
from games.services.standing import standing_of
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.selectors.counted import counted_revision
from tournaments.services import results


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
    """
    context = selectors.slot_context(pairing_id, number)
    permissions.require(actor, "slot.desk", context)
    context = lock_slot(context.slot_id)
    ended = outcomes.from_claim(
        claim,
        game=context.event_game,
        seats=len(context.seats),
        ruleset=context.ruleset,
        reserve_needed=context.match.get("rank_by") == "board_plus_reserve",
    )
    current = context.current
    counted = outcomes.counted_end(current.outcome, current.facts) if current else None
    if counted is not None and (
        counted == ended or (counted.facts.get("proven") and counted.agrees_with(ended))
    ):
        return
    before = standing_of(context)
    games = Game.objects.filter(slot_id=context.slot_id)
    results.record_result(
        actor=actor,
        slot_id=context.slot_id,
        outcome=results.Outcome(kind="played", result=ended.result, winner=None, facts=ended.facts),
        reason=reason,
    )
    games.filter(state__in=["confirmed", "ruled"]).update(state="void")
    games.filter(state__in=["submitted", "disputed"]).update(state="superseded")
    close_disputes(context.slot_id)
    after = {
        "result": ended.result,
        "revision": counted_revision(context.slot_id),
        "games": sorted(slip) or [number],
    }
    write_line(actor, context, "slot.entered", before=before, after=after, text=reason)
    day = played_on or selectors.today(context.time_zone)
    rate_slot(context, ended=ended, played_on=day)
    stake_books.follow(actor, context)
