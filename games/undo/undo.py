"""Undo at the desk: the last thing staff did that can be taken back, by its way back.

Only what was done since the last round was published is undone so. The journal keeps both lines.
"""

from typing import Any

from django.utils.translation import gettext_lazy as _

from games.undo.actions import JournalLine, StaffAction
from games.undo.reversals import DECISION, PUBLISHED, REVERSALS, UNPUBLISHED
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.errors import DomainError

# After these nothing that was done to the draft before is there to be taken back.
FRESH_DRAFT = ("round.paired", "round.discarded", "round.withdrawn")


class NothingToUndo(DomainError):
    code = "nothing_to_undo"
    kind = "conflict"
    message = _("Nothing since the last round was published can be undone.")


class DoneSince(DomainError):
    code = "done_since"
    kind = "conflict"
    message = _("Something else was done meanwhile. Look again at what would be undone.")


def undo_action(*, actor: Actor, event_id: int, line: int) -> None:
    """Take back what the journal's line with this number says. Locks as the way back does.

    It is the last that staff did since a round was published; or it decided games, of which
    nothing was decided since.

    :raises NothingToUndo: it is taken back already, or cannot be.
    :raises DoneSince: it is not the last.
    :raises DomainError: as the way back; something depends on it.
    """
    event = selectors.event_by_id(event_id)
    permissions.require(actor, "staff.view", event)
    standing = undoable_actions(event)
    found = next((action for action in standing if action.line.seq == line), None)
    if found is None:
        raise NothingToUndo
    way = REVERSALS[found.line.action]
    alone = any(
        action.line.subject == found.line.subject and action.line.seq > line for action in standing
    )
    if (found is not standing[-1] and way is not DECISION) or alone:
        raise DoneSince
    way.back(actor, found)


def last_action(actor: Actor, event: Any) -> StaffAction | None:
    """What Undo would take back now; None for nothing, or where the actor may not."""
    standing = undoable_actions(event)
    if not standing:
        return None
    verb = REVERSALS[standing[-1].line.action].verb
    return standing[-1] if permissions.may(actor, verb, event) else None


def undoable_actions(event: Any) -> list[StaffAction]:
    """What staff did since the last publish and nobody took back, the oldest first."""
    entries = selectors.entries_now(event)
    standing: list[StaffAction] = []
    for line in selectors.journal_since(event, _since(event)):
        entry = entries.get(_entry_in(line))
        action = StaffAction(line, event, entry.row if entry else None)
        end = _ended_by(standing, line)
        if line.action in FRESH_DRAFT:
            standing = [each for each in standing if each.line.subject != line.subject]
        elif end is not None:
            standing.remove(end)
            continue
        way = REVERSALS.get(line.action)
        own = entry is not None and line.actor.get("user") in entry.accounts
        if way and line.actor["kind"] == "user" and not own and way.fits(action):
            standing.append(action)
    return [action for action in standing if REVERSALS[action.line.action].still(action)]


def _since(event: Any) -> int:
    """The line of the last publish that holds; 0 before any."""
    held: list[JournalLine] = []
    for line in selectors.journal_of(event, about="round").order_by("seq"):
        if line.action == PUBLISHED:
            held.append(line)
        elif line.action in UNPUBLISHED:
            held = [each for each in held if each.subject != line.subject]
    return held[-1].seq if held else 0


def _ended_by(standing: list[StaffAction], line: JournalLine) -> StaffAction | None:
    """The action that a line takes back: the last one that it can end."""
    for action in reversed(standing):
        way = REVERSALS[action.line.action]
        if line.action in way.ended_by and way.ends(action, line):
            return action
    return None


def _entry_in(line: JournalLine) -> int:
    """The id of the entry that a line is about, else 0."""
    kind, _colon, key = line.subject.partition(":")
    return int(key) if kind == "entry" else 0
