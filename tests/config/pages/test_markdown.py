"""Markdown of organisers: what it may say, and that it says nothing else."""

from html.parser import HTMLParser
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.pages.markdown import render_markdown

TAGS = {
    "p", "br", "em", "strong", "code", "pre", "blockquote", "ul", "ol", "li", "hr", "a",
    "h3", "h4", "h5", "h6",
}  # fmt: skip
ATTRIBUTES = {("a", "href"), ("a", "title"), ("a", "rel"), ("ol", "start"), ("code", "class")}
SCHEMES = {"", "http", "https", "mailto", "tel"}


class Seen(HTMLParser):
    """What a browser would make of a text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: dict[tuple[str, str], str] = {}
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {(tag, name): value or "" for name, value in attrs}


def test_a_description_has_lists_links_and_headings_below_those_of_the_page():
    html = render_markdown(
        "# Food\n- soup\n- **bread**\n\n[map](https://maps.example/a)\nfirst\nnext"
    )
    assert "<h3>Food</h3>" in html
    assert "<li><strong>bread</strong></li>" in html
    assert '<a href="https://maps.example/a" rel="nofollow ugc noopener">map</a>' in html
    assert "first<br />\nnext" in html


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "a <b onmouseover=alert(1)>b</b>",
        "![x](https://elsewhere.example/pixel.gif)",
        "[x](javascript:alert(1))",
        "[x](JaVaScRiPt:alert(1))",
        "[x](&#106;avascript:alert(1))",
        "[x](&#1;javascript:alert(1))",
        "[x](java&Tab;script:alert(1))",
        "[x](data:text/html,<script>alert(1)</script>)",
        "[x](vbscript:x)",
        "<javascript:alert(1)>",
        '[x](https://a.example "\\" onclick=\\"alert(1)")',
        "[x]: javascript:alert(1)\n\n[x]",
    ],
)
def test_hostile_text_makes_neither_scripts_nor_images(text):
    seen = Seen(render_markdown(text))
    assert seen.tags <= {"p", "a"}
    assert set(seen.attributes) <= {("a", "href"), ("a", "title"), ("a", "rel")}
    assert urlsplit(seen.attributes.get(("a", "href"), "")).scheme in SCHEMES


PIECES = st.sampled_from(
    ["<", ">", '"', "'", "[", "]", "(", ")", "javascript:", "data:", "https://a.example", "&#58;",
     "\n", " ", "`", "*", "_", "#", "!", "\\", "\t", "<a href=", "<script>", "onclick=", "1. ",
     "- "]
)  # fmt: skip


@pytest.mark.slow
@given(st.lists(PIECES | st.text(max_size=3), max_size=25).map("".join))
def test_no_text_makes_another_tag_attribute_or_scheme(text):
    seen = Seen(render_markdown(text))
    assert seen.tags <= TAGS
    assert set(seen.attributes) <= ATTRIBUTES
    assert urlsplit(seen.attributes.get(("a", "href"), "")).scheme in SCHEMES
