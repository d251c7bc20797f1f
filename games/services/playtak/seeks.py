"""Seeks for the slots of published rounds: made, made again, and looked after by beat.

Which slots need one follows from rounds and results, so that a message that is lost, a server that
was away and a process that died change nothing but the time. The server forgets a seek when its
player leaves, makes none for a player who is not there, and keeps one for each player.
"""

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from django.db.models import Q
from django.utils import timezone

from games.models import (
    UNDECIDED_SEEKS,
    MessageState,
    PlaytakEvent,
    PlaytakMessage,
    PlaytakSeek,
    SeekState,
)
from games.playtak.played import ENDED, PlayedGame
from games.playtak.wanted import Problem, Wanted, misfits, seek_body, why_no_seek
from games.services.playtak import messages, schedule, server
from games.services.playtak.events import handles_in, wanted_of
from games.services.playtak.server import NoSuchGame, PlaytakOff, PlaytakUnreachable
from games.services.playtak.taking import CLOCK_ERROR
from tournaments import selectors
from tournaments.choices import SlotStatus

if TYPE_CHECKING:
    from tournaments.selectors import SlotContext

AT_ONCE = 100
LONGEST_GAME = timedelta(hours=12)
WANTED_STATES = (SlotStatus.OPEN, SlotStatus.POSTPONED)


def plan_seeks(*, now: datetime | None = None) -> int:
    """Add a seek for each open slot, and close those of slots that need none; returns how many.

    Idempotent; no request is made.
    """
    now = now or timezone.now()
    events = list(PlaytakEvent.objects.filter(is_on=True).values_list("event_id", flat=True))
    contexts = selectors.open_slots_of_events(events) if events else []
    wanted = [
        each.slot_id
        for each in contexts
        if each.slot_state in WANTED_STATES and len(each.seats) == 2
    ]
    known = set(PlaytakSeek.objects.filter(slot__in=wanted).values_list("slot_id", flat=True))
    made = [
        PlaytakSeek(slot_id=slot_id, made_at=now, due_at=now)
        for slot_id in wanted
        if slot_id not in known
    ]
    PlaytakSeek.objects.bulk_create(made, ignore_conflicts=True)
    undecided = PlaytakSeek.objects.filter(state__in=UNDECIDED_SEEKS)
    undecided.exclude(Q(slot__in=wanted) | Q(state=SeekState.PLAYING)).update(
        state=SeekState.CLOSED
    )
    again = {"state": SeekState.WAITING, "attempts": 0, "due_at": now}
    decided = PlaytakSeek.objects.filter(slot__in=wanted)
    decided.filter(state=SeekState.CLOSED).update(**again)
    # Its result was taken back: a game that began before is not played again.
    decided.filter(state=SeekState.TAKEN).update(**again, number=None, made_at=now)
    return len(made)


def tend_seeks(*, now: datetime | None = None) -> list[int]:
    """Look after the seeks that are due; returns the messages that were noted meanwhile."""
    now = now or timezone.now()
    due = PlaytakSeek.objects.filter(state__in=UNDECIDED_SEEKS, due_at__lte=now)
    seeks = {seek.slot_id: seek for seek in due.order_by("pk")[:AT_ONCE]}
    if not seeks:
        return []
    contexts = selectors.slots_by_id(seeks)
    handles = handles_in(contexts)
    try:
        listed = server.listed_seeks()
    except (PlaytakOff, PlaytakUnreachable):
        for seek in seeks.values():
            _note(seek, now, seek.state, Problem("server_away", {}))
        return []
    pairs = sorted(((seeks[each.slot_id], each) for each in contexts), key=lambda pair: pair[0].pk)
    busy = _busy_creators(pairs, handles, listed)
    noted = [
        _tend(seek, wanted_of(context, handles), listed=listed, busy=busy, now=now)
        for seek, context in pairs
    ]
    return [each for each in noted if each is not None]


def _tend(
    seek: PlaytakSeek, wanted: Wanted, *, listed: set[int], busy: set[str], now: datetime
) -> int | None:
    """Make a seek, unless it is there or its game was begun; returns a message that was noted."""
    if seek.pk in listed:
        _note(seek, now, SeekState.LISTED)
        return None
    if problems := why_no_seek(wanted):
        _note(seek, now, SeekState.WAITING, problems[0])
        return None
    try:
        found = _look(seek, wanted, now)
        if found is not None:
            return _note_found(seek, found, now)
        creator = wanted.first.handles[0].casefold()
        if creator in busy:
            _note(seek, now, SeekState.WAITING, Problem("other_seek", {}))
            return None
        is_made = server.make_seek(seek_body(wanted, seek.pk))
    except (PlaytakOff, PlaytakUnreachable):
        _note(seek, now, seek.state, Problem("server_away", {}))
        return None
    if is_made:
        busy.add(creator)
        _note(seek, now, SeekState.LISTED)
    else:
        absent = Problem("not_online", {"name": wanted.first.name})
        _note(seek, now, SeekState.WAITING, absent)
    return None


def _look(seek: PlaytakSeek, wanted: Wanted, now: datetime) -> PlayedGame | None:
    """The game of a seek that was made before, which a message may have told of and been lost."""
    if seek.number is not None:
        try:
            game = server.read_game(seek.number)
        except NoSuchGame:
            return None
        return None if _is_given_up(game, now) else game
    if seek.attempts == 0:
        return None
    since = round(1000 * (seek.made_at - CLOCK_ERROR).timestamp())
    white, black = wanted.first.handles[0], wanted.second.handles[0]
    games = server.find_games(white, black, since=since)
    taken = set(
        PlaytakSeek.objects.exclude(pk=seek.pk)
        .filter(number__in=[game.number for game in games])
        .values_list("number", flat=True)
    )
    known = set(
        PlaytakMessage.objects.filter(kind=ENDED, number__in=[game.number for game in games])
        .exclude(state=MessageState.REFUSED)
        .values_list("number", flat=True)
    )
    free = [game for game in games if game.number not in taken | known]
    return next(
        (game for game in free if not (misfits(game, wanted) or _is_given_up(game, now))), None
    )


def _is_given_up(game: PlayedGame, now: datetime) -> bool:
    """Whether a game without a result has none coming: the server does not tell the two apart."""
    began = datetime.fromtimestamp((game.at or 0) / 1000, UTC)
    return not game.result and now - began > LONGEST_GAME


def _note_found(seek: PlaytakSeek, game: PlayedGame, now: datetime) -> int | None:
    if game.result:
        _note(seek, now, seek.state)
        return messages.note_game(ENDED, game.number, seek.pk, is_found=True)
    seek.number = game.number
    _note(seek, now, SeekState.PLAYING)
    return None


def _busy_creators(
    pairs: "list[tuple[PlaytakSeek, SlotContext]]",
    handles: dict[int, tuple[str, ...]],
    listed: set[int],
) -> set[str]:
    """Who has a seek of this service in the list; a second one would remove the first."""
    here = {seek.pk for seek, _context in pairs}
    others = PlaytakSeek.objects.filter(pk__in=listed - here).values_list("slot_id", flat=True)
    contexts = selectors.slots_by_id(others) if others else []
    names = {**handles, **handles_in(contexts)}
    contexts += [context for seek, context in pairs if seek.pk in listed]
    wanted = (wanted_of(context, names) for context in contexts)
    return {each.first.handles[0].casefold() for each in wanted if each.first.handles}


def _note(seek: PlaytakSeek, now: datetime, state: str, problem: Problem | None = None) -> None:
    """Keep what was found, unless the game was taken meanwhile, and when to look again."""
    seek.attempts = 1 if state != seek.state else seek.attempts + 1
    values = {
        "state": state,
        "number": seek.number,
        "problem": problem.as_json() if problem else {},
        "attempts": seek.attempts,
        "due_at": now + schedule.seek_delay(seek.attempts),
    }
    PlaytakSeek.objects.filter(pk=seek.pk, state__in=UNDECIDED_SEEKS).update(**values)
