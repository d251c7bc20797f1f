"""A game on the replay board: the position that is asked for, drawn and told; the list of moves.

What the script gets is `replay_data.py`. `static/games/board.js` puts it together and knows no
rules, no shapes and no words.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from config.pages.game.captions import Told, tell, tell_end, tell_fault
from config.pages.game.replay_data import data_script, replay_data
from config.pages.game.verdict_card import asked_step
from engine.errors import RecordError
from engine.tak.notation.ptn import format_ptn
from engine.tak.notation.tps import format_tps
from games.drawing.board import board_svg, described_spaces
from games.positions import Frame, record_frames

NINJA = "https://ptn.ninja/"
LONGEST_ADDRESS = 8_000  # characters of a link to it; servers refuse longer ones
LONGEST_NAME = 100  # characters of a name in a record that are shown
MOST_LISTED = 400  # plies in the list of moves, those nearest to the one that is shown


class Step(NamedTuple):
    """A move in the list; `ply` is the frame that it leads to."""

    ply: int
    text: str
    fault: bool


class Line(NamedTuple):
    """A line of the move list; its first step is None where the second player starts the record."""

    number: int
    steps: list[Step | None]


class Hand(NamedTuple):
    """What a player has in a position; `score` is that of the whole game, None where it has none.

    `note` says in a word why the player is marked: to move, or the winner at the end.
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
    """A replay as a page shows it: the frame `at` of `last`, and for the script `data`, which holds
    the frames around it. `data` is empty where they are too large for a page; each step is then
    a page of its own.

    `earlier`, `later`: the plies next to those that are listed, None where all are.
    `picture`: address of the board as a file. `form`: id of the form that is sent again with
    each step, where the record has no address; else empty.
    """

    at: int
    last: int
    board: SafeString
    said: SafeString
    tps: str
    hands: list[Hand]
    words: list[tuple[str, str]]
    lines: list[Line]
    earlier: int | None
    later: int | None
    data: SafeString
    picture: str
    ninja: str = ""
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


class _Game(NamedTuple):
    """The frames of a game, and how each is told; only those on the page are.

    `faulty`: the last frame is the move that cannot be played.
    """

    frames: Sequence[Frame]
    tell_at: Callable[[int], Told]
    faulty: bool = False


def of_verdict(
    frames: Sequence[Frame],
    verdict: Mapping[str, Any],
    names: Sequence[str],
    *,
    asked: str | None,
    picture: str = "",
    form: str = "",
) -> Replay:
    """The replay of an accepted record, at the ply that is asked for or at its end.

    `picture`: address of the board as a file that takes `move`; without it the position itself
    is the address.
    """
    last = len(frames) - 1
    names = [name[:LONGEST_NAME] for name in names]

    def tell_at(ply: int) -> Told:
        return tell_end(frames[ply], verdict) if ply == last else tell(frames[ply])

    game, score = _Game(frames, tell_at), _score(verdict)
    made = _replay(game, names, asked=asked, picture=picture, score=score, form=form)
    return replace(made, ninja=_ninja(frames, verdict, names))


def problem_of_refusal(
    error: RecordError,
    record: str,
    rules: Mapping[str, Any] | str,
    *,
    asked: str | None,
    form: str = "",
) -> Replay | None:
    """The replay of a refused record up to its fault; None where nothing can be played of it."""
    if error.ply is None and error.tps is None:
        return None
    try:
        frames = record_frames(record, rules, plies=error.ply - 1 if error.ply else None)
    except RecordError:
        return None
    fault = tell_fault(frames[-1], error) if error.ply is not None else None

    def tell_at(ply: int) -> Told:
        return fault if fault and ply == fault.frame.ply else tell(frames[ply])

    shown = (*frames, fault.frame) if fault else frames
    return _replay(_Game(shown, tell_at, faulty=bool(fault)), ("", ""), asked=asked, form=form)


def _replay(
    game: _Game,
    names: Sequence[str],
    *,
    asked: str | None,
    picture: str = "",
    score: Mapping[str, int] | None = None,
    form: str = "",
) -> Replay:
    last = len(game.frames) - 1
    at = asked_step(asked, last)
    now = game.tell_at(at)
    position = now.frame.position
    board = board_svg(
        position, last=now.last, road=now.road, fault=now.fault, title=now.title, key="board"
    )
    words = described_spaces(position)
    shown = len(board.encode()) + sum(len(text.encode()) for _space, text in words)
    data = replay_data(game.tell_at, at, last, shown=shown, form=form)
    first = max(min(at - MOST_LISTED // 2, last - MOST_LISTED), 0) + 1
    end = min(first + MOST_LISTED - 1, last)
    return Replay(
        at=at,
        last=last,
        board=board,
        said=now.said,
        tps=format_tps(position),
        hands=_hands(now, names, score),
        words=words,
        lines=_lines(game, first, end),
        earlier=first - 1 if first > 1 else None,
        later=end + 1 if end < last else None,
        data=data_script(data) if data else SafeString(""),
        picture=f"{picture}?move={at}" if picture else _picture(now),
        form=form,
        first_colour=position.ruleset.first_colour,
    )


def _hands(now: Told, names: Sequence[str], score: Mapping[str, int] | None) -> list[Hand]:
    unnamed = (_("First player"), _("Second player"))
    flats, left = now.frame.position.flats(), now.frame.position.reserves()
    return [
        Hand(
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


def _score(verdict: Mapping[str, Any]) -> Mapping[str, int] | None:
    return verdict.get("score") if verdict["reason"] != "unfinished" else None


def _lines(game: _Game, first: int, end: int) -> list[Line]:
    """The moves that led to the frames from `first` to `end`."""
    lines: list[Line] = []
    for ply in range(first, end + 1):
        frame = game.frames[ply]
        if not frame.move:
            continue
        step = Step(ply, frame.move, game.faulty and ply == len(game.frames) - 1)
        if lines and lines[-1].number == frame.number:
            lines[-1].steps.append(step)
        else:
            lines.append(Line(frame.number, [step] if frame.side == 1 else [None, step]))
    return lines


def _picture(now: Told) -> str:
    position = now.frame.position
    asked = {"tps": format_tps(position)} | ({"last": now.last} if now.last else {})
    if position.ruleset.first_colour == "black":
        asked["first"] = "black"
    return f"{reverse('pages:board-svg')}?{urlencode(asked)}"


def _ninja(frames: Sequence[Frame], verdict: Mapping[str, Any], names: Sequence[str]) -> str:
    """The address that opens the game in PTN Ninja, which takes a record as its path."""
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
