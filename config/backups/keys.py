"""The keys that a backup brings: key files of an encrypted one, public keys of every one."""

from collections.abc import Iterable
from pathlib import Path

from django.conf import settings

from config.backups.archive import ArchiveReader
from config.private_files import make_private_file
from tournaments.chain.keys import read_signing_key
from tournaments.services.signing import public_keys


def trust_keys(publics: Iterable[str]) -> None:
    """Let this process take the signatures of the backup for those of the installation."""
    known = public_keys().values()
    added = [public for public in publics if public not in known]
    settings.RETIRED_SIGNING_KEYS = [*settings.RETIRED_SIGNING_KEYS, *added]


def restore_keys(archive: ArchiveReader, *, suffix: str) -> list[str]:
    """Put key files back, and keep public keys; returns the names of the files that differed.

    suffix: a file that differs is kept under its name with this.
    """
    restored = []
    for name in archive.manifest.keys:
        path: Path = settings.VAR_DIR / Path(name).name
        contents = archive.key(name)
        if path.exists() and path.read_bytes() == contents:
            continue
        if path.exists():
            path.rename(path.with_name(f"{path.name}.{suffix}"))
        _write(path, contents)
        restored.append(path.name)
    _keep_public_keys(archive.manifest.signing_keys)
    return restored


def _keep_public_keys(publics: Iterable[str]) -> None:
    """Add those that are not of the current key to the retired ones."""
    secret = settings.ENV.signing_key or settings.SIGNING_KEY_FILE.read_text().strip()
    path: Path = settings.RETIRED_SIGNING_KEYS_FILE
    kept = path.read_text().split() if path.exists() else []
    known = {read_signing_key(secret).public, *settings.ENV.retired_signing_keys, *kept}
    added = [public for public in publics if public not in known]
    if added:
        _write(path, "".join(f"{public}\n" for public in [*kept, *added]).encode())


def _write(path: Path, contents: bytes) -> None:
    make_private_file(path)
    path.write_bytes(contents)
