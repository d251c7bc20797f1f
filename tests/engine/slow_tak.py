"""A second, slow Tak player: it plays and lists moves from the text of PTN and plain lists only.

Nothing of the engine is used, so that a game played by both checks the engine.
"""

from itertools import product

STEPS = {">": (1, 0), "<": (-1, 0), "+": (0, 1), "-": (0, -1)}


class Mover:
    """A game from its start. `stacks` lists the owners of a space from the bottom, `kinds` says
    what the piece on top is: F, S or C."""

    def __init__(self, size: int, stones: int, capstones: int) -> None:
        self.size = size
        self.stacks: dict[tuple[int, int], list[int]] = {}
        self.kinds: dict[tuple[int, int], str] = {}
        pieces = (("F", stones), ("C", capstones))
        self.left = {(who, kind): count for who in (1, 2) for kind, count in pieces}
        self.plies = 0

    @property
    def turn(self) -> int:
        return 1 + self.plies % 2

    def play(self, text: str) -> None:
        sign = next((each for each in STEPS if each in text), "")
        if not sign:
            self._place(text)
        else:
            self._carry(text.rstrip("*"), sign)
        self.plies += 1

    def _place(self, text: str) -> None:
        kind = text[0] if text[0] in "SC" else "F"
        owner = self.turn if self.plies > 1 else 3 - self.turn
        at = self._space(text[-2:])
        self.stacks[at] = [owner]
        self.kinds[at] = kind
        self.left[owner, "C" if kind == "C" else "F"] -= 1

    def _carry(self, text: str, sign: str) -> None:
        head, drops = text.split(sign)
        at = self._space(head[-2:])
        count = int(head[:-2] or 1)
        pieces, kind = self.stacks[at][-count:], self.kinds.pop(at)
        self.stacks[at] = self.stacks[at][:-count]
        if self.stacks[at]:
            self.kinds[at] = "F"
        else:
            del self.stacks[at]
        for drop in map(int, drops or str(count)):
            at = (at[0] + STEPS[sign][0], at[1] + STEPS[sign][1])
            self.stacks[at] = self.stacks.get(at, []) + pieces[:drop]
            self.kinds[at] = "F"
            pieces = pieces[drop:]
        self.kinds[at] = kind

    def _space(self, name: str) -> tuple[int, int]:
        return ord(name[0]) - ord("a"), int(name[1]) - 1

    def moves(self) -> set[str]:
        """Every legal move, as short PTN."""
        spaces = [*product(range(self.size), repeat=2)]
        empty = [at for at in spaces if at not in self.stacks]
        if self.plies < 2:
            return {self._name(at) for at in empty}
        found = set()
        if self.left[self.turn, "F"]:
            found |= {kind + self._name(at) for at in empty for kind in ("", "S")}
        if self.left[self.turn, "C"]:
            found |= {"C" + self._name(at) for at in empty}
        for at, owners in self.stacks.items():
            if owners[-1] == self.turn:
                found |= self._slides(at)
        return found

    def _slides(self, at: tuple[int, int]) -> set[str]:
        found = set()
        most = min(self.size, len(self.stacks[at]))
        for sign, (right, up) in STEPS.items():
            for count in range(1, most + 1):
                for drops in _ways(count, self.size - 1):
                    end = self._end(at, right, up, drops)
                    if end is None:
                        continue
                    head = f"{count if count > 1 else ''}{self._name(at)}{sign}"
                    tail = "".join(map(str, drops)) if len(drops) > 1 else ""
                    found.add(head + tail + ("*" if end == "S" else ""))
        return found

    def _end(self, at: tuple[int, int], right: int, up: int, drops: tuple[int, ...]) -> str | None:
        """What stands on the last space of a way that may be gone; None where it may not."""
        kind = self.kinds[at]
        for step in range(1, len(drops) + 1):
            there = (at[0] + right * step, at[1] + up * step)
            if not all(0 <= part < self.size for part in there):
                return None
            top = self.kinds.get(there, "")
            if top == "C":
                return None
            alone = step == len(drops) and drops[-1] == 1 and kind == "C"
            if top == "S" and not alone:
                return None
        return top

    def _name(self, at: tuple[int, ...]) -> str:
        return "abcdefghi"[at[0]] + str(at[1] + 1)

    def tps(self) -> str:
        rows = []
        for row in range(self.size - 1, -1, -1):
            cells = [self._cell((column, row)) for column in range(self.size)]
            joined = ",".join(cells)
            for run in range(self.size, 1, -1):
                joined = joined.replace(",".join("x" * run), f"x{run}")
            rows.append(joined)
        return f"{'/'.join(rows)} {self.turn} {self.plies // 2 + 1}"

    def _cell(self, at: tuple[int, int]) -> str:
        if at not in self.stacks:
            return "x"
        return "".join(map(str, self.stacks[at])) + self.kinds[at].replace("F", "")

    def result(self) -> str:
        """The code of the end, or nothing while the game goes on."""
        mover = 3 - self.turn
        for who in (mover, self.turn):
            if self._has_road(who):
                return "R-0" if who == 1 else "0-R"
        out = any(self.left[who, "F"] + self.left[who, "C"] == 0 for who in (1, 2))
        if not out and len(self.stacks) < self.size**2:
            return ""
        flats = [0, 0, 0]
        for at, owners in self.stacks.items():
            flats[owners[-1]] += self.kinds[at] == "F"
        if flats[1] == flats[2]:
            return "1/2-1/2"
        return "F-0" if flats[1] > flats[2] else "0-F"

    def _has_road(self, who: int) -> bool:
        mine = {at for at, own in self.stacks.items() if own[-1] == who and self.kinds[at] != "S"}
        for axis in (0, 1):
            seen = {at for at in mine if at[axis] == 0}
            todo = list(seen)
            for x, y in todo:
                near = {(x + right, y + up) for right, up in STEPS.values()} & mine - seen
                seen |= near
                todo += near
            if any(at[axis] == self.size - 1 for at in seen):
                return True
        return False


def _ways(count: int, most: int) -> list[tuple[int, ...]]:
    if count == 0:
        return [()]
    ways = [(one, *rest) for one in range(1, count + 1) for rest in _ways(count - one, most)]
    return [way for way in ways if len(way) <= most]
