"""The desk: adding players by name, in whatever spelling it is typed."""

from typing import Any

import pytest

from tests.builders import make_club, make_event, make_members, make_player
from tests.clients import messages_on, signed_in, text_of, url_of
from tests.flows.events.list_worlds import rate
from tournaments.actor import SYSTEM
from tournaments.models import Entry, Player
from tournaments.services.people import people

pytestmark = pytest.mark.django_db


@pytest.fixture
def waiting(boss):
    return make_event(organiser=boss, slug="cup", state="registration", entries=2)


def add(boss, **given: Any) -> Any:
    return signed_in(boss).post(url_of("manage-players", "cup"), given)


def suggested(boss, name: str) -> str:
    return text_of(signed_in(boss).get(url_of("manage-suggest", "cup"), {"name": name}), 200)


def entered(event) -> set[str]:
    return set(Entry.objects.filter(event=event).values_list("player__name", flat=True))


def test_a_name_in_another_spelling_is_not_added_twice(boss, waiting):
    hana = make_player("Hana Dvořáková", account=False)
    asked = add(boss, name="dvorakova hana")
    page = text_of(asked, 422)
    assert "spelled otherwise" in page
    assert f"Hana Dvořáková · {hana.public_id}" in page
    assert entered(waiting) == {"Ada", "Bo"}
    assert add(boss, name="dvorakova hana", who=hana.public_id).status_code == 302
    assert entered(waiting) == {"Ada", "Bo", "Hana Dvořáková"}


def test_somebody_new_may_have_the_name_of_another_in_another_spelling(boss, waiting):
    make_player("Jürgen Groß", account=False)
    assert add(boss, name="Juergen Gross", who="new").status_code == 302
    assert entered(waiting) == {"Ada", "Bo", "Juergen Gross"}
    assert Player.objects.filter(folded_name="gros jurgen").count() == 2


@pytest.mark.parametrize(
    ("name", "who", "is_said"), [("Noe", "", True), ("Noa", "", False), ("Noa", "new", False)]
)
def test_a_name_that_nobody_had_is_said_to_be_new(boss, waiting, name, who, is_said):
    make_player("Noa", account=False)
    given = {"name": name, "who": who}
    added = signed_in(boss).post(url_of("manage-players", "cup"), given, follow=True)
    (message,) = messages_on(text_of(added))
    assert message.startswith(f"\u2068{name}\u2069: ")
    assert ("a new player was made" in message) == is_said


def test_the_field_has_the_focus_after_adding(boss, waiting):
    field = '<input type="text" name="name"'
    page = text_of(signed_in(boss).get(url_of("manage-players", "cup")))
    assert "autofocus" not in page[page.index(field) :].partition(">")[0]
    added = signed_in(boss).post(url_of("manage-players", "cup"), {"name": "Noa"}, follow=True)
    page = text_of(added, 200)
    assert "autofocus" in page[page.index(field) :].partition(">")[0]


def test_suggestions_tell_two_of_one_name_apart(boss, waiting):
    one, other = (make_player("Sam <Lee>", account=False) for _ in range(2))
    make_members(one, club=make_club("north"))
    rate(other, 1612)
    page = suggested(boss, "lee")
    first, second = (page.index(f'data-who="{each.public_id}"') for each in (one, other))
    assert first < page.index("North") < second < page.index("1612")
    assert page.count("Sam &lt;Lee&gt;") == 4  # the attribute and the text of both
    assert "<Lee>" not in page


def test_who_plays_already_is_marked(boss, waiting):
    people.create_player(actor=SYSTEM, name="Adam")
    page = suggested(boss, "ad")
    assert page.count('role="option"') == 2
    assert page.count("aria-disabled") == page.count("is in already") == 1


@pytest.mark.parametrize("name", ["", "?", "zz", "%", "ab" * 500])
def test_nothing_is_suggested_for_nobody(boss, waiting, name):
    assert "option" not in suggested(boss, name)


def test_suggestions_cost_the_same_for_few_and_many(boss, waiting, django_assert_max_num_queries):
    Player.objects.bulk_create([Player(name=f"Zed {number}") for number in range(60)])
    client = signed_in(boss)
    with django_assert_max_num_queries(14):
        page = text_of(client.get(url_of("manage-suggest", "cup"), {"name": "zed"}))
    assert page.count('role="option"') == 8
