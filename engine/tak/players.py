"""The two players of a game of Tak, as numbers and as the names that stored facts use."""

from __future__ import annotations

from enum import IntEnum

SIDES = ("first", "second")
OTHER_SIDE = {"first": "second", "second": "first"}


class Player(IntEnum):
    """The values are those of TPS, PTN tags and stored facts."""

    opponent: Player  # an attribute, because a property is slower and the engine asks often

    FIRST = 1
    SECOND = 2

    @property
    def side(self) -> str:
        return SIDES[self - 1]


Player.FIRST.opponent = Player.SECOND
Player.SECOND.opponent = Player.FIRST
