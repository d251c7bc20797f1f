"""Undoing categories and prizes."""

from typing import Any

import pytest

from tests.games.undo.undoing import offered, undo_last
from tournaments.models import Category
from tournaments.selectors.prizes.prizes import plan_document
from tournaments.services.prizes import categories, plans

EUR: dict[str, Any] = {"currency": "EUR"}


@pytest.fixture
def category(actor, event):
    about = {"actor": actor, "event_id": event.pk}
    return categories.make_category(**about, name="Youth", kind="junior", limit=2010)


def test_a_category_that_was_made_is_gone(actor, event, category):
    assert undo_last(actor, event) == "category.made"
    assert not Category.objects.exists()
    assert offered(event) == []


def test_a_limit_is_as_it_was_and_a_new_name_is_not_undone(actor, event, category):
    about = {"actor": actor, "category_id": category.pk}
    categories.edit_category(**about, changes={"name": "Juniors"})
    assert offered(event) == ["category.made"]
    categories.edit_category(**about, changes={"limit": 2012, "published": False})
    assert undo_last(actor, event) == "category.edited"
    category.refresh_from_db()
    assert (category.name, category.limit, category.published) == ("Juniors", 2010, True)
    assert offered(event) == ["category.made"]


def test_prizes_are_as_they_were(actor, event, category):
    about = {"actor": actor, "event_id": event.pk, **EUR}
    plans.set_prizes(**about, prizes=[{"category": category.pk, "place": 1, "amount": 900}])
    stood = plan_document(event)
    plans.set_prizes(**about, fund=500, prizes=[{"place": 1, "share": 1}])
    plans.set_prizes(**about, prizes=[])
    assert [undo_last(actor, event) for _press in range(2)] == ["prizes.planned"] * 2
    assert plan_document(event) == stood
    assert undo_last(actor, event) == "prizes.planned"
    assert plan_document(event) is None


def test_a_category_with_prizes_stays(actor, event, category):
    about = {"actor": actor, "event_id": event.pk, **EUR}
    plans.set_prizes(**about, prizes=[{"category": category.pk, "place": 1, "amount": 900}])
    assert offered(event)[-1] == "prizes.planned"
    undo_last(actor, event)
    assert undo_last(actor, event) == "category.made"
