"""Parse the text of a record, `taki/1` (TAKI-7); the rules are checked later."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from engine.errors import RecordError, gettext_noop
from engine.taki.cards import CARDS

FORMAT = "taki/1"
MAX_BYTES = 100_000
MAX_LINES = 2_000
MAX_WORDS = 6_000
MAX_NAME = 60


class NotTaki(RecordError):
    code = "not_taki"
    message = gettext_noop("a record of Taki starts with the line taki/1.")


class TakiTooLong(RecordError):
    code = "taki_record_too_long"
    message = gettext_noop("a record may have {bytes} bytes, {lines} lines and {words} words.")

    def __init__(self) -> None:
        super().__init__(bytes=MAX_BYTES, lines=MAX_LINES, words=MAX_WORDS)


class HeaderTwice(RecordError):
    code = "taki_header_twice"
    message = gettext_noop("{name} stands twice in the header.")


class NameRefused(RecordError):
    code = "taki_name_refused"
    message = gettext_noop("{name} cannot be the name of a player in a record.")


class UnknownCard(RecordError):
    code = "unknown_card"
    message = gettext_noop("{card} is not a card of Taki.")


class UnknownToken(RecordError):
    code = "taki_unknown_token"
    message = gettext_noop("{token} is not part of the notation.")


class EmptyLine(RecordError):
    code = "taki_empty_turn"
    message = gettext_noop("the line says nothing that {player} does.")


@dataclass(frozen=True, slots=True)
class Token:
    """One token of a line; `text` is its canonical form.

    `cards`: those inside the brackets of a run, each with the colour that it declares.
    """

    kind: str
    text: str
    card: str = ""
    colour: str = ""
    cards: tuple[tuple[str, str], ...] = ()
    closed: bool = False
    number: int = 0
    target: str = ""
    order: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordLine:
    """`number` counts every line of the text from 1. `player` is empty for a new pile."""

    number: int
    player: str
    tokens: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class TakiRecord:
    """`header`: line number and value by name (`hand A` for the hand of A).

    `winner`: the name in the closing line. `closing_line`: its number, 0 if there is none.
    """

    header: dict[str, tuple[int, str]] = field(default_factory=dict)
    lines: tuple[RecordLine, ...] = ()
    winner: str = ""
    closing_line: int = 0


_HEADER = re.compile(r"(players|first|opt|start|draw|deck|seed|hand\s+\S+)\s*:(.*)")
_LAY = re.compile(r"([RGBY*][1-9A-Z])(?:=([RGBY])|([+-]))?")
_RUN = re.compile(r"([RGBY]T|\*T)?(?:=([RGBY]))?(?:\[([^\[\]]+)\])?([!~])?")
_TAKE = re.compile(r"t([0-9]{1,3})")


def parse_record(text: str) -> TakiRecord:
    """Header and lines of a record.

    :raises RecordError: it is too long, or a line is malformed.
    """
    if len(text) > MAX_BYTES or len(text.encode("utf-8", "replace")) > MAX_BYTES:
        raise TakiTooLong
    written = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    if len(written) > MAX_LINES:
        raise TakiTooLong
    rows = [(at, row.partition(";")[0].strip()) for at, row in enumerate(written, start=1)]
    rows = [(at, row) for at, row in rows if row]
    if sum(len(row.split()) for _, row in rows) > MAX_WORDS:
        raise TakiTooLong
    if not rows or rows[0][1] != FORMAT:
        raise NotTaki(line=1)
    header, first_line = _parse_header(rows[1:])
    return _parse_body(header, rows[1 + first_line :])


def _parse_header(rows: list[tuple[int, str]]) -> tuple[dict[str, tuple[int, str]], int]:
    """The fields of the header, and the number of its rows."""
    header: dict[str, tuple[int, str]] = {}
    for count, (at, row) in enumerate(rows):
        found = _HEADER.fullmatch(row)
        if found is None:
            return header, count
        name = " ".join(found[1].split())
        if name in header:
            raise HeaderTwice(name=name[:MAX_NAME], line=at)
        header[name] = (at, found[2].strip())
    return header, len(rows)


def _parse_body(header: dict[str, tuple[int, str]], rows: list[tuple[int, str]]) -> TakiRecord:
    lines: list[RecordLine] = []
    for at, row in rows:
        words = row.split()
        closing = words[0] == "end" or words[1:] == ["wins"]
        if closing:
            if at != rows[-1][0]:
                raise UnknownToken(token=rows[-1][1][:40], line=rows[-1][0])
            winner = "" if words[0] == "end" else words[0]
            return TakiRecord(header, tuple(lines), winner, at)
        try:
            lines.append(parse_line(at, words))
        except RecordError as error:
            raise error.locate(line=at) from None
    return TakiRecord(header, tuple(lines))


def parse_line(at: int, words: list[str]) -> RecordLine:
    """One line of a turn, a challenge or a new pile.

    :raises RecordError: a word is malformed.
    """
    if words[0] == "=":
        cards = parse_cards(words[1:])
        return RecordLine(at, "", (Token("reshuffle", "= " + " ".join(cards), order=cards),))
    player, tokens = words[0], words[1:]
    if not tokens:
        raise EmptyLine(player=player[:MAX_NAME])
    if tokens[0] == "?" and len(tokens) == 2:
        return RecordLine(at, player, (Token("challenge", "?", target=tokens[1]),))
    return RecordLine(at, player, tuple(parse_token(token) for token in tokens))


_PLAIN = {"d": "draw", "#": "call", "!*B": "break"}


def parse_token(token: str) -> Token:
    """One token of a turn.

    :raises UnknownToken, UnknownCard: it is malformed.
    """
    if token in _PLAIN:
        return Token(_PLAIN[token], token, card=token[1:] if token == "!*B" else "")
    if found := _TAKE.fullmatch(token):
        return Token("take", f"t{int(found[1])}", number=int(found[1]))
    if (found := _RUN.fullmatch(token)) and (found[1] or found[3]) and not token.startswith("="):
        return _parse_run(found)
    card, colour = _parse_card(token)
    return Token("lay", token, card=card, colour=colour)


def _parse_run(found: re.Match[str]) -> Token:
    opener, colour, inside = found[1] or "", found[2] or "", found[3]
    cards = tuple(_parse_card(card) for card in inside.split(",")) if inside else ()
    closed = found[4] == "!"
    text = found[0] if found[4] else found[0] + "~"  # TAKI-11.6: a run without a mark stays open
    if not opener and colour:
        raise UnknownToken(token=found[0][:40])
    kind = "run" if opener else "continue"
    return Token(kind, text, card=opener, colour=colour, cards=cards, closed=closed)


def _parse_card(token: str) -> tuple[str, str]:
    """A card and its declaration."""
    found = _LAY.fullmatch(token)
    if found is None:
        raise UnknownToken(token=token[:40])
    if found[1] not in CARDS:
        raise UnknownCard(card=found[1])
    if found[3] and found[1] != "*Z":
        raise UnknownToken(token=token[:40])
    return found[1], found[2] or found[3] or ""


def parse_cards(words: list[str]) -> tuple[str, ...]:
    """:raises UnknownCard: a word is not a card."""
    for word in words:
        if word not in CARDS:
            raise UnknownCard(card=word[:40])
    return tuple(words)


def check_name(name: str) -> None:
    """Refuse a name that would be ambiguous in a line."""
    if len(name) > MAX_NAME or name in ("=", "end") or ":" in name or ";" in name:
        raise NameRefused(name=name[:MAX_NAME])
