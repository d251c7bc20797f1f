"""The file: a zip whose bytes follow from its parts, and a signed list of their hashes."""

import hashlib
import io
import json
import zipfile
import zlib
from collections.abc import Mapping
from typing import Any

from tournaments.chain.keys import SigningKey, id_of_key, is_signed_by

FORMAT, VERSION = "roadhouse-event", 1
MANIFEST, SIGNATURE, SEALS = "manifest.json", "signature.json", "seals.ndjson"
SEALED = "sealed/"
FIRST_MOMENT = (1980, 1, 1, 0, 0, 0)
MAX_PARTS, MAX_BYTES = 100, 512 * 1024**2

Parts = dict[str, bytes]


class BadArchive(ValueError):
    """The file cannot be read as an archive."""


def canonical(value: object) -> str:
    """JSON with sorted keys, without spaces, in ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def write_lines(rows: list[Any]) -> bytes:
    return "".join(f"{canonical(row)}\n" for row in rows).encode()


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def seal_digest(salt: str, value: object) -> str:
    """What the open part says of a sealed value."""
    return digest(f"{salt}|{canonical(value)}".encode())


def write_archive(parts: Mapping[str, bytes], *, key: SigningKey) -> bytes:
    """The archive of these parts; sealed ones are listed by their seals alone."""
    hashes = {name: digest(data) for name, data in parts.items() if not name.startswith(SEALED)}
    manifest = (canonical({"format": FORMAT, "version": VERSION, "files": hashes}) + "\n").encode()
    signature = {"key": key.key_id, "public": key.public, "signature": key.sign(manifest)}
    whole = {
        **parts, MANIFEST: manifest, SIGNATURE: (canonical(signature) + "\n").encode()
    }  # fmt: skip
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(whole):
            about = zipfile.ZipInfo(name, FIRST_MOMENT)
            about.external_attr = 0o644 << 16
            archive.writestr(about, whole[name])
    return file.getvalue()


def read_archive(data: bytes, *, most: int = MAX_BYTES) -> Parts:
    """The parts by name. most: bytes, also of what is unpacked.

    :raises BadArchive: it is none, or larger than an archive may be.
    """
    if len(data) > most:
        raise BadArchive("It is too large.")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            listed = archive.infolist()
            names = {about.filename for about in listed}
            if len(listed) > MAX_PARTS or len(names) != len(listed):
                raise BadArchive("It has too many parts, or two of one name.")
            if sum(about.file_size for about in listed) > most:
                raise BadArchive("It is too large.")
            return {name: archive.read(name) for name in sorted(names)}
    except (
        zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError
    ) as error:  # fmt: skip
        raise BadArchive(f"It is not a zip file: {error}") from error


def read_json(parts: Parts, name: str) -> Any:
    """:raises BadArchive: the part is missing or is not JSON."""
    try:
        return json.loads(parts[name])
    except KeyError:
        raise BadArchive(f"{name} is missing.") from None
    except (ValueError, RecursionError) as error:
        raise BadArchive(f"{name} is not JSON: {error}") from error


def read_lines(parts: Parts, name: str) -> list[Any]:
    """One JSON value a line. :raises BadArchive: the part is missing, or a line is not JSON."""
    if name not in parts:
        raise BadArchive(f"{name} is missing.")
    try:
        return [json.loads(line) for line in parts[name].splitlines()]
    except (ValueError, RecursionError) as error:
        raise BadArchive(f"{name} is not lines of JSON: {error}") from error


def is_signed(parts: Parts, *, public: str = "") -> bool:
    """Whether the manifest is signed by the key that is named, or by this public key."""
    said = read_json(parts, SIGNATURE)
    named = str(said["public"])
    if public and public != named:
        return False
    return is_signed_by({id_of_key(named): named}, said["key"], parts[MANIFEST], said["signature"])
