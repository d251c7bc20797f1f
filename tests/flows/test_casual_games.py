"""Two people play outside any event, and it moves their ratings when both agree."""

import pytest

from games import services
from games.models import Game
from ratings.models import RatedGame
from tests.builders import acting, actor_of, make_player, make_user
from tests.flows.records import FIRST_BY_ROAD, ptn
from tournaments.errors import NotAllowed

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann():
    return make_player("Ann")


@pytest.fixture
def bea():
    return make_player("Bea")


def send(actor, first, second, **tags):
    return services.submit_casual(
        actor=actor, record=ptn(FIRST_BY_ROAD, **tags), first_id=first.pk, second_id=second.pk
    )


def test_it_is_rated_when_the_other_player_agrees(ann, bea):
    game = send(actor_of(ann), ann, bea, Date="2026.11.20")
    assert not RatedGame.objects.exists()
    with pytest.raises(NotAllowed):
        services.confirm_game(actor=actor_of(ann), game_id=game.pk)

    services.confirm_game(actor=actor_of(bea), game_id=game.pk)

    rated = RatedGame.objects.get()
    assert rated.source == f"game:{game.public_id}"
    assert [p.player_id for p in rated.postings.order_by("order")] == [ann.pk, bea.pk]


def test_an_undated_game_is_proved_and_not_rated(ann, bea):
    game = send(actor_of(ann), ann, bea)
    services.confirm_game(actor=actor_of(bea), game_id=game.pk)
    game.refresh_from_db()
    assert game.state == "confirmed"
    assert game.verdict["proven"]
    assert not RatedGame.objects.exists()


def test_the_same_game_twice_is_one(ann, bea):
    assert send(actor_of(ann), ann, bea).pk == send(actor_of(ann), ann, bea).pk
    assert Game.objects.count() == 1


def test_a_refused_game_never_counts(ann, bea):
    game = send(actor_of(ann), ann, bea, Date="2026.11.20")
    services.dispute_game(actor=actor_of(bea), game_id=game.pk, text="we never played")
    services.confirm_game(actor=actor_of(bea), game_id=game.pk)
    game.refresh_from_db()
    assert game.state == "rejected"
    assert not RatedGame.objects.exists()


def test_nobody_sends_a_game_of_others(ann, bea):
    with pytest.raises(NotAllowed):
        send(actor_of(make_player("Cat")), ann, bea)


def test_site_staff_take_it_back(ann, bea):
    game = send(actor_of(ann), ann, bea, Date="2026.11.20")
    services.confirm_game(actor=actor_of(bea), game_id=game.pk)
    boss = acting(make_user("boss", staff=True))
    services.void_result(actor=boss, game_id=game.pk, reason="played twice")
    assert not RatedGame.objects.filter(voided_at=None).exists()
