"""Drawings as PNG, for places that show no SVG: chats, mails, cards of links.

Letters are those of the fonts beside this file, so that every machine draws the same.
"""

from pathlib import Path

import resvg_py

FONTS = Path(__file__).parent / "fonts"
COORDINATES = FONTS / "coordinates.ttf"
# Latin, Greek, Cyrillic and Hebrew; for drawings in the family "Noto Sans".
TEXT = (FONTS / "sans-regular.ttf", FONTS / "sans-bold.ttf")
JAPANESE = FONTS / "japanese.otf"  # 3 MB, read only for drawings with such letters
FIRST_JAPANESE = "\u2190"
WIDTH, LEAST_WIDTH, MOST_WIDTH = 640, 64, 1200  # pixels


def png_of(svg: str, *, width: int = WIDTH, has_text: bool = False) -> bytes:
    """Draw a standalone SVG; its height follows. has_text: more than coordinates."""
    fonts = [COORDINATES]
    if has_text:
        fonts += TEXT
        if any(letter >= FIRST_JAPANESE for letter in svg):
            fonts.append(JAPANESE)
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            skip_system_fonts=True,
            font_files=[str(font) for font in fonts],
            sans_serif_family="DejaVu Sans",
        )
    )
