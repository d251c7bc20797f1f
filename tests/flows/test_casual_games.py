"""Two people play outside any event, and it moves their ratings when both agree."""

import hashlib

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import selectors, services
from games.models import Game
from games.services import people
from ratings.models import RatedGame
from tests.builders import acting, actor_of, make_members, make_player, make_user
from tests.clients import text_of
from tests.flows.records import FIRST_BY_ROAD, ptn
from tournaments.actor import ANONYMOUS, SYSTEM
from tournaments.errors import InvalidInput, NotAllowed, NotFound
from tournaments.models import JournalLine

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann():
    """A member of an approved club."""
    ann = make_player("Ann")
    make_members(ann)
    return ann


@pytest.fixture
def bea():
    """A member of another approved club."""
    bea = make_player("Bea")
    make_members(bea)
    return bea


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
    record_hash = hashlib.sha256(game.record.encode()).hexdigest()
    assert rated.order_key.endswith(f"|{record_hash}|{game.public_id}"), "nobody can choose it"
    assert [p.player_id for p in rated.postings.order_by("order")] == [ann.pk, bea.pk]


def test_who_confirms_a_game_locks_that_game_alone(ann, bea):
    send(actor_of(ann), ann, bea)
    game = send(actor_of(bea), bea, ann)
    with CaptureQueriesContext(connection) as made:
        services.confirm_game(actor=actor_of(ann), game_id=game.pk)
    asked = f'"games_game"."id" = {game.pk} ORDER BY "games_game"."id"'
    assert any(asked in query["sql"] for query in made)


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


def test_the_same_game_is_one_after_a_merge_too(ann, bea):
    game = send(actor_of(ann), ann, bea, Date="2026.11.20")
    kept = make_player("Bea Berg", account=False)
    people.merge_players(actor=SYSTEM, player=bea.public_id, into=kept.public_id)
    assert send(SYSTEM, ann, kept, Date="2026.11.20").pk == game.pk
    assert send(SYSTEM, ann, kept, Date="2026.11.21").pk != game.pk


def test_a_game_that_was_imported_is_not_rated_again(ann, bea):
    record = ptn(FIRST_BY_ROAD, Player1="Ann", Player2="Bea", Date="2026.11.20")
    imported = services.import_record(actor=SYSTEM, record=record).game
    assert imported is not None
    first, second = (seat.player for seat in imported.players.order_by("order"))
    assert send(SYSTEM, first, second, Date="2026.11.20").pk == imported.pk
    assert RatedGame.objects.count() == 1


def test_an_imported_game_that_is_not_rated_may_still_be_sent():
    record = ptn(FIRST_BY_ROAD, Player1="Ann", Player2="Bea")
    imported = services.import_record(actor=SYSTEM, record=record).game
    assert imported is not None
    assert imported.state == "evidence"
    first, second = (seat.player for seat in imported.players.order_by("order"))
    sent = send(SYSTEM, first, second)
    assert (sent.pk == imported.pk, sent.state) == (False, "confirmed")


@pytest.mark.parametrize("is_confirmed", [True, False])
def test_a_game_that_was_sent_is_not_imported_again(ann, bea, is_confirmed):
    game = send(actor_of(ann), ann, bea, Date="2026.11.20")
    if is_confirmed:
        services.confirm_game(actor=actor_of(bea), game_id=game.pk)
    record = ptn(FIRST_BY_ROAD, Player1="Ann", Player2="Bea", Date="2026.11.20")
    for dry_run in (True, False):
        done = services.import_record(actor=SYSTEM, record=record, dry_run=dry_run)
        assert (done.kind, done.game) == ("known", game)
    assert RatedGame.objects.count() == (1 if is_confirmed else 0)


@pytest.mark.parametrize("tags", [{"Player2": "Cid"}, {"Date": "2026.11.21"}])
def test_a_game_of_others_or_of_another_day_is_imported_besides(ann, bea, tags):
    send(SYSTEM, ann, bea, Date="2026.11.20")
    record = ptn(FIRST_BY_ROAD, **{"Player1": "Ann", "Player2": "Bea", "Date": "2026.11.20"} | tags)
    assert services.import_record(actor=SYSTEM, record=record).kind == "rated"


def test_a_game_that_the_other_player_refused_is_imported_by_site_staff(ann, bea):
    game = send(actor_of(ann), ann, bea, Date="2026.11.20")
    services.dispute_game(actor=actor_of(bea), game_id=game.pk, text="we never played")
    record = ptn(FIRST_BY_ROAD, Player1="Ann", Player2="Bea", Date="2026.11.20")
    assert services.import_record(actor=SYSTEM, record=record).kind == "rated"


def test_the_same_game_is_another_one_once_the_first_is_void_and_none_once_it_is_refused(ann, bea):
    game = send(actor_of(ann), ann, bea, Date="2026.11.20")
    services.void_result(actor=SYSTEM, game_id=game.pk, reason="played twice")
    again = send(actor_of(ann), ann, bea, Date="2026.11.20")
    assert (again.pk == game.pk, again.state) == (False, "submitted")
    services.dispute_game(actor=actor_of(bea), game_id=again.pk, text="we never played")
    assert send(actor_of(ann), ann, bea, Date="2026.11.20").state == "rejected"


def test_a_game_is_void_once_and_not_confirmed_after_it(ann, bea):
    game = send(actor_of(ann), ann, bea, Date="2026.11.20")
    for _time in range(2):
        services.void_result(actor=SYSTEM, game_id=game.pk, reason="played twice")
    services.confirm_game(actor=actor_of(bea), game_id=game.pk)
    game.refresh_from_db()
    assert (game.state, RatedGame.objects.exists()) == ("void", False)
    assert JournalLine.objects.filter(action="game.voided").count() == 1


def test_a_refused_game_never_counts(ann, bea):
    game = send(actor_of(ann), ann, bea, Date="2026.11.20")
    services.dispute_game(actor=actor_of(bea), game_id=game.pk, text="we never played")
    services.confirm_game(actor=actor_of(bea), game_id=game.pk)
    game.refresh_from_db()
    assert game.state == "rejected"
    assert not RatedGame.objects.exists()


@pytest.mark.parametrize(("is_staff", "answers"), [(False, [(2, "no")]), (True, [])])
def test_the_no_of_a_player_is_kept_and_staff_say_it_for_nobody(ann, bea, is_staff, answers):
    actor = acting(make_user(staff=True)) if is_staff else actor_of(bea)
    game = send(actor_of(ann), ann, bea)
    services.dispute_game(actor=actor, game_id=game.pk, text="no")
    game.refresh_from_db()
    assert game.state == "rejected"
    assert list(game.confirmations.values_list("order", "answer")) == answers


def test_a_game_against_oneself_and_of_cards_is_refused_by_its_field(ann, bea):
    with pytest.raises(InvalidInput, match="two different players") as refused:
        send(actor_of(ann), ann, ann)
    assert refused.value.details["field"] == "second"
    with pytest.raises(InvalidInput, match="of Tak") as refused:
        services.submit_casual(
            actor=SYSTEM, record="", first_id=ann.pk, second_id=bea.pk, game="taki"
        )
    assert refused.value.details["field"] == "game"


def test_nobody_sends_a_game_of_others(ann, bea):
    with pytest.raises(NotAllowed):
        send(actor_of(make_player("Cat")), ann, bea)


def test_site_staff_take_it_back(ann, bea):
    game = send(actor_of(ann), ann, bea, Date="2026.11.20")
    services.confirm_game(actor=actor_of(bea), game_id=game.pk)
    boss = acting(make_user("boss", staff=True))
    services.void_result(actor=boss, game_id=game.pk, reason="played twice")
    assert not RatedGame.objects.filter(voided_at=None).exists()


def test_a_refused_game_is_seen_by_its_players_and_site_staff_alone(ann, bea, client):
    game = send(actor_of(ann), ann, bea, Date="2026.11.20")
    addresses = [
        address.format(id=game.public_id)
        for address in (
            "/games/{id}/", "/games/{id}/board.svg", "/games/{id}/embed/", "/api/v1/games/{id}/",
        )
    ]  # fmt: skip
    assert [client.get(address).status_code for address in addresses] == [200] * 4
    services.dispute_game(actor=actor_of(bea), game_id=game.pk, text="we never played")

    assert [client.get(address).status_code for address in addresses] == [404] * 4
    for reader, sees in (
        (None, False), (make_user(), False), (make_player("Cleo").user, False),
        (ann.user, True), (bea.user, True), (make_user(staff=True), True),
    ):  # fmt: skip
        client.logout()
        if reader is not None:
            client.force_login(reader)
        assert (client.get(addresses[0]).status_code == 200) is sees
        assert (client.get(addresses[3]).status_code == 200) is sees
        for listing in (
            "/api/v1/games/",
            f"/api/v1/games/?player={ann.public_id}",
            "/api/v1/games/?state=rejected",
        ):
            assert (game.public_id in text_of(client.get(listing))) is sees, listing
        profile = client.get(f"/players/{bea.public_id}/")
        assert profile.status_code == 200
        assert game.public_id not in text_of(profile), "it is no game of hers"


def test_what_a_merged_player_refused_is_still_theirs(ann, bea):
    game = send(actor_of(ann), ann, bea, Date="2026.11.20")
    services.dispute_game(actor=actor_of(bea), game_id=game.pk, text="we never played")
    user, bea.user = bea.user, None
    bea.merged_into = now = make_player("Bea Berg", account=False)
    bea.save()
    now.user = user
    now.save()
    assert selectors.get_game(game.public_id, acting(user)).pk == game.pk
    assert selectors.get_game(game.public_id, SYSTEM).pk == game.pk
    with pytest.raises(NotFound):
        selectors.get_game(game.public_id, ANONYMOUS)
