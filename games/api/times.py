"""When games are played."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.games import PairingApiView
from games.api.serializers import PairingOut
from tournaments.serializers.times import TimeIn
from tournaments.services.rounds import times


class PairingTime(PairingApiView):
    """Propose when to play, or answer a proposal; staff who do not play set the time."""

    @extend_schema(request=TimeIn, responses=PairingOut)
    def post(self, request: Request, pairing_id: int) -> Response:
        asked = self.body(TimeIn)
        self.require_visible()
        times.settle_time(actor=self.actor, pairing_id=pairing_id, now=timezone.now(), **asked)
        return self.answer()
