"""Verdict cards of Tak, with their boards."""

import re

from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.pages.annotations import Document
from config.pages.game import card_verdicts
from config.pages.game.verdict_card import RecordRow, VerdictCard, warning_sentences
from engine.errors import RecordError
from engine.tak.notation.ptn import parse_ptn
from engine.tak.notation.tps import parse_tps
from engine.tak.results import way_of, winner_of
from engine.tak.ruleset import ruleset_from_dict
from games.drawing.board import board_svg
from tournaments.wording import refusal_sentence

_ON_THE_BOARD = {
    ("road", 1): gettext_lazy("The first player wins by a road"),
    ("road", 2): gettext_lazy("The second player wins by a road"),
    ("flats", 1): gettext_lazy("The first player wins by flats"),
    ("flats", 2): gettext_lazy("The second player wins by flats"),
    ("word", 1): gettext_lazy("The first player wins, on the players’ word"),
    ("word", 2): gettext_lazy("The second player wins, on the players’ word"),
}
TAKEN_BACK = gettext_lazy("Moves taken back: first player %(first)d, second player %(second)d.")
_REASONS = {
    "road": gettext_lazy("A road joins two opposite sides of the board."),
    "board_full": gettext_lazy("Every space is taken, so the flats on top are counted."),
    "reserves_empty": gettext_lazy(
        "A player has no pieces left to place, so the flats on top are counted."
    ),
    "reversible_limit": gettext_lazy("Too many moves in a row changed nothing: a draw."),
    "resignation_or_time": gettext_lazy(
        "The moves are legal; the end is not on the board. Moves cannot prove a resignation, "
        "so the other player’s word counts."
    ),
    "agreement": gettext_lazy(
        "The moves are legal; the end is not on the board. Moves cannot prove an agreed draw, "
        "so the other player’s word counts."
    ),
    "unfinished": gettext_lazy("The moves are legal. The game goes on from here."),
}
_SPACE = re.compile(r"[a-i][1-9]")


def accepted_card(verdict: Document, *, key: str = "b") -> VerdictCard:
    """The card of an accepted record. verdict: its JSON."""
    reason, winner = str(verdict["reason"]), verdict.get("winner")
    proven = bool(verdict["proven"])
    last = (list(verdict.get("moves", ())) or [None])[-1]
    heading = _heading(reason, winner)
    return VerdictCard(
        kind="proved" if proven else "claimed",
        heading=heading,
        subheading=_("Proved from the record") if proven else _("Not proved by the moves"),
        result=str(verdict["result"]) if reason != "unfinished" else "",
        sentences=(end_reason(verdict), *_taken_back(verdict)),
        board=final_board(verdict, title=heading, key=key),
        caption=_("After the last move, %(move)s.") % {"move": last}
        if last
        else _("No move was played."),
        warnings=warning_sentences(verdict.get("warnings", ())),
    )


def claimed_card(result: str) -> VerdictCard:
    """The card of a result without a record."""
    way = {"R": "road", "F": "board_full"}.get(way_of(result), "resignation_or_time")
    return VerdictCard(
        kind="claimed",
        heading=_heading(way, winner_of(result)),
        subheading=_("On the players’ word"),
        result=result,
        sentences=(_("No record was sent, so the other player’s word counts."),),
    )


def refused_card(error: RecordError, record: str, *, key: str = "b") -> VerdictCard:
    """The card of a refused record: move, reason and board; for card games the line."""
    if card_verdicts.is_card_record(record) or card_verdicts.guide_game(error):
        return card_verdicts.refused_card(error, record)
    sentence = refusal_sentence(error)
    if not _SPACE.match(sentence):  # names of spaces stay in lower case
        sentence = capfirst(sentence)
    if error.ply is None:
        where = _("Line %(line)d") % {"line": error.line} if error.line else _("The whole record")
        return VerdictCard(
            "refused", _("The record cannot be read to its end"), where, sentences=(sentence,)
        )
    number = error.move_number or (error.ply + 1) // 2
    side = error.side or 2 - error.ply % 2
    heading = _("Move %(number)d cannot be played") % {"number": number}
    return VerdictCard(
        kind="refused",
        heading=heading,
        subheading=_("First player") if side == 1 else _("Second player"),
        move=error.move or "",
        sentences=(sentence, *_meant(error)),
        board=_board_before(error, number, key),
        caption=_("Before move %(number)d. The fault is marked with a cross.") % {"number": number},
        moves_before=_moves_before(error, record, number, side),
    )


def _meant(error: RecordError) -> tuple[str, ...]:
    """The nearest legal move, isolate left to right."""
    if not error.nearest:
        return ()
    move = f"\N{LEFT-TO-RIGHT ISOLATE}{error.nearest}\N{POP DIRECTIONAL ISOLATE}"
    return (_("Did you mean %(move)s?") % {"move": move},)


def final_board(verdict: Document, *, title: str, key: str = "b") -> SafeString:
    moves = list(verdict.get("moves", ()))
    road = dict(verdict.get("facts") or {}).get("road") or {}
    spaces = [space for space, _height in road.get("squares", ())]
    position = parse_tps(verdict["tps"], ruleset_from_dict(verdict["ruleset"]))
    last = moves[-1] if moves else None
    return board_svg(position, last=last, road=spaces, title=title, key=key)


def _taken_back(verdict: Document) -> tuple[str, ...]:
    """How many moves were taken back, if the record counts them."""
    undos = dict(verdict.get("facts") or {}).get("undos") or {}
    if not any(undos.values()):
        return ()
    return (str(TAKEN_BACK) % undos,)


def end_reason(verdict: Document) -> str:
    """Why an accepted record ends, in a sentence."""
    return str(_REASONS.get(str(verdict["reason"]), ""))


def _heading(reason: str, winner: int | None) -> str:
    if reason == "unfinished":
        return _("The game is not finished")
    if winner is None:
        return _("A draw")
    kind = {"road": "road", "resignation_or_time": "word"}.get(reason, "flats")
    return str(_ON_THE_BOARD[kind, winner])


def _board_before(error: RecordError, number: int, key: str) -> SafeString | str:
    if not error.tps:
        return ""
    fault = fault_space(error.move or "", error.tps.count("/") + 1)
    title = _("The position before move %(number)d") % {"number": number}
    return board_svg(error.tps, fault=fault, title=title, key=key)


def fault_space(move: str, size: int) -> str | None:
    """The space that a faulty move names, if it is on the board."""
    named = _SPACE.search(move)
    space = named.group() if named else ""
    return space if space and ord(space[0]) - 97 < size and int(space[1]) <= size else None


def _moves_before(error: RecordError, record: str, number: int, side: int) -> tuple[RecordRow, ...]:
    """The three rows before the fault, and its own."""
    try:
        tokens = parse_ptn(record, lenient=True).tokens
    except RecordError:
        return ()
    ply = error.ply or 1
    played, lines = list(tokens[: ply - 1]), []
    if side == 2 and played:
        lines.append(RecordRow(number, played.pop(), "", str(error.move or "")))
    else:
        lines.append(RecordRow(number, "", "", str(error.move or "")))
    while played and len(lines) < 4:
        second = played.pop()
        first = played.pop() if played else "…"
        lines.append(RecordRow(number - len(lines), first, second))
    return tuple(reversed(lines))
