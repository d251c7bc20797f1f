"""Pictures for links: what they show in three scripts, and that they are kept and conditional."""

import re
import struct
from xml.etree import ElementTree

import pytest
from django.test import Client

from config.pages.sharing.cards import HEIGHT, MARGIN, WIDTH, Card, Row, card_svg, cut, text_width
from games.drawing.png import png_of
from tests.builders import decide_round, make_event, make_user, published_round
from tests.clients import text_of, url_of
from tests.games.drawing import replayed
from tournaments.recompute import refresh_standings

HOSTILE = (
    "</text><script>alert(1)</script>\x00\u202e\ud800"
    + "Z\u0301\u0302\u0303\u0304\u0305"
    + "W" * 300
)
SVG = "{http://www.w3.org/2000/svg}"


def texts(card: Card) -> list[ElementTree.Element]:
    return ElementTree.fromstring(card_svg(card)).findall(f".//{SVG}text")


def draw(title: str, **more) -> bytes:
    return png_of(card_svg(Card("", [title], **more)), width=WIDTH, has_text=True)


def size_of(answer) -> tuple[int, ...]:
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    return struct.unpack(">II", answer.content[16:24])


@pytest.mark.parametrize(
    ("one", "other"), [("Łódź", "Łódż"), ("דנה", "דנא"), ("髙橋", "高橋"), ("ランタ", "ランン")]
)
def test_every_script_has_its_letters(one: str, other: str) -> None:
    """Letters that no font has are all drawn as the same box."""
    assert draw(one) == draw(one) != draw(other)


def test_what_no_font_has_is_a_box() -> None:
    assert draw("ሀ") == draw("ሁ")


def test_names_are_escaped_cut_and_turn_nothing() -> None:
    card = Card(HOSTILE, [HOSTILE], [HOSTILE], [Row("1", HOSTILE, "½")])
    found = [each.text or "" for each in texts(card)]
    assert not any("\u202e" in text or "\x00" in text for text in found)
    assert sum("<script>" in text for text in found) >= 3  # as letters
    assert all(text.count("\u0303") == 0 for text in found)
    for each in texts(card):
        room = WIDTH - MARGIN - float(each.get("x", "0"))
        if each.get("text-anchor") == "start":
            assert text_width(each.text or "", float(each.get("font-size", "0"))) <= room
    assert draw(HOSTILE)[:4] == b"\x89PNG"


@pytest.mark.parametrize("text", ["", "short", "W" * 50, "東" * 50, "שלום " * 30])
@pytest.mark.parametrize("room", [40, 300])
def test_a_cut_text_fits(text: str, room: float) -> None:
    shown = cut(text, 30, room)
    assert shown == text or (shown.endswith("…") and text.startswith(shown[:-1].rstrip()))
    assert text_width(shown, 30) <= max(room, text_width("…", 30))


def test_nothing_is_drawn_over_the_name_of_the_site() -> None:
    rows = [Row(str(place), "Ada", "1") for place in range(1, 30)]
    lowest = sorted(float(each.get("y", "0")) for each in texts(Card("a", ["b", "c"], "de", rows)))
    assert lowest[-1] == HEIGHT - 42
    assert lowest[-2] < HEIGHT - 42 - 26


def test_a_card_in_hebrew_runs_from_the_right() -> None:
    card = Card("שלב", ["גביע Cup"], rows=[Row("1", "Noa", "4½")], is_rtl=True)
    kicker, title, place, name, points, _site = texts(card)
    assert (kicker.get("text-anchor"), kicker.get("x")) == ("end", str(WIDTH - MARGIN))
    assert title.text == "\u2067גביע Cup\u2069"
    assert name.text == "Noa"
    xs = [float(each.get("x", "0")) for each in (place, name, points)]
    assert xs == sorted(xs, reverse=True)


@pytest.mark.django_db
class TestPages:
    @pytest.fixture
    def event(self):
        made = make_event(slug="cup", entries=4, games=1)
        made.name = "Lantern <Cup>"
        made.save(update_fields=["name"])
        return made

    @pytest.mark.parametrize("name", ["event-picture", "standings-picture"])
    def test_drawn_once_and_conditional(self, client: Client, event, name, monkeypatch) -> None:
        address = url_of(name, "cup")
        first = client.get(address)
        assert size_of(first) == (WIDTH, HEIGHT)
        assert "private" in first["Cache-Control"]
        monkeypatch.setattr("config.pages.sharing.pictures.png_of", None)  # not called again
        assert client.get(address).content == first.content
        again = client.get(address, headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b"")

    def test_a_result_and_the_language_change_it(self, client: Client, event) -> None:
        address = url_of("standings-picture", "cup")
        before = client.get(address)
        decide_round(published_round(event))
        refresh_standings(event.pk)
        tags = {
            before["ETag"],
            *(client.get(address, {"language": each})["ETag"] for each in ("en", "he", "ja")),
        }
        assert len(tags) == 4

    def test_a_draft_has_no_picture_for_others(self, client: Client) -> None:
        make_event(slug="plan", state="draft", organiser=make_user("olga"))
        for name in ("event-picture", "standings-picture"):
            assert client.get(url_of(name, "plan")).status_code == 404

    def test_a_game_shows_its_last_position(self, client: Client) -> None:
        game = replayed.a_road()
        address = url_of("game-picture", game.public_id)
        assert size_of(client.get(address)) == (WIDTH, HEIGHT)
        page = text_of(client.get(url_of("game", game.public_id)))
        assert f'content="http://testserver{address}?language=en"' in page

    def test_pages_name_their_pictures(self, client: Client, event) -> None:
        for page, picture in (
            ("event", "event-picture"),
            ("event-players", "event-picture"),
            ("event-standings", "standings-picture"),
        ):
            text = text_of(client.get(url_of(page, "cup")))
            image = re.search(r'property="og:image" content="([^"]+)"', text)
            assert image
            assert image[1] == f"http://testserver{url_of(picture, 'cup')}?language=en"
            assert 'property="og:title" content="Lantern &lt;Cup&gt;"' in text
            assert 'name="twitter:card" content="summary_large_image"' in text
