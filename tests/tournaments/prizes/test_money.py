"""Amounts as text: as many digits as ISO 4217 gives the currency."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.prizes.money import money_text, plain_money, read_money


@pytest.mark.parametrize(
    ("amount", "currency", "text"),
    [
        (1250, "EUR", "12.50 EUR"),
        (1250, "JPY", "1250 JPY"),
        (1250, "KWD", "1.250 KWD"),
        (Fraction(100, 3), "EUR", "0.3333 EUR"),
        (Fraction(1, 2), "JPY", "0.50 JPY"),
        (0, "ILS", "0.00 ILS"),
    ],
)
def test_text(amount, currency, text):
    assert money_text(amount, currency) == text


@given(st.integers(0, 10**9), st.sampled_from(["EUR", "JPY", "KWD"]))
def test_what_is_written_is_read(amount, currency):
    assert read_money(plain_money(amount, currency), currency) == amount


@pytest.mark.parametrize("text", ["", "x", "1.234", "NaN", "Infinity", "1e999999999"])
def test_other_texts_are_refused(text):
    with pytest.raises(ValueError, match=r".*"):
        read_money(text or " ", "EUR")
