"""Fifty events are archived; ours and a checker in JavaScript find them equal, and find changes."""

import io
import json
import random
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from config.demo.card_records import taki_record
from games.archive import format as archive
from games.archive.verify import find_differences
from games.services.archives import export_event
from games.services.people import anonymise_player, merge_players
from games.services.rulings.withdraw import withdraw_player
from tests.builders import acting, entry_of, make_event, make_player, make_user, published_round
from tests.flows.events import test_a_match, test_card_tables
from tests.flows.events.test_stages_and_ties import begin, play_groups
from tests.flows.formats.formats import LIVES, decide_by_chance
from tests.flows.records import FIRST_BY_ROAD, FIRST_RESIGNS, SECOND_BY_ROAD
from tests.games.stakes import staked_table
from tests.games.test_archives import signed_again
from tournaments.actor import SYSTEM
from tournaments.services.events.adjustments import adjust_points
from tournaments.services.rounds import rounds

CHECKER = Path(__file__).with_name("archive_checker.mjs")
STANDINGS, JOURNAL, SEALED = "standings.json", "journal.ndjson", "sealed/values.ndjson"

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.slow,
    pytest.mark.skipif(not shutil.which("node"), reason="node is missing (apt install nodejs)"),
]  # fmt: skip


def live(event, *, most, seed, meanwhile=None):
    """Some rounds decided by chance; `meanwhile` is done to the event after the first one."""
    chance = random.Random(seed)
    for number in range(1, most + 1):
        decide_by_chance(published_round(event), chance)
        rounds.close_round(actor=SYSTEM, event_id=event.pk, number=number)
        if meanwhile and number == 1:
            meanwhile(event)
    return event


def formats():
    """Every pairing system, with one or two games a match, after no round and after some."""
    for system, (entries, options, _most) in LIVES.items():
        stages = [{"system": system, "options": options}]
        for games in (1, 2):
            for most in (0, 1, 2):
                event = make_event(entries=entries, games=games, stages=stages)
                yield live(event, most=most, seed=f"{system}{games}{most}")


def site_staff():
    staff = make_user(staff=True)
    staff.is_superuser = True
    staff.save()
    return acting(staff)


def forget(event):
    anonymise_player(actor=site_staff(), player=entry_of(event, 1).player.public_id)


def merge(event):
    known = make_player("Known before")
    player = entry_of(event, 2).player.public_id
    merge_players(actor=site_staff(), player=player, into=known.public_id)


def withdraw(event):
    withdraw_player(actor=SYSTEM, entry_id=entry_of(event, 3).pk, from_round=2, reason="is ill")


def adjust(event):
    entry = entry_of(event, 4).pk
    adjust_points(actor=SYSTEM, entry_id=entry, after_round=1, points_x2=-1, reason="came late ✂")


def groups_and_knockout():
    event = play_groups()
    begin(event)
    live_round = published_round(event)
    decide_by_chance(live_round, random.Random(1))
    return event


def matches():
    """Records sent, confirmed, and ruled in another way afterwards."""
    for moves in (FIRST_BY_ROAD, SECOND_BY_ROAD, FIRST_RESIGNS):
        table = staked_table.Table()
        table.play(moves)
        yield table.event
    corrected = test_a_match.Table()
    corrected.confirm(corrected.two, corrected.send(corrected.one, FIRST_BY_ROAD))
    corrected.rule({"kind": "forfeit", "winner": 2})
    corrected.rule({"kind": "adjudicated", "result": "1/2-1/2"}, number=2)
    yield corrected.event
    staked = staked_table.Table()
    staked.bid((3, 5))
    staked.void(staked.play())
    staked.play(SECOND_BY_ROAD)
    yield staked.event


def evenings():
    gamnon = test_card_tables.Evening()
    game = gamnon.send(1, test_card_tables.example(*gamnon.names))
    gamnon.confirm(2, game)
    gamnon.confirm(3, game)
    yield gamnon.event
    taki = test_card_tables.Evening(game="taki")
    taki.send(None, taki_record(["A", "B", "C"], seed="c"))
    yield taki.event


def all_events():
    yield from formats()
    for change in (forget, merge, withdraw, adjust):
        stages = [{"system": "swiss", "options": {"rounds": 3}}]
        yield live(make_event(entries=6, stages=stages), most=2, seed=1, meanwhile=change)
    yield groups_and_knockout()
    yield from matches()
    yield from evenings()
    yield make_event(state="draft")


def by_javascript(paths):
    """What the other checker says of each file, in one process."""
    done = subprocess.run(
        ["node", str(CHECKER), *map(str, paths)],
        capture_output=True, text=True, timeout=300, check=True,
    )  # fmt: skip
    return {said["file"]: said["differences"] for said in map(json.loads, done.stdout.splitlines())}


def by_ours(path):
    return find_differences(archive.read_archive(path.read_bytes()))


def as_file(path, parts):
    """Parts as they are, with the signature that they have."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as zipped:
        for name in sorted(parts):
            zipped.writestr(name, parts[name])
    path.write_bytes(file.getvalue())
    return path


def test_both_say_that_fifty_events_are_equal(tmp_path):
    paths = []
    for number, event in enumerate(all_events()):
        path = tmp_path / f"{number}.zip"
        path.write_bytes(export_event(actor=SYSTEM, slug=event.slug))
        paths.append(path)
        parts = archive.read_archive(path.read_bytes())
        if number % 10 == 0:
            parts.pop(SEALED)
            paths.append(as_file(tmp_path / f"{number}-without-names.zip", parts))
    assert len(paths) >= 50
    assert {str(path): by_ours(path) for path in paths} == {str(path): [] for path in paths}
    assert by_javascript(paths) == {str(path): [] for path in paths}


def rows_changed(name, change):
    def changed(parts):
        rows = archive.read_lines(parts, name)
        change(rows)
        return {**parts, name: archive.write_lines(rows)}

    return changed


def json_changed(name, change):
    def changed(parts):
        value = archive.read_json(parts, name)
        change(value)
        return {**parts, name: f"{archive.canonical(value)}\n".encode()}

    return changed


def swap(rows):
    rows[1], rows[2] = rows[2], rows[1]


def add_points(standings):
    standings["rows"][0]["game_points_x2"] += 1


# What somebody does who can sign the archive again with the same key.
SIGNED_TAMPERS = {
    "tail": rows_changed(JOURNAL, lambda rows: rows.pop()),
    "swapped": rows_changed(JOURNAL, swap),
    "line": rows_changed(JOURNAL, lambda rows: rows[1].update(action="event.closed")),
    "erased": rows_changed(
        JOURNAL, lambda rows: rows[1].update(version=1, erased=True, action="event.closed")
    ),
    "removed": rows_changed(JOURNAL, lambda rows: rows.pop(1)),
    "sealed": rows_changed(SEALED, lambda rows: rows[0].update(value={"name": "another"})),
    "proof": rows_changed("rounds.ndjson", lambda rows: rows[0]["proof"].update(seed=-1)),
    "seats": rows_changed("rounds.ndjson", lambda rows: rows[0]["pairings"][0].update(leg=7)),
    "table": rows_changed("publications.ndjson", lambda rows: rows[0].update(sha256="0" * 64)),
    "points": rows_changed("results.ndjson", lambda rows: rows[0].update(points_x2=[7, 0])),
    "twice": rows_changed("results.ndjson", lambda rows: rows.append(rows[0])),
    "source": rows_changed("results.ndjson", lambda rows: rows[0].update(source="game:x")),
    "standing": json_changed(STANDINGS, add_points),
    "coins": json_changed("stakes.json", lambda books: books["accounts"].append([1, 9, 0])),
}


def test_both_find_what_was_changed(tmp_path):
    event = make_event(entries=4, games=1)
    live(event, most=2, seed=2)
    whole = archive.read_archive(export_event(actor=SYSTEM, slug=event.slug))
    paths = [
        as_file(tmp_path / f"{name}.zip", signed_again(change(whole)))
        for name, change in SIGNED_TAMPERS.items()
    ]
    for name, data in whole.items():
        at = len(data) // 2
        other = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :] if data else b"x"
        file = f"byte-{name.replace('/', '-')}.zip"
        paths.append(as_file(tmp_path / file, {**whole, name: other}))
    assert [path.name for path in paths if not finds(path)] == []
    said = by_javascript(paths)
    assert [path.name for path in paths if not said[str(path)]] == []


def finds(path):
    """Whether ours finds a difference, or refuses the file."""
    try:
        return bool(by_ours(path))
    except archive.BadArchive:
        return True
