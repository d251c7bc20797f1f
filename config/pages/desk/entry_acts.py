"""What the staff can do with one entry: each a button of its card, and one call of a service."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.pages.desk.base import (
    Desk,
    half_points_in,
    number_in,
    number_or_none,
    typed_reason,
)
from config.pages.names import isolate
from games import services as games
from tournaments import selectors
from tournaments.actor import Actor
from tournaments.errors import InvalidInput
from tournaments.services.entries import absences, entries
from tournaments.services.events import adjustments
from tournaments.services.people import people

Given = QueryDict
# What an act returns is the sentence that is said when it is done; {name} is the player.
Act = Callable[[Actor, Any, Given, str], str]


def act_on(request: HttpRequest, opened: Desk, found: Any, do: str) -> str:
    """Do what a button of the card asks; the sentence to say.

    :raises DomainError: it is refused.
    """
    act = ACTS.get(do)
    if act is None:
        raise InvalidInput(field="do", problem=_("there is no such button"))
    said = act(opened.actor, found, request.POST, typed_reason(request))
    return said.format(name=isolate(selectors.resolve(found.player).name))


def _approve(actor: Actor, found: Any, _given: Given, _why: str) -> str:
    made = entries.approve_entry(actor=actor, entry_id=found.pk)
    if made.state == "waiting":
        return _("{name} is on the waiting list: there is no place.")
    return _("{name} is in.")


def _refuse(actor: Actor, found: Any, _given: Given, why: str) -> str:
    entries.refuse_entry(actor=actor, entry_id=found.pk, reason=why)
    return _("{name} is refused.")


def _cancel(actor: Actor, found: Any, _given: Given, _why: str) -> str:
    entries.cancel_entry(actor=actor, entry_id=found.pk)
    return _("The entry of {name} is cancelled.")


def _enter_again(actor: Actor, found: Any, _given: Given, _why: str) -> str:
    entries.enter(
        actor=actor,
        event_id=found.event_id,
        player_id=found.player_id,
        rating=found.rating,
        rating_source=found.rating_source,
    )
    return _("{name} is in.")


def _check_in(actor: Actor, found: Any, _given: Given, _why: str) -> str:
    entries.check_in(actor=actor, entry_id=found.pk)
    return _("{name} is here.")


def _check_out(actor: Actor, found: Any, _given: Given, _why: str) -> str:
    entries.check_in(actor=actor, entry_id=found.pk, undo=True)
    return _("{name} is not here.")


def _withdraw(actor: Actor, found: Any, given: Given, why: str) -> str:
    done = games.withdraw_player(
        actor=actor, entry_id=found.pk, from_round=_round(given, "from_round"), reason=why
    )
    said = _("{name} plays no more from round %(n)d on.") % {"n": done.from_round}
    if done.ruled:
        text = ngettext("%(n)d game is forfeited.", "%(n)d games are forfeited.", len(done.ruled))
        said += " " + text % {"n": len(done.ruled)}
    if done.left:
        text = ngettext(
            "%(n)d game waits for your ruling.", "%(n)d games wait for your ruling.", len(done.left)
        )
        said += " " + text % {"n": len(done.left)}
    return said


def _return(actor: Actor, found: Any, given: Given, why: str) -> str:
    number = _round(given, "from_round")
    absences.return_entry(actor=actor, entry_id=found.pk, from_round=number, reason=why)
    return _("{name} plays again from round %(n)d on.") % {"n": number}


def _bye(actor: Actor, found: Any, given: Given, _why: str) -> str:
    number = _round(given, "round")
    points = given.get("points", "").strip()
    absences.ask_bye(
        actor=actor,
        entry_id=found.pk,
        round_number=number,
        points_x2=half_points_in(points, _("Points")) if points else None,
    )
    return _("{name} has a bye in round %(n)d.") % {"n": number}


def _cancel_bye(actor: Actor, found: Any, given: Given, _why: str) -> str:
    number = _round(given, "round")
    absences.cancel_bye(actor=actor, entry_id=found.pk, round_number=number)
    return _("{name} plays round %(n)d after all.") % {"n": number}


def _absent(actor: Actor, found: Any, given: Given, why: str) -> str:
    first = _round(given, "from_round")
    last = number_or_none(given.get("to_round"), _("Last round")) or first
    absences.absent(actor=actor, entry_id=found.pk, from_round=first, to_round=last, reason=why)
    return _("{name} is absent.")


def _edit(actor: Actor, found: Any, given: Given, _why: str) -> str:
    changes: dict[str, Any] = {"family": given.get("family", "").strip()}
    changes["fixed_table"] = number_or_none(given.get("fixed_table"), _("Fixed table"))
    rating = number_or_none(given.get("rating"), _("Rating")) if "rating" in given else found.rating
    if rating != found.rating:
        changes["rating"] = rating
    entries.edit_entry(actor=actor, entry_id=found.pk, changes=changes)
    return _("Kept.")


def _read_as(actor: Actor, found: Any, given: Given, _why: str) -> str:
    player = selectors.resolve(found.player)
    sort_name = given.get("sort_name", "")[:100]
    people.set_sort_name(actor=actor, player_id=player.pk, sort_name=sort_name)
    return _("Kept.")


def _adjust(actor: Actor, found: Any, given: Given, why: str) -> str:
    points_x2 = half_points_in(given.get("points"), _("Points"))
    adjustments.adjust(
        actor=actor,
        entry_id=found.pk,
        after_round=number_or_none(given.get("after_round"), _("Round")) or 0,
        points_x2=-abs(points_x2) if given.get("kind") == adjustments.PENALTY else points_x2,
        reason=why,
    )
    return _("Noted for {name}.")


def _cancel_adjustment(actor: Actor, found: Any, given: Given, why: str) -> str:
    number = number_in(given.get("adjustment"), "adjustment")
    mine = {row["id"] for row in selectors.adjustments(found.event) if row["entry"] == found.pk}
    if number not in mine:
        raise InvalidInput(field="adjustment", problem=_("there is no such one here"))
    adjustments.cancel_adjustment(actor=actor, adjustment_id=number, reason=why)
    return _("It counts no more.")


def _round(given: Given, name: str) -> int:
    return number_in(given.get(name), _("Round"))


ACTS: Mapping[str, Act] = {
    "approve": _approve,
    "refuse": _refuse,
    "cancel": _cancel,
    "enter-again": _enter_again,
    "check-in": _check_in,
    "check-out": _check_out,
    "withdraw": _withdraw,
    "return": _return,
    "bye": _bye,
    "cancel-bye": _cancel_bye,
    "absent": _absent,
    "edit": _edit,
    "read-as": _read_as,
    "adjust": _adjust,
    "cancel-adjustment": _cancel_adjustment,
}


def _withdrawn(first: int, last: int | None) -> str:
    if last is None:
        return _("withdrew from round %(first)d on") % {"first": first}
    return _("away in rounds %(first)d to %(last)d") % {"first": first, "last": last}


def _asked(first: int, _last: int | None) -> str:
    return _("bye in round %(first)d") % {"first": first}


def _was_absent(first: int, last: int | None) -> str:
    if last == first:
        return _("absent in round %(first)d") % {"first": first}
    return _("absent in rounds %(first)d to %(last)d") % {"first": first, "last": last or first}


def _late(first: int, last: int | None) -> str:
    return _("entered after round %(last)d") % {"last": last or first}


# The words of each kind of absence, from its first and last round.
ROUNDS_AWAY: Mapping[str, Callable[[int, int | None], str]] = {
    "withdrawn": _withdrawn,
    "asked": _asked,
    "absent": _was_absent,
    "late": _late,
}
