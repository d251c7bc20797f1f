"""Secrets stand in some addresses; logs name addresses. What is logged has the secrets masked."""

import logging
import re

# Addresses whose next part opens something, also inside the query of another address.
SECRET = re.compile(r"((?:/|%2F)(?:e|invite|reset)(?:/|%2F))(?!%2F)[^/\s\"'?&%]+", re.IGNORECASE)
MASK = r"\1…"


def masked(text: str) -> str:
    """The text with what follows /e/, /invite/ and /reset/ taken out.

    Of a link for a new password the token is taken out with the account.
    """
    text = re.sub(r"((?:/|%2F)reset(?:/|%2F)[^/%\s]+(?:/|%2F))[^/\s\"'?&%]+", MASK, text)
    return SECRET.sub(MASK, text)


class MaskSecrets(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        said = record.getMessage()
        clean = masked(said)
        if clean != said:
            record.msg, record.args = clean, ()
        return True
