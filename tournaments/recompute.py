"""Rebuilds derived tables from the facts. Nothing is computed while a lock is held."""

import hashlib
from collections import defaultdict
from collections.abc import Sequence

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from tournaments import selectors
from tournaments.choices import RoundStatus
from tournaments.documents import Document
from tournaments.models import (
    Event,
    Publication,
    Round,
    Series,
    SeriesStandings,
    Standings,
)
from tournaments.outlook.marks import standings_marks
from tournaments.proof.hashing import document_hash
from tournaments.selectors.events.tables import CLOSED
from tournaments.selectors.seasons.documents import make_document, series_by_id
from tournaments.selectors.seasons.scores import RatingLists, Versions, current_versions
from tournaments.services.feed import writing as feed
from tournaments.standings.match_scores import match_scores
from tournaments.standings.points import read_points
from tournaments.standings.table import standings_document as standings_document
from tournaments.standings.teams import team_rules
from tournaments.state import EventState, Played


def refresh_standings(event_id: int) -> bool:
    """Rewrite the stored table of an event; return False if it is already up to date.

    If a correction changed the table after a closed round, that table is published again beside
    the old one. Locks the Event only while writing.
    """
    if _is_fresh(event_id):
        return False
    while True:
        states, version = selectors.event_states(event_id)
        document = standings_document(states)
        made = Standings(
            version=version,
            document=document,
            scores=[score.as_json() for state in states for score in match_scores(state)],
            marks=round_marks(states),
            certain=certain_marks(event_id, states[-1], document),
        )
        stored = Standings.objects.filter(event_id=event_id).first()
        seen = stored.version if stored else None
        before = stored.marks if stored else {}
        corrected = _corrected_tables(event_id, states, before, made.marks)
        with transaction.atomic():
            event = Event.objects.select_for_update().get(pk=event_id)
            stored = Standings.objects.filter(event=event).first()
            if stored is not None and event.standings_version >= version:
                return False
            if (stored.version if stored else None) != seen:
                continue
            if _store(event, stored, made):
                feed.write_standings(event.slug, version=version, corrected=sorted(corrected))
            for number, table_then in corrected.items():
                publish_table(event, table_then, version=version, after_round=number)
            event.standings_version = version
            event.save(update_fields=["standings_version"])
            return True


def _is_fresh(event_id: int) -> bool:
    now = F("event__results_version")
    stored = Standings.objects.filter(event=event_id, version=now, event__standings_version=now)
    return stored.exists()


def standings_after(states: Sequence[EventState], round_number: int) -> Document:
    """The table after a round, computed from today's results."""
    begun = [state for state in states if state.rounds_before < round_number] or states[:1]
    return standings_document([*begun[:-1], begun[-1].as_of_round(round_number)])


def round_marks(states: Sequence[EventState]) -> dict[str, str]:
    """A digest of the input of the table after each round. Equal marks mean equal tables.

    The marks are stored and depend on `repr`: renaming a class or field of `state` changes them.
    """
    marks: dict[str, str] = {}
    running = hashlib.sha256()
    for state in states:
        running.update(repr((state.entrants, state.rules, state.options)).encode())
        if state.teams:
            about = (state.teams, state.matches, team_rules(state))
            running.update(repr(about).encode())
            if any(decided := [match.decided_for for match in state.matches]):
                running.update(repr(decided).encode())
        by_round: dict[int, list[Played]] = defaultdict(list)
        for played in state.played:
            by_round[played.round].append(played)
        for number in range(state.rounds_before + 1, state.current_round + 1):
            running.update(repr(by_round[number]).encode())
            marks[str(number)] = running.hexdigest()
    return marks


def certain_marks(event_id: int, state: EventState, table: Document) -> dict[str, dict[str, str]]:
    """By entry number what is certain in the stage that is played. table: its standings."""
    stage = selectors.running_stage(Event.objects.get(pk=event_id))
    if stage is None or state.teams:
        return {}
    points = {row["entry"]: read_points(row["primary_x2"]) for row in table["rows"]}
    found = standings_marks(state, selectors.cut_off_of(stage), points)
    return {str(entry): marks for entry, marks in found.items()}


def publish_table(
    event: Event, document: dict[str, object], *, version: int, after_round: int, kind: str = CLOSED
) -> Publication:
    """Publish a table unless it equals the last publication of its kind and round."""
    scope, sha256 = f"event:{event.slug}", document_hash(document)
    kept = Publication.objects.filter(scope=scope, kind=kind, after_round=after_round)
    last = kept.order_by("-version").first()
    if last is not None and last.sha256 == sha256:
        return last
    publication, _created = Publication.objects.get_or_create(
        scope=scope,
        kind=kind,
        after_round=after_round,
        version=version,
        defaults={"event": event, "document": document, "sha256": sha256},
    )
    return publication


def _corrected_tables(
    event_id: int, states: Sequence[EventState], before: dict[str, str], now: dict[str, str]
) -> dict[int, Document]:
    """The tables after closed rounds that may have changed since the stored marks."""
    closed = Round.objects.filter(event_id=event_id, state=RoundStatus.CLOSED).order_by("number")
    return {
        number: standings_after(states, number)
        for number in closed.values_list("number", flat=True)
        if before.get(str(number)) not in (None, now.get(str(number)))
    }


def _store(event: Event, stored: Standings | None, new: Standings) -> bool:
    """Replace the stored table; only columns that differ are written, and the version.

    Returns whether readers see another table.
    """
    new.event, new.computed_at = event, timezone.now()
    if stored is None:
        new.save()
        return True
    new.pk = stored.pk
    derived = ("document", "scores", "marks", "certain")
    changed = [name for name in derived if getattr(stored, name) != getattr(new, name)]
    new.save(update_fields=["version", "computed_at", *changed])
    return bool({"document", "certain"} & set(changed))


def refresh_series(series_id: int, lists: RatingLists) -> bool:
    """Rewrite the stored table of a season; return False if it is already up to date.

    Locks the Series only while writing.

    :raises NotFound: there is no such season.
    """
    series = series_by_id(series_id)
    versions = current_versions(series, lists)
    document = make_document(series, lists)
    with transaction.atomic():
        now = Series.objects.select_for_update().get(pk=series_id)
        if now.scoring != series.scoring:
            return False  # the change of the scoring has requested another refresh
        stored = SeriesStandings.objects.filter(series=series).first()
        if stored is None:
            stored = SeriesStandings(series=series)
        elif stored.versions == versions or _is_older(versions, stored.versions):
            return False
        stored.versions, stored.document, stored.computed_at = versions, document, timezone.now()
        stored.save()
    return True


def _is_older(versions: Versions, stored: Versions) -> bool:
    """Whether another worker has meanwhile stored newer tables of the same events."""
    if versions.keys() != stored.keys():
        return False
    pairs = [
        (now, then)
        for key in versions
        for now, then in zip(versions[key], stored[key], strict=False)
        if isinstance(now, int) and isinstance(then, int)
    ]
    return all(now <= then for now, then in pairs) and any(now < then for now, then in pairs)
