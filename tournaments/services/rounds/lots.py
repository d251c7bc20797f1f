"""Seeds of draws, from a secure random source unless one is given.

A seed is a number from 0 to 2**31 - 1: it fits the column of every database, is exact in JSON and
JavaScript, and can be typed. A drawn seed is stored at once, so the draw can be repeated.
"""

import secrets
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from tournaments.actor import Actor
from tournaments.documents import Document
from tournaments.errors import InvalidInput
from tournaments.models import Event, JournalLine
from tournaments.services import journal

MOST_SEED = 2**31 - 1
DRAWN, DRAWN_AGAIN, GIVEN = "lot.drawn", "lot.redrawn", "lot.given"


class Lot(NamedTuple):
    """drawn: the seed comes from the secure random source."""

    seed: int
    drawn: bool

    @property
    def origin(self) -> str:
        """As stored in proofs."""
        return "drawn" if self.drawn else "given"


def choose_lot(seed: int | None) -> Lot:
    """A lot with the given seed, which may be 0; None draws one.

    :raises InvalidInput: the seed is no number, or out of range.
    """
    if seed is None:
        return Lot(secrets.randbelow(MOST_SEED + 1), True)
    if type(seed) is not int or not 0 <= seed <= MOST_SEED:
        raise InvalidInput(field="seed", problem=_("a number from 0 to 2147483647"))
    return Lot(seed, False)


def journal_lot(actor: Actor, event: Event, subject: str, lot: Lot) -> None:
    """Write a draw for `subject` ("round:1", "stage:2") to the journal. The Event is locked.

    A second draw for the same subject is written as a redraw.
    """
    scope = f"event:{event.slug}"
    action = GIVEN
    if lot.drawn:
        earlier = JournalLine.objects.filter(
            scope=scope, subject=subject, action__in=(DRAWN, DRAWN_AGAIN, GIVEN)
        )
        action = DRAWN_AGAIN if earlier.exists() else DRAWN
    after: Document = {"seed": lot.seed}
    journal.write(actor, action, scope=scope, subject=subject, after=after)
