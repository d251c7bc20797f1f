"""Messages of the server: kept when they come, checked by reading the game again, then taken.

Nobody signs a message, so that it counts for nothing but two numbers: that of the game there, and
that of the tournament game. A message that comes twice, late or never (see `seeks.py`) or from
somebody else changes nothing that the server does not say itself.
"""

from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.models import MessageState, PlaytakEvent, PlaytakMessage, PlaytakSeek, SeekState
from games.playtak.played import CREATED, GameMessage, PlayedGame
from games.playtak.wanted import Problem, misfits
from games.services.playtak import schedule, server
from games.services.playtak.events import handles_in, wanted_of
from games.services.playtak.server import NoSuchGame, PlaytakOff, PlaytakUnreachable
from games.services.playtak.taking import Taken, take_game
from tournaments import selectors
from tournaments.execution.transactions import in_transaction

KEPT = timedelta(days=90)
AT_ONCE = 50


def receive_message(message: GameMessage) -> int | None:
    """Keep a message that is about a game of this service; returns its id if it is new.

    Messages about other games at playtak are of no tournament, and are not kept.
    """
    if message.game.pnt_id is None:
        return None
    return note_game(message.type, message.game.number, message.game.pnt_id)


def note_game(kind: str, number: int, pnt_id: int, *, is_found: bool = False) -> int | None:
    """Note what is to be checked; None if it is known. is_found: by looking at the server."""
    seek = PlaytakSeek.objects.filter(pk=pnt_id).first()
    row = PlaytakMessage(kind=kind, number=number, pnt_id=pnt_id, seek=seek, is_found=is_found)
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        return None
    return row.pk


def due_messages(now: datetime) -> list[int]:
    """Messages that are to be checked now, the oldest first."""
    waiting = PlaytakMessage.objects.filter(state=MessageState.WAITING, due_at__lte=now)
    return list(waiting.order_by("due_at", "pk").values_list("pk", flat=True)[:AT_ONCE])


def check_message(message_id: int, *, now: datetime | None = None) -> MessageState:
    """Read the game of a message from the server and take it. Idempotent.

    What cannot be asked or is not over yet is asked again, later and later.
    """
    now = now or timezone.now()
    message = PlaytakMessage.objects.select_related("seek__slot").get(pk=message_id)
    if message.state != MessageState.WAITING:
        return MessageState(message.state)
    if message.seek is None:
        return _end(message, MessageState.REFUSED, [Problem("no_slot", {})])
    if not _is_on(message.seek):
        return _end(message, MessageState.REFUSED, [Problem("switched_off", {})])
    try:
        played = server.read_game(message.number)
    except NoSuchGame:
        return _wait(message, now, Problem("not_at_server", {}))
    except (PlaytakOff, PlaytakUnreachable):
        return _wait(message, now, Problem("server_away", {}))
    if message.kind == CREATED:
        return _end(message, *_note_beginning(message.seek.pk, played))
    if not played.result:
        return _wait(message, now, Problem("not_over", {}))
    return _end(message, *take_game(message.seek.pk, played))


def forget_messages_before(moment: datetime) -> int:
    """Delete old messages that are decided; returns how many."""
    old = PlaytakMessage.objects.filter(at__lt=moment).exclude(state=MessageState.WAITING)
    gone, _by_model = old.delete()
    return gone


def _is_on(seek: PlaytakSeek) -> bool:
    event_id = selectors.slot_context_by_id(seek.slot_id).event_id
    return PlaytakEvent.objects.filter(event_id=event_id, is_on=True).exists()


@in_transaction
def _note_beginning(seek_id: int, played: PlayedGame) -> Taken:
    """Say that a seek is being played; what does not fit is judged when the game is over."""
    seek = PlaytakSeek.objects.select_for_update().get(pk=seek_id)
    context = selectors.slot_context_by_id(seek.slot_id)
    problems = misfits(played, wanted_of(context, handles_in([context])))
    if not problems and seek.state in (SeekState.WAITING, SeekState.LISTED):
        others = PlaytakSeek.objects.filter(number=played.number).exclude(pk=seek.pk)
        if not others.exists():
            seek.state, seek.number, seek.problem = SeekState.PLAYING, played.number, {}
            seek.attempts, seek.due_at = 0, timezone.now() + schedule.seek_delay(5)
            seek.save()
    return MessageState.TAKEN, problems


def _wait(message: PlaytakMessage, now: datetime, problem: Problem) -> MessageState:
    """Ask again later, or give up with the problem."""
    message.attempts += 1
    message.problems = [problem.as_json()]
    delay = schedule.message_delay(message.attempts)
    if delay is None:
        message.state = MessageState.REFUSED
    else:
        message.due_at = now + delay
    message.save(update_fields=["attempts", "problems", "state", "due_at"])
    return MessageState(message.state)


def _end(message: PlaytakMessage, state: MessageState, problems: list[Problem]) -> MessageState:
    message.state, message.problems = state, [problem.as_json() for problem in problems]
    message.save(update_fields=["state", "problems"])
    return state
