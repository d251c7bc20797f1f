"""The games of a file that is too long to be held as a whole."""

from collections.abc import Callable, Iterable, Iterator

from engine.tak.notation.ptn import split_games


def split_blocks(
    blocks: Iterable[str], split: Callable[[str], list[str]] = split_games
) -> Iterator[str]:
    """The texts of the games of a file that is read in blocks, as `split` gives them.

    Where a game begins depends on what stands before it alone, so all but the last game of what
    has been read are complete.
    """
    rest = ""
    for block in blocks:
        *complete, rest = split(rest + block)
        yield from complete
    yield rest
