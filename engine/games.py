"""Every game that records can be verified of, by its code."""

from collections.abc import Callable

from engine.tak.verify import verify as verify_tak
from engine.verdict import Verdict

GAMES: dict[str, Callable[..., Verdict]] = {"tak": verify_tak}
