"""Prove and store what is submitted for a slot, and open disputes."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from engine.games import CARD_GAMES, VERIFIERS
from engine.tak.players import SIDES
from engine.tak.wagers import read_calls
from games import outcomes
from games.models import DISCARDED_STATES, Dispute, Game, GamePlayer, GameState
from games.outcomes import Claim, Verdict
from games.services.records.dates import PLAYED_ON, check_day, record_date
from games.services.records.names import assign_seats, check_names
from games.stakes.dues import is_tavern, stake_rules
from tournaments import selectors
from tournaments.actor import Actor
from tournaments.choices import SlotStatus
from tournaments.documents import Document
from tournaments.errors import InvalidInput
from tournaments.services import journal
from tournaments.services.rounds import results

if TYPE_CHECKING:
    from tournaments.selectors import SlotContext
    from tournaments.selectors.rounds.slot_context import SeatInfo

ENGINE_VERSION = "tak/1"
ENGINE_VERSIONS = {"tak": ENGINE_VERSION, "taki": "taki/1", "gamnon": "gamnon/1"}


@dataclass(frozen=True, slots=True)
class Submission:
    """A submission that is proved and not yet stored."""

    record: str
    claim: Claim | None
    verdict: Verdict | None
    end: outcomes.GameEnd
    played_on: date

    @property
    def record_hash(self) -> str:
        return hashlib.sha256(self.record.encode()).hexdigest() if self.record else ""

    @property
    def moves_hash(self) -> str:
        return outcomes.moves_hash(self.verdict) if self.verdict else ""


def prove_submission(
    context: "SlotContext",
    *,
    record: str,
    claim: Claim | None,
    played_on: date | None,
) -> Submission:
    """Verify a submission for a slot under its ruleset. Writes nothing."""
    if not record.strip() and not claim:
        raise InvalidInput(field="record", problem=_("send a record or a result"))
    verdict = None
    if record.strip():
        verdict = VERIFIERS[context.event_game](record, context.ruleset).as_json()
        fit = assign_seats if context.event_game in CARD_GAMES else check_names
        fit(context, verdict)
        _judge_calls(context, record, verdict)
        end = outcomes.from_verdict(verdict, claim=claim)
    else:
        end = claimed_end(context, claim or {})
    return Submission(
        record=record if record.strip() else "",
        claim=claim,
        verdict=verdict,
        end=end,
        played_on=_day(context, verdict or {}, played_on),
    )


def _day(context: "SlotContext", verdict: Verdict, played_on: date | None) -> date:
    """The day that is given, else that of the record, else today at the place of the event.

    :raises DateOutOfRange: it lies before 1990 or after tomorrow.
    """
    zone = context.time_zone
    if played_on is not None:
        check_day(played_on, field=PLAYED_ON, time_zone=zone)
        return played_on
    return record_date(verdict, time_zone=zone) or selectors.today(zone)


def _judge_calls(context: "SlotContext", record: str, verdict: Verdict) -> None:
    """Add to a verdict which Tak calls of its record threatened to win, where coins hang on it."""
    rules = stake_rules(context.match) if context.event_game == "tak" else None
    if rules is None or is_tavern(rules):
        return
    calls = read_calls(record, context.ruleset, sign=rules.call_sign)
    if calls:
        facts = verdict["facts"].setdefault("wagers", {})
        facts["judged"] = [[call.ply, call.side, call.threat] for call in calls]


def claimed_end(context: "SlotContext", claim: Claim) -> outcomes.GameEnd:
    """:raises ReserveMissing, InvalidInput: as `outcomes.from_claim`."""
    return outcomes.from_claim(
        claim,
        game=context.event_game,
        seats=len(context.seats),
        ruleset=context.ruleset,
        reserve_needed=context.match.get("rank_by") == "board_plus_reserve",
    )


def find_same_game(games: Iterable[Game], sent: Submission) -> Game | None:
    """A live game of a slot that says exactly this already."""
    for game in games:
        same_claim = bool(sent.moves_hash) or game.claim == sent.claim
        if game.state not in DISCARDED_STATES and game.moves_hash == sent.moves_hash and same_claim:
            return game
    return None


def store_submission(
    actor: Actor,
    context: "SlotContext",
    sent: Submission,
    seat: int | None,
    *,
    state: str = GameState.SUBMITTED,
) -> Game:
    game = insert_submission(actor, context, sent, seat, state=state)
    journal.write_all(actor, [submitted_note(context, game)])
    return game


def insert_submission(
    actor: Actor,
    context: "SlotContext",
    sent: Submission,
    seat: int | None,
    *,
    state: str = GameState.SUBMITTED,
) -> Game:
    """Store a submission; the caller writes its `submitted_note`."""
    game = new_game(actor, context, sent, seat, state=state)
    game.save(force_insert=True)
    GamePlayer.objects.bulk_create(players_of(game, context, sent))
    return game


def new_game(
    actor: Actor, context: "SlotContext", sent: Submission, seat: int | None, *, state: str
) -> Game:
    """A submission as a game; not stored yet."""
    return Game(
        slot_id=context.slot_id,
        game=context.event_game,
        ruleset=context.ruleset,
        played_on=sent.played_on,
        record=sent.record,
        record_hash=sent.record_hash,
        moves_hash=sent.moves_hash,
        claim=sent.claim,
        verdict=sent.verdict,
        engine_version=ENGINE_VERSIONS[context.event_game] if sent.verdict else "",
        actor=actor.as_json(),
        submitted_seat=seat,
        confirm_by_at=_confirm_by(context, sent),
        state=state,
    )


def players_of(game: Game, context: "SlotContext", sent: Submission) -> list[GamePlayer]:
    """Who played a game, in the order of moving; not stored yet."""
    return [
        GamePlayer(game=game, order=order, player_id=mover.player_id, name_in_record=name[:200])
        for order, (mover, name) in enumerate(_movers(context, sent.verdict or {}), start=1)
    ]


def submitted_note(context: "SlotContext", game: Game) -> journal.Note:
    """What the journal says of a game that was sent."""
    return note_of(context, "game.submitted", after={"game": game.public_id})


def _movers(context: "SlotContext", verdict: Verdict) -> "list[tuple[SeatInfo, str]]":
    """The seats in the order of moving, each with the name that the record gives it."""
    names = verdict.get("players") or {}
    if "seats" in verdict:  # of a card game: as it was played
        of_order = {seat.order: seat for seat in context.seats}
        first = verdict["facts"]["first"] - 1
        played = [
            (of_order[seat], name)
            for seat, name in zip(verdict["seats"], names.values(), strict=True)
        ]
        return played[first:] + played[:first]
    # The move goes round the table from the first seat; records name no more than two sides.
    movers = context.seats[context.first_seat - 1 :] + context.seats[: context.first_seat - 1]
    sides = [*SIDES, *[""] * (len(movers) - 2)]
    return [(mover, names.get(side) or "") for mover, side in zip(movers, sides, strict=True)]


def _confirm_by(context: "SlotContext", sent: Submission) -> datetime | None:
    """When a PROVEN record confirms itself, if the event says so."""
    hours = context.confirm.get("hours")
    if not hours or not sent.end.facts.get("proven"):
        return None
    return timezone.now() + timedelta(hours=hours)


def open_dispute(
    actor: Actor,
    context: "SlotContext",
    game: Game | None,
    *,
    text: str,
    problems: Sequence[Document] = (),
) -> None:
    """Open the one dispute of a slot, or leave the open one as it is.

    problems: of a program, which `text` says in English; see `games.dispute_words`.
    """
    if not Dispute.objects.filter(slot_id=context.slot_id, closed_at=None).exists():
        Dispute.objects.create(
            slot_id=context.slot_id,
            game=game,
            actor=actor.as_json(),
            text=text,
            problems=list(problems),
        )
    if context.current is None:
        results.set_slot_state(actor=actor, context=context, state=SlotStatus.DISPUTED)
        Game.objects.filter(slot_id=context.slot_id, state=GameState.SUBMITTED).update(
            state=GameState.DISPUTED
        )
        if game is not None and game.state == GameState.SUBMITTED:
            game.state = GameState.DISPUTED
    write_slot_journal(actor, context, "slot.disputed", text=text)


def note_of(
    context: "SlotContext",
    action: str,
    *,
    before: object = None,
    after: object = None,
    text: str = "",
) -> journal.Note:
    """A line of the journal about a slot."""
    scope, subject = f"event:{context.event_slug}", f"slot:{context.slot_id}"
    return journal.Note(action, scope, subject, before, after, text)


def write_slot_journal(
    actor: Actor,
    context: "SlotContext",
    action: str,
    *,
    before: object = None,
    after: object = None,
    text: str = "",
) -> None:
    note = note_of(context, action, before=before, after=after, text=text)
    journal.write_all(actor, [note])
