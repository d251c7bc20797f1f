"""The text of a Gamnon record, notation gamnon/1, read and written.

A turn is parsed into actions; whether they are legal is checked by the replay. Parsing is linear
in the length of the text. Source: GAM-9, GAM-11.3, 11.8, 11.9.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.errors import RecordError, gettext_noop
from engine.gamnon.actions import Action, Kind, format_action
from engine.gamnon.cards import Card, Cards
from engine.gamnon.headers import NAME, HeaderMissing, Headers, NotAPlayer
from engine.gamnon.ruleset import Ruleset, format_option

MAX_BYTES = 64 * 1024
MAX_LINES = 2_000
VERSION = "gamnon/1"
ENDS = ("adjudicated", "abandoned")

_CARD = "[2-9TJQKA][SHDC]"
_CARDS = rf"{_CARD}(?:\.{_CARD})*|-"
_LINE = re.compile(r"\r\n|\r|\n")
_HEADER_LIKE = re.compile(r"[^\s:]+(?:\s+[^\s:]+)?\s*:")
_TOKEN = re.compile(
    rf"P(?P<paid>{_CARDS})|T(?P<taken>[1-9][0-9]{{0,4}})|O(?P<closing>{_CARD})|(?P<exchange>~)"
    rf"|G(?P<giver>{NAME}):(?P<given>{_CARDS})|K(?P<taker>{NAME})|=(?P<winner>{NAME})"
    rf"|R(?P<receiver>{NAME})<(?P<source>{NAME}):(?P<refilled>{_CARDS})"
)


class GamnonTooLong(RecordError):
    code = "gamnon_too_long"
    message = gettext_noop("a record may have {limit} bytes and {lines} lines.")


class VersionMissing(RecordError):
    code = "gamnon_version"
    message = gettext_noop("a record of Gamnon begins with the line {version}, not with {found}.")


class HeaderLate(RecordError):
    code = "gamnon_header_late"
    message = gettext_noop("{found} stands after the first turn.")


class HeaderUnknown(RecordError):
    code = "gamnon_header_unknown"
    message = gettext_noop("{found} is neither a header line nor a turn.")


class TurnEmpty(RecordError):
    code = "gamnon_turn_empty"
    message = gettext_noop("{player} has a line without a payment.")


class TokenNotRead(RecordError):
    code = "gamnon_token"
    message = gettext_noop(
        "{token} is not a token; there are P, T, G, R, K, O, ~ and = with cards, number or name."
    )


class EndNotRead(RecordError):
    code = "gamnon_end"
    message = gettext_noop(
        "a record closes with `end adjudicated` or `end abandoned`, not {found}."
    )


class LineAfterEnd(RecordError):
    code = "gamnon_after_end"
    message = gettext_noop("{found} follows after the closing line.")


@dataclass(frozen=True, slots=True)
class Turn:
    """One line: the player (seat from 0) and all actions of the turn, in order."""

    seat: int
    actions: tuple[Action, ...]
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class GamnonRecord:
    """A record as written. A position has a `kupa`; a whole game has a `deck`, a `seed`, or hands
    and `start`.

    `hands` by seat; `turn`: a seat; `pile_continues`: the closed pile has cards that the record
    does not list. `end`: one of `ENDS`, or empty. `lines`: the line number of each header.
    """

    players: tuple[str, ...]
    turns: tuple[Turn, ...] = ()
    packs: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    hands: tuple[Cards, ...] | None = None
    start: Card | None = None
    closed: Cards = ()
    pile_continues: bool = False
    deck: Cards | None = None
    seed: str | None = None
    kupa: Cards | None = None
    turn: int = 0
    pos: int = 0
    end: str = ""
    end_line: int = field(default=0, compare=False)
    lines: Mapping[str, int] = field(default_factory=dict, compare=False)


def parse_record(text: str) -> GamnonRecord:
    """Read the text of one game.

    :raises RecordError: it is not gamnon/1, or longer than `MAX_BYTES` or `MAX_LINES`.
    """
    if len(text) > MAX_BYTES or len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise GamnonTooLong(limit=MAX_BYTES, lines=MAX_LINES)
    if max(text.count("\n"), text.count("\r")) > MAX_LINES:
        raise GamnonTooLong(limit=MAX_BYTES, lines=MAX_LINES)
    lines = _numbered_lines(text)
    first, version = next(lines, (1, "-"))
    if version != VERSION:
        raise VersionMissing(version=VERSION, found=version[:80]).locate(line=first)
    headers = Headers()
    turns: list[Turn] = []
    seats: dict[str, int] = {}
    known: dict[tuple[int, str], Action] = {}
    end, end_line = "", 0
    for line, words in lines:
        if end:
            raise LineAfterEnd(found=words[:80]).locate(line=line)
        if headers.read(words, line):
            if turns:
                raise HeaderLate(found=words[:80]).locate(line=line)
            seats = {name: seat for seat, name in enumerate(headers.players)}
        elif words.split()[0] == "end":
            end, end_line = _read_end(words, line), line
        else:
            turns.append(_read_turn(words, line, seats, known))
    return _assemble(headers, seats, tuple(turns), end=end, end_line=end_line)


def _numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """Line numbers and lines, without comments and empty lines."""
    for number, line in enumerate(_LINE.split(text.removeprefix("\ufeff")), start=1):
        content = line.partition(";")[0].strip()
        if content:
            yield number, content


def _read_end(words: str, line: int) -> str:
    ending = words[len("end") :].strip()
    if ending not in ENDS:
        raise EndNotRead(found=words[:80]).locate(line=line)
    return ending


def _read_turn(
    words: str, line: int, seats: Mapping[str, int], known: dict[tuple[int, str], Action]
) -> Turn:
    """One line of play; `known` remembers tokens, so that a repeated one is read once."""
    name, *tokens = words.split()
    if name not in seats:
        if _HEADER_LIKE.match(words):
            raise HeaderUnknown(found=words[:80]).locate(line=line)
        if not seats:
            raise HeaderMissing(name="players:").locate(line=line)
        raise NotAPlayer(name=name[:80]).locate(line=line)
    if not tokens:
        raise TurnEmpty(player=name).locate(line=line)
    seat = seats[name]
    for token in tokens:
        if (seat, token) in known:
            continue
        try:
            known[seat, token] = read_token(token, seat, seats)
        except RecordError as error:
            raise error.locate(line=line) from None
    return Turn(seat, tuple([known[seat, token] for token in tokens]), line)


def read_token(token: str, seat: int, seats: Mapping[str, int]) -> Action:
    """The action that a token on the line of `seat` says. `seats`: from name to seat.

    :raises RecordError: it is no token, or names nobody at the table.
    """
    found = _TOKEN.fullmatch(token)
    if found is None:
        raise TokenNotRead(token=token[:80]).locate(move=token[:80])
    part = found.groupdict()

    def named(group: str) -> int:
        name = part[group]
        if name not in seats:
            raise NotAPlayer(name=name).locate(move=token[:80])
        return seats[name]

    kind = Kind(token[0])
    if kind is Kind.TAKE:
        return Action(kind, seat, count=int(part["taken"]))
    if kind is Kind.GIVE:
        return Action(kind, named("giver"), _read_cards(part["given"]))
    if kind is Kind.REFILL:
        cards = _read_cards(part["refilled"])
        return Action(kind, named("source"), cards, named("receiver"))
    if kind is Kind.KUPA:
        return Action(kind, named("taker"))
    if kind is Kind.WIN:
        return Action(kind, named("winner"))
    return Action(kind, seat, _read_cards(part["paid"] or part["closing"] or "-"))


def _read_cards(text: str) -> Cards:
    return () if text == "-" else tuple(text.split("."))


def _assemble(
    headers: Headers, seats: Mapping[str, int], turns: tuple[Turn, ...], *, end: str, end_line: int
) -> GamnonRecord:
    if not seats:
        raise HeaderMissing(name="players:")
    headers.check_agreement()
    for name in headers.hands:
        if name not in seats:
            raise NotAPlayer(name=name[:80]).locate(line=headers.lines[f"hand {name}"])
    if headers.turn is not None and headers.turn not in seats:
        raise NotAPlayer(name=headers.turn[:80]).locate(line=headers.lines["turn"])
    hands: tuple[Cards, ...] | None = None
    if headers.deck is None and headers.seed is None:
        for name in headers.players:
            if name not in headers.hands:
                raise HeaderMissing(name=f"hand {name}:")
        hands = tuple(headers.hands[name] for name in headers.players)
    return GamnonRecord(
        players=headers.players,
        turns=turns,
        packs=headers.packs,
        options=headers.options,
        hands=hands,
        start=headers.start,
        closed=headers.closed,
        pile_continues=headers.pile_continues,
        deck=headers.deck,
        seed=headers.seed,
        kupa=headers.kupa,
        turn=seats[headers.turn] if headers.turn is not None else 0,
        pos=headers.pos,
        end=end,
        end_line=end_line,
        lines=headers.lines,
    )


def format_record(record: GamnonRecord) -> str:
    """The text that `parse_record` reads as the same record."""
    lines = [VERSION, f"players: {' '.join(record.players)}"]
    if record.packs is not None:
        lines.append(f"packs: {record.packs}")
    if record.options:
        options = (format_option(name, value) for name, value in record.options.items())
        lines.append(f"opt: {' '.join(options)}")
    lines += _format_cards(record)
    lines += [format_turn(turn, record.players) for turn in record.turns]
    if record.end:
        lines.append(f"end {record.end}")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _format_cards(record: GamnonRecord) -> Iterator[str]:
    if record.seed is not None:
        yield f"seed: {record.seed}"
        return
    if record.deck is not None:
        yield f"deck: {' '.join(record.deck)}"
        return
    for name, hand in zip(record.players, record.hands or (), strict=True):
        yield f"hand {name}: {' '.join(hand)}"
    if record.start is not None:
        yield f"start: {record.start}"
    if record.kupa is not None:
        yield f"kupa: {' '.join(record.kupa)}"
    yield f"closed: {' '.join(record.closed)}{' …' if record.pile_continues else ''}"
    if record.kupa is not None:
        yield f"turn: {record.players[record.turn]}"
        yield f"pos: {record.pos}"


def format_turn(turn: Turn, players: Sequence[str]) -> str:
    tokens = (format_action(action, players) for action in turn.actions)
    return " ".join([players[turn.seat], *tokens])


def turns_of(actions: Iterable[Action]) -> tuple[Turn, ...]:
    """Actions, in order, as the lines of a record; each payment begins a line."""
    turns: list[list[Action]] = []
    for action in actions:
        if action.kind is Kind.PAY:
            turns.append([])
        turns[-1].append(action)
    return tuple(Turn(done[0].seat, tuple(done)) for done in turns)


def changed_options(rules: Ruleset) -> dict[str, Any]:
    """The options that differ from the defaults, without the packs."""
    usual = Ruleset().as_dict()
    return {
        option: value
        for option, value in rules.as_dict().items()
        if value != usual[option] and option not in ("name", "packs")
    }
