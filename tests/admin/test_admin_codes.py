"""Codes are words wherever the admin shows them."""

from typing import Any

import pytest
from django.contrib import admin
from django.db.models import CharField
from django.urls import reverse

from tests.builders import acting, decide, make_event, make_user, published_round, slot_at
from tests.clients import signed_in, text_of, tidy
from tournaments import models as t
from tournaments.actor import SYSTEM
from tournaments.admin.codes import LABELS
from tournaments.services.entries import absences
from tournaments.services.events import roles

pytestmark = pytest.mark.django_db
# Columns of these names hold codes; those of other names hold what people typed, or keys.
CODED = {"state", "kind", "role", "game", "visibility", "system", "answer", "decided_why"}


@pytest.fixture
def desk() -> Any:
    return signed_in(t.User.objects.create_superuser("director", password="x"))


def page(desk: Any, model: str, what: str = "changelist", *args: object) -> str:
    """What is shown in the content of a page, without its filters."""
    address = reverse(f"admin:{model}_{what}", args=args)
    shown = tidy(text_of(desk.get(address), 200))
    return shown.partition('id="content"')[2].partition('id="changelist-filter"')[0]


def test_every_column_of_codes_has_words():
    for model in admin.site._registry:
        for column in model._meta.fields:
            if column.name in CODED and isinstance(column, CharField):
                assert (model, column.name) in LABELS, (model, column.name)


def test_lists_and_their_filters_say_words(desk):
    make_event(slug="cup", visibility="unlisted")
    shown = page(desk, "tournaments_event")
    assert ">anyone who knows the address<" in shown
    assert ">Tak<" in shown
    assert ">unlisted<" not in shown
    assert ">tak<" not in shown
    listed = reverse("admin:tournaments_event_changelist")
    found = desk.get(listed, {"visibility": "unlisted", "game": "tak"}).context["cl"]
    assert found.result_count == 1
    assert desk.get(listed, {"visibility": "private"}).context["cl"].result_count == 0


def test_a_page_and_its_inlines_say_words(desk):
    cup = make_event(slug="cup", games=1)
    round_ = published_round(cup)
    shown = page(desk, "tournaments_event", "change", cup.pk)
    assert "round_robin" not in shown
    assert ">Round robin<" in shown
    slot = slot_at(round_)
    decide(slot, "R-0")
    shown = page(desk, "tournaments_gameslot", "change", slot.pk)
    assert ">regular<" in shown
    assert ">decided<" in shown
    kept = absences.add_absence(
        actor=SYSTEM, entry_id=t.Entry.objects.order_by("pk")[0].pk, from_round=2, to_round=2
    )
    assert ">absent<" in page(desk, "tournaments_absence", "change", kept.pk)


def test_before_its_start_the_game_and_state_of_an_event_are_words(desk):
    cup = make_event(slug="cup", state="draft")
    shown = page(desk, "tournaments_event", "change", cup.pk)
    assert ">being prepared<" in shown
    assert ">Tak<" in shown


def test_words_are_in_the_language_of_the_reader(desk):
    make_event(slug="cup")
    desk.cookies["django_language"] = "he"
    assert ">טאק<" in page(desk, "tournaments_event")


def test_roles_are_words(desk):
    cup, helper = make_event(slug="cup"), make_user("helper")
    roles.grant_event_role(
        actor=acting(t.User.objects.get(username="director")),
        event_id=cup.pk, user_id=helper.pk, role="arbiter",
    )  # fmt: skip
    form = desk.get(reverse("admin:tournaments_eventrole_add")).context["adminform"].form
    assert list(form.fields["role"].choices) == [("arbiter", "arbiter"), ("organiser", "organiser")]
    desk.cookies["django_language"] = "he"
    assert ">arbiter<" not in page(desk, "tournaments_eventrole")


def test_a_rating_list_is_added_by_words(desk):
    form = desk.get(reverse("admin:ratings_pool_add")).context["adminform"].form
    assert dict(form.fields["game"].choices)["gamnon"] == "Gamnon"
    assert dict(form.fields["system"].choices)["glicko2"] == "Glicko-2"
