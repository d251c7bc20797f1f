"""Staff actions as the journal records them, and how an action is reverted."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol

from django.utils.translation import gettext_lazy as _

from tournaments.actor import Actor

if TYPE_CHECKING:
    from tournaments.models import Entry, Event

Document = dict[str, Any]  # what a line of the journal says was so before or after


class JournalLine(Protocol):
    """The fields of a journal line that undo reads."""

    seq: int
    at: datetime
    action: str
    subject: str
    actor: Document
    before: Any
    after: Any
    text: str
    salt: str
    hash: str


@dataclass(frozen=True, slots=True)
class StaffAction:
    """An action of staff. entry: its current state, if the action is about an entry."""

    line: JournalLine
    event: "Event"
    entry: "Entry | None" = None

    @property
    def key(self) -> int:
        """The number or id in the subject: of a round, an entry, a slot, a stage or a user."""
        return int(self.line.subject.partition(":")[2])

    @property
    def after(self) -> Document:
        return dict_or_empty(self.line.after)

    @property
    def before(self) -> Document:
        return dict_or_empty(self.line.before)


def dict_or_empty(value: object) -> Document:
    return value if isinstance(value, dict) else {}


def always(_act: StaffAction) -> bool:
    return True


def same_subject(action: StaffAction, line: JournalLine) -> bool:
    return action.line.subject == line.subject


@dataclass(frozen=True, slots=True)
class Reversal:
    """How one kind of action is reverted.

    permission: the verb of `permissions`. reverted_by: the journal actions that revert it, if
    `is_reverted_by` agrees. can_revert: whether the line has the needed data. is_in_effect: whether
    the effect of an action that nobody reverted is still there.
    """

    permission: str
    revert: Callable[[Actor, StaffAction], object]
    reverted_by: tuple[str, ...]
    can_revert: Callable[[StaffAction], bool] = always
    is_reverted_by: Callable[[StaffAction, JournalLine], bool] = same_subject
    is_in_effect: Callable[[StaffAction], bool] = always


def undo_reason() -> str:
    return str(_("undone at the desk"))
