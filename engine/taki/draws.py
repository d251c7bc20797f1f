"""Drawing, the empty pile, and the checks after a turn (TAKI-5, TAKI-6)."""

from __future__ import annotations

from engine.taki.refusals import PileNotKnown
from engine.taki.table import Action, Table, refuse


def end_turn(table: Table, *, steps: int = 1, draws: int = 0) -> Table:
    """Let the player draw `draws` cards, then pass the turn by `steps` seats."""
    passed = count_turn(table, draws=draws)
    return draw_owed(passed._replace(phase="turn", turn=table.seat_after(table.turn, steps)))


def count_turn(table: Table, *, draws: int = 0) -> Table:
    """Count the turn of the player to move, who has to draw `draws` cards and may have to call."""
    seat = table.turn
    owed = (*table.owed, (seat, draws)) if draws else table.owed
    counted = table._replace(owed=owed, turns=table.turns + 1, last_turn=seat)
    return update_calls(counted, seat)


def update_calls(table: Table, seat: int) -> Table:
    """Open the call to a seat that has acted; with one card left it has to call.

    With no card left, a missing call stays open to challenge (TAKI-5.3).
    """
    left = table.hand_size_after_draws(seat)
    if left == 1:
        uncalled = table.uncalled | {seat}
    else:
        uncalled = table.uncalled - {seat} if left else table.uncalled
    return table._replace(call_seat=seat, uncalled=uncalled)


def draw_owed(table: Table) -> Table:
    """Draw all owed cards that the pile has, and check whether the game is over.

    :raises PileNotKnown: the record does not know the card.
    """
    hands, pile, owed = list(table.hands), table.pile, list(table.owed)
    drawn = table.drawn
    while owed:
        seat, number = owed[0]
        hands[seat] += pile[:number]
        missing = number - len(pile[:number])
        drawn += number - missing
        pile = pile[number:]
        if missing:
            owed[0] = (seat, missing)
            break
        del owed[0]
    if table.owed:
        table = table._replace(hands=tuple(hands), pile=pile, owed=tuple(owed), drawn=drawn)
    return handle_empty_pile(table) if owed else check_end(table)


def handle_empty_pile(table: Table) -> Table:
    """A card has to be drawn from an empty pile (TAKI-6.1)."""
    if not table.pile_known:
        refuse(PileNotKnown, table, Action("draw", table.owed[0][0]))
    if table.rules.pile_empty == "end":
        return table._replace(owed=(), phase="over", ended_by="pile_empty")
    if table.rules.pile_empty == "reshuffle" and len(table.open_pile) > 1:
        return table._replace(phase="reshuffle")
    return check_end(table._replace(owed=()))


def check_end(table: Table) -> Table:
    """Record who is out of cards, and whether the game is over (TAKI-6.2)."""
    uncalled = frozenset(seat for seat in table.uncalled if len(table.hands[seat]) < 2)
    if uncalled != table.uncalled:
        table = table._replace(uncalled=uncalled)
    for seat, hand in enumerate(table.hands):
        if not hand and seat not in table.places:
            table = _leave_game(table, seat)
    playing = len(table.hands) - len(table.places)
    if table.places and (playing <= 1 or not table.rules.play_on):
        return table._replace(phase="over", ended_by="empty_hand")
    if 0 < table.rules.max_turns <= table.turns:
        return table._replace(phase="over", ended_by="turn_limit")
    if table.turn in table.places:
        return table._replace(turn=table.seat_after(table.turn))
    return table


def _leave_game(table: Table, seat: int) -> Table:
    catchable = table.rules.last_card_window == "until_laid" and seat in table.uncalled
    return table._replace(
        places=(*table.places, seat),
        uncalled=table.uncalled - {seat},
        challengeable=seat if catchable else table.challengeable,
    )
