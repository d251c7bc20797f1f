"""The header lines of a Gamnon record. Source: GAM-9, GAM-11.3, 11.9 to 11.11.

In addition, a record may have `seed:` instead of its cards (`cards.shuffle_deck`), and a closed
pile that ends in an ellipsis has further, unknown cards.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from engine.counted import ngettext_lazy
from engine.errors import RecordError, gettext_noop
from engine.gamnon.cards import CARDS, Card, Cards
from engine.gamnon.ruleset import MIN_SEATS, check_preset, read_option

MIN_PLAYERS, MAX_PLAYERS = MIN_SEATS, 100  # GAM-1.1; the game itself has no upper bound
ELLIPSES = frozenset({"…", "..."})
NAME = r"[^\W\d_][\w-]{0,63}"

_HEADER = re.compile(
    r"(players|packs|start|closed|deck|seed|kupa|turn|pos|opt)\s*:(.*)|hand\s+([^\s:]+)\s*:(.*)"
)
_PLAYER = re.compile(NAME)
_SEED = re.compile(r"[A-Za-z0-9_-]{1,64}")

# The headers that define the cards, each with the headers allowed beside it.
_ALLOWED_WITH: dict[str, frozenset[str]] = {
    "deck": frozenset(),
    "seed": frozenset(),
    "kupa": frozenset({"hand", "closed", "turn", "pos"}),
    "start": frozenset({"hand", "closed"}),
}
_CARD_LINES = frozenset({*_ALLOWED_WITH, "hand", "closed", "turn", "pos"})


class HeaderRepeated(RecordError):
    code = "gamnon_header_repeated"
    message = gettext_noop("{name} is given twice.")


class HeaderMissing(RecordError):
    code = "gamnon_header_missing"
    message = gettext_noop("the record has no line {name}.")


class HeadersDisagree(RecordError):
    code = "gamnon_headers_disagree"
    message = gettext_noop("a record that gives {name} does not give {other} as well.")


class PlayersNotRead(RecordError):
    code = "gamnon_players"
    message = ngettext_lazy(
        "{found} player is named; a game has {least} to {most}.",
        "{found} players are named; a game has {least} to {most}.",
        "found",
    )


class NameNotRead(RecordError):
    code = "gamnon_name"
    message = gettext_noop(
        "{name} is no name: a name is a letter, then letters, digits, _ or -, and not `end`."
    )


class NameRepeated(RecordError):
    code = "gamnon_name_repeated"
    message = gettext_noop("two players are named {name}.")


class NotAPlayer(RecordError):
    code = "gamnon_not_a_player"
    message = gettext_noop("{name} is not one of the players.")


class CardNotRead(RecordError):
    code = "gamnon_card"
    message = gettext_noop(
        "{card} is not a card; a card is 2 to 9, T, J, Q, K or A and S, H, D, C."
    )


class NumberNotRead(RecordError):
    code = "gamnon_number"
    message = gettext_noop("{found} is not a number for {name}.")


class SeedNotRead(RecordError):
    code = "gamnon_seed"
    message = gettext_noop("a seed is 1 to 64 letters, digits, _ or -, not {found}.")


class OptionNotRead(RecordError):
    code = "gamnon_option"
    message = gettext_noop("{found} is not written as name=value.")


@dataclass(slots=True)
class Headers:
    """Header lines. `hands` is by name; `lines`: the line number of each."""

    players: tuple[str, ...] = ()
    packs: int | None = None
    hands: dict[str, Cards] = field(default_factory=dict)
    start: Card | None = None
    closed: Cards = ()
    pile_continues: bool = False
    deck: Cards | None = None
    seed: str | None = None
    kupa: Cards | None = None
    turn: str | None = None
    pos: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)

    def read(self, text: str, line: int) -> bool:
        """Read one line; False if it is not a header line."""
        found = _HEADER.fullmatch(text)
        if found is None:
            return False
        key, value, hand, cards = found.groups()
        try:
            if hand is not None:
                self._note(f"hand {hand}", line)
                self.hands[hand] = read_cards(cards)
            elif key == "opt":
                self._read_options(value, line)
            else:
                self._note(key, line)
                self._read_value(key, value)
        except RecordError as error:
            raise error.locate(line=line) from None
        return True

    def _note(self, name: str, line: int) -> None:
        if name in self.lines:
            raise HeaderRepeated(name=name[:80])
        self.lines[name] = line

    def _read_value(self, key: str, value: str) -> None:
        text = value.strip()
        if key == "players":
            self.players = read_players(text)
        elif key == "packs":
            self.packs = read_option("packs", text)
        elif key == "pos":
            self.pos = read_number("pos", text)
        elif key == "turn":
            self.turn = text
        elif key == "seed":
            self.seed = _read_seed(text)
        elif key == "start":
            self.start = _read_card(text)
        elif key == "closed":
            words = text.split()
            self.pile_continues = bool(words) and words[-1] in ELLIPSES
            self.closed = _cards(words[:-1] if self.pile_continues else words)
        elif key == "deck":
            self.deck = read_cards(text)
        else:
            self.kupa = read_cards(text)

    def _read_options(self, value: str, line: int) -> None:
        for word in value.split():
            name, equals, text = word.partition("=")
            if not equals:
                raise OptionNotRead(found=word[:80])
            self._note(name, line)
            read: Any = check_preset(text) if name == "ruleset" else read_option(name, text)
            if name == "packs":
                self.packs = read
            else:
                self.options[name] = read

    def check_agreement(self) -> None:
        """Check that the cards are defined once.

        :raises RecordError: headers contradict each other, or none defines the start.
        """
        source = next((name for name in _ALLOWED_WITH if name in self.lines), None)
        if source is None:
            raise HeaderMissing(name="start:")
        for name, line in self.lines.items():
            kind = name.partition(" ")[0]
            if kind in _CARD_LINES and kind != source and kind not in _ALLOWED_WITH[source]:
                raise HeadersDisagree(name=source, other=name[:80]).locate(line=line)


def read_players(text: str) -> tuple[str, ...]:
    names = text.split()
    if not MIN_PLAYERS <= len(names) <= MAX_PLAYERS:
        raise PlayersNotRead(found=len(names), least=MIN_PLAYERS, most=MAX_PLAYERS)
    seen: set[str] = set()
    for name in names:
        if not _PLAYER.fullmatch(name) or name == "end":
            raise NameNotRead(name=name[:80])
        if name in seen:
            raise NameRepeated(name=name)
        seen.add(name)
    return tuple(names)


def read_cards(text: str) -> Cards:
    return _cards(text.split())


def _cards(words: list[str]) -> Cards:
    for word in words:
        if word not in CARDS:
            raise CardNotRead(card=word[:80])
    return tuple(words)


def read_number(name: str, text: str) -> int:
    """A number of at most three digits."""
    if not (text.isascii() and text.isdigit() and len(text) <= 3):
        raise NumberNotRead(name=name, found=text[:80] or "-")
    return int(text)


def _read_seed(text: str) -> str:
    if not _SEED.fullmatch(text):
        raise SeedNotRead(found=text[:80])
    return text


def _read_card(text: str) -> Card:
    cards = read_cards(text)
    if len(cards) != 1:
        raise CardNotRead(card=text[:80] or "-")
    return cards[0]
