"""What notices say, in three languages, and where they lead. Values in, sentences out."""

import pytest
from django.utils import translation

from config.notices.choices import What
from config.notices.words import LONGEST_TEXT, Known, path_of, sentence_of

KNOWN = Known(
    players={"p1": "Ada", "p2": "Noa"},
    events={"cup": ("Cup", "Asia/Jerusalem")},
    announcements={5: "Bring\n\n*clocks*."},
    pools={"tak": "Tak"},
)
GAME = {
    "round": 3, "table": 4, "pairing": 7, "number": 1, "games": 1, "first": True, "others": ["p2"],
    "play_at": "2036-05-02T17:00:00+00:00", "due_at": "2036-05-02T17:00:00+00:00",
    "outcome": "R-0", "ruling": "forfeit", "game": "abc", "rank": 4, "players": 8, "points": "2½",
    "pool": "tak", "on": "2036-05-01", "rating": 1523, "before": 1511, "announcement": 5,
    "answer_by": "2036-05-02T17:00:00+00:00",
}  # fmt: skip


def said(what, known=KNOWN, **about):
    text = sentence_of(what, "cup", {**GAME, **about}, known)
    return text.replace("\N{FIRST STRONG ISOLATE}", "").replace("\N{POP DIRECTIONAL ISOLATE}", "")


@pytest.mark.parametrize(
    ("what", "about", "text"),
    [
        (What.PAIRED, {}, "Round 3: table 4, you move first, against Noa."),
        (What.PAIRED, {"first": False}, "Round 3: table 4, you move second, against Noa."),
        (What.PAIRED, {"games": 2}, "Round 3: table 4, you move first in game 1, against Noa."),
        (What.PAIRED, {"others": ["p1", "p2"]}, "Round 3: table 4, with Ada, Noa."),
        (What.PAIRED, {"table": None}, "Round 3: you play Noa."),
        (What.BYE, {}, "Round 3: you have a bye."),
        (What.WAITS, {}, "Noa sent the result of your game. Confirm or dispute it."),
        (What.COUNTS, {}, "The result of your game with Noa counts: R-0."),
        (What.RULED, {}, "An arbiter decided your game with Noa: a forfeit."),
        (What.RULED, {"ruling": "unheard of"}, "An arbiter decided your game with Noa."),
        (What.CLOSED, {}, "Round 3 is over. You are number 4 of 8. Points: 2½."),
        (What.TIME_SET, {"play_at": None}, "The time of your game with Noa is open again."),
        (What.CHALLENGE_DECLINED, {}, "Noa declined your challenge, so you move as after a win."),
        (What.ANNOUNCED, {}, "The staff say: Bring *clocks*."),
        (What.ANNOUNCED, {"announcement": 6}, "An announcement, which was taken back."),
    ],
)
def test_english(what, about, text):
    assert said(what, **about) == text


def test_a_time_is_in_the_zone_of_the_reader_and_says_which():
    assert "20:00 (Asia/Jerusalem)" in said(What.TIME_AGREED)
    there = said(What.TIME_AGREED, Known(KNOWN.players, KNOWN.events, zone="Asia/Tokyo"))
    assert "02:00" in there
    assert "Asia/Tokyo" in there


def test_a_rating_list_says_what_changed():
    assert said(What.RATED).endswith("your rating is 1523, before it was 1511.")
    assert said(What.RATED, before=None).endswith("for the first time: 1523.")


def test_a_long_announcement_is_cut():
    text = said(What.ANNOUNCED, Known(announcements={5: "word " * 200}))
    assert len(text) < LONGEST_TEXT + 40
    assert text.endswith("…")


@pytest.mark.parametrize("language", ["en", "he", "ja"])
@pytest.mark.parametrize("what", What)
def test_everything_can_be_said_in_each_language(what, language):
    with translation.override(language):
        text = said(what)
    assert text
    assert "{" not in text
    with translation.override("en"):
        assert language == "en" or said(what) != text


@pytest.mark.parametrize("what", What)
def test_everything_leads_to_a_page(what):
    assert path_of(what, "cup", GAME).startswith("/")
