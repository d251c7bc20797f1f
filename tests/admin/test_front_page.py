"""The admin's front page: tables by what people do, and what waits for site staff."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.test import Client
from django.utils import timezone

from config.admin_pages.groups import GROUPS, key_of
from config.admin_pages.names import OURS, TABLES
from games.models import Dispute
from tests.builders import make_event, make_player, make_user, published_round, slot_at
from tests.clients import signed_in, text_of
from tournaments import models as t

NOW = datetime(2026, 5, 1, tzinfo=UTC)
DESK = {"kind": "system", "user": None, "entry": None, "token": None}


def director() -> Any:
    return signed_in(t.User.objects.create_superuser("director", password="x"))


def cards(client: Any) -> dict[str, Any]:
    """The cards of the front page by their titles."""
    return {str(card.title): card for card in client.get("/admin/").context["waiting"]}


# Tables that nobody looks at row by row. Others of ours have a page, or a place on another's page.
WITHOUT_PAGE = {
    "tournaments.Change": "the feed, deleted after a time; the journal says the same for good",
    "tournaments.FeedState": "one row of counters of the feed",
    "tournaments.FeedReader": "one counter for each reader; `manage.py` and metrics tell it",
    "tournaments.JournalHead": "the end of a chain; the journal's lines have pages",
    "ratings.Checkpoint": "derived, and remade by a replay",
    "games.ImportPart": "texts of an import that are deleted when they are read",
    "games.ImportRefusal": "perhaps thousands; the page of the import has them in parts",
    "config.UsedCode": "digests of spent codes",
}


def test_every_table_of_ours_has_a_page_or_a_reason():
    pages = admin.site._registry
    shown = {model._meta.label for model in pages}
    shown |= {inline.model._meta.label for page in pages.values() for inline in page.inlines}
    ours = {model._meta.label for app in OURS for model in apps.get_app_config(app).get_models()}
    assert ours - shown == WITHOUT_PAGE.keys()


def test_every_table_with_a_page_has_a_name_in_words():
    ours = {m._meta.label for m in admin.site._registry if m._meta.app_label in OURS}
    assert ours <= TABLES.keys()


def test_every_table_named_in_a_group_is_in_the_admin():
    tables = {key_of(model._meta.app_label, model.__name__) for model in admin.site._registry}
    assert {key for _code, _title, keys in GROUPS for key in keys} <= tables


@pytest.mark.django_db
def test_tables_are_grouped_by_what_people_do():
    groups = director().get("/admin/").context["app_list"]
    assert [group["app_label"] for group in groups] == [
        "people", "clubs", "events", "games", "ratings", "notices", "access", "inner",
    ]  # fmt: skip
    assert [model["object_name"] for model in groups[0]["models"]] == [
        "Player",
        "User",
        "Handle",
        "DistinctPlayers",
    ]
    inner = {model["object_name"] for model in groups[-1]["models"]}
    assert {"Standings", "PairingJob", "FailedTask"} <= inner


@pytest.mark.django_db
def test_nothing_waits_on_a_quiet_day():
    assert "Nothing waits." in text_of(director().get("/admin/"), 200)


@pytest.mark.django_db
def test_every_page_names_an_icon_so_that_browsers_ask_for_no_other():
    client = director()
    for path in ("/admin/", "/admin/tournaments/player/"):
        assert 'rel="icon"' in text_of(client.get(path), 200)
    assert 'rel="icon"' in text_of(Client().get("/admin/login/"), 200)


@pytest.mark.django_db
def test_disputes_and_late_games_lead_to_where_they_are_decided():
    round_ = published_round(make_event(slug="cup", games=1))
    disputed, late = slot_at(round_, 1), slot_at(round_, 2)
    Dispute.objects.create(slot=disputed, actor=DESK, text="no")
    t.GameSlot.objects.filter(pk=late.pk).update(due_at=timezone.now() - timedelta(hours=1))
    waiting = cards(director())
    assert set(waiting) == {"Disputes", "Late games"}
    assert waiting["Disputes"].rows[0].url == f"/manage/cup/games/{disputed.pairing_id}/1/"
    row = waiting["Late games"].rows[0]
    assert row.url == f"/manage/cup/games/{late.pairing_id}/1/"
    assert row.text.startswith(late.pairing.names())


@pytest.mark.django_db
def test_the_list_of_a_card_holds_what_the_card_counts():
    round_ = published_round(make_event(slug="cup", games=1))
    slot = slot_at(round_, 1)
    t.GameSlot.objects.filter(pk=slot.pk).update(due_at=timezone.now() - timedelta(hours=1))
    for name in ("Ada Reed", "ada reed", "Ximena Vale"):
        make_player(name)
    client = director()
    for title, count in (("Late games", 1), ("Players who may be one person", 2)):
        card = cards(client)[title]
        assert (card.count, client.get(card.url).context["cl"].result_count) == (count, count)


@pytest.mark.django_db
def test_failed_tasks_wait_for_those_who_may_see_them():
    t.FailedTask.objects.create(
        name="task", subject="1", failures=1, first_failed_at=NOW, failed_at=NOW, retry_at=NOW
    )
    assert cards(director())["Failed tasks"].count == 1
    assert cards(signed_in(make_user("helper", staff=True))) == {}


@pytest.mark.django_db
def test_the_front_page_asks_a_fixed_number_of_queries(django_assert_max_num_queries):
    client = director()
    round_ = published_round(make_event(slug="cup", games=1, entries=10))
    Dispute.objects.create(slot=slot_at(round_, 1), actor=DESK, text="no")
    t.GameSlot.objects.filter(pairing__round=round_).update(
        due_at=timezone.now() - timedelta(hours=1)
    )
    with django_assert_max_num_queries(20):
        assert client.get("/admin/").status_code == 200
