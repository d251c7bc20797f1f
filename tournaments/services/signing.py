"""Sign the heads of journals with the key of the installation."""

from functools import lru_cache

from django.conf import settings

from tournaments.chain import keys
from tournaments.chain.witness import Witness, sign_head
from tournaments.documents import Document
from tournaments.models import JournalHead

ALGORITHM = "Ed25519"


def signing_key() -> keys.SigningKey:
    return _read_key(settings.SIGNING_KEY)


def public_keys() -> dict[str, str]:
    """The public keys of the installation by their ids, the current one first."""
    return keys.ring_of([signing_key().public, *settings.RETIRED_SIGNING_KEYS])


def listed_keys() -> list[Document]:
    """The public keys for readers, the current one first."""
    current = signing_key().key_id
    return [
        {"id": key_id, "algorithm": ALGORITHM, "public": public, "current": key_id == current}
        for key_id, public in public_keys().items()
    ]


def sign(head: JournalHead) -> None:
    """Sign a head as it is; the caller saves it."""
    witness = sign_head(signing_key(), head.scope, head.seq, head.hash)
    head.signed_seq, head.key, head.signature = head.seq, witness.key, witness.signature


def witness_of(head: JournalHead) -> Witness:
    """A signed head as a witness."""
    return Witness(head.scope, head.seq, head.hash, head.key, head.signature)


@lru_cache(maxsize=4)
def _read_key(secret: str) -> keys.SigningKey:
    return keys.read_signing_key(secret)
