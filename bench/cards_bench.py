"""Speed of the engines of cards: proving records, and refusing hostile ones. One core."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from functools import partial

from bench.engine_bench import measure
from config.demo.card_records import gamnon_record, taki_record
from engine.errors import RecordError
from engine.games import VERIFIERS
from engine.gamnon import record as gamnon_notation
from engine.gamnon.bots import BOTS, play_record
from engine.gamnon.replay import replay as replay_gamnon
from engine.gamnon.ruleset import make_ruleset
from engine.gamnon.setup import set_up
from engine.taki import bots as taki_bots
from engine.taki import notation as taki_notation
from engine.taki.cards import deal_cards, full_deck, shuffle_deck
from engine.taki.record import format_record, replay
from engine.taki.ruleset import make_ruleset as taki_rules
from engine.taki.setup import Setup, read_setup

TARGET = "asked: 5,000 at least"
SHARE = 25  # games of each number of players
SIZES = (3, 4, 5, 6)
HOSTILE = "asked: 50 ms at most"
NAMES = ("A", "B", "C", "D", "E", "F")


def figures() -> Iterator[tuple[str, str, str]]:
    for game, records, actions in (
        ("taki", *_taki_records()),
        ("gamnon", *_gamnon_records()),
    ):
        took = measure(partial(_prove, game, records))
        yield f"{game}: verify records end to end", f"{actions / took:,.0f} actions/s", TARGET
    for game, texts in (("taki", _hostile_taki()), ("gamnon", _hostile_gamnon())):
        worst, name = max((_refuse(game, text), name) for name, text in texts.items())
        what = f"{game}: the slowest hostile record refused"
        yield what, f"{worst * 1000:.1f} ms", f"{name}, of {len(texts)}; {HOSTILE}"
    # No hostile record, but what proving takes: 200 turns of six, wrong in the last.
    long = gamnon_record(NAMES, seed="long").removesuffix("end adjudicated\n") + "A P-\n"
    yield "gamnon: a long game, wrong at its end", f"{_refuse('gamnon', long) * 1000:.1f} ms", ""


def _prove(game: str, records: list[str]) -> None:
    for record in records:
        VERIFIERS[game](record)


def _taki_records() -> tuple[list[str], int]:
    """Records of sensible players, and of random ones that go on long; and all their actions."""
    records, actions = [], 0
    for size in SIZES:
        for game in range(SHARE):
            records.append(taki_record(NAMES[:size], seed=f"s{game}"))
            records.append(_random_taki(size, f"r{game}"))
    for record in records:
        parsed = taki_notation.parse_record(record)
        actions += len(replay(read_setup(parsed, taki_rules()), parsed.lines).actions)
    return records, actions


def _random_taki(size: int, seed: str) -> str:
    rules = taki_rules()
    deal = deal_cards(shuffle_deck(seed, full_deck()), size)
    setup = Setup(NAMES[:size], 0, rules, deal, True, seed=seed)
    bots = (taki_bots.choose_random,) * size
    rng = random.Random(seed)
    played = list(taki_bots.play_game(setup.table(), bots, rng, max_actions=500))
    while played and played[-1][1].phase not in ("turn", "over"):
        played += taki_bots.play_game(played[-1][1], bots, rng, max_actions=1)
    return format_record(setup, [action for action, _table in played])


def _gamnon_records() -> tuple[list[str], int]:
    rules, records = make_ruleset(), []
    for size in SIZES:
        for game in range(SHARE):
            names = NAMES[:size]
            records.append(gamnon_record(names, seed=f"s{game}"))
            played = play_record(names, [BOTS["random"]] * size, seed=f"r{game}", rules=rules)
            records.append(gamnon_notation.format_record(played))
    parsed = [gamnon_notation.parse_record(record) for record in records]
    for each in parsed:
        replay_gamnon(set_up(each, rules), each.turns)
    return records, sum(len(turn.actions) for each in parsed for turn in each.turns)


def _refuse(game: str, text: str) -> float:
    """Process seconds until a record is refused, or found to be only long: the least of three."""

    def once() -> None:
        with suppress(RecordError):
            VERIFIERS[game](text)

    return measure(once, least=0.1)


def _hostile(header: str, line: str, most: int, word: str) -> dict[str, str]:
    """Texts of any game: huge, deep, garbage; most of them as long as the engine will read."""
    rng = random.Random(1)
    garbage = "".join(chr(rng.randrange(32, 1000)) for _ in range(most // 3))

    def fill(piece: str) -> str:
        return header + piece * ((most - len(header)) // len(piece))

    return {
        "a megabyte of one letter": "A" * 1_000_000,
        "a megabyte of line ends": header + "\n" * 1_000_000,
        "garbage": header + garbage,
        "one line without an end": fill(word),
        "brackets within brackets": fill("A RT[" + "[" * 50 + "\n"),
        "comments only": fill(";\n"),
        "empty lines": fill("\n"),
        "the same line again and again": fill(line),
        "a long number": header + "A t" + "9" * (most - len(header) - 10),
    }


def _hostile_taki() -> dict[str, str]:
    rules = "taki/1\nplayers: A B\nfirst: A\nseed: x\n"
    record = taki_record(NAMES, seed="long").rpartition("A wins")[0]
    most = taki_notation.MAX_BYTES
    many = " ".join(f"n{at}" for at in range(5000))
    return _hostile(rules, "A d\nB d\n", most, "R1 ") | {
        "a run of thousands": rules + "A RT[" + "R1," * 30_000 + "R1]!",
        "thousands of players": f"taki/1\nplayers: {many}\nfirst: n1\nseed: x\n",
        "a game that goes on after its end": record + "A R1\n" * 1000,
        "thousands of options": rules + "opt: " + "play_on=yes " * 5000,
    }


def _hostile_gamnon() -> dict[str, str]:
    rules = "gamnon/1\nplayers: A B C\nseed: x\n"
    many = " ".join(f"n{at}" for at in range(5000))
    most = gamnon_notation.MAX_BYTES
    wide = " ".join(f"n{at}" for at in range(100))
    return _hostile(rules, "A P- T1 O2S\n", most, "A:") | {
        "a payment of thousands": rules + "A P" + "2S." * 20_000 + "2S",
        "thousands of players": f"gamnon/1\nplayers: {many}\nseed: x\n",
        "a hundred players, forty packs": f"gamnon/1\nplayers: {wide}\npacks: 40\nseed: x\nn1 P-",
    }
