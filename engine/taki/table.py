"""The table in the middle of a game, as an immutable value, and which actions are legal.

play.py applies actions; draws.py draws cards and ends the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, NoReturn

from engine.taki.cards import COLOURS, NUMBERS, Deal, is_number
from engine.taki.refusals import ActionRefused
from engine.taki.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Lead:
    """What the next card must match. `named`: the colour comes from a change of colour.

    Any card may follow a lead without colour, which is a colourless start card.
    """

    colour: str
    figure: str
    named: bool = False

    def __str__(self) -> str:
        return f"{self.colour or '*'}{self.figure}" if self.figure else f"colour {self.colour}"


@dataclass(frozen=True, slots=True)
class Action:
    """What one seat does.

    lay (card, and colour where one is declared), close or leave (the run), draw, take (the 2+
    due), end (the turn, after a king), call (last card), break (a +3, out of turn), wait (nobody
    breaks the +3), challenge (target), reshuffle (order: the new pile from the top).
    """

    verb: str
    seat: int
    card: str = ""
    colour: str = ""
    target: int | None = None
    order: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.card == "*Z":
            return self.card + self.colour
        if self.verb == "lay":
            return f"{self.card}={self.colour}" if self.colour else self.card
        return _WRITTEN.get(self.verb, self.verb)


_WRITTEN = {
    "close": "!",
    "leave": "~",
    "draw": "d",
    "take": "t",
    "call": "#",
    "break": "!*B",
    "challenge": "?",
    "reshuffle": "=",
}


class Table(NamedTuple):
    """Seats count from 0. `pile` from the top, `open_pile` from the bottom.

    phase: turn, run (cards are being laid on a taki), plus (a follow-up is due), king (a free
    card may follow), law (a 3 may become a +3, and must on an active 2+), three (a +3 waits for a
    breaker), reshuffle (`owed` cards wait for a new pile), over.
    `run`: colour of an open taki; `on_run` cards lie on it. `chain`: active 2+ cards.
    `uncalled`: seats that ended a turn with one card and have not called it; `call_seat`: the seat
    that has just acted and may still call; `challengeable`: the seat that has just laid its last
    card without a call (TAKI-5.3). `places`: seats that are out of cards, in order. The counters
    are the facts of TAKI-9.

    A named tuple, because `_replace` takes a tenth of the time of `dataclasses.replace`.
    """

    rules: Ruleset
    hands: tuple[tuple[str, ...], ...]
    pile: tuple[str, ...]
    pile_known: bool
    open_pile: tuple[str, ...]
    turn: int
    lead: Lead
    direction: int = 1
    phase: str = "turn"
    run: str = ""
    on_run: int = 0
    chain: int = 0
    owed: tuple[tuple[int, int], ...] = ()
    last_turn: int | None = None
    call_seat: int | None = None
    uncalled: frozenset[int] = frozenset()
    challengeable: int | None = None
    places: tuple[int, ...] = ()
    ended_by: str = ""
    turns: int = 0
    drawn: int = 0
    penalties: int = 0
    plus_threes: int = 0
    breakers: int = 0

    @classmethod
    def start(cls, rules: Ruleset, deal: Deal, *, first: int, pile_known: bool) -> Table:
        """The table before the first turn. A command on the start card is ignored (TAKI-2.3)."""
        colour, figure = deal.start[0], deal.start[1]
        lead = Lead("", figure) if colour == "*" else Lead(colour, figure)
        return cls(
            rules=rules,
            hands=deal.hands,
            pile=deal.pile,
            pile_known=pile_known,
            open_pile=(deal.start,),
            turn=first,
            lead=lead,
        )

    @property
    def is_over(self) -> bool:
        return self.phase == "over"

    def hand_size_after_draws(self, seat: int) -> int:
        """Cards in hand after the cards that the seat still has to draw."""
        return len(self.hands[seat]) + sum(number for owing, number in self.owed if owing == seat)

    def seat_after(self, seat: int, steps: int = 1) -> int:
        """The seat `steps` further in the direction of play, without seats that are out."""
        count = len(self.hands)
        while steps:
            seat = (seat + self.direction) % count
            steps -= seat not in self.places
        return seat


def can_lay(table: Table, card: str) -> bool:
    """Whether the player to move may lay a card of the hand now."""
    colour, figure = card[0], card[1]
    match table.phase:
        case "king":
            return True  # TAKI-4.9
        case "run":
            return _can_lay_on_run(table, card)
        case "law":
            return card == table.lead.colour + "P"  # TAKI-4.20
        case "plus":
            return _follows_plus(table, card)
        case "turn" if table.chain:
            return figure == "D" or card == "*K" or _can_begin_law(table, card)  # TAKI-4.2
        case "turn":
            return (table.run != "" and colour == table.run) or _matches_lead(table, card)
    return False


def _can_begin_law(table: Table, card: str) -> bool:
    """On an active 2+, by option: a 3 of its colour, if the hand also holds its plus."""
    rules, colour = table.rules, table.lead.colour
    if not (rules.law_plus3 and rules.law_after_plus2 == "active"):
        return False
    return card == colour + "3" and colour + "P" in table.hands[table.turn]


def _matches_lead(table: Table, card: str) -> bool:
    """TAKI-3.1, 3.2, and the cards that each colourless card may follow."""
    colour, figure = card[0], card[1]
    lead, rules = table.lead, table.rules
    if card == "*3":
        # TAKI-11.8: the top card itself counts, not what is in force.
        return not lead.named and (rules.plus3_on == "any" or is_number(table.open_pile[-1]))
    if card == "*B":
        return rules.breaker_on_named or not lead.named  # TAKI-11.7
    if colour == "*" or colour == lead.colour or not lead.colour:
        return True
    if figure != lead.figure:
        return False
    return figure in NUMBERS or figure == "D" or rules.special_match == "colour_or_figure"


def _follows_plus(table: Table, card: str) -> bool:
    """TAKI-4.4."""
    if table.rules.plus_follow == "normal_match":
        return _matches_lead(table, card)
    if card[0] == "*":
        return table.rules.plus_follow != "same_colour" and _matches_lead(table, card)
    return card[0] == table.lead.colour


def _can_lay_on_run(table: Table, card: str) -> bool:
    """TAKI-4.11; no card follows a colourless tail (TAKI-4.14)."""
    if has_tail(table):
        return False
    return card[0] == table.run or (card in ("*C", "*T") and table.rules.run_tail_colourless)


def has_tail(table: Table) -> bool:
    """Whether a run that is being laid ends in a colourless card."""
    return table.on_run > 0 and table.open_pile[-1][0] == "*"


def declarable_colours(table: Table, card: str) -> tuple[str, ...]:
    """What a player may declare with a card; an empty string for nothing.

    Colours, or for the crazy card the direction in which hands pass: `+` is the direction of play
    (TAKI-11.14).
    """
    if card == "*Z":
        return ("+", "-")
    keeps = table.phase == "plus" and table.rules.colour_after_plus == "same"
    if card == "*C":
        return (table.lead.colour,) if keeps else tuple(COLOURS)
    if card != "*T" or table.phase == "run":
        return ("",)
    if table.rules.super_changes_colour and table.lead.colour and not keeps:
        return ("", *COLOURS)
    declares = table.phase == "king" and table.rules.super_after_king == "declare"
    return tuple(COLOURS) if declares or not table.lead.colour else ("",)  # TAKI-4.15


def has_playable_card(table: Table) -> bool:
    """Whether the player to move has a legal card, apart from breakers (TAKI-3.4)."""
    return any(card != "*B" and can_lay(table, card) for card in table.hands[table.turn])


def can_draw(table: Table) -> bool:
    if table.phase not in ("turn", "plus") or table.chain:
        return False
    return table.rules.voluntary_draw != "reject" or not has_playable_card(table)


def can_close(table: Table) -> bool:
    """TAKI-4.13."""
    return table.on_run > 0 or table.rules.lone_taki == "closable"


def can_leave_open(table: Table) -> bool:
    """A change of colour ends its run (TAKI-4.14)."""
    return not (has_tail(table) and table.lead.named)


def can_break(table: Table, seat: int) -> bool:
    """TAKI-4.17; with `never_wins` a breaker cannot be laid as the last card."""
    hand = table.hands[seat]
    if table.phase != "three" or seat == table.last_turn or "*B" not in hand:
        return False
    return len(hand) > 1 or table.rules.breaker_last == "as_above"


def can_call(table: Table, seat: int) -> bool:
    """At the end of the own turn; with `until_laid` also before the own next card (TAKI-5.3)."""
    if table.call_seat == seat:
        return True
    late = table.rules.last_card_window == "until_laid"
    return late and table.phase == "turn" and table.turn == seat


def can_challenge(table: Table, target: int) -> bool:
    """TAKI-5.3, 11.4."""
    if table.rules.last_card_window == "until_laid":
        return table.challengeable == target and table.phase in ("turn", "over")
    late = target in table.uncalled and table.last_turn != target
    return late and table.phase == "turn"


def legal_actions(table: Table) -> tuple[Action, ...]:
    """Every legal action of every seat, each kind of card once; empty once the game is over.

    A new pile may have any order; only one is listed.
    """
    if table.phase == "reshuffle":
        return (Action("reshuffle", table.turn, order=table.open_pile[:-1]),)
    found = _turn_actions(table) if table.phase not in ("over", "three") else []
    for seat in range(len(table.hands)):
        if table.phase == "three" and can_break(table, seat):
            found.append(Action("break", seat, card="*B"))
        if (
            seat in table.uncalled
            and table.hand_size_after_draws(seat) == 1
            and can_call(table, seat)
        ):
            found.append(Action("call", seat))
        if can_challenge(table, seat):
            others = (other for other in range(len(table.hands)) if other != seat)
            found += [Action("challenge", other, target=seat) for other in others]
    if table.phase == "three":
        found.append(Action("wait", table.turn))
    return tuple(found)


def _turn_actions(table: Table) -> list[Action]:
    """The legal actions of the player to move."""
    seat = table.turn
    found = [
        Action("lay", seat, card, colour)
        for card in sorted(set(table.hands[seat]))
        if can_lay(table, card)
        for colour in declarable_colours(table, card)
    ]
    if table.phase == "run":
        found += [Action("close", seat)] if can_close(table) else []
        found += [Action("leave", seat)] if can_leave_open(table) else []
    if table.phase == "king" or (table.phase == "law" and not table.chain):
        found.append(Action("end", seat))
    if table.chain and table.phase == "turn":
        found.append(Action("take", seat))
    if can_draw(table):
        found.append(Action("draw", seat))
    return found


def refuse(error: type[ActionRefused], table: Table, action: Action, **more: Any) -> NoReturn:
    """Raise an error with the player, token, hand, top card and legal actions."""
    possible = [f"t{2 * table.chain}" if a.verb == "take" else str(a) for a in legal_actions(table)]
    raise error(
        player=action.seat + 1,
        token=str(action),
        card=action.card,
        hand=" ".join(table.hands[action.seat]),
        top=str(table.lead),
        legal=" ".join(dict.fromkeys(possible)),
        **more,
    )
