"""Records of card games, played by the players of the engine. Deterministic by seed."""

import random
from collections.abc import Callable, Sequence

from engine.gamnon import bots as gamnon
from engine.gamnon.record import format_record as format_gamnon
from engine.gamnon.ruleset import make_ruleset as gamnon_rules
from engine.taki import bots as taki
from engine.taki.cards import deal_cards, full_deck, shuffle_deck
from engine.taki.places import rank_seats
from engine.taki.record import format_record as format_taki
from engine.taki.ruleset import make_ruleset as taki_rules
from engine.taki.setup import Setup


def single_word(name: str) -> str:
    """A name without spaces, as the notations require."""
    return "_".join(name.split())


def taki_record(names: Sequence[str], *, seed: str, rules: str = "blog") -> str:
    """A complete game. names: single words; the first one moves first."""
    ruleset = taki_rules(rules)
    deck = shuffle_deck(seed, full_deck(ruleset.deck))
    setup = Setup(tuple(names), 0, ruleset, deal_cards(deck, len(names)), True, seed=seed)
    bots = (taki.choose_sensible,) * len(names)
    played = list(taki.play_game(setup.table(), bots, random.Random(seed)))
    places = rank_seats(played[-1][1])
    winner = f"{names[places.index(2)]} wins" if 2 in places else ""
    return format_taki(setup, [action for action, _table in played], winner)


def gamnon_record(names: Sequence[str], *, seed: str) -> str:
    """A game to its end or to the turn limit. The first name moves first."""
    players = (gamnon.choose_sensible,) * len(names)
    return format_gamnon(gamnon.play_record(tuple(names), players, seed=seed, rules=gamnon_rules()))


RECORDS: dict[str, Callable[..., str]] = {"taki": taki_record, "gamnon": gamnon_record}
