"""A serializer field for bids; the service checks whether they have a winner."""

from typing import Any

from rest_framework import serializers

from tournaments import limits
from tournaments.serializers.base import NumberField


class BidsField(serializers.ListField):
    """Pairs of coins by seat, the last pair last: `[[4, 4], [3, 5]]`."""

    def __init__(self, **options: Any) -> None:
        pair = serializers.ListField(child=NumberField(min_value=0), min_length=2, max_length=2)
        super().__init__(child=pair, min_length=1, max_length=limits.BID_ROUNDS, **options)
