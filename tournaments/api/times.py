"""When rounds are open, and when games are played."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import selectors
from tournaments.api.rounds import RoundActionApiView
from tournaments.api.view import ApiView
from tournaments.serializers.rounds import PairingOut, RoundOut
from tournaments.serializers.times import RoundTimesIn, TimeIn
from tournaments.services.rounds import deadlines, times


class RoundTimes(
    RoundActionApiView, takes=RoundTimesIn, does=deadlines.set_round_times, gives=RoundOut
):
    """Say when a round opens and closes; what is left out, or null, has no such time."""


class PairingTime(ApiView):
    @extend_schema(request=TimeIn, responses=PairingOut)
    def post(self, request: Request, pairing_id: int) -> Response:
        """Propose when to play, or answer a proposal; staff who do not play set the time."""
        data = self.body(TimeIn)
        selectors.pairing_view(pairing_id, self.actor)  # 404 before 403 for what is hidden
        times.settle_time(actor=self.actor, pairing_id=pairing_id, now=timezone.now(), **data)
        return Response(selectors.pairing_view(pairing_id, self.actor))
