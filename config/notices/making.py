"""Who gets which notice of a change. Pure: what must be known of it comes as a `Situation`.

Notices hold ids and codes, never names: a forgotten player needs nothing here.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from config.notices.choices import KIND_OF, Kind, What
from tournaments.choices import EntryStatus, SlotStatus
from tournaments.documents import Document
from tournaments.selectors import ChallengeForNotices, DueGame, PairedSeat
from tournaments.state import PLAYED

# A round whose games are due later than this is no reason to wake anybody.
SOON = timedelta(hours=24)


class NewNotice(NamedTuple):
    """source: what it is made of; a person has one of each. urgent: mailed at night too."""

    user_id: int
    what: What
    source: str
    data: Document
    urgent: bool = False

    @property
    def kind(self) -> Kind:
        return KIND_OF[self.what]


@dataclass(frozen=True, slots=True)
class Situation:
    """What must be known of a change.

    seats: of its pairing, or of every pairing of its round. staff: accounts of those who run the
    event. recipients: accounts that are notified, each with the data of its notice.
    """

    seats: tuple[PairedSeat, ...] = ()
    staff: tuple[int, ...] = ()
    recipients: Mapping[int, Document] = field(default_factory=dict)


def notices_of(
    change: Document, situation: Situation, *, author: int | None = None
) -> list[NewNotice]:
    """The notices that a change makes: at most one of each source for a person.

    change: as the feed describes it. author: the account whose act it was, which is not notified.
    """
    make = MAKERS.get(change["action"])
    if make is None:
        return []
    found: dict[tuple[int, str], NewNotice] = {}
    for notice in make(change, situation):
        if notice.user_id != author:
            found.setdefault((notice.user_id, notice.source), notice)
    return list(found.values())


def makes_notices(action: str) -> bool:
    return action in MAKERS


def source_of(change: Document, part: object = "") -> str:
    """The change that a notice is made of. part: if a person may have several of it."""
    return f"change:{change['cursor']}" + (f":{part}" if part else "")


def game_data(seat: PairedSeat, seats: Iterable[PairedSeat]) -> Document:
    """The game of a seat, for the notice of its player. others: the public ids of the opponents."""
    return {
        "round": seat.round,
        "table": seat.table,
        "pairing": seat.pairing,
        "number": seat.number,
        "games": seat.games,
        "first": seat.first_seat == seat.order if seat.first_seat is not None else None,
        "others": [
            other.player for other in seats
            if other.pairing == seat.pairing and other.order != seat.order
        ],
    }  # fmt: skip


def due_notices(game: DueGame) -> list[NewNotice]:
    """To the players of a game that is due soon."""
    return _of_due(game, What.DUE, "due")


def overdue_notices(game: DueGame, staff: Iterable[int]) -> list[NewNotice]:
    """To the players of a game that is overdue, and to the staff who do not play in it."""
    made = _of_due(game, What.OVERDUE, "overdue")
    notified = {notice.user_id for notice in made}
    for seat in game.seats[:1]:
        data = {**_due_data(game, seat), "others": [each.player for each in game.seats]}
        made += [
            NewNotice(user_id, What.OVERDUE_STAFF, _due_source(game, "overdue"), data)
            for user_id in sorted(set(staff) - notified)
        ]
    return made


def due_challenge_notices(challenge: ChallengeForNotices) -> list[NewNotice]:
    """To the player who has to answer soon."""
    recipients = challenge_recipients(challenge, to_challenger=False)
    return [
        NewNotice(user_id, What.CHALLENGE_DUE, f"challenge:{challenge.id}", data)
        for user_id, data in recipients.items()
    ]


def challenge_recipients(
    challenge: ChallengeForNotices, *, to_challenger: bool
) -> dict[int, Document]:
    """One side of a challenge, with what is said to it."""
    sides = challenge.challenged, challenge.challenger
    other, reader = sides if to_challenger else sides[::-1]
    data = {"others": [other.player], "answer_by": challenge.answer_by.isoformat()}
    return {reader.user_id: data} if reader.user_id is not None else {}


def _of_due(game: DueGame, what: What, name: str) -> list[NewNotice]:
    return [
        NewNotice(seat.user_id, what, _due_source(game, name), _due_data(game, seat))
        for seat in game.seats
        if seat.user_id is not None
    ]


def _due_source(game: DueGame, name: str) -> str:
    """A game whose due time is moved makes notices again."""
    return f"{name}:{game.slot_id}:{game.due_at:%Y%m%dT%H%M}"


def _due_data(game: DueGame, seat: PairedSeat) -> Document:
    return {**game_data(seat, game.seats), "due_at": game.due_at.isoformat()}


def _to_seats(
    what: What, change: Document, situation: Situation, **more: Any
) -> Iterator[NewNotice]:
    """To the players of the game of a change."""
    for seat in situation.seats:
        if seat.user_id is not None:
            data = {**game_data(seat, situation.seats), **more}
            yield NewNotice(seat.user_id, what, source_of(change), data)


def _paired(change: Document, situation: Situation) -> Iterator[NewNotice]:
    """To everybody in a round, for each leg of it."""
    at = datetime.fromisoformat(change["at"])
    for seat in situation.seats:
        if seat.user_id is None:
            continue
        what = What.PAIRED if seat.number is not None else What.BYE
        is_soon = seat.due_at is None or seat.due_at - at < SOON
        yield NewNotice(
            seat.user_id,
            what,
            source_of(change, seat.leg if seat.leg > 1 else ""),
            game_data(seat, situation.seats),
            urgent=what == What.PAIRED and is_soon,
        )


def _unpaired(change: Document, situation: Situation) -> Iterator[NewNotice]:
    """To those who were notified of the round."""
    for user_id in situation.recipients:
        data = {"round": change["round"]}
        yield NewNotice(user_id, What.UNPAIRED, source_of(change), data, urgent=True)


def _submitted(change: Document, situation: Situation) -> Iterator[NewNotice]:
    """To the opponents, while the game waits. A casual game has no seats."""
    waiting = [seat for seat in situation.seats if seat.state == SlotStatus.REPORTED]
    yield from _to_seats(What.WAITS, change, Situation(seats=tuple(waiting)))
    for user_id, data in situation.recipients.items():
        yield NewNotice(user_id, What.CASUAL_WAITS, source_of(change), data)


def _confirmed(change: Document, situation: Situation) -> Iterator[NewNotice]:
    """Of a casual game; the others have the notice of their result."""
    for user_id, data in situation.recipients.items():
        yield NewNotice(user_id, What.CASUAL_COUNTS, source_of(change), data)


def _recorded(change: Document, situation: Situation) -> Iterator[NewNotice]:
    """A result of a game that was played; a ruling has a notice of its own."""
    if change["data"].get("kind") == PLAYED:
        outcome = change["data"].get("outcome", "")
        yield from _to_seats(What.COUNTS, change, situation, outcome=outcome)


def _disputed(change: Document, situation: Situation) -> Iterator[NewNotice]:
    yield from _to_seats(What.DISPUTED, change, situation)
    for seat in situation.seats[:1]:
        data = {**game_data(seat, ()), "others": [each.player for each in situation.seats]}
        for user_id in situation.staff:
            yield NewNotice(user_id, What.DISPUTED_STAFF, source_of(change), data, urgent=True)


def _ruled(change: Document, situation: Situation) -> Iterator[NewNotice]:
    kind = change["data"].get("kind", "")
    yield from _to_seats(What.RULED, change, situation, ruling=kind)


def _time(what: What) -> "Maker":
    def make(change: Document, situation: Situation) -> Iterator[NewNotice]:
        at = change["data"].get("play_at")
        yield from _to_seats(what, change, situation, play_at=at)

    return make


def _to_recipients(what: What) -> "Maker":
    """To those whom the situation names."""

    def make(change: Document, situation: Situation) -> Iterator[NewNotice]:
        for user_id, data in situation.recipients.items():
            yield NewNotice(user_id, what, source_of(change), data)

    return make


def _approved(change: Document, situation: Situation) -> Iterator[NewNotice]:
    """An entry that is approved when the event is full waits for a place."""
    is_in = change["data"].get("state") == EntryStatus.IN
    yield from _to_recipients(What.ACCEPTED if is_in else What.LISTED)(change, situation)


Maker = Callable[[Document, Situation], Iterator[NewNotice]]
# By what must be known of them.
OF_ROUNDS: dict[str, Maker] = {"round.published": _paired}
OF_GAMES: dict[str, Maker] = {
    "game.submitted": _submitted,
    "game.confirmed": _confirmed,
    "result.recorded": _recorded,
    "slot.disputed": _disputed,
    "slot.ruled": _ruled,
    "time.proposed": _time(What.TIME_PROPOSED),
    "time.agreed": _time(What.TIME_AGREED),
    "time.declined": _time(What.TIME_DECLINED),
    "time.set": _time(What.TIME_SET),
}
OF_ENTRIES: dict[str, Maker] = {
    "entry.promoted": _to_recipients(What.PROMOTED),
    "entry.approved": _approved,
    "entry.refused": _to_recipients(What.REFUSED),
}
OF_OTHERS: dict[str, Maker] = {
    "round.unpublished": _unpaired,
    "round.withdrawn": _unpaired,
    "round.closed": _to_recipients(What.CLOSED),
    "event.finished": _to_recipients(What.FINISHED),
    "list.published": _to_recipients(What.RATED),
    "announcement.made": _to_recipients(What.ANNOUNCED),
    "challenge.made": _to_recipients(What.CHALLENGED),
    "challenge.accepted": _to_recipients(What.CHALLENGE_ACCEPTED),
    "challenge.declined": _to_recipients(What.CHALLENGE_DECLINED),
    "challenge.withdrawn": _to_recipients(What.CHALLENGE_WITHDRAWN),
    "challenge.expired": _to_recipients(What.CHALLENGE_EXPIRED),
}
MAKERS: dict[str, Maker] = {**OF_ROUNDS, **OF_GAMES, **OF_ENTRIES, **OF_OTHERS}
