"""What the crowd was answered: each attempt, and the last answer to each request."""

import threading
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Attempt:
    """status 0: no answer. Times in seconds of the monotonic clock."""

    method: str
    path: str
    status: int
    began: float
    ended: float
    body: Any = None

    @property
    def seconds(self) -> float:
        return self.ended - self.began

    @property
    def is_write(self) -> bool:
        return self.method in ("POST", "PATCH")

    @property
    def succeeded(self) -> bool:
        return 200 <= self.status < 300


@dataclass(slots=True)
class Ledger:
    """sent: the outcomes that players sent and staff may have ruled, by slot; submitted, confirmed:
    games with a 2xx; typed: what a desk entered with a 2xx. disputed: slots that staff decided too,
    where a player may be refused; ruled: what staff said last of a slot, with a 2xx.
    """

    attempts: list[Attempt] = field(default_factory=list)
    sent: dict[tuple[int, int], set[str]] = field(default_factory=dict)
    submitted: dict[str, tuple[int, int]] = field(default_factory=dict)
    confirmed: dict[str, tuple[int, int]] = field(default_factory=dict)
    typed: dict[tuple[int, int], str] = field(default_factory=dict)
    disputed: set[tuple[int, int]] = field(default_factory=set)
    ruled: dict[tuple[int, int], str] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, attempt: Attempt) -> None:
        with self.lock:
            self.attempts.append(attempt)

    def blame(self, problem: str) -> None:
        with self.lock:
            self.problems.append(problem)

    def expect(self, slot: tuple[int, int], outcome: str) -> None:
        """Staff are about to say this of a slot."""
        with self.lock:
            self.disputed.add(slot)
            self.sent.setdefault(slot, set()).add(outcome)

    def rule(self, slot: tuple[int, int], outcome: str) -> None:
        with self.lock:
            self.ruled[slot] = outcome

    def first_write_after(self, moment: float) -> float | None:
        """Seconds from a moment to the first successful write that began later."""
        ends = [a.ended for a in self.attempts if a.is_write and a.succeeded and a.began >= moment]
        return min(ends) - moment if ends else None
