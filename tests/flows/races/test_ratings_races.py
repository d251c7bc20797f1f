"""People are made one while their lists change at the same moment. On a server only."""

from collections.abc import Callable
from threading import Thread

import pytest
from django.db import connections, transaction

from games.services import people
from ratings import check, recompute, selectors, services
from ratings.services import post_result
from tests.database import at_once, in_threads
from tests.ratings.builders import make_players, play, rated
from tournaments.actor import SYSTEM

pytestmark = in_threads
TRIES = 4  # races are won by either side; each is run this often
A_MOMENT = 0.5  # seconds in which the other one may come first; whoever waits needs them all


@pytest.fixture
def three():
    """Ann beat Bob; Annie, who has not played, is Ann under another name."""
    ann, bob, annie = make_players("Ann", "Bob", "Annie")
    play("g1", (ann, bob), 1)
    recompute.replay_stale_pools()
    return ann, bob, annie


def while_open(act: Callable[[], object], meanwhile: Callable[[], object]) -> None:
    """`meanwhile` begins when `act` is done, before its transaction ends."""

    def other() -> None:
        try:
            meanwhile()
        finally:
            connections.close_all()

    thread = Thread(target=other)
    with transaction.atomic():
        act()
        thread.start()
        thread.join(A_MOMENT)
    thread.join()


def merge(player, into) -> None:
    people.merge_players(actor=SYSTEM, player=player.public_id, into=into.public_id)


def opened(slug: str = "again", **counts: object) -> None:
    services.create_pool(actor=SYSTEM, slug=slug, counts={"game": "tak", **counts})
    recompute.replay_stale_pools()


def listed(slug: str) -> dict[str, int]:
    return {row.name: row.games for row in selectors.leaderboard(selectors.pool_by_slug(slug))}


def test_a_list_that_is_opened_while_two_become_one_knows_them_as_one(three):
    ann, bob, annie = three
    play("g2", (annie, bob), 1, day=2)
    recompute.replay_stale_pools()
    while_open(lambda: merge(annie, ann), opened)
    recompute.replay_stale_pools()
    assert listed("again") == {"Ann": 2, "Bob": 2}
    assert check.check_pools() == []


def test_a_game_that_counts_while_two_become_one_is_of_the_one(three):
    ann, bob, annie = three

    def posted() -> None:
        post_result("game:g2", rated("g2", (annie, bob), 1, day=2))
        recompute.replay_stale_pools()

    while_open(lambda: merge(annie, ann), posted)
    recompute.replay_stale_pools()
    assert listed("tak") == {"Ann": 2, "Bob": 2}
    assert check.check_pools() == []


def test_two_become_one_while_a_game_of_theirs_counts(three):
    """The other way round: who merges waits for the game."""
    ann, bob, annie = three

    def merged() -> None:
        merge(annie, ann)
        recompute.replay_stale_pools()

    while_open(lambda: post_result("game:g2", rated("g2", (annie, bob), 1, day=2)), merged)
    recompute.replay_stale_pools()
    assert listed("tak") == {"Ann": 2, "Bob": 2}
    assert check.check_pools() == []


@pytest.mark.parametrize("attempt", range(TRIES))
def test_all_of_it_at_once_ends_whole(three, attempt):
    """Nobody waits in a circle, and the lists are what the games say."""
    ann, bob, annie = three
    play("g2", (annie, bob), 1, day=2)

    acts = [
        lambda: merge(annie, ann),
        lambda: opened("one"),
        lambda: play("g3", (bob, annie), 1, day=3, size=7),
        lambda: recompute.replay_stale_pools(),
        lambda: opened("other", size=5),
        lambda: play("g4", (annie, bob), 0, day=4),
    ]
    at_once(lambda n: acts[(n + attempt) % len(acts)](), times=len(acts))
    recompute.replay_stale_pools()
    assert listed("tak") == {"Ann": 4, "Bob": 4}
    assert set(listed("one")) == set(listed("other")) == {"Ann", "Bob"}
    assert check.check_pools() == []
