"""Backups are encrypted for keys of age, and opened with theirs alone."""

import shutil
import subprocess

import pyrage
import pytest

from config.backups import encryption
from config.backups.encryption import BadKey


@pytest.fixture
def key(tmp_path):
    """The file of an identity, and its recipient."""
    identity = pyrage.x25519.Identity.generate()
    path = tmp_path / "key.txt"
    path.write_text(f"# created: today\n{identity}\n")
    return path, str(identity.to_public())


@pytest.fixture
def plain(tmp_path):
    path = tmp_path / "plain"
    path.write_bytes(b"results of the cup")
    return path


def test_what_is_encrypted_is_opened_by_its_key(tmp_path, key, plain):
    identity, recipient = key
    encryption.encrypt_file(plain, tmp_path / "sealed", [recipient])
    assert encryption.is_encrypted(tmp_path / "sealed")
    assert b"cup" not in (tmp_path / "sealed").read_bytes()
    encryption.decrypt_file(tmp_path / "sealed", tmp_path / "opened", identity)
    assert (tmp_path / "opened").read_bytes() == plain.read_bytes()


def test_another_key_does_not_open_it(tmp_path, key, plain):
    encryption.encrypt_file(plain, tmp_path / "sealed", [key[1]])
    other = tmp_path / "other.txt"
    other.write_text(str(pyrage.x25519.Identity.generate()))
    with pytest.raises(BadKey, match="does not open"):
        encryption.decrypt_file(tmp_path / "sealed", tmp_path / "opened", other)


def test_a_changed_byte_is_found(tmp_path, key, plain):
    encryption.encrypt_file(plain, tmp_path / "sealed", [key[1]])
    data = bytearray((tmp_path / "sealed").read_bytes())
    data[-1] ^= 1
    (tmp_path / "sealed").write_bytes(data)
    with pytest.raises(BadKey):
        encryption.decrypt_file(tmp_path / "sealed", tmp_path / "opened", key[0])


@pytest.mark.parametrize("text", ["age1", "ssh-ed25519 AAAA", "password"])
def test_what_is_no_recipient_is_refused(text):
    with pytest.raises(BadKey, match="is no recipient of age"):
        encryption.require_recipients([text])


@pytest.mark.parametrize("text", ["", "# nothing\n", "AGE-SECRET-KEY-1", "-----BEGIN"])
def test_a_file_without_identity_is_refused(tmp_path, plain, key, text):
    encryption.encrypt_file(plain, tmp_path / "sealed", [key[1]])
    (tmp_path / "empty.txt").write_text(text)
    with pytest.raises(BadKey, match="has no identity of age"):
        encryption.decrypt_file(tmp_path / "sealed", tmp_path / "opened", tmp_path / "empty.txt")


@pytest.mark.skipif(not shutil.which("age"), reason="age is not installed (apt install age)")
def test_the_program_age_opens_it_too(tmp_path, key, plain):
    encryption.encrypt_file(plain, tmp_path / "sealed", [key[1]])
    command = ["age", "--decrypt", "--identity", str(key[0]), str(tmp_path / "sealed")]
    opened = subprocess.run(command, capture_output=True, check=True)
    assert opened.stdout == plain.read_bytes()
