"""What an action brings about at the table: `apply`. What is allowed is table.py."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.taki import refusals as no
from engine.taki.draws import count_turn, end_turn, note_last_card, settle
from engine.taki.table import (
    Action,
    Lead,
    Table,
    colours_for,
    could_play,
    fits,
    has_tail,
    may_break,
    may_call,
    may_challenge,
    may_close,
    may_leave,
    refuse,
)

BREAKER_DRAWS = THREE_DRAWS = 3


def apply(table: Table, action: Action) -> Table:
    """The table after an action.

    :raises ActionRefused: the rules do not allow it.
    """
    _check_moment(table, action)
    after = _ACTIONS[action.verb](table, action)
    # The cry is in time only directly after the line that laid the last card (TAKI-11.4).
    if after.caught is not None and after.caught == table.caught:
        after = after._replace(caught=None)
    return after


def _check_moment(table: Table, action: Action) -> None:
    """Refuse what is not the moment for, whatever the card."""
    verb, phase = action.verb, table.phase
    if phase == "reshuffle" and verb not in ("reshuffle", "call"):
        refuse(no.ReshuffleMissing, table, action)
    if verb in ("call", "challenge", "break", "reshuffle"):
        return
    if phase == "over":
        refuse(no.TakiGameIsOver, table, action)
    if action.seat != table.turn or (phase == "three") != (verb == "wait"):
        refuse(no.NotTheirTurn, table, action)


# ------------------------------------------------------------------------------ laying a card


def _lay(table: Table, action: Action) -> Table:
    card = action.card
    hand = table.hands[action.seat]
    if card not in hand:
        refuse(no.CardNotHeld, table, action)
    if not fits(table, card):
        _refuse_card(table, action)
    if action.colour not in colours_for(table, card):
        refuse(no.ColourNotAsked if action.colour else no.ColourMissing, table, action)
    place = hand.index(card)
    hands = list(table.hands)
    hands[action.seat] = hand[:place] + hand[place + 1 :]
    laid = table._replace(hands=tuple(hands), open_pile=(*table.open_pile, card), may_call=None)
    if table.phase == "run" or _continues_run(table, card):
        return _add_to_run(laid, action)
    if card[0] == "*":
        return _COLOURLESS[card](laid, action)
    return _lay_coloured(laid, card)


def _continues_run(table: Table, card: str) -> bool:
    return table.phase == "turn" and not table.chain and table.run == card[0]


def _refuse_card(table: Table, action: Action) -> None:
    if table.phase == "run":
        refuse(no.NotOfTheRun, table, action)
    if table.phase in ("plus", "law"):
        refuse(no.NotAFollowUp, table, action)
    if table.chain:
        refuse(no.ChainIsActive, table, action, cards=2 * table.chain)
    if action.card == "*3":
        refuse(no.ThreeNotHere, table, action)
    if action.card == "*B":
        refuse(no.BreakerNotHere, table, action)
    refuse(no.CardDoesNotMatch, table, action)


def _lay_coloured(table: Table, card: str) -> Table:
    """A coloured card outside a run; a card of another colour ends an open run (TAKI-4.12)."""
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
    """Carry out the command of the top card; a number has none."""
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
    """TAKI-4.9: every duty is off; the lead stays in case no card follows."""
    free = table._replace(chain=0, run="", on_run=0, phase="king")
    return free if free.hands[action.seat] else end_turn(free)


def _lay_super_taki(table: Table, action: Action) -> Table:
    """TAKI-4.15."""
    colour = action.colour or table.lead.colour
    return table._replace(lead=Lead(colour, "T"), phase="run", run=colour, on_run=0)


def _lay_three(table: Table, action: Action) -> Table:
    return _announce_three(table._replace(run="", on_run=0))


def _announce_three(table: Table) -> Table:
    """TAKI-4.16: nothing is drawn before everybody had the chance to break it.

    On an active 2+ it takes the place of the cards that were due.
    """
    return count_turn(table)._replace(phase="three", chain=0, threes=table.threes + 1)


def _lay_own_breaker(table: Table, action: Action) -> Table:
    """TAKI-4.18."""
    spent = table._replace(run="", on_run=0, breakers=table.breakers + 1)
    return end_turn(spent, draws=BREAKER_DRAWS)


def _lay_crazy(table: Table, action: Action) -> Table:
    """TAKI-4.21. Who lays it as the last card is out, and the hands stay where they are."""
    table = table._replace(run="", on_run=0)
    if not table.hands[action.seat]:
        return end_turn(table)
    step = table.direction if action.colour == "+" else -table.direction
    hands = list(table.hands)
    playing = [seat for seat in range(len(hands)) if seat not in table.places]
    for at, seat in enumerate(playing):
        hands[playing[(at + step) % len(playing)]] = table.hands[seat]
    # A hand of one card is called "in the usual way": before its next card, where that is usual.
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
        refuse(no.ActionRefused, table, action)
    if not may_close(table):
        refuse(no.LoneTakiStaysOpen, table, action)
    last = "" if table.on_run == 0 or has_tail(table) else table.lead.figure
    return _act_at_end(table._replace(run="", on_run=0), last)


def _leave(table: Table, action: Action) -> Table:
    """TAKI-4.11: the last card's command acts only by option; a duty or a 2+ ends the run."""
    if table.phase != "run":
        refuse(no.ActionRefused, table, action)
    if not may_leave(table):
        refuse(no.RunMustClose, table, action)
    figure = table.lead.figure
    if table.on_run == 0 or has_tail(table):
        return end_turn(table)
    if table.rules.open_run_last_action == "none":
        return end_turn(_after_dead_plus2(table))
    if figure == "P" or (figure == "D" and table.rules.run_end_plus2 == "active"):
        table = table._replace(run="", on_run=0)
    return _act_at_end(table, figure)


def _act_at_end(table: Table, figure: str) -> Table:
    """The command of the last card of a run (TAKI-4.3, 4.11)."""
    if figure == "D" and table.rules.run_end_plus2 == "inactive":
        return end_turn(_after_dead_plus2(table))
    return _act(table, figure)


def _after_dead_plus2(table: Table) -> Table:
    """What must be matched after a run whose last card, a 2+, has no effect: by option its colour
    only ("with the colour in which the run ended")."""
    lead = table.lead
    if lead.figure == "D" and table.rules.dead_plus2_match == "colour_only":
        return table._replace(lead=Lead(lead.colour, ""))
    return table


# ------------------------------------------------------------------------------ drawing


def _draw(table: Table, action: Action) -> Table:
    if table.phase not in ("turn", "plus"):
        refuse(no.DrawNotHere, table, action)
    if table.chain:
        refuse(no.ChainIsActive, table, action, cards=2 * table.chain)
    if table.rules.voluntary_draw == "reject" and could_play(table):
        refuse(no.CouldHavePlayed, table, action)
    return end_turn(table, draws=1)


def _take(table: Table, action: Action) -> Table:
    """TAKI-4.1."""
    if table.phase != "turn" or not table.chain:
        refuse(no.NothingToTake, table, action)
    return end_turn(table._replace(chain=0), draws=2 * table.chain)


def _end(table: Table, action: Action) -> Table:
    if table.phase not in ("king", "law"):
        refuse(no.ActionRefused, table, action)
    if table.chain:  # a 3 was laid on an active 2+ without its plus
        refuse(no.ChainIsActive, table, action, cards=2 * table.chain)
    return end_turn(table)


def _reshuffle(table: Table, action: Action) -> Table:
    """TAKI-6.1, 11.2."""
    if table.phase != "reshuffle":
        refuse(no.NoReshuffleDue, table, action)
    below = sorted(table.open_pile[:-1])
    if sorted(action.order) != below:
        refuse(no.WrongReshuffle, table, action, count=len(below), expected=" ".join(below))
    return settle(table._replace(pile=action.order, open_pile=table.open_pile[-1:], phase="turn"))


# ------------------------------------------------------------------------------ out of turn


def _wait(table: Table, action: Action) -> Table:
    """Nobody breaks the +3: the others draw, the next in direction first (TAKI-11.1)."""
    seat, owed, others = table.turn, list(table.owed), len(table.hands) - len(table.places) - 1
    drawing = seat
    for _ in range(others):
        drawing = table.seat_after(drawing)
        owed.append((drawing, THREE_DRAWS))
    turn = seat if table.rules.plus3_keeps_turn else table.seat_after(seat)
    return settle(table._replace(phase="turn", turn=turn, owed=tuple(owed), may_call=None))


def _break(table: Table, action: Action) -> Table:
    """TAKI-4.17: the +3 is void, its player draws, and the turn passes."""
    seat = action.seat
    if table.phase != "three" or seat == table.turn:
        refuse(no.NoThreeToBreak, table, action)
    if "*B" not in table.hands[seat]:
        refuse(no.CardNotHeld, table, action)
    if not may_break(table, seat):
        refuse(no.BreakerCannotWin, table, action)
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
    return settle(note_last_card(broken, seat))


def _call(table: Table, action: Action) -> Table:
    """TAKI-5.1."""
    seat, count = action.seat, table.due(action.seat)
    if count != 1:
        refuse(no.NoCallDue, table, action, count=count)
    if not may_call(table, seat):
        refuse(no.CallTooLate, table, action)
    return table._replace(uncalled=table.uncalled - {seat}, may_call=None)


def _challenge(table: Table, action: Action) -> Table:
    """TAKI-5.2, 5.3: the penalty; the turn order and the effect of the last card stay."""
    target = action.target
    if target is None or target == action.seat or not may_challenge(table, target):
        seat = action.seat if target is None else target
        refuse(no.NothingToChallenge, table, action, target=seat + 1)
    back = table._replace(
        phase="turn",
        ended_by="",
        places=tuple(seat for seat in table.places if seat != target),
        uncalled=table.uncalled - {target},
        owed=((target, table.rules.last_card_penalty),),
        penalties=table.penalties + 1,
        may_call=None,
    )
    return settle(back)


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
