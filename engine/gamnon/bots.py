"""Two simple bots, for demonstrations and statistics. They see only the action that is due."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from engine.gamnon.actions import Action, Kind, PendingAction
from engine.gamnon.cards import VALUE, deal, default_packs, shuffle_deck
from engine.gamnon.record import GamnonRecord, changed_options, turns_of
from engine.gamnon.ruleset import Ruleset
from engine.gamnon.table import Table, apply, start_play

Bot = Callable[[PendingAction, random.Random], Action]


def choose_random(pending: PendingAction, rng: random.Random) -> Action:
    """Any legal action, each choice of cards as likely as another."""
    return pending.choose(
        rng.sample(pending.cards, pending.count) if pending.is_choice else pending.cards
    )


def choose_sensible(pending: PendingAction, rng: random.Random) -> Action:
    """Close with a low card, because a player who cannot pay gets cards; so pay with high ones."""
    cards = list(pending.cards)
    rng.shuffle(cards)  # equal values in any order
    cards.sort(key=lambda card: VALUE[card], reverse=pending.kind is Kind.PAY)
    return pending.choose(cards[: pending.count] if pending.is_choice else pending.cards)


BOTS: dict[str, Bot] = {"random": choose_random, "sensible": choose_sensible}


def play_out(table: Table, bots: Sequence[Bot], rng: random.Random) -> tuple[Table, list[Action]]:
    """Play until the game is over; `bots` by seat. Without a turn limit it may never end."""
    done: list[Action] = []
    while table.pending is not None:
        done.append(bots[table.pending.seat](table.pending, rng))
        table = apply(table, done[-1])
    return table, done


def deal_from_seed(names: tuple[str, ...], seed: str, rules: Ruleset) -> Table:
    """The table at the start of a record with this seed."""
    dealt = deal(shuffle_deck(seed, rules.packs or default_packs(len(names))), len(names))
    return start_play(Table(rules, names, dealt.hands, (dealt.start,), dealt.closed))


def play_record(
    names: tuple[str, ...], bots: Sequence[Bot], *, seed: str, rules: Ruleset
) -> GamnonRecord:
    """A whole game as a record with its seed; the same for the same arguments."""
    start = deal_from_seed(names, seed, rules)
    table, actions = play_out(start, bots, random.Random(seed))
    return GamnonRecord(
        players=names,
        turns=turns_of(actions),
        packs=rules.packs,
        options=changed_options(rules),
        seed=seed,
        end="" if table.winner is not None else "adjudicated",
    )
