"""Who acts. Every service is told, every fact remembers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Self

Kind = Literal["user", "link", "system", "import", "anonymous"]


@dataclass(frozen=True, slots=True)
class Actor:
    """`scopes` None means all that the user may do; a token may narrow it."""

    kind: Kind
    user_id: int | None = None
    entry_id: int | None = None
    token_id: int | None = None
    scopes: tuple[str, ...] | None = None

    def as_json(self) -> dict[str, Any]:
        """What facts and the journal keep: ids, never a name."""
        return {
            "kind": self.kind,
            "user": self.user_id,
            "entry": self.entry_id,
            "token": self.token_id,
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        """Who `as_json` wrote; what a token may do was asked when it was written."""
        return cls(stored["kind"], stored["user"], stored["entry"], stored["token"])


SYSTEM = Actor("system")
ANONYMOUS = Actor("anonymous")
