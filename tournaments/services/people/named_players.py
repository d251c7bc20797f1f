"""The players whom the names in records mean: each name is looked up in memory, as
`selectors.find_player_by_name` does in the database, and missing players are created.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from tournaments import permissions
from tournaments.actor import Actor
from tournaments.models import Handle, Player
from tournaments.selectors.people.handles import KnownPlayers, read_known_players
from tournaments.selectors.people.people import name_key
from tournaments.services import journal
from tournaments.services.people import people


@dataclass(slots=True)
class NamedPlayers:
    """made: who is missing in the database, in order; `save` stores them."""

    actor: Actor
    site: str
    known: KnownPlayers
    made: list[tuple[Player, Handle]] = field(default_factory=list)
    made_by_key: dict[str, Player] = field(default_factory=dict)
    made_by_capitals: dict[str, list[Player]] = field(default_factory=dict)

    def find(self, name: str) -> Player | None:
        """The player with this handle on the site, else the only one with exactly this name."""
        key = name_key(name)
        of_site = self._with_handle(key)
        if of_site is not None:
            return of_site
        own = self.known.by_handle.get(("", key))
        capitals = self.known.capitals[name.strip()]
        named = [*self.known.named(name.strip()), *self.made_by_capitals.get(capitals, [])]
        found = {player.public_id: player for player in [*named, *([own] if own else [])]}
        return next(iter(found.values())) if len(found) == 1 else None

    def make(self, name: str) -> Player:
        """A player without an account who has this name, and it as a handle; not stored yet.

        :raises InvalidInput: it is too long for a name.
        :raises HandleTaken: the handle belongs to another player.
        """
        player = people.new_player(self.actor, {"name": name}, [(self.site, name)])
        handle = people.new_handle(player, self.site, name)
        if self._with_handle(handle.name_key) is not None:
            raise people.HandleTaken(name=name, site=self.site)
        self.made.append((player, handle))
        self.made_by_key[handle.name_key] = player
        capitals = self.known.capitals[player.name]
        self.made_by_capitals.setdefault(capitals, []).append(player)
        return player

    def forget_after(self, count: int) -> None:
        """Keep only the first so many of those who were made."""
        while len(self.made) > count:
            player, handle = self.made.pop()
            del self.made_by_key[handle.name_key]
            self.made_by_capitals[self.known.capitals[player.name]].remove(player)

    def notes_after(self, count: int) -> list[journal.Note]:
        """What the journal says of those who were made, but for the first so many."""
        return [people.note_of_player(player) for player, _handle in self.made[count:]]

    def save(self) -> None:
        """Store those who were made; the caller writes their notes into the journal."""
        if self.made:
            permissions.require(self.actor, "player.create", None)
            permissions.require(self.actor, "player.handle", None)
        Player.objects.bulk_create([player for player, _handle in self.made])
        Handle.objects.bulk_create([handle for _player, handle in self.made])

    def _with_handle(self, key: str) -> Player | None:
        return self.made_by_key.get(key) or self.known.by_handle.get((self.site, key))


def read_named_players(actor: Actor, names: Iterable[str], *, site: str) -> NamedPlayers:
    """Look up these names in a few queries. site: whose handles the names are."""
    wanted = set(names)
    known = read_known_players(
        public_ids=(),
        handles=[(where, name) for name in wanted for where in (site, "")],
        names={spelling for name in wanted for spelling in (name.strip(), " ".join(name.split()))},
    )
    return NamedPlayers(actor, site, known)
