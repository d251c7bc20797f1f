"""Errors of records: one class for each, with a code that never changes.

A message is a template with named fields, marked for translation; the caller that shows it
translates it. It starts in lower case, because it may follow the place of the error.
"""

from __future__ import annotations

from typing import Self

# Code and parameters of a warning about a record that is accepted.
RecordWarning = tuple[str, dict[str, object]]


def gettext_noop(s: str) -> str:
    """Mark a sentence for translation without translating it."""
    return s


FIRST_PLAYER_ERROR = gettext_noop("Move {number}, first player, `{move}`: {sentence}")
SECOND_PLAYER_ERROR = gettext_noop("Move {number}, second player, `{move}`: {sentence}")
LINE_ERROR = gettext_noop("Line {line}: {sentence}")


class RecordError(Exception):
    """A refused record. `ply` counts from 1 at the start of the record."""

    code = "record_refused"
    message = gettext_noop("the record cannot be accepted.")

    def __init__(
        self,
        *,
        ply: int | None = None,
        move: str | None = None,
        tps: str | None = None,
        line: int | None = None,
        **params: object,
    ) -> None:
        self.ply = ply
        self.move = move
        self.tps = tps
        self.line = line
        self.move_number: int | None = None
        self.side: int | None = None
        self.nearest = ""
        self.params = params
        super().__init__()

    def locate(
        self,
        *,
        ply: int | None = None,
        move: str | None = None,
        tps: str | None = None,
        line: int | None = None,
        move_number: int | None = None,
        side: int | None = None,
        nearest: str = "",
    ) -> Self:
        """Add the place of the error, unless it is already known. Returns the error itself.

        `move_number` and `side` (1 or 2) are needed if a record does not start at move 1.
        `nearest`: the legal move that was probably meant, if there is a single candidate.
        """
        self.ply = ply if self.ply is None else self.ply
        self.move = move if self.move is None else self.move
        self.tps = tps if self.tps is None else self.tps
        self.line = line if self.line is None else self.line
        self.move_number = move_number if self.move_number is None else self.move_number
        self.side = side if self.side is None else self.side
        self.nearest = self.nearest or nearest
        return self

    @property
    def sentence(self) -> str:
        """The message without the place."""
        return self.message.format(**self.params)

    def __str__(self) -> str:
        sentence = self.sentence
        if self.ply is not None:
            side = self.side or 2 - self.ply % 2
            return (FIRST_PLAYER_ERROR if side == 1 else SECOND_PLAYER_ERROR).format(
                number=self.move_number or (self.ply + 1) // 2,
                move=self.move or "",
                sentence=sentence,
            )
        if self.line is not None:
            return LINE_ERROR.format(line=self.line, sentence=sentence)
        return sentence[:1].upper() + sentence[1:]
