"""A program that plays events with a generated client. It knows the document and nothing else here.

It imports nothing of the project and writes no address: operations go by the ids of the document.
"""

import importlib
import pkgutil
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]


@dataclass
class Generated:
    """The package `roadhouse_client`: operations by id, models by name, and how one signs in."""

    operations: dict[str, Any]
    models: Any
    package: Any
    open_clients: list[Any] = field(default_factory=list)

    def signed_in(self, url: str, token: str) -> "Caller":
        client = self.package.AuthenticatedClient(
            base_url=url, token=token, timeout=60, raise_on_unexpected_status=True
        )
        self.open_clients.append(client)
        return Caller(self, client)

    def close(self) -> None:
        """Close the connections of everybody."""
        while self.open_clients:
            self.open_clients.pop().get_httpx_client().close()

    def make(self, name: str, values: Json) -> Any:
        return getattr(self.models, name).from_dict(values)


@dataclass
class Caller:
    """Somebody with a token, or with the code of a personal link."""

    generated: Generated
    client: Any

    def __call__(self, operation: str, *path: Any, **asked: Any) -> Any:
        """The parsed answer of an operation. A refusal fails with its sentence."""
        call = self.generated.operations[operation].sync_detailed
        answer = call(*path, client=self.client, **asked)
        assert not isinstance(answer.parsed, self.generated.models.Problem), answer.parsed
        return answer.parsed


def load_client() -> Generated:
    """Import the generated package, which is on the path."""
    api = importlib.import_module("roadhouse_client.api")
    operations: dict[str, Any] = {}
    for tag in pkgutil.iter_modules(api.__path__, "roadhouse_client.api."):
        package = importlib.import_module(tag.name)
        for each in pkgutil.iter_modules(package.__path__, f"{tag.name}."):
            operations[each.name.rpartition(".")[2]] = importlib.import_module(each.name)
    models = importlib.import_module("roadhouse_client.models")
    return Generated(operations, models, importlib.import_module("roadhouse_client"))


@dataclass
class Organiser:
    """Runs one event by the API, with players who act by their personal links."""

    call: Caller
    url: str
    slug: str

    def make(self, model: str, values: Json) -> Any:
        return self.call.generated.make(model, values)

    def open_event(self, names: list[str], **settings: Any) -> None:
        """Create the event, enter new players in this order of strength, start it, make links."""
        new = self.make("EventInRequest", {"name": self.slug, "slug": self.slug, **settings})
        self.call("events_create", body=new)
        self.call("events_open_registration", self.slug)
        rows = [
            {"name": name, "new": True, "rating": 1800 - 50 * at} for at, name in enumerate(names)
        ]
        made = self.call(
            "entries_bulk", self.slug, body=self.make("EntriesDocRequest", {"entries": rows})
        )
        assert made.done == len(names), [row.error and row.error.detail for row in made.rows]
        self.call("events_start", self.slug, body=self.make("SeededStartInRequest", {}))
        links = self.call("links_create", self.slug, body=self.make("LinksInRequest", {})).links
        entries = self.call("entries_list", self.slug).results
        codes = {link.entry_id: link.code for link in links}
        self.players = {
            entry.number: self.call.generated.signed_in(self.url, codes[entry.id])
            for entry in entries
        }

    def next_round(self) -> Any:
        """Pair and publish a round; as everybody reads it then."""
        number = self.call(
            "rounds_create", self.slug, body=self.make("PairInRequest", {"seed": 7})
        ).number
        self.call("rounds_publish", self.slug, number, body=self.make("PublishInRequest", {}))
        return self.call("rounds_get", self.slug, number)

    def report(self, pairing: Any, by: int = 1, *, number: int = 1, **evidence: Any) -> Any:
        """A seat reports a game, and the others confirm it; returns the game as it then is."""
        seats = [seat.entry for seat in pairing.seats]
        body = {"pairing": pairing.id, "number": number, **evidence}
        game = self.players[seats[by - 1]]("games_create", body=self.make("GameInRequest", body))
        for order, entry in enumerate(seats, start=1):
            if order != by:
                game = self.players[entry]("games_confirm", game.id)
        assert game.state.value == "confirmed"
        return game

    def close(self, number: int) -> None:
        self.call("rounds_close", self.slug, number)

    def finish(self) -> list[Any]:
        """Finish the event; the rows of the last standings."""
        self.call("events_finish", self.slug)
        return list(self.call("standings_get", self.slug).rows)
