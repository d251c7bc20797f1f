"""Undo at the desk: revert the last revertible action of staff.

Only actions since the last published round can be undone. The journal keeps both lines.
"""

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from games.undo.actions import JournalLine, StaffAction
from games.undo.reversals import DECISION, PUBLISHED, REVERSALS, UNPUBLISHED
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.errors import DomainError

if TYPE_CHECKING:
    from tournaments.models import Event

# These actions replace the draft, so earlier edits of it cannot be undone.
FRESH_DRAFT = ("round.paired", "round.discarded", "round.withdrawn")


class NothingToUndo(DomainError):
    code = "nothing_to_undo"
    message = _("Nothing since the last round was published can be undone.")


class DoneSince(DomainError):
    code = "done_since"
    message = _("Something else was done meanwhile. Look again at what would be undone.")


def undo_action(*, actor: Actor, event_id: int, line: int) -> None:
    """Revert the action in the journal line with this number. Locks as the reversal does.

    It must be the last action of staff since a round was published, or the last decision on its
    game.

    :raises NothingToUndo: it is reverted already, or cannot be.
    :raises DoneSince: it is not the last.
    :raises DomainError: something depends on it.
    """
    event = selectors.event_by_id(event_id)
    permissions.require(actor, "staff.view", event)
    undoable = undoable_actions(event)
    found = next((action for action in undoable if action.line.seq == line), None)
    if found is None:
        raise NothingToUndo
    reversal = REVERSALS[found.line.action]
    alone = any(
        action.line.subject == found.line.subject and action.line.seq > line for action in undoable
    )
    if (found is not undoable[-1] and reversal is not DECISION) or alone:
        raise DoneSince
    reversal.revert(actor, found)


def last_action(actor: Actor, event: "Event") -> StaffAction | None:
    """The action that Undo would revert; None if there is none or the actor may not."""
    undoable = undoable_actions(event)
    if not undoable:
        return None
    permission = REVERSALS[undoable[-1].line.action].permission
    return undoable[-1] if permissions.may(actor, permission, event) else None


def undoable_actions(event: "Event") -> list[StaffAction]:
    """The actions of staff since the last published round that can be reverted, oldest first."""
    entries = selectors.entries_with_accounts(event)
    undoable: list[StaffAction] = []
    for line in selectors.journal_since(event, _since(event)):
        entry = entries.get(_entry_in(line))
        action = StaffAction(line, event, entry.row if entry else None)
        end = _reverted_action(undoable, line)
        if line.action in FRESH_DRAFT:
            undoable = [each for each in undoable if each.line.subject != line.subject]
        elif end is not None:
            undoable.remove(end)
            continue
        reversal = REVERSALS.get(line.action)
        own = entry is not None and line.actor.get("user") in entry.accounts
        if reversal and line.actor["kind"] == "user" and not own and reversal.can_revert(action):
            undoable.append(action)
    return [action for action in undoable if REVERSALS[action.line.action].is_in_effect(action)]


def _since(event: "Event") -> int:
    """The number of the last publication's line, ignoring unpublished rounds; 0 without any."""
    published: list[JournalLine] = []
    for line in selectors.journal_of(event, about="round").order_by("seq"):
        if line.action == PUBLISHED:
            published.append(line)
        elif line.action in UNPUBLISHED:
            published = [each for each in published if each.subject != line.subject]
    return published[-1].seq if published else 0


def _reverted_action(undoable: list[StaffAction], line: JournalLine) -> StaffAction | None:
    """The last action that a line reverts."""
    for action in reversed(undoable):
        reversal = REVERSALS[action.line.action]
        if line.action in reversal.reverted_by and reversal.is_reverted_by(action, line):
            return action
    return None


def _entry_in(line: JournalLine) -> int:
    """The id of the entry in a line's subject, else 0."""
    kind, _colon, key = line.subject.partition(":")
    return int(key) if kind == "entry" else 0
