"""A match of an elimination is a series: over at a majority, played off while it is tied."""

from tournaments import selectors
from tournaments.actor import Actor
from tournaments.models import GameSlot, Pairing, Round
from tournaments.selectors import match_rules
from tournaments.services import journal
from tournaments.standings.match_series import SeriesPlan, plan_slots
from tournaments.state import PairingOptions

ELIMINATIONS = frozenset({"knockout", "double_elimination"})


def follow_series(actor: Actor, pairing_id: int) -> None:
    """Open the play-off games a tied match needs, and close those a won one does not.

    Nothing is deleted: a game that is not needed stays numbered, and is opened again when a
    correction makes the match tied again. Does nothing outside eliminations. Event is locked.
    """
    found = Pairing.objects.select_related("round__stage", "round__event")
    pairing = found.get(pk=pairing_id)
    stage, event = pairing.round.stage, pairing.round.event
    if not is_series(pairing.round) or pairing.kind != "match":
        return
    options = PairingOptions.from_dict(stage.options)
    plan = plan_slots(
        selectors.played_pairing(pairing_id),
        match_rules(event.match),
        to_majority=options.to_majority,
        elimination=True,
    )
    if _apply(pairing, plan):
        journal.write(
            actor,
            "series.followed",
            scope=f"event:{event.slug}",
            subject=f"pairing:{pairing_id}",
            after={
                "not_needed": list(plan.not_needed),
                "added": [slot.number for slot in plan.to_add],
            },
        )


def is_series(round_: Round) -> bool:
    """Whether the matches of a round are series, of which a result may open or close games.

    A play-off for the places that go on is no match of the bracket.
    """
    return round_.stage.system in ELIMINATIONS and round_.kind != "playoff"


def _apply(pairing: Pairing, plan: SeriesPlan) -> bool:
    """Whether anything changed. A game somebody reported is left to be decided."""
    slots = GameSlot.objects.filter(pairing=pairing)
    closed = slots.filter(number__in=plan.not_needed, state__in=["open", "postponed"])
    opened = slots.filter(state="unneeded").exclude(number__in=plan.not_needed)
    changed = closed.update(state="unneeded") + opened.update(state="open")
    added = GameSlot.objects.bulk_create(
        GameSlot(pairing=pairing, number=slot.number, kind=slot.kind, first_seat=slot.first_seat)
        for slot in plan.to_add
    )
    return bool(changed or added)
