"""What a calendar holds. Pure."""

from dataclasses import dataclass
from datetime import date, datetime


@dataclass(frozen=True, slots=True)
class Item:
    """uid: never another one for the same thing. revision: rises with each change.

    begins: a day or a moment. is_busy: whether the reader is occupied then.
    """

    uid: str
    summary: str
    begins: datetime | date
    ends: datetime | None
    revision: int
    changed_at: datetime
    url: str
    place: str = ""
    cancelled: bool = False
    is_busy: bool = True
