"""How an event at playtak stands: what stands against it, its seeks, and what the server said."""

from typing import TYPE_CHECKING

from django.conf import settings

from games.dispute_words import describe_problems
from games.models import PlaytakMessage, PlaytakSeek
from games.services.playtak import events, server
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.documents import Document

if TYPE_CHECKING:
    from tournaments.models import Event
    from tournaments.selectors import SlotContext

SHOWN_MESSAGES = 50


def playtak_overview(actor: Actor, event: "Event") -> Document:
    """For staff. `missing`: the players in the event without a name at playtak."""
    permissions.require(actor, "staff.view", event)
    seeks = list(PlaytakSeek.objects.filter(slot__pairing__round__event=event.pk).order_by("-pk"))
    contexts = {
        each.slot_id: each for each in selectors.slots_by_id(seek.slot_id for seek in seeks)
    }
    messages = PlaytakMessage.objects.filter(seek__in=seeks).order_by("-pk")
    return {
        "is_available": server.has_seeks(),
        "takes_messages": bool(settings.PLAYTAK_SECRET),
        "is_on": events.is_on(event.pk),
        "problems": describe_problems(each.as_json() for each in events.event_problems(event)),
        "missing": _players_without_names(event),
        "seeks": [_seek(seek, contexts[seek.slot_id]) for seek in seeks],
        "messages": [_message(each) for each in messages[:SHOWN_MESSAGES]],
    }


def _players_without_names(event: "Event") -> list[Document]:
    players = {
        player.pk: player
        for player in (
            selectors.resolve(entry.player)
            for entry in selectors.event_entries(event).select_related("player__merged_into")
        )
    }
    named = selectors.names_at(events.SITE, players)
    return [
        {"player": player.public_id, "name": player.name}
        for pk, player in players.items()
        if pk not in named
    ]


def _seek(seek: PlaytakSeek, slot: "SlotContext") -> Document:
    movers = sorted(slot.seats, key=lambda seat: seat.order != slot.first_seat)
    return {
        "pnt_id": seek.pk,
        "round": slot.round_number,
        "table": slot.table,
        "pairing": slot.pairing_id,
        "number": slot.number,
        "players": [seat.name for seat in movers],
        "state": seek.state,
        "game": seek.number,
        "problems": describe_problems([seek.problem] if seek.problem else []),
    }


def _message(message: PlaytakMessage) -> Document:
    return {
        "at": message.at,
        "kind": message.kind,
        "game": message.number,
        "pnt_id": message.pnt_id,
        "is_found": message.is_found,
        "state": message.state,
        "problems": describe_problems(message.problems),
    }
