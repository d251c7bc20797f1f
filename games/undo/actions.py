"""What a line of the journal says that staff did, and what a way back from it is."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from django.utils.translation import gettext_lazy as _

from tournaments.actor import Actor


class JournalLine(Protocol):
    """What is read of a line of the journal."""

    seq: int
    at: datetime
    action: str
    subject: str
    actor: dict[str, Any]
    before: Any
    after: Any
    text: str
    salt: str


@dataclass(frozen=True, slots=True)
class StaffAction:
    """Something staff did, with what its way back needs.

    entry: as it is now, where the line is about one.
    """

    line: JournalLine
    event: Any
    entry: Any = None

    @property
    def key(self) -> int:
        """The number or the id in the subject: of a round, an entry, a slot, a stage, a user."""
        return int(self.line.subject.partition(":")[2])

    @property
    def after(self) -> dict[str, Any]:
        return dict_or_empty(self.line.after)

    @property
    def before(self) -> dict[str, Any]:
        return dict_or_empty(self.line.before)


def dict_or_empty(told: Any) -> dict[str, Any]:
    return told if isinstance(told, dict) else {}


def always(_act: StaffAction) -> bool:
    return True


def same_subject(action: StaffAction, line: JournalLine) -> bool:
    return action.line.subject == line.subject


@dataclass(frozen=True, slots=True)
class Reversal:
    """verb: who may. ended_by: the actions that say it is taken back, where `ends` agrees.

    fits: whether the line tells what the way back needs. still: whether what it did is there yet,
    asked of what nobody took back.
    """

    verb: str
    back: Callable[[Actor, StaffAction], object]
    ended_by: tuple[str, ...]
    fits: Callable[[StaffAction], bool] = always
    ends: Callable[[StaffAction, JournalLine], bool] = same_subject
    still: Callable[[StaffAction], bool] = always


def undo_reason() -> str:
    return str(_("undone at the desk"))
