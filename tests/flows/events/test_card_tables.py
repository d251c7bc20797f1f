"""An evening of cards with records: written by one, proved, agreed by the others, counted."""

import pytest

from config.demo.card_records import taki_record
from engine.errors import RecordError
from games import services
from games.check import check_event_games
from games.models import Dispute, Game
from games.outcomes import ResultMissing
from games.selectors import game_view
from games.services.records.names import NamedTwice, OtherPlayers, PartlyNamed, SeatsDiffer
from games.services.submit import AlreadyDecided
from ratings.recompute import replay_stale_pools
from tests.builders import (
    acting,
    actor_of,
    make_event,
    make_player,
    make_user,
    players_at,
    published_round,
    slot_at,
)
from tests.clients import signed_in, text_of
from tests.slots import enter_result, rule, submit
from tournaments.errors import InvalidInput
from tournaments.models import Event, GameSlot, Result
from tournaments.services.events.settings import validate_ruleset

# GAM-9, example 1 without its comments: B wins on the eighth turn with all the cards.
GAMNON = """gamnon/1
players: {}
packs: 1
hand {}: TC 2H 3D
hand {}: 7D TS QH
hand {}: 5S 4S AH
start: QS
closed: JH TD 6H 8S 9D 3S 4D AC 4C KS KC 8H 5H 7C 6S 9S QC 9H QD 2D JS 6D JD 8D 6C 4H KH 3C 2C \
5C 9C JC AS 2S TH AD KD 7S 8C 7H 3H 5D
{a} PTC T11 O8H
{b} P7D.QH T6 OQD
{c} PAH T11 O9C ~
{a} P9S.7C.QC.6S.TS T4 OAD
{b} P6D.8D.4H.KH.2D.JD T6 G{c}:TD G{a}:2S O7H
{c} PJH.9D.2H.6H.4D.3D G{a}:JC G{b}:6C O6C ~
{a} P3C.4S.JS.8C.2C.2S OKD
{b} P- G{c}:9H.AS.TH.5H G{a}:TD.3H.7S.5D.5C.5S ={b}
"""


def example(a: str, b: str, c: str) -> str:
    """The example, played by these names in this order of seats."""
    head, body = GAMNON.split("{a}", 1)
    return head.format(f"{a} {b} {c}", a, b, c) + ("{a}" + body).format(a=a, b=b, c=c)


class Evening:
    """Three players at the one table of a round."""

    def __init__(self, game="gamnon", policy="majority", entries=3, ruleset=None):
        self.organiser = make_user()
        self.event = make_event(
            game=game, entries=entries, games=1, organiser=self.organiser,
            match={"points": {"per_game": True}, "tiebreaks": []}, confirm={"policy": policy},
            stages=[{"system": "tables", "options": {"sizes": [entries]}}],
        )  # fmt: skip
        if ruleset:
            Event.objects.update(ruleset=validate_ruleset(game, ruleset))
        self.round = published_round(self.event)
        self.names = [player.name for player in players_at(self.round)]

    @property
    def slot(self):
        return slot_at(self.round)

    def send(self, seat, record="", **claim):
        actor = actor_of(players_at(self.round)[seat - 1]) if seat else acting(self.organiser)
        return submit(actor, slot_at(self.round), record=record, claim=claim or None)

    def confirm(self, seat, game):
        actor = actor_of(players_at(self.round)[seat - 1])
        return services.confirm_game(actor=actor, game_id=game.pk)

    def desk(self, places):
        enter_result(slot_at(self.round), {"places": places}, actor=acting(self.organiser))

    def result(self):
        return Result.objects.get(slot=self.slot, current=True)

    def points(self):
        return list(self.result().seats.order_by("order").values_list("points_x2", "place_x2"))


def codes(game: Game) -> list[str]:
    return [warning["code"] for warning in (game.verdict or {})["warnings"]]


def test_a_record_is_proved_agreed_and_counted():
    evening = Evening()
    game = evening.send(1, example(*evening.names))
    assert (evening.slot.state, game.state) == ("reported", "submitted")
    assert evening.confirm(2, game).state == "submitted"
    assert evening.confirm(3, game).state == "confirmed"
    assert evening.points() == [(1, 5), (4, 2), (1, 5)]
    result = evening.result()
    assert (result.outcome, result.kind) == ("2.5-1-2.5", "played")
    assert result.facts["proven"] is True
    assert result.facts["pile_ran_out"] == 5
    assert result.facts["cards_left"][0] == result.facts["cards_left"][2] == 0
    assert game.engine_version == "gamnon/1"
    assert check_event_games(evening.event.pk) == []


def test_names_that_say_nothing_sit_in_the_order_of_moving():
    evening = Evening()
    GameSlot.objects.update(first_seat=2)
    game = evening.send(3, example("A", "p2", "Player_3"))
    assert game.verdict["seats"] == [2, 3, 1]
    assert codes(game) == []
    assert game_view(game)["places"] == [2.5, 2.5, 1], "the second who moved is seat 3"
    movers = game.players.order_by("order").values_list("player__name", "name_in_record")
    first, second, third = (evening.names[at] for at in (1, 2, 0))
    assert list(movers) == [(first, "A"), (second, "p2"), (third, "Player_3")]


def test_names_in_another_order_are_the_people():
    evening = Evening()
    one, two, three = evening.names
    game = evening.send(1, example(three, one, two))
    assert game.verdict["seats"] == [3, 1, 2]
    assert codes(game) == ["seated_otherwise"], "seat 3 began"
    services.confirm_game(actor=acting(evening.organiser), game_id=game.pk)
    assert evening.points() == [(4, 2), (1, 5), (1, 5)], "seat 1 is the winner, B of the example"


def test_first_names_and_joined_names_are_known():
    evening = Evening(game="taki")
    for player, name in zip(
        players_at(evening.round), ("Ada Lindqvist", "נועה ברקאי", "O’Neil"), strict=True
    ):
        type(player).objects.filter(pk=player.pk).update(name=name)
    game = evening.send(1, taki_record(["ONeil", "נועה_ברקאי", "Ada"], seed="a"))
    assert game.verdict["seats"] == [3, 2, 1]
    assert codes(game) == ["seated_otherwise"]


@pytest.mark.parametrize(
    ("names", "error"),
    [
        (("{0}", "Zoe", "C"), OtherPlayers),
        (("{0}", "{0}_", "{2}"), NamedTwice),
        (("{1}", "B", "C"), PartlyNamed),
    ],
)
def test_names_of_another_table_are_refused(names, error):
    make_player("Zoe")
    evening = Evening()
    with pytest.raises(error):
        evening.send(1, example(*(name.format(*evening.names) for name in names)))
    assert not Game.objects.exists()
    assert evening.slot.state == "open"


def test_who_is_named_twice_is_said_with_both_names():
    evening = Evening()
    name = evening.names[1]
    with pytest.raises(NamedTwice) as refused:
        evening.send(1, example(name, f"{name}_", evening.names[2]))
    assert refused.value.details == {"first": name, "second": f"{name}_", "player": name}


def test_a_record_of_another_number_of_players_is_refused():
    evening = Evening(entries=4)
    with pytest.raises(SeatsDiffer):
        evening.send(1, example("A", "B", "C"))


def test_unknown_names_are_remarked_upon_and_prove_nothing():
    evening = Evening()
    game = evening.send(1, example(evening.names[0], "Zelda", "C"))
    assert (game.verdict["seats"], codes(game)) == ([1, 2, 3], ["name_unknown"])


def test_a_wrong_record_is_refused_with_its_line_and_nothing_is_stored():
    evening = Evening()
    with pytest.raises(RecordError) as refused:
        evening.send(1, example("A", "B", "C").replace("PTC T11", "P3D T11"))
    assert (refused.value.line, refused.value.move) == (9, "P3D")
    assert refused.value.params["top"] == "QS"
    assert not Game.objects.exists()


def test_two_records_that_agree_are_one_game():
    evening = Evening()
    one, two, three = evening.names
    sent = evening.send(1, example("A", "B", "C"))
    again = evening.send(3, example("A", "B", "C"))
    assert again == sent, "the same moves of the same people"
    game = evening.send(2, example(one, two, three) + "; told again\n")
    assert game.state == "confirmed"
    assert Game.objects.count() == 1


def test_the_same_moves_of_other_people_are_a_dispute():
    evening = Evening()
    one, two, three = evening.names
    evening.send(1, example(one, two, three))
    evening.send(2, example(two, one, three))
    assert evening.slot.state == "disputed"
    assert Game.objects.filter(state="disputed").count() == 2
    rule(
        slot_at(evening.round),
        {"kind": "adjudicated", "places": [1, 2, 2]},
        actor=acting(evening.organiser),
        reason="they remember it so",
    )
    assert evening.points() == [(4, 2), (1, 5), (1, 5)]
    assert (Game.objects.get(state="ruled").verdict or {})["seats"] == [2, 1, 3]
    assert check_event_games(evening.event.pk) == []


def test_a_claim_and_a_record_that_agree_count_with_the_proof():
    evening = Evening(policy="all")
    evening.send(1, places=[2, 1, 2])
    evening.send(2, example("A", "B", "C"))
    game = evening.send(3, places=[2.5, 1, 2.5])
    assert (game.state, bool(game.record)) == ("confirmed", True)
    assert evening.result().facts["proven"] is True


def test_a_record_after_the_desk_adds_its_facts():
    evening = Evening()
    evening.desk([2, 1, 2])
    assert "turns" not in evening.result().facts
    game = evening.send(1, example("A", "B", "C"))
    assert (game.state, evening.result().facts["turns"]) == ("confirmed", 8)
    assert evening.points() == [(1, 5), (4, 2), (1, 5)]
    with pytest.raises(AlreadyDecided):
        evening.send(1, places=[2, 1, 2])
    assert not Dispute.objects.exists()


def test_a_record_after_the_desk_with_other_places_is_a_dispute():
    evening = Evening()
    evening.desk([1, 2, 2])
    game = evening.send(1, example("A", "B", "C"))
    assert (game.state, Dispute.objects.filter(closed_at=None).count()) == ("evidence", 1)
    assert evening.points() == [(4, 2), (1, 5), (1, 5)], "nothing changes until it is ruled"


def test_the_organiser_sends_a_record_and_it_counts():
    evening = Evening(game="taki")
    game = evening.send(None, taki_record(["A", "B", "C"], seed="c"))
    assert (game.state, evening.slot.state) == ("confirmed", "decided")
    facts = evening.result().facts
    assert {"drawn", "penalties", "plus_threes", "breakers", "direction", "deck_hash"} <= set(facts)
    assert sum(facts["places_x2"]) == 12
    assert 0 in facts["cards_left"]


def test_a_record_that_breaks_off_needs_the_places_with_it():
    evening = Evening()
    broken = "".join(example("A", "B", "C").splitlines(keepends=True)[:-3])
    with pytest.raises(ResultMissing):
        evening.send(1, broken)
    game = evening.send(1, broken, places=[2, 1, 2])
    assert game_view(game)["places"] == [2.5, 1, 2.5]
    for seat in (2, 3):
        evening.confirm(seat, game)
    assert evening.result().facts["proven"] is False
    assert evening.points() == [(1, 5), (4, 2), (1, 5)]


def test_places_beside_a_record_must_be_those_it_proves():
    evening = Evening()
    with pytest.raises(InvalidInput):
        evening.send(1, example("A", "B", "C"), places=[1, 2, 2])
    assert evening.send(1, example("A", "B", "C"), places=[2, 1, 2]).state == "submitted"


def test_the_event_s_rules_bind_the_record():
    evening = Evening(game="taki", ruleset={"name": "publisher"})
    assert Event.objects.get().ruleset["last_card_penalty"] == 4
    with pytest.raises(RecordError) as refused:
        evening.send(1, taki_record(["A", "B", "C"], seed="d"))
    assert refused.value.code == "wrong_option"
    record = taki_record(["A", "B", "C"], seed="d", rules="publisher")
    assert evening.send(1, record).verdict["rules"] == "publisher"


def test_a_changed_verdict_is_found():
    evening = Evening()
    game = evening.send(None, example("A", "B", "C"))
    for change, said in (
        ({"seats": [2, 1, 3]}, "other moves"),
        ({"facts": {**game.verdict["facts"], "turns": 9}}, "its verdict says facts"),
    ):
        Game.objects.update(verdict={**game.verdict, **change})
        (found,) = check_event_games(evening.event.pk)
        assert said in found


def test_pages_show_shared_places_in_one_form_with_points_beside():
    """2–3 for both; 2½ is the mean that is stored. Points are 4, 1 and 1 halves."""
    evening = Evening()
    evening.desk([1, 2.5, 2.5])
    replay_stale_pools()
    shared = players_at(evening.round)[1]
    slug, plain = evening.event.slug, dict.fromkeys(map(ord, "\u2066\u2067\u2068\u2069"))
    client = signed_in(evening.organiser)
    for page in (
        f"/events/{slug}/rounds/1/",
        f"/events/{slug}/wall/?show=pairings",
        f"/manage/{slug}/print/rounds/1/tables/",
        f"/manage/{slug}/rounds/1/",
        f"/players/{shared.public_id}/",
    ):
        text = text_of(client.get(page)).translate(plain)
        assert "2–3" in text, page
        assert "2½" not in text, page
