"""Photographs are decoded and written again; what is none, or too large, is refused."""

import io
import struct
import zlib

import pytest
from PIL import Image

from games.sheets import photos
from games.sheets.photos import LONGEST_SIDE, NotAPhoto, PhotoTooLarge, clean_photo

PLACE = "Sheffield, 53.38"


def file_of(image, kind="JPEG", **options):
    written = io.BytesIO()
    image.save(written, kind, **options)
    return written.getvalue()


def opened(photo):
    return Image.open(io.BytesIO(photo.data))


def test_a_photo_is_a_jpeg_of_its_size():
    photo = clean_photo(file_of(Image.new("RGB", (300, 200), "red")))
    assert (photo.width, photo.height, opened(photo).format) == (300, 200, "JPEG")
    red, green, blue = opened(photo).getpixel((10, 10))
    assert red > 240
    assert max(green, blue) < 20


@pytest.mark.parametrize(
    ("size", "expected"), [((5000, 2500), (2000, 1000)), ((900, 4500), (400, 2000))]
)
def test_a_large_one_is_made_small(size, expected):
    photo = clean_photo(file_of(Image.new("L", size)))
    assert (photo.width, photo.height) == opened(photo).size == expected
    assert max(expected) == LONGEST_SIDE


def test_nothing_but_pixels_comes_through():
    image = Image.new("RGB", (50, 40))
    exif = Image.Exif()
    exif[0x010E] = PLACE
    data = file_of(image, exif=exif, icc_profile=PLACE.encode(), comment=PLACE) + PLACE.encode()
    assert data.count(PLACE.encode()) >= 3
    photo = clean_photo(data)
    assert PLACE.encode() not in photo.data
    assert not opened(photo).getexif()
    assert "icc_profile" not in opened(photo).info


def test_a_photo_that_lies_on_its_side_is_turned():
    exif = Image.Exif()
    exif[0x0112] = 6
    photo = clean_photo(file_of(Image.new("RGB", (80, 20)), exif=exif))
    assert (photo.width, photo.height) == (20, 80)


@pytest.mark.parametrize("mode", ["L", "P", "RGBA", "LA", "1", "CMYK"])
def test_every_mode_becomes_plain_colour(mode):
    kind = "JPEG" if mode == "CMYK" else "PNG"
    photo = clean_photo(file_of(Image.new(mode, (8, 8)), kind))
    assert opened(photo).mode == "RGB"


def test_what_is_transparent_becomes_white():
    photo = clean_photo(file_of(Image.new("RGBA", (8, 8), (0, 0, 0, 0)), "PNG"))
    assert opened(photo).getpixel((4, 4)) == (255, 255, 255)


def test_webp_is_taken():
    assert clean_photo(file_of(Image.new("RGB", (8, 8)), "WEBP")).width == 8


@pytest.mark.parametrize("kind", ["GIF", "TIFF", "BMP", "PPM", "ICO"])
def test_other_kinds_are_refused(kind):
    with pytest.raises(NotAPhoto):
        clean_photo(file_of(Image.new("RGB", (16, 16)), kind))


SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'


@pytest.mark.parametrize(
    "data",
    [b"", b"\xff\xd8\xff", b"%PDF-1.7", SVG, b"\x89PNG\r\n\x1a\n", b"RIFF\0\0\0\0WEBP", b"GIF89a"],
)
def test_what_is_no_photo_is_refused(data):
    with pytest.raises(NotAPhoto):
        clean_photo(data)


def test_broken_files_are_refused_or_read_but_never_crash():
    whole = file_of(Image.effect_noise((64, 64), 60).convert("RGB"), "PNG")
    for end in range(0, len(whole), 97):
        with pytest.raises(NotAPhoto):
            clean_photo(whole[:end])
    for at in range(0, len(whole), 41):
        broken = whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :]
        try:
            clean_photo(broken)
        except (NotAPhoto, PhotoTooLarge):
            continue


def png_that_says(width, height):
    """A small file whose header has this size: a decompression bomb."""

    def chunk(kind, body):
        check = struct.pack(">I", zlib.crc32(kind + body))
        return struct.pack(">I", len(body)) + kind + body + check

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = chunk(b"IDAT", zlib.compress(b"\0" * 1000))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + pixels + chunk(b"IEND", b"")


@pytest.mark.parametrize("size", [(30_000, 30_000), (6_000, 5_000), (2**31 - 1, 2**31 - 1)])
def test_a_bomb_is_refused_before_it_is_decoded(size, monkeypatch):
    monkeypatch.setattr("PIL.ImageOps.exif_transpose", lambda _image: pytest.fail("decoded"))
    with pytest.raises((PhotoTooLarge, NotAPhoto)):
        clean_photo(png_that_says(*size))


def test_too_many_bytes_are_refused():
    with pytest.raises(PhotoTooLarge):
        clean_photo(b"\xff\xd8\xff" + b"\0" * photos.MOST_BYTES)
