"""The address in a mail that ends the mails, without signing in. It is signed and does not expire:
who presses the button in an old mail means it too.
"""

from django.core import signing
from django.urls import reverse

SALT = "config.notices.unsubscribing"


def unsubscribe_path(user_id: int) -> str:
    token = signing.Signer(salt=SALT).sign(str(user_id))
    return reverse("pages:unsubscribe", args=[token])


def account_of_token(token: str) -> int | None:
    """The id of the account; None if the address was not made here."""
    try:
        return int(signing.Signer(salt=SALT).unsign(token))
    except (signing.BadSignature, ValueError):
        return None
