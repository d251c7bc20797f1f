"""The forms that decide a game. Each makes one service call, which can be previewed."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any, NamedTuple

from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from config.pages.desk.base import parse_number, parse_optional_number
from config.pages.desk.moments import parse_moment
from config.pages.desk.results.slip_parser import parse_end
from config.pages.me.coin_fields import calls_by_seat
from engine.games import CARD_GAMES
from games import selectors as games
from games.services import (
    enter_result,
    record_no_show,
    rule_slot,
    void_result,
    withdraw_player,
)
from tournaments.actor import Actor
from tournaments.errors import InvalidInput
from tournaments.limits import REASON
from tournaments.selectors import SlotContext
from tournaments.services.rounds import times
from tournaments.wording import one_of_message

CAUSES = (
    ("", gettext_lazy("not said")),
    ("no_show", gettext_lazy("did not come")),
    ("withdrew", gettext_lazy("withdrew")),
    ("late", gettext_lazy("not played in time")),
    ("conduct", gettext_lazy("conduct")),
    ("other", gettext_lazy("something else")),
)
A_WEEK = timedelta(days=7)


class Decision(NamedTuple):
    """run takes the reason, and may return a message. corrects: a result counts already."""

    run: Callable[[str], object]
    reason: str
    corrects: bool


def read_decision(form: QueryDict, slot: SlotContext, actor: Actor) -> Decision:
    """:raises InvalidInput: the form is not one of DECISIONS, or its fields are wrong."""
    read_form = DECISIONS.get(form.get("do", ""))
    if read_form is None:
        raise InvalidInput(field="do", problem=one_of_message(DECISIONS))
    run = read_form(form, slot, actor)
    corrects = slot.current is not None and form.get("do") in CORRECTIONS
    return Decision(run, form.get("reason", "").strip()[:REASON], corrects)


def _enter(form: QueryDict, slot: SlotContext, actor: Actor) -> Callable[[str], object]:
    claim = _claim(form, slot)

    def run(reason: str) -> None:
        enter_result(
            actor=actor,
            pairing_id=slot.pairing_id,
            number=slot.number,
            claim=claim,
            reason=reason,
        )

    return run


def _rule(form: QueryDict, slot: SlotContext, actor: Actor) -> Callable[[str], object]:
    return _ruling(_outcome(form, slot), slot, actor)


def _postpone(form: QueryDict, slot: SlotContext, actor: Actor) -> Callable[[str], object]:
    until = parse_moment(form.get("until", ""), _("Until"), slot.time_zone)
    if form.get("until") == "" and form.get("week"):
        until = timezone.now() + A_WEEK
    return _ruling({"kind": "postponed", "until": until}, slot, actor)


def _ruling(outcome: dict[str, Any], slot: SlotContext, actor: Actor) -> Callable[[str], object]:
    def run(reason: str) -> None:
        rule_slot(
            actor=actor,
            pairing_id=slot.pairing_id,
            number=slot.number,
            outcome=outcome,
            reason=reason,
        )

    return run


def _no_show(form: QueryDict, slot: SlotContext, actor: Actor) -> Callable[[str], object]:
    seats = [parse_number(seat, _("Who did not come")) for seat in form.getlist("seat")]

    def run(reason: str) -> str:
        done = record_no_show(
            actor=actor,
            pairing_id=slot.pairing_id,
            seats=seats,
            evidence=form.get("evidence", "").strip(),
            reason=reason,
        )
        message = ngettext("%(n)d game is forfeited.", "%(n)d games are forfeited.", len(done))
        return message % {"n": len(done)}

    return run


def _void(form: QueryDict, slot: SlotContext, actor: Actor) -> Callable[[str], object]:
    game = next(
        (g for g in games.games_of_slot(slot.slot_id) if g.state in ("confirmed", "ruled")), None
    )
    if game is None:
        raise InvalidInput(field="do", problem=_("no game of a player counts here"))

    def run(reason: str) -> None:
        void_result(actor=actor, game_id=game.pk, reason=reason)

    return run


def _withdraw(form: QueryDict, slot: SlotContext, actor: Actor) -> Callable[[str], object]:
    order = parse_number(form.get("seat"), _("Who leaves"))
    seat = next((seat for seat in slot.seats if seat.order == order), None)
    if seat is None:
        raise InvalidInput(field=_("Who leaves"), problem=_("one of the table"))

    def run(reason: str) -> str:
        done = withdraw_player(
            actor=actor, entry_id=seat.entry_id, from_round=slot.round_number, reason=reason
        )
        message = ngettext(
            "Withdrawn. %(n)d open game is forfeited.",
            "Withdrawn. %(n)d open games are forfeited.",
            len(done.ruled),
        )
        return message % {"n": len(done.ruled)}

    return run


def _time(form: QueryDict, slot: SlotContext, actor: Actor) -> Callable[[str], object]:
    play_at = parse_moment(form.get("play_at", ""), _("Played at"), slot.time_zone)

    def run(_reason: str) -> None:
        times.set_time(actor=actor, slot_id=slot.slot_id, play_at=play_at)

    return run


DECISIONS: Mapping[str, Callable[[QueryDict, SlotContext, Actor], Callable[[str], object]]] = {
    "enter": _enter,
    "rule": _rule,
    "postpone": _postpone,
    "no_show": _no_show,
    "void": _void,
    "withdraw": _withdraw,
    "time": _time,
}
# Decisions that replace a result.
CORRECTIONS = ("enter", "rule", "postpone", "void")


def _claim(form: QueryDict, slot: SlotContext) -> dict[str, Any]:
    if slot.event_game in CARD_GAMES:
        field = "cards_left" if form.get("cards_left", "").strip() else "places"
        numbers = form.get(field, "").replace(",", " ").split()
        return {field: [parse_number(each, field) for each in numbers]}
    claim = parse_end(form.get("end", "")).claim(slot.first_seat)
    stones = parse_optional_number(form.get("stones"), _("Winner’s stones left"))
    if stones is not None and claim["result"] != "1/2-1/2":
        side = "second" if claim["result"].startswith("0-") else "first"
        capstones = parse_optional_number(form.get("capstones"), _("Winner’s capstones left")) or 0
        claim["reserves"] = {side: {"stones": stones, "capstones": capstones}}
    if calls := calls_by_seat(form, slot):
        claim["calls"] = calls
    return claim


def _outcome(form: QueryDict, slot: SlotContext) -> dict[str, Any]:
    """The outcome of a ruling. kind: for a forfeit with the winning seat, as in forfeit-1."""
    kind, _dash, seat = form.get("kind", "").partition("-")
    outcome: dict[str, Any] = {"kind": kind}
    if kind == "adjudicated":
        return outcome | _claim(form, slot)
    if kind == "forfeit":
        outcome["winner"] = parse_number(seat, "kind")
    if kind in ("forfeit", "double_forfeit"):
        noticed = parse_moment(form.get("noticed_at", ""), _("Seen at"), slot.time_zone)
        details = {
            "cause": form.get("cause") or None,
            "noticed_at": noticed,
            "evidence": form.get("evidence", "").strip() or None,
        }
        outcome |= {name: value for name, value in details.items() if value is not None}
    return outcome
