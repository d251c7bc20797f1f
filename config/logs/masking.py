"""Masks the secrets in logged URLs and tokens."""

import re

# Paths whose next part is a secret, also URL-encoded in a query.
SECRET_PATH = re.compile(
    r"((?:/|%2F)(?:e|calendar|email|invite|join|playtak|reset|stop)(?:/|%2F))(?!%2F)[^/\s\"'?&%]+",
    re.IGNORECASE,
)
# Links for password reset and verification: the token, which follows the account.
RESET_TOKEN = re.compile(
    r"((?:/|%2F)(?:email|reset)(?:/|%2F)[^/%\s]+(?:/|%2F))[^/\s\"'?&%]+", re.IGNORECASE
)
TOKEN = re.compile(r"\b(rh[acr]?_)[A-Za-z0-9_-]{8,}")
MASK = r"\1…"


def mask_secrets(text: str) -> str:
    for secret in (RESET_TOKEN, SECRET_PATH, TOKEN):
        text = secret.sub(MASK, text)
    return text
