"""A table of four with a shared place: every page writes its result as places with points beside.

Cards left 0, 3, 3 and 7 are the places 1, 2–3, 2–3 and 4, with 1, ½, ½ and 0 points (TAKI-9).
"""

import re
from html import unescape

import pytest

from games.models import Game
from games.services import confirm_game
from ratings.recompute import replay_stale_pools
from tests.builders import (
    acting,
    actor_of,
    make_event,
    make_user,
    players_at,
    published_round,
    slot_at,
)
from tests.clients import signed_in, text_of, url_of
from tests.slots import enter_result, rule, submit
from tournaments.models import Event
from tournaments.recompute import refresh_standings

SCORES = ["1 (1)", "2–3 (½)", "2–3 (½)", "4 (0)"]
CLAIM = {"cards_left": [0, 3, 3, 7]}
# Other ways to write the same: doubled or mean places, stored points.
OTHER_FORMS = re.compile(r"\b2\.5\b|\(3\)|\(1½\)|1-2\.5")

pytestmark = pytest.mark.django_db


class Evening:
    """The table, and the organiser's desk."""

    def __init__(self) -> None:
        self.boss = make_user("olga")
        self.event = make_event(
            game="taki", entries=4, games=1, organiser=self.boss, slug="cards",
            match={"points": {"per_game": True}, "tiebreaks": []},
            stages=[{"system": "tables", "options": {"sizes": [4]}}],
        )  # fmt: skip
        self.round = published_round(self.event)
        self.slot = slot_at(self.round)
        self.players = players_at(self.round)
        self.desk = signed_in(self.boss)

    def send(self) -> Game:
        game: Game = submit(actor_of(self.players[0]), self.slot, claim=CLAIM)
        return game

    def count(self) -> Game:
        """The result is sent, confirmed and rated."""
        game = confirm_game(actor=acting(self.boss), game_id=self.send().pk)
        refresh_standings(self.event.pk)
        replay_stale_pools()
        return game

    def ruling_page(self) -> str:
        return url_of("manage-slot", "cards", self.slot.pairing_id, self.slot.number)

    def scores_of(self, address: str, *, reader: int | None = None) -> list[str]:
        """What a page shows of seats, in its order. reader: the seat of a player; else staff."""
        client = self.desk if reader is None else signed_in(self.players[reader - 1].user)
        return scores_in(text_of(client.get(address), 200))


def scores_in(page: str) -> list[str]:
    """Each place with its points; no other form is on the page."""
    body = page.partition("<main")[2] or page
    text = re.sub(r"<option.*?</option>|<input[^>]*>|<script.*?</script>", "", body, flags=re.S)
    text = unescape(re.sub(r"</?(span|i|bdi|strong)\b[^>]*>", "", text))
    text = re.sub(r"[\u2066-\u2069]", "", re.sub(r"<[^>]+>", " ", text))
    assert not OTHER_FORMS.search(text), OTHER_FORMS.search(text)
    return re.findall(r"\d(?:–\d)? \([\d½¼⅓⅔]+\)", re.sub(r"\s+", " ", text))


@pytest.fixture
def evening() -> Evening:
    return Evening()


@pytest.mark.parametrize(
    ("page", "arguments"),
    [
        ("event-round", ("cards", 1)),
        ("event-wall", ("cards",)),
        ("print-tables", ("cards", 1)),
        ("manage-round", ("cards", 1)),
        ("manage-results", ("cards",)),
        ("event-games", ("cards",)),
        ("home", ()),
    ],
)
def test_a_counted_table_on_pages_of_the_event(evening, page, arguments):
    evening.count()
    assert evening.scores_of(url_of(page, *arguments)) == SCORES


def test_a_counted_table_on_pages_of_the_game(evening):
    game = evening.count()
    assert evening.scores_of(url_of("game", game.public_id)) == SCORES
    why = url_of("why", "cards", 1, evening.slot.pairing_id)
    assert evening.scores_of(why) == [*SCORES, *SCORES], "the table, and its games"
    on_ruling = evening.scores_of(evening.ruling_page())
    assert on_ruling == [*SCORES, *SCORES], "the result that counts, and what was sent"


def test_a_counted_table_on_pages_of_a_player(evening):
    evening.count()
    profile = evening.scores_of(url_of("player", evening.players[1].public_id))
    assert profile == ["2–3 (½)", *SCORES], "the rated game, and the list of games"
    mine = evening.scores_of(url_of("me"), reader=2)
    assert sorted(mine) == sorted(["2–3 (½)", *SCORES]), "the list of games, and my rating"


def test_a_report_that_waits_shows_what_it_would_give(evening):
    evening.send()
    assert evening.scores_of(url_of("me"), reader=2)[:4] == SCORES
    on_ruling = evening.scores_of(evening.ruling_page())
    assert on_ruling == [*SCORES, *SCORES], "the verdict, and the choice of what was reported"


def test_a_ruling_as_its_players_read_it(evening):
    rule(evening.slot, {"kind": "adjudicated", "places": [1, 2, 2, 4]})
    assert evening.scores_of(url_of("me"), reader=3)[:4] == SCORES
    assert evening.scores_of(evening.ruling_page()) == SCORES


def test_a_typed_slip_before_and_after_it_is_saved(evening):
    said = url_of("manage-say", "cards") + "?line=1 1224"
    assert evening.scores_of(said) == SCORES
    results = url_of("manage-results", "cards")
    saved = evening.desk.post(results, {"line": "1 1224"}, follow=True)
    found = scores_in(text_of(saved, 200))
    assert found[:4] == SCORES
    assert set(found) == set(SCORES)


def test_the_journal_says_the_places_too(evening):
    enter_result(evening.slot, {"places": [1, 2.5, 2.5, 4]}, actor=acting(evening.boss))
    assert evening.scores_of(url_of("manage-journal", "cards"))[:4] == SCORES


def test_where_the_winner_takes_all_the_others_have_no_points(evening):
    match = {**evening.event.match, "winner_takes_all": True}
    Event.objects.filter(pk=evening.event.pk).update(match=match)
    evening.count()
    takes_all = ["1 (1)", "2–3 (0)", "2–3 (0)", "4 (0)"]
    for address in (url_of("event-round", "cards", 1), url_of("event-games", "cards")):
        assert evening.scores_of(address) == takes_all
