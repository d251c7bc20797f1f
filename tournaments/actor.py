"""The actor of a service call; stored with every fact."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Self

from tournaments.documents import Document

Kind = Literal["user", "link", "system", "import", "anonymous"]


@dataclass(frozen=True, slots=True)
class Actor:
    """scopes: those of an API token; None means no restriction."""

    kind: Kind
    user_id: int | None = None
    entry_id: int | None = None
    token_id: int | None = None
    scopes: tuple[str, ...] | None = None

    def as_json(self) -> Document:
        """The stored form: ids, never a name."""
        return {
            "kind": self.kind,
            "user": self.user_id,
            "entry": self.entry_id,
            "token": self.token_id,
        }

    @classmethod
    def of_token(cls, token: Any) -> Self:
        """The account of an API token, limited to the scopes of the token."""
        scopes = tuple(token.scopes) or None
        return cls("user", user_id=token.user_id, token_id=token.pk, scopes=scopes)

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        """Reverse `as_json`; scopes are not stored."""
        return cls(stored["kind"], stored["user"], stored["entry"], stored["token"])


SYSTEM = Actor("system")
ANONYMOUS = Actor("anonymous")
