"""Which events are played at playtak, switched by their organisers; and what stands against it."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from engine.errors import RecordError
from engine.tak.ruleset import ruleset_from_dict
from games.models import PlaytakEvent
from games.playtak.wanted import Problem, Side, Wanted, rules_not_there, wanted_time
from games.services.playtak import server
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.errors import DomainError
from tournaments.execution.transactions import in_transaction
from tournaments.selectors import SlotContext
from tournaments.services import journal

if TYPE_CHECKING:
    from tournaments.models import Event

SITE = "playtak"


class NotForPlaytak(DomainError):
    code = "not_for_playtak"
    message = _("This event cannot be played at playtak: {problem}")


@in_transaction
def set_playtak(*, actor: Actor, event_id: int, is_on: bool) -> PlaytakEvent:
    """Have the games of an event played at playtak, or no more. Repeating it is harmless.

    Seeks that are at the server stay there; their games are taken while it is on.

    :raises PlaytakOff: the service knows no server.
    :raises NotForPlaytak: the rules or the time of the event are not for it.
    """
    event = selectors.event_by_id(event_id)
    permissions.require(actor, "event.edit", event)
    known = PlaytakEvent.objects.select_for_update().filter(event_id=event_id).first()
    if (known is not None and known.is_on) == is_on:
        return known or PlaytakEvent(event_id=event_id, is_on=False)
    if is_on:
        _require_fitting(event)
    row, _made = PlaytakEvent.objects.update_or_create(
        event_id=event_id, defaults={"is_on": is_on, "at": timezone.now()}
    )
    journal.write(
        actor,
        "playtak.on" if is_on else "playtak.off",
        scope=f"event:{event.slug}",
        subject=f"event:{event.slug}",
    )
    return row


def is_on(event_id: int) -> bool:
    return PlaytakEvent.objects.filter(event_id=event_id, is_on=True).exists()


def event_problems(event: "Event") -> list[Problem]:
    """What of an event playtak cannot play; empty if it can."""
    if event.game != "tak":
        return [Problem("not_there", {"field": "game"})]
    try:
        found = rules_not_there(ruleset_from_dict(event.ruleset).as_dict())
    except RecordError:
        return [Problem("not_there", {"field": "ruleset"})]
    return found if wanted_time(event.time_control)[0] else [*found, Problem("no_time", {})]


def wanted_of(context: SlotContext, handles: dict[int, tuple[str, ...]]) -> Wanted:
    """What a slot wants of a game there. handles: as of `selectors.names_at`."""
    sides = [
        Side(seat.name, handles.get(seat.player_id, ()))
        for seat in sorted(context.seats, key=lambda seat: seat.order != context.first_seat)
    ]
    ruleset = ruleset_from_dict(context.ruleset).as_dict()
    return Wanted(sides[0], sides[1], ruleset, *wanted_time(context.time_control))


def handles_in(contexts: Iterable[SlotContext]) -> dict[int, tuple[str, ...]]:
    """By player, their names at playtak. One query."""
    return selectors.names_at(SITE, {seat.player_id for each in contexts for seat in each.seats})


def _require_fitting(event: "Event") -> None:
    from games.dispute_words import problem_words

    if not server.has_seeks():
        raise server.PlaytakOff
    for problem in event_problems(event):
        raise NotForPlaytak(problem=problem_words(problem.as_json()))
