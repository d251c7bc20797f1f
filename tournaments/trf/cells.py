"""The cells of record 001 for each entry and round of the file."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.standings.points import Points, match_points_x2
from tournaments.state import BYE_ALLOCATED, CANCELLED, OVER_THE_BOARD, EventState, Played
from tournaments.trf.errors import TrfError
from tournaments.trf.report import ReportCell
from tournaments.trf.scoring import PointScale

OVER_BOARD_LETTERS = ("10", "01", "==", "00")
FORFEIT_LETTERS = ("+-", "-+", "--")


def scale_of(state: EventState) -> PointScale:
    """Points of matches and byes in this stage; an absence has those of a forfeit loss, if any."""
    rules, table = state.rules, state.rules.match_table
    games = rules.games_per_match
    forfeit_lost = table.lost_x2 if table else rules.forfeit_lost_x2 * games
    return PointScale(
        won_x2=rules.won_x2,
        drawn_x2=table.tied_x2 if table else games,
        lost_x2=table.lost_x2 if table else 0,
        absent_x2=forfeit_lost if any(map(_is_forfeited, state.played)) else 0,
        bye_x2=rules.bye_x2(BYE_ALLOCATED),
    )


def cells_of(
    state: EventState,
    ranks: Mapping[int, int],
    rounds: Mapping[int, range],
    scale: PointScale,
) -> dict[tuple[int, int], ReportCell]:
    """The cells by entry and round of the file, for all played rounds.

    :raises TrfError: see `build_report`.
    """
    cells: dict[tuple[int, int], ReportCell] = {}
    placed = set()
    for played in state.played:
        if played.round not in rounds or played.round >= state.next_round:
            continue
        at = rounds[played.round][played.leg - 1]
        made = _bye(played, state, scale) if played.is_bye else _match(played, state, scale)
        for entry, (opponent, color, letter) in made.items():
            cells[entry, at] = ReportCell(ranks.get(opponent, 0), color, letter)
            placed.add((entry, played.round))
    for number in (n for n in rounds if n < state.next_round):
        for entrant in state.entrants:
            entry, absence = entrant.number, entrant.absence_in(number)
            missed = absence is not None and (entry, number) not in placed
            for at in rounds[number]:
                points_x2 = (
                    absence.points_x2 if absence and missed and at == rounds[number][0] else 0
                )
                if (entry, at) not in cells:
                    cells[entry, at] = ReportCell(
                        0, "-", letter_of_bye(scale, entry, number, points_x2)
                    )
    return cells


def letter_of_bye(scale: PointScale, entry: int, round_number: int, points_x2: Points) -> str:
    """Z, H or F: the asked bye with these points.

    :raises TrfError: points_not_said.
    """
    for letter in "ZHF":
        if scale.of_result(letter) == points_x2:
            return letter
    raise _points_error(entry, round_number, points_x2)


CellsByEntry = dict[int, tuple[int, str, str]]  # opponent (0: none), color and letter, by entry


def _bye(played: Played, state: EventState, scale: PointScale) -> CellsByEntry:
    entry, given = played.seats[0], match_points_x2(played, state.rules)
    points_x2 = given[0] if given else 0
    if played.kind != BYE_ALLOCATED:
        return {entry: (0, "-", letter_of_bye(scale, entry, played.round, points_x2))}
    if points_x2 != scale.bye_x2:
        raise _points_error(entry, played.round, points_x2)
    return {entry: (0, "-", "U")}


def _match(played: Played, state: EventState, scale: PointScale) -> CellsByEntry:
    """Both sides of a match as one game; the color is that of its first game."""
    if len(played.seats) != 2:
        seats = len(played.seats)
        raise TrfError("seats_not_said", round=played.round, entry=played.seats[0], seats=seats)
    params = {"round": played.round, "first": played.seats[0], "second": played.seats[1]}
    if not played.is_finished:
        raise TrfError("unfinished_not_said", **params)
    points_x2 = match_points_x2(played, state.rules)
    if points_x2 is None or {result.kind for result in played.results} == {CANCELLED}:
        raise TrfError("cancelled_not_said", **params)
    for letters in FORFEIT_LETTERS if _is_forfeited(played) else OVER_BOARD_LETTERS:
        if tuple(map(scale.of_result, letters)) == points_x2:
            one, two = played.seats
            colors = "wb" if played.regular_slots[0].first_seat == 1 else "bw"
            return {one: (two, colors[0], letters[0]), two: (one, colors[1], letters[1])}
    raise _points_error(played.seats[0], played.round, points_x2[0])


def _is_forfeited(played: Played) -> bool:
    """Whether the match has results, but none over the board."""
    kinds = {result.kind for result in played.results}
    return bool(kinds - {CANCELLED}) and not kinds & OVER_THE_BOARD


def _points_error(entry: int, round_number: int, points_x2: Points) -> TrfError:
    params = str(points_x2)
    return TrfError("points_not_said", entry=entry, round=round_number, points_x2=params)
