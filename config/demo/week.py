"""A week of the club: an event that is announced, played at playtak, and partly late.

Two of its games come from messages of a playtak server, which StoredServer answers for. The third
is overdue, so its players and the staff have notices.
"""

import random
from datetime import date, datetime, timedelta

from config.demo.cast import PLAYERS, Cast
from config.demo.events import PER_GAME, SEED, EventPlay, plan_event
from config.demo.playtak_games import StoredServer
from config.demo.prizes import CURRENCY, FEE, plan_places
from config.demo.records import GameStock
from config.notices import deadlines
from config.notices.reading import READER, make_notices
from games.playtak.played import read_message
from games.services.playtak import messages, seeks, server
from games.services.playtak.events import SITE, set_playtak
from tournaments.services.events import announcements
from tournaments.services.feed.numbering import number_changes
from tournaments.services.feed.reading import pass_over
from tournaments.services.people.handles import add_handle
from tournaments.services.prizes import fees
from tournaments.services.rounds.deadlines import set_round_times

WEEK_EVENT = "thursday-online"
MEMBERS = (0, 1, 2, 3, 6, 10)
TIME_CONTROL = {"minutes": 10, "increment_seconds": 5}
DAYS = 5  # that the round is open
STAGE = {"system": "monrad", "options": {"rounds": 3, "days": DAYS}}
WELCOME = (
    "Welcome to Thursday Online: three rounds, one a week, at playtak. Write your name there under "
    "My table, and agree on a time with your opponent."
)
REMINDER = "Round 1 is open for five days. Please play, or tell Arno if you cannot."


def play_week(cast: Cast, stock: GameStock, *, today: date, now: datetime) -> None:
    """Round 1 ended yesterday: two of its games are played, the third is late.

    Nobody is notified of what the demo did before.
    """
    number_changes()
    pass_over(READER)
    event = plan_event(
        cast, [cast.members[at] for at in MEMBERS], slug=WEEK_EVENT, name="Thursday Online",
        starts_on=today - timedelta(days=DAYS + 1), match=PER_GAME, stage=STAGE,
        time_control=TIME_CONTROL,
    )  # fmt: skip
    organiser = cast.organiser
    plan_places(organiser, event)
    fees.set_fee(actor=organiser, event_id=event.pk, amount=FEE, currency=CURRENCY)
    announcements.announce(actor=organiser, event_id=event.pk, text=WELCOME)
    play = EventPlay(cast, stock, event, random.Random(SEED + 40))
    number, _slots = play.next_round()
    opens_at = now - timedelta(days=DAYS + 1)
    closes_at = opens_at + timedelta(days=DAYS)
    set_round_times(
        actor=organiser, event_id=event.pk, number=number, opens_at=opens_at, closes_at=closes_at
    )
    announcements.announce(actor=organiser, event_id=event.pk, text=REMINDER, to="round")
    _play_two(play, now=now)
    number_changes()
    make_notices()
    deadlines.tell_deadlines(closes_at - timedelta(hours=20))
    deadlines.tell_deadlines(now)


def _play_two(play: EventPlay, *, now: datetime) -> None:
    """Switch playtak on; two games arrive by messages, as at the address for them."""
    stored, at_ms = StoredServer(), round(1000 * now.timestamp())
    with server.answered_by(stored.answer):
        set_playtak(actor=play.cast.organiser, event_id=play.event.pk, is_on=True)
        for at in MEMBERS:
            member = play.cast.members[at]
            add_handle(actor=member.actor, player_id=member.player_id, site=SITE, name=handle(at))
        seeks.plan_seeks(now=now)
        seeks.tend_seeks(now=now)
        for winner, seek in zip((1, 2), stored.seeks, strict=False):
            sent = stored.play(seek, play.stock.take(winner), at_ms=at_ms)
            kept = messages.receive_message(read_message(sent))
            assert kept is not None
            messages.check_message(kept, now=now)


def handle(at: int) -> str:
    """The name at playtak of the member at this place of the cast."""
    return f"{PLAYERS[at][0]}_lantern"
