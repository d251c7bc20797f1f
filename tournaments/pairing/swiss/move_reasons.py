"""Why an entry of a Swiss pair moves first: preferences, and which rule decided.

Source: FIDE C.04.3 art. 1.7 (preferences) and 5.2.1 to 5.2.5, which the engine calls E.1 to E.5.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import gettext_noop
from tournaments.pairing.first_move import Moves, first_move_surplus, required_move
from tournaments.pairing.interface import Reason
from tournaments.pairing.swiss.report import EngineInput

NONE, MILD, STRONG, ABSOLUTE = range(4)  # how strong a preference is

MESSAGES: dict[str, str] = {
    "moves_opposite": gettext_noop(
        "{first} should move first and {second} second: both get what they should "
        "(FIDE C.04.3 art. 5.2.1)."
    ),
    "moves_first_wanted": gettext_noop(
        "{first} should move first; for {second} it makes no difference (FIDE C.04.3 art. 5.2.1)."
    ),
    "moves_second_wanted": gettext_noop(
        "{second} should move second; for {first} it makes no difference (FIDE C.04.3 art. 5.2.1)."
    ),
    "moves_first_stronger": gettext_noop(
        "Both should move first; the need of {first} is the greater, from its earlier "
        "moves (FIDE C.04.3 art. 5.2.2)."
    ),
    "moves_second_stronger": gettext_noop(
        "Both should move second; the need of {second} is the greater, from its earlier "
        "moves (FIDE C.04.3 art. 5.2.2)."
    ),
    "moves_alternate": gettext_noop(
        "When the two last had different moves, {first} moved second and {second} "
        "first: now it is the other way round (FIDE C.04.3 art. 5.2.3)."
    ),
    "moves_first_higher": gettext_noop(
        "Both should move first, with equal need; {first} stands higher (FIDE C.04.3 art. 5.2.4)."
    ),
    "moves_second_higher": gettext_noop(
        "Both should move second, with equal need; {second} stands higher (FIDE C.04.3 art. 5.2.4)."
    ),
    "moves_odd": gettext_noop(
        "Neither has moved yet. {entry} stands higher; its pairing number {number} is odd, "
        "so it has the move that was settled for number 1 (FIDE C.04.3 art. 5.2.5)."
    ),
    "moves_even": gettext_noop(
        "Neither has moved yet. {entry} stands higher; its pairing number {number} is "
        "even, so it has the move that number 1 has not (FIDE C.04.3 art. 5.2.5)."
    ),
}


@dataclass(frozen=True, slots=True)
class Preference:
    """The move that an entry should have. first: None without a preference (art. 1.7)."""

    first: bool | None
    strength: int

    @classmethod
    def of(cls, moves: Moves) -> Preference:
        """The preference after these moves; the first definition of art. 1.7 that applies."""
        if (due := required_move(moves)) is not None:
            return cls(due, ABSOLUTE)
        if ahead := first_move_surplus(moves):
            return cls(ahead < 0, STRONG)
        return cls(not moves[-1], MILD) if moves else cls(None, NONE)


def entry_moves(engine_input: EngineInput, entry: int) -> Moves:
    """The entry's moves in the matches it played; True: it moved first."""
    cells = (
        cell for cell in engine_input.cells[entry] if cell.opponent and cell.result not in "+-"
    )
    return tuple(cell.color == "w" for cell in cells)


def explain_moves(engine_input: EngineInput, first: int, second: int, *, rule: str) -> Reason:
    """Why `first` moves first. rule: the engine's E.1 to E.5."""
    params = {"first": first, "second": second}
    claim = Preference.of(entry_moves(engine_input, first))
    other = Preference.of(entry_moves(engine_input, second))
    kind = "first" if claim.first else "second"  # the move both want, if they want the same
    match rule:
        case "E.1" if None not in (claim.first, other.first):
            return Reason("moves_opposite", params)
        case "E.1":
            wanted = "moves_second_wanted" if claim.first is None else "moves_first_wanted"
            return Reason(wanted, params)
        case "E.2":
            return Reason(f"moves_{kind}_stronger", params)
        case "E.3":
            return Reason("moves_alternate", params)
        case "E.4":
            return Reason(f"moves_{kind}_higher", params)
    high = min(first, second, key=lambda e: (-_score_x2(engine_input, e), engine_input.ranks[e]))
    number = _pairing_number(engine_input, high)
    return Reason("moves_odd" if number % 2 else "moves_even", {"entry": high, "number": number})


def _score_x2(engine_input: EngineInput, entry: int) -> int:
    return engine_input.score_x2(entry, before=engine_input.state.next_round)


def _pairing_number(engine_input: EngineInput, entry: int) -> int:
    """The place among entries that are present or were ever paired, as the engine counts it."""
    here = set(engine_input.state.present_entries(engine_input.state.next_round))
    return sum(
        other in here
        or any(cell.opponent or cell.result == "U" for cell in engine_input.cells[other])
        for other in engine_input.entries[: engine_input.ranks[entry]]
    )
