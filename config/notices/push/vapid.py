"""The key by which push services know this service, and the header that proves it (RFC 8292). Pure.

A device takes messages only from the key that it was asked with, so another key ends them all.
"""

import json
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    derive_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from config.notices.push.encryption import point_of
from tournaments.chain.keys import KEY_BYTES, decode, encode

# Of the curve P-256 (FIPS 186-5): private keys are the numbers from 1 to one less than this.
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
NUMBER_BYTES = 32
VALID = timedelta(hours=12)  # RFC 8292, section 2: 24 hours at most


def read_push_key(secret: str) -> EllipticCurvePrivateKey:
    """The key from the base64url form of its 32 random bytes. :raises BadKey: it is none."""
    number = int.from_bytes(decode(secret, KEY_BYTES), "big")
    return derive_private_key(number % (ORDER - 1) + 1, SECP256R1())


def public_text(key: EllipticCurvePrivateKey) -> str:
    """What browsers and push services know it by, in base64url."""
    return encode(point_of(key.public_key()))


def authorization(
    key: EllipticCurvePrivateKey, *, endpoint: str, contact: str, now: datetime
) -> str:
    """The header `Authorization` of a request.

    contact: an https or mailto address of who runs this service.
    """
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int((now + VALID).timestamp()),
        "sub": contact,
    }
    unsigned = f"{_part({'typ': 'JWT', 'alg': 'ES256'})}.{_part(claims)}"
    r, s = decode_dss_signature(key.sign(unsigned.encode(), ECDSA(SHA256())))
    signature = r.to_bytes(NUMBER_BYTES, "big") + s.to_bytes(NUMBER_BYTES, "big")
    return f"vapid t={unsigned}.{encode(signature)}, k={public_text(key)}"


def _part(claims: dict[str, object]) -> str:
    return encode(json.dumps(claims, separators=(",", ":")).encode())
