"""Send the result of a game, or preview what it proves."""

import re
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _

from config.pages.game import card_verdicts, verdicts
from config.pages.game.sent_records import sent_record
from config.pages.game.verdict_card import VerdictCard
from config.pages.me.coin_fields import parse_calls
from config.pages.me.my_stakes import CALLS_MINE, CALLS_THEIRS, KEPT, bids_by_seat
from config.pages.names import isolate
from config.pages.site.rule_texts.scoring import score_sum, scoring_name
from engine.errors import RecordError
from engine.games import CARD_GAMES, VERIFIERS
from engine.tak.players import SIDES
from engine.tak.results import RESULTS, winner_of
from engine.tak.scoring import Scoring
from games.models import Game
from games.outcomes import GameEnd, ResultMissing
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
from tournaments.wording import join_with_and, join_with_commas

_PLACE = re.compile(r"[0-9]{1,2}(\.5)?$")


class Choice(NamedTuple):
    value: str
    label: str


class ChoiceRow(NamedTuple):
    name: str
    options: list[Choice]
    wide: bool = False


class PlaceField(NamedTuple):
    """The place of a player at a card table. key: the name of the field."""

    key: str
    player: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class SendOutcome:
    """The outcome of a form: a message, or fields of `my_table.OpenSlot` to show again."""

    slot_id: int = 0
    words: str = ""
    fields: dict[str, Any] = field(default_factory=dict)

    @property
    def refused(self) -> bool:
        return bool(self.fields) and not self.fields.get("checked")


def send_result(actor: Actor, context: SlotContext, request: HttpRequest) -> SendOutcome:
    """Send the record or claim of a form for a slot, or preview it."""
    form = request.POST
    kept = _typed_fields(context, form)
    try:
        kept["record"] = sent_record(request)
        seat = permissions.seat_of(actor, context)
        if is_card_slot(context):
            claim = _places(context, form)
        else:
            claim = _with_calls(_claim(form), form, first=seat == context.first_seat)
        bids = bids_by_seat(form, seat) or None
        if form.get("do") == "check":
            verdict = _preview(actor, context, kept["record"], claim, bids)
            return SendOutcome(context.slot_id, fields=kept | {"verdict": verdict, "checked": True})
        game = submit_game(
            actor=actor,
            pairing_id=context.pairing_id,
            number=context.number,
            record="" if form.get("do") == "claim" else kept["record"],
            claim=claim,
            bids=bids,
        )
    except RecordError as error:
        refused = verdicts.refused_card(error, kept["record"], key=_key(context))
        return SendOutcome(context.slot_id, fields=kept | {"verdict": refused})
    except ResultMissing as error:
        legal = _unfinished(context, kept["record"])
        return SendOutcome(context.slot_id, fields=kept | {"verdict": legal, "error": str(error)})
    except DomainError as error:
        return SendOutcome(context.slot_id, fields=kept | {"error": str(error)})
    return SendOutcome(context.slot_id, words=_success_message(game, context, actor))


def needs_reserves(slot: SlotContext) -> bool:
    """Whether the form asks for the winner's reserve, for ranking or stakes."""
    ranks = slot.match.get("rank_by") == "board_plus_reserve"
    return not is_card_slot(slot) and (ranks or slot.match.get("stakes") is not None)


def is_card_slot(slot: SlotContext) -> bool:
    return slot.event_game in CARD_GAMES


def result_choices(first: bool, opponent: str) -> list[ChoiceRow]:
    """Rows: who won. Columns: how."""
    i_won, they_won = (("R-0", "F-0", "1-0"), ("0-R", "0-F", "0-1"))[:: 1 if first else -1]
    ways = (_("by road"), _("by flats"), _("other"))

    def row(name: str, values: tuple[str, ...]) -> ChoiceRow:
        return ChoiceRow(name, [Choice(*pair) for pair in zip(values, ways, strict=True)])

    draw = ChoiceRow("", [Choice("1/2-1/2", _("draw"))], wide=True)
    return [row(_("I won"), i_won), row(opponent, they_won), draw]


def place_fields(slot: SlotContext, given: QueryDict | None = None) -> list[PlaceField]:
    if not is_card_slot(slot):
        return []
    keys = [(f"place-{seat.order}", seat.name) for seat in slot.seats]
    return [PlaceField(key, name, given.get(key, "")[:4] if given else "") for key, name in keys]


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


def opponent_names(context: SlotContext, seat: int | None) -> str:
    return join_with_commas(each.name for each in context.seats if each.order != seat)


def _preview(
    actor: Actor,
    context: SlotContext,
    record: str,
    claim: dict[str, Any] | None,
    bids: list[list[int]] | None,
) -> VerdictCard:
    """The verdict card of a record or claim, without sending it.

    :raises RecordError, DomainError: as sending it would.
    """
    proved = prove_for_slot(context, record=record, claim=claim, bids=bids)
    if is_card_slot(context):
        names = [seat.name for seat in context.seats]
        return card_verdicts.result_card(
            context.event_game, names, verdict=proved.verdict, claim=proved.claim
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
    verdict = VERIFIERS[context.event_game](record, context.ruleset).as_json()
    return verdicts.accepted_card(verdict, key=_key(context))


def _key(context: SlotContext) -> str:
    """Prefix of the ids in the drawing of a slot."""
    return f"s{context.slot_id}"


def _typed_fields(slot: SlotContext, form: QueryDict) -> dict[str, Any]:
    """The typed values, to fill the form again."""
    return {
        "record": form.get("record", ""),
        "result": form.get("result", ""),
        "stones": form.get("stones", "")[:3],
        "capstones": form.get("capstones", "")[:3],
        "places": place_fields(slot, form),
        "typed": {name: form.get(name, "")[:6] for name in (*KEPT, CALLS_MINE, CALLS_THEIRS)},
    }


def _claim(data: QueryDict) -> dict[str, Any] | None:
    """The claim in the form, with the winner's reserve if given."""
    result = data.get("result", "")
    if result not in RESULTS:
        return None
    claim: dict[str, Any] = {"result": result}
    winner = winner_of(result)
    stones, capstones = data.get("stones", ""), data.get("capstones", "") or "0"
    if winner is not None and stones.isdecimal() and capstones.isdecimal():
        left = {"stones": int(stones[:3]), "capstones": int(capstones[:3])}
        claim["reserves"] = {SIDES[winner - 1]: left}
    return claim


def _with_calls(
    claim: dict[str, Any] | None, form: QueryDict, *, first: bool
) -> dict[str, Any] | None:
    """The claim with the Tak calls of the form. first: the sender moves first.

    :raises InvalidInput: the numbers are inconsistent.
    """
    mine, theirs = form.get(CALLS_MINE, ""), form.get(CALLS_THEIRS, "")
    calls = parse_calls(mine, theirs) if first else parse_calls(theirs, mine)
    return {**(claim or {}), "calls": calls} if calls else claim


def _places(slot: SlotContext, data: QueryDict) -> dict[str, Any] | None:
    """Places by seat; None if no field was filled. Equal places are shared."""
    given = [data.get(f"place-{seat.order}", "").strip() for seat in slot.seats]
    if not any(given):
        return None
    return {"places": [float(place) if _PLACE.match(place) else place for place in given]}


def _success_message(game: Game, context: SlotContext, actor: Actor) -> str:
    if game.state in ("confirmed", "ruled"):
        return _("Sent. You both say the same, so it counts now.")
    if game.state == "disputed":
        return _("Sent. The two of you say different things, so an arbiter decides.")
    if game.state == "evidence":
        return _("Sent. The game has a result already; the record is kept beside it.")
    mine = permissions.seat_of(actor, context)
    others = [isolate(seat.name) for seat in context.seats if seat.order != mine]
    return _("Sent. %(name)s now confirms it.") % {"name": join_with_and(others)}
