"""Short games on 5x5 for flows, made here."""

FIRST_BY_ROAD = "1. e5 a1\n2. b1 a3\n3. c1 c3\n4. d1 d3\n5. e1 R-0\n"
SECOND_BY_ROAD = "1. a1 e5\n2. a3 b1\n3. c3 c1\n4. e3 d1\n5. d3 e1 0-R\n"
FIRST_RESIGNS = "1. a1 e5\n2. a3 b1\n0-1\n"
ILLEGAL = "1. a1 e5\n2. a3 a3\n"


def ptn(moves: str, *, size: int = 5, **tags: str) -> str:
    """A record with its Size and the tags given, Date for one."""
    lines = [f'[Size "{size}"]', *(f'[{name} "{value}"]' for name, value in tags.items())]
    return "\n".join(lines) + "\n\n" + moves
