"""The words of the games: each in three languages, and all words of the sources."""

import re

import pytest
from django.utils import translation

from config.pages.site.glossary import GROUPS, TERMS
from config.pages.site.glossary_words import LANGUAGES
from config.pages.site.tak_lesson import CHAPTERS
from tests.clients import text_of, url_of
from tests.paths import SHARED

RULES = SHARED / "rules"
ALL = [term for group in GROUPS for term in group.terms]
HEBREW, JAPANESE = re.compile("[א-ת]"), re.compile("[぀-ヿ一-鿿]")
# The same in every script: a name that the Hebrew rules leave in English, cards, abbreviations.
NOT_IN_SCRIPT = {"brookers-fall", "two-plus"}


@pytest.mark.parametrize("term", ALL, ids=lambda term: term.key)
def test_each_word_has_three_languages_and_a_meaning(term):
    assert all(term.word(language).strip() for language in LANGUAGES)
    assert term.key in NOT_IN_SCRIPT or (HEBREW.search(term.he) and JAPANESE.search(term.ja))
    assert not HEBREW.search(term.en + term.ja)
    assert str(term.meaning).endswith(".")


def test_anchors_are_unique():
    anchors = [group.anchor for group in GROUPS] + [term.key for term in ALL]
    assert len(anchors) == len(set(anchors))
    assert all(re.fullmatch(r"[a-z0-9-]+", anchor) for anchor in anchors)


@pytest.mark.parametrize(
    "word",
    [
        "reach", "guard", "hard cap, hunter", "soft cap, soldier", "hard stack", "soft stack",
        "captive", "stack reserves", "hoovering, playing sheriff", "Brooker’s Fall",
        "Bredon’s Defence", "combined board", "touch-move", "kupa", "“last card!”",
    ],
)  # fmt: skip
def test_the_words_of_the_sources_are_there(word):
    assert word in {term.en for term in ALL}


def test_the_lesson_names_only_words_that_there_are():
    assert {key for chapter in CHAPTERS for key in chapter.words} <= TERMS.keys()


def test_a_reader_sees_the_own_word_first_and_the_others_beside():
    for language in LANGUAGES:
        with translation.override(language):
            assert TERMS["reach"].localized() == TERMS["reach"].word(language)
            assert [other for other, _word in TERMS["reach"].translations()] == [
                other for other in LANGUAGES if other != language
            ]


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_every_word_in_every_language(client, language):
    client.cookies["django_language"] = language
    page = text_of(client.get(url_of("glossary")))
    for term in ALL:
        entry = page[page.index(f'id="{term.key}"') :]
        entry = entry[: entry.index("</dd>")]
        assert f"<dfn><bdi>{term.word(language)}</bdi></dfn>" in entry
        for other in LANGUAGES:
            if other != language:
                assert f'<bdi lang="{other}">{term.word(other)}</bdi>' in entry


@pytest.mark.skipif(not RULES.exists(), reason="no shared rules beside the checkout")
def test_the_words_are_those_of_the_common_glossary():
    """Hebrew and Japanese of the numbered rows on Tak, where ours is one of their words."""
    text = (RULES / "tak.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", text, re.MULTILINE)
    by_english = {re.sub("’", "'", term.en.split(",")[0]): term for term in ALL}
    held = 0
    for number, english, hebrew, japanese in rows:
        name = re.split(r"[,(/]", english)[0].strip()
        term = by_english.get(name)
        if term is None:
            continue
        held += 1
        for given, ours in ((hebrew, term.he), (japanese, term.ja)):
            bare = re.sub(r"[“”\"「」 ]", "", given)
            word = re.sub(r"[“”「」 ]", "", re.split("[,(]", ours)[0]).replace("’", "'")
            assert word in bare, (number, name, ours, given)
    assert held > 55
