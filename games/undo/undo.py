"""Undo at the desk: the last thing staff did that can be taken back, by its way back.

Only what was done since the last round was published is undone so. The journal keeps both lines.
"""

from typing import Any

from django.utils.translation import gettext_lazy as _

from games.undo.acts import Act, Line
from games.undo.ways import DECISION, PUBLISHED, UNPUBLISHED, WAYS
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


def undo_act(*, actor: Actor, event_id: int, line: int) -> None:
    """Take back what the journal's line with this number says. Locks as the way back does.

    It is the last that staff did since a round was published; or it decided games, of which
    nothing was decided since.

    :raises NothingToUndo: it is taken back already, or cannot be.
    :raises DoneSince: it is not the last.
    :raises DomainError: as the way back; something depends on it.
    """
    event = selectors.event_by_id(event_id)
    permissions.require(actor, "staff.view", event)
    standing = acts_of(event)
    found = next((act for act in standing if act.line.seq == line), None)
    if found is None:
        raise NothingToUndo
    way = WAYS[found.line.action]
    alone = any(act.line.subject == found.line.subject and act.line.seq > line for act in standing)
    if (found is not standing[-1] and way is not DECISION) or alone:
        raise DoneSince
    way.back(actor, found)


def last_act(actor: Actor, event: Any) -> Act | None:
    """What Undo would take back now; None for nothing, or where the actor may not."""
    standing = acts_of(event)
    if not standing:
        return None
    verb = WAYS[standing[-1].line.action].verb
    return standing[-1] if permissions.may(actor, verb, event) else None


def acts_of(event: Any) -> list[Act]:
    """What staff did since the last publish and nobody took back, the oldest first."""
    entries = selectors.entries_with_accounts(event)
    standing: list[Act] = []
    for line in selectors.journal_since(event, _since(event)):
        entry = entries.get(_entry_in(line))
        act = Act(line, event, entry.row if entry else None)
        ended = _ended_by(standing, line)
        if line.action in FRESH_DRAFT:
            standing = [each for each in standing if each.line.subject != line.subject]
        elif ended is not None:
            standing.remove(ended)
            continue
        way = WAYS.get(line.action)
        own = entry is not None and line.actor.get("user") in entry.accounts
        if way and line.actor["kind"] == "user" and not own and way.fits(act):
            standing.append(act)
    return [act for act in standing if WAYS[act.line.action].still(act)]


def _since(event: Any) -> int:
    """The line of the last publish that holds; 0 before any."""
    held: list[Line] = []
    for line in selectors.journal_of(event, about="round").order_by("seq"):
        if line.action == PUBLISHED:
            held.append(line)
        elif line.action in UNPUBLISHED:
            held = [each for each in held if each.subject != line.subject]
    return held[-1].seq if held else 0


def _ended_by(standing: list[Act], line: Line) -> Act | None:
    """The act that a line takes back: the last one that it can end."""
    for act in reversed(standing):
        way = WAYS[act.line.action]
        if line.action in way.ended_by and way.ends(act, line):
            return act
    return None


def _entry_in(line: Line) -> int:
    """The id of the entry that a line is about, else 0."""
    kind, _colon, key = line.subject.partition(":")
    return int(key) if kind == "entry" else 0
