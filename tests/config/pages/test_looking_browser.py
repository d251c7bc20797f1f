"""What tests of pages would see: a fault is found, though the same text was enough before."""

import pytest

from tests.browsing import LAPTOP, PHONE, browser_of, faults, in_a_browser

pytestmark = in_a_browser

PAGE = """<!doctype html><html lang="{language}" dir="auto"><title>A page</title>
<style>label, input {{ display: block; width: 9rem; height: 9rem }} {style}</style>
<main><h1>A page</h1><div class="box"><p class="one">The first text</p><p class="one">The second
text</p></div><p class="above">Above</p><label class="pale">Name <input disabled></label>
<label class="pale">Name <input></label>{more}</main></html>"""
PALE = "color: #bbb"
DARK = "background: #222; color: #fff; height: 30rem"
EVERYWHERE = {(PHONE, "color-contrast"), (LAPTOP, "color-contrast")}


@pytest.fixture
def look(live_server):
    """Rules that a page of this style breaks, after the page without it was seen."""
    with browser_of(None, live_server, "en") as page:

        def broken(**given):
            page.set_content(PAGE.format(**given))
            return [(width, rule) for _url, width, rule, _what in faults(page)]

        def look(style="", *, language="en", more=""):
            assert broken(language=language, style="", more="") == []
            return broken(language=language, style=style, more=more)

        yield look


@pytest.mark.parametrize(
    "style",
    [
        f".one {{ {PALE} }}",
        f".one + .one {{ {PALE} }}",
        f".pale {{ {PALE} }}",  # the first is of a field that nobody can fill in: allowed
        f":lang(he) .one {{ {PALE} }}",
        ".box { background: #333 }",
        ".box { opacity: 0.3 }",
        f".box {{ {DARK} }} .above {{ position: absolute; top: 20rem }}",
    ],
)
def test_a_text_that_is_pale_now_is_found(look, style):
    assert set(look(style, language="he")) == EVERYWHERE


def test_a_text_that_is_pale_on_a_phone_is_found_there(look):
    style = f"@media (max-width: {PHONE}px) {{ .one {{ {PALE} }} }}"
    assert set(look(style)) == {(PHONE, "color-contrast")}


def test_of_what_is_enough_the_other_rules_are_asked_again(look):
    more = '<button class="one" style="width: 5rem; height: 5rem"></button>'
    assert set(look(more=more)) == {(PHONE, "button-name"), (LAPTOP, "button-name")}


def test_a_page_that_scrolls_sideways_in_one_language_is_found(look):
    style = ":lang(he) .one { min-width: 500px }"
    assert look(style) == []
    assert look(style, language="he") == [(PHONE, "scrolls sideways")]
