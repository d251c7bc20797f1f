"""`apply`: the table after an action."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.taki import refusals as refusals
from engine.taki.draws import count_turn, draw_owed, end_turn, update_calls
from engine.taki.table import (
    Action,
    Lead,
    Table,
    can_break,
    can_call,
    can_challenge,
    can_close,
    can_lay,
    can_leave_open,
    declarable_colours,
    has_playable_card,
    has_tail,
    refuse,
)

BREAKER_DRAWS = THREE_DRAWS = 3


def apply(table: Table, action: Action) -> Table:
    """The table after an action.

    :raises ActionRefused: the rules do not allow it.
    """
    _check_moment(table, action)
    after = _ACTIONS[action.verb](table, action)
    # A challenge is in time only directly after the line that lays the last card (TAKI-11.4).
    if after.challengeable is not None and after.challengeable == table.challengeable:
        after = after._replace(challengeable=None)
    return after


def _check_moment(table: Table, action: Action) -> None:
    """Refuse an action at the wrong moment, whatever the card."""
    verb, phase = action.verb, table.phase
    if phase == "reshuffle" and verb not in ("reshuffle", "call"):
        refuse(refusals.ReshuffleMissing, table, action)
    if verb in ("call", "challenge", "break", "reshuffle"):
        return
    if phase == "over":
        refuse(refusals.TakiGameIsOver, table, action)
    if action.seat != table.turn or (phase == "three") != (verb == "wait"):
        refuse(refusals.NotTheirTurn, table, action)


# ------------------------------------------------------------------------------ laying a card


def _lay(table: Table, action: Action) -> Table:
    card = action.card
    hand = table.hands[action.seat]
    if card not in hand:
        refuse(refusals.CardNotHeld, table, action)
    if not can_lay(table, card):
        _refuse_card(table, action)
    if action.colour not in declarable_colours(table, card):
        refuse(refusals.ColourNotAsked if action.colour else refusals.ColourMissing, table, action)
    place = hand.index(card)
    hands = list(table.hands)
    hands[action.seat] = hand[:place] + hand[place + 1 :]
    laid = table._replace(hands=tuple(hands), open_pile=(*table.open_pile, card), call_seat=None)
    if table.phase == "run" or _continues_open_run(table, card):
        return _add_to_run(laid, action)
    if card[0] == "*":
        return _COLOURLESS[card](laid, action)
    return _lay_coloured(laid, card)


def _continues_open_run(table: Table, card: str) -> bool:
    return table.phase == "turn" and not table.chain and table.run == card[0]


def _refuse_card(table: Table, action: Action) -> None:
    if table.phase == "run":
        refuse(refusals.NotOfTheRun, table, action)
    if table.phase in ("plus", "law"):
        refuse(refusals.NotAFollowUp, table, action)
    if table.chain:
        refuse(refusals.ChainIsActive, table, action, cards=2 * table.chain)
    if action.card == "*3":
        refuse(refusals.ThreeNotHere, table, action)
    if action.card == "*B":
        refuse(refusals.BreakerNotHere, table, action)
    refuse(refusals.CardDoesNotMatch, table, action)


def _lay_coloured(table: Table, card: str) -> Table:
    """Lay a coloured card outside a run. Another colour ends an open run (TAKI-4.12)."""
    colour, figure = card[0], card[1]
    by_law = table.phase == "law"
    led = table._replace(lead=Lead(colour, figure), run="", on_run=0)
    if figure == "T":
        return led._replace(phase="run", run=colour)
    if by_law:
        return _announce_three(led)
    if figure == "3" and table.rules.law_plus3 and colour + "P" in table.hands[table.turn]:
        return led._replace(phase="law")
    return _act(led, figure)


def _act(table: Table, figure: str) -> Table:
    """Apply the command of the top card, if it has one."""
    if figure == "D":
        return end_turn(table._replace(chain=table.chain + 1))  # TAKI-4.1
    if figure == "S":
        return end_turn(table, steps=2)  # TAKI-4.6
    if figure == "V":
        return end_turn(table._replace(direction=-table.direction))  # TAKI-4.7
    if figure == "P":
        return table._replace(phase="plus")  # TAKI-4.4, 4.5: a duty even with an empty hand
    return end_turn(table)


def _lay_colour_change(table: Table, action: Action) -> Table:
    """TAKI-4.8."""
    return end_turn(table._replace(lead=Lead(action.colour, "", named=True), run="", on_run=0))


def _lay_king(table: Table, action: Action) -> Table:
    """TAKI-4.9: all duties end; the lead stays, because no card has to follow."""
    free = table._replace(chain=0, run="", on_run=0, phase="king")
    return free if free.hands[action.seat] else end_turn(free)


def _lay_super_taki(table: Table, action: Action) -> Table:
    """TAKI-4.15."""
    colour = action.colour or table.lead.colour
    return table._replace(lead=Lead(colour, "T"), phase="run", run=colour, on_run=0)


def _lay_three(table: Table, action: Action) -> Table:
    return _announce_three(table._replace(run="", on_run=0))


def _announce_three(table: Table) -> Table:
    """TAKI-4.16: cards are drawn once everybody has had the chance to break the +3.

    On an active 2+, they replace the cards due for it.
    """
    return count_turn(table)._replace(phase="three", chain=0, plus_threes=table.plus_threes + 1)


def _lay_own_breaker(table: Table, action: Action) -> Table:
    """TAKI-4.18."""
    spent = table._replace(run="", on_run=0, breakers=table.breakers + 1)
    return end_turn(spent, draws=BREAKER_DRAWS)


def _lay_crazy(table: Table, action: Action) -> Table:
    """TAKI-4.21. A player who lays it as the last card is out, and no hands pass."""
    table = table._replace(run="", on_run=0)
    if not table.hands[action.seat]:
        return end_turn(table)
    step = table.direction if action.colour == "+" else -table.direction
    hands = list(table.hands)
    playing = [seat for seat in range(len(hands)) if seat not in table.places]
    for at, seat in enumerate(playing):
        hands[playing[(at + step) % len(playing)]] = table.hands[seat]
    # A hand of one card can still be called before its next card, if the rules have that window.
    usual = table.rules.last_card_window == "until_laid"
    one = frozenset(seat for seat in playing if usual and len(hands[seat]) == 1)
    return end_turn(table._replace(hands=tuple(hands), uncalled=one))


# ------------------------------------------------------------------------------ runs


def _add_to_run(table: Table, action: Action) -> Table:
    card = action.card
    lead = Lead(table.run, card[1])
    if card == "*C":
        lead = Lead(action.colour, "", named=True)
    return table._replace(phase="run", lead=lead, on_run=table.on_run + 1)


def _close(table: Table, action: Action) -> Table:
    if table.phase != "run":
        refuse(refusals.ActionRefused, table, action)
    if not can_close(table):
        refuse(refusals.LoneTakiStaysOpen, table, action)
    last = "" if table.on_run == 0 or has_tail(table) else table.lead.figure
    return _act_at_end(table._replace(run="", on_run=0), last)


def _leave(table: Table, action: Action) -> Table:
    """TAKI-4.11: the last card's command acts only by option; a plus or a 2+ then ends the run."""
    if table.phase != "run":
        refuse(refusals.ActionRefused, table, action)
    if not can_leave_open(table):
        refuse(refusals.RunMustClose, table, action)
    figure = table.lead.figure
    if table.on_run == 0 or has_tail(table):
        return end_turn(table)
    if table.rules.open_run_last_action == "none":
        return end_turn(_drop_number_of_dead_plus2(table))
    if figure == "P" or (figure == "D" and table.rules.run_end_plus2 == "active"):
        table = table._replace(run="", on_run=0)
    return _act_at_end(table, figure)


def _act_at_end(table: Table, figure: str) -> Table:
    """The command of the last card of a run (TAKI-4.3, 4.11)."""
    if figure == "D" and table.rules.run_end_plus2 == "inactive":
        return end_turn(_drop_number_of_dead_plus2(table))
    return _act(table, figure)


def _drop_number_of_dead_plus2(table: Table) -> Table:
    """After a run that ends with a 2+ without effect, by option only its colour must be matched.

    The source: "with the colour in which the run ended".
    """
    lead = table.lead
    if lead.figure == "D" and table.rules.dead_plus2_match == "colour_only":
        return table._replace(lead=Lead(lead.colour, ""))
    return table


# ------------------------------------------------------------------------------ drawing


def _draw(table: Table, action: Action) -> Table:
    if table.phase not in ("turn", "plus"):
        refuse(refusals.DrawNotHere, table, action)
    if table.chain:
        refuse(refusals.ChainIsActive, table, action, cards=2 * table.chain)
    if table.rules.voluntary_draw == "reject" and has_playable_card(table):
        refuse(refusals.CouldHavePlayed, table, action)
    return end_turn(table, draws=1)


def _take(table: Table, action: Action) -> Table:
    """TAKI-4.1."""
    if table.phase != "turn" or not table.chain:
        refuse(refusals.NothingToTake, table, action)
    return end_turn(table._replace(chain=0), draws=2 * table.chain)


def _end(table: Table, action: Action) -> Table:
    if table.phase not in ("king", "law"):
        refuse(refusals.ActionRefused, table, action)
    if table.chain:  # a 3 was laid on an active 2+ without its plus
        refuse(refusals.ChainIsActive, table, action, cards=2 * table.chain)
    return end_turn(table)


def _reshuffle(table: Table, action: Action) -> Table:
    """TAKI-6.1, 11.2."""
    if table.phase != "reshuffle":
        refuse(refusals.NoReshuffleDue, table, action)
    below = sorted(table.open_pile[:-1])
    if sorted(action.order) != below:
        refuse(refusals.WrongReshuffle, table, action, count=len(below), expected=" ".join(below))
    return draw_owed(
        table._replace(pile=action.order, open_pile=table.open_pile[-1:], phase="turn")
    )


# ------------------------------------------------------------------------------ out of turn


def _wait(table: Table, action: Action) -> Table:
    """Nobody breaks the +3: the others draw, the next in direction first (TAKI-11.1)."""
    seat, owed, others = table.turn, list(table.owed), len(table.hands) - len(table.places) - 1
    drawing = seat
    for _ in range(others):
        drawing = table.seat_after(drawing)
        owed.append((drawing, THREE_DRAWS))
    turn = seat if table.rules.plus3_keeps_turn else table.seat_after(seat)
    return draw_owed(table._replace(phase="turn", turn=turn, owed=tuple(owed), call_seat=None))


def _break(table: Table, action: Action) -> Table:
    """TAKI-4.17: the +3 is void, its player draws, and the turn passes."""
    seat = action.seat
    if table.phase != "three" or seat == table.turn:
        refuse(refusals.NoThreeToBreak, table, action)
    if "*B" not in table.hands[seat]:
        refuse(refusals.CardNotHeld, table, action)
    if not can_break(table, seat):
        refuse(refusals.BreakerCannotWin, table, action)
    hands = list(table.hands)
    place = hands[seat].index("*B")
    hands[seat] = hands[seat][:place] + hands[seat][place + 1 :]
    broken = table._replace(
        hands=tuple(hands),
        open_pile=(*table.open_pile, "*B"),
        phase="turn",
        turn=table.seat_after(table.turn),
        owed=((table.turn, THREE_DRAWS),),
        breakers=table.breakers + 1,
    )
    return draw_owed(update_calls(broken, seat))


def _call(table: Table, action: Action) -> Table:
    """TAKI-5.1."""
    seat, count = action.seat, table.hand_size_after_draws(action.seat)
    if count != 1:
        refuse(refusals.NoCallDue, table, action, count=count)
    if not can_call(table, seat):
        refuse(refusals.CallTooLate, table, action)
    return table._replace(uncalled=table.uncalled - {seat}, call_seat=None)


def _challenge(table: Table, action: Action) -> Table:
    """TAKI-5.2, 5.3: the penalty; the turn order and the effect of the last card stay."""
    target = action.target
    if target is None or target == action.seat or not can_challenge(table, target):
        seat = action.seat if target is None else target
        refuse(refusals.NothingToChallenge, table, action, target=seat + 1)
    back = table._replace(
        phase="turn",
        ended_by="",
        places=tuple(seat for seat in table.places if seat != target),
        uncalled=table.uncalled - {target},
        owed=((target, table.rules.last_card_penalty),),
        penalties=table.penalties + 1,
        call_seat=None,
    )
    return draw_owed(back)


_COLOURLESS: Final[dict[str, Callable[[Table, Action], Table]]] = {
    "*C": _lay_colour_change,
    "*K": _lay_king,
    "*T": _lay_super_taki,
    "*3": _lay_three,
    "*B": _lay_own_breaker,
    "*Z": _lay_crazy,
}
_ACTIONS: Final[dict[str, Callable[[Table, Action], Table]]] = {
    "lay": _lay,
    "close": _close,
    "leave": _leave,
    "draw": _draw,
    "take": _take,
    "end": _end,
    "call": _call,
    "break": _break,
    "wait": _wait,
    "challenge": _challenge,
    "reshuffle": _reshuffle,
}
