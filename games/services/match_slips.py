"""The results of a whole match of teams, entered at once: every board that is named, or none."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from django.utils.translation import gettext_lazy as _

from games.outcomes import Claim
from games.services.desk import dispute_differing, enter_slip
from games.services.locks import lock_slots
from games.services.rulings.no_show import record_no_show
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.errors import DomainError
from tournaments.execution.transactions import in_transaction


class BoardRefused(DomainError):
    """What one board of a match was refused for; then nothing of the match is entered."""

    code = "board_refused"
    kind = "unproven"
    message = _("Board {board}: {problem}")


@dataclass(frozen=True, slots=True)
class BoardSlip:
    """claims: by number of the game. absent: seats that did not come; then there are no claims."""

    board: int
    pairing_id: int
    claims: Mapping[int, Claim] = field(default_factory=dict)
    absent: Sequence[int] = ()


@contextmanager
def naming_board(board: int) -> Iterator[None]:
    """:raises BoardRefused: something about the board is refused."""
    try:
        yield
    except DomainError as error:
        raise BoardRefused(board=board, problem=str(error), reason=error.code) from error


@in_transaction
def enter_match(*, actor: Actor, match: int, boards: Sequence[BoardSlip]) -> None:
    """Make the claims of a match the counted results. Repeating it changes nothing.

    match: its number in the round. Undo takes back all its claims together; no-shows are rulings,
    and are taken back by themselves. Locks the GameSlots of the boards.

    :raises BoardRefused: as `enter_slip` and `record_no_show` refuse, with the board.
    """
    _lock(actor, boards)
    entered = sorted(slip.board for slip in boards if slip.claims)
    together = {"match": {"number": match, "boards": entered}}
    # No-shows first: what is undone first is then the line that was typed.
    for slip in sorted(boards, key=lambda slip: (bool(slip.claims), slip.board)):
        with naming_board(slip.board):
            pairing = slip.pairing_id
            if slip.claims:
                enter_slip(actor=actor, pairing_id=pairing, claims=slip.claims, together=together)
            else:
                record_no_show(actor=actor, pairing_id=pairing, seats=slip.absent)


@in_transaction
def dispute_match(*, actor: Actor, boards: Sequence[BoardSlip], text: str) -> list[int]:
    """Of a match whose games have results: the boards that differ, after `dispute_differing`.

    :raises BoardRefused: as `dispute_differing` refuses, with the board.
    """
    _lock(actor, boards)
    differing = []
    for slip in sorted(boards, key=lambda slip: slip.board):
        with naming_board(slip.board):
            if dispute_differing(
                actor=actor, pairing_id=slip.pairing_id, claims=slip.claims, text=text
            ):
                differing.append(slip.board)
    return differing


def _lock(actor: Actor, boards: Sequence[BoardSlip]) -> None:
    """:raises NotAllowed: of any board."""
    slots = selectors.slots_of_pairings([slip.pairing_id for slip in boards])
    for slot in slots:
        permissions.require(actor, "slot.desk", slot)
    lock_slots(sorted(slot.slot_id for slot in slots))
