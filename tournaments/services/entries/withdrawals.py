"""Undo a withdrawal. `absences.return_entry` lets an entry return for a later round.

`games.services` takes back the forfeited games.
"""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.errors import DomainError
from tournaments.execution.transactions import in_transaction
from tournaments.models import Absence
from tournaments.services.entries.absences import (
    journal_absence,
    lock_playing_entry,
)
from tournaments.services.rounds.results import bump_results
from tournaments.standings.presence import WITHDRAWN


class NotWithdrawn(DomainError):
    code = "not_withdrawn"
    message = _("This entry is not withdrawn.")


class PairedWithout(DomainError):
    code = "paired_without"
    message = _("Round {round} was paired without this entry. Have it return for a later round.")


@in_transaction
def undo_withdrawal(*, actor: Actor, entry_id: int, reason: str = "") -> Absence:
    """Cancel the withdrawal of an entry and restore the byes that it ended; by staff. Locks Event.

    :raises NotWithdrawn: the entry is not withdrawn.
    :raises PairedWithout: a round since then is paired without it.
    """
    event, entry = lock_playing_entry(actor, "entry.return", entry_id)
    permissions.require(actor, "entry.absent", entry)
    found = get_withdrawal(entry_id)
    since = event.rounds.filter(number__gte=found.from_round).order_by("number")
    missed = since.exclude(pairings__seats__entry=entry).first()
    if missed is not None:
        raise PairedWithout(round=missed.number)
    found.cancelled_at = timezone.now()
    found.save(update_fields=["cancelled_at"])
    for pk, to_round in _ended_with(found):
        entry.absences.filter(pk=pk).update(to_round=to_round, cancelled_at=None)
    more = {"back": found.from_round}
    journal_absence(actor, event, "entry.returned", found, text=reason, more=more)
    bump_results(event.pk)
    return found


def get_withdrawal(entry_id: int) -> Absence:
    """:raises NotWithdrawn: the entry is not withdrawn."""
    away = Absence.objects.filter(entry=entry_id, cancelled_at=None, to_round=None)
    found = away.filter(kind=WITHDRAWN).order_by("pk").last()
    if found is None:
        raise NotWithdrawn
    return found


def _ended_with(withdrawal: Absence) -> list[Any]:
    """[absence id, its former last round] for each absence that a withdrawal ended."""
    line = selectors.withdrawal_line(withdrawal)
    return list((line.after or {}).get("ended", ())) if line else []
