"""The people of an archive, and who of them is known here."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments import selectors
from tournaments.actor import Actor
from tournaments.errors import DomainError, InvalidInput, NotFound
from tournaments.models import Event, Player
from tournaments.selectors.events.archive import EventFacts
from tournaments.selectors.people.people import resolve
from tournaments.selectors.people.search import same_folded_names
from tournaments.services import journal
from tournaments.services.archives.storing import store
from tournaments.services.people.people import new_player, note_of_player

NEW = "new"


class TwoForOne(DomainError):
    code = "two_for_one"
    kind = "invalid"
    message = _("Entries {first} and {second} cannot be the same player.")


class Person(NamedTuple):
    """name: empty if it was removed. candidates: players here who may be the person.

    is_here: the first candidate has the id of the person, so this is the same installation.
    """

    entry: int
    name: str
    candidates: list[Player]
    is_here: bool


def people_of(facts: EventFacts) -> list[Person]:
    """Every person by entry number: who has the same id, then who has the same name. Two queries.

    The forgotten are nobody here.
    """
    entries = facts.parts["entries.ndjson"]
    names = {row["entry"]: name_of(facts, row) for row in entries}
    known = selectors.players_by_public_id([str(row["player"]) for row in entries])
    alike = same_folded_names({name for name in names.values() if name})
    found = []
    for row in entries:
        name = names[row["entry"]]
        same = known.get(row["player"]) if name else None
        first = [resolve(same)] if same else []
        rest = [player for player in alike.get(name, []) if player not in first]
        candidates = [player for player in first + rest if player.anonymised_at is None]
        found.append(Person(row["entry"], name, candidates, bool(same) and first == candidates[:1]))
    return found


def name_of(facts: EventFacts, entry: Mapping[str, Any]) -> str:
    """The name of an entry; empty if it was removed, or the person was forgotten."""
    sealed = facts.sealed.get(f"person:{entry['entry']}")
    return "" if sealed is None or entry["forgotten"] else " ".join(str(sealed["name"]).split())


def choose_players(
    actor: Actor,
    event: Event,
    facts: EventFacts,
    chosen: Mapping[str, str],
    *,
    same_ids: bool = False,
) -> tuple[dict[int, Player], list[journal.Note]]:
    """The player of each entry: the one that was chosen, else one who is made.

    chosen: public ids, or "new", by the number of the entry. same_ids: who is made has the id
    that the archive says.

    :raises InvalidInput: there is no such entry.
    :raises NotFound: there is no such player.
    :raises TwoForOne: two entries have one player.
    """
    entries = {str(row["entry"]): row for row in facts.parts["entries.ndjson"]}
    for number in chosen:
        if number not in entries:
            raise InvalidInput(field=f"people.{number}", problem=_("there is no such entry"))
    wanted = {number: who for number, who in chosen.items() if who != NEW}
    known = {public: resolve(row) for public, row in
             selectors.players_by_public_id(wanted.values()).items()}  # fmt: skip
    players: dict[int, Player] = {}
    made: list[Player] = []
    for number, row in entries.items():
        if number in wanted:
            players[row["entry"]] = _known_player(known, wanted[number])
        else:
            made.append(_new_player(actor, event, name_of(facts, row)))
            if same_ids:
                made[-1].public_id = row["player"]
            players[row["entry"]] = made[-1]
    _require_different(players)
    store(made)
    return players, [note_of_player(player) for player in made]


def known_by_id(facts: EventFacts) -> dict[str, str]:
    """The ids of an archive that players here have, by the number of the entry. One query."""
    ids = {str(row["entry"]): str(row["player"]) for row in facts.parts["entries.ndjson"]}
    known = selectors.players_by_public_id(ids.values())
    return {number: public for number, public in ids.items() if public in known}


def _known_player(known: Mapping[str, Player], public_id: str) -> Player:
    found = known.get(public_id)
    if found is None or found.anonymised_at is not None:
        raise NotFound(what="player", key=public_id)
    return found


def _new_player(actor: Actor, event: Event, name: str) -> Player:
    """A player who is not stored yet; without a name one who is forgotten."""
    if name:
        return new_player(actor, {"name": name, "made_by_event": event}, ())
    player = Player(made_by_event=event, anonymised_at=timezone.now())
    player.name = f"Player {player.public_id}"
    return player


def _require_different(players: Mapping[int, Player]) -> None:
    seen: dict[str, int] = {}
    for number, player in players.items():
        if player.public_id in seen:
            raise TwoForOne(first=seen[player.public_id], second=number)
        seen[player.public_id] = number


def described(people: Iterable[Person]) -> list[dict[str, Any]]:
    """Who may be whom, for programs."""
    return [
        {
            "entry": person.entry,
            "name": person.name,
            "same_installation": person.is_here,
            "candidates": [
                {"id": player.public_id, "name": player.name} for player in person.candidates
            ],
        }
        for person in people
    ]
