"""The replay board: the requested position, its caption and the list of moves.

The script gets its data from `replay_data.py`; `static/games/board.js` knows no rules, shapes or
words.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple
from urllib.parse import quote, urlencode

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from config.pages.annotations import Document
from config.pages.game.captions import Caption, fault_caption, final_caption, make_caption
from config.pages.game.replay_data import data_script, replay_data
from config.pages.game.verdict_card import requested_step
from engine.errors import RecordError
from engine.tak.notation.ptn import format_ptn
from engine.tak.notation.tps import format_tps
from games.drawing.board import board_svg, described_spaces
from games.positions import Frame, record_frames

NINJA = "https://ptn.ninja/"
LONGEST_ADDRESS = 8_000  # characters of its URL; servers refuse longer ones
LONGEST_NAME = 100  # characters shown
MOST_LISTED = 400  # plies in the list of moves, nearest to the current one


class ReplayMove(NamedTuple):
    """A move in the list; `ply` is the frame after it."""

    ply: int
    text: str
    fault: bool


class MoveRow(NamedTuple):
    """A row of the move list; the first step is None if the second player begins the record."""

    number: int
    steps: list[ReplayMove | None]


class PlayerPieces(NamedTuple):
    """The pieces of a player in a position. score: of the whole game, or None.

    note: why the player is marked: to move, or winner.
    """

    order: int
    name: str
    flats: int
    stones: int
    capstones: int
    note: str
    score: int | None


@dataclass(frozen=True, slots=True)
class Replay:
    """A replay at frame `at` of `last`. data: frames for the script, empty if too large; then each
    step is a page of its own.

    earlier, later: the plies next to the listed ones, None if all are listed. picture: URL of the
    board as a file. form: id of the form that is sent again with each step, if the record has no
    URL.
    """

    at: int
    last: int
    board: SafeString
    text: SafeString
    tps: str
    pieces: list[PlayerPieces]
    words: list[tuple[str, str]]
    rows: list[MoveRow]
    earlier: int | None
    later: int | None
    data: SafeString
    picture: str
    ptn_ninja_url: str = ""
    form: str = ""
    first_colour: str = "by_record"

    @property
    def at_start(self) -> bool:
        return self.at == 0

    @property
    def at_end(self) -> bool:
        return self.at == self.last

    @property
    def before(self) -> int:
        return max(self.at - 1, 0)

    @property
    def after(self) -> int:
        return min(self.at + 1, self.last)


class _Playback(NamedTuple):
    """Frames and their captions, which are made on demand.

    has_fault: the last frame is the move that cannot be played.
    """

    frames: Sequence[Frame]
    caption_at: Callable[[int], Caption]
    has_fault: bool = False


def replay_verdict(
    frames: Sequence[Frame],
    verdict: Document,
    names: Sequence[str],
    *,
    asked: str | None,
    picture: str = "",
    form: str = "",
) -> Replay:
    """The replay of an accepted record, at the requested ply or the end.

    picture: URL of a board file that takes `move`; by default the position is the URL.
    """
    last = len(frames) - 1
    names = [name[:LONGEST_NAME] for name in names]

    def caption_at(ply: int) -> Caption:
        return final_caption(frames[ply], verdict) if ply == last else make_caption(frames[ply])

    game, score = _Playback(frames, caption_at), _score(verdict)
    made = _replay(game, names, asked=asked, picture=picture, score=score, form=form)
    return replace(made, ptn_ninja_url=_ptn_ninja_url(frames, verdict, names))


def replay_refusal(
    error: RecordError,
    record: str,
    rules: Document | str,
    *,
    asked: str | None,
    form: str = "",
) -> Replay | None:
    """The replay of a refused record up to its fault; None if nothing can be played."""
    if error.ply is None and error.tps is None:
        return None
    try:
        frames = record_frames(record, rules, plies=error.ply - 1 if error.ply else None)
    except RecordError:
        return None
    fault = fault_caption(frames[-1], error) if error.ply is not None else None

    def caption_at(ply: int) -> Caption:
        return fault if fault and ply == fault.frame.ply else make_caption(frames[ply])

    played = (*frames, fault.frame) if fault else frames
    return _replay(
        _Playback(played, caption_at, has_fault=bool(fault)), ("", ""), asked=asked, form=form
    )


def _replay(
    game: _Playback,
    names: Sequence[str],
    *,
    asked: str | None,
    picture: str = "",
    score: Mapping[str, int] | None = None,
    form: str = "",
) -> Replay:
    last = len(game.frames) - 1
    at = requested_step(asked, last)
    now = game.caption_at(at)
    position = now.frame.position
    board = board_svg(
        position, last=now.last, road=now.road, fault=now.fault, title=now.title, key="board"
    )
    words = described_spaces(position)
    page_bytes = len(board.encode()) + sum(len(text.encode()) for _space, text in words)
    data = replay_data(game.caption_at, at, last, page_bytes=page_bytes, form=form)
    first = max(min(at - MOST_LISTED // 2, last - MOST_LISTED), 0) + 1
    end = min(first + MOST_LISTED - 1, last)
    return Replay(
        at=at,
        last=last,
        board=board,
        text=now.text,
        tps=format_tps(position),
        pieces=_player_pieces(now, names, score),
        words=words,
        rows=_move_rows(game, first, end),
        earlier=first - 1 if first > 1 else None,
        later=end + 1 if end < last else None,
        data=data_script(data) if data else SafeString(""),
        picture=f"{picture}?move={at}" if picture else _picture(now),
        form=form,
        first_colour=position.ruleset.first_colour,
    )


def _player_pieces(
    now: Caption, names: Sequence[str], score: Mapping[str, int] | None
) -> list[PlayerPieces]:
    unnamed = (_("First player"), _("Second player"))
    flats, left = now.frame.position.flats(), now.frame.position.reserves()
    return [
        PlayerPieces(
            order=order,
            name=names[order - 1] or unnamed[order - 1],
            flats=flats[order - 1],
            stones=left[order - 1][0],
            capstones=left[order - 1][1],
            note=now.note if now.turn == order else "",
            score=score[side] if score else None,
        )
        for order, side in ((1, "first"), (2, "second"))
    ]


def _score(verdict: Document) -> Mapping[str, int] | None:
    return verdict.get("score") if verdict["reason"] != "unfinished" else None


def _move_rows(game: _Playback, first: int, end: int) -> list[MoveRow]:
    """The moves of the frames from `first` to `end`."""
    rows: list[MoveRow] = []
    for ply in range(first, end + 1):
        frame = game.frames[ply]
        if not frame.move:
            continue
        step = ReplayMove(ply, frame.move, game.has_fault and ply == len(game.frames) - 1)
        if rows and rows[-1].number == frame.number:
            rows[-1].steps.append(step)
        else:
            rows.append(MoveRow(frame.number, [step] if frame.side == 1 else [None, step]))
    return rows


def _picture(now: Caption) -> str:
    position = now.frame.position
    asked = {"tps": format_tps(position)} | ({"last": now.last} if now.last else {})
    if position.ruleset.first_colour == "black":
        asked["first"] = "black"
    return f"{reverse('pages:board-svg')}?{urlencode(asked)}"


def _ptn_ninja_url(frames: Sequence[Frame], verdict: Document, names: Sequence[str]) -> str:
    """The URL that opens the game in PTN Ninja, which takes a record as its path."""
    start = frames[0]
    if start.move:
        return ""
    tags = {"Player1": names[0], "Player2": names[1], "Size": str(verdict["size"])}
    komi = verdict["half_komi"]
    if komi:
        tags["Komi"] = f"{komi / 2:g}"
    if any(start.position.stacks):
        tags["TPS"] = format_tps(start.position)
    tags = {name: value for name, value in tags.items() if value}
    result = "" if verdict["result"] == "*" else str(verdict["result"])
    record = format_ptn(tags, [frame.move for frame in frames[1:]], result)
    address = NINJA + quote(record, safe="")
    return address if len(address) <= LONGEST_ADDRESS else ""
