"""Static files of one machine: from their sources, without `collectstatic`.

An address names its content (`?v=`), so browsers keep the file; text is sent compressed. A public
server has the same by whitenoise's own storage.
"""

import gzip
from functools import cache, lru_cache
from hashlib import blake2s
from pathlib import Path

from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from whitenoise.middleware import WhiteNoiseMiddleware

FOREVER = "max-age=31536000, public, immutable"
COMPRESSED = ("text/css", "text/javascript", "application/javascript", "image/svg+xml")
SMALL = 1_000  # bytes that are not worth compressing


class SourceStorage(StaticFilesStorage):
    """Adds the version of the content to an address."""

    def url(self, name: str | None) -> str:
        address = str(super().url(name))
        version = _version(name or "")
        return f"{address}?v={version}" if version else address


class SourceFiles(WhiteNoiseMiddleware):  # type: ignore[misc]  # without types
    """Serves the sources; an address with the version of the content may be kept forever."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        path = request.path_info
        name = path.removeprefix(self.static_prefix)
        response: HttpResponseBase = super().__call__(request)
        version = _version(name) if path != name and response.status_code in (200, 304) else ""
        if not version:
            return response
        if request.GET.get("v") == version:
            response["Cache-Control"] = FOREVER
        return _compressed(request, response, name, version)


def _compressed(
    request: HttpRequest, response: HttpResponseBase, name: str, version: str
) -> HttpResponseBase:
    if not response.get("Content-Type", "").startswith(COMPRESSED):
        return response
    patch_vary_headers(response, ["Accept-Encoding"])
    is_whole = response.status_code == 200 and request.method == "GET"
    if not is_whole or "gzip" not in request.headers.get("Accept-Encoding", ""):
        return response
    body = _gzip(name, version)
    if len(body) < SMALL:
        return response
    response.close()
    answer = HttpResponse(body, headers=dict(response.headers))
    answer["Content-Encoding"], answer["Content-Length"] = "gzip", str(len(body))
    del answer["ETag"]  # of the plain file
    return answer


@cache
def _source(name: str) -> Path | None:
    found = finders.find(name) if name else None
    return Path(found) if isinstance(found, str) and Path(found).is_file() else None


def _version(name: str) -> str:
    """A hash of the content; empty if there is no such file."""
    path = _source(name)
    return _hash(path, path.stat().st_mtime_ns) if path else ""


@lru_cache(maxsize=512)
def _hash(path: Path, _changed: int) -> str:
    return blake2s(path.read_bytes(), digest_size=6).hexdigest()


@lru_cache(maxsize=64)
def _gzip(name: str, _version: str) -> bytes:
    path = _source(name)
    return gzip.compress(path.read_bytes(), mtime=0) if path else b""
