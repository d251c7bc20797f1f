"""Store a batch of proved records: read once whom and what it names, judge, write in bulk."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from engine.errors import RecordError
from engine.proving import Proof
from engine.tak.players import SIDES
from engine.tak.results import RESULTS
from games import outcomes
from games.models import Game, GamePlayer, GameState
from games.outcomes import Verdict
from games.services import casual
from games.services.records.dates import record_date
from games.services.records.event_games import casual_games, days_of, event_games
from games.services.records.names import is_placeholder
from ratings.services import RatedInput, new_postings
from tournaments import selectors
from tournaments.actor import Actor
from tournaments.errors import DomainError
from tournaments.execution.transactions import in_transaction
from tournaments.services import journal
from tournaments.services.people.named_players import NamedPlayers, read_named_players

if TYPE_CHECKING:
    from tournaments.models import Player

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
    error: RecordError | DomainError | None = None
    verdict: Verdict = field(default_factory=dict)

    @property
    def kind(self) -> str:
        """rated | unrated | known | refused"""
        if self.status != "stored":
            return self.status
        return "rated" if self.rated else "unrated"


@dataclass(frozen=True, slots=True)
class _Proved:
    """key: a hash of the moves, the players and the day, without comments."""

    record: str
    verdict: Verdict
    names: list[str]
    key: str


def preview_batch(
    actor: Actor, records: Sequence[str], proofs: Sequence[Proof]
) -> list[ImportResult]:
    """What storing each of these records by itself would give. Writes nothing."""
    sent = list(map(_sent, records, proofs))
    known = _known_games(actor, sent)
    return [_preview(one, known) for one in sent]


def _preview(one: "_Proved | RecordError", known: dict[str, Game]) -> ImportResult:
    if isinstance(one, RecordError):
        return ImportResult("refused", error=one)
    if one.key in known:
        return ImportResult("known", game=known[one.key], verdict=one.verdict)
    try:
        record_date(one.verdict)
    except DomainError as refused:
        return ImportResult("refused", error=refused, verdict=one.verdict)
    notes = tuple(reasons_not_rated(one.verdict, one.names))
    return ImportResult("stored", rated=not notes, notes=notes, verdict=one.verdict)


@in_transaction
def store_batch(
    actor: Actor, records: Sequence[str], proofs: Sequence[Proof]
) -> tuple[list[ImportResult], set[int]]:
    """Store the games of these records that are new, as one after the other would be stored.

    Returns the result of each record, and the pools that the caller has to have rated. Locks
    JournalHead, Pools.
    """
    sent = list(map(_sent, records, proofs))
    known = _known_games(actor, sent)
    new = [one for one in sent if isinstance(one, _Proved) and one.key not in known]
    batch = _Batch(actor, known, _named_players(actor, new))
    results = [batch.judge(one) for one in sent]
    return results, batch.save()


@dataclass(frozen=True, slots=True)
class _Stored:
    """A game to be stored. players: None for nobody in particular. end: None if not rated."""

    game: Game
    players: "list[Player | None]"
    names: list[str]
    end: outcomes.GameEnd | None

    @property
    def player_ids(self) -> list[int | None]:
        return [None if player is None else player.pk for player in self.players]


@dataclass(slots=True)
class _Batch:
    """known: the games that are stored, or will be, by their keys."""

    actor: Actor
    known: dict[str, Game]
    players: NamedPlayers
    stored: list[_Stored] = field(default_factory=list)
    notes: list[journal.Note] = field(default_factory=list)

    def judge(self, one: "_Proved | RecordError") -> ImportResult:
        """What becomes of a record, if those before it are stored."""
        done = _preview(one, self.known)
        if done.status != "stored" or isinstance(one, RecordError):
            return done
        made = len(self.players.made)
        try:
            stored = self._stored(one, is_rated=done.rated)
        except DomainError as refused:
            self.players.forget_after(made)
            return ImportResult("refused", error=refused, verdict=one.verdict)
        self.stored.append(stored)
        self.known[one.key] = stored.game
        self.notes += self.players.notes_after(made)
        self.notes.append(casual.casual_note("game.imported", stored.game))
        if done.rated:
            self.notes.append(casual.casual_note("game.confirmed", stored.game))
        return replace(done, game=stored.game)

    def _stored(self, one: _Proved, *, is_rated: bool) -> _Stored:
        players: list[Player | None] = []
        for name in one.names:
            player = None if is_placeholder(name) else self._player(name)
            players.append(None if player in players else player)
        state = GameState.CONFIRMED if is_rated else GameState.EVIDENCE
        game = casual.new_game(self.actor, one.record, one.verdict, import_key=one.key, state=state)
        end = outcomes.from_verdict(one.verdict) if is_rated else None
        return _Stored(game, players, one.names, end)

    def _player(self, name: str) -> "Player":
        """The player with this name, made without an account if missing."""
        return self.players.find(name) or self.players.make(name[:200])

    def save(self) -> set[int]:
        """Write everything; returns the pools that count a new game."""
        if not self.stored:
            return set()
        self.players.save()
        Game.objects.bulk_create([one.game for one in self.stored])
        GamePlayer.objects.bulk_create(
            seat
            for one in self.stored
            for seat in casual.seats_of(one.game, list(zip(one.player_ids, one.names, strict=True)))
        )
        journal.write_all(self.actor, self.notes)
        return new_postings.post_new(dict(map(_rated_input, filter(_is_posted, self.stored))))


def _sent(record: str, proof: Proof) -> "_Proved | RecordError":
    if isinstance(proof, RecordError):
        return proof
    names = names_of(proof)
    return _Proved(record, proof, names, import_key(proof, names))


def names_of(verdict: Verdict) -> list[str]:
    """The names in the record, the first mover's first."""
    return [(verdict["players"] or {}).get(side) or "" for side in SIDES]


def import_key(verdict: Verdict, names: Sequence[str]) -> str:
    """A hash of the moves, the players and the day, without comments."""
    day = verdict["played_on"] or "no date"
    parts = [verdict["moves_hash"], *map(selectors.name_key, names), day]
    return hashlib.sha256("|".join(parts).encode()).hexdigest()


def _named_players(actor: Actor, sent: "Sequence[_Proved]") -> NamedPlayers:
    names = [name for one in sent for name in one.names if not is_placeholder(name)]
    spellings = [spelling for name in names for spelling in (name, name[:200])]
    return read_named_players(actor, spellings, site=SITE)


def _known_games(actor: Actor, sent: "Sequence[_Proved | RecordError]") -> dict[str, Game]:
    """The games of these records that were imported or sent before, by key; without records."""
    proved = [one for one in sent if isinstance(one, _Proved)]
    rows = Game.objects.exclude(state=GameState.VOID).defer("record", "verdict", "ruleset")
    imported = rows.filter(import_key__in=[one.key for one in proved])
    known = {game.import_key: game for game in imported}
    return known | _sent_games(actor, [one for one in proved if one.key not in known])


def _sent_games(actor: Actor, sent: "Sequence[_Proved]") -> dict[str, Game]:
    """The games with these moves, casual or of an event, of the same players and day, by key.

    One that was refused, or a casual one that is not rated, is stored once more.
    """
    hashes = {one.verdict["moves_hash"] for one in sent}
    days = {one.verdict["played_on"] for one in sent}
    alike = [
        game
        for games in (event_games(hashes), casual_games(hashes, days))
        for game in games.defer("record", "ruleset").prefetch_related("players__player")
    ]
    by_content = {
        (game.moves_hash, day, casual.persons(_in_order(game))): game
        for game in alike
        for day in days_of(game)
    }
    if not by_content:
        return {}
    players = _named_players(actor, sent)
    found = {}
    for one in sent:
        named = [None if is_placeholder(name) else players.find(name) for name in one.names]
        persons = tuple(player.pk if player else 0 for player in named)
        game = by_content.get((one.verdict["moves_hash"], one.verdict["played_on"], persons))
        if game is not None and 0 not in persons:
            found[one.key] = game
    return found


def _in_order(game: Game) -> list[GamePlayer]:
    """The prefetched players of a game."""
    return sorted(game.players.all(), key=lambda seat: seat.order)


def reasons_not_rated(verdict: Verdict, names: Sequence[str]) -> list[str]:
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


def _rated_input(one: _Stored) -> tuple[str, RatedInput]:
    assert one.end is not None
    players = [player_id or 0 for player_id in one.player_ids]
    return casual.source_of(one.game), casual.rated_input(one.game, players, one.end)


def _is_posted(one: _Stored) -> bool:
    """Whether a game goes into the ledger: it is rated, and its names are those of two players."""
    return one.end is not None and all(one.players)
