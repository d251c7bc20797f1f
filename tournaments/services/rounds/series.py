"""Matches of eliminations: games are added while a match is tied, and dropped once it is won."""

from tournaments import selectors
from tournaments.actor import Actor
from tournaments.choices import SlotStatus
from tournaments.models import GameSlot, Pairing
from tournaments.selectors import SlotContext, match_rules
from tournaments.services import journal
from tournaments.standings.match_series import SeriesPlan, plan_slots
from tournaments.state import PairingOptions

ELIMINATIONS = frozenset({"knockout", "double_elimination"})


def update_series_slots(actor: Actor, context: SlotContext) -> None:
    """Open play-off games of a tied match, and mark games of a won match as unneeded.

    Unneeded games keep their numbers; a correction may open them again. Does nothing outside
    eliminations. The Event is locked.
    """
    if not is_series(context.stage_system, context.round_kind):
        return
    found = Pairing.objects.select_related("round__stage", "round__event")
    pairing = found.get(pk=context.pairing_id)
    stage, event = pairing.round.stage, pairing.round.event
    if pairing.kind != "match":
        return
    options = PairingOptions.from_dict(stage.options)
    plan = plan_slots(
        selectors.played_pairing(pairing.pk),
        match_rules(event.match),
        to_majority=options.to_majority,
        elimination=True,
    )
    if _apply(pairing, plan):
        journal.write_event(
            actor,
            event,
            "series.followed",
            subject=f"pairing:{pairing.pk}",
            after={
                "not_needed": list(plan.not_needed),
                "added": [slot.number for slot in plan.to_add],
            },
        )


def is_series(stage_system: str, round_kind: str) -> bool:
    """Whether the matches of such a round are series, of which a result may open or close games.

    A play-off round for qualifying places is not part of the bracket.
    """
    return stage_system in ELIMINATIONS and round_kind != "playoff"


def _apply(pairing: Pairing, plan: SeriesPlan) -> bool:
    """Whether anything changed. Reported games stay as they are."""
    slots = GameSlot.objects.filter(pairing=pairing)
    closed = slots.filter(
        number__in=plan.not_needed, state__in=[SlotStatus.OPEN, SlotStatus.POSTPONED]
    )
    opened = slots.filter(state=SlotStatus.UNNEEDED).exclude(number__in=plan.not_needed)
    changed = closed.update(state=SlotStatus.UNNEEDED) + opened.update(state=SlotStatus.OPEN)
    added = GameSlot.objects.bulk_create(
        GameSlot(pairing=pairing, number=slot.number, kind=slot.kind, first_seat=slot.first_seat)
        for slot in plan.to_add
    )
    return bool(changed or added)
