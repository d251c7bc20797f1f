"""Play-off rounds, which decide ties at the cut-off of a stage."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.errors import DomainError, InvalidInput
from tournaments.models import Event, GameSlot, Round, Stage
from tournaments.pairing import SYSTEMS, PairedRound
from tournaments.pairing.qualify import Tie, settle_by_lot
from tournaments.pairing.systems.fixed_tables import with_fixed_tables
from tournaments.pairing.systems.playoff import CODE, pair_playoff, state_before_playoff
from tournaments.proof import proof
from tournaments.services.events.settings import CARD_GAMES, MOST_GAMES, validate_time_control
from tournaments.services.events.states import lock_event
from tournaments.services.rounds import drafts, lots
from tournaments.services.stages.decisions import qualifiers
from tournaments.services.stages.stage_ends import (
    current_and_next_stage,
    require_all_paired,
    require_decided,
)
from tournaments.services.stages.table_sizes import seat_bounds
from tournaments.state import PLAYOFF, EventState, first_seat_of_game

BY_HAND = "manual"


class NothingTied(DomainError):
    code = "nothing_tied"
    message = _("Nobody is level where the places end: begin the next stage.")


class TooManyLevel(DomainError):
    code = "too_many_level"
    message = _("More than {most} are level and cannot sit at one table: draw lots, or rule.")


class TooFewLevel(DomainError):
    code = "too_few_level"
    message = _("A table of this game needs {least}, and fewer are level: draw lots, or rule.")


@dataclass(frozen=True, slots=True)
class _PlayoffInput:
    seen: EventState
    tied: tuple[Tie, ...]
    lot: lots.Lot


def order_playoff(
    *,
    actor: Actor,
    event_id: int,
    games: int = 1,
    time_control: Mapping[str, object] | None = None,
    seed: int | None = None,
) -> Round:
    """Draft one round that plays off every tie at the cut-off. Locks Event.

    games: of each pair; in card games all entries of a tie sit at one table. time_control:
    {"class", "minutes", "increment_seconds"}; None: the event's. seed: of the lot for the first
    move; None: one is drawn.

    :raises NothingTied: there is no tie.
    :raises TooManyLevel: a tie is too large for a table of the game.
    :raises TooFewLevel: a tie is too small for one.
    """
    control = None if time_control is None else validate_time_control(time_control)
    if type(games) is not int or not 1 <= games <= MOST_GAMES:
        raise InvalidInput(field="games", problem=_("a number from 1 to 10"))
    lot = lots.choose_lot(seed)
    while True:
        event = selectors.event_by_id(event_id)
        permissions.require(actor, "round.pair", event)
        old, new = current_and_next_stage(event)
        state, version = selectors.event_state(event_id, stage_number=old.number)
        require_all_paired(old, state)
        tied = qualifiers(state, old, new.options).qualified.ties
        if not tied:
            raise NothingTied
        with transaction.atomic():
            event = lock_event(event_id)
            require_decided(event, old)
            if event.results_version != version:
                continue
            last = event.rounds.aggregate(last=Max("number"))["last"]
            seen = state_before_playoff(state, last + 1)
            made = _write_playoff(actor, event, old, _PlayoffInput(seen, tied, lot))
            _write_slots(made, games=games, time_control=control)
            lots.journal_lot(actor, event, f"round:{made.number}", lot)
            drafts.journal_round(
                actor, "playoff.ordered", made, after={"ties": [tie.entries for tie in tied]}
            )
            return made


def _write_playoff(actor: Actor, event: Event, stage: Stage, asked: _PlayoffInput) -> Round:
    """Pair the play-off and write its draft. The Event is locked."""
    cards = event.game in CARD_GAMES
    _check_sizes(event, asked.tied)
    lines = [
        settle_by_lot(tie, asked.lot.seed) if cards else tuple(sorted(tie.entries))
        for tie in asked.tied
    ]
    seen = replace(asked.seen, by_hand=tuple(lines))
    pair = SYSTEMS[BY_HAND] if cards else pair_playoff
    paired: PairedRound = with_fixed_tables(seen, pair(seen, seed=asked.lot.seed))
    drafts.check_rules(seen, paired, by_hand=True)
    document = proof.build(
        system=BY_HAND if cards else CODE, seed=asked.lot.seed, state=seen, paired=paired
    )
    document = proof.with_seed_origin(document, asked.lot.origin)
    made = drafts.write_draft(actor, stage, paired, document)
    made.kind = PLAYOFF
    made.save(update_fields=["kind"])
    return made


def _check_sizes(event: Event, tied: tuple[Tie, ...]) -> None:
    bounds = seat_bounds(event.game, event.ruleset)
    if bounds is None:
        return
    least, most = bounds
    if any(len(tie.entries) > most for tie in tied):
        raise TooManyLevel(most=most)
    if any(len(tie.entries) < least for tie in tied):
        raise TooFewLevel(least=least)


def _write_slots(made: Round, *, games: int, time_control: Mapping[str, object] | None) -> None:
    """Replace the games of a match; the first move rotates among the seats."""
    GameSlot.objects.filter(pairing__round=made).delete()
    GameSlot.objects.bulk_create(
        GameSlot(
            pairing=pairing,
            number=number,
            kind=PLAYOFF,
            first_seat=first_seat_of_game(first_seat=1, number=number, seats=pairing.seats.count()),
            time_control=time_control,
        )
        for pairing in made.pairings.order_by("leg", "table")
        for number in range(1, games + 1)
    )
