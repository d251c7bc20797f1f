"""Replay the lines of a record, and write a game as a record (TAKI-7)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.errors import RecordError, RecordWarning, gettext_noop
from engine.taki.notation import FORMAT, RecordLine, Token
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
from engine.taki.table import Action, Table, can_draw, has_playable_card, refuse


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
    """A game during replay: the table so far, its actions and warnings."""

    table: Table
    names: tuple[str, ...]
    actions: list[Action] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)
    warnings: list[RecordWarning] = field(default_factory=list)

    def do(self, verb: str, seat: int, card: str = "", colour: str = "") -> None:
        self.play(Action(verb, seat, card, colour))

    def play(self, action: Action) -> None:
        self.table = apply(self.table, action)
        self.actions.append(action)

    def play_line(self, line: RecordLine) -> None:
        """Play one line.

        :raises RecordError: with the line, the token, and for an illegal action the player's name.
        """
        opening = line.tokens[0]
        try:
            seat = self._seat(line.player) if line.player else self.table.turn
            if opening.kind != "break":
                self.end_plus_three()
            if opening.kind == "reshuffle":
                self.play(Action("reshuffle", seat, order=opening.order))
            elif opening.kind == "challenge":
                self.play(Action("challenge", seat, target=self._seat(opening.target)))
            else:
                self._play_turn(seat, line)
        except RecordError as error:
            raise self._locate(error, line, opening) from None
        self.moves.append(self._canonical(seat, line))

    def end_plus_three(self) -> None:
        """Let the others draw if nobody has broken the last +3."""
        if self.table.phase == "three":
            self.do("wait", self.table.turn)

    def _play_turn(self, seat: int, line: RecordLine) -> None:
        """Play the tokens of one turn. `#` is first (a late call) or last (TAKI-11.12)."""
        turns, broken = self.table.turns, False
        for token in line.tokens:
            try:
                if token.kind == "call":
                    self._end_optional_follow_up(seat)
                elif self.table.turns != turns or broken:
                    refuse(TurnGoesOn, self.table, Action("lay", seat, token.card))
                self._play_token(seat, token, line)
            except RecordError as error:
                raise self._locate(error, line, token) from None
            broken = broken or token.kind == "break"
        self._end_optional_follow_up(seat)
        if self.table.phase == "plus":
            refuse(FollowUpMissing, self.table, Action("draw", seat))
        if self.table.turns == turns and not broken:
            refuse(TurnMissing, self.table, Action("call", seat))

    def _end_optional_follow_up(self, seat: int) -> None:
        if self.table.phase in ("king", "law") and self.table.turn == seat:
            self.do("end", seat)

    def _play_token(self, seat: int, token: Token, line: RecordLine) -> None:
        if token.kind in ("run", "continue"):
            self._play_run(seat, token)
        elif token.kind == "lay":
            self._lay_single(seat, token.card, token.colour)
        elif token.kind == "take":
            self._take(seat, token)
        else:
            if token.kind == "draw":
                self._warn_of_choice(seat, line)
            self.do(token.kind, seat, token.card)

    def _lay_single(self, seat: int, card: str, colour: str) -> None:
        if self.table.phase == "turn" and self.table.turn == seat and card[0] == self.table.run:
            refuse(BracketsMissing, self.table, Action("lay", seat, card))
        self.do("lay", seat, card, colour)

    def _play_run(self, seat: int, token: Token) -> None:
        if token.kind == "run":
            self._lay_single(seat, token.card, token.colour)
        else:
            self._check_run_continues(seat, token)
        for card, colour in token.cards:
            self.do("lay", seat, card, colour)
        self.do("close" if token.closed else "leave", seat)

    def _check_run_continues(self, seat: int, token: Token) -> None:
        action = Action("lay", seat, token.cards[0][0])
        if self.table.is_over:
            refuse(TakiGameIsOver, self.table, action)
        if self.table.phase != "turn" or not self.table.run:
            refuse(NoOpenRun, self.table, action)
        if action.card[0] != self.table.run:
            refuse(NotOfTheRun, self.table, action)

    def _take(self, seat: int, token: Token) -> None:
        hand_size_after_draws = 2 * self.table.chain
        action = Action("take", seat)
        if self.table.turn == seat and token.number != hand_size_after_draws:
            error = WrongTake if hand_size_after_draws else NothingToTake
            refuse(error, self.table, action, found=token.number, cards=hand_size_after_draws)
        self.play(action)

    def _warn_of_choice(self, seat: int, line: RecordLine) -> None:
        """TAKI-3.4."""
        table = self.table
        warns = table.rules.voluntary_draw == "warn" and table.turn == seat
        if warns and can_draw(table) and has_playable_card(table):
            params: dict[str, object] = {"line": line.number, "player": line.player}
            self.warnings.append(("voluntary_draw", params))

    def _seat(self, name: str) -> int:
        if name not in self.names:
            raise UnknownTakiPlayer(player=name[:60])
        return self.names.index(name)

    def _locate(self, error: RecordError, line: RecordLine, token: Token) -> RecordError:
        if isinstance(error, ActionRefused) and error.move is None:
            error.params["player"] = line.player or self.names[self.table.turn]
            error.params["token"] = token.text[:80]
            if "target" in error.params:
                error.params["target"] = token.target
        return error.locate(line=line.number, move=token.text[:80])

    def _canonical(self, seat: int, line: RecordLine) -> str:
        """The line with seat numbers from 1 instead of names."""
        words = [str(seat + 1)] if line.player else []
        for token in line.tokens:
            words.append(token.text)
            if token.target:
                words.append(str(self._seat(token.target) + 1))
        return " ".join(words)


def replay(setup: Setup, lines: Iterable[RecordLine]) -> Replay:
    """Play all the lines of a record.

    :raises RecordError: at the first illegal line.
    """
    game = Replay(setup.table(), setup.names)
    number = None
    for line in lines:
        number = line.number
        game.play_line(line)
    try:
        game.end_plus_three()
    except RecordError as error:
        raise error.locate(line=number, move="*3") from None
    return game


# ------------------------------------------------------------------------------ writing


@dataclass(slots=True)
class _Writer:
    """Converts actions to lines. `brackets`: the cards of the current run."""

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
            case "call" if not self.in_turn and before.call_seat == action.seat:
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
