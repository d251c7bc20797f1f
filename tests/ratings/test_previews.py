"""What a preview foresees comes true, also of lists that are not up to date when it is made."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from ratings import recompute, services
from ratings.models import PlayerRating
from ratings.services import PreviewRequest
from tests.ratings.builders import corrected, make_players, play, rated
from tournaments.actor import SYSTEM
from tournaments.models import Player
from tournaments.services.people import merging

pytestmark = pytest.mark.django_db

# What becomes of game g3, or which game is new; of the games and a pair of players.
CHANGES: dict[str, Callable] = {
    "corrected": lambda games, _pair: ("g3", corrected(games[2], 0)),
    "moved to another day": lambda games, pair: ("g3", rated("g3", pair, 1, day=5)),
    "of another size": lambda games, _pair: ("g3", replace(games[2], size=6)),
    "new, between others": lambda _games, pair: ("g3b", rated("g3b", pair, 1, day=3)),
    "new, the last": lambda _games, pair: ("g9", rated("g9", pair, 1, day=9)),
    "taken back": lambda _games, _pair: ("g3", None),
}


@pytest.fixture
def players():
    return make_players("Ann", "Bob", "Cid", "Dan")


@pytest.fixture
def games(players, monkeypatch):
    """Six rated games of Tak-5, a checkpoint after every other; the list of Tak-6 is empty."""
    monkeypatch.setattr(recompute, "CHECKPOINT_EVERY", 2)
    services.ensure_default_pools([("tak", 6)])
    pairs = [(players[0], players[1]), (players[2], players[0]), (players[1], players[2])]
    found = [play(f"g{day}", pairs[day % 3], day % 2, day=day) for day in range(1, 7)]
    recompute.replay_stale_pools()
    return found


def listed():
    """The ratings by list and player, once all lists are up to date."""
    recompute.replay_stale_pools()
    rows = PlayerRating.objects.values_list("pool__slug", "player__public_id", "rating")
    return {(pool, player): rating for pool, player, rating in rows}


def foreseen(asked):
    return {
        (pool.pool, row.player): (row.before, row.after)
        for pool in services.preview(asked)
        for row in pool.rows
    }


def differences(before, after):
    both = {key: (before.get(key), after.get(key)) for key in before.keys() | after.keys()}
    return {key: pair for key, pair in both.items() if pair[0] != pair[1]}


@pytest.mark.parametrize(
    ("change", "is_stale"),
    [*((change, False) for change in CHANGES), ("corrected", True), ("new, the last", True)],
)
def test_a_change_of_a_game_is_foreseen(games, players, change, is_stale):
    name, game = CHANGES[change](games, (players[3], players[1]))
    source = f"game:{name}"

    def act():
        return services.post_result(source, game) if game else services.void_posting(source)

    if is_stale:
        services.post_result("game:g2", corrected(games[1], 0.5))
    previewed = foreseen(PreviewRequest(posted=services.dry_run_postings([source], act)))
    before = listed()
    act()
    assert previewed == differences(before, listed()) != {}


@pytest.mark.parametrize("is_stale", [False, True])
def test_a_merge_is_foreseen(games, players, is_stale):
    cid, eve = players[2], Player.objects.create(name="Eve")
    if is_stale:
        services.post_result("game:g2", corrected(games[1], 0.5))
    previewed = foreseen(PreviewRequest(as_if={cid.pk: eve.pk}))
    before = listed()
    merging.merge(actor=SYSTEM, player=cid.public_id, into=eve.public_id)
    services.rerate_players([cid.pk])
    assert previewed == differences(before, listed()) != {}


def test_parting_is_foreseen(games, players):
    cid, eve = players[2], Player.objects.create(name="Eve")
    merging.merge(actor=SYSTEM, player=cid.public_id, into=eve.public_id)
    services.rerate_players([cid.pk])
    recompute.replay_stale_pools()
    previewed = foreseen(PreviewRequest(as_if={cid.pk: cid.pk}))
    before = listed()
    merging.unmerge(actor=SYSTEM, player=cid.public_id)
    services.rerate_players([cid.pk])
    assert previewed == differences(before, listed()) != {}


def test_a_game_of_a_merged_player_is_foreseen_as_one_of_who_they_were_merged_into(games, players):
    cid, eve = players[2], Player.objects.create(name="Eve")
    merging.merge(actor=SYSTEM, player=cid.public_id, into=eve.public_id)
    services.rerate_players([cid.pk])
    recompute.replay_stale_pools()

    def act():
        return services.post_result("game:g2", corrected(games[1], 0.5))

    previewed = foreseen(PreviewRequest(posted=services.dry_run_postings(["game:g2"], act)))
    before = listed()
    act()
    assert previewed == differences(before, listed()) != {}
    assert ("tak", eve.public_id) in previewed


def test_the_largest_changes_come_first_up_or_down(games):
    posted = services.dry_run_postings(
        ["game:g1"], lambda: services.post_result("game:g1", corrected(games[0], 0))
    )
    rows: list[Any] = services.preview(PreviewRequest(posted=posted))[0].rows
    changes = [row.delta for row in rows]
    assert changes == sorted(changes, key=abs, reverse=True)
    assert {change > 0 for change in changes} == {True, False}
    assert changes != sorted(changes, reverse=True)
    assert changes == [row.after - row.before for row in rows]


def test_nothing_is_foreseen_of_a_game_that_stays_as_it_is(games):
    posted = services.dry_run_postings(
        ["game:g3"], lambda: services.post_result("game:g3", games[2])
    )
    assert foreseen(PreviewRequest(posted=posted)) == {}
