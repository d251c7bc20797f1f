"""The replay board without its script: the page at each ply, its data, files, frames elsewhere."""

import gzip
import re
import struct
import xml.etree.ElementTree as ET
from urllib.parse import unquote

import pytest
from django.utils import translation

from engine.tak.notation.ptn import parse_ptn
from engine.tak.ruleset import make_ruleset
from engine.tak.verify import verify
from games.drawing import png
from games.drawing.board import board_svg
from games.models import Game
from games.services.people import anonymise_player
from tests.api.world import ROAD
from tests.builders import actor_of, make_event, make_user, players_at, published_round, slot_at
from tests.clients import text_of, tidy, url_of
from tests.games.drawing import replayed
from tests.games.drawing.replayed import data_of, moves_of, verdict_of
from tests.slots import submit
from tournaments.actor import SYSTEM
from tournaments.models import Event, Player

SVG = "{http://www.w3.org/2000/svg}"


def game_page(client, game, move=None):
    query = {} if move is None else {"move": move}
    return client.get(url_of("game", game.public_id), query)


# What a drawing in a file has that a drawing in a page has not.
COLOURS = re.compile(r' (?:fill|opacity|text-anchor|stroke[\w-]*|font-[\w-]+)="[^"]*"')


def stacks_in(drawing):
    """The groups of stones of a drawing, by where they stand."""
    root = ET.fromstring(drawing)
    return {
        node.get("transform"): ET.tostring(node) for node in root.iter() if node.get("transform")
    }


def test_the_data_of_a_page_hold_every_position_of_the_game(client):
    game = replayed.a_road()
    data = data_of(game_page(client, game))
    moves = moves_of(game)
    assert [frame["tps"] for frame in data["frames"][1:]] == [
        verify(replayed.record_until(game.record, ply), "standard", lenient=True).tps
        for ply in range(1, len(moves) + 1)
    ]
    assert data["at"] == len(moves)
    flats, reserves = verdict_of(game)["flats"], verdict_of(game)["reserves"]
    assert data["frames"][-1]["hands"] == [
        number
        for side in ("first", "second")
        for number in (flats[side], reserves[side]["stones"], reserves[side]["capstones"])
    ]
    assert "A road joins two opposite sides of the board." in data["frames"][-1]["text"]
    assert "b-road" in data["frames"][-1]["under"]
    assert not any("b-road" in frame["under"] for frame in data["frames"][:-1])


def test_every_stack_of_the_data_is_drawn_and_told_as_on_the_server(client):
    data = data_of(game_page(client, replayed.towers()))
    for frame in data["frames"]:
        rows = frame["tps"].split(" ")[0].split("/")
        stacks = {cell for row in rows for cell in row.split(",") if cell[0] != "x"}
        assert stacks <= set(data["stacks"])
    drawn, words = data["stacks"]["12121212121212S"]
    assert drawn in board_svg("x,12121212121212S,x6/x8/x8/x8/x8/x8/x8/x8 1 60")
    assert words.startswith("stack of 14, second player’s wall on top; below it, downwards: first")


@pytest.mark.parametrize("move", [0, 1, 30, 54])
def test_a_ply_has_a_page_of_its_own(client, move):
    game = replayed.a_road()
    page = text_of(game_page(client, game, move))
    frame = data_of(game_page(client, game))["frames"][move]
    assert f'<pre class="record">{frame["tps"]}</pre>' in page
    assert frame["text"] in page
    assert f'href="?move={max(move - 1, 0)}#board" data-go="back"' in page
    assert f'href="?move={move + 1}#board" data-go="on"' in page
    assert page.count('aria-current="step"') == (1 if move else 0)
    assert ("ended" in page) is False


@pytest.mark.parametrize("asked", ["99999", "-1", "1e3", "²", "x", ""])
def test_a_ply_that_is_none_is_the_end(client, asked):
    game = replayed.a_road()
    page = text_of(game_page(client, game, asked))
    assert 'data-ply="55" aria-current="step"' in page
    assert "board-first replay ended" in page


def test_the_page_of_a_long_game_stays_light(client):
    game = replayed.towers(plies=250)
    page = game_page(client, game)
    assert len(moves_of(game)) > 150
    assert len(gzip.compress(page.content)) < 100_000


def test_the_list_of_moves_begins_with_who_moved_first(client):
    start = "x5/x5/x,12,x3/x5/x4,1 2 7"
    text = replayed.record(make_ruleset(size=5), ["c3", "b1", "c3<"], TPS=start, Result="1-0")
    page = tidy(text_of(game_page(client, replayed.send(text))))
    assert '<li><span>7.</span><b>…</b><a href="?move=1#board" data-ply="1">c3</a></li>' in page
    assert '<li><span>8.</span><a href="?move=2#board" data-ply="2">b1</a>' in page


def test_what_a_record_says_is_escaped_everywhere(client):
    game = replayed.a_road()
    tag = replayed.HOSTILE.replace('"', '\\"')
    Game.objects.filter(pk=game.pk).update(
        record=game.record.replace("Ann", tag) + "{</script><script>alert(1)</script>}"
    )
    game.players.filter(order=1).update(player=None, name_in_record=replayed.HOSTILE)
    for address in ("game", "game-embed"):
        page = text_of(client.get(url_of(address, game.public_id)))
        assert "<img src=x" not in page
        assert "alert(1)</script>" not in page
        assert "&lt;img src=x onerror=alert(1)&gt;" in page
    posted = {"record": f'[Player1 "{tag}"]\n{ROAD}'}
    assert "<img src=x" not in text_of(client.post(url_of("verify"), posted))


def test_the_link_to_ptn_ninja_carries_the_game(client):
    game = replayed.towers()
    link = re.search(
        r'href="https://ptn.ninja/([^"]+)" rel="noopener"',
        tidy(text_of(game_page(client, game))),
    )
    assert link is not None
    assert re.fullmatch(r"[A-Za-z0-9_.~%-]+", link[1])
    told = parse_ptn(unquote(link[1]))
    assert list(told.tokens) == moves_of(game)
    assert told.stated == "1-0"
    assert verify(unquote(link[1]), "standard").tps == verdict_of(game)["tps"]


def test_the_board_of_a_ply_is_a_file_by_itself(client):
    game = replayed.a_road()
    address = url_of("game-svg", game.public_id)
    page = data_of(game_page(client, game))
    answer = client.get(address, {"move": 20})
    assert answer["Content-Type"].startswith("image/svg+xml")
    drawn = text_of(answer)
    ground = ET.fromstring(drawn).find(f"{SVG}rect")
    assert ground is not None
    assert ground.get("fill") == "#55351C"  # its colours go along
    frame = page["frames"][20]
    assert frame["over"] in COLOURS.sub("", drawn)
    assert frame["summary"] in drawn
    last = moves_of(game)[19]
    assert stacks_in(drawn) == stacks_in(board_svg(frame["tps"], last=last, standalone=True))
    again = client.get(address, {"move": 20}, headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get(address)["ETag"] != answer["ETag"]
    assert "private" in answer["Cache-Control"]
    assert "b-road" in text_of(client.get(address))


def test_any_position_has_a_drawing(client):
    address = url_of("board-svg")
    tps = "x5/x5/x5/x,21C,x3/x5 2 9"
    answer = client.get(address, {"tps": tps, "last": "2a2>"})
    drawn = text_of(answer)
    assert stacks_in(drawn) == stacks_in(board_svg(tps, last="2a2>", standalone=True))
    assert "b-way" in drawn
    again = client.get(
        address, {"tps": tps, "last": "2a2>"}, headers={"If-None-Match": answer["ETag"]}
    )
    assert again.status_code == 304
    assert "b-road" in text_of(client.get(address, {"tps": "1,1,1/x3/x3 2 9"}))


def size_of(answer):
    """Width and height of a PNG (its IHDR), which it is."""
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert answer.content[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", answer.content[16:24])


def test_boards_are_pictures_for_places_that_show_no_drawings(client):
    game = replayed.a_road()
    address = url_of("game-png", game.public_id)
    end, earlier = client.get(address), client.get(address, {"move": 20})
    assert size_of(end) == size_of(earlier) == (640, 640)
    assert end.content != earlier.content
    again = client.get(address, headers={"If-None-Match": end["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert "private" in end["Cache-Control"]
    position = {"tps": "x3/x3/x,1,x 2 2", "width": "200"}
    assert size_of(client.get(url_of("board-png"), position)) == (200, 200)


def test_a_picture_has_the_coordinates_on_every_machine():
    drawn = board_svg("x3/x3/x,1,x 2 2", standalone=True)
    without = re.sub(r"<text.*?</text>", "", drawn)
    assert "<text" in drawn
    assert png.png_of(drawn) == png.png_of(drawn) != png.png_of(without)


@pytest.mark.parametrize("width", ["63", "1201", "1e3", "-64", "٢٠٠", "99999"])
def test_a_width_that_is_not_drawn_is_refused_in_words(client, width):
    answer = client.get(url_of("board-png"), {"tps": "x3/x3/x3 1 1", "width": width})
    assert "from 64 to 1200" in text_of(answer, 400)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({}, "A position is its rows"),
        ({"tps": "x5/x5 1 1"}, "The position has 2 rows"),
        ({"tps": "<svg/onload=x>/x3 1 1"}, "is not a space of a position"),
        ({"tps": "1" * 6000}, "longer than 5000 characters"),
        ({"tps": "x3/x3/x3 1 1", "last": "a1<"}, "The movement leaves the board"),
        ({"tps": "x3/x3/x3 1 1", "last": "d4"}, "There is no square d4"),
    ],
)
def test_a_text_that_is_no_position_is_refused_in_words(client, query, said):
    answer = client.get(url_of("board-svg"), query)
    assert answer.status_code == 400
    assert answer["Content-Type"].startswith("text/plain")
    assert said in text_of(answer, 400)


def test_a_frame_on_another_site_may_show_a_game_and_nothing_else(client):
    game = replayed.a_road()
    shown = client.get(url_of("game-embed", game.public_id))
    assert "X-Frame-Options" not in shown
    assert data_of(shown)["frames"] == data_of(game_page(client, game))["frames"]
    assert game_page(client, game)["X-Frame-Options"] == "DENY"
    code = f"http://testserver/games/{game.public_id}/embed/"
    assert f"&lt;iframe src=&quot;{code}&quot;" in text_of(game_page(client, game))


def test_a_game_that_not_everybody_may_see_is_in_no_frame(client):
    organiser = make_user("olga")
    event = make_event(slug="quiet", games=1, entries=2, organiser=organiser)
    round_ = published_round(event)
    mover = players_at(round_)[slot_at(round_).first_seat - 1]
    game = submit(actor_of(mover), slot_at(round_), record=ROAD)
    assert client.get(url_of("game-embed", game.public_id)).status_code == 200
    Event.objects.update(visibility="private")
    client.force_login(organiser)
    assert game_page(client, game).status_code == 200
    assert "iframe" not in text_of(game_page(client, game))
    assert client.get(url_of("game-svg", game.public_id)).status_code == 200
    assert client.get(url_of("game-embed", game.public_id)).status_code == 404
    client.logout()
    for address in ("game", "game-svg", "game-png", "game-embed"):
        assert client.get(url_of(address, game.public_id)).status_code == 404


def test_a_claim_has_no_board(client):
    round_ = published_round(make_event(games=1, entries=2))
    sender = players_at(round_)[0]
    game = submit(actor_of(sender), slot_at(round_), claim={"result": "R-0"})
    assert "replay-data" not in text_of(game_page(client, game))
    for address in ("game-svg", "game-embed"):
        assert client.get(url_of(address, game.public_id)).status_code == 404


def test_the_game_of_somebody_who_was_forgotten_is_still_shown(client):
    game = replayed.a_road()
    before = data_of(game_page(client, game))["frames"]
    ann = Player.objects.get(name="Ann")
    anonymise_player(actor=SYSTEM, player=ann.public_id)
    game.refresh_from_db()
    assert game.record == ""
    assert data_of(game_page(client, game))["frames"] == before


def test_what_the_script_says_is_in_the_language_of_the_page(client):
    game = replayed.a_road()
    client.cookies["django_language"] = "he"
    data = data_of(game_page(client, game))
    with translation.override("he"):
        words = translation.gettext("first player’s flat")
    assert data["stacks"]["1"][1] == words
    assert 'class="ptn">d1<' in data["frames"][1]["text"]
