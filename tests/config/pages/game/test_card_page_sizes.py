"""The page of any record of cards is under 300 kB, and every step of it can be reached."""

import re
from functools import cache

import pytest

from config.demo.card_records import taki_record
from config.pages.game import cards
from engine.games import VERIFIERS
from engine.gamnon import bots as gamnon
from engine.gamnon.cards import PACK
from engine.gamnon.record import MAX_BYTES as GAMNON_BYTES
from engine.gamnon.record import format_record
from engine.gamnon.ruleset import MAX_PACKS, make_ruleset
from engine.taki.notation import MAX_BYTES as TAKI_BYTES
from engine.taki.notation import MAX_LINES
from games.models import Game
from tests.builders import actor_of, make_event, players_at, published_round, slot_at
from tests.clients import text_of, url_of
from tests.slots import submit

MOST = 300_000
VERIFY = "/verify/"
LETTER = "\N{GOTHIC LETTER AHSA}"  # four bytes


def filled(record: str, limit: int, filler: str) -> str:
    """The record with a comment at its end that makes it as long as one may be."""
    room = (limit - len(record.encode()) - 2) // len(filler.encode())
    return f"{record.rstrip()}\n;{filler * room}"


def taki_draws(names, *, filler: str = "x") -> str:
    """As many lines as a record may have: the players draw, and then pass."""
    header = [
        "taki/1", f"players: {' '.join(names)}", f"first: {names[0]}",
        "opt: voluntary_draw=allow pile_empty=no_draw", "seed: x",
    ]  # fmt: skip
    lines, room = [], TAKI_BYTES - len("\n".join(header).encode()) - 100
    for number in range(MAX_LINES - len(header) - 2):
        line = f"{names[number % len(names)]} d"
        room -= len(line.encode()) + 1
        if room < 0:
            break
        lines.append(line)
    return filled("\n".join([*header, *lines]), TAKI_BYTES, filler)


@cache
def gamnon_game(seats: int, packs: int, *, name: str = "P", filler: str = "x") -> str:
    """Lines of a game of many players until the record is as long as one may be."""
    names = tuple(f"{name}{number}" for number in range(seats))
    rules = make_ruleset(packs=packs, max_turns=200)
    made = gamnon.play_record(names, (gamnon.choose_random,) * seats, seed="x", rules=rules)
    lines, kept, room = format_record(made).splitlines(), [], GAMNON_BYTES - 100
    for line in lines:
        room -= len(line.encode()) + 1
        if room < 0 or line.startswith("end"):
            break
        kept.append(line)
    return filled("\n".join(kept), GAMNON_BYTES, filler)


def gamnon_position(seats: int) -> str:
    """A position in which the players hold every card of forty packs but the open one."""
    kupa, *held = PACK * MAX_PACKS
    names = [f"P{number}" for number in range(seats)]
    hands = [f"hand {name}: {' '.join(held[at::seats])}" for at, name in enumerate(names)]
    header = ["gamnon/1", f"players: {' '.join(names)}", f"packs: {MAX_PACKS}"]
    lines = [*header, *hands, f"kupa: {kupa}", "closed:", "turn: P0", "pos: 0", "end abandoned"]
    return filled("\n".join(lines), GAMNON_BYTES, "&")


SIGNS = [f"{'<' * 30}{number}" for number in range(10)]
LONG = [f"{LETTER * 14}{number}" for number in range(10)]
ACCEPTED = {
    "taki: the most lines": lambda: taki_draws("ABCDEFGHIJ"),
    "taki: names of signs": lambda: taki_draws(SIGNS, filler="<"),
    "taki: long names": lambda: taki_draws(LONG, filler=LETTER),
    "taki: two players": lambda: taki_draws("AB", filler='"'),
    "gamnon: a hundred players": lambda: gamnon_game(100, MAX_PACKS, name=LETTER * 60),
    "gamnon: thirty players": lambda: gamnon_game(30, MAX_PACKS, filler="&"),
    "gamnon: forty packs in a hundred hands": lambda: gamnon_position(100),
    "gamnon: forty packs in three hands": lambda: gamnon_position(3),
    "gamnon: three players with forty packs": lambda: gamnon_game(3, MAX_PACKS, filler=LETTER),
}
NAMES = " ".join(f"{LETTER * 62}{number}" for number in range(10, 99))
HOSTILE = {
    "taki: no game": lambda: "taki/1\n" + "A d\n" * 25_000,
    "taki: one line of the shortest steps": lambda: taki_draws("AB")[:300] + "d " * 49_000,
    "taki: a card of 100 kB": lambda: f"taki/1\nplayers: A B\nfirst: A\nseed: x\nA {'<' * 99_000}",
    "taki: a name of 100 kB": lambda: f"taki/1\nplayers: A {'<' * 99_000}",
    "taki: a run of 99 kB": lambda: f"taki/1\nplayers: A B\nfirst: A\nA RT[{'R1,' * 33_000}R1]!",
    "taki: a value of 100 kB": lambda: f"taki/1\nopt: deck={'&' * 99_000}\nplayers: A B",
    "taki: long lines before the fault": lambda: (
        taki_draws("AB")[:3_000] + "\nA d ;" + "<" * 80_000 + "\nB ?"
    ),
    "gamnon: names of 250 bytes": lambda: f"gamnon/1\nplayers: {NAMES}\nseed: x\n{'A P- ' * 5_000}",
    "gamnon: tokens": lambda: gamnon_game(3, 2)[:3_000] + "~ " * 30_000,
    "gamnon: a token of 60 kB": lambda: f"gamnon/1\nplayers: A B C\nseed: x\nA P{'<' * 60_000}",
    "gamnon: a header of 60 kB": lambda: f"gamnon/1\n{'<' * 60_000}: x",
}


@pytest.fixture(params=["he", "ja"])
def reader(client, request):
    client.cookies["django_language"] = request.param
    return client


@pytest.mark.slow
@pytest.mark.parametrize("name", ACCEPTED)
def test_the_page_that_checks_the_largest_record_is_under_300_kb(reader, name):
    record = ACCEPTED[name]()
    game = name.partition(":")[0]
    limit = {"taki": TAKI_BYTES, "gamnon": GAMNON_BYTES}[game]
    assert limit - 200 < len(record.encode()) <= limit
    last = len(VERIFIERS[game](record).as_json()["moves"])
    for move in ({}, {"move": 0}, {"move": last // 2}):
        page = reader.post(VERIFY, {"record": record, "game": game, **move})
        assert page.status_code == 200
        assert 20_000 < len(page.content) < MOST


@pytest.mark.parametrize("name", HOSTILE)
def test_the_page_that_refuses_a_record_is_under_300_kb(reader, name):
    page = reader.post(VERIFY, {"record": HOSTILE[name]()})
    assert 5_000 < len(page.content) < MOST


def stored(record: str) -> Game:
    """A game of Taki of three at one table, whose record is this one."""
    event = make_event(
        game="taki", entries=3, games=1, match={"points": {"per_game": True}, "tiebreaks": []},
        stages=[{"system": "tables", "options": {"sizes": [3]}}],
    )  # fmt: skip
    round_ = published_round(event)
    sent = submit(
        actor_of(players_at(round_)[0]),
        slot_at(round_),
        record=taki_record([player.name for player in players_at(round_)], seed="page"),
    )
    assert isinstance(sent, Game)
    Game.objects.update(record=record, ruleset=VERIFIERS["taki"](record).as_json()["ruleset"])
    return sent


def steps_listed(page: str) -> list[int]:
    return [int(step) for step in re.findall(r'<a href="\?step=(\d+)#table">', page)]


def test_the_page_of_a_stored_game_lists_the_steps_around_the_one_that_is_shown(reader):
    record = taki_draws("ABC", filler="<")
    last = len(VERIFIERS["taki"](record).as_json()["moves"])
    address = url_of("game", stored(record).public_id)
    for step in (0, 1, 1000, last):
        page = text_of(reader.get(address, {"step": step}))
        assert len(page.encode()) < MOST
        listed = steps_listed(page)
        assert listed == list(range(listed[0], listed[-1] + 1))
        assert max(step, 1) in listed
        assert len(listed) > 50
        for number in (listed[0] - 1, listed[-1] + 1):  # the next part of the list
            if 0 < number <= last:
                assert f'href="?step={number}#table"' in page


def test_every_step_of_a_record_that_is_checked_can_be_shown(client):
    record = taki_draws("ABC")
    last = len(VERIFIERS["taki"](record).as_json()["moves"])
    page = text_of(client.post(VERIFY, {"record": record}))
    assert f"step {last} of {last}" in page
    packed = re.search(r'name="packed" value="([^"]+)"', page)
    assert packed is not None
    assert f'form="check" name="move" value="{last - 1}"' in page
    asked = {"record": "", "packed": packed[1], "move": "7"}
    page = text_of(client.post(VERIFY, asked))
    assert f"step 7 of {last}" in page
    for step in (0, 6, 8, last):
        assert f'form="check" name="move" value="{step}"' in page


def test_a_game_is_told_once_however_many_of_its_steps_are_read(client):
    record = taki_record(["Ann", "Bob", "Cem"], seed="cache")
    before = cards._steps.cache_info().misses
    for move in range(5):
        client.post(VERIFY, {"record": record, "move": move})
    assert cards._steps.cache_info().misses == before + 1


def test_of_hands_without_end_the_last_cards_are_only_counted(client):
    page = text_of(client.post(VERIFY, {"record": gamnon_position(3)}))
    assert [int(rest) for rest in re.findall(r" \+(\d+)</span>", page)] == [193, 193, 193]
    assert page.count("♠") > 300
    small = text_of(client.post(VERIFY, {"record": taki_record(["Ann", "Bob"], seed="x")}))
    assert not re.search(r" \+\d+</span>", small)
