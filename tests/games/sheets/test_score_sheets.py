"""Photos of score sheets: who attaches, sees and removes them, by page and by API."""

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from games.models import ScoreSheet
from games.services.people import anonymise_player
from games.services.score_sheets import MOST, TooManySheets, attach_sheet
from tests.builders import actor_of, make_player, make_user
from tests.builders import slot_at as first_slot
from tests.clients import text_of
from tournaments.actor import SYSTEM
from tournaments.errors import NotAllowed
from tournaments.models import JournalLine
from tournaments.services.rounds import rounds

pytestmark = pytest.mark.django_db


def photo(shade=0):
    written = io.BytesIO()
    Image.new("L", (40, 30), shade).save(written, "JPEG")
    return written.getvalue()


@pytest.fixture
def slot(round_):
    return first_slot(round_)


@pytest.fixture
def seated(slot):
    return [seat.entry.player for seat in slot.pairing.seats.order_by("order")]


def attach(slot, by, data=None):
    return attach_sheet(
        actor=by, pairing_id=slot.pairing_id, number=slot.number, photo=data or photo()
    )


def file_of(data):
    return SimpleUploadedFile("sheet.jpg", data, content_type="image/jpeg")


def test_a_player_attaches_one_and_both_see_it(client, slot, seated):
    client.force_login(seated[0].user)
    page = f"/tables/{slot.pairing_id}/{slot.number}/sheets/"
    assert client.post(page, {"do": "attach", "photo": file_of(photo())}).status_code == 302
    sheet = ScoreSheet.objects.get()
    assert (sheet.seat, sheet.width, sheet.height) == (1, 40, 30)
    for player in seated:
        client.force_login(player.user)
        assert sheet.public_id in text_of(client.get(page))
        answer = client.get(f"/sheets/{sheet.public_id}.jpg")
        assert (answer.status_code, answer["Content-Type"]) == (200, "image/jpeg")
        assert "no-store" in answer["Cache-Control"]
        assert answer["X-Content-Type-Options"] == "nosniff"


def test_others_see_none(client, slot, seated):
    sheet = attach(slot, actor_of(seated[0]))
    address = f"/sheets/{sheet.public_id}.jpg"
    assert client.get(address).status_code == 302
    for user in (make_user(), make_player().user):
        client.force_login(user)
        assert client.get(address).status_code == 404
        assert client.get(f"/api/v1/sheets/{sheet.public_id}/").status_code == 404
        assert client.get(f"/api/v1/pairings/{slot.pairing_id}/sheets/").status_code == 403


def test_by_the_api_it_is_a_form(client, slot, seated):
    client.force_login(seated[1].user)
    address = f"/api/v1/pairings/{slot.pairing_id}/sheets/"
    made = client.post(address, {"number": 1, "photo": file_of(photo())})
    assert (made.status_code, made.json()["seat"]) == (201, 2)
    listed = client.get(address).json()["results"]
    assert [each["public_id"] for each in listed] == [made.json()["public_id"]]
    answer = client.get(f"/api/v1/sheets/{made.json()['public_id']}/")
    assert Image.open(io.BytesIO(answer.content)).size == (40, 30)
    refused = client.post(address, {"number": 1, "photo": file_of(b"GIF89a")})
    assert (refused.status_code, refused.json()["code"]) == (400, "not_a_photo")


def test_a_body_that_is_too_large_is_not_read(client, slot, seated):
    client.force_login(seated[0].user)
    address = f"/api/v1/pairings/{slot.pairing_id}/sheets/"
    sent = client.post(address, {"photo": file_of(b"\xff\xd8" + b"\0" * 9_000_000)})
    assert sent.status_code == 413


def test_the_same_photo_twice_is_one_and_there_are_few(slot, seated):
    actor = actor_of(seated[0])
    assert attach(slot, actor) == attach(slot, actor)
    for shade in range(1, MOST):
        attach(slot, actor, photo(40 * shade))
    with pytest.raises(TooManySheets):
        attach(slot, actor, photo(255))


def test_a_player_removes_their_own_and_staff_any(client, desk, boss, slot, seated):
    sheet = attach(slot, actor_of(seated[0]))
    client.force_login(seated[1].user)
    address = f"/api/v1/sheets/{sheet.public_id}/remove/"
    assert client.post(address, content_type="application/json").status_code == 403
    client.force_login(boss)
    assert client.post(address, content_type="application/json").status_code == 204
    assert not ScoreSheet.objects.exists()
    lines = JournalLine.objects.filter(action__startswith="sheet.").order_by("seq")
    assert [line.action for line in lines] == ["sheet.added", "sheet.removed"]


def test_nobody_else_attaches_one(slot):
    with pytest.raises(NotAllowed):
        attach(slot, actor_of(make_player()))


def test_it_goes_with_a_person_who_is_forgotten(slot, seated):
    attach(slot, actor_of(seated[0]))
    anonymise_player(actor=SYSTEM, player=seated[1].public_id)
    assert not ScoreSheet.objects.exists()


def test_it_goes_with_its_round(event, slot, seated):
    attach(slot, actor_of(seated[0]))
    rounds.withdraw_round(actor=SYSTEM, event_id=event.pk, number=1, reason="Wrong.")
    assert not ScoreSheet.objects.exists()


def test_a_pairing_that_is_not_there_has_no_list(client, slot, seated):
    client.force_login(seated[0].user)
    assert client.get("/api/v1/pairings/987654/sheets/").status_code == 404
