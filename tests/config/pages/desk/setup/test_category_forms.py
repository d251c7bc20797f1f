"""Changing a category at the desk after it was made."""

from typing import Any

import pytest

from tests.builders import acting, make_event, make_user
from tests.clients import signed_in, text_of, url_of
from tournaments.services.prizes import categories

pytestmark = pytest.mark.django_db
ADDRESS = "manage-prizes"


@pytest.fixture
def desk():
    boss = make_user("boss")
    event = make_event(organiser=boss, slug="cup")
    about: dict[str, Any] = {"actor": acting(boss), "event_id": event.pk}
    youth = categories.make_category(**about, name="Youth", kind="junior", limit=2010)
    own = categories.make_category(**about, name="Harbour", kind="own")
    return signed_in(boss), youth, own


def send(client, category, **given):
    return client.post(url_of(ADDRESS, "cup"), {"do": "edit", "category_id": category.pk, **given})


def test_name_limit_and_publication_change(desk):
    client, youth, _own = desk
    assert send(client, youth, name="Juniors", limit="2012").status_code == 302
    youth.refresh_from_db()
    assert (youth.name, youth.limit, youth.published) == ("Juniors", 2012, False)


def test_a_category_that_staff_choose_has_no_limit(desk):
    client, youth, own = desk
    text = text_of(client.get(url_of(ADDRESS, "cup")))
    assert f'id="edit-{youth.pk}-limit"' in text
    assert f'id="edit-{own.pk}-limit"' not in text
    assert send(client, own, name="Pier", published="on").status_code == 302
    own.refresh_from_db()
    assert (own.name, own.published) == ("Pier", True)


def test_a_refusal_is_shown_in_the_form_of_that_category(desk):
    client, youth, _own = desk
    text = text_of(send(client, youth, name="Harbour", limit="2012"), 422)
    assert "The event has a category with this name." in text
    assert "<details open>" in text
    assert 'value="2012"' in text


def test_a_category_of_another_event_is_not_touched(desk):
    client, *_ours = desk
    other = make_event(slug="other")
    theirs = categories.make_category(
        actor=acting(make_user(staff=True)), event_id=other.pk, name="Locals", kind="own"
    )
    assert send(client, theirs, name="Mine").status_code == 422
    theirs.refresh_from_db()
    assert theirs.name == "Locals"
