"""The pages of rules show a whole record with its format; a refusal of the format links there."""

import re
from html import unescape

import pytest

from config.pages.site.rule_texts.records import RECORDS
from engine.games import PRESETS, VERIFIERS
from tests.clients import text_of

pytestmark = pytest.mark.django_db

CODE = re.compile(r"<pre dir=\"ltr\">(.*?)</pre>", re.DOTALL)
LINK = "/rules/{}/#record"


def shown_record(client, game: str, language: str = "en") -> str:
    page = text_of(client.get(f"/rules/{game}/", HTTP_ACCEPT_LANGUAGE=language))
    (found,) = CODE.findall(page)
    return unescape(found)


@pytest.mark.parametrize("language", ["en", "he", "ja"])
@pytest.mark.parametrize("game", RECORDS)
def test_the_text_on_the_page_is_a_whole_game(client, game: str, language: str):
    text = shown_record(client, game, language)
    assert text == RECORDS[game].text
    for rules in PRESETS[game]:
        verdict = VERIFIERS[game](text, rules).as_json()
        assert verdict["proven"], rules
        assert verdict["places"]["Bruno"] == 1
        assert verdict["warnings"] == []


@pytest.mark.parametrize("game", RECORDS)
def test_every_line_of_it_is_told(client, game: str):
    page = unescape(text_of(client.get(f"/rules/{game}/")))
    assert 'id="record"' in page
    for line in RECORDS[game].text.splitlines():
        assert f'<code dir="ltr">{line}</code>' in page
    assert "Bruno" in page.split('<code dir="ltr">' + RECORDS[game].turns[1])[1][:400]


KINDS = {  # what a token is, by its letters: each has a line in the table of words
    "taki": [
        r"[RGBY][1-9DSV]",
        r"\*C=[RGBY]",
        r"[RGBY*]T\[.*\]!",
        r"[RGBY*]T\[.*\]~",
        r"\[.*\]!",
        r"[RGBY]P",
        r"\*K",
        r"\*3",
        "d",
        r"t\d+",
        "#",
        r"!\*B",
    ],
    "gamnon": [r"P.*", r"T\d+", r"G.*", r"R.*", r"K.*", r"O.*", "~", "=.*"],
}


@pytest.mark.parametrize("game", RECORDS)
def test_the_example_has_a_word_of_every_usual_kind(game: str):
    words = [word for line in RECORDS[game].turns for word in line.split()[1:]]
    for kind in KINDS[game]:
        assert any(re.fullmatch(kind, word) for word in words), kind
    assert all(any(re.fullmatch(kind, word) for kind in KINDS[game]) for word in words)


@pytest.mark.parametrize("game", RECORDS)
def test_the_verify_page_links_where_it_asks_for_the_first_line(client, game: str):
    page = client.post("/verify/", {"record": "players: A B C", "game": game})
    assert f"{game}/1" in text_of(page, 422)
    assert LINK.format(game) in text_of(page, 422)


@pytest.mark.parametrize("game", RECORDS)
def test_a_line_that_cannot_be_read_links_there_too(client, game: str):
    record = RECORDS[game].text.replace("Bruno ", "Bruno ?? ", 2)
    page = text_of(client.post("/verify/", {"record": record, "game": game}), 422)
    assert LINK.format(game) in page


@pytest.mark.parametrize(
    ("game", "old", "new"), [("taki", "Bruno GD", "Bruno GS"), ("gamnon", "P3H.5D", "P3H")]
)
def test_a_play_against_the_rules_does_not(client, game: str, old: str, new: str):
    record = RECORDS[game].text.replace(old, new)
    page = client.post("/verify/", {"record": record, "game": game})
    assert LINK.format(game) not in text_of(page, 422)


def test_tak_has_its_own_notation(client):
    page = text_of(client.get("/rules/tak/"))
    assert "taki/1" not in page
    refused = text_of(client.post("/verify/", {"record": "nonsense", "game": "tak"}), 422)
    assert "#record" not in refused
