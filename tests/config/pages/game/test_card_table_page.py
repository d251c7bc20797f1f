"""A player at a table of cards says on their own page where everybody came in."""

import pytest

from games.models import Game
from tests.builders import make_event, players_at, published_round, slot_at
from tests.clients import signed_in, text_of, url_of


@pytest.fixture
def round_():
    event = make_event(
        game="taki", entries=4, games=1, match={"points": {"per_game": True}, "tiebreaks": []},
        stages=[{"system": "tables", "options": {"sizes": [4]}}],
    )  # fmt: skip
    return published_round(event)


def test_everybody_at_the_table_has_a_field_for_their_place(round_):
    one, *_others = players_at(round_)
    page = text_of(signed_in(one.user).get(url_of("me")))
    assert [f'name="place-{seat}"' in page for seat in range(1, 6)] == [True] * 4 + [False]
    assert 'value="R-0"' not in page


def test_places_are_sent_and_the_others_see_who_sent_them(round_):
    _one, two, three, _four = players_at(round_)
    form = {"place-1": "1", "place-2": "2.5", "place-3": "2.5", "place-4": "4"}
    signed_in(two.user).post(url_of("submit", slot_at(round_).pk), form)
    assert Game.objects.get().claim == {"places": [1, 2.5, 2.5, 4]}
    page = text_of(signed_in(three.user).get(url_of("me")))
    assert f"{two.name}</bdi> sent this game" in page or f"⁨{two.name}⁩ sent this game" in page


def test_places_that_cannot_be_are_shown_again_with_what_is_wrong(round_):
    one, *_others = players_at(round_)
    form = {"place-1": "1", "place-2": "one", "place-3": "3", "place-4": "4"}
    page = signed_in(one.user).post(url_of("submit", slot_at(round_).pk), form)
    assert page.status_code == 422
    text = text_of(page, 422)
    assert 'value="one"' in text
    assert "places.2" in text
    assert not Game.objects.exists()
