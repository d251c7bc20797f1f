"""A game on the replay board: each of its positions drawn and told, for the page and its script.

`static/games/board.js` puts together what stands here and knows no rules, no shapes and no words.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from config.pages.shown import asked_step
from config.pages.told_frames import Told, tell, tell_end, tell_fault
from engine.errors import RecordError
from engine.tak.ptn import format_ptn
from engine.tak.tps import format_tps
from games.drawing import (
    board_svg,
    described_spaces,
    light_style,
    read_grid,
    read_stack,
    stack_words,
    summary,
)
from games.drawing_marks import FRAME, SQUARE, marks_svg
from games.drawing_stones import stack_svg
from games.positions import Frame, frames_of

NINJA = "https://ptn.ninja/"


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
    """What parts/replay.html and its companions set: the frame `at` of `last`, and for the script
    `data`, which holds all of them.

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
    data: dict[str, Any]
    picture: str
    ninja: str = ""
    form: str = ""

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


def of_verdict(
    frames: Sequence[Frame],
    verdict: Mapping[str, Any],
    names: Sequence[str],
    *,
    asked: str | None,
    picture: str = "",
) -> Replay:
    """The replay of an accepted record, at the ply that is asked for or at its end.

    `picture`: address of the board as a file that takes `move`; without it the position itself
    is the address.
    """
    told = [*(tell(frame) for frame in frames[:-1]), tell_end(frames[-1], verdict)]
    made = _replay(told, names, asked=asked, picture=picture, score=_score(verdict))
    return replace(made, ninja=_ninja(frames, verdict, names))


def of_refusal(
    error: RecordError,
    record: str,
    rules: Mapping[str, Any] | str,
    *,
    asked: str | None,
) -> Replay | None:
    """The replay of a refused record up to its fault; None where nothing can be played of it."""
    if error.ply is None and error.tps is None:
        return None
    try:
        frames = frames_of(record, rules, plies=error.ply - 1 if error.ply else None)
    except RecordError:
        return None
    told = [tell(frame) for frame in frames]
    if error.ply is not None:
        told.append(tell_fault(frames[-1], error))
    return _replay(told, ("", ""), asked=asked)


def _replay(
    told: Sequence[Told],
    names: Sequence[str],
    *,
    asked: str | None,
    picture: str = "",
    score: Mapping[str, int] | None = None,
) -> Replay:
    last = len(told) - 1
    at = asked_step(asked, last)
    now = told[at]
    position = now.frame.position
    return Replay(
        at=at,
        last=last,
        board=board_svg(
            position, last=now.last, road=now.road, fault=now.fault, title=now.title, key="board"
        ),
        said=now.said,
        tps=format_tps(position),
        hands=_hands(now, names, score),
        words=described_spaces(position),
        lines=_lines(told),
        data=_data(told, at),
        picture=f"{picture}?move={at}" if picture else _picture(now),
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


def _lines(told: Sequence[Told]) -> list[Line]:
    lines: list[Line] = []
    for ply, each in enumerate(told):
        frame = each.frame
        if not ply or not frame.move:
            continue
        step = Step(ply, frame.move, each.faulty)
        if lines and lines[-1].number == frame.number:
            lines[-1].steps.append(step)
        else:
            lines.append(Line(frame.number, [step] if frame.side == 1 else [None, step]))
    return lines


def _data(told: Sequence[Told], at: int) -> dict[str, Any]:
    """All frames as the script wants them, each stack drawn and told once.

    `hands`: flats on top, stones and capstones left, of the first and of the second player.
    """
    size = told[0].frame.position.size
    texts = {stack for each in told for stack in each.frame.position.stacks if stack}
    stacks = {text: read_stack(text) for text in sorted(texts)}
    return {
        "at": at,
        "edge": FRAME,
        "square": SQUARE,
        "style": light_style(),
        "stacks": {
            text: [stack_svg(stack.owners, stack.top, size), stack_words(stack)]
            for text, stack in stacks.items()
        },
        "frames": [_frame_data(each, size) for each in told],
    }


def _frame_data(told: Told, size: int) -> dict[str, Any]:
    position = told.frame.position
    under, over = marks_svg(size, last=told.last, road=told.road, fault=told.fault)
    flats, left = position.flats(), position.reserves()
    grid, _size = read_grid(position)
    return {
        "tps": format_tps(position),
        "said": told.said,
        "summary": summary(grid, size, told.last),
        "under": under,
        "over": over,
        "hands": [flats[0], *left[0], flats[1], *left[1]],
        "turn": told.turn,
        "note": told.note,
    }


def _picture(now: Told) -> str:
    asked = {"tps": format_tps(now.frame.position)} | ({"last": now.last} if now.last else {})
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
    return NINJA + quote(record, safe="")
