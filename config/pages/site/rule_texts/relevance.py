"""Which options the rules page of an event prints. Options without an entry are always printed."""

from collections.abc import Callable

from config.pages.annotations import Context, Document

Condition = Callable[[Document, Document], bool]  # of the event's ruleset and match settings

# Decks of Taki that have no three-plus and no 3-breaker.
DECKS_WITHOUT_THREE_PLUS = (112,)


def counts_reserve(match: Document) -> bool:
    """Whether reserves are worth something, in the standings or the stakes."""
    return (
        match.get("rank_by") == "board_plus_reserve"
        or "BPR" in match.get("tiebreaks", ())
        or bool(match.get("stakes"))
    )


def _has_capstones(rules: Document, _match: Document) -> bool:
    return bool(rules.get("capstones"))


def _has_three_plus(rules: Document, _match: Document) -> bool:
    return rules.get("deck") not in DECKS_WITHOUT_THREE_PLUS


def _never(_rules: Document, _match: Document) -> bool:
    return False


# Whether an option applies. The points of an event come from its match settings, so options
# that affect only the points of a checked record do not apply.
CONDITIONS: dict[str, dict[str, Condition]] = {
    "tak": {
        "flat_tie": lambda rules, _match: rules.get("half_komi", 0) % 2 == 0,
        "out_of_pieces": _has_capstones,
        "reserve_counts": lambda rules, match: (
            _has_capstones(rules, match) and counts_reserve(match)
        ),
    },
    "taki": {
        "plus3_on": _has_three_plus,
        "plus3_keeps_turn": lambda rules, match: (
            _has_three_plus(rules, match) or bool(rules.get("law_plus3"))
        ),
        "breaker_last": _has_three_plus,
        "breaker_on_named": _has_three_plus,
        "law_after_plus2": lambda rules, _match: bool(rules.get("law_plus3")),
        "winner_takes_all": _never,
    },
    "gamnon": {
        "adjudicate": lambda rules, _match: bool(rules.get("max_turns")),
        "adjudicated_weight": _never,
        "winner_takes_all": _never,
    },
}
# Values that are printed only if the named rules differ.
UNREMARKABLE: dict[str, Context] = {
    "tak": {
        "capstones": 0,
        "half_komi": 0,
        "reversible_limit": None,
        "overdrawn_reserve": "refuse",
        "tak_call": "optional",
        "first_colour": "by_record",
    },
    "taki": {
        "crazy_cards": 0,
        "super_changes_colour": False,
        "law_plus3": False,
        "play_on": False,
        "max_turns": 0,
    },
    "gamnon": {},
}


def has_meaning(game: str, field: str, rules: Document, match: Document) -> bool:
    condition = CONDITIONS[game].get(field)
    return condition is None or condition(rules, match)


def is_unremarkable(game: str, field: str, value: object) -> bool:
    unremarkable = UNREMARKABLE[game]
    return field in unremarkable and bool(unremarkable[field] == value)
