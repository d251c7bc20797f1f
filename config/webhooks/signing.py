"""Secrets and signatures as Standard Webhooks 1.0.0 say, symmetric (`v1`)."""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Iterable

PREFIX = "whsec_"
SECRET_BYTES = 32


def new_secret() -> str:
    return PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def signed_headers(
    body: bytes, *, message_id: str, timestamp: int, secrets: Iterable[str]
) -> dict[str, str]:
    """The headers of a message. secrets: each adds a signature; the receiver looks for its own."""
    content = f"{message_id}.{timestamp}.".encode() + body
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": " ".join(_signature(content, secret) for secret in secrets),
    }


def _signature(content: bytes, secret: str) -> str:
    key = base64.b64decode(secret.removeprefix(PREFIX))
    mac = hmac.new(key, content, hashlib.sha256).digest()
    return f"v1,{base64.b64encode(mac).decode()}"
