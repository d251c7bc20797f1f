"""Authorization codes that were used: a second use ends the tokens of the first (RFC 6749, 4.1.2).

The library deletes a code with its first use and knows nothing of it afterwards.
"""

from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils import timezone
from oauth2_provider.models import RefreshToken

from config.access.tokens import digest
from config.models import Application, UsedCode
from config.oauth import consents

if TYPE_CHECKING:
    from uuid import UUID

# A code itself is valid for a minute.
KEPT = timedelta(days=1)


def note_used_code(*, code: str, application: Application, token_family: "UUID") -> bool:
    """Whether this is the first use; in the transaction that makes the tokens."""
    _note, is_new = UsedCode.objects.get_or_create(
        digest=digest(code),
        defaults={
            "application": application,
            "token_family": token_family,
            "forgotten_at": timezone.now() + KEPT,
        },
    )
    return is_new


def end_tokens_of_code(*, code: str, application: Application) -> None:
    """End what was issued for a code, and what was renewed from that; nothing if it is unknown."""
    note = UsedCode.objects.filter(digest=digest(code), application=application).first()
    if note is not None:
        RefreshToken.revoke_family(note.token_family)
        consents.end_consents_without_tokens(application)


def forget_used_codes() -> int:
    deleted, _by_model = UsedCode.objects.filter(forgotten_at__lt=timezone.now()).delete()
    return deleted
