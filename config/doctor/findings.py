"""What a check of the doctor says."""

from dataclasses import dataclass
from enum import Enum


class Level(Enum):
    OK = "ok"
    WARNING = "warning"
    FAILURE = "failure"


@dataclass(frozen=True, slots=True)
class Finding:
    """advice: what to do; empty if all is well."""

    level: Level
    subject: str
    text: str
    advice: str = ""

    def __str__(self) -> str:
        line = f"{self.level.value:<8} {self.subject}: {self.text}"
        return f"{line}. {self.advice}" if self.advice else line


def fine(subject: str, text: str) -> Finding:
    return Finding(Level.OK, subject, text)


def warning(subject: str, text: str, advice: str) -> Finding:
    return Finding(Level.WARNING, subject, text, advice)


def failure(subject: str, text: str, advice: str) -> Finding:
    return Finding(Level.FAILURE, subject, text, advice)
