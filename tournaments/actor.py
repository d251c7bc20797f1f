"""The actor of a service call; stored with every fact."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Self

from tournaments.documents import Document

Kind = Literal["user", "link", "system", "import", "anonymous"]


@dataclass(frozen=True, slots=True)
class Actor:
    """scopes: those of an API token or an application; None means no restriction.

    application_id: the application that acts for the account.
    """

    kind: Kind
    user_id: int | None = None
    entry_id: int | None = None
    token_id: int | None = None
    scopes: tuple[str, ...] | None = None
    application_id: int | None = None

    def as_json(self) -> Document:
        """The stored form: ids, never a name. Without an application it has none."""
        stored: Document = {
            "kind": self.kind,
            "user": self.user_id,
            "entry": self.entry_id,
            "token": self.token_id,
        }
        if self.application_id is not None:
            stored["application"] = self.application_id
        return stored

    @classmethod
    def of_token(cls, token: Any) -> Self:
        """The account of an API token, limited to the scopes of the token."""
        scopes = tuple(token.scopes) or None
        return cls("user", user_id=token.user_id, token_id=token.pk, scopes=scopes)

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        """Reverse `as_json`; scopes are not stored."""
        return cls(
            stored["kind"],
            stored["user"],
            stored["entry"],
            stored["token"],
            application_id=stored.get("application"),
        )


SYSTEM = Actor("system")
ANONYMOUS = Actor("anonymous")
