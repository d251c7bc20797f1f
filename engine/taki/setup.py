"""Read the header of a record: players, cards, options (TAKI-2, TAKI-7)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.counted import ngettext_lazy
from engine.errors import RecordError, gettext_noop
from engine.taki.cards import (
    HAND,
    SEATS,
    Deal,
    deal_cards,
    full_deck,
    shuffle_deck,
    surplus_card,
)
from engine.taki.notation import TakiRecord, check_name, parse_cards
from engine.taki.ruleset import PRESETS, Ruleset, UnknownTakiRules, read_option, seat_bounds
from engine.taki.table import Table

_SEED = re.compile(r"[!-~]{1,80}")


class HeaderMissing(RecordError):
    code = "taki_header_missing"
    message = gettext_noop("the header has no line {name}.")


class HeaderNotAllowed(RecordError):
    code = "taki_header_not_allowed"
    message = gettext_noop("{name} does not go together with {other}.")


class WrongPlayers(RecordError):
    code = "taki_wrong_players"
    message = gettext_noop("Taki is for 2 to 10 players with different names, not {found}.")


class TooFewCards(RecordError):
    code = "taki_too_few_cards"
    message = gettext_noop(
        "a deck of {size} cards is too small for {players} players with 8 cards each; "
        "at most {most} can play."
    )


class UnknownTakiPlayer(RecordError):
    code = "taki_unknown_player"
    message = gettext_noop("{player} is not one of the players.")


class OptionNotRead(RecordError):
    code = "option_not_read"
    message = gettext_noop("{token} is not an option; write option=value, each once.")


class WrongHand(RecordError):
    code = "wrong_hand"
    message = ngettext_lazy(
        "the hand of {player} has {found} card, not 8.",
        "the hand of {player} has {found} cards, not 8.",
        "found",
    )


class OneStartCard(RecordError):
    code = "one_start_card"
    message = gettext_noop("start names one card, not {found}.")


class StartIsColourless(RecordError):
    code = "start_is_colourless"
    message = gettext_noop(
        "{card} has no colour and cannot start the open pile; it goes under the pile."
    )


class TooManyOfCard(RecordError):
    code = "too_many_of_card"
    message = gettext_noop("{card} stands more often than the deck of {size} cards has it.")


class DeckIncomplete(RecordError):
    code = "deck_incomplete"
    message = ngettext_lazy(
        "deck lists {found} card; the whole deck has {size}.",
        "deck lists {found} cards; the whole deck has {size}.",
        "found",
    )


class BadSeed(RecordError):
    code = "taki_bad_seed"
    message = gettext_noop("a seed is 1 to 80 characters without spaces.")


@dataclass(frozen=True, slots=True)
class Setup:
    """`first`: a seat from 0. `seed` or `deck`: set if the record states the full deck that way."""

    names: tuple[str, ...]
    first: int
    rules: Ruleset
    deal: Deal
    pile_known: bool
    deck: tuple[str, ...] = ()
    seed: str = ""

    def table(self) -> Table:
        return Table.start(self.rules, self.deal, first=self.first, pile_known=self.pile_known)


def stated_options(parsed: TakiRecord) -> dict[str, object]:
    """The options of a record; `ruleset` is the name of the preset (TAKI-11.5)."""
    line, text = parsed.header.get("opt", (0, ""))
    options: dict[str, object] = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        try:
            if not equals or name in options:
                raise OptionNotRead(token=word[:80])
            options[name] = _check_preset(value) if name == "ruleset" else read_option(name, value)
        except RecordError as error:
            raise error.locate(line=line, move=word[:80]) from None
    return options


def _check_preset(name: str) -> str:
    if name not in PRESETS:
        raise UnknownTakiRules(name=name[:80])
    return name


def read_setup(parsed: TakiRecord, rules: Ruleset) -> Setup:
    """Players, first player and cards of a record, checked against its rules.

    :raises RecordError: the header is incomplete, or the deck does not have its cards.
    """
    header = parsed.header
    for name in ("players", "first"):
        if name not in header:
            raise HeaderMissing(name=name, line=1)
    names = _read_names(*header["players"])
    line, starter = header["first"]
    if starter not in names:
        raise UnknownTakiPlayer(player=starter[:60], line=line)
    first = names.index(starter)
    full = full_deck(rules.deck, rules.crazy_cards)
    most = seat_bounds(rules)[1]
    if len(names) > most:
        line = header["players"][0]
        raise TooFewCards(size=len(full), players=len(names), most=most, line=line)
    for source in ("deck", "seed"):
        if source in header:
            _refuse_other_sources(header, source)
            deck = _read_deck(source, *header[source], full)
            redraw = rules.start_colourless == "redraw"
            deal = deal_cards(deck, len(names), redraw_colourless=redraw)
            seed = header[source][1] if source == "seed" else ""
            return Setup(names, first, rules, deal, True, () if seed else deck, seed)
    deal = _read_hands(header, names, rules, full)
    known = sum(map(len, deal.hands)) + 1 + len(deal.pile) == len(full)
    return Setup(names, first, rules, deal, known)


def _read_names(line: int, text: str) -> tuple[str, ...]:
    names = tuple(text.split())
    if len(names) not in SEATS or len(set(names)) != len(names):
        raise WrongPlayers(found=len(set(names)), line=line)
    for name in names:
        try:
            check_name(name)
        except RecordError as error:
            raise error.locate(line=line) from None
    return names


def _refuse_other_sources(header: dict[str, tuple[int, str]], source: str) -> None:
    """Refuse other sources of cards beside a full deck."""
    for name, (line, _) in header.items():
        other = name.partition(" ")[0]
        if other in ("hand", "start", "draw", "deck", "seed") and name != source:
            raise HeaderNotAllowed(name=name[:80], other=source, line=line)


def _read_deck(source: str, line: int, text: str, full: tuple[str, ...]) -> tuple[str, ...]:
    """The full deck, top first."""
    if source == "seed":
        if not _SEED.fullmatch(text):
            raise BadSeed(line=line)
        return shuffle_deck(text, full)
    deck = _read_cards(line, text)
    _check_surplus(line, deck, full)
    if len(deck) != len(full):
        raise DeckIncomplete(found=len(deck), size=len(full), line=line)
    return deck


def _read_hands(
    header: dict[str, tuple[int, str]],
    names: tuple[str, ...],
    rules: Ruleset,
    full: tuple[str, ...],
) -> Deal:
    for name in [*(f"hand {player}" for player in names), "start"]:
        if name not in header:
            raise HeaderMissing(name=name, line=1)
    seen: tuple[str, ...] = ()
    found: dict[str, tuple[str, ...]] = {}
    for name, (line, text) in header.items():
        kind, _, player = name.partition(" ")
        if kind not in ("hand", "start", "draw"):
            continue
        if kind == "hand" and player not in names:
            raise UnknownTakiPlayer(player=player[:60], line=line)
        cards = found[name] = _read_cards(line, text)
        if kind == "hand" and len(cards) != HAND:
            raise WrongHand(player=player, found=len(cards), line=line)
        if kind == "start":
            _check_start(line, cards, rules)
        seen += cards
        _check_surplus(line, seen, full)
    hands = tuple(found[f"hand {player}"] for player in names)
    return Deal(hands, found["start"][0], found.get("draw", ()))


def _check_start(line: int, cards: tuple[str, ...], rules: Ruleset) -> None:
    if len(cards) != 1:
        raise OneStartCard(found=len(cards), line=line)
    if cards[0][0] == "*" and rules.start_colourless == "redraw":
        raise StartIsColourless(card=cards[0], line=line)


def _check_surplus(line: int, cards: tuple[str, ...], full: tuple[str, ...]) -> None:
    card = surplus_card(cards, full)
    if card is not None:
        raise TooManyOfCard(card=card, size=len(full), line=line)


def _read_cards(line: int, text: str) -> tuple[str, ...]:
    try:
        return parse_cards(text.split())
    except RecordError as error:
        raise error.locate(line=line) from None
