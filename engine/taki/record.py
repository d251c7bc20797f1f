"""Playing the lines of a record at a table, and writing a game as a record (TAKI-7)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.errors import RecordError, RecordWarning, gettext_noop
from engine.taki.notation import FORMAT, Line, Step
from engine.taki.play import apply
from engine.taki.refusals import (
    ActionRefused,
    NothingToTake,
    NotOfTheRun,
    TakiGameIsOver,
    WrongTake,
)
from engine.taki.ruleset import changed_options
from engine.taki.setup import Setup, UnknownTakiPlayer
from engine.taki.table import Action, Table, could_play, may_draw, refuse


class TurnGoesOn(ActionRefused):
    code = "turn_goes_on"
    message = gettext_noop("the turn of {player} had ended before {token}.")


class FollowUpMissing(ActionRefused):
    code = "follow_up_missing"
    message = gettext_noop(
        "a plus needs a follow-up or d. {player} holds {hand}. Possible: {legal}."
    )


class TurnMissing(ActionRefused):
    code = "turn_missing"
    message = gettext_noop("a call alone is no turn. {player} holds {hand}. Possible: {legal}.")


class BracketsMissing(ActionRefused):
    code = "brackets_missing"
    message = gettext_noop(
        "a taki is open: a card of its colour is written [{card}]~ or [{card}]! here."
    )


class NoOpenRun(ActionRefused):
    code = "no_open_run"
    message = gettext_noop("no taki is open that {token} could continue. Possible: {legal}.")


@dataclass(slots=True)
class Replay:
    """A game as it is being read: the table so far, its actions and what was noticed."""

    table: Table
    names: tuple[str, ...]
    actions: list[Action] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)
    warnings: list[RecordWarning] = field(default_factory=list)

    def do(self, verb: str, seat: int, card: str = "", colour: str = "") -> None:
        self.act(Action(verb, seat, card, colour))

    def act(self, action: Action) -> None:
        self.table = apply(self.table, action)
        self.actions.append(action)

    def play_line(self, line: Line) -> None:
        """Play one line.

        :raises RecordError: with the line, the token, and for a refusal the player's name.
        """
        opening = line.steps[0]
        try:
            seat = self._seat(line.player) if line.player else self.table.turn
            if opening.kind != "break":
                self.finish()
            if opening.kind == "reshuffle":
                self.act(Action("reshuffle", seat, order=opening.order))
            elif opening.kind == "challenge":
                self.act(Action("challenge", seat, target=self._seat(opening.target)))
            else:
                self._play_turn(seat, line)
        except RecordError as error:
            raise self._located(error, line, opening) from None
        self.moves.append(self._canonical(seat, line))

    def finish(self) -> None:
        """A +3 in the last line was not broken."""
        if self.table.phase == "three":
            self.do("wait", self.table.turn)

    def _play_turn(self, seat: int, line: Line) -> None:
        """The steps of one turn; `#` stands first (a late call) or ends the line (TAKI-11.12)."""
        turns, broken = self.table.turns, False
        for step in line.steps:
            try:
                if step.kind == "call":
                    self._end_free(seat)
                elif self.table.turns != turns or broken:
                    refuse(TurnGoesOn, self.table, Action("lay", seat, step.card))
                self._play_step(seat, step, line)
            except RecordError as error:
                raise self._located(error, line, step) from None
            broken = broken or step.kind == "break"
        self._end_free(seat)
        if self.table.phase == "plus":
            refuse(FollowUpMissing, self.table, Action("draw", seat))
        if self.table.turns == turns and not broken:
            refuse(TurnMissing, self.table, Action("call", seat))

    def _end_free(self, seat: int) -> None:
        if self.table.phase in ("king", "law") and self.table.turn == seat:
            self.do("end", seat)

    def _play_step(self, seat: int, step: Step, line: Line) -> None:
        if step.kind in ("run", "continue"):
            self._play_run(seat, step)
        elif step.kind == "lay":
            self._lay_single(seat, step.card, step.colour)
        elif step.kind == "take":
            self._take(seat, step)
        else:
            if step.kind == "draw":
                self._warn_of_choice(seat, line)
            self.do(step.kind, seat, step.card)

    def _lay_single(self, seat: int, card: str, colour: str) -> None:
        if self.table.phase == "turn" and self.table.turn == seat and card[0] == self.table.run:
            refuse(BracketsMissing, self.table, Action("lay", seat, card))
        self.do("lay", seat, card, colour)

    def _play_run(self, seat: int, step: Step) -> None:
        if step.kind == "run":
            self._lay_single(seat, step.card, step.colour)
        else:
            self._check_continues(seat, step)
        for card, colour in step.cards:
            self.do("lay", seat, card, colour)
        self.do("close" if step.closed else "leave", seat)

    def _check_continues(self, seat: int, step: Step) -> None:
        action = Action("lay", seat, step.cards[0][0])
        if self.table.over:
            refuse(TakiGameIsOver, self.table, action)
        if self.table.phase != "turn" or not self.table.run:
            refuse(NoOpenRun, self.table, action)
        if action.card[0] != self.table.run:
            refuse(NotOfTheRun, self.table, action)

    def _take(self, seat: int, step: Step) -> None:
        due = 2 * self.table.chain
        action = Action("take", seat)
        if self.table.turn == seat and step.number != due:
            error = WrongTake if due else NothingToTake
            refuse(error, self.table, action, found=step.number, cards=due)
        self.act(action)

    def _warn_of_choice(self, seat: int, line: Line) -> None:
        """TAKI-3.4."""
        table = self.table
        warns = table.rules.voluntary_draw == "warn" and table.turn == seat
        if warns and may_draw(table) and could_play(table):
            params: dict[str, object] = {"line": line.number, "player": line.player}
            self.warnings.append(("voluntary_draw", params))

    def _seat(self, name: str) -> int:
        if name not in self.names:
            raise UnknownTakiPlayer(player=name[:60])
        return self.names.index(name)

    def _located(self, error: RecordError, line: Line, step: Step) -> RecordError:
        if isinstance(error, ActionRefused) and error.move is None:
            error.params["player"] = line.player or self.names[self.table.turn]
            error.params["token"] = step.text[:80]
            if "target" in error.params:
                error.params["target"] = step.target
        return error.located(line=line.number, move=step.text[:80])

    def _canonical(self, seat: int, line: Line) -> str:
        """The line with seat numbers from 1 for names."""
        words = [str(seat + 1)] if line.player else []
        for step in line.steps:
            words.append(step.text)
            if step.target:
                words.append(str(self._seat(step.target) + 1))
        return " ".join(words)


def replay(setup: Setup, lines: Iterable[Line]) -> Replay:
    """Play all the lines of a record.

    :raises RecordError: at the first line that the rules do not allow.
    """
    game = Replay(setup.table(), setup.names)
    number = None
    for line in lines:
        number = line.number
        game.play_line(line)
    try:
        game.finish()
    except RecordError as error:
        raise error.located(line=number, move="*3") from None
    return game


# ------------------------------------------------------------------------------ writing


@dataclass(slots=True)
class _Writer:
    """Turns actions into lines; `brackets` are the cards of a run that is being laid."""

    names: tuple[str, ...]
    lines: list[list[str]] = field(default_factory=list)
    line_of: dict[int, list[str]] = field(default_factory=dict)
    in_turn: bool = False
    brackets: list[str] = field(default_factory=list)

    def write(self, before: Table, action: Action) -> None:
        match action.verb:
            case "wait" | "end":
                pass
            case "reshuffle":
                self.lines.append(["=", *action.order])
            case "challenge":
                target = self.names[action.target or 0]
                self.lines.append([self.names[action.seat], "?", target])
            case "break":
                self._new_line(action.seat).append(str(action))
            case "call" if not self.in_turn and before.may_call == action.seat:
                self.line_of[action.seat].append("#")
            case "lay":
                self._lay(before, action)
            case "close" | "leave":
                inside = f"[{','.join(self.brackets)}]" if self.brackets else ""
                line = self._line(action.seat)
                opener = line.pop() if len(line) > 1 and line[-1][1:2] == "T" else ""
                line.append(opener + inside + str(action))
                self.brackets = []
            case "take":
                self._line(action.seat).append(f"t{2 * before.chain}")
            case _:
                self._line(action.seat).append(str(action))

    def _lay(self, before: Table, action: Action) -> None:
        continues = before.phase == "turn" and before.run == action.card[0]
        line = self._line(action.seat)
        if before.phase == "run" or continues:
            self.brackets.append(str(action))
        else:
            line.append(str(action))

    def _line(self, seat: int) -> list[str]:
        return self.lines[-1] if self.in_turn else self._new_line(seat)

    def _new_line(self, seat: int) -> list[str]:
        self.lines.append([self.names[seat]])
        self.line_of[seat] = self.lines[-1]
        self.in_turn = True
        return self.lines[-1]


def write_lines(table: Table, actions: Iterable[Action], names: tuple[str, ...]) -> list[str]:
    """The lines of a game from its table before the first turn."""
    writer = _Writer(names)
    for action in actions:
        writer.write(table, action)
        after = apply(table, action)
        if after.turns != table.turns or action.verb == "break":
            writer.in_turn = False
        table = after
    return [" ".join(words) for words in writer.lines]


def format_record(setup: Setup, actions: Iterable[Action], closing: str = "") -> str:
    """A whole record; `closing` is its last line, such as `A wins`."""
    rules, deal = setup.rules, setup.deal
    options = {"ruleset": rules.name} | changed_options(rules)
    header = [
        FORMAT,
        "players: " + " ".join(setup.names),
        "first: " + setup.names[setup.first],
        "opt: " + " ".join(f"{name}={value}" for name, value in options.items()),
    ]
    if setup.seed:
        header.append(f"seed: {setup.seed}")
    elif setup.deck:
        header.append("deck: " + " ".join(setup.deck))
    else:
        hands = zip(setup.names, deal.hands, strict=True)
        header += [f"hand {name}: {' '.join(hand)}" for name, hand in hands]
        header += [f"start: {deal.start}", f"draw: {' '.join(deal.pile)}"]
    lines = write_lines(setup.table(), actions, setup.names)
    return "\n".join([*header, *lines, *([closing] if closing else [])]) + "\n"
