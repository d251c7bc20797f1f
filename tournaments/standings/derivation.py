"""The derivation of a number in the standings: a tree down to single results.

A tie-break returns a derivation whose value is the number, so there is no second formula for
explanations. A node's code defines how its value follows from its children and its unit
(HALF_POINTS).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from engine.counted import ngettext_lazy
from engine.errors import gettext_noop
from tournaments.documents import Document
from tournaments.standings.points import Points, divide, simplify, write_points

Params = Mapping[str, int | str]
NO_PARAMS: Params = {}


class Derivation(NamedTuple):
    """A value with its parts. value: None if there is none; then a child says why."""

    code: str
    value: Points | None
    params: Params = NO_PARAMS
    children: tuple[Derivation, ...] = ()

    def as_json(self) -> Document:
        """Plain values; a fraction is "n/d", and empty fields are left out."""
        node: Document = {
            "code": self.code,
            "value": None if self.value is None else write_points(self.value),
        }
        if self.params:
            node["params"] = dict(self.params)
        if self.children:
            node["children"] = [child.as_json() for child in self.children]
        return node


Derivations = dict[int, Derivation]  # by entry


def add_up(code: str, children: Iterable[Derivation], params: Params = NO_PARAMS) -> Derivation:
    """The sum of the children; those without a value add nothing."""
    parts = tuple(children)
    total = 0
    fractions: list[Points] = []  # are slow to add, so whole numbers are added by themselves
    for _code, value, _params, _children in parts:
        if type(value) is int:
            total += value
        elif value:
            fractions.append(value)
    added = simplify(sum(fractions, total)) if fractions else total
    return Derivation(code, added, params, parts)


def average(code: str, children: Iterable[Derivation], *, whole: bool = False) -> Derivation:
    """The mean of the children that have a value, exact or rounded to whole numbers, ½ up."""
    parts = tuple(children)
    values = [part.value for part in parts if part.value is not None]
    if not values:
        return Derivation(code, None, {}, (*parts, Derivation("no_opponent", None)))
    total, count = sum(values), len(values)
    value = (2 * total + count) // (2 * count) if whole else divide(total, count)
    return Derivation(code, value, {}, parts)


# Nodes whose value is in half points; other codes have whole numbers and ratings. For tie-break
# codes see registry.HALF_POINTS; a cut has the unit of what it cuts.
HALF_POINTS = frozenset(
    {
        "played",
        "open",
        "table",
        "forfeit_won",
        "forfeit_lost",
        "cancelled",
        "bye_allocated",
        "bye_full",
        "bye_asked",
        "absent",
        "brought_along",
        "adjustment",
        "as_draw",
        "last_round_as_draw",
        "not_counted",
        "opponent",
        "opponents_of_table",
        "share",
        "qualified",
        "not_qualified",
        "own_score",
        "adjusted_score",
        "progress",
        "meetings",
        "performance_points",
        "standard",
        "all_draws",
        "dummy",
        "dummy_of_forfeit",
        "result",
        "repeated",
        "in_half_points",
        "on_board",
        "board_counted",
        "board_score",
        "played_on_board",
    }
)

MESSAGES: dict[str, str] = {
    "played": gettext_noop("Round {round}, against {opponent}: {value}"),
    "open": gettext_noop("Round {round}, against {opponent}, still being played: {value}"),
    "table": gettext_noop("Round {round}, at a table with {opponents}: {value}"),
    "forfeit_won": gettext_noop("Round {round}, won by forfeit against {opponent}: {value}"),
    "forfeit_lost": gettext_noop("Round {round}, forfeited against {opponent}: {value}"),
    "cancelled": gettext_noop("Round {round}, cancelled match against {opponent}: {value}"),
    "bye_allocated": gettext_noop("Round {round}, bye given by the pairing: {value}"),
    "bye_full": gettext_noop("Round {round}, bye worth a win: {value}"),
    "bye_asked": gettext_noop("Round {round}, bye asked for: {value}"),
    "absent": gettext_noop("Round {round}, not there: {value}"),
    "brought_along": gettext_noop("Points brought along: {value}"),
    "adjustment": gettext_noop("Changed by the arbiter after round {round}: {value}"),
    "as_draw": gettext_noop(
        "Round {round}, missed, and none after it was played, so counted as a draw: {value}"
    ),
    "last_round_as_draw": gettext_noop("Round {round}, the last one, counted as a draw: {value}"),
    "not_counted": gettext_noop("Round {round}, without an opponent in a round robin: {value}"),
    "own_score": gettext_noop("Own score of {entry}: {value}"),
    "adjusted_score": gettext_noop("Score of {entry} as an opponent's: {value}"),
    "opponent": gettext_noop("Round {round}, score of {opponent}: {value}"),
    "dummy": gettext_noop(
        "Round {round}, unplayed: the own score, at most a draw in every round: {value}"
    ),
    "dummy_of_forfeit": gettext_noop(
        "Round {round}, unplayed: the own score, at most that of {opponent}: {value}"
    ),
    "all_draws": ngettext_lazy(
"A draw in the one round: {value}",
"A draw in each of {rounds} rounds: {value}",
"rounds",
),
    "share": gettext_noop("Round {round}, points times the opponent's score: {value}"),
    "cut_lowest": gettext_noop("Cut, the lowest: round {round}"),
    "cut_highest": gettext_noop("Cut, the highest: round {round}"),
    "cut_voluntary": gettext_noop("Cut, a round missed by choice: round {round}"),
    "cut_first": gettext_noop("Cut, the first: round {round}"),
    "progress": gettext_noop("Points after round {round}: {value}"),
    "counted": gettext_noop("Round {round}: {value}"),
    "standard": gettext_noop("Round {round}, as 1, ½ or 0: {value}"),
    "qualified": gettext_noop("Round {round}, {opponent} has half of the points: {value}"),
    "not_qualified": gettext_noop("Round {round}, {opponent} has not half of the points"),
    "meetings": gettext_noop("Against those still tied ({among} entries): {value}"),
    "rated": gettext_noop("Round {round}, rating of {opponent}: {value}"),
    "performance": gettext_noop("Round {round}, performance of {opponent}: {value}"),
    "opponents_average": gettext_noop("Average rating of the opponents: {value}"),
    # xgettext:no-python-format ("% o" is none)
    "rating_difference": gettext_noop("Rating difference of {percent} % of the points: {value}"),
    "performance_points": ngettext_lazy(
"Points in {games} round against rated opponents: {value}",
"Points in {games} rounds against rated opponents: {value}",
"games",
),
    "result": gettext_noop("Round {round}, against {opponent}, as one game: {value}"),
    "repeated": gettext_noop("Average of several matches with the same entry: {value}"),
    "in_half_points": gettext_noop("Board-plus-reserve points: {value}"),
    "opponents_of_table": gettext_noop("Round {round}, mean score of {opponents}: {value}"),
    "game": gettext_noop("Round {round}, game {game}: {value}"),
    "unknown_facts": gettext_noop("Round {round}, game {game}: the facts are not known"),
    "no_opponent": gettext_noop("There is no opponent who counts."),
    "not_in_round_robin": gettext_noop("Has no meaning in a round robin."),
    "only_in_round_robin": gettext_noop("Has a meaning only in a round robin."),
    "only_for_two": gettext_noop("Has a meaning only where two play each other."),
    "only_for_teams": gettext_noop("Has a meaning only for teams."),
    "on_board": gettext_noop("Board {board}: {value}"),
    "board_counted": gettext_noop("Board {board}, its number times the points: {value}"),
    "board_score": ngettext_lazy(
"Game points in {games} round played: {value}",
"Game points in {games} rounds played: {value}",
"games",
),
    "played_on_board": gettext_noop("Round {round}, board {board}, against {opponent}: {value}"),
    "needs_ratings": gettext_noop("Not every entry has a rating."),
}  # fmt: skip
