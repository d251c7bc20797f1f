"""Why two sit at one table: the page of a pairing, and the ways to it."""

import re

import pytest

from ratings import recompute, selectors, services
from tests.builders import (
    acting,
    decide,
    decide_round,
    finish_round,
    make_event,
    make_user,
    pairing_at,
    published_round,
    slot_at,
)
from tests.clients import part_of, text_of, url_of
from tests.ratings.builders import play
from tournaments import selectors as event_selectors
from tournaments.actor import SYSTEM
from tournaments.models import Pairing
from tournaments.pairing.drafts.edits import MESSAGES
from tournaments.services.rounds import draft_edits, pairing_jobs, rounds

SWISS = [{"system": "swiss", "options": {"rounds": 3}}]


@pytest.fixture
def cup(db):
    event = make_event(games=1, entries=5, slug="cup", stages=SWISS)
    return event, published_round(event)


def why(client, pairing, *, number=1, slug="cup"):
    return client.get(url_of("why", slug, number, pairing.pk))


def title_numbers(page):
    """The numbers in the heading of the page."""
    heading = re.sub(r"<[^>]+>", "", part_of(page, 'id="why"'))
    return re.findall(r"\d+", heading)


def test_a_table_says_who_sits_there_and_why(client, cup):
    _event, round_ = cup
    page = text_of(why(client, pairing_at(round_)))
    assert title_numbers(page) == ["1", "1"]  # round and table
    assert "C.04.3" in part_of(page, 'id="reasons"')
    assert all(
        f"<bdi>{seat.entry.player.name}</bdi>" in page for seat in pairing_at(round_).seats.all()
    )


def test_a_free_round_has_its_reason_too(client, cup):
    bye = Pairing.objects.get(round=cup[1], table=None)
    page = text_of(why(client, bye))
    assert title_numbers(page) == ["1"]
    assert f"<bdi>{bye.seats.get().entry.player.name}</bdi>" in page
    reasons = part_of(page, 'id="reasons"')
    assert reasons.count("<li>") == len(event_selectors.reasons_of(bye, for_staff=False)) > 0


def test_the_number_of_a_table_leads_there_and_the_score_to_the_game(client, cup):
    _event, round_ = cup
    page = text_of(client.get(url_of("event-round", "cup", 1)))
    address = url_of("why", "cup", 1, pairing_at(round_).pk)
    assert part_of(page, f'href="{address}"')
    assert 'href="/games/' not in page.partition("<main")[2]  # nobody sent a game yet


def test_a_table_of_another_round_or_event_is_not_there(client, cup):
    event, round_ = cup
    finish_round(round_)
    second = published_round(event)
    make_event(slug="other")
    assert why(client, pairing_at(second)).status_code == 404
    assert why(client, pairing_at(second), number=2).status_code == 200
    assert why(client, pairing_at(second), number=2, slug="other").status_code == 404


def test_a_draft_is_explained_to_nobody(client, cup):
    event, round_ = cup
    finish_round(round_)
    boss = make_user("boss", staff=True)
    drafted = pairing_jobs.pair_round(actor=acting(boss), event_id=event.pk)
    client.force_login(boss)
    assert why(client, pairing_at(drafted), number=2).status_code == 404


def test_a_table_that_a_hand_put_together_says_so(client, cup):
    event, round_ = cup
    finish_round(round_)
    drafted = pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk)
    draft_edits.edit_draft(
        actor=SYSTEM, event_id=event.pk, number=2, reason="early train",
        edits=[{"kind": "turn", "table": 1}],
    )  # fmt: skip
    rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=2)
    page = text_of(why(client, slot_at(drafted).pairing, number=2))
    assert MESSAGES["edited_by_hand"] in part_of(page, 'id="reasons"')


# --- what the ratings expect


def rate(event, score=1):
    """The players at table 1 play a casual game; whoever moves first there moves first here."""
    pairing = pairing_at(event.rounds.get())
    first = pairing.slots.get(number=1).first_seat
    seats = sorted(pairing.seats.all(), key=lambda seat: seat.order != first)
    players = [seat.entry.player for seat in seats]
    play("friendly", players, score)
    recompute.replay_stale_pools()
    return players


def expected(page):
    """The names and the numbers of the forecast on a page, in order; none where it has none."""
    told = part_of(text_of(page), 'id="forecast"')
    return [name or number for name, number in re.findall(r"\u2068(.*?)\u2069|(\d+)", told)]


def test_two_who_are_rated_have_a_forecast(client, cup):
    event, round_ = cup
    assert expected(why(client, pairing_at(round_))) == []  # nobody is rated yet
    players = rate(event)
    told = expected(why(client, pairing_at(round_)))
    by_list = selectors.pool_by_slug("tak-5")
    setup = selectors.setup_of(5, event.ruleset.get("half_komi"))
    first, second = (player.pk for player in players)
    share = selectors.expected_score(by_list, first_id=first, second_id=second, setup=setup)
    assert share is not None
    assert 0.6 < share < 0.9
    assert told == ["tak-5", players[0].name, str(round(100 * share))]
    assert expected(why(client, pairing_at(round_, 2))) == []  # those two never played
    assert expected(why(client, Pairing.objects.get(round=round_, table=None))) == []
    decide_round(round_)
    assert expected(why(client, pairing_at(round_))) == []  # nothing is waited for


def test_a_match_of_two_games_has_a_forecast_of_the_next_one(client, db):
    event = make_event(games=2, entries=2, slug="cup", stages=SWISS)
    round_ = published_round(event)
    players = rate(event)
    names = [player.name for player in players]
    pairing = pairing_at(round_)
    _pool, name, _percent, game = expected(why(client, pairing))
    assert (name, game) == (names[0], "1")
    decide(pairing.slots.get(number=1))
    _pool, name, _percent, game = expected(why(client, pairing))
    assert (name, game) == (names[1], "2")  # who moves first now


def test_a_list_that_foretells_nothing_says_nothing(client, cup):
    event, round_ = cup
    rate(event)
    assert expected(why(client, pairing_at(round_)))
    for slug in ("tak", "tak-5"):
        services.change_pool(actor=SYSTEM, slug=slug, system="plackett_luce", reason="try it")
    recompute.replay_stale_pools()
    assert expected(why(client, pairing_at(round_))) == []
