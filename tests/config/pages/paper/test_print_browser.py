"""What comes out of the printer: pages counted in the PDF that a real browser makes, names that
are long or in other scripts, and the same sheets on a screen.
"""

import re

import pytest
from django.urls import reverse

from tests.browsing import browser_of, expect, faults, in_a_browser, press
from tests.builders import make_event, make_player, make_user, pairing_at, published_round
from tournaments.actor import SYSTEM
from tournaments.services.entries.entries import enter
from tournaments.services.events.events import start

pytestmark = in_a_browser

LONG = {
    "latin": "Maximiliane-Theodora Wolfeschlegelsteinhausenbergerdorff-Ames",
    "hebrew": "אלכסנדרה־ויקטוריה בן־אברהם הלוי מוסקוביץ׳ רוזנצווייג־כהנא ז״ל",
    "japanese": "寿限無寿限無五劫の擦り切れ海砂利水魚の水行末雲来末風来末食う" * 2,
}
# Texts of the paper that are cut off by the slip or stand out of the box they are in; the boxes
# of letters from a fallback face may be a little higher than the line.
_CUT = """() => [...document.querySelectorAll(
  '.slip, .slip header p, .slip footer, .slip td, .slip th, .slip li, .score')]
  .filter(e => { const room = e.matches('.slip') ? 1 : 3;
    return e.scrollWidth > e.clientWidth + room || e.scrollHeight > e.clientHeight + room })
  .map(e => [e.className || e.tagName, e.scrollWidth - e.clientWidth,
             e.scrollHeight - e.clientHeight, e.innerText.slice(0, 60)])"""


def cup(boss, *, tables=0, names=(), **settings):
    """A round of so many tables of a game each is published; or these people play it."""
    if not names:
        event = make_event(organiser=boss, slug="cup", games=1, entries=2 * tables, **settings)
    else:
        event = make_event(organiser=boss, slug="cup", state="registration", entries=0, **settings)
        for name in names:
            enter(actor=SYSTEM, event_id=event.pk, player_id=make_player(name).pk)
        start(actor=SYSTEM, event_id=event.pk)
        event.refresh_from_db()
    return published_round(event)


def sheet(name, *args, **query):
    asked = "&".join(f"{key}={value}" for key, value in query.items())
    return f"{reverse(f'pages:print-{name}', args=['cup', *args])}?{asked}"


def printed(page, address):
    """How many pages the printer is given, and the size of the first in millimetres."""
    page.goto(address)
    return pages_of(page)


def pages_of(page):
    """The same of the page that is open."""
    pdf = page.pdf(prefer_css_page_size=True)
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    assert box
    return len(re.findall(rb"/Type /Page\b(?!s)", pdf)), tuple(
        round(float(side) / 72 * 25.4) for side in box.groups()
    )


A4, LETTER = (210, 297), (216, 279)
PAPERS = pytest.mark.parametrize(("paper", "size"), [("a4", A4), ("letter", LETTER)])


@pytest.mark.parametrize(("tables", "pages"), [(16, 2), (17, 3)])
def test_slips_are_eight_a_page_on_both_papers(live_server, tables, pages):
    boss = make_user("boss")
    cup(boss, tables=tables)
    with browser_of(boss, live_server, "en") as page:
        for paper, size in (("a4", A4), ("letter", LETTER)):
            assert printed(page, sheet("slips", 1, paper=paper)) == (pages, size)
            assert page.locator(".slip").count() == 8 * pages


@PAPERS
def test_personal_slips_are_eight_a_page_with_room_for_long_names(live_server, paper, size):
    boss = make_user("boss")
    names = [f"{number} {name}"[:60] for number, name in enumerate(LONG.values())]
    cup(boss, names=[*names, *(f"{number} {LONG['latin']}"[:60] for number in range(3, 9))])
    with browser_of(boss, live_server, "en") as page:
        page.goto(f"/manage/cup/print/?paper={paper}&lang=he")
        with page.expect_navigation():
            page.locator("a[href*='/links/']").click()
        press(page, "Make and print links for all")
        assert page.locator("html").get_attribute("lang") == "he"
        page.emulate_media(media="print")
        assert page.locator(".slip.personal").count() == 9
        assert page.evaluate(_CUT) == []
        assert pages_of(page) == (2, size)


@pytest.mark.parametrize("language", ["en", "he", "ja"])
def test_long_names_stay_inside_their_slip_and_their_score_sheet(live_server, language):
    boss = make_user("boss")
    names = [name[:60] for name in LONG.values()]
    cup(boss, names=[*names, f"{names[0][:59]}2"], match={"games": 2})
    with browser_of(boss, live_server, language) as page:
        page.emulate_media(media="print")
        for paper in ("a4", "letter"):
            page.goto(sheet("slips", 1, paper=paper, lang=language))
            assert page.evaluate(_CUT) == []
            assert page.locator(".slip .who bdi").count() >= 4
            pages, _size = printed(page, sheet("sheets", 1, paper=paper, lang=language))
            assert pages == 4, "two tables of two games, a page each"


def test_ten_at_a_card_table_have_room_on_a_slip(live_server):
    boss = make_user("boss")
    names = [f"{number} {LONG['latin']}"[:60] for number in range(10)]
    stages = [{"system": "tables", "options": {"sizes": [10]}}]
    cup(boss, names=names, game="taki", games=1, stages=stages)
    with browser_of(boss, live_server, "en") as page:
        page.emulate_media(media="print")
        for paper in ("a4", "letter"):
            page.goto(sheet("slips", 1, paper=paper))
            assert page.locator(".slip").first.locator("li").count() == 10
            assert page.evaluate(_CUT) == []


@PAPERS
def test_sixty_players_find_themselves_on_two_pages_under_the_same_head(live_server, paper, size):
    boss = make_user("boss")
    cup(boss, tables=30)
    with browser_of(boss, live_server, "en") as page:
        for name in ("names", "players"):
            args = (1,) if name == "names" else ()
            pages, found = printed(page, sheet(name, *args, paper=paper))
            assert (found, pages) == (size, 2)
            page.emulate_media(media="print")
            head = page.locator("thead").first
            assert head.evaluate("e => getComputedStyle(e).display") == "table-header-group"
            row = page.locator("tbody tr").nth(3)
            assert row.evaluate("e => getComputedStyle(e).breakInside") == "avoid"
            expect(page.locator(".bar")).to_be_hidden()
        assert printed(page, sheet("tables", 1, paper=paper)) == (1, size)


@PAPERS
def test_a_wide_crosstable_lies_across_the_paper(live_server, paper, size):
    boss = make_user("boss")
    cup(boss, tables=12)
    with browser_of(boss, live_server, "en") as page:
        pages, found = printed(page, sheet("crosstable", paper=paper))
        assert (pages, found) == (2, size[::-1]), "22 columns on the first page, two on the second"
        page.emulate_media(media="print")
        page.set_viewport_size({"width": 960, "height": 700})
        over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert over <= 0


def test_the_public_pages_print_without_what_is_for_the_screen(live_server):
    boss = make_user("boss")
    cup(boss, tables=2)
    with browser_of(None, live_server, "he") as page:
        for address in ("standings", "crosstable", "rounds/1", "players"):
            page.goto(f"/events/cup/{address}/")
            page.emulate_media(media="print")
            page.set_viewport_size({"width": 700, "height": 900})  # an upright page
            for gone in ("header.top", "nav.tabs", "footer.foot", "a[href$='.csv']"):
                for each in page.locator(gone).all():
                    expect(each).to_be_hidden()
            for column in page.locator("th.lo").all():
                expect(column).to_be_visible()


@pytest.mark.parametrize("language", ["en", "he"])
def test_the_sheets_on_a_screen(live_server, language):
    """Nothing for axe to find at either width; the button to print is there with a script only."""
    boss = make_user("boss")
    round_ = cup(boss, tables=3)
    of_a_round = ("tables", "names", "slips", "sheets")
    addresses = ["/manage/cup/print/", *(sheet(name, 1, lang=language) for name in of_a_round)]
    addresses += [
        sheet(name, lang=language) for name in ("standings", "crosstable", "players", "blank")
    ]
    with browser_of(boss, live_server, language) as page:
        for address in addresses:
            page.goto(address)
            assert faults(page) == []
            if "?" in address:
                expect(page.locator("[data-print]")).to_be_visible()
    with browser_of(None, live_server, language) as page:
        page.goto(f"/events/cup/tables/{pairing_at(round_).pk}/")
        assert faults(page) == []
    with browser_of(boss, live_server, language, javascript=False) as page:
        page.goto(addresses[1])
        expect(page.locator("[data-print]")).to_be_hidden()
