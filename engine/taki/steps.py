"""A game of Taki step by step, from its record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.errors import gettext_noop
from engine.steps import Step, StepAction
from engine.taki.notation import RecordLine, parse_record
from engine.taki.record import Replay
from engine.taki.setup import read_setup
from engine.taki.table import Action, Table
from engine.taki.verify import Rules, resolve_rules

MESSAGES: dict[str, str] = {
    "lays": gettext_noop("{player} lays {cards}."),
    "lays_and_names": gettext_noop("{player} lays {cards} and names {colour}."),
    "closes": gettext_noop("{player} says “taki closed”."),
    "leaves": gettext_noop("{player} leaves the taki open."),
    "draws": gettext_noop("{player} draws a card."),
    "takes": gettext_noop("{player} takes {number} cards for 2+."),
    "calls": gettext_noop("{player} calls “last card!”."),
    "breaks": gettext_noop("{player} breaks the +3 with {cards}."),
    "threes": gettext_noop("Everybody else draws three cards."),
    "challenges": gettext_noop("{player} cries “take four!”: {target} had not called."),
    "reshuffles": gettext_noop("The open cards become a new pile."),
}
_CODES = {
    "close": "closes",
    "leave": "leaves",
    "draw": "draws",
    "call": "calls",
    "wait": "threes",
    "reshuffle": "reshuffles",
}


def read_steps(record: str, rules: Rules = None) -> tuple[Step, ...]:
    """The table as dealt and after each line; a +3 that nobody breaks is drawn in its own step.

    :raises RecordError: the record is refused.
    """
    parsed = parse_record(record)
    setup = read_setup(parsed, resolve_rules(parsed, rules))
    game = Replay(setup.table(), setup.names)
    return (_step(game.table, ()), *_played(game, parsed.lines))


def _played(game: Replay, lines: Sequence[RecordLine]) -> Iterator[Step]:
    for line, next_line in zip(lines, [*lines[1:], None], strict=True):
        chain, known = game.table.chain, len(game.actions)
        game.play_line(line)
        if next_line is None or next_line.tokens[0].kind != "break":
            game.end_plus_three()
        actions = tuple(_step_actions(game.actions[known:], chain))
        yield _step(game.table, actions, seat=_seat_of(game, line), tokens=_tokens(line))


def _seat_of(game: Replay, line: RecordLine) -> int | None:
    return game.names.index(line.player) if line.player else None


def _tokens(line: RecordLine) -> tuple[str, ...]:
    return tuple(f"{token.text} {token.target}".strip() for token in line.tokens)


def _step_actions(actions: Sequence[Action], chain: int) -> Iterator[StepAction]:
    """The actions of a line; cards laid one after another are one action."""
    laid: list[Action] = []
    for action in actions:
        if action.verb == "lay" and not action.colour:
            laid.append(action)
            continue
        if laid:
            yield _laid(laid)
            laid = []
        if action.verb == "lay":
            yield StepAction("lays_and_names", action.seat, (action.card,), colour=action.colour)
        elif action.verb == "take":
            yield StepAction("takes", action.seat, number=2 * chain)
        elif action.verb == "break":
            yield StepAction("breaks", action.seat, (action.card,))
        elif action.verb == "challenge":
            yield StepAction("challenges", action.seat, target=action.target)
        elif action.verb != "end":
            everybody = action.verb in ("wait", "reshuffle")
            yield StepAction(_CODES[action.verb], None if everybody else action.seat)
    if laid:
        yield _laid(laid)


def _laid(actions: Sequence[Action]) -> StepAction:
    return StepAction("lays", actions[0].seat, tuple(action.card for action in actions))


def _step(
    table: Table,
    actions: tuple[StepAction, ...],
    *,
    seat: int | None = None,
    tokens: tuple[str, ...] = (),
) -> Step:
    return Step(
        actions=actions,
        hands=table.hands,
        top=table.open_pile[-1],
        open_pile=len(table.open_pile),
        pile=len(table.pile) if table.pile_known else None,
        seat=seat,
        tokens=tokens,
        to_move=None if table.is_over else table.turn,
        colour=table.lead.colour,
        cards_due=2 * table.chain,
        run=table.run,
    )
