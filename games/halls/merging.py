"""Merge what changed in a hall with what changed here meanwhile. Pure.

A fact that one side changed is taken from that side. One that both changed differently is a
question. Rounds are asked about together: if both sides paired round 4, the answer holds for round
4 and all after it, with everything that was played in them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from games.halls.facts import Facts, mark, order_of, round_of
from games.halls.slots import add_hall, says_the_same

Answer = Literal["hall", "server"]
HALL, SERVER = "hall", "server"
ANSWERS = (HALL, SERVER)


@dataclass(frozen=True, slots=True)
class Question:
    """key: of the fact; it is also the id of the question. keys: all facts that it decides."""

    key: str
    keys: tuple[str, ...]
    server: Any
    hall: Any


@dataclass(frozen=True, slots=True)
class Merged:
    """facts: of the event after the merge, with those that are still asked about as they are here.

    taken: the keys whose value comes from the hall. renumbered: entries of here that gave their
    number to one of the hall, with the new one. questions: all, in a stable order. unanswered:
    those without an answer. unknown: answers to no question.
    """

    facts: Facts
    renumbered: dict[int, int]
    taken: tuple[str, ...]
    questions: tuple[Question, ...]
    unanswered: tuple[Question, ...]
    unknown: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sides:
    """marks: of the facts when they were last the same on both sides, made with `salt`."""

    salt: str
    marks: Mapping[str, str]
    server: Facts
    hall: Facts

    def is_changed(self, key: str, facts: Facts) -> bool:
        was = self.marks.get(key)
        return was != (mark(self.salt, facts[key]) if key in facts else None)

    def differs(self, key: str) -> bool:
        """Whether the sides say different things."""
        one, other = self.server.get(key), self.hall.get(key)
        if key.startswith("slot:") and says_the_same(one, other):
            return False
        return one != other


def merge(sides: Sides, answers: Mapping[str, str], *, now: str) -> Merged:
    """The three-way merge. answers: "hall" or "server" by question. now: the time of an archive."""
    from_hall, asked = _split(sides)
    questions = _questions(sides, asked)
    answered = {each.key: answers[each.key] for each in questions if each.key in answers}
    taken = set(from_hall)
    for question in questions:
        if answered.get(question.key) == HALL:
            taken.update(key for key in question.keys if sides.differs(key))
    renumbered = _renumbered(sides, taken)
    return Merged(
        facts={**_applied(sides, taken, now), **_moved(sides, renumbered)},
        renumbered=renumbered,
        taken=tuple(sorted(taken, key=order_of)),
        questions=questions,
        unanswered=tuple(each for each in questions if each.key not in answered),
        unknown=tuple(sorted(set(answers) - answered.keys())),
    )


def _split(sides: Sides) -> tuple[set[str], dict[str, list[str]]]:
    """The keys that only the hall changed, and those that are asked about by their question."""
    first = _first_parted_round(sides)
    late = _doubled_numbers(sides)
    from_hall: set[str] = set()
    asked: dict[str, list[str]] = {}
    for key in sides.server.keys() | sides.hall.keys():
        if not sides.differs(key):
            continue
        number = round_of(key)
        entry = _entry_of(key)
        if first is not None and number is not None and number >= first:
            asked.setdefault(f"round:{first}", []).append(key)
        elif entry in late:
            asked.setdefault(f"entry:{entry}", []).append(key)
        elif not sides.is_changed(key, sides.server):
            from_hall.add(key)
        elif sides.is_changed(key, sides.hall):
            asked.setdefault(key, []).append(key)
    return from_hall, asked


def _first_parted_round(sides: Sides) -> int | None:
    """The first round whose pairings differ, and in which both sides changed something."""
    changed_here, changed_there = set(), set()
    for key in sides.server.keys() | sides.hall.keys() | sides.marks.keys():
        number = round_of(key)
        if number is not None:
            if sides.is_changed(key, sides.server):
                changed_here.add(number)
            if sides.is_changed(key, sides.hall):
                changed_there.add(number)
    parted = [
        number
        for number in changed_here & changed_there
        if sides.server.get(f"round:{number}") != sides.hall.get(f"round:{number}")
    ]
    return min(parted, default=None)


def _entry_of(key: str) -> int | None:
    """The entry that a fact is about, unless it is about a round."""
    words = key.split(":")
    if words[0] in ("entry", "absences"):
        return int(words[1])
    return int(words[2]) if words[0] in ("seat", "adjustments") else None


def _doubled_numbers(sides: Sides) -> set[int]:
    """Numbers that both sides gave to a new entry."""
    return {
        int(key.removeprefix("entry:"))
        for key in sides.server.keys() & sides.hall.keys() - sides.marks.keys()
        if key.startswith("entry:")
    }


def _questions(sides: Sides, asked: Mapping[str, Iterable[str]]) -> tuple[Question, ...]:
    return tuple(
        Question(
            key,
            tuple(sorted(asked[key], key=order_of)),
            sides.server.get(key),
            sides.hall.get(key),
        )
        for key in sorted(asked, key=order_of)
    )


def _applied(sides: Sides, taken: Iterable[str], now: str) -> Facts:
    facts = dict(sides.server)
    for key in taken:
        if key not in sides.hall:
            facts.pop(key, None)
        elif key.startswith("slot:") and sides.server.get(key) is not None:
            facts[key] = add_hall(sides.server[key], sides.hall[key], now=now)
        else:
            facts[key] = sides.hall[key]
    return facts


def _renumbered(sides: Sides, taken: Iterable[str]) -> dict[int, int]:
    """New numbers of entries whose number the hall gave to somebody else."""
    known = {_entry_of(key) or 0 for key in (*sides.server, *sides.hall)}
    late = _doubled_numbers(sides)
    moving = sorted(number for number in late if f"entry:{number}" in taken)
    return {number: max(known) + at for at, number in enumerate(moving, start=1)}


def _moved(sides: Sides, renumbered: Mapping[int, int]) -> Facts:
    """What this side says of them, under their new numbers; in a stage they are the last."""
    found: Facts = {}
    lasts: dict[str, int] = {}
    for key, value in sorted(sides.server.items(), key=lambda item: order_of(item[0])):
        moved = renumbered_key(key, renumbered)
        if moved == key:
            continue
        found[moved] = value
        if key.startswith("seat:"):
            stage = key.split(":")[1]
            lasts[stage] = lasts.get(stage, max(_seeds(sides, stage), default=0)) + 1
            group, _seed, *rest = value
            found[moved] = [group, lasts[stage], *rest]
    return found


def renumbered_key(key: str, renumbered: Mapping[int, int]) -> str:
    """The key of a fact about an entry after the entry got its new number."""
    number = _entry_of(key)
    if number is None or number not in renumbered:
        return key
    *words, _number = key.split(":")
    return ":".join([*words, str(renumbered[number])])


def _seeds(sides: Sides, stage: str) -> list[int]:
    prefix = f"seat:{stage}:"
    facts = (*sides.server.items(), *sides.hall.items())
    return [value[1] for key, value in facts if key.startswith(prefix)]
