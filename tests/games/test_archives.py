"""An event is exported, and proved again from the file alone."""

import io
import os
import random
import re
import subprocess
import sys
import zipfile

import pytest
from django.core.management import call_command

from games.archive import format as archive
from games.archive.verify import find_differences
from games.services import confirm_game
from games.services.archives import export_event
from games.services.people import anonymise_player
from tests.builders import acting, actor_of, make_event, make_user, published_round
from tests.flows.events.test_a_match import Table
from tests.flows.formats.formats import LIVES, decide_by_chance
from tests.flows.records import FIRST_BY_ROAD
from tests.paths import ROOT
from tournaments.actor import SYSTEM
from tournaments.models import Entry
from tournaments.services import signing
from tournaments.services.rounds import rounds

pytestmark = pytest.mark.django_db


def played(system, *, most=2):
    """An event of a system after some rounds."""
    entries, options, _rounds = LIVES[system]
    event = make_event(slug="cup", entries=entries, stages=[{"system": system, "options": options}])
    chance = random.Random(system)
    for number in range(1, most + 1):
        decide_by_chance(published_round(event), chance)
        rounds.close_round(actor=SYSTEM, event_id=event.pk, number=number)
    return event


def exported():
    return export_event(actor=SYSTEM, slug="cup")


def signed_again(parts):
    """The archive of changed parts, signed by our own key: the rest of the checks must find it."""
    hidden = (archive.MANIFEST, archive.SIGNATURE)
    kept = {name: data for name, data in parts.items() if name not in hidden}
    return archive.read_archive(archive.write_archive(kept, key=signing.signing_key()))


@pytest.mark.parametrize("system", LIVES)
def test_every_system_is_proved_again(system):
    played(system)
    data = exported()
    assert find_differences(archive.read_archive(data)) == []
    assert exported() == data


def make_world():
    table = Table()
    game = table.send(table.one, FIRST_BY_ROAD)
    confirm_game(actor=actor_of(table.two), game_id=game.pk)
    return archive.read_archive(export_event(actor=SYSTEM, slug=table.event.slug))


@pytest.fixture
def parts(made):
    """The archive of a match whose record was sent and confirmed."""
    return made


def test_a_record_is_proved_again(parts):
    assert find_differences(parts) == []
    games = archive.read_lines(parts, "games.ndjson")
    games[0]["verdict"]["plies"] += 1
    parts["games.ndjson"] = archive.write_lines(games)
    (found,) = find_differences(signed_again(parts))
    assert found.startswith("games.ndjson: game ")
    assert "its verdict says plies" in found


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("journal.ndjson", lambda rows: rows[1].update(subject="x"), "line 2 was changed"),
        ("journal.ndjson", lambda rows: rows.pop(), "its signed head says"),
        ("journal.ndjson", lambda rows: rows.pop(1), "line 3 does not follow line 1"),
        ("rounds.ndjson", lambda rows: rows[0]["proof"].update(seed=-1), "the proof was changed"),
        ("rounds.ndjson", lambda rows: rows[0]["pairings"][0].update(leg=7), "leg 7"),
        ("results.ndjson", lambda rows: rows[-1].update(outcome="0-R"), "proves another end"),
        ("results.ndjson", lambda rows: rows[-1].update(points_x2=[0, 0]), "not as in the rounds"),
        ("results.ndjson", lambda rows: rows[-1].update(source="game:x"), "which is missing"),
        ("results.ndjson", lambda rows: rows.append(rows[-1]), "counts two results"),
        ("entries.ndjson", lambda rows: rows.append({}), ""),
        ("games.ndjson", lambda rows: rows.append({}), "is not as it should be"),
    ],
)  # fmt: skip
def test_what_was_changed_is_named_by_its_part(parts, name, change, said):
    rows = archive.read_lines(parts, name)
    change(rows)
    parts[name] = archive.write_lines(rows)
    assert find_differences(parts) == [f"{name}: was changed"]
    found = find_differences(signed_again(parts))
    assert any(said in line for line in found) if said else found == []


def test_other_standings_and_ratings_are_found(parts):
    standings = archive.read_json(parts, "standings.json")
    standings["rows"][0]["rank"] = 9
    parts["standings.json"] = archive.canonical(standings).encode()
    lists = archive.read_json(parts, "rating_lists.json")
    for row in lists:
        row["ratings"][0][1] += 1
    parts["rating_lists.json"] = archive.canonical(lists).encode()
    assert find_differences(signed_again(parts)) == [
        "standings.json: the standings differ from those rebuilt",
        *(f"rating_lists.json: {row['pool']}: the ratings differ from those computed again"
          for row in lists),
    ]  # fmt: skip


def test_the_key_that_signed_can_be_required(parts):
    assert find_differences(parts, public=signing.signing_key().public) == []
    wrong = ["signature.json: the signature of manifest.json is wrong"]
    assert find_differences(parts, public="A" * 43) == wrong


def test_sealed_values_can_be_removed_and_not_changed(parts):
    name = "sealed/values.ndjson"
    rows = archive.read_lines(parts, name)
    open_parts = b"".join(data for part, data in parts.items() if part != name).decode()
    names = [row["value"]["name"] for row in rows if row["id"].startswith("person")]
    # A hash or a signature may hold the letters of a short name by chance.
    words = set(re.findall(r"[\w+/=-]+", open_parts))
    assert names
    assert not words & set(names)
    without = {**parts, name: archive.write_lines(rows[1:])}
    assert find_differences(without) == []
    assert find_differences({part: data for part, data in parts.items() if part != name}) == []
    rows[0]["value"] = {"name": "another"}
    changed = {**parts, name: archive.write_lines(rows)}
    assert find_differences(changed) == [f"{name}: {rows[0]['id']} was changed"]


def test_an_event_with_a_forgotten_player_is_proved():
    event = played("swiss")
    entry = Entry.objects.select_related("player").get(event=event, number=1)
    staff = make_user("staff")
    staff.is_staff = staff.is_superuser = True
    staff.save()
    name = entry.player.name
    anonymise_player(actor=acting(staff), player=entry.player.public_id)
    data = exported()
    assert find_differences(archive.read_archive(data)) == []
    assert name.encode() not in data


def test_a_file_that_is_no_archive_is_refused():
    with pytest.raises(archive.BadArchive, match="not a zip"):
        archive.read_archive(b"x" * 100)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as many:
        for number in range(archive.MAX_PARTS + 1):
            many.writestr(f"{number}", b"")
    with pytest.raises(archive.BadArchive, match="too many parts"):
        archive.read_archive(file.getvalue())


@pytest.mark.slow
def test_the_command_needs_neither_settings_nor_database(tmp_path):
    played("round_robin", most=1)
    path = tmp_path / "cup.zip"
    call_command("export_event", "cup", "--output", str(path), stdout=io.StringIO())
    assert path.stat().st_mode & 0o077 == 0
    names = ("DJANGO_SETTINGS_MODULE", "DATABASE_URL", "SECRET_KEY", "SIGNING_KEY")
    environment = {name: value for name, value in os.environ.items() if name not in names}
    code = (
        "import runpy, sys; sys.modules['django'] = None; "
        "runpy.run_module('games.archive.__main__', run_name='__main__')"
    )

    def verify(*arguments):
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60,
        )  # fmt: skip

    done = verify("-m", "games.archive", "verify", str(path))
    assert (done.stdout, done.stderr, done.returncode) == (f"{path}: equal\n", "", 0)
    without_django = verify("-c", code, "verify", str(path))
    assert (without_django.stdout, without_django.returncode) == (done.stdout, 0)
    path.write_bytes(path.read_bytes().replace(b'"current":true', b'"current":None'))
    done = verify("-m", "games.archive", "verify", str(path))
    assert done.returncode == 1
