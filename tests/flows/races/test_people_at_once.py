"""Many press one button about a person, or about a casual game, at once. On a server only."""

from functools import partial

from games import services as games
from games.models import Game
from ratings.models import RatedGame
from tests.builders import acting, actor_of, make_members, make_player, make_user
from tests.database import at_once, in_threads
from tests.flows.races.test_races import TRIES, WHY, both
from tests.flows.races.test_rounds_at_once import answer, lines
from tests.flows.records import FIRST_BY_ROAD, ptn
from tournaments.models import JournalLine, Player
from tournaments.services.people import naming, people

pytestmark = in_threads


def test_one_player_gets_one_of_two_accounts():
    staff = acting(make_user(staff=True))
    for _try in range(TRIES):
        player = make_player(account=False)
        users = [make_user(), make_user()]
        claims = [
            partial(people.claim_player, actor=staff, player_id=player.pk, user_id=user.pk)
            for user in users
        ]
        assert sorted(both(*claims)) == ["done", "player_taken"]
        player.refresh_from_db()
        written = JournalLine.objects.get(
            action="player.claimed", subject=f"player:{player.public_id}"
        )
        assert written.after == {"user": player.user_id}


def test_a_name_that_is_pressed_often_is_written_once():
    staff = acting(make_user(staff=True))
    player = make_player("Ann")
    rename = partial(naming.rename_player, actor=staff, player_id=player.pk, name="Anna")
    assert set(at_once(lambda _n: answer(rename))) == {"done"}
    assert Player.objects.get(pk=player.pk).name == "Anna"
    assert lines("player.renamed") == 1


def sent_game():
    """A casual game that waits for the answer of its second player, who is returned too."""
    ann, bea = make_player(), make_player()
    make_members(ann)
    make_members(bea)
    record = ptn(FIRST_BY_ROAD, Date="2026.11.20")
    game = games.submit_casual(
        actor=actor_of(ann), record=record, first_id=ann.pk, second_id=bea.pk
    )
    return game, bea


def test_a_casual_game_is_rated_once_however_often_it_is_confirmed():
    game, bea = sent_game()
    confirm = partial(games.confirm_game, actor=actor_of(bea), game_id=game.pk)
    assert set(at_once(lambda _n: answer(confirm))) == {"done"}
    assert lines("game.confirmed") == RatedGame.objects.count() == 1


def test_a_casual_game_is_agreed_to_or_refused():
    staff = acting(make_user(staff=True))
    for _try in range(TRIES):
        game, bea = sent_game()
        confirm = partial(games.confirm_game, actor=staff, game_id=game.pk)
        refuse = partial(games.dispute_game, actor=actor_of(bea), game_id=game.pk, text=WHY)
        both(confirm, refuse)
        state = Game.objects.get(pk=game.pk).state
        rated = RatedGame.objects.filter(source=f"game:{game.public_id}").count()
        assert (state, rated) in (("confirmed", 1), ("rejected", 0))
