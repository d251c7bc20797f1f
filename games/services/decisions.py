"""First decisions of many slots, of which nothing was known: judged, then written in bulk.

What each says is made of the parts that the services for one slot are made of: `desk`, `rule`,
`evidence` and `count`. Nobody is asked for permission here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from games import outcomes
from games.models import Game, GamePlayer, GameState, Ruling
from games.outcomes import Claim
from games.services.count import game_source, played, rated_input, slot_source
from games.services.desk import end_of_claim, entering_note
from games.services.records.claims import check_claim
from games.services.records.copies import void_copies
from games.services.records.dates import PLAYED_ON, check_day
from games.services.records.evidence import (
    Submission,
    new_game,
    note_of,
    players_of,
    prove_submission,
    submitted_note,
)
from games.services.rulings.rule import (
    RulingNeedsReason,
    RulingOutcome,
    adjudicated,
    adjudicated_end,
    new_ruling,
    ruling_note,
    unplayed,
)
from games.services.rulings.slot_snapshot import snapshot_with
from ratings import services as ratings
from tournaments import selectors
from tournaments.actor import Actor
from tournaments.selectors import SlotContext
from tournaments.services import journal
from tournaments.services.rounds.first_results import (
    FirstResult,
    judge_first,
    record_first_results,
)
from tournaments.services.rounds.results import bump_results
from tournaments.state import ADJUDICATED

FIRST_REVISION = 1


@dataclass(frozen=True, slots=True)
class Decision:
    """How a slot ends. end, played_on: of what is rated; None: it is not.

    game, sent: of a record. ruling: the outcome that was ruled; None: nothing was.
    """

    first: FirstResult
    end: outcomes.GameEnd | None = None
    played_on: date | None = None
    game: Game | None = None
    sent: Submission | None = None
    ruling: RulingOutcome | None = None

    @property
    def context(self) -> SlotContext:
        return self.first.context


def decide_claim(
    context: SlotContext, *, claim: Claim, played_on: date | None, reason: str
) -> Decision:
    """As `desk.enter_result`, of a slot that is not at stake. No database."""
    if played_on is not None:
        check_day(played_on, field=PLAYED_ON, time_zone=context.time_zone)
    end = end_of_claim(context, claim, at_stake=False)
    day = played_on or selectors.today(context.time_zone)
    return Decision(judge_first(context, played(end), reason=reason), end, day)


def decide_ruling(context: SlotContext, *, outcome: RulingOutcome, reason: str) -> Decision:
    """As `rule.rule_slot`, of a slot that is not at stake and is not postponed. No database."""
    if not reason.strip():
        raise RulingNeedsReason()
    if outcome["kind"] != ADJUDICATED:
        ruled = unplayed(context, outcome)
        return Decision(judge_first(context, ruled, reason=reason), ruling=outcome)
    end = adjudicated_end(context, outcome, at_stake=False)
    first = judge_first(context, adjudicated(end), reason=reason)
    return Decision(first, end, selectors.today(context.time_zone), ruling=outcome)


def decide_record(
    actor: Actor,
    context: SlotContext,
    *,
    record: str,
    claim: Claim | None,
    played_on: date | None,
) -> Decision:
    """As `submit.submit_game` by staff, of a slot that is not at stake. Writes nothing.

    :raises RecordError: the record is refused.
    """
    sent = prove_submission(context, record=record, claim=claim, played_on=played_on)
    check_claim(context, sent.end, at_stake=False)
    game = new_game(actor, context, sent, None, state=GameState.CONFIRMED)
    first = judge_first(context, played(sent.end), source=game_source(game))
    return Decision(first, sent.end, sent.played_on, game=game, sent=sent)


def write_decisions(actor: Actor, decisions: Sequence[Decision]) -> None:
    """Make these decisions count, by statements that grow by batches. All are of one event.

    The caller has locked the slots and seen that nothing is known of them.
    """
    if not decisions:
        return
    sent = [(each.game, each.context, each.sent) for each in decisions if each.game and each.sent]
    Game.objects.bulk_create(game for game, _context, _sent in sent)
    GamePlayer.objects.bulk_create(seat for of_game in sent for seat in players_of(*of_game))
    firsts = [each.first for each in decisions]
    recorded = record_first_results(actor, firsts)
    Ruling.objects.bulk_create(
        new_ruling(actor, each.context, each.ruling, each.first.reason)
        for each in decisions
        if each.ruling is not None
    )
    pairs = zip(decisions, recorded, strict=True)
    journal.write_all(actor, [note for each, first in pairs for note in _notes(each, first)])
    bump_results(firsts[0].context.event_id)
    void_copies(actor, [game for game, _context, _sent in sent])
    ratings.post_results(
        {slot_source(each.context.slot_id): rated for each in decisions if (rated := _rated(each))}
    )


def _notes(decision: Decision, recorded: journal.Note) -> list[journal.Note]:
    """What the journal says of a decision, in the order of the services for one slot."""
    context, reason = decision.context, decision.first.reason
    if decision.game is not None:
        return [submitted_note(context, decision.game), recorded]
    before = snapshot_with(context, games={}, disputes=[])
    if decision.ruling is not None:
        after = ruling_note(decision.ruling["kind"], {}, revision=FIRST_REVISION)
        ruled = note_of(context, "slot.ruled", before=before, after=after, text=reason)
        return [recorded, ruled]
    assert decision.end is not None
    after = entering_note(decision.end, revision=FIRST_REVISION, games=[context.number])
    return [recorded, note_of(context, "slot.entered", before=before, after=after, text=reason)]


def _rated(decision: Decision) -> ratings.RatedInput | None:
    if decision.end is None or decision.played_on is None:
        return None
    game = decision.game
    return rated_input(
        decision.context,
        end=decision.end,
        played_on=decision.played_on,
        record_hash=game.record_hash if game else "",
        public_id=game.public_id if game else "",
    )
