"""Of each game it stands beside its change what the ratings before it expected."""

from dataclasses import replace
from importlib import import_module
from random import Random

import pytest
from django.apps import apps

from ratings import check, recompute, selectors, services
from ratings.models import Pool, RatingChange
from ratings.services import RatedInput, RatedSeat
from ratings.systems import Rating, expected_scores
from ratings.systems.tables import Tables
from tests.builders import make_event
from tests.ratings.builders import DAY_1, corrected, make_players, play, rated
from tournaments.actor import ANONYMOUS, SYSTEM

pytestmark = pytest.mark.django_db


def season(players, *, games=30, event=None):
    """Three days with a game each, then a month's pause, over and over; with places as well."""
    chance = Random(5)
    for number in range(games):
        pair, score = chance.sample(players, 2), chance.choice([0, 0.5, 1])
        game = rated(f"g{number:03}", pair, score, day=1 + number % 3 + 31 * (number // 3))
        seats = tuple(seat._replace(place_x2=4 - (seat.score_x2 or 0)) for seat in game.seats)
        game = replace(game, seats=seats, event_id=event and event.pk)
        services.post_result(f"game:g{number:03}", game)
    recompute.replay_stale_pools()


def test_the_first_game_of_two_newcomers_is_worth_the_first_move():
    ann, bob = make_players("Ann", "Bob")
    play("g1", (ann, bob), 0)
    recompute.replay_stale_pools()
    tak = selectors.pool_by_slug("tak")
    # Glickman's expected outcome by hand: 1500/300 both, edge 43, g of both deviations together
    q, both = 0.0057564627, 300.0**2 + 300.0**2
    g = (1 + 3 * q**2 * both / 3.14159265**2) ** -0.5
    told = 1 / (1 + 10 ** (-g * 43 / 400))
    assert selectors.rating_history(ann.pk, tak)[0].expected == pytest.approx(told, abs=1e-6)
    assert selectors.rating_history(bob.pk, tak)[0].expected == pytest.approx(1 - told, abs=1e-6)


@pytest.mark.parametrize("system", ["glicko", "elo", "playtak", "tables", "glicko2"])
def test_what_was_expected_of_an_event_is_what_its_report_says(system):
    """The report folds the games once more; the history reads what was stored with each."""
    event = make_event(entries=0, state="registration")
    players = make_players(*"ABCD")
    services.create_pool(actor=SYSTEM, slug="mine", counts={"game": "tak"}, system=system)
    season(players, event=event)
    pool = Pool.objects.get(slug="mine")
    report = {row.name: row for row in selectors.event_report(event, "mine").rows}
    for player in players:
        lines = selectors.player_history(player.pk, pool, ANONYMOUS)
        told = [line.expected for line in lines if line.expected is not None]
        assert len(told) == report[player.name].games
        assert sum(told) == pytest.approx(report[player.name].expected)


@pytest.mark.parametrize("system", ["whr", "plackett_luce"])
def test_nothing_was_expected_where_the_system_foretells_nothing(system):
    """A whole history knows of a day from later games too; openskill's chances are not fitted."""
    services.create_pool(actor=SYSTEM, slug="mine", counts={"game": "tak"}, system=system)
    season(make_players(*"AB"), games=4)
    told = RatingChange.objects.filter(pool__slug="mine").values_list("expected", flat=True)
    assert list(told) == [None] * 8


def test_a_corrected_result_changes_what_was_expected_after_it_and_not_before(monkeypatch):
    monkeypatch.setattr(recompute, "CHECKPOINT_EVERY", 3)
    ann, bob = make_players("Ann", "Bob")
    games = [play(f"g{day}", (ann, bob), 1, day=day) for day in range(1, 9)]
    recompute.replay_stale_pools()
    before = expected_of(ann)
    assert before == sorted(before)  # she won them all
    services.post_result("game:g5", corrected(games[4], 0))
    recompute.replay_stale_pools()
    after = expected_of(ann)
    assert after[:5] == before[:5]
    assert all(now < then for now, then in zip(after[5:], before[5:], strict=True))
    assert check.check_pools() == []


def expected_of(player):
    history = selectors.rating_history(player.pk, selectors.pool_by_slug("tak"))
    return [point.expected for point in history]


def test_a_seat_at_a_table_is_expected_to_leave_a_share_of_the_others_behind():
    strong, middle, weak = (Rating(value, 60, 20, DAY_1) for value in (1700, 1500, 1300))
    told = expected_scores(Tables(), None, (middle, strong, weak), DAY_1)
    pairs = [Tables().expected_score(strong, other, DAY_1) for other in (middle, weak)]
    assert told[1] == pytest.approx(sum(pairs) / 2)
    assert told[0] == pytest.approx(0.5)  # one as far above as the other is below
    assert told[2] == pytest.approx(1 - (told[1] or 0))  # of three pairs, shared by two


def test_a_table_of_cards_has_it_in_its_history():
    people = make_players("Ann", "Bob", "Cid")
    seats = tuple(
        RatedSeat(player.pk, None, place_x2)
        for player, place_x2 in zip(people, (2, 4, 6), strict=True)
    )
    for day in (1, 2):
        like = rated(f"t{day}", people[:2], 1, day=day)
        game = RatedInput(
            played_on=like.played_on, order_key=like.order_key, game="taki", size=None,
            half_komi=None, seats=seats,
        )  # fmt: skip
        services.post_result(f"game:t{day}", game)
    recompute.replay_stale_pools()
    taki = selectors.pool_by_slug("taki")
    first, second = (
        [point.expected for point in selectors.rating_history(player.pk, taki)]
        for player in (people[0], people[2])
    )
    assert first[0] == second[0] == pytest.approx(0.5)
    assert (first[1] or 0) > 0.6
    assert (second[1] or 1) < 0.4


def test_a_history_takes_as_many_queries_for_many_games(django_assert_max_num_queries):
    ann, bob = make_players("Ann", "Bob")
    for day in range(1, 9):
        play(f"g{day}", (ann, bob), 1, day=day)
    recompute.replay_stale_pools()
    tak = selectors.pool_by_slug("tak")
    with django_assert_max_num_queries(4):
        assert len(selectors.player_history(ann.pk, tak, ANONYMOUS)) == 8


def test_lists_made_before_it_was_kept_are_rated_anew():
    ann, bob = make_players("Ann", "Bob")
    for day in range(1, 4):
        play(f"g{day}", (ann, bob), 1, day=day)
    recompute.replay_stale_pools()
    told = expected_of(ann)
    RatingChange.objects.update(expected=None)
    assert recompute.replay_stale_pools() == []
    import_module("ratings.migrations.0003_expected").rate_anew(apps, None)
    assert len(recompute.replay_stale_pools()) == Pool.objects.count()
    assert expected_of(ann) == told
    assert check.check_pools() == []
