"""Teams, their line-ups and matches, as algorithms see them."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Team:
    """A team of a stage. members: entry numbers in order of strength; reserves are the last."""

    number: int
    members: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LineUp:
    """Who plays for a team in the next round, in order of strength, as its captain said."""

    team: int
    entries: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """A match of a round, on several boards; number from 1. One team is a bye.

    decided_for: the seat (1 or 2) that staff let go on if the match is drawn. It is not in `repr`,
    because stored marks of tables without decisions depend on it.
    """

    round: int
    number: int
    teams: tuple[int, ...]
    decided_for: int | None = field(default=None, repr=False)
