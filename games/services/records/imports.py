"""Import records: each is proved, stored, and rated if its players and day are known."""

import hashlib
from dataclasses import dataclass, field

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from engine.errors import RecordError
from engine.games import VERIFIERS
from engine.tak.players import SIDES
from engine.tak.results import RESULTS
from games import outcomes
from games.models import Game, GameState
from games.outcomes import Verdict
from games.services import casual
from games.services.records.dates import record_date
from games.services.records.names import is_placeholder
from games.services.submit import submit_game
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.services.people import people

SITE = "ptn"
FINISHED = frozenset(RESULTS)


@dataclass(frozen=True, slots=True)
class ImportResult:
    """The result of importing one record. status: stored | known | refused.

    notes: why a stored game is not rated, or what was assumed. error: why it was refused.
    """

    status: str
    game: Game | None = None
    rated: bool = False
    notes: tuple[str, ...] = ()
    error: RecordError | None = None
    verdict: Verdict = field(default_factory=dict)


def import_record(
    *,
    actor: Actor,
    record: str,
    event_slug: str = "",
    rules: str = "standard",
    dry_run: bool = False,
) -> ImportResult:
    """Prove and store one record. Idempotent.

    Placeholder names become no player. A game is rated if it is finished and dated and both
    players are named. With `event_slug` it is submitted to the open slot of its two players.

    :raises DateOutOfRange: the Date tag of a new record lies before 1990 or after tomorrow.
    """
    permissions.require(actor, "import.run", None)
    try:
        verdict = VERIFIERS["tak"](record, rules).as_json()
    except RecordError as error:
        return ImportResult("refused", error=error)
    names = [(verdict["players"] or {}).get(side) or "" for side in SIDES]
    if event_slug:
        return _into_event(actor, event_slug, record, verdict, names, dry_run=dry_run)
    key = import_key(verdict, names)
    known = Game.objects.filter(import_key=key).exclude(state=GameState.VOID).first()
    if known is not None:
        return ImportResult("known", game=known, verdict=verdict)
    record_date(verdict)
    notes = tuple(reasons_not_rated(verdict, names))
    if dry_run:
        return ImportResult("stored", rated=not notes, notes=notes, verdict=verdict)
    return _store(actor, record, verdict, names, key, notes)


def import_key(verdict: Verdict, names: list[str]) -> str:
    """A hash of the moves, the players and the day, without comments."""
    day = verdict["played_on"] or "no date"
    parts = [verdict["moves_hash"], *(selectors.name_key(name) for name in names), day]
    return hashlib.sha256("|".join(parts).encode()).hexdigest()


def reasons_not_rated(verdict: Verdict, names: list[str]) -> list[str]:
    """Why this game is not rated, in sentences; empty if it is."""
    reasons = []
    if verdict["result"] not in FINISHED:
        reasons.append(str(_("it is not finished")))
    if not verdict["played_on"]:
        reasons.append(str(_("it has no date")))
    nobody = [name or "?" for name in names if is_placeholder(name)]
    for name in dict.fromkeys(nobody):
        reasons.append(str(_("{name} is nobody in particular")).format(name=name))
    if not nobody and selectors.name_key(names[0]) == selectors.name_key(names[1]):
        reasons.append(str(_("both names are the same")))
    return reasons


@transaction.atomic
def _store(
    actor: Actor,
    record: str,
    verdict: Verdict,
    names: list[str],
    key: str,
    notes: tuple[str, ...],
) -> ImportResult:
    players: list[int | None] = []
    for name in names:
        player_id = None if is_placeholder(name) else _player(actor, name)
        players.append(None if player_id in players else player_id)
    seated = list(zip(players, names, strict=True))
    game = casual.store_game(
        actor, record, verdict, seated, import_key=key, state=GameState.EVIDENCE
    )
    casual.write_casual_journal(actor, "game.imported", game)
    if not notes:
        casual.count(actor=actor, game=game, end=outcomes.from_verdict(verdict))
    return ImportResult("stored", game=game, rated=not notes, notes=notes, verdict=verdict)


def _player(actor: Actor, name: str) -> int:
    """The id of the player with this name, created without an account if missing."""
    known = selectors.find_player_by_name(name, site=SITE)
    if known is not None:
        return known.pk
    player = people.create_player(actor=actor, name=name[:200], handles=[(SITE, name[:200])])
    return player.pk


def _into_event(
    actor: Actor,
    event_slug: str,
    record: str,
    verdict: Verdict,
    names: list[str],
    *,
    dry_run: bool,
) -> ImportResult:
    """Submit a record to the first open slot of its two players in the same order.

    :raises DomainError: there is no such slot, or the game does not fit it.
    """
    first, second = (_player_id_by_name(name) for name in names)
    sent_before = Game.objects.filter(
        slot__pairing__round__event__slug=event_slug, moves_hash=verdict["moves_hash"]
    ).exclude(state__in=[GameState.VOID, GameState.REJECTED])
    for game in sent_before.prefetch_related("players"):
        if casual.player_ids(game) == (first, second):
            return ImportResult("known", game=game, verdict=verdict)
    slot = selectors.open_slot_between(event_slug, first_player_id=first, second_player_id=second)
    record_date(verdict, time_zone=selectors.slot_context(slot.pairing_id, slot.number).time_zone)
    undated = str(_("it has no date; the day of its import is taken"))
    notes = () if verdict["played_on"] else (undated,)
    if dry_run:
        return ImportResult("stored", rated=True, notes=notes, verdict=verdict)
    try:
        game = submit_game(
            actor=actor, pairing_id=slot.pairing_id, number=slot.number, record=record
        )
    except RecordError as error:
        return ImportResult("refused", error=error)
    return ImportResult("stored", game=game, rated=True, notes=notes, verdict=verdict)


def _player_id_by_name(name: str) -> int:
    """The id of the player with this name; 0 without any."""
    player = selectors.find_player_by_name(name, site=SITE)
    return player.pk if player is not None else 0
