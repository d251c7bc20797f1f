"""Whom the rows of a list mean: by id, else by handle, else by name, else somebody new."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.actor import Actor
from tournaments.errors import DomainError, NotFound, require_found
from tournaments.models import Event, Handle, Player
from tournaments.name_folding import fold_name
from tournaments.selectors.people.handles import KnownPlayers, read_known_players
from tournaments.selectors.people.people import name_key
from tournaments.selectors.people.search import same_folded_names
from tournaments.services.people import people
from tournaments.wording import join_with_commas


class NameIsShared(DomainError):
    code = "name_is_shared"
    message = _("Several players are called {name}. Give the id of one of them: {choices}.")


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """One row. handle: `site:name`. new: create a player if nobody has the name.

    club: the name of a club, which tells several players of one name apart.
    unknown: the name is that of a new player, even if others have it.
    """

    player: str = ""
    handle: str = ""
    name: str = ""
    club: str = ""
    new: bool = False
    unknown: bool = False

    @property
    def site(self) -> str:
        return self.handle.partition(":")[0].strip()

    @property
    def nick(self) -> str:
        return self.handle.partition(":")[2]

    @property
    def spellings(self) -> tuple[str, str]:
        """The name as it is looked for, and as it is stored."""
        return self.name.strip(), " ".join(self.name.split())


@dataclass(frozen=True, slots=True)
class NewPlayer:
    """A player whom a row makes; not stored yet."""

    player: Player
    handles: tuple[Handle, ...]


def known_players_of(rows: Iterable[ListedPlayer]) -> KnownPlayers:
    """Everybody whom these rows may mean, in a few queries."""
    asked = list(rows)
    own_names = [("", row.name) for row in asked if row.name]
    return read_known_players(
        public_ids={row.player for row in asked if row.player},
        handles=[(row.site, row.nick) for row in asked if row.nick] + own_names,
        names={name for row in asked if row.name for name in row.spellings},
        with_clubs=any(row.club for row in asked),
    )


@dataclass(slots=True)
class PlayerList:
    """The players whom the rows of a list mean, with those whom its rows make."""

    known_players: KnownPlayers
    made_by_handle: dict[tuple[str, str], Player] = field(default_factory=dict)
    made_by_name: dict[str, list[Player]] = field(default_factory=dict)

    def find(self, row: ListedPlayer) -> Player | None:
        """None: the row makes a player.

        :raises NotFound: there is nobody, and the row does not say that somebody is to be made.
        :raises NameIsShared: several players have the name.
        """
        if row.unknown:
            return None
        if row.player:
            return require_found(self.known_players.by_id.get(row.player), "player", row.player)
        for site, name in ((row.site, row.nick), ("", row.name)):
            known = self._player_of_handle(site, name) if name else None
            if known is not None:
                return known
        found = self._of_club(self._named(row.name), row.club)
        if len(found) > 1:
            choices = [player.public_id for player in found]
            raise NameIsShared(name=row.name, choices=join_with_commas(choices))
        if found:
            return found[0]
        if not row.new or not row.name:
            raise NotFound(what="player", key=row.name or row.handle)
        return None

    def makes_player(self, row: ListedPlayer) -> bool:
        """Whether the row makes a player, as far as it is not refused."""
        try:
            return self.find(row) is None
        except DomainError:
            return False

    def add(self, new: NewPlayer) -> None:
        """Let the rows that follow find a player whom a row made."""
        for handle in new.handles:
            self.made_by_handle[handle.site, handle.name_key] = new.player
        capitals = self.known_players.capitals[new.player.name]
        self.made_by_name.setdefault(capitals, []).append(new.player)

    def _player_of_handle(self, site: str, name: str) -> Player | None:
        key = site, name_key(name)
        return self.made_by_handle.get(key) or self.known_players.by_handle.get(key)

    def _of_club(self, found: list[Player], club: str) -> list[Player]:
        """Those whom the club lists; all, if there is only one, or the club lists none of them."""
        key = fold_name(club)
        if len(found) < 2 or not key:
            return found
        clubs = self.known_players.clubs
        return [player for player in found if key in clubs.get(player.pk, ())] or found

    def _named(self, name: str) -> list[Player]:
        if not name_key(name):
            return []
        made = self.made_by_name.get(self.known_players.capitals[name.strip()], [])
        return [*self.known_players.named(name.strip()), *made]


def other_spellings(rows: Sequence[ListedPlayer]) -> list[list[Player]]:
    """For each row that makes a player: those whose name is the same in another spelling.

    Five queries.
    """
    players = PlayerList(known_players_of(rows))
    unknown = {row.name for row in rows if players.makes_player(row)}
    alike = same_folded_names(unknown)
    return [alike.get(row.name, []) for row in rows]


def handles_of(row: ListedPlayer) -> list[tuple[str, str]]:
    """The names elsewhere that the player whom a row makes is given, if the actor may."""
    return [(row.site, row.nick)] if row.nick else []


def new_player_of(
    actor: Actor, event: Event, row: ListedPlayer, *, handles: Sequence[tuple[str, str]]
) -> NewPlayer:
    """The player whom a row makes for an event. No database."""
    facts: dict[str, Any] = {"name": row.name, "made_by_event": event}
    player = people.new_player(actor, facts, handles)
    rows = tuple(people.new_handle(player, site, name) for site, name in handles)
    return NewPlayer(player, rows)
