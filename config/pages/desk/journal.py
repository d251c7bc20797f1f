"""The journal of an event as sentences: who did what, and when. Names are the current ones."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from config.pages.annotations import Document, Event
from config.pages.desk.base import open_desk, staff_page
from config.pages.desk.journal_details import NameLookup
from config.pages.desk.journal_words import TOPICS, describe_action
from config.pages.forms import Form
from config.pages.names import isolate
from games.undo.actions import JournalLine
from tournaments import selectors
from tournaments.services import journal_checks

PAGE_SIZE, HASH_LENGTH = 50, 10


@dataclass(frozen=True, slots=True)
class JournalRow:
    """text: as typed by the actor."""

    seq: int
    at: datetime
    who: str
    what: str
    text: str
    hash: str


@staff_page
def journal(request: HttpRequest, slug: str) -> HttpResponse:
    """Newest lines first. The whole hash chain is checked on every visit."""
    opened = open_desk(request, slug, "journal", verb="journal.view")
    topics = selectors.journal_topics(opened.event)
    about = request.GET.get("about", "")
    lines = selectors.journal_of(opened.event, about=about if about in topics else "")
    words = [(topic, TOPICS.get(topic, topic)) for topic in topics]
    form = Form(auto_id="%s", initial={"about": about})
    form.fields["about"] = forms.ChoiceField(
        label=_("About"), choices=[("", _("everything")), *words], required=False
    )
    page = Paginator(lines, PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "lines": journal_rows(opened.event, list(page)),
        "form": form,
        "broken": journal_checks.check_scope(f"event:{opened.event.slug}"),
    }
    return opened.render("journal.html", context)


def journal_rows(event: Event, rows: Sequence[JournalLine]) -> list[JournalRow]:
    """At most six queries, for all names."""
    names = _Names(event, rows)
    has_edits = any(row.action == "round.edited" for row in rows)
    people = selectors.players_by_number(event) if has_edits else {}
    numbers = {number: isolate(row["name"]) for number, row in people.items()}
    lookup = NameLookup(names.entry, numbers, event.time_zone, event.match)
    return [
        JournalRow(
            seq=row.seq,
            at=row.at,
            who=names.actor(row.actor),
            what=describe_action(row.action, names.subject(row), row.before, row.after, lookup),
            text=row.text,
            hash=row.hash[:HASH_LENGTH],
        )
        for row in rows
    ]


class _Names:
    """The names behind the ids in some journal lines."""

    def __init__(self, event: Event, rows: Sequence[JournalLine]) -> None:
        kinds: dict[str, set[int]] = {kind: set() for kind in ("entry", "user", "slot", "pairing")}
        for row in rows:
            kind, _colon, key = row.subject.partition(":")
            if kind in kinds and key.isdecimal():
                kinds[kind].add(int(key))
            if row.actor.get("user"):
                kinds["user"].add(row.actor["user"])
            if row.actor.get("entry"):
                kinds["entry"].add(row.actor["entry"])
            kinds["entry"] |= set(_entries_in_pairs(row))
        self._entries = selectors.names_of_entries(event, kinds["entry"])
        self._users = selectors.names_of_users(kinds["user"])
        self._applications = selectors.names_of_applications([row.actor for row in rows])
        self._slots = selectors.places_of_slots(event, kinds["slot"])
        self._pairings = selectors.places_of_pairings(event, kinds["pairing"])

    def entry(self, pk: int) -> str:
        return isolate(self._entries[pk]) if pk in self._entries else _("somebody")

    def actor(self, actor: Document) -> str:
        if actor.get("user"):
            name = self._users.get(actor["user"], _("a former account"))
            return by_application(name, actor, self._applications)
        if actor.get("entry"):
            return self._entries.get(actor["entry"], _("a player"))
        return _("an import") if actor.get("kind") == "import" else _("the service")

    def subject(self, row: JournalLine) -> str:
        """The subject of the line, for use inside a sentence."""
        kind, _colon, key = row.subject.partition(":")
        number = int(key) if key.isdecimal() else 0
        if kind == "entry":
            return self.entry(number)
        if kind == "user":
            return isolate(self._users.get(number, _("a former account")))
        if kind == "round":
            return _("round %(n)s") % {"n": key}
        if kind == "stage":
            return _("stage %(n)s") % {"n": key}
        if kind == "slot":
            return _slot_text(self._slots.get(number))
        if kind == "pairing":
            return _pairing_text(self._pairings.get(number))
        return isolate(row.subject)


def by_application(name: str, actor: Document, applications: Mapping[int, str]) -> str:
    """The name of an account, and that of the application that acted for it."""
    application = applications.get(actor.get("application", 0))
    if application is None:
        return name
    names = {"name": isolate(name), "application": isolate(application)}
    return _("%(name)s, by the application %(application)s") % names


def _slot_text(place: selectors.SlotPlace | None) -> str:
    if place is None:
        return _("a game of a round that was taken back")
    if place.table is None:
        return _("round %(round)d, game %(game)d") % {"round": place.round, "game": place.game}
    return _("round %(round)d, table %(table)d, game %(game)d") % {
        "round": place.round,
        "table": place.table,
        "game": place.game,
    }


def _pairing_text(place: tuple[int, int | None] | None) -> str:
    if place is None:
        return _("a match of a round that was taken back")
    round_, table = place
    if table is None:
        return _("a match of round %(round)d") % {"round": round_}
    return _("round %(round)d, table %(table)d") % {"round": round_, "table": table}


def _entries_in_pairs(row: JournalLine) -> list[int]:
    """The entries in the pairs of an `apart.` line."""
    found: list[int] = []
    for side in (row.before, row.after):
        if isinstance(side, dict) and row.action.startswith("apart."):
            found += [pk for pair in side.get("pairs") or () for pk in pair[:2]]
    return found
