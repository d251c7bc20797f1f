"""Play-offs: rounds that only settle who goes on where entries are level."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from tournaments import permissions, proof, selectors
from tournaments.actor import Actor
from tournaments.errors import DomainError, InvalidInput
from tournaments.models import Event, GameSlot, Round, Stage
from tournaments.pairing import SYSTEMS, PairedRound
from tournaments.pairing.qualify import Tie, settle_by_lot
from tournaments.pairing.systems.fixed_tables import with_fixed_tables
from tournaments.pairing.systems.playoff import CODE, pair_playoff, state_before_playoff
from tournaments.services.events.life import locked
from tournaments.services.events.settings import CARDS, checked_time_control
from tournaments.services.rounds import drafts, lots
from tournaments.services.stages.decisions import who_goes_on
from tournaments.services.stages.stage_ends import (
    played_and_next,
    require_decided,
    require_over,
)
from tournaments.services.stages.table_sizes import seat_bounds
from tournaments.state import PLAYOFF, EventState, first_seat_of_game

BY_HAND = "manual"
MOST_GAMES = 10


class NothingTied(DomainError):
    code = "nothing_tied"
    kind = "conflict"
    message = _("Nobody is level where the places end: begin the next stage.")


class TooManyLevel(DomainError):
    code = "too_many_level"
    kind = "conflict"
    message = _("More than {most} are level and cannot sit at one table: draw lots, or rule.")


class TooFewLevel(DomainError):
    code = "too_few_level"
    kind = "conflict"
    message = _("A table of this game needs {least}, and fewer are level: draw lots, or rule.")


@dataclass(frozen=True, slots=True)
class _Ordered:
    """What a play-off is paired from."""

    seen: EventState
    tied: tuple[Tie, ...]
    lot: lots.Lot


def order_playoff(
    *,
    actor: Actor,
    event_id: int,
    games: int = 1,
    time_control: Mapping[str, Any] | None = None,
    seed: int | None = None,
) -> Round:
    """Draft one round in which every tie at the line is played out. Locks Event.

    games: of each pair. time_control: {"class", "minutes", "increment_seconds"}, None: the
    event's; the games are rated in that class. seed: of the lot for the first move, drawn
    where it is None. Of a card game all of a tie sit at one table.

    :raises NothingTied: there is nothing to play off.
    :raises TooManyLevel: a tie is too large for a table of the game.
    :raises TooFewLevel: a tie is too small for one.
    """
    control = None if time_control is None else checked_time_control(time_control)
    if type(games) is not int or not 1 <= games <= MOST_GAMES:
        raise InvalidInput(field="games", problem=_("a number from 1 to 10"))
    lot = lots.choose_lot(seed)
    while True:
        event = selectors.event_by_id(event_id)
        permissions.require(actor, "round.pair", event)
        old, new = played_and_next(event)
        state, version = selectors.event_state(event_id, stage_number=old.number)
        require_over(old, state)
        tied = who_goes_on(state, old, new.options).qualified.ties
        if not tied:
            raise NothingTied
        with transaction.atomic():
            event = locked(event_id)
            require_decided(event, old)
            if event.results_version != version:
                continue
            last = event.rounds.aggregate(last=Max("number"))["last"]
            seen = state_before_playoff(state, last + 1)
            made = _drafted(actor, event, old, _Ordered(seen, tied, lot))
            _write_slots(made, games=games, time_control=control)
            lots.journal_lot(actor, event, f"round:{made.number}", lot)
            drafts.journal_round(
                actor, "playoff.ordered", made, after={"ties": [tie.entries for tie in tied]}
            )
            return made


def _drafted(actor: Actor, event: Event, stage: Stage, asked: _Ordered) -> Round:
    """The draft with its proof; the Event is locked."""
    cards = event.game in CARDS
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
    """All of a tie of a card game sit at one table."""
    bounds = seat_bounds(event.game, event.ruleset)
    if bounds is None:
        return
    least, most = bounds
    if any(len(tie.entries) > most for tie in tied):
        raise TooManyLevel(most=most)
    if any(len(tie.entries) < least for tie in tied):
        raise TooFewLevel(least=least)


def _write_slots(made: Round, *, games: int, time_control: Mapping[str, Any] | None) -> None:
    """Games of the play-off in place of those of a match; the first move goes round."""
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
