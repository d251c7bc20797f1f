"""The tags of a Tak record: size, komi, sets, opening, date, clock, stakes (tak-notation 4)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from engine.errors import RecordError, gettext_noop

_SIZE = re.compile(r"[0-9]{1,3}")
_COUNT = re.compile(r"[0-9]{1,3}")
_KOMI = re.compile(r"([+-]?)([0-9]{1,3})(?:[.,]([05])0{0,6})?")
_DATE = re.compile(r"([0-9]{4})([.\-/])([0-9]{1,2})\2([0-9]{1,2})(?:[T ].*)?", re.DOTALL)
_CLOCK = re.compile(
    r"(?:([0-9]{1,3}):)?([0-9]{1,4}):([0-9]{1,2})"
    r"(?: ?\+([0-9]{1,4})(n?))?"
    r"(?: ?@([0-9]{1,3}) ?\+(?:([0-9]{1,3}):)?([0-9]{1,4}):([0-9]{1,2}))?"
)
_COINS = re.compile(r"[0-9]{1,5}")
_BIDS = re.compile(r"([0-9]{1,5}) ?- ?([0-9]{1,5})")
_OPENINGS = frozenset({"swap", "no_swap", "double_black_stack"})
# From which square names the smallest possible board is inferred.
_SQUARE = re.compile(r"[1-9]?[FSCsc]?([a-i])([1-9])")


class TagUnreadable(RecordError):
    code = "tag_unreadable"
    message = gettext_noop("the tag {name} cannot be {value}.")


class UnevenSets(RecordError):
    code = "uneven_sets"
    message = gettext_noop("both players must have the same set; {name} differs between them.")


class SizeMissing(RecordError):
    code = "size_missing"
    message = gettext_noop("the record does not say the size of the board.")


@dataclass(frozen=True, slots=True)
class StatedRules:
    """The rules in the tags; None if there is no tag. Komi in half points."""

    size: int | None = None
    half_komi: int | None = None
    stones: int | None = None
    capstones: int | None = None
    opening: str | None = None


def stated_rules(tags: Mapping[str, str]) -> StatedRules:
    """Read the tags that concern the rules.

    :raises TagUnreadable, UnevenSets: a tag is invalid.
    """
    return StatedRules(
        size=_size(tags.get("size", "")),
        half_komi=_half_komi(tags.get("komi", "")),
        stones=_pieces(tags, "flats"),
        capstones=_pieces(tags, "caps"),
        opening=_opening(tags.get("opening", "")),
    )


def infer_size(tags: Mapping[str, str], tokens: tuple[str, ...]) -> int:
    """The size of the TPS, or the smallest board (from 3) that has every named square."""
    if tps := tags.get("tps", "").split():
        return tps[0].count("/") + 1
    size = 3
    for token in tokens:
        if square := _SQUARE.match(token):
            size = max(size, ord(square[1]) - ord("a") + 1, int(square[2]))
    return size


def read_date(text: str) -> str | None:
    """ISO day of a Date tag (2021.3.5, 2021.03.05, 2021-03-05…); None if it is not a date."""
    found = _DATE.fullmatch(text.strip())
    if found is None:
        return None
    try:
        return date(int(found[1]), int(found[3]), int(found[4])).isoformat()
    except ValueError:
        return None


def read_clock(text: str) -> dict[str, int | bool] | None:
    """A time control in seconds: `[h:]m:s [+inc[n]] [@move +[h:]m:s]`; None if malformed.

    `stacking`: the letter n after the increment.
    """
    found = _CLOCK.fullmatch(text.strip())
    if found is None:
        return None
    hours, minutes, seconds, increment, letter, move, *bonus = found.groups()
    clock: dict[str, int | bool] = {"seconds": _seconds(hours, minutes, seconds)}
    if increment:
        clock |= {"increment_seconds": int(increment), "stacking": bool(letter)}
    if move:
        clock |= {"bonus_at_move": int(move), "bonus_seconds": _seconds(*bonus)}
    return clock


def read_ante(text: str) -> int | None:
    """Coins of an Ante tag; None if it is not a number."""
    return int(text) if _COINS.fullmatch(text.strip()) else None


def read_bids(text: str) -> list[list[int]] | None:
    """Pairs of a Bids tag by seat, `3-5` or after a tie `4-4, 3-5`; None if malformed."""
    pairs = [_BIDS.fullmatch(part.strip()) for part in text.split(",")]
    if None in pairs:
        return None
    return [[int(pair[1]), int(pair[2])] for pair in pairs if pair]


def _seconds(hours: str | None, minutes: str, seconds: str) -> int:
    return 3600 * int(hours or 0) + 60 * int(minutes) + int(seconds)


def _size(text: str) -> int | None:
    text = text.strip()
    if not text:
        return None
    if not _SIZE.fullmatch(text):
        raise TagUnreadable(name="Size", value=text[:80])
    return int(text)


def _half_komi(text: str) -> int | None:
    text = text.strip()
    if not text:
        return None
    found = _KOMI.fullmatch(text)
    if found is None:
        raise TagUnreadable(name="Komi", value=text[:80])
    half = 2 * int(found[2]) + (found[3] == "5")
    return -half if found[1] == "-" else half


def _pieces(tags: Mapping[str, str], name: str) -> int | None:
    """The one number of Flats, Flats1 and Flats2 (or Caps), which must agree."""
    values = {key: tags.get(key, "").strip() for key in (name, f"{name}1", f"{name}2")}
    for key, value in values.items():
        if value and not _COUNT.fullmatch(value):
            raise TagUnreadable(name=key.capitalize(), value=value[:80])
    counts = {int(value) for value in values.values() if value}
    if len(counts) > 1:
        raise UnevenSets(name=name.capitalize())
    return counts.pop() if counts else None


def _opening(text: str) -> str | None:
    text = text.strip()
    if not text:
        return None
    name = text.lower().replace(" ", "_").replace("-", "_")
    if name not in _OPENINGS:
        raise TagUnreadable(name="Opening", value=text[:80])
    return name
