"""Import records: each is proved, stored, and rated if its players and day are known."""

from collections import deque
from collections.abc import Generator, Iterable, Iterator

from django.db import IntegrityError
from django.utils.translation import gettext_lazy as _

from engine.errors import RecordError
from engine.proving import Proof, prove
from games.models import COUNTED_STATES, Game, GameState
from games.outcomes import Verdict
from games.services import casual
from games.services.playtak import events
from games.services.playtak.pasted import ReadRecords, read_all_pasted
from games.services.records.dates import record_date
from games.services.records.import_batches import (
    SITE,
    ImportResult,
    names_of,
    preview_batch,
    store_batch,
)
from games.services.records.import_log import import_log
from games.services.records.proving import Records, prove_batches
from games.services.submit import submit_game
from ratings.services import new_postings
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.errors import DomainError

BATCH = 500  # records
ATTEMPTS = 3
RULES = "standard"


def import_record(
    *,
    actor: Actor,
    record: str,
    event_slug: str = "",
    rules: str = RULES,
    dry_run: bool = False,
) -> ImportResult:
    """Prove and store one record. Idempotent.

    Placeholder names become no player. A game is rated if it is finished and dated and both
    players are named. With `event_slug` it is submitted to the open slot of its two players.

    :raises DateOutOfRange: the Date tag of a new record lies before 1990 or after tomorrow.
    """
    permissions.require(actor, "import.run", None)
    read = read_all_pasted([record])
    (record,), (proof,) = read.records, read.proofs([prove(read.records[0], rules)])
    if event_slug and not isinstance(proof, RecordError):
        return import_into_event(actor, event_slug, record, proof, dry_run=dry_run)
    pools: set[int] = set()
    (done,) = import_batch(actor, [record], [proof], dry_run=dry_run, pools=pools)
    new_postings.rate_later(pools)
    if isinstance(done.error, DomainError):
        raise done.error
    return done


def import_records(
    *,
    actor: Actor,
    batches: Iterable[Records],
    rules: str = RULES,
    dry_run: bool = False,
    source: str = "",
    processes: int | None = None,
) -> Generator[list[ImportResult], None, None]:
    """Prove and store the records of each batch, and rate them all at the end. Idempotent.

    As `import_record` does with one after the other, but a refused record has its error in its
    result. A batch is stored as a whole, so an import that was killed is simply run again.
    source: what is imported, for the stored progress; without it none is stored.
    processes: as in `prove_batches`.
    """
    permissions.require(actor, "import.run", None)
    pools: set[int] = set()
    with import_log(actor, "" if dry_run else source) as log:
        try:
            for records, proofs in _prove(batches, rules, processes=processes):
                done = import_batch(actor, records, proofs, dry_run=dry_run, pools=pools)
                log.add(done)
                yield done
        finally:
            new_postings.rate_later(pools)


def _prove(
    batches: Iterable[Records], rules: str, *, processes: int | None
) -> Iterator[tuple[Records, list[Proof]]]:
    """As `prove_batches`, with what stands for a record read first."""
    read: deque[ReadRecords] = deque()

    def read_batches() -> Iterator[Records]:
        for batch in batches:
            read.append(read_all_pasted(batch))
            yield read[-1].records

    for records, found in prove_batches(read_batches(), rules, processes=processes):
        yield records, read.popleft().proofs(found)


def import_batch(
    actor: Actor, records: Records, proofs: list[Proof], *, dry_run: bool, pools: set[int]
) -> list[ImportResult]:
    """pools: those that count a stored game are added.

    :raises IntegrityError: others kept storing the same games and players at the same time.
    """
    if dry_run:
        return preview_batch(actor, records, proofs)
    for attempt in range(ATTEMPTS):
        try:
            results, stale = store_batch(actor, records, proofs)
        except IntegrityError:
            if attempt == ATTEMPTS - 1:
                raise
        else:
            pools |= stale
            return results
    raise AssertionError("the last attempt returns or raises")


def import_into_event(
    actor: Actor,
    event_slug: str,
    record: str,
    verdict: Verdict,
    *,
    dry_run: bool,
) -> ImportResult:
    """Submit a record to the first open slot of its two players in the same order.

    :raises DomainError: there is no such slot, or the game does not fit it.
    """
    first, second = (_player_id_by_name(name) for name in names_of(verdict))
    sent_before = Game.objects.filter(
        slot__pairing__round__event__slug=event_slug, moves_hash=verdict["moves_hash"]
    ).exclude(state__in=[GameState.VOID, GameState.REJECTED])
    for game in sent_before:
        if casual.persons_of(game) == (first, second):
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
    is_counted = game.state in COUNTED_STATES
    return ImportResult("stored", game=game, rated=is_counted, notes=notes, verdict=verdict)


def _player_id_by_name(name: str) -> int:
    """The id of the player with this name, in records or at playtak; 0 without any."""
    found = (selectors.find_player_by_name(name, site=site) for site in (SITE, events.SITE))
    return next((player.pk for player in found if player is not None), 0)
