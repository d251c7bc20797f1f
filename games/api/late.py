"""Late games, for staff."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from games.services.rulings import lateness
from tournaments.api.lists import ListApiView, Page
from tournaments.choices import SlotStatus
from tournaments.serializers.base import CodeField, Out


class LateSeatOut(Out):
    order = serializers.IntegerField()
    entry = serializers.IntegerField()
    player = serializers.CharField()
    name = serializers.CharField()


class LateOut(Out):
    """A late game. `done`: the last step; `late`: the seats that owe the next one."""

    pairing = serializers.IntegerField(source="slot.pairing")
    round = serializers.IntegerField(source="slot.round")
    leg = serializers.IntegerField(source="slot.leg")
    table = serializers.IntegerField(source="slot.table", allow_null=True)
    number = serializers.IntegerField(source="slot.number")
    state = CodeField(SlotStatus, source="slot.state")
    since = serializers.DateTimeField(source="slot.since")
    done = serializers.CharField(
        source="slot.done",
        help_text="nothing, proposed (a time without an answer), agreed (a time not kept), "
        "reported (a result without an answer), disputed, postponed.",
    )
    late = LateSeatOut(many=True)
    play_at = serializers.DateTimeField(source="slot.play_at", allow_null=True)
    proposed_at = serializers.DateTimeField(source="slot.proposed_at", allow_null=True)
    reported_by = serializers.IntegerField(allow_null=True, help_text="The seat that reported.")
    proven = serializers.BooleanField(help_text="What was reported is a proven record.")


class EventLate(ListApiView):
    serializer_class = LateOut

    @extend_schema(responses=LateOut(many=True))
    def get(self, request: Request, slug: str) -> Page:
        found = lateness.late_games(actor=self.actor, event=self.event, now=timezone.now())
        return self.page_by_place(found, LateOut)
