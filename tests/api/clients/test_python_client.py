"""Whole events, played with a client that is generated from the document, over HTTP.

The better entry, which has the lower number, wins every game, so the tables are known by hand.
"""

import json
from enum import EnumType

import pytest

from config.access.tokens import create_token
from config.demo.card_records import taki_record
from config.management.commands.check_event import find_differences
from tests.api.clients.program import Organiser
from tests.builders import make_user
from tournaments.models import Event
from tournaments.recompute import refresh_standings

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
# First calls at ply 7, second never threatens; first wins with 17 pieces left.
CALLED = '[Size "5"]\n\n1. e5 a1\n2. b1 a3\n3. c1 c3\n4. d1 {call} d3\n5. e1 R-0\n'
NAMES = ["Ada", "Ben", "Cleo", "Dov", "Emi", "Fay"]
ONE_GAME = {"games": 1, "points": {"per_game": True}}


@pytest.fixture
def open_event(generated, live_server):
    """An organiser with a token of an account, and an event of theirs that has started."""

    def start(slug, names, **settings):
        _token, secret = create_token(
            username=make_user("boss").username, scopes=("play", "organise")
        )
        call = generated.signed_in(live_server.url, secret)
        organiser = Organiser(call, live_server.url, slug)
        organiser.open_event(names, **settings)
        return organiser

    yield start
    generated.close()


def finish(organiser):
    """The last standings, after the tables of the worker are made, as nothing runs here."""
    refresh_standings(Event.objects.get(slug=organiser.slug).pk)
    rows = organiser.finish()
    assert list(find_differences(Event.objects.get(slug=organiser.slug).pk)) == []
    return rows


def report_best(organiser, pairing):
    """The better of two wins; the loser reports it."""
    seats = [seat.entry for seat in pairing.seats]
    best = seats.index(min(seats)) + 1
    first = pairing.slots[0].first_seat
    result = "R-0" if first == best else "0-R"
    organiser.report(pairing, 3 - best, result=result)


def play(organiser, rounds):
    for _number in range(rounds):
        now = organiser.next_round()
        for pairing in now.pairings:
            if pairing.kind.value == "match":
                report_best(organiser, pairing)
        organiser.close(now.number)


def test_each_operation_of_the_document_has_a_function(generated, document_file):
    document = json.loads(document_file.read_text())
    ids = {
        each["operationId"] for methods in document["paths"].values() for each in methods.values()
    }
    assert set(generated.operations) == ids


def test_values_have_names_that_say_what_they_are(generated):
    results = generated.models.TakResult
    assert (results.FIRST_BY_ROAD.value, results.DRAW.value) == ("R-0", "1/2-1/2")
    assert generated.models.Tiebreak.BH_C1.value == "BH/C1"
    enums = [each for each in vars(generated.models).values() if isinstance(each, EnumType)]
    names = [name for enum in enums for name in enum.__members__]
    assert not [name for name in names if name.startswith("VALUE_")]


def test_a_swiss(open_event):
    swiss = open_event(
        "swiss", NAMES, match={**ONE_GAME, "tiebreaks": ["BH"]},
        stages=[{"system": "swiss", "options": {"rounds": 3}}],
    )  # fmt: skip
    play(swiss, 3)
    rows = finish(swiss)
    assert (rows[0].name, rows[0].points, rows[0].wins) == ("Ada", "3", 3)
    assert (rows[-1].name, rows[-1].points) == ("Fay", "0")
    assert sum(row.primary_x2 for row in rows) == 2 * 9


def test_a_knockout(open_event):
    cup = open_event(
        "cup", NAMES[:4], match={**ONE_GAME, "tiebreaks": []},
        stages=[{"system": "knockout", "options": {"third_place": True}}],
    )  # fmt: skip
    play(cup, 2)
    assert [row.name for row in finish(cup)] == ["Ada", "Ben", "Cleo", "Dov"]


def test_a_night_of_taki(open_event):
    """A game won is one point at any table."""
    night = open_event(
        "night", NAMES, game="taki", match={**ONE_GAME, "tiebreaks": []},
        confirm={"policy": "majority"},
        stages=[{"system": "tables", "options": {"sizes": [3], "rounds": 2}}],
    )  # fmt: skip
    for _number in range(2):
        now = night.next_round()
        assert [len(pairing.seats) for pairing in now.pairings] == [3, 3]
        for pairing in now.pairings:
            numbers = [seat.entry for seat in pairing.seats]
            places = [sorted(numbers).index(each) + 1 for each in numbers]
            night.report(pairing, places=places)
        night.close(now.number)
    rows = finish(night)
    assert (rows[0].name, rows[0].points, rows[0].primary_x2) == ("Ada", "2", 4)
    assert (rows[-1].name, rows[-1].primary_x2) == ("Fay", 0)


def test_a_table_of_taki_by_its_record(open_event):
    """The service proves the record and reads the places from it."""
    table = open_event(
        "table", NAMES[:3], game="taki", match={**ONE_GAME, "tiebreaks": []},
        confirm={"policy": "majority"},
        stages=[{"system": "tables", "options": {"sizes": [3], "rounds": 1}}],
    )  # fmt: skip
    now = table.next_round()
    record = taki_record([seat.name for seat in now.pairings[0].seats], seed="client")
    game = table.report(now.pairings[0], record=record)
    assert (game.proven, len(game.places)) == (True, 3)
    table.close(now.number)
    winner = finish(table)[0]
    assert f"{winner.name} wins" in record
    assert winner.points == "1"


def test_an_evening_for_stakes(open_event):
    """Bids 3 and 5: the seat that bid 5 moves first, calls once and wins 10 + 2 + 17 coins."""
    wager = open_event(
        "wager", NAMES[:2], ruleset={"name": "standard", "size": 5},
        match={**ONE_GAME, "tiebreaks": [], "stakes": {}},
        stages=[{"system": "round_robin", "options": {}}],
    )  # fmt: skip
    now = wager.next_round()
    pairing = now.pairings[0]
    one, two = [wager.players[seat.entry] for seat in pairing.seats]
    bids = wager.make("BidsInRequest", {"number": 1, "bids": [[3, 5]]})
    one("bids_place", pairing.id, body=bids)
    book = two("bids_agree", pairing.id, body=wager.make("BidsBackInRequest", {"number": 1}))
    assert (book.first_seat, book.agreed, book.bids) == (2, [1, 2], [[3, 5]])
    game = wager.report(pairing, 2, record=CALLED)
    book = wager.call("stakes_of_game", game.id)
    assert [seat.net for seat in book.seats] == [-29, 29]
    wager.close(now.number)
    winner = finish(wager)[0].entry
    assert winner == pairing.seats[1].entry
    won = {row.entry: row.won for row in wager.call("stakes_list", wager.slug).results}
    assert won == {winner: 29, pairing.seats[0].entry: -29}
