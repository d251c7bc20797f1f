"""Coins through API and pages; nobody is paid twice, whoever presses at once; books come back."""

import random

import pytest
from django.test import Client
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from engine.tak.moves import format_move
from engine.tak.position import Position
from engine.tak.ruleset import make_ruleset
from games import services
from games.models import WagerAccount, WagerTransfer
from tests.api.world import client_of
from tests.builders import actor_of, make_user
from tests.clients import signed_in, text_of
from tests.database import at_once, needs_server
from tests.examples import examples
from tests.flows.records import FIRST_BY_ROAD
from tests.games.stakes.staked_table import CALLED, COVER, LEFT, Table
from tournaments.errors import DomainError


def token_of(player):
    return client_of(player.user.username)


# Through the API


def test_bids_a_game_and_its_book_through_the_api():
    table = Table()
    mine, other = (token_of(player) for player in (table.one, table.two))
    event, pairing = f"/api/v1/events/{table.event.slug}", f"/api/v1/pairings/{table.pairing.pk}"
    asked = {"number": 1, "bids": [[3, 5]]}
    book = mine.post(f"{pairing}/bids/", asked, format="json").json()
    assert (book["state"], book["first_seat"], book["bids"]) == ("running", 2, [[3, 5]])
    assert mine.post(f"{pairing}/bids/undo/", {"number": 1}, format="json").json()["bids"] is None
    game = mine.post(
        "/api/v1/games/",
        {
            "pairing": table.pairing.pk,
            "number": 1,
            "record": f'[Size "5"]\n\n{CALLED}',
            "bids": [[4, 4], [4, 4], [4, 4]],
            "lot": 2,
        },
        format="json",
    ).json()
    assert other.post(f"/api/v1/games/{game['id']}/confirm/").status_code == 200
    book = mine.get(f"/api/v1/games/{game['id']}/stakes/").json()
    nets = [seat["net"] for seat in book["seats"]]
    assert nets == [-10 - 2 - LEFT, 10 + 2 + LEFT]
    assert {row["game"] for row in book["transfers"] if row["step"] == "pot"} == {game["id"]}
    winnings = mine.get(f"{event}/stakes/").json()["results"]
    assert [row["won"] for row in winnings] == nets[::-1]
    account = mine.get(f"{event}/stakes/{winnings[0]['entry']}/").json()
    assert sum(line["change"] for line in account["transfers"]) == nets[1]
    shown = mine.get(f"{event}/stakes/transfers/").json()["results"]
    assert len(shown) == WagerTransfer.objects.count()
    sheet = text_of(mine.get(f"{event}/stakes/?format=csv"))
    assert sheet.splitlines()[0].startswith("rank,entry,entry_id,player,name,won")


def test_refusals_have_their_codes():
    table = Table(min_age=18)
    mine = token_of(table.one)
    address = f"/api/v1/pairings/{table.pairing.pk}/bids/"
    barred = mine.post(address, {"number": 1, "bids": [[3, 5]]}, format="json")
    assert (barred.status_code, barred.json()["code"]) == (403, "barred_by_age")
    tied = mine.post(address, {"number": 1, "bids": [[3, 3]]}, format="json")
    assert tied.status_code == 400
    wide = mine.post(address, {"number": 1, "bids": [[3, 3, 3]]}, format="json")
    assert wide.status_code == 400
    organiser = client_of(table.organiser.username)
    address_of_age = f"/api/v1/players/{table.one.public_id}/birth-year/"
    for nobody in (organiser, mine):  # the organiser vouches for nobody who has an account
        refused = nobody.post(address_of_age, {"birth_year": 1990}, format="json")
        assert refused.status_code == 403
    staff = client_of(make_user(staff=True).username)
    for player in (table.one, table.two):
        said = staff.post(
            f"/api/v1/players/{player.public_id}/birth-year/", {"birth_year": 1990}, format="json"
        )
        assert said.json() == {"id": player.public_id, "birth_year": 1990}
        assert "birth_year" not in mine.get(f"/api/v1/players/{player.public_id}/").json()
    assert mine.post(address, {"number": 1, "bids": [[3, 5]]}, format="json").status_code == 200


# Through the pages


def test_players_bid_on_the_page_of_their_match_and_everybody_reads_the_books():
    table = Table()
    name = "<b>Ada</b>"
    table.one.name = name
    table.one.save()
    base = f"/events/{table.event.slug}/stakes/"
    match = f"{base}match/{table.pairing.pk}/"
    client = signed_in(table.one.user)
    said = client.post(match, {"number": 1, "one1": "3", "two1": "5", "do": "bid"}, follow=True)
    assert "Seat 2 moves first" in text_of(said)
    assert table.balances() == [-10 - COVER, -15 - COVER]
    wrong = client.post(match, {"number": 1, "one1": "3", "two1": "x", "do": "bid"}, follow=True)
    assert "a whole number, 0 or more" in text_of(wrong)
    client.post(match, {"number": 1, "do": "undo"})
    assert table.balances() == [0, 0]
    client.post(match, {"number": 1, "one1": "5", "two1": "3", "do": "bid"})
    game = table.play(CALLED)
    visitor = Client()
    for address in (base, f"{base}1/", match, f"/games/{game.public_id}/"):
        page = visitor.get(address)
        assert page.status_code == 200, address
        assert name not in text_of(page)
    assert "Tak called after ply 7" in text_of(visitor.get(match))
    assert match in text_of(visitor.get(f"/games/{game.public_id}/"))
    assert "Enter the bids" in text_of(client.get(match))  # of the second game
    assert "Enter the bids" not in text_of(visitor.get(match))
    sheet = text_of(visitor.get(f"{base[:-1]}.csv"))
    assert len(sheet.splitlines()) == 3
    whole = text_of(visitor.get(f"{base}transfers.csv"))
    assert len(whole.splitlines()) == 1 + WagerTransfer.objects.count()


def test_an_event_without_stakes_has_no_pages_of_them():
    table = Table()
    table.event.match = {**table.event.match, "stakes": None}
    table.event.save()
    assert Client().get(f"/events/{table.event.slug}/stakes/").status_code == 404
    assert "stakes/" not in text_of(Client().get(f"/events/{table.event.slug}/"))


# Random games, corrected


@st.composite
def called_games(draw):
    """A random game on 3x3 that ended or was resigned, as movetext with calls strewn in."""
    rng = random.Random(draw(st.integers(0, 100_000)))
    position, words, plies = Position.start(make_ruleset(size=3)), [], draw(st.integers(4, 40))
    calls = draw(st.sets(st.integers(1, plies)))
    for ply in range(1, plies + 1):
        move = rng.choice(position.legal_moves())
        words.append(format_move(move, 3) + (" {call}" if ply in calls else ""))
        position = position.play(move)
        if position.outcome is not None:
            return moves_of(words, position.outcome.result)
    return moves_of(words, draw(st.sampled_from(["1-0", "0-1", "1/2-1/2"])))


def moves_of(words, result):
    lines = [f"{at // 2 + 1}. {' '.join(words[at : at + 2])}" for at in range(0, len(words), 2)]
    return "\n".join([*lines, result]) + "\n"


RULES = st.fixed_dictionaries(
    {
        "tak_call_valid": st.sampled_from(["any", "true_threat"]),
        "gamble_draw": st.sampled_from(["split", "carry_over"]),
        "limit": st.just(1000),
    }
)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@examples(
    12,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    games=st.tuples(called_games(), called_games()),
    rules=RULES,
    bids=st.tuples(st.integers(0, 20), st.integers(21, 40)),
    again=st.sampled_from(["0-R", "1/2-1/2", "forfeit", "void"]),
)
def test_random_games_leave_even_books_that_come_back(games, rules, bids, again):
    table = Table(size=3, **rules)
    played = []
    for number, moves in enumerate(games, start=1):
        table.bid(bids, number=number)
        played.append(table.play(moves, number=number))
        table.assert_even()
        assert table.house() == 0
    books, balances = table.books(), table.balances()
    if again == "void":
        table.void(played[0])
        table.assert_even()
        table.play(games[0])
    else:
        outcome = {"kind": "adjudicated", "result": again}
        if again == "forfeit":
            outcome = {"kind": "forfeit", "winner": 2}
        table.rule(**outcome)
        table.assert_even()
        back = table.send(games[0])
        table.rule(kind="adjudicated", result=back.verdict["result"])
    table.assert_even()
    assert (table.books(), table.balances()) == (books, balances)


# At once


@needs_server
@pytest.mark.django_db(transaction=True)
def test_a_game_is_settled_once_however_often_it_is_confirmed():
    table = Table()
    table.bid((5, 3))
    game = table.send(CALLED)
    at_once(lambda _n: services.confirm_game(actor=actor_of(table.two), game_id=game.pk))
    assert table.balances() == [10 + 2 + LEFT, -10 - 2 - LEFT]
    assert WagerTransfer.objects.filter(step="pot").count() == 1
    table.assert_even()


@needs_server
@pytest.mark.django_db(transaction=True)
def test_two_games_of_the_same_players_are_settled_at_once():
    table = Table()
    games = []
    for number in (1, 2):
        table.bid((5, 3), number=number)
        games.append(table.send(FIRST_BY_ROAD, number=number))
    at_once(lambda n: services.confirm_game(actor=actor_of(table.two), game_id=games[n % 2].pk))
    assert table.balances() == [2 * (10 + LEFT), -2 * (10 + LEFT)]
    table.assert_even()


@needs_server
@pytest.mark.django_db(transaction=True)
def test_confirming_ruling_and_taking_back_at_once_leaves_even_books():
    table = Table()
    table.bid((5, 3))
    game = table.send(CALLED)

    def act(number):
        if number % 3 == 0:
            return services.confirm_game(actor=actor_of(table.two), game_id=game.pk)
        if number % 3 == 1:
            return table.rule(kind="adjudicated", result="0-1")
        return table.rule(kind="forfeit", winner=1)

    at_once(lambda n: quietly(act, n))
    table.assert_even()
    table.rule(kind="adjudicated", result="0-1")
    assert table.balances() == [-15, 15]
    table.assert_even()


@needs_server
@pytest.mark.django_db(transaction=True)
def test_bids_entered_by_both_at_once_are_held_once():
    table = Table()
    bids = [((5, 3), table.one), ((3, 5), table.two)]
    at_once(lambda n: table.bid(bids[n % 2][0], by=bids[n % 2][1]))
    assert WagerTransfer.objects.filter(live=True, step="bid").count() == 1
    assert sum(WagerAccount.objects.values_list("balance", flat=True)) == 0
    table.assert_even()


def quietly(act, number):
    """A refusal is one of the ways that this may go."""
    try:
        return act(number)
    except DomainError:
        return None
