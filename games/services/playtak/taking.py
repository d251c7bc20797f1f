"""Take a game of the server for its slot: it counts, waits for staff, or becomes a dispute."""

from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils.translation import override

from engine.errors import RecordError
from games.dispute_words import not_proved, text_of_problems
from games.models import (
    PENDING_STATES,
    GameState,
    MessageState,
    PlaytakSeek,
    SeekState,
)
from games.playtak.played import PlayedGame
from games.playtak.records import record_of
from games.playtak.wanted import Problem, misfits
from games.scores import end_of_game
from games.services import submit
from games.services.locks import lock_games, lock_slot
from games.services.playtak.events import handles_in, wanted_of
from games.services.records.claims import check_claim
from games.services.records.evidence import (
    Submission,
    find_same_game,
    insert_submission,
    open_dispute,
    prove_submission,
    store_submission,
    submitted_note,
)
from games.stakes import bidding
from tournaments import selectors
from tournaments.actor import SYSTEM
from tournaments.choices import RoundStatus, SlotStatus
from tournaments.errors import DomainError
from tournaments.execution.transactions import in_transaction
from tournaments.services import journal
from tournaments.services.rounds import results

if TYPE_CHECKING:
    from tournaments.selectors import SlotContext

# Clocks may differ by this much: a game that began earlier than its seek was made is another one.
CLOCK_ERROR = timedelta(minutes=2)
# With one of these the moves are those of another game, which the engine need not prove.
OTHER_GAME = frozenset({"players", "first_mover", "size", "komi", "pieces", "opening"})
STAFF = "staff"
Taken = tuple[MessageState, list[Problem]]


def take_game(seek_id: int, played: PlayedGame) -> Taken:
    """Take a game that is over, as the server has it. Idempotent. Locks GameSlot, PlaytakSeek.

    Where players confirm games it counts at once: both have played it at the server. Where staff
    confirm, it waits for them. What does not fit opens a dispute with the problems.
    """
    seek = PlaytakSeek.objects.get(pk=seek_id)
    context = selectors.slot_context_by_id(seek.slot_id)
    problems = misfits(played, wanted_of(context, handles_in([context])))
    if played.at is not None and played.at < 1000 * (seek.made_at - CLOCK_ERROR).timestamp():
        problems.append(Problem("too_early", {}))
    sent = None
    if not OTHER_GAME & {problem.code for problem in problems}:
        try:
            sent = _prove(context, played)
        except (RecordError, DomainError) as refused:
            problems.append(not_proved(refused))
    try:
        return _store(seek_id, played, sent, problems)
    except DomainError as refused:  # such as a game of a series that is over
        return MessageState.REFUSED, [not_proved(refused)]


def _prove(context: "SlotContext", played: PlayedGame) -> Submission:
    sent = prove_submission(context, record=record_of(played), claim=None, played_on=None)
    check_claim(context, sent.end, at_stake=bidding.is_at_stake(context))
    return sent


@in_transaction
@journal.together()
def _store(
    seek_id: int, played: PlayedGame, sent: Submission | None, problems: list[Problem]
) -> Taken:
    context = lock_slot(PlaytakSeek.objects.get(pk=seek_id).slot_id)
    seek = PlaytakSeek.objects.select_for_update().get(pk=seek_id)
    if seek.state == SeekState.TAKEN and seek.number == played.number:
        return MessageState.TAKEN, []
    if context.round_state == RoundStatus.DRAFT:
        return MessageState.REFUSED, [Problem("not_published", {})]
    problems = problems + _repetitions(seek, played)
    if problems:
        _dispute(context, sent, problems)
        return MessageState.DISPUTED, problems
    assert sent is not None
    seek.state, seek.number = SeekState.TAKEN, played.number
    seek.save(update_fields=["state", "number"])
    return _take(context, sent)


def _repetitions(seek: PlaytakSeek, played: PlayedGame) -> list[Problem]:
    if seek.state == SeekState.TAKEN:
        return [Problem("repeated", {"number": seek.number})]
    taken = PlaytakSeek.objects.filter(number=played.number, state=SeekState.TAKEN)
    if taken.exclude(pk=seek.pk).exists():
        return [Problem("counted_elsewhere", {})]
    return []


def _take(context: "SlotContext", sent: Submission) -> Taken:
    """Count a game that fits, unless the slot says otherwise, or leave it to staff."""
    if context.current is not None:
        submit.store_late_submission(SYSTEM, context, sent, None)
        return MessageState.TAKEN, []
    bidding.put_at_stake(SYSTEM, context)
    games = lock_games(context.slot_id)
    pending = [game for game in games if game.state in PENDING_STATES]
    same = [game for game in pending if game.moves_hash == sent.moves_hash]
    if any(not end_of_game(game).agrees_with(sent.end) for game in pending):
        problem = Problem("other_report", {})
        _dispute(context, sent, [problem])
        return MessageState.DISPUTED, [problem]
    if context.slot_state == SlotStatus.DISPUTED:
        if not same:
            store_submission(SYSTEM, context, sent, None, state=GameState.DISPUTED)
    elif context.confirm.get("policy") == STAFF:
        if not same:
            game = insert_submission(SYSTEM, context, sent, None)
            notes, state = [submitted_note(context, game)], SlotStatus.REPORTED
            results.set_slot_state(actor=SYSTEM, context=context, state=state, notes=notes)
    else:
        submit.count_from_desk(SYSTEM, context, sent)
    return MessageState.TAKEN, []


def _dispute(context: "SlotContext", sent: Submission | None, problems: list[Problem]) -> None:
    """Open the dispute of a slot, with the record where the engine proved it."""
    documents = [problem.as_json() for problem in problems]
    game = None
    if sent is not None and context.current is None:
        game = find_same_game(lock_games(context.slot_id), sent)
        game = game or store_submission(SYSTEM, context, sent, None)
    with override("en"):
        text = text_of_problems(documents)
    open_dispute(SYSTEM, context, game, text=text, problems=documents)
