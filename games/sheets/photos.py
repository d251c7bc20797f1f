"""A photograph that somebody sent, as a small JPEG without anything but its pixels.

Everything is decoded and encoded again, so that neither metadata (place, camera, preview) nor what
was hidden in the file comes through.
"""

import io
import warnings
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _
from PIL import Image, ImageOps

from tournaments.errors import DomainError

FORMATS = ("JPEG", "PNG", "WEBP")
MOST_BYTES = 8 * 1024 * 1024
# Pixels of a file. A JPEG is decoded at a half, a quarter or an eighth where that is enough.
MOST_PIXELS = {"JPEG": 60_000_000, "PNG": 25_000_000, "WEBP": 25_000_000}
LONGEST_SIDE = 2_000
QUALITY = 82


class PhotoTooLarge(DomainError):
    code = "photo_too_large"
    kind = "invalid"
    message = _("The photo is too large: at most {most} are taken.")


class NotAPhoto(DomainError):
    code = "not_a_photo"
    kind = "invalid"
    message = _("This is not a photo that can be read: send a JPEG, PNG or WebP.")


@dataclass(frozen=True, slots=True)
class Photo:
    """data: a JPEG. width, height: in pixels, at most LONGEST_SIDE."""

    data: bytes
    width: int
    height: int


def clean_photo(data: bytes) -> Photo:
    """Decode a file and encode its picture again.

    :raises PhotoTooLarge: in bytes or in pixels; it is not decoded.
    :raises NotAPhoto: it is no picture, or a broken one.
    """
    if len(data) > MOST_BYTES:
        raise PhotoTooLarge(most="8 MB")
    try:
        with warnings.catch_warnings(), Image.open(io.BytesIO(data), formats=FORMATS) as image:
            warnings.simplefilter("ignore")
            return _write(image)
    except DomainError:
        raise
    except MemoryError:
        raise PhotoTooLarge(most="60 MP") from None
    except Image.DecompressionBombError:
        raise PhotoTooLarge(most="60 MP") from None
    except Exception as error:  # decoders raise many kinds for a broken file
        raise NotAPhoto from error


def _write(image: Image.Image) -> Photo:
    most = MOST_PIXELS.get(str(image.format), 0)
    if image.width * image.height > most:
        raise PhotoTooLarge(most=f"{most // 1_000_000} MP")
    image.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))
    upright = ImageOps.exif_transpose(image)
    upright.thumbnail((LONGEST_SIDE, LONGEST_SIDE), Image.Resampling.LANCZOS)
    plain = Image.new("RGB", upright.size, "white")
    if upright.mode in ("RGBA", "LA", "PA") or "transparency" in upright.info:
        with_alpha = upright.convert("RGBA")
        plain.paste(with_alpha, mask=with_alpha.getchannel("A"))
    else:
        plain.paste(upright.convert("RGB"))
    written = io.BytesIO()
    plain.save(written, "JPEG", quality=QUALITY, optimize=True)
    return Photo(written.getvalue(), *plain.size)
