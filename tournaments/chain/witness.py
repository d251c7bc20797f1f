"""A signed head of a journal as one line of text, which is kept outside of the database.

Whoever has the text can later say whether the journal still has that line: cutting the end off,
or writing the whole chain again, cannot be seen inside the database.
"""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tournaments.chain.keys import SigningKey, is_signed_by

BEGINS = "roadhouse-journal"
_FIELDS = rf"{BEGINS} (\S{{1,200}}) (\d{{1,9}}) ([0-9a-f]{{64}}) ([0-9a-f]{{16}}) ([\w-]{{86}})"
# Mails and print-outs break a long line between its fields.
_TEXT = re.compile(_FIELDS.replace(" ", r"\s+"), re.ASCII)


class Witness(NamedTuple):
    """scope, seq and hash: of the last line of a journal. key: the id of the key that signed."""

    scope: str
    seq: int
    hash: str
    key: str
    signature: str

    def __str__(self) -> str:
        return " ".join([BEGINS, *map(str, self)])

    def is_signed(self, ring: Mapping[str, str]) -> bool:
        """Whether a key of the ring has signed this head."""
        message = head_message(self.scope, self.seq, self.hash)
        return is_signed_by(ring, self.key, message, self.signature)


def head_message(scope: str, seq: int, digest: str) -> bytes:
    """What is signed of a head."""
    return f"{BEGINS} {scope} {seq} {digest}".encode()


def sign_head(key: SigningKey, scope: str, seq: int, digest: str) -> Witness:
    signature = key.sign(head_message(scope, seq, digest))
    return Witness(scope, seq, digest, key.key_id, signature)


def find_witnesses(text: str) -> Iterator[Witness]:
    """The witnesses in any text, such as a mail."""
    for found in _TEXT.finditer(text):
        scope, seq, *rest = found.groups()
        yield Witness(scope, int(seq), *rest)
