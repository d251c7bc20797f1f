"""Encrypts what the database must hold but not give away: addresses and secrets of webhooks.

The key is derived from SECRET_KEY, so a copy of the database alone opens nothing. After a change
of SECRET_KEY its earlier values in SECRET_KEY_FALLBACKS still open what they sealed.
"""

import base64

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils.crypto import salted_hmac

SALT = "config.webhooks.sealing"


class CannotOpen(Exception):
    """It was sealed with a key that is not known here."""


def seal(text: str) -> str:
    return _box().encrypt(text.encode()).decode()


def unseal(sealed: str) -> str:
    """:raises CannotOpen: SECRET_KEY is another one now."""
    try:
        return _box().decrypt(sealed.encode()).decode()
    except InvalidToken:
        raise CannotOpen from None


def _box() -> MultiFernet:
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return MultiFernet([Fernet(_derived(key)) for key in keys])


def _derived(key: str) -> bytes:
    mac = salted_hmac(SALT, "", secret=key, algorithm="sha256")
    return base64.urlsafe_b64encode(mac.digest())
