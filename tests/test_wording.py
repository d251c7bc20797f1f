"""Sentences that count, and lists of words, in each language."""

import pkgutil
from datetime import datetime
from importlib import import_module
from zoneinfo import ZoneInfo

import pytest
from django.utils import translation

from engine.counted import ngettext_lazy
from tournaments import pairing
from tournaments.errors import DomainError
from tournaments.pairing.drafts import reason_texts
from tournaments.services.events.states import GamesUndecided
from tournaments.services.rounds.times import TimeOutside
from tournaments.wording import join_with_and, join_with_commas, translate_marked

HELD = ngettext_lazy(
    "the stack on {square} holds {height} piece.",
    "the stack on {square} holds {height} pieces.",
    "height",
)


def test_a_counted_sentence_chooses_its_form_when_it_is_formatted():
    assert HELD.format(square="c3", height=1) == "the stack on c3 holds 1 piece."
    assert HELD.format(square="c3", height=2) == "the stack on c3 holds 2 pieces."


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("en", "the stack on c3 holds 1 piece.", "the stack on c3 holds 2 pieces."),
        ("he", "במערום במשבצת c3 יש כלי אחד.", "במערום במשבצת c3 יש 2 כלים."),
    ],
)
def test_its_translation_counts_as_its_language_does(language, one, two):
    with translation.override(language):
        assert translate_marked(HELD).format(square="c3", height=1) == one
        assert translate_marked(HELD).format(square="c3", height=2) == two


def test_a_sentence_that_does_not_count_is_only_translated():
    with translation.override("he"):
        assert (
            translate_marked("the record cannot be accepted.") != "the record cannot be accepted."
        )


def test_a_refusal_counts_in_the_language_it_is_read_in():
    refused: DomainError = GamesUndecided(count=1)
    assert str(refused) == "1 game has no result yet."
    assert str(GamesUndecided(count=3)) == "3 games have no result yet."
    with translation.override("he"):
        assert str(refused) == "למשחק אחד עדיין אין תוצאה."


def test_a_refusal_tells_a_moment_with_its_zone():
    latest = datetime(2026, 11, 12, 21, tzinfo=ZoneInfo("Asia/Tokyo"))
    assert "now and Nov. 12, 2026 21:00 (Asia/Tokyo);" in str(TimeOutside(latest=latest))


@pytest.mark.parametrize(
    ("words", "all_of_them", "row"),
    [
        ([], "", ""),
        (["a"], "a", "a"),
        (["a", "b"], "a and b", "a, b"),
        ([1, 2, 3], "1, 2 and 3", "1, 2, 3"),
    ],
)
def test_words_in_a_list(words, all_of_them, row):
    assert join_with_and(words) == all_of_them
    assert join_with_commas(words) == row


def test_every_pairing_reason_has_its_sentence():
    modules = pkgutil.walk_packages(pairing.__path__, f"{pairing.__name__}.")
    for name in [module.name for module in modules]:
        codes = getattr(import_module(name), "MESSAGES", {})
        assert codes.keys() <= reason_texts.MESSAGES.keys(), name
