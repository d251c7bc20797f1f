"""Typed lines about a whole match of teams: a slip for each board, all saved or none."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.pages.desk.base import Desk
from config.pages.desk.results.slip_parser import MatchLine, ParsedSlip, SlipUnreadable, parse_slip
from config.pages.desk.results.slips import (
    LateSlip,
    SlipEntry,
    claims_of,
    describe_games,
    fit_games,
)
from config.pages.names import isolate
from games.services.match_slips import BoardSlip, dispute_match, enter_match, naming_board
from tournaments import selectors
from tournaments.choices import FINISHED_SLOTS
from tournaments.errors import DomainError, NotFound
from tournaments.selectors import MatchBoards, SlotContext


class NoSuchMatch(DomainError):
    code = "no_such_match"
    kind = "missing"
    message = gettext_lazy("Round {round} has no match {match} of two teams.")


class MatchComplete(DomainError):
    code = "match_is_in"
    message = gettext_lazy("Match {match} has all its results. Open one below to correct it.")


class MatchChanged(DomainError):
    code = "match_changed"
    message = gettext_lazy(
        "Match {match} got a result after this was typed, so it is not clear which boards are "
        "meant. Look at the match and type what is missing."
    )


class BoardUnreadable(DomainError):
    code = "slip_unreadable"
    kind = "invalid"
    message = gettext_lazy("Board {board}: “{typed}” cannot be read.")


class MatchEntry(NamedTuple):
    """entries: by board, with seats as at the table."""

    match: MatchBoards
    entries: dict[int, SlipEntry]


def read_match(desk: Desk, number: int, line: MatchLine) -> MatchEntry:
    """What a line says of the boards that wait for results.

    :raises DomainError: the line cannot be parsed, or does not fit the match.
    """
    match = _find_match(desk, number, line)
    waiting = {
        board: games
        for board, slots in match.slots.items()
        if (games := [slot for slot in slots if slot.slot_state not in FINISHED_SLOTS])
    }
    if not waiting:
        raise MatchComplete(match=line.match)
    return _entry(desk, match, line, waiting)


def describe_match(entry: MatchEntry) -> list[str]:
    """The teams, then a sentence for each board."""
    match, entries = entry
    sentence = _("Board %(board)d, %(names)s: %(how)s")
    named = _("Match %(match)d: %(teams)s") % {
        "match": match.number,
        "teams": " – ".join(map(isolate, match.teams)),
    }
    return [named, *(sentence % about for about in map(_about, entries.items()))]


def save_match(desk: Desk, entry: MatchEntry) -> str:
    """Save the results. Returns the score of the match as text.

    :raises BoardRefused: a board is refused; nothing is saved.
    """
    enter_match(actor=desk.actor, match=entry.match.number, boards=list(_slips(entry)))
    return _match_text(desk, entry)


def save_late_match(desk: Desk, number: int, line: MatchLine, typed: str) -> LateSlip:
    """As `slips.save_late_line`, of a whole match.

    :raises DomainError: as `read_match`; or only some boards have results by now.
    """
    match = _find_match(desk, number, line)
    decided = [s.slot_state in FINISHED_SLOTS for slots in match.slots.values() for s in slots]
    if not any(decided):
        return LateSlip(save_match(desk, read_match(desk, number, line)))
    if not all(decided):
        raise MatchChanged(match=line.match)
    entry = _entry(desk, match, line, match.slots)
    slips = list(_slips(entry))
    if len(slips) < len(match.slots) or any(slip.absent for slip in slips):
        raise MatchChanged(match=line.match)
    text = _("Typed on a device without a connection: %(line)s") % {"line": typed}
    if not dispute_match(actor=desk.actor, boards=slips, text=text):
        found = _("This was entered already. %(table)s") % {"table": _match_text(desk, entry)}
        return LateSlip(found)
    text = _("Another result counts, and an arbiter decides. %(table)s")
    return LateSlip(text % {"table": _match_text(desk, entry)}, is_disputed=True)


def _find_match(desk: Desk, number: int, line: MatchLine) -> MatchBoards:
    try:
        return selectors.match_boards(desk.event.pk, number, line.match)
    except NotFound:
        raise NoSuchMatch(round=number, match=line.match) from None


def _entry(
    desk: Desk, match: MatchBoards, line: MatchLine, games: Mapping[int, list[SlotContext]]
) -> MatchEntry:
    dealt = line.deal({board: len(slots) for board, slots in games.items()})
    entries = {}
    for board, part in dealt.items():
        slip = _parse_part(desk, board, part)
        with naming_board(board):
            entries[board] = fit_games(
                slip.turned() if board in match.turned else slip, games[board]
            )
    return MatchEntry(match, entries)


def _parse_part(desk: Desk, board: int, part: str) -> ParsedSlip:
    """What stands for a board, read as the slip of a table with the number of the board."""
    try:
        return parse_slip(f"{board} {part}", game=desk.event.game)
    except SlipUnreadable:
        raise BoardUnreadable(board=board, typed=part) from None


def _about(of_board: tuple[int, SlipEntry]) -> dict[str, object]:
    board, entry = of_board
    names = " – ".join(isolate(seat.name) for seat in entry.games[0].seats)
    return {"board": board, "names": names, "how": "; ".join(describe_games(entry))}


def _slips(entry: MatchEntry) -> Iterator[BoardSlip]:
    for board, (slip, games) in entry.entries.items():
        pairing, seats = games[0].pairing_id, [seat.order for seat in games[0].seats]
        if slip.absent or slip.nobody:
            yield BoardSlip(board, pairing, absent=slip.absent or seats)
        else:
            yield BoardSlip(board, pairing, claims_of(slip, games))


def _match_text(desk: Desk, entry: MatchEntry) -> str:
    games = next(iter(entry.match.slots.values()))
    found = selectors.match_documents(desk.event, round_number=games[0].round_number)
    match = next(each for each in found if each["number"] == entry.match.number)
    (first, one), (second, two) = (
        (isolate(team["name"]), team["game_points"]) for team in match["teams"]
    )
    return _("Match %(match)d: %(first)s %(one)s, %(second)s %(two)s") % {
        "match": entry.match.number,
        "first": first,
        "one": one,
        "second": second,
        "two": two,
    }
