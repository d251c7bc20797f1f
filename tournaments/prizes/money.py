"""Amounts of the smallest unit of a currency as text, and back."""

from decimal import Decimal, DecimalException
from fractions import Fraction

# Digits after the point, where there are not two. Source: ISO 4217, list one.
NO_DIGITS = (
    "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND",
    "VUV", "XAF", "XOF", "XPF",
)  # fmt: skip
THREE_DIGITS = ("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND")
DIGITS = {**dict.fromkeys(NO_DIGITS, 0), **dict.fromkeys(THREE_DIGITS, 3)}
MORE_DIGITS = 2  # of an amount that is no whole unit


def money_text(amount: int | Fraction, currency: str) -> str:
    """An amount with its currency: 12.50 EUR. A part of a unit is rounded to two more digits."""
    return f"{plain_money(amount, currency)} {currency}"


def plain_money(amount: int | Fraction, currency: str) -> str:
    digits = DIGITS.get(currency, 2)
    shown = digits if Fraction(amount).denominator == 1 else digits + MORE_DIGITS
    units = round(Fraction(amount) * 10 ** (shown - digits))
    return f"{Decimal(units).scaleb(-shown):.{shown}f}"


def read_money(text: str, currency: str) -> int:
    """The smallest units of an amount as people write it.

    :raises ValueError: it is no amount, or has more digits than the currency.
    """
    try:
        units = Decimal(text.strip().replace(",", ".")).scaleb(DIGITS.get(currency, 2))
    except DecimalException as error:
        raise ValueError(text) from error
    if not units.is_finite() or units != units.to_integral_value():
        raise ValueError(text)
    return int(units)
