"""The file of a backup: a zip of tables as JSON lines, with a manifest that has their hashes.

Knows nothing of the database. docs/operations.md describes the format.
"""

import hashlib
import json
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any

FORMAT = 1
MANIFEST = "manifest.json"
TABLE, KEY = "tables/{}.jsonl", "keys/{}"
COMPRESSION = 4  # half the time of the default, and a twentieth more bytes
CHUNK = 1 << 20
Row = list[Any]


class BadArchive(Exception):
    """A file is no backup, is damaged, or is of a newer version."""


@dataclass(frozen=True, slots=True)
class Member:
    """A table or a key of an archive. columns: of a table."""

    sha256: str
    rows: int = 0
    columns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Manifest:
    """version: of the project. migrations: those that the tables have, by app.

    signing_keys: the public keys by which journals and archives are signed.
    """

    version: str
    made_at: str
    database: str
    migrations: dict[str, list[str]]
    tables: dict[str, Member]
    keys: dict[str, Member]
    signing_keys: list[str]
    format: int = FORMAT


class ArchiveWriter:
    """Writes members one after the other; the manifest comes last."""

    def __init__(self, file: IO[bytes]) -> None:
        self._zip = zipfile.ZipFile(
            file, "w", compression=zipfile.ZIP_DEFLATED, compresslevel=COMPRESSION
        )
        self.tables: dict[str, Member] = {}
        self.keys: dict[str, Member] = {}

    def add_table(self, name: str, columns: Iterable[str], rows: Iterable[str]) -> None:
        """rows: each the JSON text of a list of values, in the order of the columns."""
        digest, count = hashlib.sha256(), 0
        with self._zip.open(TABLE.format(name), "w", force_zip64=True) as member:
            for row in rows:
                line = f"{row}\n".encode()
                digest.update(line)
                member.write(line)
                count += 1
        self.tables[name] = Member(digest.hexdigest(), count, tuple(columns))

    def add_key(self, name: str, contents: bytes) -> None:
        self._zip.writestr(KEY.format(name), contents)
        self.keys[name] = Member(hashlib.sha256(contents).hexdigest())

    def close(self, manifest: Manifest) -> None:
        text = json.dumps(asdict(manifest), indent=1)
        self._zip.writestr(MANIFEST, text)
        self._zip.close()


class ArchiveReader:
    """Reads an archive.

    :raises BadArchive: it is no archive, or of a newer format.
    """

    def __init__(self, path: Path) -> None:
        try:
            self._zip = zipfile.ZipFile(path)
            self.manifest = _read_manifest(self._zip.read(MANIFEST))
        except (OSError, zipfile.BadZipFile, KeyError, TypeError, ValueError) as error:
            raise BadArchive(f"{path} is no backup, or was cut off: {error}.") from error
        if self.manifest.format > FORMAT:
            raise BadArchive(
                f"{path} has format {self.manifest.format}; this version reads {FORMAT}."
            )

    def require_whole(self) -> None:
        """Compare every member with the manifest.

        :raises BadArchive: one is missing or differs.
        """
        members = {TABLE.format(name): table for name, table in self.manifest.tables.items()}
        members |= {KEY.format(name): key for name, key in self.manifest.keys.items()}
        for name, member in members.items():
            digest, rows = hashlib.sha256(), 0
            try:
                with self._zip.open(name) as file:
                    while chunk := file.read(CHUNK):
                        digest.update(chunk)
                        rows += chunk.count(b"\n")
            except (KeyError, OSError, EOFError, zipfile.BadZipFile, zlib.error) as error:
                raise BadArchive(f"The backup is damaged: {name}: {error}.") from error
            if digest.hexdigest() != member.sha256 or (member.columns and rows != member.rows):
                raise BadArchive(f"The backup is damaged: {name} differs from its hash.")

    def rows(self, table: str) -> Iterator[Row]:
        with self._zip.open(TABLE.format(table)) as file:
            for line in file:
                yield json.loads(line)

    def key(self, name: str) -> bytes:
        return self._zip.read(KEY.format(name))

    def close(self) -> None:
        self._zip.close()


def _read_manifest(text: bytes) -> Manifest:
    """:raises ValueError, TypeError: it is none."""
    stored = json.loads(text)
    for part in ("tables", "keys"):
        stored[part] = {
            name: Member(member["sha256"], member["rows"], tuple(member["columns"]))
            for name, member in stored[part].items()
        }
    return Manifest(**stored)
