"""Codes of personal links: how they are derived, typed and looked up.

A code is derived from SECRET_KEY, the entry and the stored random serial of its link, so neither
the database nor the key alone gives a code. Links are found by the keyed digest of their code.
"""

import re
import secrets

from django.utils.crypto import salted_hmac

from tournaments.columns import ALPHABET

LETTERS = 16  # of an alphabet of thirty: 78 bits
GROUP_LETTERS = 4
SERIAL_BYTES = 16
DIGEST_SALT = "config.access.links"
CODE_SALT = "config.access.links.code"


def new_serial() -> str:
    return secrets.token_hex(SERIAL_BYTES)


def derive_code(entry_id: int, serial: str) -> str:
    """The code of a link, in groups of letters that are not easily confused."""
    mac = salted_hmac(CODE_SALT, f"{entry_id}:{serial}", algorithm="sha256").digest()
    rest, letters = int.from_bytes(mac, "big"), ""  # 256 bits, so every letter is equally likely
    for _each in range(LETTERS):
        rest, at = divmod(rest, len(ALPHABET))
        letters += ALPHABET[at]
    return "-".join(letters[at : at + GROUP_LETTERS] for at in range(0, LETTERS, GROUP_LETTERS))


def normalize_code(code: str) -> str:
    """A typed code without spaces and dashes, in lower case."""
    return re.sub(r"[\s\u2010-\u2015_-]", "", code).lower()


def is_code(text: str) -> bool:
    """Whether a text has the form of a code."""
    code = normalize_code(text)
    return len(code) == LETTERS and set(code) <= set(ALPHABET)


def digest_of(code: str) -> str:
    return salted_hmac(DIGEST_SALT, normalize_code(code), algorithm="sha256").hexdigest()
