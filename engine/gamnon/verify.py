"""Verify the text of a Gamnon record: rules, set-up, replay, result."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.counted import ngettext_lazy
from engine.errors import RecordError, gettext_noop
from engine.gamnon.actions import format_action
from engine.gamnon.cards import default_packs
from engine.gamnon.places import rank_seats, score_seats
from engine.gamnon.record import GamnonRecord, parse_record
from engine.gamnon.replay import Replay, replay
from engine.gamnon.ruleset import Ruleset, UnknownGamnonRules, make_ruleset, ruleset_from_dict
from engine.gamnon.setup import dealt_deck, set_up
from engine.gamnon.table import Table
from engine.places import format_places
from engine.verdict import CardVerdict

Rules = Ruleset | Mapping[str, Any] | str | None

WARNINGS: dict[str, str] = {
    "gamnon_pile_partly_known": ngettext_lazy(
        "{known} card of the closed pile is known.",
        "{known} cards of the closed pile are known.",
        "known",
    ),
}


class OptionDiffers(RecordError):
    code = "gamnon_option_differs"
    message = gettext_noop("the record has {option} = {found}, the event plays {expected}.")


class EndContradicted(RecordError):
    code = "gamnon_end_contradicted"
    message = gettext_noop("the record says {claimed}, but the table shows {proven}.")


def verify(record: str, rules: Rules = None, *, lenient: bool = False) -> CardVerdict:
    """Verify one record.

    `rules` is None or the name of a preset, which the options of the record complete; or a ruleset
    or its fields, which they must not contradict. `lenient` changes nothing.

    :raises RecordError: the record is refused.
    """
    game = parse_record(record)
    return prove(game, resolve_rules(game, rules))


def resolve_rules(game: GamnonRecord, rules: Rules) -> Ruleset:
    """The ruleset for a record, with the number of packs."""
    stated = dict(game.options)
    if game.packs is not None:
        stated["packs"] = game.packs
    if isinstance(rules, Ruleset):
        rules = rules.as_dict()
    named = stated.pop("ruleset", None)
    if rules is None or isinstance(rules, str):
        name = rules or named or "standard"
        _check_ruleset_name(named, name)
        fixed = make_ruleset(name, **stated)
    elif isinstance(rules, Mapping):
        _check_ruleset_name(named, rules.get("name", "standard"))
        fixed = ruleset_from_dict(stated | _check_options(rules, stated))
    else:
        raise UnknownGamnonRules(name=str(rules)[:80])
    return replace(fixed, packs=fixed.packs or default_packs(len(game.players)))


def _check_ruleset_name(found: str | None, expected: str) -> None:
    """Refuse a record that names other rules (`opt: ruleset=source`)."""
    if found not in (None, expected):
        raise OptionDiffers(option="ruleset", found=found, expected=str(expected)[:80])


def _check_options(rules: Mapping[str, object], stated: Mapping[str, object]) -> dict[str, Any]:
    """The fields of the rules, without packs if unset; refuse options that contradict them."""
    fixed = {key: value for key, value in rules.items() if (key, value) != ("packs", None)}
    for option, found in stated.items():
        if option in fixed and fixed[option] != found:
            raise OptionDiffers(option=option, found=found, expected=fixed[option])
    return fixed


def prove(game: GamnonRecord, rules: Ruleset) -> CardVerdict:
    """Replay a parsed game and determine its result."""
    start = set_up(game, rules)
    done = replay(start, game.turns)
    table = done.table
    reason = _judge(game, table)
    places, adjudicated = rank_seats(table), reason == "adjudication"
    moves = canonical_moves(game)
    return CardVerdict(
        game="gamnon",
        rules=rules.name,
        ruleset=rules.as_dict(),
        players=game.players,
        plies=table.turns,
        result="" if places is None else format_places(places),
        reason=reason,
        winner=None if table.winner is None else table.winner + 1,
        proven=places is not None,
        places_x2=places,
        points=None if places is None else score_seats(places, rules, adjudicated=adjudicated),
        cards_left=tuple(len(hand) for hand in table.hands),
        warnings=_warnings(start),
        moves=moves,
        moves_hash=moves_hash(start, moves),
        facts=_facts(game, start, done, reason),
    )


def _judge(game: GamnonRecord, table: Table) -> str:
    """How the game ended. Refuses a closing line that contradicts the table (GAM-11.3)."""
    if table.pending is None:
        proven = "win" if table.winner is not None else "adjudication"
    else:
        proven = "abandonment" if game.end == "abandoned" else "unfinished"
    fits = {
        "": True,
        "adjudicated": proven == "adjudication",
        "abandoned": table.pending is not None,
    }
    if not fits[game.end]:
        raise EndContradicted(claimed=game.end, proven=proven).locate(line=game.end_line)
    return proven


def canonical_moves(game: GamnonRecord) -> tuple[str, ...]:
    """The turns, with seats from 1 instead of names and sorted cards in each token."""
    seats = [str(seat) for seat in range(1, len(game.players) + 1)]
    return tuple(
        " ".join(
            [seats[turn.seat]]
            + [
                format_action(replace(action, cards=tuple(sorted(action.cards))), seats)
                for action in turn.actions
            ]
        )
        for turn in game.turns
    )


def moves_hash(start: Table, moves: tuple[str, ...]) -> str:
    """SHA-256 (hex) over the rules of play, the cards at the start and the canonical moves.

    Names, comments and rules about points are not hashed.
    """
    rules = start.rules
    play = [rules.packs, rules.refill_sources, rules.multi_empty, rules.empty_after_close]
    cards = [[sorted(hand) for hand in start.hands], list(start.kupa), list(start.closed)]
    return _digest([*play, *cards, start.active, start.pos, list(moves)])


def _facts(game: GamnonRecord, start: Table, done: Replay, reason: str) -> dict[str, Any]:
    """GAM-10; lists are by seat. `rounds`: finished rounds."""
    table = done.table
    whole = game.kupa is None and not start.has_unknown_cards
    places = rank_seats(table)
    facts: dict[str, Any] = {
        "seats": len(table.hands),
        "first": start.active + 1,
        "packs": table.rules.packs,
        "turns": table.turns,
        "rounds": (start.pos + table.turns) // len(table.hands),
        "ended_by": None if reason == "unfinished" else reason,
        "adjudicated": reason == "adjudication",
        "pile_ran_out": done.pile_ran_out,
        "winner_cards": None if table.winner is None else len(table.hands[table.winner]),
        "cards_left": [len(hand) for hand in table.hands],
        "kupa_takings": list(done.kupa_takings),
        "shortages": list(done.shortages),
        "deck_hash": _digest(list(dealt_deck(start))) if whole else None,
    }
    return facts if places is None else facts | {"places_x2": list(places)}


def _warnings(start: Table) -> tuple[dict[str, Any], ...]:
    if not start.has_unknown_cards:
        return ()
    code, params = "gamnon_pile_partly_known", {"known": len(start.closed)}
    return ({"code": code, "params": params, "message": WARNINGS[code].format(**params)},)


def _digest(parts: list[object]) -> str:
    return hashlib.sha256(json.dumps(parts, separators=(",", ":")).encode()).hexdigest()
