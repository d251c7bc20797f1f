"""What a line of the journal tells beside its action: settings, rounds, ends, in words."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from config.pages import zones
from config.pages.desk.staff import ROLE_WORDS
from config.pages.templatetags.roadhouse import plain_points
from tournaments.pairing.drafts.edit_kinds import describe_edit, read_edits
from tournaments.services.rounds.drafts import translate_reason
from tournaments.wording import join_with_commas

Words = str | Promise
STATES: dict[str, Words] = {
    "applied": _("asked to enter"),
    "waiting": _("on the waiting list"),
    "in": _("plays"),
    "refused": _("refused"),
    "cancelled": _("cancelled"),
    "open": _("open"),
    "reported": _("reported"),
    "disputed": _("disputed"),
    "decided": _("decided"),
    "postponed": _("postponed"),
}
KINDS: dict[str, Words] = {
    "played": _("played"),
    "forfeit": _("a forfeit"),
    "double_forfeit": _("forfeited by both"),
    "adjudicated": _("adjudicated"),
    "cancelled": _("cancelled"),
    "postponed": _("postponed"),
}
# Results of Tak, of who moved first and second.
ENDS: dict[str, Words] = {
    "R-0": _("a win by road of who moved first"),
    "F-0": _("a win by flats of who moved first"),
    "1-0": _("another win of who moved first"),
    "0-R": _("a win by road of who moved second"),
    "0-F": _("a win by flats of who moved second"),
    "0-1": _("another win of who moved second"),
    "1/2-1/2": _("a draw"),
}
CHANGED: dict[str, Words] = {
    "name": _("Name"),
    "starts_on": _("Date"),
    "visibility": _("Who sees it"),
    "time_zone": _("Time zone"),
    "time_control": _("Time for a game"),
    "ruleset": _("Rules of the game"),
    "match": _("Matches and table"),
    "confirm": _("Results"),
    "registration": _("Registration"),
    "family": _("Family"),
    "fixed_table": _("Fixed table"),
    "rating": _("Rating"),
    "rating_source": _("where the rating is from"),
}


@dataclass(frozen=True, slots=True)
class Lookup:
    """entry: the name of an entry by its id. numbers: names by the number of the entry."""

    entry: Callable[[int], str]
    numbers: Mapping[int, str]
    zone: str


def details(action: str, before: Any, after: Any, names: Lookup) -> str:
    """Empty where there is nothing to tell."""
    tell = TOLD.get(action.partition(".")[0])
    return tell(action, before, after, names) if tell else ""


def _changed(fields: Iterable[str]) -> str:
    return join_with_commas(str(CHANGED.get(field, field)) for field in fields)


def _of_event(action: str, _before: Any, after: Any, _names: Lookup) -> str:
    if action == "event.copied":
        return str(after["from"])
    return _changed(after.get("changed", ())) if isinstance(after, dict) else ""


def _of_entry(action: str, _before: Any, after: Any, _names: Lookup) -> str:
    told: Mapping[str, Any] = after if isinstance(after, dict) else {}
    if action == "entry.edited":
        return _changed(told.get("changed", ()))
    if "back" in told:
        return gettext("from round %(n)s on") % {"n": told["back"]}
    if "adjustment" in told:
        points = {"points": plain_points(told["points_x2"]), "n": told["after_round"]}
        return gettext("%(points)s points after round %(n)s") % points
    if "from_round" in told:
        return _rounds(told["from_round"], told["to_round"])
    return str(STATES.get(told.get("state", ""), ""))


def _rounds(first: int, last: int | None) -> str:
    if last is None:
        return gettext("from round %(n)s on") % {"n": first}
    if last == first:
        return gettext("round %(n)s") % {"n": first}
    return gettext("rounds %(first)s to %(last)s") % {"first": first, "last": last}


def _of_apart(_action: str, before: Any, after: Any, names: Lookup) -> str:
    told = after or before or {}
    if "pairs" in told:
        # Of a change put back, all the pairs that it was about.
        pairs = max(told["pairs"], (before or {}).get("pairs", ()), key=len)
        return join_with_commas(
            f"{names.entry(pair[0])} – {names.entry(pair[1])}" for pair in pairs
        )
    kind = gettext("a club") if told.get("kind") == "club" else gettext("a family")
    return f"{kind} {told['club']}" if told.get("club") else kind


def _of_round(action: str, _before: Any, after: Any, names: Lookup) -> str:
    if action == "round.edited":
        edits = read_edits(after.get("edits", ()))
        return join_with_commas(
            translate_reason(describe_edit(edit), names.numbers) for edit in edits
        )
    if action == "round.times":
        opens, closes = (_moment(after.get(name), names) for name in ("opens_at", "closes_at"))
        return f"{opens} – {closes}"
    return ""


def _of_lot(_action: str, _before: Any, after: Any, _names: Lookup) -> str:
    return str(after["seed"])


def _moment(text: Any, names: Lookup) -> str:
    at = parse_datetime(str(text or ""))
    return zones.local_time_text(at, names.zone, there=True) if at else "…"


def _of_game(action: str, _before: Any, after: Any, names: Lookup) -> str:
    if isinstance(after, str):
        return str(STATES.get(after, after))
    if not isinstance(after, dict):
        return ""
    if action in ("slot.ruled", "result.recorded"):
        outcome = str(after.get("outcome") or "")
        if outcome in ENDS and after["kind"] == "played":
            return str(ENDS[outcome])
        kind = str(KINDS.get(after.get("kind", ""), after.get("kind", "")))
        return join_with_commas(filter(None, (kind, str(ENDS.get(outcome, "")))))
    if "play_at" in after:
        return _moment(after["play_at"], names)
    result = str(after.get("result") or "")
    return str(ENDS.get(result, result))


def _of_role(_action: str, _before: Any, after: Any, _names: Lookup) -> str:
    role = after.get("role", "") if isinstance(after, dict) else after
    return str(ROLE_WORDS.get(str(role), role or ""))


def _of_links(_action: str, _before: Any, after: Any, _names: Lookup) -> str:
    return str(len(after.get("entries", []))) if isinstance(after, dict) else ""


# What of before and after is told, by the first word of the action.
TOLD: dict[str, Callable[[str, Any, Any, Lookup], str]] = {
    "event": _of_event,
    "entry": _of_entry,
    "apart": _of_apart,
    "round": _of_round,
    "lot": _of_lot,
    "slot": _of_game,
    "result": _of_game,
    "time": _of_game,
    "role": _of_role,
    "invitation": _of_role,
    "links": _of_links,
}
