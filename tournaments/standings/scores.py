"""From results to scores: match points, game points, board-plus-reserve points, wins.

Byes, forfeits and absences are decided here and nowhere else:

- Game points are those of each finished regular game, forfeits included; a play-off adds none.
- A match gives match points once all its regular games have a result. Nobody ties a match in
  which both forfeited every game: both lose. A match of cancelled games gives nothing.
- A bye gives its match points, and as game points the same share of a full match, rounded
  down to a half point. A round missed without a bye gives the absence's points the same way.
- At a table of k > 2 a game gives each seat its share of one point, so that a game won is a
  point at any table: exact fractions, whole numbers staying ints. Match points of a table are
  its game points.
- Board-plus-reserve points come only from games over the board (TAK-8.1); others give 0.
- An adjustment changes the score that ranks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.state import (
    CANCELLED,
    DOUBLE_FORFEIT,
    OVER_THE_BOARD,
    Entrant,
    EventState,
    MatchRules,
    Played,
    SlotResult,
)

Points = int | Fraction  # in half points; a Fraction only where it is not whole


@dataclass(frozen=True, slots=True)
class Score:
    """What one entry has so far.

    bpr: sum of board-plus-reserve points, whole points. wins: rounds (of each leg) that gave
    at least the points of a win, played or not (FIDE C.07 WIN). won: games won over the board.
    played: matches with a game over the board. primary_x2: the score that ranks.
    """

    entry: int
    match_points_x2: Points = 0
    game_points_x2: Points = 0
    bpr: int = 0
    wins: int = 0
    won: int = 0
    played: int = 0
    primary_x2: Points = 0


def place_points_x2(places_x2: Sequence[int], *, winner_takes_all: bool = False) -> tuple[int, ...]:
    """What each seat of a table stores for its place: 2k - place_x2, so that the last has 0.

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
    """What `write_points` wrote."""
    return plain(Fraction(value))


def points_text(value_x2: Points) -> str:
    """Half points as people read them: 2, 1½, 1 2/3."""
    whole, rest = divmod(abs(Fraction(value_x2, 2)), 1)
    part = "½" if rest == Fraction(1, 2) else f" {rest}" if rest else ""
    sign = "−" if value_x2 < 0 else ""
    return sign + f"{whole if whole or not rest else ''}{part}".strip()


def match_points_x2(pairing: Played, rules: MatchRules) -> tuple[Points, ...] | None:
    """Match points by seat; None while the match is unfinished or when it was cancelled."""
    if pairing.is_bye:
        given = pairing.bye_points_x2
        return (rules.bye_x2(pairing.kind) if given is None else given,)
    if not pairing.finished:
        return None
    kinds = {result.kind for result in pairing.results}
    table = rules.match_table
    if kinds == {CANCELLED} and table is not None:
        return None
    totals = game_points_x2(pairing, rules)
    if table is None or len(totals) != 2:
        return totals
    if kinds <= {DOUBLE_FORFEIT, CANCELLED}:
        return (table.lost_x2, table.lost_x2)
    if totals[0] == totals[1]:
        return (table.tied_x2, table.tied_x2)
    won, lost = table.won_x2, table.lost_x2
    return (won, lost) if totals[0] > totals[1] else (lost, won)


def game_points_x2(pairing: Played, rules: MatchRules) -> tuple[Points, ...]:
    """Game points by seat of the games finished so far; a bye's share of a full match."""
    if pairing.is_bye:
        given = pairing.bye_points_x2
        return (_share_x2(rules.bye_x2(pairing.kind) if given is None else given, rules),)
    if len(pairing.seats) == 2:
        return tuple(seat.points_x2 or 0 for seat in pairing.scored)
    games = [_table_points_x2(result) for result in pairing.results]
    return tuple(plain(sum(game[at] for game in games)) for at in range(len(pairing.seats)))


def _table_points_x2(result: SlotResult) -> tuple[Points, ...]:
    """One game by seat, a game won being 2: s = (k - mean place)/(k - 1), TAKI-9.

    Points for places always add up to k(k - 1), which no other played game of a table does:
    what is stored says itself what it is, whatever the event's settings became.
    """
    points, seats = result.points_x2, len(result.points_x2)
    if result.kind in OVER_THE_BOARD and sum(points) == seats * (seats - 1):
        return tuple(Fraction(given, seats - 1) for given in points)
    return points


def plain(value: Points) -> Points:
    """The same value, as an int where it is whole."""
    return int(value) if value == int(value) else value


def scores(state: EventState) -> dict[int, Score]:
    """The score of every entrant, by entry number."""
    pairings: dict[int, list[Played]] = {entrant.number: [] for entrant in state.entrants}
    for pairing in state.played:
        for entry in pairing.seats:
            if entry in pairings:
                pairings[entry].append(pairing)
    return {e.number: _score(state, e, pairings[e.number]) for e in state.entrants}


def _share_x2(points_x2: int, rules: MatchRules) -> int:
    won = rules.won_x2
    return points_x2 * 2 * rules.games_per_match // won if won else 0


def _score(state: EventState, entrant: Entrant, pairings: list[Played]) -> Score:
    rules, entry = state.rules, entrant.number
    matches: Points = 0
    games: Points = 0
    bpr = wins = won = played = 0
    for pairing in pairings:
        at = pairing.seats.index(entry)
        points = match_points_x2(pairing, rules)
        matches += points[at] if points else 0
        games += game_points_x2(pairing, rules)[at]
        wins += _is_win(points, at, rules)
        board = [r for r in pairing.results if r.kind in OVER_THE_BOARD]
        bpr += sum(r.bpr[at] for r in board if r.bpr is not None)
        won += sum(_won_game(r.points_x2, at) for r in board)
        played += bool(board)
    for missed in _absence_points_x2(state, entrant, pairings):
        matches += missed
        games += _share_x2(missed, rules)
        wins += _is_win((missed,), 0, rules)
    raw = Score(entry, plain(matches), plain(games), bpr, wins, won, played)
    changes = (a.points_x2 for a in entrant.adjustments if a.after_round <= state.current_round)
    return _ranked(raw, rules.rank_by, entrant.start_points_x2 + sum(changes))


def _absence_points_x2(
    state: EventState, entrant: Entrant, pairings: Iterable[Played]
) -> Iterable[int]:
    """Points of each round so far that the entry missed without being paired or given a bye."""
    paired = {pairing.round for pairing in pairings}
    for number in range(state.rounds_before + 1, state.current_round + 1):
        absence = entrant.absence(number)
        if absence is not None and number not in paired:
            yield absence.points_x2


def _is_win(points: tuple[Points, ...] | None, at: int, rules: MatchRules) -> bool:
    """Whether this is a match won; one seat is a bye, which wins with the points of a win."""
    if points is None:
        return False
    if len(points) == 1:
        return 0 < rules.won_x2 <= points[0]
    return _won_game(points, at)


def _won_game(points: tuple[Points, ...], at: int) -> bool:
    return all(points[at] > other for seat, other in enumerate(points) if seat != at)


def _ranked(raw: Score, rank_by: str, extra_x2: int) -> Score:
    """The score with what was brought along or adjusted, added to what ranks."""
    matches, games = raw.match_points_x2, raw.game_points_x2
    primary: Points = 2 * raw.bpr + extra_x2
    if rank_by == "match_points":
        primary = matches = plain(matches + extra_x2)
    elif rank_by == "game_points":
        primary = games = plain(games + extra_x2)
    return Score(raw.entry, matches, games, raw.bpr, raw.wins, raw.won, raw.played, primary)
