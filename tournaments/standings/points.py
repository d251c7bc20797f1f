"""Points of one match, game or bye, by seat, in half points.

- Game points count each finished regular game, forfeits included; play-offs add none.
- A match gives match points once all its regular games have a result. If both forfeited every
  game, both lose. A match of cancelled games gives nothing.
- A bye gives its match points, and as game points the same share of a full match, rounded down to
  a half point.
- At a table of k > 2 a game gives each seat its share of one point, so a game won is one point at
  any table: exact fractions, or ints if whole. Match points of a table are its game points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from unicodedata import numeric

from tournaments.state import (
    CANCELLED,
    DOUBLE_FORFEIT,
    OVER_THE_BOARD,
    WON_BY_ALL,
    MatchRules,
    Played,
    SlotResult,
)

Points = int | Fraction  # in half points; a Fraction only if not whole
HALF = Fraction(1, 2)
FRACTION_SIGNS = {
    Fraction(numeric(sign)).limit_denominator(10): sign for sign in "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑"
}


def place_points_x2(places_x2: Sequence[int], *, winner_takes_all: bool = False) -> tuple[int, ...]:
    """The stored points of each seat at a table: 2k - place_x2, so that the last has 0.

    places_x2: doubled places by seat, shared places as their mean (5 is a shared 2nd-3rd).
    winner_takes_all: 2 for a sole first place, 0 for all others.
    Source: TAKI-9, GAM-10.
    """
    if winner_takes_all:
        return tuple(2 if place == 2 else 0 for place in places_x2)
    return tuple(2 * len(places_x2) - place for place in places_x2)


def write_points(value: Points) -> int | str:
    """Points as a JSON value: a number, or the fraction as "n/d"."""
    return value if isinstance(value, int) else str(value)


def read_points(value: Points | str) -> Points:
    """Reverse `write_points`."""
    return value if isinstance(value, int) else simplify(Fraction(value))


@lru_cache(maxsize=4096)  # a table of a thousand writes ten thousand, few of them different
def points_text(value_x2: Points) -> str:
    """Half points as text: 2, 1½, 10¼, 1 2/9."""
    return _text(value_x2, FRACTION_SIGNS)


def proof_points_text(value_x2: Points) -> str:
    """Half points in the reasons of a proof: 2, 1½, 10 1/4. Stored proofs have this form."""
    return _text(value_x2, {HALF: FRACTION_SIGNS[HALF]})


def proof_points_as_shown(text: str) -> str:
    """Points from a proof in the form of `points_text`: 10¼ for 10 1/4."""
    whole, _space, part = text.removeprefix("−").rpartition(" ")
    sign = FRACTION_SIGNS.get(Fraction(part)) if "/" in part else None
    return f"{'−' if text.startswith('−') else ''}{whole}{sign}" if sign else text


def _text(value_x2: Points, signs: Mapping[Fraction, str]) -> str:
    whole, rest = divmod(abs(Fraction(value_x2, 2)), 1)
    part = signs.get(rest, f" {rest}") if rest else ""
    sign = "−" if value_x2 < 0 else ""
    return sign + f"{whole if whole or not rest else ''}{part}".strip()


def match_points_x2(pairing: Played, rules: MatchRules) -> tuple[Points, ...] | None:
    """Match points by seat; None if the match is unfinished or cancelled."""
    if pairing.is_bye:
        given = pairing.bye_points_x2
        return (rules.bye_x2(pairing.kind) if given is None else given,)
    if not pairing.is_finished:
        return None
    results = pairing.results
    return points_of_match(results, points_of_games(results, seats=len(pairing.seats)), rules)


def game_points_x2(pairing: Played, rules: MatchRules) -> tuple[Points, ...]:
    """Game points by seat of the games finished so far; a bye's share of a full match."""
    if pairing.is_bye:
        given = pairing.bye_points_x2
        return (share_x2(rules.bye_x2(pairing.kind) if given is None else given, rules),)
    return points_of_games(pairing.results, seats=len(pairing.seats))


def points_of_games(results: tuple[SlotResult, ...], *, seats: int) -> tuple[Points, ...]:
    """Game points by seat of these games."""
    if seats == 2 and len(results) == 1:
        return results[0].points_x2
    games: list[tuple[Points, ...]] = [
        result.points_x2
        if seats == 2
        else table_points_x2(result.points_x2, kind=result.kind, outcome=result.outcome)
        for result in results
    ]
    return tuple(simplify(sum(game[at] for game in games)) for at in range(seats))


def points_of_match(
    results: tuple[SlotResult, ...], totals: tuple[Points, ...], rules: MatchRules
) -> tuple[Points, ...] | None:
    """Match points by seat of a finished match with these game points; None if cancelled."""
    table = rules.match_table
    if table is None:
        return totals
    kinds = {result.kind for result in results}
    if kinds == {CANCELLED}:
        return None
    if len(totals) != 2:
        return totals
    if all(result.outcome == WON_BY_ALL for result in results):
        return (table.won_x2, table.won_x2)
    if kinds <= {DOUBLE_FORFEIT, CANCELLED}:
        return (table.lost_x2, table.lost_x2)
    if totals[0] == totals[1]:
        return (table.tied_x2, table.tied_x2)
    won, lost = table.won_x2, table.lost_x2
    return (won, lost) if totals[0] > totals[1] else (lost, won)


def table_points_x2(
    points_x2: Sequence[Points], *, kind: str, outcome: str = ""
) -> tuple[Points, ...]:
    """Points of one game by seat, 2 for a game won: s = (k - mean place)/(k - 1), TAKI-9.

    points_x2: as stored with the result. The standings add these up, and every page that shows
    one game shows them beside its places.

    Points for places always add up to k(k - 1), and no other played game at a table does. So
    stored points can be recognised even if the event's settings have changed.
    """
    seats = len(points_x2)
    is_played = kind in OVER_THE_BOARD and outcome != WON_BY_ALL
    if is_played and sum(points_x2) == seats * (seats - 1):
        return tuple(divide(given, seats - 1) for given in points_x2)
    return tuple(points_x2)


def simplify(value: Points) -> Points:
    """The same value, as an int if whole."""
    return value.numerator if value.denominator == 1 else value


def divide(value: Points, by: int) -> Points:
    """The exact quotient, as an int if whole."""
    if isinstance(value, int):
        return Fraction(value, by) if value % by else value // by
    return simplify(value / by)


def share_x2(points_x2: int, rules: MatchRules) -> int:
    """Game points of a bye or absence: its share of a full match, rounded down."""
    won = rules.won_x2
    return points_x2 * 2 * rules.games_per_match // won if won else 0


def is_win(points: tuple[Points, ...] | None, at: int, rules: MatchRules) -> bool:
    """Whether the match is won; a bye (one seat) is won if it gives the points of a win."""
    if points is None:
        return False
    if len(points) == 1:
        return 0 < rules.won_x2 <= points[0]
    return is_won_game(points, at)


def is_won_game(points: tuple[Points, ...], at: int) -> bool:
    """Whether this seat has more points than every other."""
    mine = points[at]
    if len(points) == 2:
        return mine > points[1 - at]
    return mine == max(points) and points.count(mine) == 1
