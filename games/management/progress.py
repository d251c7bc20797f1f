"""How far an import has come: a bar with rate and time left on a terminal, else a line at times."""

import time
from datetime import timedelta

from django.core.management.base import OutputWrapper

WIDTH = 24  # characters of the bar
DRAW_SECONDS = 0.2
LINE_EVERY = 100  # games
CLEAR_LINE = "\r\x1b[K"


class Progress:
    """size: bytes of all files; the characters that `advance` counts are about as many."""

    def __init__(self, out: OutputWrapper, *, files: int, size: int) -> None:
        self.out, self.files, self.size = out, files, size
        self.has_bar = out.isatty()
        self.games = 0
        self.begun = self.drawn = time.monotonic()

    def advance(self, *, file: int, read: int) -> None:
        """One more game is done. file: its number; read: up to its end."""
        self.games += 1
        now = time.monotonic()
        if self.has_bar:
            if now - self.drawn >= DRAW_SECONDS:
                self.drawn = now
                line = bar(self.games, share=read / max(self.size, 1), seconds=now - self.begun)
                self._draw(CLEAR_LINE + line)
        elif self.games % LINE_EVERY == 0:
            self._line(file)

    def clear(self) -> None:
        """Make room for a line of text; the bar is drawn again below it."""
        if self.has_bar:
            self._draw(CLEAR_LINE)

    def end(self) -> None:
        self.clear()
        self._line(self.files)

    def _line(self, file: int) -> None:
        self.out.write(f"... {self.games} games, file {file} of {self.files}")

    def _draw(self, text: str) -> None:
        self.out.write(text, style_func=str, ending="")
        self.out.flush()


def bar(games: int, *, share: float, seconds: float) -> str:
    """share: of the work that is done; seconds: since it began."""
    share = min(share, 1.0)
    filled = round(WIDTH * share)
    rate = games / seconds if seconds else 0.0
    left = timedelta(seconds=round(seconds / share - seconds)) if share else "?"
    drawn = "#" * filled + "." * (WIDTH - filled)
    return f"[{drawn}] {share:4.0%}  {games:,} games, {rate:,.0f}/s, {left} left"
