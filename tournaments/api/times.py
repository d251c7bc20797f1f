"""When rounds are open."""

from tournaments.api.rounds import RoundActionApiView
from tournaments.serializers.rounds import RoundOut
from tournaments.serializers.times import RoundTimesIn
from tournaments.services.rounds import deadlines


class RoundTimes(
    RoundActionApiView, takes=RoundTimesIn, does=deadlines.set_round_times, gives=RoundOut
):
    """Say when a round opens and closes; what is left out, or null, has no such time."""
