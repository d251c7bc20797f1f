"""Explains each pairing of a Swiss round with the rule behind it.

Derived from the engine's score brackets and earlier rounds. "C4" to "C21" are the criteria of
FIDE C.04.3 article 2. Halves: a group is split into an upper and a lower half; the first choice
pairs the first of one with the first of the other, and so on (article 3). Entries that floated
down into a group take the place of the upper half.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from engine.errors import gettext_noop
from tournaments.pairing.interface import Reason
from tournaments.pairing.swiss import move_reasons
from tournaments.pairing.swiss.move_reasons import (
    ABSOLUTE,
    Preference,
    entry_moves,
    explain_moves,
)
from tournaments.pairing.swiss.report import EngineInput
from tournaments.standings.points import proof_points_text

MESSAGES: dict[str, str] = {
    **move_reasons.MESSAGES,
    "swiss_same_score": gettext_noop("Both entries have a score of {points}."),
    "swiss_floated": gettext_noop(
        "{entry} has a score of {points} and floated down to {opponent}, who has {lower}."
    ),
    "float_alone": gettext_noop("Nobody else is to be paired at a score of {points}."),
    "float_nobody": gettext_noop(
        "{entry} may meet nobody else of those to be paired at a score of {points} (FIDE "
        "C.04.3 art. 2.1)."
    ),
    "float_odd": gettext_noop(
        "The entries to be paired at a score of {points} are {size}, an odd number: one of them "
        "floats down (FIDE C.04.3 art. 1.4.1)."
    ),
    "float_several": gettext_noop(
        "Of the {size} entries to be paired at a score of {points}, {floated} had to float down, "
        "so that all others there and everybody below can be paired (FIDE C.04.3 C4, C6)."
    ),
    "float_on_nobody": gettext_noop(
        "Nor may {entry} meet anybody with a score of {points} (FIDE C.04.3 art. 2.1)."
    ),
    "float_on": gettext_noop(
        "Nor was {entry} paired at a score of {points}, so that all others there and "
        "everybody below can be paired (FIDE C.04.3 C4, C6 to C8)."
    ),
    "float_lowest": gettext_noop("{entry} is the lowest of them."),
    "float_spared_last_round": gettext_noop(
        "{other}, the lowest of them, is spared: it floated down in the last round (FIDE "
        "C.04.3 C14)."
    ),
    "float_spared_two_rounds": gettext_noop(
        "{other}, the lowest of them, is spared: it floated down two rounds ago (FIDE C.04.3 C16)."
    ),
    "float_better": gettext_noop(
        "Had {other}, the lowest of them, floated down instead, the others would be paired "
        "less well (FIDE C.04.3 C7 to C21)."
    ),
    "halves_first_choice": gettext_noop(
        "It is the first choice of the group: number {place} of the upper half against number "
        "{place} of the lower (FIDE C.04.3 art. 3)."
    ),
    "halves_floater_first_choice": gettext_noop(
        "It is the first choice of the group: number {place} of those who floated down against "
        "number {place} of the group itself (FIDE C.04.3 art. 3)."
    ),
    "halves_exchanged": gettext_noop(
        "Both are of the same half of their group: the halves against each other gave no pairing "
        "as good, so entries changed places (FIDE C.04.3 art. 4.3)."
    ),
    "not_above_met": gettext_noop(
        "The first choice for {entry} was {natural}, but they have met before, in "
        "round {round} (FIDE C.04.3 art. 2.1.1)."
    ),
    "not_above_forbidden": gettext_noop(
        "The first choice for {entry} was {natural}, but the organiser keeps them apart."
    ),
    "not_above_must_move_alike": gettext_noop(
        "The first choice for {entry} was {natural}, but both must have the same "
        "move, first or second (FIDE C.04.3 art. 2.1.3)."
    ),
    "not_above_move_alike": gettext_noop(
        "The first choice for {entry} was {natural}, but both should have the same "
        "move, and with this pairing more entries get the one they should have (FIDE C.04.3 "
        "C12, C13)."
    ),
    "not_above_floated_last_round": gettext_noop(
        "The first choice for {entry} was {natural}, who floated up in the last "
        "round and is spared (FIDE C.04.3 C15)."
    ),
    "not_above_floated_two_rounds": gettext_noop(
        "The first choice for {entry} was {natural}, who floated up two rounds ago "
        "and is spared (FIDE C.04.3 C17)."
    ),
    "not_above_needed": gettext_noop(
        "The first choice for {entry} was {natural}, who is needed elsewhere so that "
        "the group as a whole is paired best (FIDE C.04.3 art. 4.2)."
    ),
    "swiss_met_before": gettext_noop("They have met before, in round {round}."),
    "bye_odd": gettext_noop("The number of entries is odd: {entry} has the bye."),
    "bye_lowest": gettext_noop("Nobody has a lower score than its {points} (FIDE C.04.3 C5)."),
    "bye_below_had": gettext_noop(
        "Whoever has a lower score than its {points} had a bye, or a win without playing, "
        "before (FIDE C.04.3 art. 2.1.2)."
    ),
    "bye_below_needed": gettext_noop(
        "Without those who have a lower score than its {points} and had no bye yet, the others "
        "could not all be paired (FIDE C.04.3 C4, C5)."
    ),
    "bye_unplayed": gettext_noop(
        "Of those with a score of {points} it missed the fewest games so far: {missed} (FIDE "
        "C.04.3 C9)."
    ),
    "bye_last": gettext_noop("It is the lowest of those with a score of {points} who may have it."),
    "bye_better": gettext_noop(
        "With the bye for one below it at a score of {points}, the others would be paired less "
        "well (FIDE C.04.3 C9 to C21)."
    ),
}


def explain_match(
    engine_input: EngineInput, answer: Mapping[str, object], pair: tuple[int, int]
) -> tuple[Reason, ...]:
    """Scores, floats, opponent and first move. pair: the engine's own numbers."""
    return _Explainer(engine_input, answer).explain_match(*pair)


def explain_bye(
    engine_input: EngineInput, answer: Mapping[str, object], rank: int
) -> tuple[Reason, ...]:
    """Why this entry has the bye. rank: the engine's own number."""
    return _Explainer(engine_input, answer).explain_bye(engine_input.entries[rank - 1])


ROUNDS_AGO = {1: "last_round", 2: "two_rounds"}


def is_quick(bracket: Mapping[str, Any]) -> bool:
    """Whether a bracket of the engine's answer was paired by the quick method."""
    return any(mode == "quick" for *_pair, mode in bracket["pairs"])


@dataclass(frozen=True, slots=True)
class _Bracket:
    """A score bracket as the engine paired it. members: entries, the highest first."""

    members: tuple[int, ...]
    pairs: tuple[tuple[int, int, str], ...]  # first mover, second, rule of the moves
    floaters: frozenset[int]
    quick: bool  # paired by `quick.py`, which has no reasons for a choice


@dataclass(frozen=True)
class _Explainer:
    engine_input: EngineInput
    answer: Mapping[str, Any]

    @cached_property
    def brackets(self) -> tuple[_Bracket, ...]:
        """From the highest score down; without the bye."""
        entry_of = (0, *self.engine_input.entries)
        return tuple(
            _Bracket(
                tuple(entry_of[rank] for rank in bracket["competitors"] if rank),
                tuple(
                    (entry_of[w], entry_of[b], rule)
                    for w, b, rule, _ in bracket["pairs"]
                    if w and b
                ),
                frozenset(entry_of[rank] for rank in bracket["downfloaters"] if rank),
                is_quick(bracket),
            )
            for bracket in self.answer["brackets"]
        )

    def explain_match(self, w: int, b: int) -> tuple[Reason, ...]:
        first, second = self.engine_input.entries[w - 1], self.engine_input.entries[b - 1]
        bracket, rule = next(
            (bracket, rule)
            for bracket in self.brackets
            for one, other, rule in bracket.pairs
            if (one, other) == (first, second)
        )
        high, low = sorted((first, second), key=bracket.members.index)
        why = self._scores(bracket, high, low)
        if not bracket.quick:
            why += self._opponent(bracket, high, low)
        if met := self._last_meeting(first, second):
            why.append(Reason("swiss_met_before", {"round": met}))
        return (*why, explain_moves(self.engine_input, first, second, rule=rule))

    def _scores(self, bracket: _Bracket, high: int, low: int) -> list[Reason]:
        above_x2, below_x2 = self._score_x2(high), self._score_x2(low)
        if above_x2 == below_x2:
            return [Reason("swiss_same_score", {"points": proof_points_text(above_x2)})]
        scores = {"points": proof_points_text(above_x2), "lower": proof_points_text(below_x2)}
        floated = Reason("swiss_floated", {"entry": high, "opponent": low, **scores})
        if bracket.quick:
            return [floated]
        return [floated, *self._float(high), *self._float_on(high, self.brackets.index(bracket))]

    def _float_on(self, entry: int, end: int) -> list[Reason]:
        """Why a floater was not paired in the brackets that it passed through."""
        why = []
        for above, bracket in pairwise(self.brackets[:end]):
            own = set(bracket.members) - set(above.members)
            if own and entry in above.members and entry in bracket.members:
                code = "float_on"
                if all(self._cannot_meet(entry, other) for other in own):
                    code = "float_on_nobody"
                points_x2 = max(map(self._score_x2, own))
                why.append(Reason(code, {"entry": entry, "points": proof_points_text(points_x2)}))
        return why

    def _float(self, entry: int) -> list[Reason]:
        """Why an entry was not paired within its own score."""
        own = next(bracket for bracket in self.brackets if entry in bracket.members)
        size, points = len(own.members), proof_points_text(self._score_x2(entry))
        if own.members == (entry,):
            return [Reason("float_alone", {"points": points})]
        if all(self._cannot_meet(entry, other) for other in own.members if other != entry):
            return [Reason("float_nobody", {"entry": entry, "points": points})]
        floated = len(own.floaters)
        why = Reason("float_odd", {"size": size, "points": points})
        if floated != 1 or size % 2 == 0:
            why = Reason("float_several", {"size": size, "points": points, "floated": floated})
        other = own.members[-1]
        if other == entry:
            return [why, Reason("float_lowest", {"entry": entry})]
        if other in own.floaters:
            return [why]
        if ago := self._rounds_since_float(other, "down"):
            return [why, Reason(f"float_spared_{ROUNDS_AGO[ago]}", {"other": other})]
        return [why, Reason("float_better", {"other": other})]

    def _opponent(self, bracket: _Bracket, high: int, low: int) -> list[Reason]:
        """Whether the pair is the first choice of its group, and if not, why."""
        at = self.brackets.index(bracket)
        arrived = {entry for above in self.brackets[:at] for entry in above.members}
        if low in arrived:
            return []
        paired = [pair[:2] for pair in bracket.pairs]
        with_arrived = {entry for pair in paired if arrived & set(pair) for entry in pair}
        rest = [entry for entry in bracket.members if entry not in arrived]
        if high in arrived:
            upper = [entry for entry in bracket.members if entry in arrived & with_arrived]
            first_choice = "halves_floater_first_choice"
        else:
            rest = [entry for entry in rest if entry not in with_arrived]
            half = len(paired) - len(with_arrived) // 2
            upper, rest = rest[:half], rest[half:]
            first_choice = "halves_first_choice"
        if high not in upper or low not in rest:
            return [Reason("halves_exchanged", {})]
        place = upper.index(high)
        if place < len(rest) and rest[place] != low:
            return [self._not_above(high, rest[place], instead=low)]
        return [Reason(first_choice, {"place": place + 1})]

    def _not_above(self, entry: int, natural: int, *, instead: int) -> Reason:
        """Why an entry does not meet its first choice."""
        params: dict[str, int | str] = {"entry": entry, "natural": natural}
        if met := self._last_meeting(entry, natural):
            return Reason("not_above_met", {**params, "round": met})
        if self._forbidden(entry, natural):
            return Reason("not_above_forbidden", params)
        mine, theirs = self._preference(entry), self._preference(natural)
        if mine == theirs and mine.strength == ABSOLUTE:
            return Reason("not_above_must_move_alike", params)
        alike = mine.first is not None and mine.first == theirs.first
        if alike and self._preference(instead).first != mine.first:
            return Reason("not_above_move_alike", params)
        floats = self._score_x2(natural) < self._score_x2(entry)
        if floats and (ago := self._rounds_since_float(natural, "up")):
            return Reason(f"not_above_floated_{ROUNDS_AGO[ago]}", params)
        return Reason("not_above_needed", params)

    def explain_bye(self, entry: int) -> tuple[Reason, ...]:
        score_x2 = self._score_x2(entry)
        points = {"points": proof_points_text(score_x2)}
        here = set(self.engine_input.state.present_entries(self.engine_input.state.next_round))
        able = [e for e in self.engine_input.entries if e in here and self._may_have_bye(e)]
        odd = Reason("bye_odd", {"entry": entry})
        if any(bracket.quick for bracket in self.brackets):
            return (odd,)
        below = "bye_below_had"
        if all(self._score_x2(other) >= score_x2 for other in here):
            below = "bye_lowest"
        elif any(self._score_x2(other) < score_x2 for other in able):
            below = "bye_below_needed"
        why = [odd, Reason(below, points)]
        missed = {e: self._missed_rounds(e) for e in able if self._score_x2(e) == score_x2}
        if max(missed.values()) > missed[entry]:
            why.append(Reason("bye_unplayed", {**points, "missed": missed[entry]}))
        alike = [e for e in missed if missed[e] == missed[entry]]
        if len(alike) > 1:
            why.append(Reason("bye_last" if alike[-1] == entry else "bye_better", points))
        return tuple(why)

    def _score_x2(self, entry: int) -> int:
        return self.engine_input.score_x2(entry, before=self.engine_input.state.next_round)

    def _preference(self, entry: int) -> Preference:
        return Preference.of(entry_moves(self.engine_input, entry))

    def _forbidden(self, one: int, other: int) -> bool:
        return self.engine_input.state.are_kept_apart(
            one, other, self.engine_input.state.next_round
        )

    def _cannot_meet(self, one: int, other: int) -> bool:
        """Article 2.1, without the exception for topscorers."""
        mine, theirs = self._preference(one), self._preference(other)
        return (
            bool(self._last_meeting(one, other))
            or self._forbidden(one, other)
            or (mine == theirs and mine.strength == ABSOLUTE)
        )

    def _last_meeting(self, one: int, other: int) -> int:
        """The last round in which two met over the board; 0: none."""
        rank = self.engine_input.ranks[other]
        rounds = [
            number
            for (number, _leg), cell in zip(
                self.engine_input.past_rounds, self.engine_input.cells[one], strict=True
            )
            if cell.opponent == rank and cell.result not in "+-"
        ]
        return max(rounds, default=0)

    def _missed_rounds(self, entry: int) -> int:
        return len(self.engine_input.past_rounds) - len(entry_moves(self.engine_input, entry))

    def _may_have_bye(self, entry: int) -> bool:
        """Article 2.1.2: no earlier bye or win without playing."""
        return all(cell.result not in "UF+" for cell in self.engine_input.cells[entry])

    def _rounds_since_float(self, entry: int, way: str) -> int:
        """How many rounds ago (1 or 2) an entry last floated this way; 0: not."""
        for ago, ((number, _leg), cell) in enumerate(self._latest(entry), start=1):
            if cell.opponent and cell.result not in "+-":
                opponent = self.engine_input.entries[cell.opponent - 1]
                mine_x2 = self.engine_input.score_x2(entry, before=number)
                theirs_x2 = self.engine_input.score_x2(opponent, before=number)
                found = "down" if mine_x2 > theirs_x2 else "up" if mine_x2 < theirs_x2 else ""
            else:
                found = "down" if cell.result in "UFH+" else ""
            if found == way:
                return ago
        return 0

    def _latest(self, entry: int) -> Sequence[tuple[tuple[int, int], Any]]:
        """An entry's last two rounds, the latest first."""
        return list(
            zip(self.engine_input.past_rounds, self.engine_input.cells[entry], strict=True)
        )[:-3:-1]
