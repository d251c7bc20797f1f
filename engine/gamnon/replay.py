"""Replay of the turns of a record, with the counts that the facts need."""

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
class Replay:
    """The table after the turns. `kupa_takings` and `shortages` (incomplete payments) are by seat;
    `pile_ran_out`: the turn, from 1, in which the closed pile became empty."""

    table: Table
    kupa_takings: list[int]
    shortages: list[int]
    pile_ran_out: int | None = None

    def play(self, action: Action) -> None:
        before = self.table
        table = self.table = apply(before, action)
        if action.kind is Kind.PAY and table.unpaid:
            self.shortages[action.seat] += 1
        elif action.kind is Kind.KUPA:
            self.kupa_takings[action.seat] += 1
        if before.closed and not table.closed and not table.has_unknown_cards:
            self.pile_ran_out = before.turns + 1


def replay(start: Table, turns: Iterable[Turn]) -> Replay:
    """Play every turn.

    :raises RecordError: at the first action that is not legal, with its line and token.
    """
    seats = len(start.hands)
    done = Replay(start, [0] * seats, [0] * seats)
    for turn in turns:
        try:
            _play_turn(done, turn)
        except RecordError as error:
            raise error.locate(line=turn.line) from None
    return done


def _play_turn(done: Replay, turn: Turn) -> None:
    players, pending = done.table.players, done.table.pending
    if pending is None:
        raise TurnAfterEnd(player=players[turn.seat])
    if turn.seat != pending.seat:
        raise NotYourTurn(
            player=players[turn.seat], **_table_params(done.table, pending.seat)
        ).locate(move=format_action(turn.actions[0], players))
    for action in turn.actions:
        try:
            done.play(action)
        except RecordError as error:
            raise error.locate(move=format_action(action, players)) from None
    if not done.table.between_turns:
        shown = _table_params(done.table, turn.seat)
        raise TurnNotComplete(player=shown["expected"], **shown)


def _table_params(table: Table, seat: int) -> dict[str, Any]:
    """The table as parameters of an error; `expected` is the player at `seat`."""
    return {
        "expected": table.players[seat],
        "hand": " ".join(table.hands[seat]) or "-",
        "top": table.top or "-",
        "legal": format_legal(table.pending, table.players) if table.pending is not None else "-",
    }
