"""From the text of a Gamnon record to a verdict: rules, set-up, replay, result.

Reading text is record.py; what is legal is table.py.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.counted import ngettext_lazy
from engine.errors import RecordError, gettext_noop
from engine.gamnon.actions import format_action
from engine.gamnon.cards import usual_packs
from engine.gamnon.places import places_code, places_x2, points
from engine.gamnon.record import GamnonRecord, parse_record
from engine.gamnon.replay import Replayed, replay
from engine.gamnon.ruleset import Ruleset, UnknownGamnonRules, make_ruleset, ruleset_from_dict
from engine.gamnon.setup import dealt_deck, set_up
from engine.gamnon.table import Table
from engine.verdict import CardVerdict

Rules = Ruleset | Mapping[str, Any] | str | None

WARNINGS: dict[str, str] = {
    "gamnon_pile_partly_known": ngettext_lazy(
        "{known} card of the closed pile is told.",
        "{known} cards of the closed pile are told.",
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
    """Prove one record.

    `rules` is None or a preset's name, which the options of the record complete; or a ruleset (a
    value, or a mapping of its options), which they must not contradict. There is nothing that
    `lenient` would let pass.

    :raises RecordError: when the record is refused.
    """
    game = parse_record(record)
    return prove(game, resolve_rules(game, rules))


def resolve_rules(game: GamnonRecord, rules: Rules) -> Ruleset:
    """The rules that a record is judged by, with the number of packs."""
    stated = dict(game.options)
    if game.packs is not None:
        stated["packs"] = game.packs
    if isinstance(rules, Ruleset):
        rules = rules.as_dict()
    named = stated.pop("ruleset", None)
    if rules is None or isinstance(rules, str):
        name = rules or named or "standard"
        _check_named(named, name)
        fixed = make_ruleset(name, **stated)
    elif isinstance(rules, Mapping):
        _check_named(named, rules.get("name", "standard"))
        fixed = ruleset_from_dict(stated | _agreeing(rules, stated))
    else:
        raise UnknownGamnonRules(name=str(rules)[:80])
    return replace(fixed, packs=fixed.packs or usual_packs(len(game.players)))


def _check_named(found: str | None, expected: str) -> None:
    """The record may name the rules that it was played by (`opt: ruleset=source`)."""
    if found not in (None, expected):
        raise OptionDiffers(option="ruleset", found=found, expected=str(expected)[:80])


def _agreeing(rules: Mapping[str, Any], stated: Mapping[str, Any]) -> dict[str, Any]:
    """The rules of an event, but for packs that it leaves to the usual number or the record."""
    fixed = {key: value for key, value in rules.items() if (key, value) != ("packs", None)}
    for option, found in stated.items():
        if option in fixed and fixed[option] != found:
            raise OptionDiffers(option=option, found=found, expected=fixed[option])
    return fixed


def prove(game: GamnonRecord, rules: Ruleset) -> CardVerdict:
    """Replay a parsed game under its rules and judge its result."""
    start = set_up(game, rules)
    done = replay(start, game.turns)
    table = done.table
    reason = _judge(game, table)
    places, adjudicated = places_x2(table), reason == "adjudication"
    moves = canonical_moves(game)
    return CardVerdict(
        game="gamnon",
        rules=rules.name,
        ruleset=rules.as_dict(),
        players=game.players,
        plies=table.turns,
        result="" if places is None else places_code(places),
        reason=reason,
        winner=None if table.winner is None else table.winner + 1,
        proven=places is not None,
        places_x2=places,
        points=None if places is None else points(places, rules, adjudicated=adjudicated),
        cards_left=tuple(len(hand) for hand in table.hands),
        warnings=_warnings(start),
        moves=moves,
        moves_hash=moves_hash(start, moves),
        facts=_facts(game, start, done, reason),
    )


def _judge(game: GamnonRecord, table: Table) -> str:
    """How the game ended; refuses a closing line that the table contradicts (GAM-11.3)."""
    if table.due is None:
        proven = "win" if table.winner is not None else "adjudication"
    else:
        proven = "abandonment" if game.end == "abandoned" else "unfinished"
    fits = {"": True, "adjudicated": proven == "adjudication", "abandoned": table.due is not None}
    if not fits[game.end]:
        raise EndContradicted(claimed=game.end, proven=proven).located(line=game.end_line)
    return proven


def canonical_moves(game: GamnonRecord) -> tuple[str, ...]:
    """The turns with seats from 1 for names, the cards of each token sorted."""
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

    Names, comments and what touches only the points are not in it.
    """
    rules = start.rules
    play = [rules.packs, rules.refill_sources, rules.multi_empty, rules.empty_after_close]
    cards = [[sorted(hand) for hand in start.hands], list(start.kupa), list(start.closed)]
    return _digest([*play, *cards, start.active, start.pos, list(moves)])


def _facts(game: GamnonRecord, start: Table, done: Replayed, reason: str) -> dict[str, Any]:
    """GAM-10; lists are by seat. `rounds` are those that were finished."""
    table = done.table
    whole = game.kupa is None and not start.more_below
    places = places_x2(table)
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
    if not start.more_below:
        return ()
    code, params = "gamnon_pile_partly_known", {"known": len(start.closed)}
    return ({"code": code, "params": params, "message": WARNINGS[code].format(**params)},)


def _digest(parts: list[Any]) -> str:
    return hashlib.sha256(json.dumps(parts, separators=(",", ":")).encode()).hexdigest()
