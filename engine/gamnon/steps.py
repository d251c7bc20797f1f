"""A game of Gamnon step by step, from its record."""

from __future__ import annotations

from engine.errors import RecordError, gettext_noop
from engine.gamnon.actions import Action, Kind, format_action
from engine.gamnon.record import parse_record
from engine.gamnon.setup import set_up
from engine.gamnon.table import Table, apply
from engine.gamnon.verify import Rules, resolve_rules
from engine.steps import Step, StepAction

MESSAGES: dict[str, str] = {
    "pays": gettext_noop("{player} pays {cards}."),
    "pays_nothing": gettext_noop("{player} has no card of that colour."),
    "takes": gettext_noop("{player} takes {number} from the closed pile."),
    "gives": gettext_noop("{player} gives {cards}."),
    "gives_nothing": gettext_noop("{player} has nothing to give."),
    "refills": gettext_noop("{player} gives {target} {cards} for what was owed."),
    "kupa": gettext_noop("{player} takes the kupa."),
    "closes": gettext_noop("{player} says “kupa” and opens {cards}."),
    "exchanges": gettext_noop("All hands pass to the player before."),
    "wins": gettext_noop("{player} alone holds cards, and wins."),
}


def read_steps(record: str, rules: Rules = None) -> tuple[Step, ...]:
    """The table as dealt and after each line.

    :raises RecordError: the record is refused.
    """
    game = parse_record(record)
    table = set_up(game, resolve_rules(game, rules))
    steps = [_step(table)]
    for turn in game.turns:
        actions = []
        for action in turn.actions:
            try:
                table = apply(table, action)
            except RecordError as error:
                raise error.locate(line=turn.line) from None
            actions.append(_step_action(action))
        tokens = tuple(format_action(action, game.players) for action in turn.actions)
        steps.append(_step(table, tuple(actions), seat=turn.seat, tokens=tokens))
    return tuple(steps)


def _step_action(action: Action) -> StepAction:
    seat, cards = action.seat, action.cards
    match action.kind:
        case Kind.PAY:
            return StepAction("pays" if cards else "pays_nothing", seat, cards)
        case Kind.TAKE:
            return StepAction("takes", seat, number=action.count)
        case Kind.GIVE:
            return StepAction("gives" if cards else "gives_nothing", seat, cards)
        case Kind.REFILL:
            return StepAction("refills", seat, cards, target=action.receiver)
        case Kind.KUPA:
            return StepAction("kupa", seat)
        case Kind.CLOSE:
            return StepAction("closes", seat, cards)
        case Kind.EXCHANGE:
            return StepAction("exchanges")
        case Kind.WIN:
            return StepAction("wins", seat)


def _step(
    table: Table,
    actions: tuple[StepAction, ...] = (),
    *,
    seat: int | None = None,
    tokens: tuple[str, ...] = (),
) -> Step:
    return Step(
        actions=actions,
        hands=table.hands,
        top=table.top,
        open_pile=len(table.kupa),
        pile=None if table.has_unknown_cards else len(table.closed),
        seat=seat,
        tokens=tokens,
        to_move=None if table.pending is None else table.active,
    )
