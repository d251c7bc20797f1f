"""Late games, for staff."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.services import lateness
from tournaments import selectors
from tournaments.api.view import ListApiView, actor_of
from tournaments.serializers.base import Out


class LateSeatOut(Out):
    order = serializers.IntegerField()
    entry = serializers.IntegerField()
    player = serializers.CharField()
    name = serializers.CharField()


class LateOut(Out):
    """A late game. `done`: the last step; `late`: the seats that owe the next one."""

    pairing = serializers.IntegerField()
    round = serializers.IntegerField()
    leg = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    number = serializers.IntegerField()
    state = serializers.CharField()
    since = serializers.DateTimeField()
    done = serializers.CharField(
        help_text="nothing, proposed (a time without an answer), agreed (a time not kept), "
        "reported (a result without an answer), disputed, postponed."
    )
    late = LateSeatOut(many=True)
    play_at = serializers.DateTimeField(allow_null=True)
    proposed_at = serializers.DateTimeField(allow_null=True)
    reported_by = serializers.IntegerField(allow_null=True, help_text="The seat that reported.")
    proven = serializers.BooleanField(help_text="What was reported is a proven record.")


class EventLate(ListApiView):
    serializer_class = LateOut

    @extend_schema(responses=LateOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        actor = actor_of(request)
        event = selectors.get_event(slug, actor)
        found = lateness.late_games(actor=actor, event=event, now=timezone.now())
        return self.whole([_late_row(game) for game in found], LateOut)


def _late_row(game: lateness.LateGame) -> dict[str, Any]:
    slot = game.slot
    return {
        "pairing": slot.pairing,
        "round": slot.round,
        "leg": slot.leg,
        "table": slot.table,
        "number": slot.number,
        "state": slot.state,
        "since": slot.since,
        "done": slot.done,
        "late": game.late,
        "play_at": slot.play_at,
        "proposed_at": slot.proposed_at,
        "reported_by": game.reported_by,
        "proven": game.proven,
    }
