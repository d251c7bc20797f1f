"""The page of any record is under 300 kB, and its board still shows every position."""

import html
import re
from itertools import product

import pytest
from django.urls import reverse

from config.pages.game import replay_data
from config.pages.game.verdict_card import warning_sentences
from games.positions import record_frames
from tests.api.world import ROAD
from tests.clients import text_of, url_of
from tests.games.drawing import replayed
from tests.games.drawing.replayed import data_of, heavy_record

MOST = 300_000
VERIFY = "/verify/"
RESULTS = " ".join("".join(digits) + "-1" for digits in product("12", repeat=12))
WORST = {
    "comments of quotation marks": lambda: heavy_record(),
    "comments of ampersands": lambda: heavy_record(filler="&"),
    "towers of eight": lambda: heavy_record(high=8),
    "towers of six": lambda: heavy_record(high=6),
    "towers of four": lambda: heavy_record(high=4),
    "low towers": lambda: heavy_record(high=2),
    "comments in Hebrew": lambda: heavy_record(filler="א"),
    "a name of 20 kB": lambda: heavy_record(Player1="<" * 20_000),
    "few moves": lambda: heavy_record(plies=3),
    "many small comments": lambda: heavy_record(filler="&} {"),
    "results that are none": lambda: f'[Size "5"]\n1. a1 e5 {RESULTS}'[: 64 * 1024],
    "a fault at its end": lambda: heavy_record().replace("1-0{", "i1- 1-0{"),
    "too long to be read": lambda: "a1 " * 150_000,
}


@pytest.fixture(params=["en", "he"])
def reader(client, request):
    client.cookies["django_language"] = request.param
    return client


@pytest.mark.slow
@pytest.mark.parametrize("worst", WORST)
@pytest.mark.parametrize("move", [None, 0, 500])
def test_the_page_that_checks_any_record_is_under_300_kb(reader, worst, move):
    asked = {"record": WORST[worst]()} | ({} if move is None else {"move": move})
    length = len(reader.post(VERIFY, asked).content)
    assert 5_000 < length < MOST


@pytest.mark.parametrize("filler", ['"', "&"])
def test_the_pages_of_a_stored_game_are_under_300_kb(reader, filler):
    game = replayed.send(heavy_record(filler=filler))
    for name in ("game", "game-embed", "game-svg"):
        for move in (0, 500, 1000):
            address = url_of(name, game.public_id)
            assert len(reader.get(address, {"move": move}).content) < MOST


def test_a_long_record_of_a_game_is_read_at_its_address_in_the_api(client):
    game = replayed.send(heavy_record())
    page = text_of(client.get(url_of("game", game.public_id)))
    address = reverse("api:game", args=[game.public_id])
    assert f'<a href="{address}">The API gives it whole.</a>' in page
    assert client.get(address).json()["record"] == game.record


def test_only_the_frames_around_the_one_that_is_shown_are_in_the_page(client):
    record = heavy_record(filler=" ", high=2)
    data = data_of(client.post(VERIFY, {"record": record, "move": "500"}))
    held = range(data["from"], data["from"] + len(data["frames"]))
    assert 500 in held
    assert 0 not in held
    assert data["end"] == 1000
    frames = record_frames(record, "standard")
    assert [frame["text"] for frame in data["frames"]] == [
        f"Move {frames[ply].number}, {('first', 'second')[frames[ply].side - 1]} player: "
        f'<span class="ptn">{html.escape(frames[ply].move)}</span>.'
        for ply in held
    ]
    for frame in data["frames"]:
        cells = re.split("[/,]", frame["tps"].split(" ")[0])
        assert {cell for cell in cells if cell[0] != "x"} <= data["stacks"].keys()


@pytest.mark.parametrize("at", [0, 1, 30, 54, 55])
def test_a_window_is_an_unbroken_part_of_the_game(client, monkeypatch, at):
    game = replayed.a_road()
    address = url_of("game", game.public_id)
    whole = data_of(client.get(address, {"move": at}))
    assert (whole["from"], len(whole["frames"]), whole["end"]) == (0, 56, 55)
    monkeypatch.setattr(replay_data, "MOST_BYTES", 40_000)
    part = data_of(client.get(address, {"move": at}))
    first, end = part["from"], part["from"] + len(part["frames"])
    assert first <= at < end
    assert end - first < 56
    assert part["frames"] == whole["frames"][first:end]


def test_a_position_too_large_for_the_script_is_stepped_through_by_links(client, monkeypatch):
    game = replayed.towers()
    monkeypatch.setattr(replay_data, "MOST_BYTES", 5_000)
    page = text_of(client.get(url_of("game", game.public_id), {"move": 5}))
    assert "replay-data" not in page
    assert 'href="?move=6#board" data-go="on"' in page


def test_the_list_of_a_long_game_holds_the_moves_around_the_one_that_is_shown(client):
    game = replayed.send(heavy_record(filler=" "))
    address = url_of("game", game.public_id)
    shown = {}
    for move in (0, 500, 1000):
        page = text_of(client.get(address, {"move": move}))
        listed = page[page.index('<ol class="moves">') : page.index("</ol>", page.index("moves"))]
        shown[move] = [int(ply) for ply in re.findall(r'data-ply="(\d+)"', listed)]
    assert shown[0] == [*range(1, 401), 401]
    assert shown[500] == [300, *range(301, 701), 701]
    assert shown[1000] == [600, *range(601, 1001)]


def test_a_record_that_is_not_shown_is_sent_again_by_the_page(client):
    record = heavy_record(plies=8)
    page = text_of(client.post(VERIFY, {"record": record}))
    assert "spellcheck" in page
    assert "it is too long to be shown" in page
    assert "required spellcheck" not in page
    packed = re.search(r'name="packed" value="([^"]+)"', page)
    assert packed is not None
    again = text_of(client.post(VERIFY, {"record": "", "packed": packed[1], "move": "3"}))
    assert 'data-ply="3" aria-current="step"' in again
    other = text_of(client.post(VERIFY, {"record": ROAD, "packed": packed[1]}))
    assert 'name="packed"' not in other


@pytest.mark.parametrize("packed", ["!", "QQ", "/w==", "A" * 300_000])
def test_what_is_no_packed_record_is_none(client, packed):
    assert client.post(VERIFY, {"record": "", "packed": packed}).status_code == 422


def test_pages_and_api_count_the_records_that_one_client_checks_together(client, time_machine):
    time_machine.move_to("2026-05-01T12:00:20Z", tick=False)  # they are counted by the minute

    def by_api():
        body = {"record": "x"}
        return client.post("/api/v1/verify/", body, content_type="application/json")

    def by_page(**more):
        return client.post(VERIFY, {"record": "x y z"}, **more)

    assert {send().status_code for _ in range(30) for send in (by_api, by_page)} == {422}
    page = by_page()
    assert page.status_code == 429
    assert 1 <= int(page["Retry-After"]) <= 60
    assert by_api().status_code == 429
    assert client.get(VERIFY).status_code == 200
    assert by_page(REMOTE_ADDR="10.1.1.1").status_code == 422


def test_of_many_remarks_a_page_shows_twenty():
    found = [{"code": "crush_mark_wrong", "params": {"move": f"a{at}"}} for at in range(30)]
    assert len(warning_sentences(found[:20])) == 20
    assert warning_sentences(found)[:20] == warning_sentences(found[:20])
    assert warning_sentences(found)[20:] == ("More remarks are left out here.",)
