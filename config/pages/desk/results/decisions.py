"""What the forms of a game do. The service of each can be previewed."""

from dataclasses import replace
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from config.pages.annotations import Document
from config.pages.desk.results.decision_forms import (
    EnterForm,
    NoShowForm,
    PostponeForm,
    ReportedForm,
    RuleForm,
    TimeForm,
    VoidForm,
    WithdrawForm,
)
from config.pages.desk.results.reports import find_reports
from config.pages.desk.results.slip_parser import Claim, parse_end
from config.pages.forms import Action
from config.pages.me.coin_fields import order_calls
from engine.games import CARD_GAMES
from games import selectors as games
from games.models import COUNTED_STATES
from games.services import (
    confirm_game,
    enter_result,
    record_no_show,
    rule_slot,
    void_result,
    withdraw_player,
)
from games.stakes.dues import pays_for_calls
from tournaments.actor import Actor
from tournaments.errors import InvalidInput
from tournaments.selectors import SlotContext
from tournaments.services.rounds import times

A_WEEK = timedelta(days=7)
SAVED = gettext_lazy("Saved.")


def _count_reported(*, actor: Actor, slot: SlotContext, game: str, reason: str = "") -> None:
    """Confirm a report that nobody disputes; else rule that it counts."""
    report = next(each for each in find_reports(slot) if each.game.public_id == game)
    if games.has_open_dispute(slot.slot_id):
        _decide(actor, slot, {"kind": "adjudicated", **report.claim}, reason)
    else:
        confirm_game(actor=actor, game_id=report.game.pk)


def _enter(*, actor: Actor, slot: SlotContext, reason: str = "", **given: object) -> None:
    claim, pairing = _claim(slot, given), slot.pairing_id
    enter_result(actor=actor, pairing_id=pairing, number=slot.number, claim=claim, reason=reason)


def _rule(*, actor: Actor, slot: SlotContext, reason: str, kind: str, **given: object) -> None:
    kind, _dash, seat = kind.partition("-")
    outcome: Claim = {"kind": kind}
    if kind == "adjudicated":
        outcome |= _claim(slot, given)
    if kind == "forfeit":
        outcome["winner"] = int(seat)
    if kind in ("forfeit", "double_forfeit"):
        details = {name: given[name] for name in ("cause", "noticed_at", "evidence")}
        outcome |= {name: value for name, value in details.items() if value}
    _decide(actor, slot, outcome, reason)


def _postpone(
    *, actor: Actor, slot: SlotContext, until: datetime | None, week: bool, reason: str
) -> None:
    if until is None and week:
        until = timezone.now() + A_WEEK
    _decide(actor, slot, {"kind": "postponed", "until": until}, reason)


def _decide(actor: Actor, slot: SlotContext, outcome: Claim, reason: str) -> None:
    pairing, number = slot.pairing_id, slot.number
    rule_slot(actor=actor, pairing_id=pairing, number=number, outcome=outcome, reason=reason)


def _no_show(*, actor: Actor, slot: SlotContext, seat: list[int], evidence: str) -> str:
    done = record_no_show(actor=actor, pairing_id=slot.pairing_id, seats=seat, evidence=evidence)
    message = ngettext("%(n)d game is forfeited.", "%(n)d games are forfeited.", len(done))
    return message % {"n": len(done)}


def _withdraw(*, actor: Actor, slot: SlotContext, seat: int, reason: str) -> str:
    entries = {each.order: each.entry_id for each in slot.seats}
    done = withdraw_player(
        actor=actor, entry_id=entries[seat], from_round=slot.round_number, reason=reason
    )
    message = ngettext(
        "Withdrawn. %(n)d open game is forfeited.",
        "Withdrawn. %(n)d open games are forfeited.",
        len(done.ruled),
    )
    return message % {"n": len(done.ruled)}


def _set_time(*, actor: Actor, slot: SlotContext, play_at: datetime | None) -> None:
    times.set_time(actor=actor, slot_id=slot.slot_id, play_at=play_at)


def _void(*, actor: Actor, slot: SlotContext, reason: str) -> None:
    game = games.games_of_slot(slot.slot_id).filter(state__in=COUNTED_STATES).first()
    if game is None:
        raise InvalidInput(field="do", problem=_("no game of a player counts here"))
    void_result(actor=actor, game_id=game.pk, reason=reason)


DECISIONS = {
    "reported": Action(ReportedForm, _count_reported, SAVED),
    "enter": Action(EnterForm, _enter, SAVED),
    "rule": Action(RuleForm, _rule, SAVED),
    "postpone": Action(PostponeForm, _postpone, SAVED),
    "no_show": Action(NoShowForm, _no_show),
    "void": Action(VoidForm, _void, SAVED),
    "withdraw": Action(WithdrawForm, _withdraw),
    "time": Action(TimeForm, _set_time, SAVED),
}
# Decisions that replace a result.
CORRECTIONS = ("reported", "enter", "rule", "postpone", "void")


def _claim(slot: SlotContext, given: Document) -> Claim:
    if slot.event_game in CARD_GAMES:
        field = "cards_left" if given["cards_left"] else "places"
        return {field: given[field]}
    end = parse_end(given["end"])
    if given["stones"] is not None:
        reserves = {"stones": given["stones"], "capstones": given["capstones"] or 0}
        end = replace(end, reserves=reserves)
    claim = end.claim(slot.first_seat)
    if pays_for_calls(slot):
        seats = sorted(slot.seats, key=lambda seat: seat.order != slot.first_seat)
        first, second = (given[f"calls-{seat.order}"] for seat in seats)
        if calls := order_calls(first, second):
            claim["calls"] = calls
    return claim
