"""The replay board in a real browser: what its script draws, keys and clicks, files, no script."""

import re
import struct

import pytest

from tests.browsing import LANGUAGES, browser_of, expect, faults, in_a_browser
from tests.games.drawing import replayed
from tests.games.drawing.replayed import moves_of, verdict_of

pytestmark = in_a_browser

# What the server shows at a ply, as the browser reads it, beside what the script made of it.
DIFFERENCES = """async (ply) => {
  const answer = await fetch(`${location.pathname}?move=${ply}`);
  const there = new DOMParser().parseFromString(await answer.text(), "text/html");
  const parts = {
    board: ".board > svg", said: ".said", hands: ".hands", words: ".in-words ul",
    tps: ".as-text pre", ended: ".replay.ended h2",
  };
  const shown = (page, part) => page.querySelector(part)?.outerHTML.replace(/\\s+/g, " ");
  const tidy = (html) => html?.replaceAll(' class=""', "");
  return Object.keys(parts).filter(
    (name) => tidy(shown(document, parts[name])) !== tidy(shown(there, parts[name])));
}"""


def caption(page):
    return page.locator(".said")


def open_game(page, game, hash_=""):
    page.goto(f"/games/{game.public_id}/{hash_}")
    expect(page.locator("[data-go=play]")).to_be_visible()  # the script has begun


@pytest.mark.parametrize("make", [replayed.a_road, replayed.by_flats, replayed.towers])
def test_at_every_ply_the_script_shows_what_the_server_shows(live_server, make):
    game = make()
    plies = len(moves_of(game))
    with browser_of(None, live_server, "en") as page:
        open_game(page, game)
        page.keyboard.press("Home")
        for ply in range(plies + 1):
            assert page.evaluate("location.hash") == f"#m{ply}"
            assert page.evaluate(DIFFERENCES, ply) == [], ply
            page.keyboard.press("ArrowRight")


def test_beyond_its_window_a_long_game_is_shown_as_the_server_shows_it(live_server):
    game = replayed.send(replayed.heavy_record(filler=" ", high=2))
    with browser_of(None, live_server, "en") as page:
        open_game(page, game)
        for key, ply in (("Home", 0), ("ArrowRight", 1), ("End", 1000), ("ArrowLeft", 999)):
            page.keyboard.press(key)
            expect(page).to_have_url(re.compile(f"#m{ply}$"))
            assert page.evaluate(DIFFERENCES, ply) == [], ply
        page.evaluate("location.hash = 'm500'")
        expect(page.locator('.moves [data-ply="500"]')).to_have_attribute("aria-current", "step")
        for ply in range(500, 525):
            expect(page).to_have_url(re.compile(f"#m{ply}$"))
            assert page.evaluate(DIFFERENCES, ply) == [], ply
            page.keyboard.press("ArrowRight")
        earlier = page.locator(".moves .more [data-ply]").first
        ply = int(earlier.get_attribute("data-ply"))
        earlier.click()
        expect(page).to_have_url(re.compile(f"#m{ply}$"))
        assert page.evaluate(DIFFERENCES, ply) == []


def test_a_long_pasted_record_is_sent_again_as_it_was_shown(live_server):
    record = replayed.heavy_record(high=2)
    with browser_of(None, live_server, "en") as page:
        page.goto("/verify/")
        page.locator("#record").evaluate("(field, text) => { field.value = text; }", record)
        with page.expect_navigation():
            page.locator("#check button.main").click()
        page.locator("#record").fill("something else")
        page.locator("[data-go=first]").click()
        expect(caption(page)).to_have_text("The position at the start.")
        page.locator("[data-go=on]").click()
        expect(caption(page)).to_have_text("Move 100, first player: a1>.")
        expect(page.locator('.moves [data-ply="1"]')).to_have_attribute("aria-current", "step")


@pytest.mark.parametrize("language", ["en", "he"])
def test_keys_step_through_the_game_the_same_way_in_every_language(live_server, language):
    game = replayed.a_road()
    with browser_of(None, live_server, language) as page:
        open_game(page, game)
        end = caption(page).inner_text()
        page.keyboard.press("ArrowLeft")
        expect(caption(page).locator(".ptn")).to_have_text(moves_of(game)[-2])
        page.keyboard.press("ArrowRight")
        expect(caption(page)).to_have_text(end)
        page.keyboard.press("ArrowRight")
        expect(caption(page)).to_have_text(end)
        page.keyboard.press("Home")
        expect(caption(page).locator(".ptn")).to_have_count(0)
        page.keyboard.press("Space")
        expect(page.locator("[data-go=play]")).to_have_attribute("aria-pressed", "true")
        expect(caption(page).locator(".ptn")).to_have_text(moves_of(game)[0])
        page.keyboard.press("Space")
        expect(page.locator("[data-go=play]")).to_have_attribute("aria-pressed", "false")
        page.keyboard.press("End")
        expect(caption(page)).to_have_text(end)


def test_keys_are_left_to_whoever_writes(live_server):
    with browser_of(None, live_server, "en") as page:
        page.goto("/verify/")
        page.locator("#record").fill(replayed.by_flats().record)
        with page.expect_navigation():
            page.locator("#check button.main").click()
        before = caption(page).inner_text()
        page.locator("#record").focus()
        for key in ("ArrowLeft", "Home", "Space"):
            page.keyboard.press(key)
            assert caption(page).inner_text() == before
        page.locator("[data-go=back]").focus()
        page.keyboard.press("Space")  # presses the button, and does not play
        expect(caption(page).locator(".ptn")).to_have_text("e1")
        expect(page.locator("[data-go=play]")).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize("language", ["en", "he"])
def test_a_click_on_a_move_goes_there(live_server, language):
    game = replayed.a_road()
    with browser_of(None, live_server, language) as page:
        open_game(page, game)
        page.locator('[data-ply="12"]').click()
        expect(page.locator('.moves [aria-current="step"]')).to_have_attribute("data-ply", "12")
        expect(caption(page).locator(".ptn")).to_have_text(moves_of(game)[11])
        assert page.evaluate("location.hash") == "#m12"
        controls = page.locator(".controls button")
        assert controls.evaluate_all("all => all.map(each => each.dataset.go)") == [
            "first", "back", "play", "on", "last",
        ]  # fmt: skip
        left = controls.evaluate_all("all => all.map(each => each.getBoundingClientRect().left)")
        assert left == sorted(left)
        for go, ply in (("on", 13), ("back", 12), ("first", 0), ("last", 55)):
            page.locator(f"[data-go={go}]").click()
            assert page.evaluate("location.hash") == f"#m{ply}"
        expect(page.locator("[data-go=on]")).to_have_attribute("aria-disabled", "true")


def test_an_address_opens_at_its_ply(live_server):
    game = replayed.a_road()
    with browser_of(None, live_server, "en") as page:
        open_game(page, game, "#m12")
        expect(caption(page).locator(".ptn")).to_have_text(moves_of(game)[11])
        page.evaluate("location.hash = 'm3'")
        expect(caption(page).locator(".ptn")).to_have_text(moves_of(game)[2])


def test_without_a_script_the_controls_and_moves_are_links(live_server):
    game = replayed.a_road()
    with browser_of(None, live_server, "en", javascript=False) as page:
        page.goto(f"/games/{game.public_id}/")
        assert page.locator("[data-go=play]").is_hidden()
        for click, ply in (("[data-go=back]", 54), ('[data-ply="7"]', 7), ("[data-go=on]", 8)):
            with page.expect_navigation():
                page.locator(click).click()
            current = page.locator('.moves [aria-current="step"]')
            assert current.get_attribute("data-ply") == str(ply)
        with page.expect_navigation():
            page.locator("[data-go=first]").click()
        assert caption(page).inner_text() == "The position at the start."


def test_without_a_script_a_pasted_record_is_stepped_through(live_server):
    with browser_of(None, live_server, "en", javascript=False) as page:
        page.goto("/verify/")
        page.locator("#record").fill("1. a1 e5 2. e4 a2 3. a1- *")
        page.locator("#size").select_option("5")
        with page.expect_navigation():
            page.locator("#check button.main").click()
        assert caption(page).inner_text() == "Move 3, first player: a1- cannot be played."
        with page.expect_navigation():
            page.locator("[data-go=back]").click()
        assert caption(page).inner_text() == "Move 2, second player: a2."
        with page.expect_navigation():
            page.locator('[data-ply="5"]').click()
        assert page.locator(".board .b-fault").count() > 0


def test_the_picture_is_a_png_of_the_position(live_server):
    game = replayed.a_road()
    with browser_of(None, live_server, "en", color_scheme="dark") as page:
        open_game(page, game, "#m30")
        with page.expect_download() as waiting:
            page.locator("[data-do=picture]").click()
        saved = waiting.value
        assert saved.suggested_filename == f"{game.public_id}-30.png"
        picture = saved.path().read_bytes()
        assert picture[:8] == b"\x89PNG\r\n\x1a\n"
        assert struct.unpack(">II", picture[16:24]) == (1136, 1136)
        frame = page.evaluate(
            """async (bytes) => {
              const image = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
              const canvas = new OffscreenCanvas(image.width, image.height);
              const paper = canvas.getContext("2d");
              paper.drawImage(image, 0, 0);
              return [...paper.getImageData(40, 1100, 1, 1).data];
            }""",
            list(picture),
        )
        assert frame == [0x55, 0x35, 0x1C, 255]  # the frame of the light theme


def test_the_position_is_copied_as_text(live_server):
    game = replayed.a_road()
    allowed = ["clipboard-read", "clipboard-write"]
    with browser_of(None, live_server, "en", permissions=allowed) as page:
        open_game(page, game)
        page.locator("[data-do=copy]").click()
        expect(page.locator(".tools [role=status]")).to_have_text("Copied.")
        assert page.evaluate("navigator.clipboard.readText()") == verdict_of(game)["tps"]


def test_where_nothing_can_be_copied_the_position_is_marked(live_server):
    game = replayed.a_road()
    with browser_of(None, live_server, "en") as page:
        page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
        open_game(page, game)
        page.locator("[data-do=copy]").click()
        expect(page.locator(".tools [role=status]")).not_to_be_empty()
        assert page.evaluate("getSelection().toString()") == verdict_of(game)["tps"]


def test_a_frame_on_another_page_steps_through_the_game(live_server):
    game = replayed.a_road()
    with browser_of(None, live_server, "en") as page:
        address = f"{live_server.url}/games/{game.public_id}/embed/"
        page.set_content(f'<iframe src="{address}" width="480" height="640"></iframe>')
        board = page.frame_locator("iframe")
        board.locator("[data-go=back]").click()
        expect(board.locator(".said .ptn")).to_have_text(moves_of(game)[-2])
        assert board.locator("main").evaluate("all => document.documentElement.scrollHeight") <= 640


def test_the_code_for_another_site_is_one_frame_whatever_the_names(live_server):
    game = replayed.a_road()
    game.players.filter(order=1).update(player=None, name_in_record=replayed.HOSTILE)
    with browser_of(None, live_server, "en") as page:
        open_game(page, game)
        code = page.locator("#embed").input_value()
        page.set_content(code)
        assert page.locator("body *").count() == 1
        title = page.locator("iframe").get_attribute("title")
        assert title == f"{replayed.HOSTILE} – Bea"


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_kept_out(live_server, language):
    game, towers = replayed.a_road(), replayed.towers()
    with browser_of(None, live_server, language) as page:
        for address in (
            f"{game.public_id}/#m30",
            f"{towers.public_id}/",
            f"{game.public_id}/embed/",
        ):
            page.goto(f"/games/{address}")
            for details in page.locator("details").all():
                details.evaluate("each => each.open = true")
            assert faults(page) == []
        page.goto("/verify/")
        page.locator("#record").fill('[Size "5"]\n1. a1 e5 2. e5')
        with page.expect_navigation():
            page.locator("#check button.main").click()
        assert faults(page) == []
