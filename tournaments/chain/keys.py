"""Ed25519 keys, by which an installation signs. Keys and signatures are written in base64url."""

import base64
import binascii
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

KEY_BYTES, SIGNATURE_BYTES = 32, 64
ID_LENGTH = 16


class BadKey(ValueError):
    """A text is not the base64url form of a key."""


@dataclass(frozen=True, slots=True)
class SigningKey:
    """public: its public key. key_id: names the public key."""

    private: Ed25519PrivateKey
    public: str
    key_id: str

    def sign(self, message: bytes) -> str:
        return encode(self.private.sign(message))


def read_signing_key(secret: str) -> SigningKey:
    """The key from the base64url form of its 32 random bytes. :raises BadKey: it is none."""
    private = Ed25519PrivateKey.from_private_bytes(decode(secret, KEY_BYTES))
    public = encode(private.public_key().public_bytes_raw())
    return SigningKey(private, public, id_of_key(public))


def id_of_key(public: str) -> str:
    """The first letters of its SHA-256. :raises BadKey: this is not a public key."""
    return hashlib.sha256(decode(public, KEY_BYTES)).hexdigest()[:ID_LENGTH]


def ring_of(publics: "list[str] | tuple[str, ...]") -> dict[str, str]:
    """Public keys by their ids. :raises BadKey: one of them is none."""
    return {id_of_key(public): public for public in publics}


def is_signed_by(ring: Mapping[str, str], key_id: str, message: bytes, signature: str) -> bool:
    """Whether the key with this id is in the ring and has signed the message."""
    if key_id not in ring:
        return False
    try:
        public = Ed25519PublicKey.from_public_bytes(decode(ring[key_id], KEY_BYTES))
        public.verify(decode(signature, SIGNATURE_BYTES), message)
    except (BadKey, InvalidSignature):
        return False
    return True


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decode(text: str, length: int) -> bytes:
    """:raises BadKey: the text is not the form of so many bytes."""
    try:
        padded = text + "=" * (-len(text) % 4)
        data = base64.b64decode(padded, altchars=b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise BadKey(str(error)) from error
    if len(data) != length or encode(data) != text:
        raise BadKey(f"It has {len(data)} bytes and not {length}.")
    return data
