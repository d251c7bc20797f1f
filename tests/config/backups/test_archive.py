"""The file of a backup: what is written is read, and what was damaged is refused."""

import json
import zipfile

import pytest

from config.backups.archive import ArchiveReader, ArchiveWriter, BadArchive, Manifest

ROWS = ['[1,"Ada"]', '[2,"Bruno\\n"]']


@pytest.fixture
def archive(tmp_path):
    """Two tables and a key."""
    path = tmp_path / "club.backup"
    with path.open("wb") as file:
        writer = ArchiveWriter(file)
        writer.add_table("players", ["id", "name"], ROWS)
        writer.add_table("games", ["id"], [])
        writer.add_key("secret_key", b"abc")
        writer.close(
            Manifest(
                version="1", made_at="2026-11-24T00:00:00+00:00", database="sqlite",
                migrations={"a": ["0001"]}, tables=writer.tables, keys=writer.keys, signing_keys=[],
            )
        )  # fmt: skip
    return path


def rewritten(path, name, contents):
    """The archive with one member changed, and no longer its hash."""
    members = zipfile.ZipFile(path)
    texts = {each: members.read(each) for each in members.namelist()} | {name: contents}
    changed = path.with_name("changed.backup")
    with zipfile.ZipFile(changed, "w") as out:
        for each, text in texts.items():
            if text is not None:
                out.writestr(each, text)
    return changed


def test_what_is_written_is_read(archive):
    reader = ArchiveReader(archive)
    reader.require_whole()
    assert list(reader.rows("players")) == [[1, "Ada"], [2, "Bruno\n"]]
    assert list(reader.rows("games")) == []
    assert reader.key("secret_key") == b"abc"
    assert reader.manifest.migrations == {"a": ["0001"]}
    assert reader.manifest.tables["players"].rows == 2
    assert reader.manifest.tables["players"].columns == ("id", "name")


@pytest.mark.parametrize(
    ("name", "contents", "said"),
    [
        ("tables/players.jsonl", b'[1,"Ada"]\n[2,"Brunx"]\n', "tables/players.jsonl differs"),
        ("tables/players.jsonl", b'[1,"Ada"]\n', "tables/players.jsonl differs"),
        ("tables/games.jsonl", None, "tables/games.jsonl"),
        ("keys/secret_key", b"abd", "keys/secret_key differs"),
    ],
)
def test_a_changed_member_is_named(archive, name, contents, said):
    reader = ArchiveReader(rewritten(archive, name, contents))
    with pytest.raises(BadArchive, match=said):
        reader.require_whole()


@pytest.mark.parametrize("place", [0.1, 0.5])
def test_a_flipped_byte_is_found(archive, place):
    data = bytearray(archive.read_bytes())
    at = data.index(b"[1,") if b"[1," in data else int(len(data) * place)
    data[at] ^= 1
    archive.write_bytes(data)
    with pytest.raises(BadArchive):
        ArchiveReader(archive).require_whole()


def test_a_cut_tail_is_no_backup(archive):
    archive.write_bytes(archive.read_bytes()[:-30])
    with pytest.raises(BadArchive, match="is no backup, or was cut off"):
        ArchiveReader(archive)


def test_another_zip_is_no_backup(tmp_path):
    with zipfile.ZipFile(tmp_path / "other.zip", "w") as other:
        other.writestr("letter.txt", "Dear Ada")
    with pytest.raises(BadArchive, match="is no backup"):
        ArchiveReader(tmp_path / "other.zip")


def test_a_newer_format_is_refused(archive):
    manifest = json.loads(zipfile.ZipFile(archive).read("manifest.json")) | {"format": 2}
    changed = rewritten(archive, "manifest.json", json.dumps(manifest).encode())
    with pytest.raises(BadArchive, match="has format 2; this version reads 1"):
        ArchiveReader(changed)
