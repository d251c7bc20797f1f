"""A list of entries made by staff: judged in memory, then written in one short transaction.

What a row is refused for and what it writes is that of `people.create_player_for`, then `enter`,
then `edit_entry`: the rules are those of `people` and `entry_rules`.
"""

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from django.db.models import Model

from tournaments import permissions
from tournaments.actor import Actor
from tournaments.errors import ListMoved, NotAllowed
from tournaments.execution.transactions import in_transaction
from tournaments.models import Absence, Entry, Event, Handle, Player, StageEntry
from tournaments.selectors.events.events import event_by_id
from tournaments.selectors.people.handles import KnownPlayers
from tournaments.selectors.people.people import entries_of_players
from tournaments.services import journal
from tournaments.services.entries.entry_rules import (
    edit_of,
    entry_as_json,
    entry_note,
    is_entered,
    is_made_for,
    rated_entry,
    require_entries,
)
from tournaments.services.entries.late_entries import (
    CurrentStage,
    Seated,
    read_current_stage,
    seat_late,
)
from tournaments.services.entries.listed_players import (
    ListedPlayer,
    NewPlayer,
    PlayerList,
    handles_of,
    known_players_of,
    new_player_of,
)
from tournaments.services.entries.registration import IN
from tournaments.services.events.states import RUNNING, lock_event
from tournaments.services.people import people
from tournaments.services.rounds.results import bump_results

WRITTEN = ("state", "rating", "rating_source", "number", "family", "fixed_table")
Ratings = Mapping[int, tuple[int | None, str]]


@dataclass(frozen=True, slots=True)
class ListedEntry:
    """One row: who enters, and what of the entry is given."""

    who: ListedPlayer
    changes: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Known:
    """What judging the rows of a list depends on. entries: of these players, by their keys."""

    event: Event
    known_players: KnownPlayers
    entries: dict[int, Entry]
    stage: CurrentStage | None

    def marks(self) -> tuple[object, ...]:
        """What differs if anything of it has changed."""
        stage = self.stage
        return (
            (self.event.slug, self.event.state, self.event.match),
            {key: _values(player) for key, player in self.known_players.players.items()},
            {key: player.pk for key, player in self.known_players.by_id.items()},
            {key: player.pk for key, player in self.known_players.by_handle.items()},
            {key: sorted(found) for key, found in self.known_players.by_name.items()},
            self.known_players.clubs,
            {key: _values(entry) for key, entry in self.entries.items()},
            (stage, _values(stage.stage)) if stage else None,
        )


@dataclass(frozen=True, slots=True)
class EntryPlan:
    """What one row writes. notes: action, before, after and text of each line of the journal.

    alone: never; every row is judged in memory.
    """

    player: Player
    entry: Entry
    new: NewPlayer | None = None
    seated: Seated | None = None
    is_made_for: bool = False
    notes: tuple[tuple[str, Any, Any, str], ...] = ()
    alone: ClassVar[bool] = False

    @property
    def id(self) -> str | None:
        return str(self.entry.pk) if self.entry.pk else None


def read_known(event_id: int, rows: Sequence[ListedEntry]) -> Known:
    """Everything that judging these rows needs, in about ten queries.

    :raises NotFound: there is no such event.
    """
    event = event_by_id(event_id)
    known_players = known_players_of(row.who for row in rows)
    entries = entries_of_players(event, known_players.players)
    stage = read_current_stage(event) if event.state == RUNNING else None
    return Known(event, known_players, entries, stage)


class EntryList:
    """Judges the rows of a list one after the other, each as if those before it were written."""

    def __init__(self, actor: Actor, known: Known, ratings: Ratings) -> None:
        """ratings: by the key of the player, with where each is from; others have none.

        :raises NotAllowed: the actor is not staff of the event.
        """
        permissions.require(actor, "entry.add", known.event)
        self.actor, self.known, self.ratings = actor, known, ratings
        self.event, self.stage = known.event, known.stage
        self.players = PlayerList(known.known_players)
        players = known.known_players.players
        self.entries = {players[pk].public_id: entry for pk, entry in known.entries.items()}
        self.may_create = permissions.may(actor, "player.create", None)
        self.may_claim = permissions.may(actor, "player.handle", None)

    def judge(self, row: ListedEntry) -> EntryPlan:
        """What a row writes; the rows that follow see it as written.

        :raises DomainError: as the services for one entry refuse it; then nothing is seen of it.
        """
        player, new = self.players.find(row.who), None
        if player is None:
            new = self._new_player(row.who)
            player = new.player
        known = self.entries.get(player.public_id)
        plan, stage = self._entered(player, known, new)
        plan = self._edited(plan, row.changes)
        self.stage = stage
        self.entries[player.public_id] = plan.entry
        if new is not None:
            self.players.add(new)
        return plan

    def _new_player(self, who: ListedPlayer) -> NewPlayer:
        if not self.may_create:
            raise NotAllowed(verb="player.create")
        handles = handles_of(who) if self.may_claim else []
        return new_player_of(self.actor, self.event, who, handles=handles)

    def _entered(
        self, player: Player, known: Entry | None, new: NewPlayer | None
    ) -> tuple[EntryPlan, CurrentStage | None]:
        """The entry of a player who is in, and the stage with it. As `entries.enter` for staff."""
        if known is not None and is_entered(known, staff=True):
            return EntryPlan(player, copy(known)), self.stage
        require_entries(self.event, staff=True)
        before = None if known is None else {"state": known.state}
        rating, source = self.ratings.get(player.pk, (None, "")) if player.pk else (None, "")
        entry = rated_entry(self.event, player, copy(known), rating=rating, source=source)
        entry.state = IN
        after = {**entry_as_json(entry, player), "state": IN}
        seated, stage = None, self.stage
        if stage is not None:
            seated, stage = seat_late(stage, self.event, entry)
            entry.number = seated.number
            after |= seated.written
        plan = EntryPlan(
            player=player,
            entry=entry,
            new=new,
            seated=seated,
            is_made_for=is_made_for(self.event, player, self.actor),
            notes=(("entry.added", before, after, ""),),
        )
        return plan, stage

    def _edited(self, plan: EntryPlan, changes: Mapping[str, object]) -> EntryPlan:
        """As `entries.edit_entry`."""
        edit = edit_of(self.event, plan.entry, changes)
        if edit is None:
            return plan
        for name, value in edit.changes.items():
            setattr(plan.entry, name, value)
        note = ("entry.edited", edit.before, edit.after, edit.text)
        return replace(plan, notes=(*plan.notes, note))


@in_transaction
def write_entries(
    *, actor: Actor, known: Known, rows: Sequence[ListedEntry], plans: Sequence[EntryPlan]
) -> list[str]:
    """Write what rows were judged to write; the ids of their entries. Locks Event.

    The statements grow by batches, not by rows. known: what the rows were judged by.

    :raises ListMoved: it has changed since; nothing is written.
    """
    event = lock_event(known.event.pk)
    if read_known(event.pk, rows).marks() != known.marks():
        raise ListMoved
    made = [plan.new for plan in plans if plan.new is not None]
    Player.objects.bulk_create([new.player for new in made])
    Handle.objects.bulk_create([handle for new in made for handle in new.handles])
    held = [plan.player.pk for plan in plans if plan.is_made_for]
    Player.objects.filter(pk__in=held).update(made_by_event=event)
    entries = _stored_entries(plans)
    _store_seats(plans, entries)
    journal.write_all(actor, _notes(event, plans, entries))
    if event.state == RUNNING and any(plan.notes for plan in plans):
        bump_results(event.pk)
    return [str(entries[plan.player.public_id].pk) for plan in plans]


def _stored_entries(plans: Sequence[EntryPlan]) -> dict[str, Entry]:
    """Every entry of the rows as the last of them leaves it, by public id of its player."""
    last = {plan.player.public_id: plan.entry for plan in plans}
    changed = {plan.player.public_id for plan in plans if plan.notes}
    old = [entry for key, entry in last.items() if key in changed and entry.pk is not None]
    new = [entry for entry in last.values() if entry.pk is None]
    for entry in new:
        entry.player = entry.player  # one that was made has its key by now
    Entry.objects.bulk_create(new)
    Entry.objects.bulk_create(
        old, update_conflicts=True, unique_fields=["id"], update_fields=WRITTEN
    )
    return last


def _store_seats(plans: Sequence[EntryPlan], entries: Mapping[str, Entry]) -> None:
    """The late entries' places in the stage, and the rounds that they missed."""
    rows: list[StageEntry] = []
    missed: list[Absence] = []
    for plan in plans:
        if plan.seated is None:
            continue
        entry = entries[plan.player.public_id]
        plan.seated.row.entry = entry
        rows.append(plan.seated.row)
        if plan.seated.missed is not None:
            plan.seated.missed.entry = entry
            missed.append(plan.seated.missed)
    StageEntry.objects.bulk_create(rows)
    Absence.objects.bulk_create(missed)


def _notes(
    event: Event, plans: Sequence[EntryPlan], entries: Mapping[str, Entry]
) -> list[journal.Note]:
    notes = []
    for plan in plans:
        if plan.new is not None:
            notes.append(people.note_of_player(plan.player))
        entry = entries[plan.player.public_id]
        for action, before, after, text in plan.notes:
            notes.append(entry_note(event, entry, action, before=before, after=after, text=text))
    return notes


def _values(row: Model) -> tuple[object, ...]:
    """The columns of a row, to see whether any has changed."""
    return tuple(getattr(row, column.attname) for column in row._meta.concrete_fields)
