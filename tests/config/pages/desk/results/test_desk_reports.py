"""Staff count a game as a player reported it; entering a result and ruling are told apart."""

import html

from games.models import Dispute, Game, Ruling
from games.services import dispute_game
from tests.builders import actor_of, make_event, players_at, published_round, slot_at
from tests.clients import text_of, tidy, url_of
from tests.slots import submit
from tournaments.models import Result


def page_of(slot):
    return url_of("manage-slot", "cup", slot.pairing_id, slot.number)


def plain(page):
    """The page without the marks that isolate names."""
    return tidy(html.unescape(page)).replace("\u2068", "").replace("\u2069", "")


def counted(slot):
    found = Result.objects.filter(slot=slot, current=True).first()
    return found and (found.kind, found.outcome)


def test_one_report_is_counted_by_one_button(desk, round_):
    slot = slot_at(round_)
    ada, _bo = players_at(round_)
    sent = submit(actor_of(ada), slot, claim={"result": "0-F"})
    page = plain(text_of(desk.get(page_of(slot)), 200))
    winner = players_at(round_)[2 - slot.first_seat].name
    assert f"As reported by {ada.name}: {winner} wins by flats" in page
    assert page.index("As reported by") < page.index("Enter a result")
    assert ">Count it<" in page
    desk.post(page_of(slot), {"do": "reported", "game": sent.public_id})
    assert counted(slot) == ("played", "0-F")
    assert not Ruling.objects.exists(), "nothing was ruled"


def test_of_differing_reports_each_is_offered_and_one_is_ruled(desk, round_):
    slot = slot_at(round_)
    ada, bo = players_at(round_)
    submit(actor_of(ada), slot, claim={"result": "R-0"})
    reserves = {"second": {"stones": 7, "capstones": 1}}
    other = submit(actor_of(bo), slot, claim={"result": "0-R", "reserves": reserves})
    page = plain(text_of(desk.get(page_of(slot)), 200))
    assert f"As reported by {ada.name}: " in page
    assert f"As reported by {bo.name}: " in page
    assert "stones left: 7, capstones: 1" in page
    assert page.index("Rule on it") < page.index("Enter a result"), "a dispute is ruled"
    chosen = {"do": "reported", "game": other.public_id}
    assert "give a reason" in text_of(desk.post(page_of(slot), chosen), 422)
    desk.post(page_of(slot), chosen | {"reason": "the board was seen"})
    assert counted(slot) == ("adjudicated", "0-R") or counted(slot) == ("played", "0-R")
    assert Ruling.objects.get().reason == "the board was seen"
    assert not Dispute.objects.filter(closed_at=None).exists()
    assert Game.objects.get(pk=other.pk).state == "ruled"


def test_a_counted_game_that_is_disputed_may_stand_as_it_was_reported(desk, round_):
    slot = slot_at(round_)
    ada, bo = players_at(round_)
    sent = submit(actor_of(ada), slot, claim={"result": "R-0"})
    desk.post(page_of(slot), {"do": "reported", "game": sent.public_id})
    dispute_game(actor=actor_of(bo), game_id=sent.pk, text="I never lost")
    chosen = {"do": "reported", "game": sent.public_id, "reason": "both had signed", "sure": "1"}
    desk.post(page_of(slot), chosen)
    assert not Dispute.objects.filter(closed_at=None).exists()
    assert counted(slot)[1] == "R-0"


def test_the_same_report_of_both_is_one(desk, round_):
    slot = slot_at(round_)
    ada, bo = players_at(round_)
    submit(actor_of(ada), slot, claim={"result": "R-0"})
    Game.objects.update(state="submitted")
    first = Game.objects.get()
    submit(actor_of(bo), slot, claim={"result": "0-1"})
    page = plain(text_of(desk.get(page_of(slot)), 200))
    assert page.count("As reported by ") == 2
    Game.objects.exclude(pk=first.pk).update(claim=first.claim)
    page = plain(text_of(desk.get(page_of(slot)), 200))
    assert f"As reported by {ada.name} and {bo.name}: " in page


def test_a_card_table_is_counted_as_reported(desk, boss):
    stages = [{"system": "tables", "options": {"sizes": [4]}}]
    event = make_event(organiser=boss, slug="cup", game="taki", games=1, stages=stages)
    slot = slot_at(published_round(event))
    reporter = slot.pairing.seats.get(order=1).entry.player
    sent = submit(actor_of(reporter), slot, claim={"places": [2, 1, 4, 3]})
    page = plain(text_of(desk.get(page_of(slot)), 200))
    assert f"As reported by {reporter.name}: " in page
    assert f"{reporter.name} 2 (⅔)" in page
    desk.post(page_of(slot), {"do": "reported", "game": sent.public_id})
    assert counted(slot) == ("played", "2-1-4-3")


def test_a_report_that_is_none_is_refused(desk, round_):
    slot = slot_at(round_)
    page = text_of(desk.get(page_of(slot)), 200)
    assert "As reported" not in page
    text_of(desk.post(page_of(slot), {"do": "reported", "game": "x"}), 422)
    assert counted(slot) is None
