"""Categories, prizes and announcements leave with an event, and come into another as they were."""

from typing import Any

import pytest

from config.models import Notice
from games.archive import format as archive
from games.archive.verify import find_differences
from games.services.archives import Choices, export_event, read_proved, take_archive
from tests.builders import entry_of, make_event, published_round
from tests.games.test_archives import signed_again
from tests.games.test_archives_by_two import (
    SEALED,
    as_file,
    by_javascript,
    json_changed,
    rows_changed,
)
from tournaments.actor import SYSTEM
from tournaments.integrity import check_event
from tournaments.models import Addressee, Category, CategoryMember, Change, Prize
from tournaments.services.events.announcements import announce, withdraw_announcement
from tournaments.services.prizes.categories import make_category, set_member
from tournaments.services.prizes.plans import set_prizes

pytestmark = pytest.mark.django_db
PRIZES, ANNOUNCEMENTS = "prizes.json", "announcements.ndjson"


@pytest.fixture
def event():
    """An event of four with two categories, three prizes and three announcements."""
    event = make_event(entries=4, games=1, slug="cup")
    published_round(event)
    about: Any = {"actor": SYSTEM, "event_id": event.pk}
    locals_ = make_category(**about, name="Locals ✂", kind="own")
    make_category(**about, name="Under 1500", kind="rating", limit=1500, published=False)
    for number in (2, 3):
        set_member(
            actor=SYSTEM,
            category_id=locals_.pk,
            entry_id=entry_of(event, number).pk,
            member=True,
        )
    prizes = [
        {"place": 1, "amount": 5000},
        {"place": 2, "amount": 2000},
        {"place": 1, "amount": 1000, "category": locals_.pk},
    ]
    set_prizes(**about, currency="EUR", prizes=prizes, ties="hort")
    announce(**about, text="Lunch at one.")
    announce(**about, text="Hurry!", to="round")
    wrong = announce(**about, text="Wrong hall")
    withdraw_announcement(**about, announcement_id=wrong.pk)
    return event


def exported(event):
    return archive.read_archive(export_event(actor=SYSTEM, slug=event.slug))


def described(event):
    """What both events have, without the ids of one installation."""
    names = dict(Category.objects.filter(event=event).values_list("pk", "name"))
    rows = Category.objects.filter(event=event).order_by("pk")
    members = CategoryMember.objects.filter(category__event=event)
    prizes = Prize.objects.filter(plan__event=event).order_by("pk")
    told = Addressee.objects.filter(announcement__event=event)
    return {
        "categories": list(rows.values_list("name", "kind", "limit", "published")),
        "members": sorted(members.values_list("category__name", "entry__number")),
        "plan": [
            (names.get(prize.category_id or 0), prize.place, prize.amount, prize.share)
            for prize in prizes
        ],
        "ties": event.prize_plan.ties,
        "announcements": list(
            event.announcements.order_by("pk").values_list(
                "text", "to", "round", "at", "withdrawn_at"
            )
        ),
        "told": sorted(told.values_list("announcement__text", "entry__number")),
    }


def take(data, slug="taken"):
    return take_archive(actor=SYSTEM, archive=read_proved(data), choices=Choices(slug=slug))


def test_they_come_in_as_they_were_and_nobody_is_told(event):
    before = Change.objects.filter(kind="announcement").count()
    taken = take(export_event(actor=SYSTEM, slug="cup"))
    assert described(taken) == described(event)
    assert described(taken)["told"]
    assert check_event(taken.pk) == []
    assert Change.objects.filter(kind="announcement").count() == before
    assert not Notice.objects.filter(event="taken").exists()


def test_names_members_and_texts_are_sealed_and_may_be_removed(event):
    parts = exported(event)
    whole = b"".join(data for name, data in parts.items() if not name.startswith("sealed/"))
    for text in ("Locals", "Under 1500", "Lunch", "Hurry"):
        assert text.encode() not in whole
    parts.pop(SEALED)
    assert find_differences(parts) == []


def test_who_is_removed_from_an_archive_is_in_no_category(event, tmp_path):
    """Texts that were removed have a number or a dash in their place."""
    parts = exported(event)
    kept = [
        row
        for row in archive.read_lines(parts, SEALED)
        if not row["id"].startswith(("category:", "announcement:", "person:2"))
    ]
    path = as_file(tmp_path / "a.zip", {**parts, SEALED: archive.write_lines(kept)})
    taken = take(path.read_bytes())
    assert described(taken)["members"] == [("#1", 3)]
    assert [row[0] for row in described(taken)["categories"]] == ["#1", "#2"]
    assert {row[0] for row in described(taken)["announcements"]} == {"–"}


def test_an_event_without_them_has_no_such_parts():
    plain = make_event(entries=2, slug="plain")
    assert not {PRIZES, ANNOUNCEMENTS} & exported(plain).keys()


def one_more_category(parts):
    """In the sealed value of a person, with its seal."""
    rows, seals = archive.read_lines(parts, SEALED), archive.read_lines(parts, archive.SEALS)
    row = next(row for row in rows if row["id"] == "person:2")
    row["value"]["categories"].append(7)
    seal = next(seal for seal in seals if seal["id"] == "person:2")
    seal["sha256"] = archive.seal_digest(row["salt"], row["value"])
    changed = {SEALED: rows, archive.SEALS: seals}
    return {**parts, **{name: archive.write_lines(of) for name, of in changed.items()}}


TAMPERS = {
    "person": one_more_category,
    "member": rows_changed(
        ANNOUNCEMENTS, lambda rows: rows[1].update(entries=[*rows[1]["entries"], 99])
    ),
    "numbers": rows_changed(ANNOUNCEMENTS, lambda rows: rows.reverse()),
    "twice": json_changed(
        PRIZES, lambda about: about["plan"]["prizes"].append(about["plan"]["prizes"][0])
    ),
    "category": json_changed(PRIZES, lambda about: about["plan"]["prizes"][2].update(category=7)),
    "share": json_changed(PRIZES, lambda about: about["plan"]["prizes"][0].update(share=3)),
    "order": json_changed(PRIZES, lambda about: about["categories"].reverse()),
}


def test_both_checkers_find_what_does_not_fit(event, tmp_path):
    whole = exported(event)
    good = as_file(tmp_path / "good.zip", whole)
    paths = {name: tmp_path / f"{name}.zip" for name in TAMPERS}
    for name, change in TAMPERS.items():
        parts = signed_again(change(whole))
        as_file(paths[name], parts)
        assert find_differences(parts), name
    assert find_differences(whole) == []
    said = by_javascript([good, *paths.values()])
    assert said.pop(str(good)) == []
    assert [path for path, differences in said.items() if not differences] == []
