"""Drawings as PNG, for places that show no SVG: chats, mails, cards of links.

The letters of the coordinates are those of a font beside this file, so that every machine draws
the same.
"""

from pathlib import Path

import resvg_py

FONT = Path(__file__).parent / "fonts" / "coordinates.ttf"
WIDTH, LEAST_WIDTH, MOST_WIDTH = 640, 64, 1200  # pixels


def png_of(svg: str, *, width: int = WIDTH) -> bytes:
    """Draw a standalone SVG; its height follows."""
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            skip_system_fonts=True,
            font_files=[str(FONT)],
            sans_serif_family="DejaVu Sans",
        )
    )
