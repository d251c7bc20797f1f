"""Bids submitted with a record or a claim, as a field or in the record's tags."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from engine.errors import RecordError
from engine.tak.notation.ptn import parse_ptn
from engine.tak.notation.tags import read_ante, read_bids
from games.models import SlotBids
from games.stakes import bidding
from games.stakes.bidding import BEFORE_PLAY, Bids, StakesOff
from games.stakes.dues import is_tavern, stake_rules
from tournaments import selectors
from tournaments.actor import Actor
from tournaments.errors import DomainError
from tournaments.selectors import SlotContext


class BidsDiffer(DomainError):
    code = "bids_differ"
    kind = "unproven"
    field = "bids"
    message = _("These are not the bids that were entered for game {number}.")


class AnteDiffers(DomainError):
    code = "ante_differs"
    kind = "unproven"
    message = ngettext_lazy(
        "The record has an ante of {found} coin; in this event it is {ante}.",
        "The record has an ante of {found} coins; in this event it is {ante}.",
        "found",
    )


class FirstMoveChanged(DomainError):
    code = "first_move_changed"
    message = _("The bids for game {number} were changed meanwhile. Send it again.")


def read_submitted_bids(
    context: SlotContext,
    *,
    record: str,
    bids: Sequence[Sequence[int]] | None,
    first: int | None = None,
) -> Bids | None:
    """The bids of a submission; None without bids or stakes. Writes nothing.

    After ties in a record's tags the paired first mover begins. After ties in submitted bids the
    lot is drawn here, because proving a record needs to know who begins.

    :raises BidsDiffer, AnteDiffers: the record contradicts the submission or the event.
    :raises StakesOff: bids were submitted in an event without stakes.
    """
    rules = stake_rules(context.match)
    if rules is None:
        if bids is not None:
            raise StakesOff
        return None
    if is_tavern(rules) and bids is None:
        return None
    tags = _tags(record)
    ante = read_ante(tags.get("ante", ""))
    if ante not in (None, rules.ante):
        raise AnteDiffers(found=ante, ante=rules.ante)
    tagged = read_bids(tags.get("bids", ""))
    if bids is None:
        if tagged is None:
            return None
        asked = bidding.parse_bids(context, tagged, None)
        return replace(asked, first=asked.first or context.first_seat, entered=False)
    if tagged is not None and tagged != [list(pair) for pair in bids]:
        raise BidsDiffer(number=context.number)
    asked = bidding.parse_bids(context, bids, first)
    row = SlotBids.objects.filter(slot=context.slot_id).first()
    known = row.first_seat if row is not None and asked.matches(row) else None
    return replace(asked, first=asked.first or known or bidding.draw_first_seat())


def with_first_seat(context: SlotContext, asked: Bids | None) -> SlotContext:
    """The slot with the first mover that these bids give, for proving a record."""
    if asked is None or asked.first is None or not _is_before_play(context):
        return context
    return replace(context, first_seat=asked.first)


def enter_bids(
    actor: Actor, context: SlotContext, asked: Bids | None, *, proved_by: SlotContext
) -> SlotContext:
    """Store the bids of a submission for a locked, undecided slot; returns its new context.

    Bids that appear only in the tags of a second submission do not put the game at stake.

    :raises BidsDiffer: other bids were entered before.
    :raises FirstMoveChanged: the first mover changed since the record was proved.
    """
    if asked is not None:
        row = SlotBids.objects.filter(slot=context.slot_id).first()
        fixed = row is not None and (not asked.entered or bidding.has_submission(context))
        if row is not None and fixed and not asked.matches(row):
            raise BidsDiffer(number=context.number)
        if row is None and not asked.entered and not _is_before_play(context):
            return context
        bidding.write_bids(actor, context, asked)
        context = selectors.slot_context_by_id(context.slot_id)
    if context.first_seat != proved_by.first_seat:
        raise FirstMoveChanged(number=context.number)
    return context


def _is_before_play(context: SlotContext) -> bool:
    return (
        context.slot_state in BEFORE_PLAY
        and context.current is None
        and not bidding.has_submission(context)
    )


def _tags(record: str) -> Mapping[str, str]:
    """The tags of a record; empty if it cannot be parsed, which proving it reports."""
    try:
        return parse_ptn(record).tags
    except RecordError:
        return {}
