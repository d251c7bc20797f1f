"""Forms that a device keeps: done once, answered as JSON, never written over another result."""

import pytest

from games.models import Dispute, Game
from tests.builders import decide, make_event, make_user, published_round, slot_at
from tests.clients import text_of, url_of
from tests.room import Room
from tournaments.models import Result

pytestmark = pytest.mark.django_db
KEPT = {"Roadhouse-Kept": "1"}


@pytest.fixture
def boss():
    return make_user("boss")


@pytest.fixture
def round_(boss):
    return published_round(make_event(organiser=boss, slug="cup", games=1))


@pytest.fixture
def two_games(boss):
    return published_round(make_event(organiser=boss, slug="cup", games=2))


@pytest.fixture
def desk(client, boss):
    client.force_login(boss)
    return client


def slip(desk, line, key="a", headers=KEPT):
    address = url_of("manage-slip", "cup")
    return desk.post(
        address, {"line": line, "round": "1"}, headers={"Idempotency-Key": key, **headers}
    )


def current(round_, number=1):
    return Result.objects.get(slot=slot_at(round_, number=number), current=True).outcome


# --- my table


def report(client, code, slot, result, key="a"):
    address = url_of("personal-submit", code, slot.pk)
    return client.post(address, {"result": result, "do": "send"}, headers={"Idempotency-Key": key})


def answer(client, code, game, key="b", **form):
    address = url_of("personal-answer", code, game.public_id)
    return client.post(address, form or {"answer": "confirm"}, headers={"Idempotency-Key": key})


def test_a_result_sent_twice_by_a_link_is_one_game(client):
    room = Room()
    mine, _theirs = room.seats()
    first = report(client, mine, slot_at(room.round), "R-0")
    again = report(client, mine, slot_at(room.round), "R-0")
    assert first.status_code == 200
    assert first.json()["next"].startswith(f"/e/{mine}/")
    assert "Sent" in first.json()["text"]
    assert again.json() == first.json()
    assert again["Idempotent-Replayed"] == "true"
    assert Game.objects.count() == 1


def test_two_links_have_keys_of_their_own(client):
    room = Room()
    mine, theirs = room.seats()
    assert report(client, mine, slot_at(room.round), "R-0", key="same").status_code == 200
    assert report(client, theirs, slot_at(room.round), "R-0", key="same").status_code == 200
    assert current(room.round) == "R-0"


def test_a_confirmation_sent_twice_counts_once(client):
    room = Room()
    mine, theirs = room.seats()
    report(client, mine, slot_at(room.round), "R-0")
    for _attempt in range(2):
        said = answer(client, theirs, Game.objects.get())
        assert said.status_code == 200
        assert "counts now" in said.json()["text"]
    assert Result.objects.count() == 1


def test_a_confirmation_of_what_was_disputed_meanwhile_is_a_conflict(client):
    room = Room()
    mine, theirs = room.seats()
    report(client, mine, slot_at(room.round), "R-0")
    game = Game.objects.get()
    assert answer(client, theirs, game, key="x", answer="dispute", text="no").status_code == 200
    late = answer(client, theirs, game)
    assert late.status_code == 409
    assert late.json()["text"]
    assert not Result.objects.exists()


def test_both_players_report_without_a_network_and_differ(client):
    room = Room()
    mine, theirs = room.seats()
    report(client, mine, slot_at(room.round), "R-0")
    second = report(client, theirs, slot_at(room.round), "0-R", key="z")
    assert second.status_code == 200
    assert "an arbiter decides" in second.json()["text"]
    assert Dispute.objects.count() == 1
    assert not Result.objects.exists()


def test_who_is_signed_out_is_led_to_the_page_of_signing_in(client, round_):
    address = url_of("submit", slot_at(round_).pk)
    said = client.post(address, {"result": "R-0", "do": "send"}, headers={"Idempotency-Key": "a"})
    assert said.status_code == 302
    assert "/login/" in said["Location"]


def test_without_a_key_the_answer_is_a_page(client):
    room = Room()
    mine, _theirs = room.seats()
    said = client.post(
        url_of("personal-submit", mine, slot_at(room.round).pk), {"result": "R-0", "do": "send"}
    )
    assert said.status_code == 302


# --- the desk


def test_the_same_slip_from_two_devices_is_one_result(desk, round_):
    assert slip(desk, "1r", key="a").json()["state"] == "saved"
    said = slip(desk, "1r", key="b")
    assert (said.status_code, said.json()["state"]) == (200, "saved")
    assert "entered already" in said.json()["text"]
    assert Result.objects.count() == 1
    assert not Dispute.objects.exists()


def test_another_slip_of_a_second_device_is_a_dispute_and_the_first_counts(desk, round_):
    slip(desk, "1r", key="a")
    counted = current(round_)
    said = slip(desk, "1t", key="b")
    assert (said.status_code, said.json()["state"]) == (200, "disputed")
    assert current(round_) == counted
    assert Result.objects.count() == 1
    assert "1t" in Dispute.objects.get(closed_at=None).text
    assert slip(desk, "1t", key="b").json() == said.json()
    assert Dispute.objects.count() == 1


def test_only_the_game_that_differs_is_disputed(desk, two_games):
    slip(desk, "1rt", key="a")
    assert slip(desk, "1rr", key="b").json()["state"] == "disputed"
    assert [each.slot.number for each in Dispute.objects.all()] == [2]


def test_a_slip_typed_at_once_for_a_complete_table_is_refused_as_before(desk, round_):
    slip(desk, "1r", key="a")
    said = slip(desk, "1t", key="b", headers={})
    assert said.status_code == 422
    assert "has all its results" in said.json()["text"]
    assert not Dispute.objects.exists()


def test_a_late_slip_is_never_taken_for_the_next_game(desk, two_games):
    """Two devices type the first game; the second line must not become the second game."""
    slip(desk, "1r", key="a")
    said = slip(desk, "1r", key="b")
    assert said.status_code == 422
    assert "not clear which game" in said.json()["text"]
    assert Result.objects.count() == 1


@pytest.mark.parametrize("line", ["1 -", "1 -1"])
def test_a_late_no_show_of_a_complete_table_is_answered_by_hand(desk, round_, line):
    slip(desk, "1r", key="a")
    assert slip(desk, line, key="b").status_code == 422
    assert Result.objects.count() == 1


def test_a_late_u_undoes_nothing(desk, round_):
    slip(desk, "1r", key="a")
    said = slip(desk, "u", key="b")
    assert said.status_code == 422
    assert "Nothing is undone" in said.json()["text"]
    assert Result.objects.filter(current=True).count() == 1


def ruling(desk, slot, key="a", **form):
    address = url_of("manage-slot", "cup", slot.pairing_id, slot.number)
    return desk.post(address, form, headers={"Idempotency-Key": key})


RULED = {"do": "rule", "kind": "cancelled", "reason": "The table fell."}


def test_a_ruling_sent_twice_is_made_once(desk, round_):
    slot = slot_at(round_)
    first, again = ruling(desk, slot, **RULED), ruling(desk, slot, **RULED)
    assert first.status_code == 200
    assert again.json() == first.json()
    assert slot.rulings.count() == 1


def test_a_ruling_of_a_game_that_has_a_result_by_now_is_a_conflict(desk, round_):
    slot = slot_at(round_)
    decide(slot)
    counted = current(round_)
    said = ruling(desk, slot, **RULED)
    assert said.status_code == 409
    assert "changed since" in said.json()["text"]
    assert current(round_) == counted
    assert not slot.rulings.exists()


def test_a_refused_form_is_its_page(desk, round_):
    said = ruling(desk, slot_at(round_), do="rule", kind="cancelled", reason="")
    assert said.status_code == 422
    assert said["Content-Type"].startswith("text/html")


def test_what_the_desk_entered_meanwhile_stays_and_the_player_is_told(client):
    room = Room()
    mine, _theirs = room.seats()
    decide(slot_at(room.round))
    said = report(client, mine, slot_at(room.round), "0-R")
    assert "result" in text_of(said, 422)
    assert current(room.round) == "R-0"
