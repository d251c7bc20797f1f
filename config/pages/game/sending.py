"""Send the result of a game, or preview what it proves."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from django.http import HttpRequest
from django.utils.translation import gettext as _

from config.pages.annotations import Context
from config.pages.game import card_verdicts, verdicts
from config.pages.game.verdict_card import VerdictCard
from config.pages.me.report_form import ReportForm, is_card_slot, opponent_names
from config.pages.names import isolate
from config.pages.site.rule_texts.scoring import score_sum, scoring_name
from engine.errors import RecordError
from engine.games import VERIFIERS
from engine.tak.players import SIDES
from engine.tak.results import winner_of
from engine.tak.scoring import Scoring
from games.models import COUNTED_STATES, Game, GameState
from games.outcomes import GameEnd, ResultMissing
from games.services.playtak.pasted import read_pasted
from games.services.submit import prove_for_slot, submit_game
from tournaments import permissions
from tournaments.actor import Actor
from tournaments.errors import DomainError
from tournaments.selectors import SlotContext
from tournaments.selectors.events.scoring import (
    BoardScore,
    board_score,
    make_scoring,
)
from tournaments.wording import join_with_and


class Choice(NamedTuple):
    value: str
    label: str


class ChoiceRow(NamedTuple):
    name: str
    options: list[Choice]
    wide: bool = False


@dataclass(frozen=True, slots=True)
class SendOutcome:
    """The outcome of a form: a message, or the form to show again.

    checked: it is a preview, and nothing is wrong.
    """

    slot_id: int = 0
    message: str = ""
    form: ReportForm | None = None
    verdict: VerdictCard | None = None
    checked: bool = False

    @property
    def refused(self) -> bool:
        return self.form is not None and not self.checked


def send_result(actor: Actor, slot: SlotContext, request: HttpRequest) -> SendOutcome:
    """Send the record or claim of a form for a slot, or preview it."""
    seat, do = permissions.seat_of(actor, slot), request.POST.get("do")
    form = ReportForm(request.POST, request.FILES, slot=slot, seat=seat)
    returned = SendOutcome(slot.slot_id, form=form)
    if not form.is_valid():
        return returned
    record = form.cleaned_data["record"]
    try:
        claim, bids = form.claim(), form.bids_by_seat() or None
        if do == "check":
            verdict = _preview(actor, slot, record, claim, bids)
            return replace(returned, verdict=verdict, checked=True)
        game = submit_game(
            actor=actor,
            pairing_id=slot.pairing_id,
            number=slot.number,
            record="" if do == "claim" else record,
            claim=claim,
            bids=bids,
        )
    except RecordError as error:
        form.fields["record"].widget.attrs["aria-invalid"] = "true"
        return replace(returned, verdict=verdicts.refused_card(error, record, key=_key(slot)))
    except ResultMissing as error:
        form.add_refusal(error)
        return replace(returned, verdict=_unfinished(slot, record))
    except DomainError as error:
        form.add_refusal(error)
        return returned
    return SendOutcome(slot.slot_id, _success_message(game, slot, actor))


def needs_reserves(slot: SlotContext) -> bool:
    """Whether the form asks for the winner's reserve, for ranking or stakes."""
    ranks = slot.match.get("rank_by") == "board_plus_reserve"
    return not is_card_slot(slot) and (ranks or slot.match.get("stakes") is not None)


def result_choices(first: bool, opponent: str) -> list[ChoiceRow]:
    """Rows: who won. Columns: how."""
    i_won, they_won = (("R-0", "F-0", "1-0"), ("0-R", "0-F", "0-1"))[:: 1 if first else -1]
    ways = (_("by road"), _("by flats"), _("other"))

    def row(name: str, values: tuple[str, ...]) -> ChoiceRow:
        return ChoiceRow(name, [Choice(*pair) for pair in zip(values, ways, strict=True)])

    draw = ChoiceRow("", [Choice("1/2-1/2", _("draw"))], wide=True)
    return [row(_("I won"), i_won), row(opponent, they_won), draw]


def outcome_sentence(result: str, *, mine: int | None, opponent: str) -> str:
    """How a game of two ended, for one of its players. mine: 1 if I moved first, else 2."""
    who = {"name": isolate(opponent)}
    winner = winner_of(result)
    if winner is None:
        return _("A draw.")
    way = result.strip("0-")
    if winner == mine:
        own = {"R": _("You won by a road."), "F": _("You won by flats.")}
        return own.get(way, _("You won."))
    theirs = {"R": _("%(name)s won by a road."), "F": _("%(name)s won by flats.")}
    return theirs.get(way, _("%(name)s won.")) % who


def score_sentences(
    made: BoardScore | None, scoring: Scoring, *, mine: int, opponent: str
) -> list[str]:
    """The score for one of the players; empty if unknown or drawn. mine: 1 if I moved first, else
    2.
    """
    if made is None or made.at_least or not any(made.points.values()):
        return []
    mover, other = SIDES[mine - 1], SIDES[2 - mine]
    sentence = _("By %(scoring)s you score %(mine)d and %(name)s %(theirs)d.") % {
        "scoring": scoring_name(scoring),
        "mine": made.points[mover],
        "theirs": made.points[other],
        "name": isolate(opponent),
    }
    if made.score is None:
        return [sentence]
    return [sentence, _("The winner’s score is %(sum)s.") % {"sum": score_sum(made.score)}]


def _preview(
    actor: Actor,
    context: SlotContext,
    record: str,
    claim: Context | None,
    bids: list[list[int]] | None,
) -> VerdictCard:
    """The verdict card of a record or claim, without sending it.

    :raises RecordError, DomainError: as sending it would.
    """
    proved = prove_for_slot(context, record=record, claim=claim, bids=bids)
    if is_card_slot(context):
        names = [seat.name for seat in context.seats]
        return card_verdicts.result_card(
            context.event_game,
            names,
            verdict=proved.verdict,
            claim=proved.claim,
            match=context.match,
        )
    if proved.verdict is None:
        return verdicts.claimed_card(proved.end.result)
    card = verdicts.accepted_card(proved.verdict, key=_key(context))
    return replace(card, sentences=(*card.sentences, *_for_me(actor, context, proved.end)))


def _for_me(actor: Actor, context: SlotContext, end: GameEnd) -> list[str]:
    """Outcome and score for the player who asks."""
    seat = permissions.seat_of(actor, context)
    if len(context.seats) != 2 or seat is None:
        return []
    mine, opponent = (1 if seat == context.first_seat else 2), opponent_names(context, seat)
    scoring = make_scoring(match=context.match, ruleset=context.ruleset)
    made = board_score(end.facts, scoring)
    return [
        outcome_sentence(end.result, mine=mine, opponent=opponent),
        *score_sentences(made, scoring, mine=mine, opponent=opponent),
    ]


def _unfinished(context: SlotContext, record: str) -> VerdictCard | None:
    """The card of a legal record without an end."""
    if is_card_slot(context):
        return None
    verdict = VERIFIERS[context.event_game](read_pasted(record), context.ruleset).as_json()
    return verdicts.accepted_card(verdict, key=_key(context))


def _key(context: SlotContext) -> str:
    """Prefix of the ids in the drawing of a slot."""
    return f"s{context.slot_id}"


def _success_message(game: Game, context: SlotContext, actor: Actor) -> str:
    if game.state in COUNTED_STATES:
        return _("Sent. You both say the same, so it counts now.")
    if game.state == GameState.DISPUTED:
        return _("Sent. The two of you say different things, so an arbiter decides.")
    if game.state == GameState.EVIDENCE:
        return _("Sent. The game has a result already; the record is kept beside it.")
    mine = permissions.seat_of(actor, context)
    others = [isolate(seat.name) for seat in context.seats if seat.order != mine]
    return _("Sent. %(name)s now confirms it.") % {"name": join_with_and(others)}
