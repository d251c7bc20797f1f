"""A card game as steps, one for each line of its record.

The steps hold codes; the steps module of each game has the sentences.
"""

from __future__ import annotations

from dataclasses import dataclass

Cards = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StepAction:
    """`seat` acts on `target`, both from 0; `seat` is None if everybody is affected."""

    code: str
    seat: int | None = None
    cards: Cards = ()
    number: int = 0
    target: int | None = None
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """The table after one line; the first step is the deal, without actions.

    `seat`: whose line it is, from 0; `tokens`: its text. `open_pile` and `pile`: numbers of cards;
    `pile` is None if the record does not list all of it. Taki only: `colour` to be followed,
    `cards_due` for 2+, `run`: the colour of an open taki.
    """

    actions: tuple[StepAction, ...]
    hands: tuple[Cards, ...]
    top: str
    open_pile: int
    pile: int | None
    seat: int | None = None
    tokens: Cards = ()
    to_move: int | None = None
    colour: str = ""
    cards_due: int = 0
    run: str = ""
