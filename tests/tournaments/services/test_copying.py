"""An event after the pattern of another: the same rules and people, nothing of what was played."""

import pytest

from tests.builders import (
    acting,
    decide_round,
    entry_of,
    make_club,
    make_event,
    make_player,
    make_user,
    published_round,
)
from tournaments.actor import SYSTEM
from tournaments.errors import NotAllowed
from tournaments.models import CategoryMember, Entry, ForbiddenPair, JournalLine, KeptApart, Player
from tournaments.services.events import roles, seasons
from tournaments.services.events.copying import copy_event, free_slug
from tournaments.services.people.people import SlugTaken
from tournaments.services.prizes import categories, plans

SETTINGS = ("game", "ruleset", "match", "confirm", "visibility", "time_zone", "time_control")


def old_event(**about):
    """A club's event that was played for a round, with an arbiter and rules of its own."""
    boss, arbiter = make_user(), make_user()
    club = make_club(owner=boss)
    event = make_event(
        slug="spring-2026",
        organiser=boss,
        club_id=club.pk,
        time_zone="Asia/Tokyo",
        match={"tiebreaks": ["WIN", "BH"]},
        stages=[{"system": "swiss", "options": {"rounds": 3}}, {"system": "knockout"}],
        registration={"limit": 9, "closes_at": "2026-03-01T12:00:00+09:00"},
        **about,
    )
    roles.grant_event_role(actor=SYSTEM, event_id=event.pk, user_id=arbiter.pk, role="arbiter")
    return event, boss, arbiter


def copied(event, actor, slug="autumn-2026", **about):
    return copy_event(actor=acting(actor), event_id=event.pk, slug=slug, name="Autumn", **about)


def test_the_copy_is_a_draft_with_the_settings_stages_and_staff():
    old, boss, arbiter = old_event()
    decide_round(published_round(old))
    new = copied(old, boss)
    assert (new.state, new.name, new.starts_on) == ("draft", "Autumn", None)
    for name in SETTINGS:
        assert getattr(new, name) == getattr(old, name), name
    assert (new.club_id, new.registration["limit"]) == (old.club_id, 9)
    assert new.registration["closes_at"] is None
    stages = [(each.number, each.system, each.options, each.state) for each in new.stages.all()]
    assert [stage[:2] for stage in stages] == [(1, "swiss"), (2, "knockout")]
    assert stages[0][2] == old.stages.get(number=1).options
    assert {stage[3] for stage in stages} == {"open"}
    assert set(new.roles.values_list("user_id", "role")) == {
        (boss.pk, "organiser"),
        (arbiter.pk, "arbiter"),
    }
    assert (new.entries.count(), new.rounds.count(), new.results_version) == (0, 0, 0)


def test_the_players_come_along_when_asked_without_numbers_and_ratings():
    old, boss, _arbiter = old_event(entries=3)
    one, two, three = (entry_of(old, number) for number in (1, 2, 3))
    Entry.objects.filter(pk=one.pk).update(family="Bat", fixed_table=2)
    Player.objects.filter(pk=three.player_id).update(merged_into=make_player("Cleo Again"))
    ForbiddenPair.objects.create(event=old, low=one, high=two, last_round=2)
    KeptApart.objects.create(event=old, kind="club", key="", last_round=1)
    new = copied(old, boss, with_entries=True)
    rows = new.entries.order_by("player__name")
    assert [(row.player.name, row.number, row.rating, row.state) for row in rows] == [
        ("Ada", None, None, "in"),
        ("Bo", None, None, "in"),
        ("Cleo Again", None, None, "in"),
    ]
    assert (rows[0].family, rows[0].fixed_table) == ("Bat", 2)
    apart = ForbiddenPair.objects.get(event=new)
    assert (apart.low_id, apart.high_id, apart.last_round) == (rows[0].pk, rows[1].pk, 2)
    assert KeptApart.objects.filter(event=new).values_list("kind", "last_round").get() == (
        "club",
        1,
    )


def test_who_was_not_in_or_asked_to_be_forgotten_is_not_copied():
    old, boss, _arbiter = old_event(entries=3)
    Entry.objects.filter(event=old, number=1).update(state="cancelled")
    gone = entry_of(old, 2).player
    gone.anonymised_at = "2026-01-01T00:00:00Z"
    gone.save()
    new = copied(old, boss, with_entries=True)
    assert [entry.player.name for entry in new.entries.all()] == ["Cleo"]


def test_the_copy_counts_in_the_same_season():
    old, boss, _arbiter = old_event()
    series = seasons.create_series(actor=SYSTEM, club_id=old.club_id, slug="s", name="S")
    seasons.set_event_series(actor=SYSTEM, event_id=old.pk, series_id=series.pk)
    assert copied(old, boss).series_id == series.pk


def test_a_taken_address_is_refused_with_one_that_is_free():
    old, boss, _arbiter = old_event()
    with pytest.raises(SlugTaken) as refused:
        copied(old, boss, slug="spring-2026")
    assert "spring-2026-2" in str(refused.value)
    assert refused.value.code == "slug_taken"
    copied(old, boss, slug="spring-2026-2")
    assert free_slug("spring-2026") == free_slug("spring-2026-2") == "spring-2026-3"
    assert len(free_slug("x" * 50)) == 50


def test_only_who_may_edit_the_old_one_and_plan_in_its_club_copies_it():
    old, _boss, arbiter = old_event()
    guest = make_user()
    roles.grant_event_role(actor=SYSTEM, event_id=old.pk, user_id=guest.pk, role="organiser")
    for who in (arbiter, guest, make_user()):
        with pytest.raises(NotAllowed):
            copied(old, who)


def test_the_journals_say_where_it_came_from_and_the_old_one_is_untouched():
    old, boss, _arbiter = old_event()
    before = JournalLine.objects.filter(scope="event:spring-2026").count()
    copied(old, boss, with_entries=True)
    assert JournalLine.objects.filter(scope="event:spring-2026").count() == before
    line = JournalLine.objects.get(scope="event:autumn-2026", action="event.copied")
    assert line.after == {"from": "spring-2026", "entries": True}


def test_an_event_without_a_club_is_copied_by_its_own_organisers_only():
    boss = make_user()
    old = make_event(slug="open", organiser=boss, entries=2)
    with pytest.raises(NotAllowed):
        copied(old, make_user())
    assert copied(old, boss).club_id is None


def test_categories_and_prizes_come_along_and_with_the_players_whom_staff_chose():
    old, boss, _arbiter = old_event(entries=3)
    about = {"actor": SYSTEM, "event_id": old.pk}
    own = categories.make_category(**about, name="Harbour", kind="own")
    women = categories.make_category(**about, name="Women", kind="women", published=False)
    categories.make_category(**about, name="Youth", kind="junior", limit=2010)
    for each in (own, women):
        categories.set_member(
            actor=SYSTEM, category_id=each.pk, entry_id=entry_of(old, 2).pk, member=True
        )
    prizes = [{"place": 1, "share": 3}, {"category": own.pk, "place": 1, "share": 1}]
    plans.set_prizes(**about, currency="EUR", fund=6000, ties="hort", prizes=prizes)
    new = copied(old, boss, with_entries=True)
    rows = new.categories.order_by("pk").values_list("name", "kind", "limit", "published")
    assert list(rows) == [
        ("Harbour", "own", None, True),
        ("Women", "women", None, False),
        ("Youth", "junior", 2010, True),
    ]
    plan = new.prize_plan
    assert (plan.currency, plan.fund, plan.ties, plan.one_each) == ("EUR", 6000, "hort", True)
    copies = plan.prizes.order_by("pk").values_list("category__name", "place", "share")
    assert list(copies) == [(None, 1, 3), ("Harbour", 1, 1)]
    (member,) = CategoryMember.objects.filter(category__event=new)
    assert (member.category.name, member.entry.player) == ("Harbour", entry_of(old, 2).player)
    without = copied(old, boss, slug="winter-2026")
    assert without.categories.count() == 3
    assert not CategoryMember.objects.filter(category__event=without).exists()
