"""Secrets stand in some addresses; logs name addresses. What is logged has the secrets masked."""

import logging
import re

# Addresses whose next part opens something, also inside the query of another address.
SECRET = re.compile(
    r"((?:/|%2F)(?:e|email|invite|join|reset)(?:/|%2F))(?!%2F)[^/\s\"'?&%]+", re.IGNORECASE
)
# Of a link for a new password, or to prove an address, the token too, which follows the account.
RESET = re.compile(
    r"((?:/|%2F)(?:email|reset)(?:/|%2F)[^/%\s]+(?:/|%2F))[^/\s\"'?&%]+", re.IGNORECASE
)
TOKEN = re.compile(r"\b(rh_)[A-Za-z0-9_-]{8,}")
MASK = r"\1…"


def masked(text: str) -> str:
    """The text without tokens, and without what follows /e/, /invite/ and the like."""
    for secret in (RESET, SECRET, TOKEN):
        text = secret.sub(MASK, text)
    return text


class MaskingFormatter(logging.Formatter):
    """Masks the whole line: the message, the trace and what the error says."""

    def format(self, record: logging.LogRecord) -> str:
        return masked(super().format(record))
