"""Imports that a worker runs: in parts and slices, sent again, lost and taken up again."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game, Import, ImportPart
from games.services.records import import_runs
from games.services.records.import_requests import (
    ImportHasBegun,
    ImportTooLarge,
    ImportUnderWay,
    NothingToImport,
    RecordFile,
    add_import_files,
    cancel_import,
    get_import,
    request_import,
    start_import,
)
from games.services.records.import_runs import lost_imports, run_import
from tests.builders import acting, make_event, make_user, published_round, slot_at
from tournaments import limits
from tournaments.actor import Actor
from tournaments.errors import NotAllowed, NotFound
from tournaments.models import GameSlot

pytestmark = pytest.mark.django_db
ROAD = "1. a1 e5\n2. e4 a2\n3. e3 a3\n4. e2 b4\n5. e1 R-0\n"
ILLEGAL = "1. a1 e5\n2. e5 a2\n"


def ptn(first="Ann", second="Ben", moves=ROAD):
    tags = f'[Player1 "{first}"]\n[Player2 "{second}"]\n[Date "2026.01.02"]\n[Size "5"]\n'
    return f"{tags}\n{moves}\n"


def many(count):
    return "".join(ptn(second=f"N{number}") for number in range(count))


@pytest.fixture
def staff():
    return acting(make_user("site", staff=True))


def asked_by(staff, *texts, names=None, **options):
    names = names or [f"{number}.ptn" for number in range(1, len(texts) + 1)]
    files = [RecordFile(name, text) for name, text in zip(names, texts, strict=True)]
    return request_import(actor=staff, files=files, **options)


def run_all(asked):
    while run_import(asked.pk):
        pass
    asked.refresh_from_db()
    return asked


def refusals(asked):
    return [(each.file, each.number, each.problem["code"]) for each in asked.refusals.all()]


def test_files_are_stored_with_totals_and_refusals(staff):
    asked = asked_by(staff, ptn() + ptn(moves=ILLEGAL) + ptn(second="Cid"), ptn(first="White"))
    assert (asked.state, asked.files, Game.objects.count()) == ("waiting", 2, 0)

    run_all(asked)

    assert (asked.state, asked.done, asked.total, asked.read) == ("done", 4, 4, asked.size)
    assert asked.report == [{"rated": 2, "refused": 1, "unrated": 1}]
    assert refusals(asked) == [("1.ptn", 2, "square_occupied")]
    assert not ImportPart.objects.exists()
    assert Game.objects.count() == 3


def test_the_same_files_again_store_nothing(staff):
    run_all(asked_by(staff, many(3)))
    again = run_all(asked_by(staff, many(4)))
    assert again.report == [{"known": 3, "rated": 1}]
    assert Game.objects.count() == 4


def test_a_dry_run_stores_nothing_and_says_what_would_happen(staff):
    asked = run_all(asked_by(staff, many(2) + ptn(moves=ILLEGAL), dry_run=True))
    assert asked.report == [{"rated": 2, "refused": 1}]
    assert not Game.objects.exists()


@pytest.mark.parametrize("cut", [1, 40, 100, 137, 250, 300])
def test_a_file_is_cut_anywhere(staff, cut):
    text = many(2) + ptn(moves=ILLEGAL) + ptn(second="Zoe")
    asked = asked_by(staff, text[:cut], text[cut:], names=["a.ptn", "a.ptn"])
    run_all(asked)
    assert (asked.files, asked.report) == (1, [{"rated": 3, "refused": 1}])
    assert [place[:2] for place in refusals(asked)] == [("a.ptn", 3)]


def test_a_slice_ends_after_a_batch_and_the_next_goes_on(staff, monkeypatch):
    monkeypatch.setattr(import_runs, "BATCH", 2)
    asked = asked_by(staff, many(5))
    assert run_import(asked.pk, seconds=0)
    asked.refresh_from_db()
    assert (asked.state, asked.done, Game.objects.count()) == ("waiting", 2, 2)
    assert run_all(asked).report == [{"rated": 5}]


def test_files_come_until_the_import_is_started(staff):
    asked = asked_by(staff, ptn(), is_complete=False)
    assert not run_import(asked.pk)
    assert lost_imports(timezone.now() + timedelta(hours=1)) == []
    files = [RecordFile("1.ptn", ptn(second="Cid")), RecordFile("2.ptn", ptn(second="Dan"))]
    add_import_files(actor=staff, import_id=asked.pk, files=files)
    start_import(actor=staff, import_id=asked.pk)
    assert run_all(asked).report == [{"rated": 3}]
    assert asked.files == 2
    with pytest.raises(ImportHasBegun):
        add_import_files(actor=staff, import_id=asked.pk, files=files)
    assert start_import(actor=staff, import_id=asked.pk).state == "done"


def test_an_import_without_files_or_of_too_many_letters_is_refused(staff, monkeypatch):
    with pytest.raises(NothingToImport):
        asked_by(staff)
    monkeypatch.setattr(limits, "IMPORT", 100)
    with pytest.raises(ImportTooLarge):
        asked_by(staff, "x" * 101)
    assert not Import.objects.exists()


def test_a_lost_import_is_taken_up_behind_what_is_stored(staff, monkeypatch):
    monkeypatch.setattr(import_runs, "BATCH", 2)
    asked = asked_by(staff, many(3) + ptn(moves=ILLEGAL))
    run_import(asked.pk, seconds=0)
    # A worker claims it and dies.
    Import.objects.update(state="running", ends_at=timezone.now() + timedelta(minutes=1))
    assert not run_import(asked.pk)
    assert lost_imports(timezone.now()) == []
    later = timezone.now() + timedelta(minutes=5)
    assert lost_imports(later) == [asked.pk]
    Import.objects.update(ends_at=timezone.now())
    assert run_all(asked).report == [{"rated": 3, "refused": 1}]


def test_an_import_that_is_lost_again_and_again_fails_and_goes_on_when_told(staff):
    asked = asked_by(staff, many(1))
    Import.objects.update(state="running", ends_at=timezone.now(), attempts=3)
    assert lost_imports(timezone.now() + timedelta(seconds=1)) == []
    asked.refresh_from_db()
    assert asked.state == "failed"
    start_import(actor=staff, import_id=asked.pk)
    assert run_all(asked).report == [{"rated": 1}]


def test_an_import_fails_whose_workers_die_three_times(staff):
    asked = asked_by(staff, many(1))
    for _worker in range(3):
        assert import_runs._claim(asked.pk) is not None
        Import.objects.update(ends_at=timezone.now())
    assert import_runs._claim(asked.pk) is None
    assert lost_imports(timezone.now() + timedelta(seconds=1)) == []
    asked.refresh_from_db()
    assert asked.state == "failed"


def test_a_worker_that_lost_the_import_stores_nothing_more(staff, monkeypatch):
    monkeypatch.setattr(import_runs, "BATCH", 1)
    asked = asked_by(staff, many(3))
    running = import_runs._claim(asked.pk)
    assert running is not None
    batches = import_runs._store_batches(running, set())
    next(batches)
    cancel_import(actor=staff, import_id=asked.pk)
    with pytest.raises(import_runs._TakenOver):
        next(batches)
    asked.refresh_from_db()
    assert (asked.state, asked.done, Game.objects.count()) == ("cancelled", 1, 1)


def test_games_of_an_event_go_to_its_slots():
    boss = make_user("boss")
    event = make_event(organiser=boss, games=1, entries=2, slug="club-night")
    slot = slot_at(published_round(event))
    names = [
        seat.entry.player.name
        for seat in slot.pairing.seats.select_related("entry__player").order_by("order")
    ]
    text = ptn(*names) + ptn(*reversed(names)) + ptn("Nobody", "Else")
    asked = run_all(asked_by(acting(boss), text, event_id=event.pk))
    assert asked.report == [{"rated": 1, "refused": 2}]
    assert GameSlot.objects.get().state == "decided"
    again = run_all(asked_by(acting(boss), text, event_id=event.pk))
    assert again.report == [{"known": 1, "refused": 2}]


def test_one_import_of_an_event_at_a_time():
    boss = make_user("boss")
    event = make_event(organiser=boss, slug="cup")
    first = asked_by(acting(boss), ptn(), event_id=event.pk)
    with pytest.raises(ImportUnderWay):
        asked_by(acting(boss), ptn(), event_id=event.pk)
    cancel_import(actor=acting(boss), import_id=first.pk)
    second = asked_by(acting(boss), ptn(), event_id=event.pk)
    Import.objects.filter(pk=first.pk).update(state="failed")
    ImportPart.objects.create(source=first, number=9, name="a", text=ptn())
    with pytest.raises(ImportUnderWay):
        start_import(actor=acting(boss), import_id=first.pk)
    assert run_all(second).state == "done"


def test_only_staff_send_and_see_imports(staff):
    boss, other = make_user("boss"), acting(make_user("other"))
    event = make_event(organiser=boss, slug="cup")
    mine = asked_by(acting(boss), ptn(), event_id=event.pk)
    for actor, event_id in ((other, event.pk), (acting(boss), None), (Actor("anonymous"), None)):
        with pytest.raises(NotAllowed):
            asked_by(actor, ptn(), event_id=event_id)
    assert get_import(acting(boss), mine.pk) == mine == get_import(staff, mine.pk)
    with pytest.raises(NotFound):
        get_import(other, mine.pk)
