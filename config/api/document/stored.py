"""The OpenAPI document as bytes: made once for a state of the code, and then read from a file.

Making it takes 40 MB, which a process does not give back, and a second or two. So web processes
leave it to a process of its own, which ends: `manage.py store_document`. It is the same in every
language and for everybody, so the code alone decides what is in it.
"""

import fcntl
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2s
from importlib.metadata import version
from pathlib import Path

from django.conf import settings
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer

from config.environment import ROOT
from config.private_files import make_private_folder

log = logging.getLogger(__name__)
READ_FROM = ("config", "engine", "games", "ratings", "tournaments")
SUFFIXES = (".py", ".toml", ".json")
PACKAGES = ("Django", "djangorestframework", "drf-spectacular")
RENDERERS = {each.format: each for each in (OpenApiYamlRenderer, OpenApiJsonRenderer)}
SECONDS = 60  # that the other process may take


def state_of_code(root: Path = ROOT) -> str:
    """Differs once a file that the document may be made from is another one."""
    said = [f"{name} {version(name)}" for name in PACKAGES]
    for package in READ_FROM:
        for folder, folders, names in os.walk(root / package):
            folders.sort()
            for name in sorted(names):
                if name.endswith(SUFFIXES):
                    found = os.stat(os.path.join(folder, name))
                    said.append(f"{folder} {name} {found.st_size} {found.st_mtime_ns}")
    return blake2s("\n".join(said).encode(), digest_size=16).hexdigest()


# Of the code that this process has loaded: its files may change while it runs.
LOADED = state_of_code()


def document(form: str, state: str = LOADED) -> bytes:
    """form: a key of RENDERERS."""
    with suppress(FileNotFoundError):
        return _path(state, form).read_bytes()
    try:
        with _one_at_a_time():
            if not _path(state, form).exists():
                _have_it_stored(state)
        return _path(state, form).read_bytes()
    except (OSError, subprocess.SubprocessError) as error:
        log.warning("the OpenAPI document is not stored: %s", error)
    return make_document()[form]


def make_document() -> dict[str, bytes]:
    """By format, of the code that this process has loaded."""
    made = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return {
        name: renderer().render(made, renderer_context={}) for name, renderer in RENDERERS.items()
    }


def store_document() -> None:
    """Write the document of this code in place of those of other code."""
    folder = _folder()
    for name, body in make_document().items():
        path = _path(LOADED, name)
        unfinished = path.with_suffix(f".{os.getpid()}")
        unfinished.write_bytes(body)
        unfinished.replace(path)
    for other in folder.glob("*.*"):
        if other.stem != LOADED:
            other.unlink(missing_ok=True)


def _have_it_stored(state: str) -> None:
    """By a new process, which refuses if it is of other code than this one."""
    command = (sys.executable, "manage.py", "store_document", "--of", state)
    subprocess.run(
        command,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        check=True,
        capture_output=True,
        timeout=SECONDS,
    )


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    with (_folder() / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _folder() -> Path:
    folder = Path(settings.VAR_DIR) / "openapi"
    make_private_folder(folder)
    return folder


def _path(state: str, form: str) -> Path:
    return Path(settings.VAR_DIR) / "openapi" / f"{state}.{form}"
