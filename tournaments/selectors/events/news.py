"""What happened in events, for feeds: the lines of their journals that everybody may know."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max

from tournaments.choices import AnnouncedTo, EventStatus, RoundStatus
from tournaments.models import Announcement, Event, JournalLine, Result, Round

REGISTRATION, BEGUN, FINISHED = "event.registration", "event.running", "event.finished"
PAIRED, CLOSED = "round.published", "round.closed"
ANNOUNCED = "announcement.made"
# While the event is in one of these states, the line still holds.
HOLDS = {
    REGISTRATION: (EventStatus.REGISTRATION, EventStatus.RUNNING, EventStatus.FINISHED),
    BEGUN: (EventStatus.RUNNING, EventStatus.FINISHED),
    FINISHED: (EventStatus.FINISHED,),
}


@dataclass(frozen=True, slots=True)
class News:
    """key: never that of other news. changed_at: when what it tells changed last."""

    action: str
    key: str
    event: Event
    at: datetime
    changed_at: datetime
    round: int | None = None
    text: str = ""


def news_of_events(events: Iterable[Event], *, most: int) -> list[News]:
    """The latest first. Of events that the reader may see; what was taken back is left out."""
    by_scope = {f"event:{event.slug}": event for event in events if _is_shown(event)}
    found = _lines(by_scope, 2 * most)
    rounds, results = _rounds(by_scope.values())
    texts = _announced(found)
    news = []
    for line in found:
        event, key = by_scope[line.scope], f"{by_scope[line.scope].public_id}/{line.seq}"
        told = News(line.action, key, event, line.at, line.at)
        if line.action in HOLDS and event.state in HOLDS[line.action]:
            news.append(told)
        elif line.action == ANNOUNCED and (made := texts.get(_announcement_id(line))):
            news.append(News(line.action, key, event, line.at, line.at, text=made))
        elif round_ := rounds.get((event.pk, line.subject)):
            if line.action == PAIRED:
                news.append(News(PAIRED, key, event, line.at, line.at, round_.number))
            elif round_.state == RoundStatus.CLOSED:
                changed = max(line.at, results.get(round_.pk, line.at))
                news.append(News(CLOSED, key, event, line.at, changed, round_.number))
    return news[:most]


def _lines(scopes: Iterable[str], most: int) -> list[JournalLine]:
    """The latest lines; of those that say the same of the same thing, the last one."""
    wanted = (*HOLDS, PAIRED, CLOSED, ANNOUNCED)
    lines = JournalLine.objects.filter(scope__in=list(scopes), action__in=wanted)
    said: dict[tuple[object, ...], JournalLine] = {}
    for line in lines.order_by("-at", "-pk")[:most]:
        made = _announcement_id(line) if line.action == ANNOUNCED else None
        said.setdefault((line.scope, line.action, line.subject, made), line)
    return list(said.values())


def _is_shown(event: Event) -> bool:
    return event.state != EventStatus.DRAFT


def _rounds(
    events: Iterable[Event],
) -> tuple[dict[tuple[int, str], Round], dict[int, datetime]]:
    """Published rounds by event and subject of their lines; when a result of each was last set."""
    rounds = Round.objects.filter(event__in=events).exclude(state=RoundStatus.DRAFT)
    rounds = rounds.defer("proof", "proof_staff")
    by_subject = {(each.event_id, f"round:{each.number}"): each for each in rounds}
    results = Result.objects.filter(slot__pairing__round__in=rounds.values("pk"))
    changed = results.values_list("slot__pairing__round").annotate(Max("at"))
    return by_subject, dict(changed)


def _announced(lines: list[JournalLine]) -> dict[int, str]:
    """The texts to all that were not withdrawn, by id."""
    keys = [_announcement_id(line) for line in lines if line.action == ANNOUNCED]
    made = Announcement.objects.filter(pk__in=keys, to=AnnouncedTo.ALL, withdrawn_at=None)
    return dict(made.values_list("pk", "text"))


def _announcement_id(line: JournalLine) -> int:
    after = line.after or {}
    return int(after["announcement"])
