"""Playing the turns of a record at a table, and what is counted on the way."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from engine.errors import RecordError, gettext_noop
from engine.gamnon.actions import Action, Kind, format_action, format_legal
from engine.gamnon.record import Turn
from engine.gamnon.table import Table, apply


class TurnAfterEnd(RecordError):
    code = "gamnon_turn_after_end"
    message = gettext_noop("{player} has a turn after the game has ended.")


class NotYourTurn(RecordError):
    code = "gamnon_not_your_turn"
    message = gettext_noop("it is the turn of {expected}, not of {player}; legal: {legal}.")


class TurnNotComplete(RecordError):
    code = "gamnon_turn_not_complete"
    message = gettext_noop("the turn of {player} goes on; legal: {legal}.")


@dataclass(slots=True)
class Replayed:
    """The table after the turns; `kupa_takings` and `shortages` (payments that fell short) by
    seat, `pile_ran_out` the turn on which the closed pile became empty, from 1."""

    table: Table
    kupa_takings: list[int]
    shortages: list[int]
    pile_ran_out: int | None = None

    def play(self, action: Action) -> None:
        before = self.table
        table = self.table = apply(before, action)
        if action.kind is Kind.PAY and table.missing:
            self.shortages[action.seat] += 1
        elif action.kind is Kind.KUPA:
            self.kupa_takings[action.seat] += 1
        if before.closed and not table.closed and not table.more_below:
            self.pile_ran_out = before.turns + 1


def replay(start: Table, turns: Iterable[Turn]) -> Replayed:
    """Play every turn.

    :raises RecordError: at the first action that is not legal, with its line and token.
    """
    seats = len(start.hands)
    done = Replayed(start, [0] * seats, [0] * seats)
    for turn in turns:
        try:
            _play_turn(done, turn)
        except RecordError as error:
            raise error.located(line=turn.line) from None
    return done


def _play_turn(done: Replayed, turn: Turn) -> None:
    players, due = done.table.players, done.table.due
    if due is None:
        raise TurnAfterEnd(player=players[turn.seat])
    if turn.seat != due.seat:
        raise NotYourTurn(player=players[turn.seat], **_shown(done.table, due.seat)).located(
            move=format_action(turn.actions[0], players)
        )
    for action in turn.actions:
        try:
            done.play(action)
        except RecordError as error:
            raise error.located(move=format_action(action, players)) from None
    if not done.table.between_turns:
        shown = _shown(done.table, turn.seat)
        raise TurnNotComplete(player=shown["expected"], **shown)


def _shown(table: Table, seat: int) -> dict[str, Any]:
    """What an error tells of the table; `expected` is the player at `seat`."""
    return {
        "expected": table.players[seat],
        "hand": " ".join(table.hands[seat]) or "-",
        "top": table.top or "-",
        "legal": format_legal(table.due, table.players) if table.due is not None else "-",
    }
