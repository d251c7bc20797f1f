"""Encrypts a message for one device. Pure.

Source: RFC 8291, with the content coding of RFC 8188. The primitives are those of `cryptography`.
"""

from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
)
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tournaments.chain.keys import BadKey, decode

POINT_BYTES, AUTH_BYTES, SALT_BYTES = 65, 16, 16
RECORD_BYTES = 4_096  # a message is one record; push services take no more
LAST_RECORD = b"\2"
TAG_BYTES = 16
# What a message may hold: a record without its header (salt, size, length of the key, key).
MOST_BYTES = RECORD_BYTES - (SALT_BYTES + 4 + 1 + POINT_BYTES) - len(LAST_RECORD) - TAG_BYTES


class DeviceKeys(NamedTuple):
    """What a browser gives with its address. point: its public key. auth: a secret of both."""

    point: bytes
    auth: bytes


def read_device_keys(p256dh: str, auth: str) -> DeviceKeys:
    """The keys from base64url. :raises BadKey: they are none."""
    point, secret = decode(p256dh, POINT_BYTES), decode(auth, AUTH_BYTES)
    try:
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), point)
    except ValueError as error:
        raise BadKey(str(error)) from error
    return DeviceKeys(point, secret)


def encrypt(
    text: bytes, keys: DeviceKeys, *, salt: bytes, private: EllipticCurvePrivateKey
) -> bytes:
    """The body of a request, in the coding `aes128gcm`.

    text: MOST_BYTES at most. salt, private: new for each message.
    """
    receiver = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), keys.point)
    own = point_of(private.public_key())
    shared = private.exchange(ECDH(), receiver)
    secret = _derive(shared, salt=keys.auth, about=b"WebPush: info\0" + keys.point + own, size=32)
    key = _derive(secret, salt=salt, about=b"Content-Encoding: aes128gcm\0", size=16)
    nonce = _derive(secret, salt=salt, about=b"Content-Encoding: nonce\0", size=12)
    header = salt + RECORD_BYTES.to_bytes(4, "big") + bytes([len(own)]) + own
    return header + AESGCM(key).encrypt(nonce, text + LAST_RECORD, None)


def point_of(public: EllipticCurvePublicKey) -> bytes:
    """A public key as the browser has it: the point, not compressed."""
    return public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derive(secret: bytes, *, salt: bytes, about: bytes, size: int) -> bytes:
    return HKDF(SHA256(), size, salt, about).derive(secret)
