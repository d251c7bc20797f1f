"""gacrux's reader of report files, which finds the game of a player in one step.

gacrux looks through all games for each one of the file, so reading takes the square of their
number.
"""

from __future__ import annotations

from typing import Any

from gacrux.trf2json import trf2json


class IndexedReader(trf2json):  # type: ignore[misc]  # gacrux has no types
    """Reads a report as trf2json does. Games are only ever added to the lists it reads."""

    def __init__(self) -> None:
        super().__init__()
        self._games: dict[tuple[int, int, int], Any] = {}

    def append_result(self, results: list[Any], result: Any) -> int:
        key = (id(results), result["round"], self.get_result_cid(result, "white"))
        known = [self._games[key]] if key in self._games else []
        number: int = super().append_result(known, result)
        if key not in self._games:
            self._games[key] = result
            results.append(result)
        return number
