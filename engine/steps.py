"""A game of cards told step by step, one step for each line of its record.

What is done in a step is told as codes; the sentences stand beside each game's own steps.
"""

from __future__ import annotations

from dataclasses import dataclass

Cards = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing that was done. `seat` did it and `target` had it done, both from 0; `seat` is
    None for what befalls all."""

    code: str
    seat: int | None = None
    cards: Cards = ()
    number: int = 0
    target: int | None = None
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """The table after one line; the first step is the table as dealt, without deeds.

    `seat` is whose line it is, from 0, and `tokens` what the line says. `open_pile` and `pile`
    are numbers of cards, the `pile` None where the record does not tell it whole. Of Taki:
    `colour` is what must be followed, `due` the cards due for 2+, `run` the colour of an open
    taki.
    """

    deeds: tuple[Deed, ...]
    hands: tuple[Cards, ...]
    top: str
    open_pile: int
    pile: int | None
    seat: int | None = None
    tokens: Cards = ()
    to_move: int | None = None
    colour: str = ""
    due: int = 0
    run: str = ""
