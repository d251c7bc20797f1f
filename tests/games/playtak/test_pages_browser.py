"""The pages of playtak and of score sheets on a phone and a desk, in three languages."""

import os

import pytest

from games.models import PlaytakMessage
from games.services.score_sheets import attach_sheet
from tests.browsing import LANGUAGES, browser_of, faults, in_a_browser
from tests.games.playtak.conftest import tend
from tests.games.playtak.test_arriving import black_of, white_of
from tests.games.sheets.test_score_sheets import photo
from tournaments.actor import SYSTEM

pytestmark = in_a_browser
PICTURES = os.environ.get("PICTURES", "")  # a folder: what the pages look like is kept there


@pytest.fixture
def shown(cup):
    """A game in the list, one whose player is missing, messages that were refused; a photo."""
    slot, other = cup.slots[:2]
    cup.standin.log_in(white_of(slot), black_of(slot))
    tend()
    seek = cup.seek(slot)
    for number, codes in enumerate((["time", "players"], ["not_at_server"], [])):
        params = dict.fromkeys(("white", "black", "first", "second"), "Ada_T")
        params |= {"found": "600+5", "expected": "900+0"}
        PlaytakMessage.objects.create(
            kind="game.ended", number=500_100 + number, pnt_id=seek.pk, seek=seek,
            state="refused" if codes else "taken",
            problems=[{"code": code, "params": params} for code in codes],
        )  # fmt: skip
    cup.event.entries.latest("pk").player.handles.all().delete()
    attach_sheet(actor=SYSTEM, pairing_id=other.pairing_id, number=1, photo=photo(120))
    return cup, other


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_of_playtak_and_sheets_have_no_fault(shown, boss, live_server, language):
    _cup, other = shown
    player = other.pairing.seats.get(order=1).entry.player
    for user, path in (
        (boss, "/manage/cup/playtak/"),
        (player.user, "/me/names/"),
        (player.user, f"/tables/{other.pairing_id}/1/sheets/"),
    ):
        with browser_of(user, live_server, language) as page:
            page.goto(path)
            assert faults(page) == []
            for width in (360, 1280) if PICTURES else ():
                page.set_viewport_size({"width": width, "height": 900})
                name = f"{path.strip('/').replace('/', '_')}_{language}_{width}.png"
                page.screenshot(path=f"{PICTURES}/{name}", full_page=True)
