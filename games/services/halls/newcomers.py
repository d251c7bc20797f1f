"""People who entered in a hall: who they are here."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from games.halls.merging import Question
from tournaments import selectors
from tournaments.actor import Actor
from tournaments.errors import NotFound
from tournaments.selectors.events.archive import EventFacts
from tournaments.services import journal
from tournaments.services.archives.people import NEW, Person, choose_players, people_of

if TYPE_CHECKING:
    from tournaments.models import Event, Player


PERSON = "person:"  # questions about who somebody is, by the number of the entry


@dataclass(frozen=True, slots=True)
class Newcomers:
    """facts: of the hall. people: who is in no entry here. chosen: players by entry number."""

    facts: EventFacts
    people: tuple[Person, ...]
    chosen: Mapping[str, str]

    def only(self, taken: Iterable[str]) -> "Newcomers":
        """Those whose entries come from the hall."""
        keys = set(taken)
        return replace(
            self, people=tuple(each for each in self.people if f"entry:{each.entry}" in keys)
        )

    @property
    def questions(self) -> tuple[Question, ...]:
        """Who has the name of somebody here, and nobody said who it is."""
        return tuple(
            Question(
                f"{PERSON}{each.entry}",
                (),
                [[player.public_id, player.name] for player in each.candidates],
                each.name,
            )
            for each in self.people
            if each.candidates and not each.is_here and str(each.entry) not in self.chosen
        )


def find_newcomers(event: "Event", facts: EventFacts, answers: Mapping[str, Any]) -> Newcomers:
    entries = selectors.event_entries(event)
    here = set(entries.values_list("player__public_id", flat=True))
    rows = {row["entry"]: row for row in facts.parts["entries.ndjson"]}
    people = tuple(each for each in people_of(facts) if rows[each.entry]["player"] not in here)
    about_people = [key for key in answers if key.startswith(PERSON)]
    chosen = {key.removeprefix(PERSON): answers[key] for key in about_people}
    return Newcomers(facts, people, chosen)


def store_newcomers(actor: Actor, event: "Event", newcomers: Newcomers) -> "dict[int, Player]":
    """The player of each new entry: the one that was chosen, who has the id, or a new one."""
    numbers = {each.entry for each in newcomers.people}
    chosen = {str(each.entry): each.candidates[0].public_id
              for each in newcomers.people if each.is_here}  # fmt: skip
    for number, said in newcomers.chosen.items():
        if not number.isdigit() or int(number) not in numbers:
            raise NotFound(what="question", key=f"{PERSON}{number}")
        chosen[number] = NEW if said == "hall" else said
    rows = [row for row in newcomers.facts.parts["entries.ndjson"] if row["entry"] in numbers]
    some = EventFacts({"entries.ndjson": rows}, newcomers.facts.sealed)
    players, notes = choose_players(actor, event, some, chosen, same_ids=True)
    journal.write_all(actor, notes)
    return players
