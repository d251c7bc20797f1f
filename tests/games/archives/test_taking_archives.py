"""Archives are taken in as equal events."""

import io
import json
import zipfile

import pytest
from django.core.management import CommandError, call_command

from games.archive import format as archive
from games.archive.comparison import differing_parts
from games.models import Dispute, Game, TakenArchive
from games.services import confirm_game, dispute_game, rule_slot, submit_casual
from games.services.archives import (
    Choices,
    export_event,
    preview_archive,
    read_proved,
    take_archive,
)
from games.services.archives.imports import AlreadyTaken
from games.services.archives.reading import (
    ArchiveDiffers,
    ArchiveTooOld,
    NotAnArchive,
    ProvedArchive,
    StaffPartMissing,
)
from ratings.models import RatedGame
from ratings.services import approve_event
from tests.builders import (
    acting,
    actor_of,
    entry_of,
    make_club,
    make_event,
    make_player,
    make_user,
    slot_at,
)
from tests.flows.events import test_a_match
from tests.flows.records import FIRST_BY_ROAD
from tests.games import test_archives_by_two as by_two
from tests.games.stakes.staked_table import CALLED, Table
from tests.games.test_archives import signed_again
from tests.slots import enter_result
from tournaments.actor import SYSTEM
from tournaments.errors import DomainError, InvalidInput, NotAllowed, NotFound
from tournaments.models import Event, JournalLine, Player
from tournaments.services import signing
from tournaments.services.archives.people import TwoForOne
from tournaments.services.archives.settings import NotBegun
from tournaments.services.events.adjustments import adjust_points
from tournaments.services.people.people import SlugTaken

pytestmark = pytest.mark.django_db


def read(slug):
    return read_proved(export_event(actor=SYSTEM, slug=slug))


def taken(found: ProvedArchive, slug="taken", **choices):
    return take_archive(actor=SYSTEM, archive=found, choices=Choices(slug=slug, **choices))


def require_equal(found: ProvedArchive, event):
    """The event is what the archive says, and so does its own archive, which is proved again."""
    require_same_parts(found, event)
    call_command("check_event", event.slug)


def require_same_parts(found: ProvedArchive, event):
    again = read(event.slug)
    assert differing_parts(found.facts.parts, again.facts.parts) == []
    for name in ("standings.json", "publications.ndjson"):
        assert again.facts.parts[name] == found.facts.parts[name]


@pytest.mark.slow
def test_every_format_comes_in_equal():
    """Each event is checked once: at the end, with all else."""
    number = 0
    for number, event in enumerate(by_two.all_events(), start=1):
        if event.state == "draft":
            continue
        found = read(event.slug)
        require_same_parts(found, taken(found, f"taken-{number}"))
    assert number >= 50
    call_command("check_all")


def make_world():
    event = make_event(slug="cup", entries=6, stages=[{"system": "swiss", "options": {}}])
    return by_two.live(event, most=2, seed=1)


@pytest.fixture
def cup(made):
    """Two rounds of six."""
    return made


def lines_of(slug):
    return list(JournalLine.objects.filter(scope=f"event:{slug}").order_by("seq"))


def test_the_journal_begins_with_the_archive_and_the_old_one_is_kept(cup):
    found = read("cup")
    event = taken(found)
    first = lines_of("taken")[0]
    assert first.action == "event.imported"
    assert first.after == {
        "sha256": found.sha256, "key": found.key, "head": found.head, "rated": False,
    }  # fmt: skip
    kept = TakenArchive.objects.get(event=event)
    assert [json.loads(line)["hash"] for line in kept.journal.splitlines()] == [
        line.hash for line in lines_of("cup")
    ]
    TakenArchive.objects.update(journal=kept.journal.replace("event.created", "event.edited"))
    with pytest.raises(CommandError, match="Differences in taken: 1"):
        call_command("check_event", "taken")


def test_an_archive_comes_in_once_also_without_its_names(cup):
    found = read("cup")
    taken(found)
    for each in (found, read_proved(without("cup", "person"))):
        with pytest.raises(AlreadyTaken, match="as the event taken"):
            taken(each, "again")
    assert not Event.objects.filter(slug="again").exists()


def test_an_address_that_is_taken_is_refused(cup):
    with pytest.raises(SlugTaken):
        taken(read("cup"), "cup")


def test_who_has_no_name_left_is_nobody_here(cup):
    by_two.forget(cup)
    parts = archive.read_archive(export_event(actor=SYSTEM, slug="cup"))
    rows = archive.read_lines(parts, by_two.SEALED)
    parts[by_two.SEALED] = archive.write_lines([r for r in rows if r["id"] != "person:2"])
    event = taken(read_proved(zipped(parts)))
    for number in (1, 2):
        player = entry_of(event, number).player
        assert player.anonymised_at
        assert player.name == f"Player {player.public_id}"
    third = entry_of(event, 3).player
    assert third.anonymised_at is None
    assert third.name == entry_of(cup, 3).player.name
    require_equal(read_proved(zipped(parts)), event)


def without(slug, *kinds):
    """The archive without the sealed values of these kinds."""
    parts = archive.read_archive(export_event(actor=SYSTEM, slug=slug))
    rows = archive.read_lines(parts, by_two.SEALED)
    kept = [row for row in rows if row["id"].partition(":")[0] not in kinds]
    return zipped({**parts, by_two.SEALED: archive.write_lines(kept)})


NAMING = ("person", "event", "record", "journal", "result", "ruling", "adjustment")


@pytest.mark.parametrize("kinds", [["record"], ["journal"], NAMING], ids="-".join)
def test_without_sealed_values_an_event_is_still_equal(kinds):
    table = test_a_match.Table()
    table.confirm(table.two, table.send(table.one, FIRST_BY_ROAD))
    table.rule({"kind": "forfeit", "winner": 2})
    found = read_proved(without(table.event.slug, *kinds))
    require_equal(found, taken(found))


def test_without_the_part_for_staff_a_round_cannot_be_proved_here(cup):
    with pytest.raises(StaffPartMissing, match="round 1") as refused:
        read_proved(without("cup", "staff"))
    assert refused.value.code == "staff_part_missing"


def test_nobody_is_matched_silently_and_candidates_are_named(cup):
    one, two = (entry_of(cup, number).player for number in (1, 2))
    twin = make_player(two.name.upper())
    event = taken(read("cup"))
    assert entry_of(event, 1).player != one
    people = preview_archive(actor=SYSTEM, archive=other_archive(cup)).people
    assert people[0].candidates[0] == one
    assert people[0].is_here
    assert twin in people[1].candidates


def other_archive(event):
    """One more archive of the event, after a fact was added."""
    adjust_points(
        actor=SYSTEM, entry_id=entry_of(event, 4).pk, after_round=1, points_x2=-1,
        reason="late",
    )  # fmt: skip
    return read(event.slug)


def test_people_are_matched_by_choice(cup):
    one = entry_of(cup, 1).player
    event = taken(read("cup"), people={"1": one.public_id, "2": "new"})
    assert entry_of(event, 1).player == one
    assert entry_of(event, 2).player != entry_of(cup, 2).player
    found = other_archive(cup)
    for people, refused in [
        ({"9": "new"}, InvalidInput),
        ({"1": "nobody"}, NotFound),
        ({"1": one.public_id, "2": one.public_id}, TwoForOne),
    ]:
        with pytest.raises(refused):
            taken(found, "other", people=people)
    assert not Event.objects.filter(slug="other").exists()


def test_an_event_that_has_not_begun_stays_where_it_is():
    make_event(slug="open", state="registration")
    with pytest.raises(NotBegun):
        taken(read("open"))


def changed(slug, name, change):
    """The archive with a part changed, signed again."""
    parts = archive.read_archive(export_event(actor=SYSTEM, slug=slug))
    make = by_two.json_changed if name.endswith(".json") else by_two.rows_changed
    return zipped(signed_again(make(name, change)(parts)))


@pytest.mark.parametrize("tamper", by_two.SIGNED_TAMPERS)
def test_what_does_not_follow_is_refused(cup, tamper):
    parts = archive.read_archive(export_event(actor=SYSTEM, slug="cup"))
    with pytest.raises(ArchiveDiffers):
        read_proved(zipped(signed_again(by_two.SIGNED_TAMPERS[tamper](parts))))


# What the proofs do not look at, signed by somebody with a key of their own.
NONSENSE = {
    "system": ("stages.ndjson", lambda rows: rows[0].update(system="chaos")),
    "option": ("stages.ndjson", lambda rows: rows[0]["options"].update(x=1)),
    "state": ("event.json", lambda about: about.update(state="famous")),
    "zone": ("event.json", lambda about: about.update(time_zone="Mars/North")),
    "match": ("event.json", lambda about: about["match"].update(games="many")),
    "entry": ("entries.ndjson", lambda rows: rows[0].update(rating=10**30)),
    "lost": ("entries.ndjson", lambda rows: rows.pop()),
    "long": ("entries.ndjson", lambda rows: rows[0].update(rating_source="x" * 300)),
    "nul": ("entries.ndjson", lambda rows: rows[0].update(rating_source="\0")),
    "draft": ("rounds.ndjson", lambda rows: rows[0].update(state="draft")),
    "slot": ("rounds.ndjson", lambda rows: rows[0]["pairings"][0]["slots"][0].update(state=7)),
    "points": ("stages.ndjson", lambda rows: rows[0]["entries"][0].__setitem__(3, 8)),
    "penalty": ("adjustments.ndjson", lambda rows: rows.append({})),
    "coins": ("stakes.json", lambda books: books["bids"].append({})),
}


@pytest.mark.parametrize("name", NONSENSE)
def test_nonsense_that_is_signed_is_refused_whole(cup, name):
    players = Player.objects.count()
    with pytest.raises(DomainError):
        taken(read_proved(changed("cup", *NONSENSE[name])))
    assert not Event.objects.filter(slug="taken").exists()
    assert Player.objects.count() == players
    assert not JournalLine.objects.filter(scope="event:taken").exists()


def bomb():
    """Half a gigabyte of zeros in half a megabyte."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("manifest.json", b"0" * (1 << 20))
    return file.getvalue()


@pytest.mark.parametrize("data", [b"", b"PK\5\6" + b"\0" * 18, b"no zip", bomb(), bomb()[:700]])
def test_hostile_files_are_refused_in_words(data):
    with pytest.raises(NotAnArchive, match="This is no archive"):
        read_proved(data, most=1 << 19)


def test_the_key_may_be_asked_for(cup):
    data = export_event(actor=SYSTEM, slug="cup")
    assert read_proved(data, public=signing.signing_key().public).sha256
    with pytest.raises(ArchiveDiffers, match="signature"):
        read_proved(data, public="x" * 43)


def test_games_are_rated_only_if_asked():
    table = test_a_match.Table()
    table.confirm(table.two, table.send(table.one, FIRST_BY_ROAD))
    found = read(table.event.slug)
    plain = taken(found)
    assert not RatedGame.objects.filter(event=plain).exists()
    TakenArchive.objects.all().delete()
    rated = taken(found, "rated", rated=True)
    old, new = (
        [(game.played_on, game.size, [seat.score_x2 for seat in game.postings.order_by("order")])
         for game in RatedGame.objects.filter(event=event)]
        for event in (table.event, rated)
    )  # fmt: skip
    assert old == new != []
    call_command("check_all")


@pytest.mark.parametrize("rated", [False, True])
def test_a_corrected_game_is_rated_only_if_it_was_asked_for(rated):
    table = test_a_match.Table()
    table.confirm(table.two, table.send(table.one, FIRST_BY_ROAD))
    event = taken(read(table.event.slug), rated=rated)
    approve_event(actor=acting(make_user(staff=True)), event_id=event.pk)
    corrected, new = (slot_at(event.rounds.get(), number=number) for number in (1, 2))
    enter_result(corrected, {"result": "0-F"}, reason="read from the slip")
    enter_result(new, {"result": "0-F"})
    live = RatedGame.objects.filter(event=event, voided_at=None)
    played_there = {f"slot:{corrected.pk}"} if rated else set()
    assert set(live.values_list("source", flat=True)) == played_there | {f"slot:{new.pk}"}


def test_a_casual_game_that_comes_with_a_rated_event_is_void():
    table = test_a_match.Table()
    table.confirm(table.two, table.send(table.one, FIRST_BY_ROAD))
    found = read(table.event.slug)
    game = Game.objects.get()
    # Sent as a casual game before the event came; here it is there already.
    other = make_player("Kit Kerr")
    casual = submit_casual(
        actor=SYSTEM, record=game.record, first_id=table.one.pk, second_id=other.pk
    )
    casual.players.filter(order=2).update(player=table.two)
    people = {str(entry.number): entry.player.public_id for entry in table.event.entries.all()}
    states = []
    for rated in (False, True):
        TakenArchive.objects.all().delete()
        taken(found, f"rated-{rated}".lower(), people=people, rated=rated)
        casual.refresh_from_db()
        states.append(casual.state)
    assert states == ["confirmed", "void"]


def test_only_organisers_of_the_club_and_site_staff_may(cup):
    owner = make_user()
    club = make_club("lantern", owner=owner)
    found = read("cup")
    for actor, of in [(acting(make_user()), ""), (acting(owner), ""), (acting(
        make_user()), club.slug)]:  # fmt: skip
        with pytest.raises(NotAllowed):
            take_archive(actor=actor, archive=found, choices=Choices(slug="taken", club=of))
    event = take_archive(
        actor=acting(owner), archive=found, choices=Choices(slug="taken", club="lantern")
    )
    assert event.club == club
    assert event.roles.get().user == owner


def test_the_command(cup, tmp_path, capsys):
    path = tmp_path / "cup.zip"
    path.write_bytes(export_event(actor=SYSTEM, slug="cup"))
    one = entry_of(cup, 1).player
    call_command("import_event", path, "--dry-run")
    said = capsys.readouterr().out
    assert f"1. {one.name}: {one.public_id} {one.name} (the same id)" in said
    with pytest.raises(CommandError, match="address cup is taken"):
        call_command("import_event", path)
    call_command("import_event", path, "--slug", "taken", "--match", f"1={one.public_id}")
    assert "taken: 6 players." in capsys.readouterr().out
    assert entry_of(Event.objects.get(slug="taken"), 1).player == one
    for wrong in ("1", "=x", "1="):
        with pytest.raises(CommandError, match="is wanted"):
            call_command("import_event", path, "--match", wrong)
    with pytest.raises(CommandError) as missing:
        call_command("import_event", tmp_path / "none.zip")
    assert missing.value.returncode == 2


def test_a_game_that_is_disputed_is_so_here_and_is_ruled():
    table = test_a_match.Table()
    sent = table.send(table.one, FIRST_BY_ROAD)
    dispute_game(actor=actor_of(table.two), game_id=sent.pk, text="I resigned before")
    found = read(table.event.slug)
    event = taken(found)
    require_equal(found, event)
    here = Dispute.objects.get(slot__pairing__round__event=event)
    assert (here.text, here.closed_at) == ("I resigned before", None)
    slot = here.slot
    rule_slot(
        actor=SYSTEM, pairing_id=slot.pairing_id, number=slot.number, reason="seen",
        outcome={"kind": "forfeit", "winner": 1},
    )  # fmt: skip
    here.refresh_from_db()
    assert here.closed_at
    call_command("check_event", event.slug)


def test_a_game_that_waits_for_its_answer_is_confirmed_here():
    table = test_a_match.Table()
    table.send(table.one, FIRST_BY_ROAD)
    number = table.event.entries.get(player=table.two).number
    event = taken(read(table.event.slug), people={str(number): table.two.public_id})
    game = Game.objects.get(slot__pairing__round__event=event)
    confirm_game(actor=actor_of(table.two), game_id=game.pk)
    game.refresh_from_db()
    assert game.state == "confirmed"
    call_command("check_event", event.slug)


def test_an_archive_from_before_is_named_as_such(cup):
    parts = archive.read_archive(export_event(actor=SYSTEM, slug="cup"))
    del parts["stages.ndjson"]
    with pytest.raises(ArchiveTooOld, match=r"lacks stages.ndjson"):
        read_proved(zipped(signed_again(parts)))


def test_an_event_that_was_taken_in_goes_on(cup):
    event = taken(read("cup"))
    by_two.live(event, most=1, seed=3)
    call_command("check_event", "taken")
    again = read("taken")
    require_equal(again, taken(again, "third"))


def zipped(parts):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as made:
        for name in sorted(parts):
            made.writestr(name, parts[name])
    return file.getvalue()


def test_bids_and_coins_of_an_event_with_stakes_come_in_equal():
    table = Table()
    table.bid((5, 3))
    table.play(CALLED)
    found = read(table.event.slug)
    require_equal(found, taken(found))
    assert found.facts.parts["stakes.json"]["bids"]
