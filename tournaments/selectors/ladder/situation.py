"""A ladder at one moment: rungs, who may challenge whom, what is open."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max, Q, QuerySet

from tournaments.actor import Actor
from tournaments.choices import ChallengeState, RoundStatus
from tournaments.documents import Document
from tournaments.models import Challenge, Entry, Event, Stage
from tournaments.pairing.drafts.reason_texts import reason_text
from tournaments.pairing.interface import Reason
from tournaments.selectors.events.state import current_stage, event_state
from tournaments.selectors.people.people import player_of, resolve
from tournaments.standings.ladder.challenging import (
    LadderSituation,
    LadderTerms,
    Obstacle,
    find_obstacle,
    row_of,
)
from tournaments.standings.ladder.ranking import LadderMove, LadderRanking, rank_ladder
from tournaments.state import DECIDED, IN_PYRAMID, LADDER, EventState, PairingOptions
from tournaments.wording import translate_marked


@dataclass(frozen=True, slots=True)
class LadderNow:
    """A running ladder. state, ranking: after everything so far."""

    stage: Stage
    state: EventState
    ranking: LadderRanking
    situation: LadderSituation
    terms: LadderTerms

    @property
    def options(self) -> PairingOptions:
        return self.state.options

    def obstacle(self, challenger: int, challenged: int) -> Obstacle | None:
        """Why one entry may not challenge another; None if it may. By entry numbers."""
        return find_obstacle(
            challenger, challenged, at=self.situation, options=self.options, terms=self.terms
        )


@dataclass(frozen=True, slots=True)
class Rung:
    """row: of a pyramid, else 0. obstacle: why the reader may not challenge it, if it may not."""

    rung: int
    row: int
    entry: Entry
    is_mine: bool
    may_challenge: bool
    obstacle: Obstacle | None


def current_ladder(event: Event) -> Stage | None:
    """The current stage, if it is a ladder."""
    stage = current_stage(event)
    return stage if stage is not None and stage.system == LADDER else None


def ladder_now(event: Event, stage: Stage, now: datetime) -> LadderNow:
    """The ladder with everything that decides who may challenge whom. About fifteen queries."""
    state, _version = event_state(event.pk, stage_number=stage.number)
    ranking = rank_ladder(state)
    number = state.next_round
    open_ones = Challenge.objects.filter(stage=stage, state=ChallengeState.OPEN)
    challenged: dict[int, int] = {}
    for one, two in open_ones.values_list("challenger__number", "challenged__number"):
        challenged |= {one or 0: two or 0, two or 0: one or 0}
    situation = LadderSituation(
        order=ranking.order,
        now=now,
        away=frozenset(state.entry_numbers) - frozenset(state.present_entries(number)),
        playing=state.busy_entries(number),
        challenged=challenged,
        defended=_defended(state, ranking),
        apart=frozenset(
            frozenset((f.low, f.high)) for f in state.forbidden if f.applies_in(number)
        ),
    )
    return LadderNow(stage, state, ranking, situation, LadderTerms.of(stage.options))


def _defended(state: EventState, ranking: LadderRanking) -> dict[int, datetime]:
    """When each entry last held its rung in a match: it was the higher one, and nobody moved."""
    moved = {(move.fact.round, move.entry) for move in ranking.moves if move.fact.kind == DECIDED}
    found: dict[int, datetime] = {}
    for fact in state.ladder:
        if fact.kind != DECIDED:
            continue
        pair = (fact.challenger, fact.challenged)
        if not any((fact.round, entry) in moved for entry in pair):
            found[fact.challenged] = datetime.fromisoformat(fact.at)
    return found


def ladder_rungs(now: LadderNow, mine: Entry | None) -> list[Rung]:
    """The rungs from the top. mine: the reader's entry, for what it may challenge."""
    entries = {
        entry.number: entry
        for entry in Entry.objects.filter(stage_entries__stage=now.stage).select_related(
            "player__merged_into"
        )
    }
    is_pyramid = now.options.shape == IN_PYRAMID
    me = mine.number if mine is not None and mine.number in entries else None
    found = []
    for rung, number in enumerate(now.ranking.order, start=1):
        obstacle = None if me is None else now.obstacle(me, number)
        found.append(
            Rung(
                rung=rung,
                row=row_of(rung) if is_pyramid else 0,
                entry=entries[number],
                is_mine=number == me,
                may_challenge=me is not None and obstacle is None,
                obstacle=obstacle,
            )
        )
    return found


def own_entry(event: Event, actor: Actor) -> Entry | None:
    """The entry of the actor in an event, by account or personal link."""
    if actor.entry_id is not None:
        return event.entries.filter(pk=actor.entry_id).select_related("player").first()
    player = player_of(actor.user_id) if actor.user_id is not None else None
    if player is None:
        return None
    mine = event.entries.filter(Q(player=player) | Q(player__merged_into=player))
    return mine.select_related("player").first()


def ladder_document(event: Event, stage: Stage, actor: Actor, at: datetime) -> Document:
    """The rungs, whom the actor may challenge, and the last moves, as plain values."""
    now, names = ladder_now(event, stage, at), entry_names(event)

    def sentence(code: str, params: Mapping[str, int | str]) -> str:
        return reason_text(Reason(code, params), translate=translate_marked, names=names)

    rungs = [
        {
            "rung": each.rung,
            "row": each.row,
            "entry_id": each.entry.pk,
            "entry": each.entry.number,
            "player": resolve(each.entry.player).public_id,
            "name": names[each.entry.number or 0],
            "is_mine": each.is_mine,
            "may_challenge": each.may_challenge,
            "why_not": sentence(*each.obstacle) if each.obstacle and not each.is_mine else "",
        }
        for each in ladder_rungs(now, own_entry(event, actor))
    ]
    moves = [
        {
            "at": move.fact.at,
            "entry": move.entry,
            "before": move.before,
            "after": move.after,
            "text": sentence(move.code, move.params),
        }
        for move in ladder_moves(now)
    ]
    return {"event": event.slug, "rungs": rungs, "moves": moves}


def last_published(event: Event) -> int:
    """The number of the last published round of an event; 0 without one."""
    rounds = event.rounds.exclude(state=RoundStatus.DRAFT)
    return int(rounds.aggregate(last=Max("number"))["last"] or 0)


def ladder_moves(now: LadderNow, most: int = 50) -> list[LadderMove]:
    """The last moves, the newest first."""
    return list(reversed(now.ranking.moves))[:most]


def entry_names(event: Event) -> dict[int, str]:
    """Names by entry number."""
    rows = event.entries.filter(number__isnull=False).select_related("player__merged_into")
    return {entry.number or 0: resolve(entry.player).name for entry in rows}


def challenges_of(event: Event) -> QuerySet[Challenge]:
    """All challenges of an event, the newest first."""
    rows = Challenge.objects.filter(stage__event=event).order_by("-pk")
    return rows.select_related(
        "stage__event",
        "challenger__player__merged_into",
        "challenged__player__merged_into",
        "pairing__round",
    ).defer("pairing__round__proof", "pairing__round__proof_staff")


def open_challenges_of(actor: Actor) -> list[Challenge]:
    """Open challenges in which the actor is one of the two, the first to answer first."""
    rows = Challenge.objects.filter(state=ChallengeState.OPEN)
    if actor.entry_id is not None:
        rows = rows.filter(Q(challenger=actor.entry_id) | Q(challenged=actor.entry_id))
    else:
        player = player_of(actor.user_id) if actor.user_id is not None else None
        if player is None:
            return []
        who = [player.pk]
        rows = rows.filter(
            Q(challenger__player__in=who)
            | Q(challenged__player__in=who)
            | Q(challenger__player__merged_into__in=who)
            | Q(challenged__player__merged_into__in=who)
        )
    return list(
        rows.select_related(
            "stage__event", "challenger__player__merged_into", "challenged__player__merged_into"
        ).order_by("answer_by", "pk")
    )


def describe_challenge(row: Challenge) -> Document:
    """A challenge as plain values; a match whose round is a draft again is not shown."""
    round_ = row.pairing.round if row.pairing is not None else None
    if round_ is not None and round_.state == RoundStatus.DRAFT:
        round_ = None
    return {
        "id": row.pk,
        "state": row.state,
        "made_at": row.made_at,
        "answer_by": row.answer_by,
        "answered_at": row.answered_at,
        "challenger": _side(row.challenger),
        "challenged": _side(row.challenged),
        "pairing": row.pairing_id if round_ is not None else None,
        "round": round_.number if round_ is not None else None,
    }


def _side(entry: Entry) -> Mapping[str, object]:
    player = resolve(entry.player)
    return {
        "entry_id": entry.pk,
        "entry": entry.number,
        "player": player.public_id,
        "name": player.name,
    }
