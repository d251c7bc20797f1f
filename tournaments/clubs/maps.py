"""Where a club meets, on a map: the https address of one, or coordinates. Pure."""

import re
import unicodedata
from urllib.parse import urlsplit

# Latitude and longitude in degrees, as stored; `map_url` makes a link of them.
COORDINATES = r"^-?[0-9]{1,2}(\.[0-9]{1,7})?,-?[0-9]{1,3}(\.[0-9]{1,7})?$"
_LATITUDE, _LONGITUDE = 90, 180
_MADE = "https://www.openstreetmap.org/?mlat={0}&mlon={1}#map=17/{0}/{1}"


def read_map(text: str) -> str | None:
    """What is stored of what somebody typed: an address, "52.23,21.01", or ""; None: neither.

    An address has https and a host, and no user name, blank or control character.
    """
    text = text.strip().replace("\N{MINUS SIGN}", "-")
    pair = re.sub(r"\s*,\s*|\s+", ",", text)
    if not text:
        return ""
    if re.match(COORDINATES, pair):
        latitude, longitude = map(float, pair.split(","))
        return pair if abs(latitude) <= _LATITUDE and abs(longitude) <= _LONGITUDE else None
    return text if _is_https(text) else None


def map_url(stored: str) -> str:
    """The address of the map; empty for an empty one."""
    if not re.match(COORDINATES, stored):
        return stored
    return _MADE.format(*stored.split(","))


def _is_https(text: str) -> bool:
    if any(unicodedata.category(sign)[0] in "CZ" for sign in text):
        return False
    try:
        parts = urlsplit(text)
        port_is_read = parts.port is None or parts.port > 0
    except ValueError:
        return False
    has_user = "@" in parts.netloc
    return text.startswith("https://") and bool(parts.hostname) and port_is_read and not has_user
