"""Verify the text of a Taki record: rules, cards, replay, places."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from engine.counted import ngettext_lazy
from engine.errors import RecordError, RecordWarning, gettext_noop
from engine.places import format_places, score_places
from engine.taki.notation import TakiRecord, parse_record
from engine.taki.places import rank_seats
from engine.taki.record import Replay, replay
from engine.taki.ruleset import (
    Ruleset,
    UnknownTakiRules,
    hashed_options,
    make_ruleset,
    ruleset_from_dict,
)
from engine.taki.setup import Setup, UnknownTakiPlayer, read_setup, stated_options
from engine.taki.table import Table
from engine.verdict import CardVerdict

Rules = Ruleset | Mapping[str, Any] | str | None

WARNINGS: dict[str, str] = {
    "voluntary_draw": gettext_noop("Line {line}: {player} draws although a card can be played."),
    "winner_not_on_table": gettext_noop(
        "The record says that {claimed} wins, but the table does not show it."
    ),
}


class WrongOption(RecordError):
    code = "wrong_option"
    message = gettext_noop("the record has {field}={found}, the event plays {expected}.")


class WinnerNotOnTable(RecordError):
    code = "winner_not_on_table"
    message = ngettext_lazy(
        "the record says that {claimed} wins; at the end {left} card is left.",
        "the record says that {claimed} wins; at the end {left} cards are left.",
        "left",
    )


def verify(record: str, rules: Rules = None, *, lenient: bool = False) -> CardVerdict:
    """Verify one record.

    `rules` is the name of a preset, which the options of the record complete; or a ruleset or its
    fields, which they must not contradict; None: the rules that the record states, or `blog`.
    With `lenient`, a stated winner that the table does not show is only a warning.

    :raises RecordError: the record is refused.
    """
    parsed = parse_record(record)
    ruleset = resolve_rules(parsed, rules)
    setup = read_setup(parsed, ruleset)
    game = replay(setup, parsed.lines)
    warnings = game.warnings + _check_winner(parsed, setup, game.table, lenient=lenient)
    return _judge(setup, game, warnings)


def resolve_rules(parsed: TakiRecord, rules: Rules) -> Ruleset:
    """The ruleset for a record.

    :raises RecordError: an option is unknown or contradicts `rules`.
    """
    stated = stated_options(parsed)
    if rules is None or isinstance(rules, str):
        name = stated.pop("ruleset", rules or "blog")
        if rules not in (None, name):
            make_ruleset(str(rules))
            _refuse_option(parsed, "ruleset", name, rules)
        return make_ruleset(str(name), **stated)
    if isinstance(rules, Mapping):
        rules = ruleset_from_dict(rules)
    if not isinstance(rules, Ruleset):
        raise UnknownTakiRules(name=str(rules)[:80])
    expected = rules.as_dict() | {"ruleset": rules.name}
    for field, found in stated.items():
        if found != expected[field]:
            _refuse_option(parsed, field, found, expected[field])
    return rules


def _refuse_option(parsed: TakiRecord, field: str, found: object, expected: object) -> None:
    line = parsed.header["opt"][0]
    raise WrongOption(field=field, found=found, expected=expected, line=line)


def _check_winner(
    parsed: TakiRecord, setup: Setup, table: Table, *, lenient: bool
) -> list[RecordWarning]:
    """Check the closing line `X wins` against the table."""
    claimed = parsed.winner
    if not claimed:
        return []
    if claimed not in setup.names:
        raise UnknownTakiPlayer(player=claimed[:60], line=parsed.closing_line)
    seat = setup.names.index(claimed)
    if table.is_over and rank_seats(table)[seat] == min(rank_seats(table)):
        return []
    if lenient:
        return [("winner_not_on_table", {"claimed": claimed})]
    raise WinnerNotOnTable(
        claimed=claimed, left=len(table.hands[seat]), line=parsed.closing_line, move="wins"
    )


def _judge(setup: Setup, game: Replay, warnings: list[RecordWarning]) -> CardVerdict:
    table, rules = game.table, setup.rules
    places_x2 = rank_seats(table) if table.is_over else None
    points = None
    if places_x2:
        points = score_places(places_x2, winner_takes_all=rules.winner_takes_all)
    return CardVerdict(
        game="taki",
        rules=rules.name,
        ruleset=rules.as_dict(),
        players=setup.names,
        plies=table.turns,
        result=format_places(places_x2 or ()),
        reason=table.ended_by or "unfinished",
        winner=places_x2.index(2) + 1 if places_x2 and 2 in places_x2 else None,
        proven=table.is_over,
        places_x2=places_x2,
        points=points,
        cards_left=tuple(map(len, table.hands)),
        warnings=tuple(_warning_as_json(code, params) for code, params in warnings),
        moves=tuple(game.moves),
        moves_hash=moves_hash(setup, game.moves),
        facts=final_facts(setup, table),
    )


def _warning_as_json(code: str, params: dict[str, object]) -> dict[str, Any]:
    return {"code": code, "params": params, "message": WARNINGS[code].format_map(params)}


def final_facts(setup: Setup, table: Table) -> dict[str, Any]:
    """TAKI-9. `direction` is 1 for the order of seats and -1 against it; `first` and `to_move`
    are seats from 1."""
    facts: dict[str, Any] = {
        "seats": len(table.hands),
        "first": setup.first + 1,
        "turns": table.turns,
        "ended_by": table.ended_by or None,
        "cards_left": list(map(len, table.hands)),
        "drawn": table.drawn,
        "penalties": table.penalties,
        "plus_threes": table.plus_threes,
        "breakers": table.breakers,
        "direction": table.direction,
        "deck_hash": deck_hash(setup),
        "deck_known": setup.pile_known,
        "seed": setup.seed,
        "hands": [list(hand) for hand in table.hands],
        "top": table.open_pile[-1],
        "to_move": None if table.is_over else table.turn + 1,
    }
    return facts | {"places_x2": list(rank_seats(table))} if table.is_over else facts


def deck_hash(setup: Setup) -> str:
    """SHA-256 (hex) over the hands by seat, the start card and the known pile."""
    parts = [list(map(list, setup.deal.hands)), setup.deal.start, list(setup.deal.pile)]
    return _digest(parts)


def moves_hash(setup: Setup, moves: list[str]) -> str:
    """SHA-256 (hex) over rules, first seat, cards and canonical lines, without names."""
    return _digest([hashed_options(setup.rules), setup.first, deck_hash(setup), moves])


def _digest(parts: object) -> str:
    text = json.dumps(parts, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
