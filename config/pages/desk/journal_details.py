"""The details of a journal line as text: changed settings, rounds, results."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from config.pages import zones
from config.pages.annotations import Document
from config.pages.desk.staff import ROLE_WORDS
from config.pages.seat_scores import score_text
from config.pages.templatetags.roadhouse import plain_points
from games.places import end_scores, read_places_code
from tournaments.choices import AnnouncedTo, EntryStatus, SlotStatus
from tournaments.pairing.drafts.edit_kinds import describe_edit, read_edits
from tournaments.services.rounds.drafts import translate_reason
from tournaments.wording import join_with_commas

Words = str | Promise
Json = Any  # of a journal line: null, a text or an object
STATE_LABELS = dict([*EntryStatus.choices, *SlotStatus.choices])
RESULT_KIND_LABELS: dict[str, Words] = {
    "played": _("played"),
    "forfeit": _("a forfeit"),
    "double_forfeit": _("forfeited by both"),
    "adjudicated": _("adjudicated"),
    "cancelled": _("cancelled"),
    "postponed": _("postponed"),
}
# Results of Tak, by the player who moved first or second.
RESULT_LABELS: dict[str, Words] = {
    "R-0": _("a win by road of who moved first"),
    "F-0": _("a win by flats of who moved first"),
    "1-0": _("another win of who moved first"),
    "0-R": _("a win by road of who moved second"),
    "0-F": _("a win by flats of who moved second"),
    "0-1": _("another win of who moved second"),
    "1/2-1/2": _("a draw"),
}
FIELD_LABELS: dict[str, Words] = {
    "name": _("Name"),
    "starts_on": _("Date"),
    "start_time": _("Starts at"),
    "venue": _("Venue"),
    "address": _("Street and town"),
    "contact": _("Contact"),
    "entry_fee": _("Entry fee"),
    "description": _("Description"),
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
class NameLookup:
    """entry: the name of an entry by its id. numbers: names by the number of the entry. match: the
    settings that make points of places.
    """

    entry: Callable[[int], str]
    numbers: Mapping[int, str]
    zone: str
    match: Document


def action_details(action: str, before: Json, after: Json, names: NameLookup) -> str:
    """Empty if the action has no details."""
    describe = DETAILS.get(action.partition(".")[0])
    return describe(action, before, after, names) if describe else ""


def _field_list(fields: Iterable[str]) -> str:
    return join_with_commas(str(FIELD_LABELS.get(field, field)) for field in fields)


def _event_details(action: str, _before: Json, after: Json, _names: NameLookup) -> str:
    if action == "event.copied":
        return str(after["from"])
    return _field_list(after.get("changed", ())) if isinstance(after, dict) else ""


def _announcement_details(_action: str, _before: Json, after: Json, _names: NameLookup) -> str:
    to, number = str(AnnouncedTo(after["to"]).label), after["round"]
    return f"{to} ({_rounds(number, number)})" if number else to


def _challenge_details(action: str, _before: Json, after: Json, names: NameLookup) -> str:
    keys = ("entry", "below") if action == "ladder.dropped" else ("challenger", "challenged")
    return " → ".join(names.numbers.get(after[key], str(after[key])) for key in keys)


def _entry_details(action: str, _before: Json, after: Json, _names: NameLookup) -> str:
    data: Document = after if isinstance(after, dict) else {}
    if action == "entry.edited":
        return _field_list(data.get("changed", ()))
    if "back" in data:
        return gettext("from round %(n)s on") % {"n": data["back"]}
    if "adjustment" in data:
        points = {"points": plain_points(data["points_x2"]), "n": data["after_round"]}
        return gettext("%(points)s points after round %(n)s") % points
    if "from_round" in data:
        return _rounds(data["from_round"], data["to_round"])
    return str(STATE_LABELS.get(data.get("state", ""), ""))


def _rounds(first: int, last: int | None) -> str:
    if last is None:
        return gettext("from round %(n)s on") % {"n": first}
    if last == first:
        return gettext("round %(n)s") % {"n": first}
    return gettext("rounds %(first)s to %(last)s") % {"first": first, "last": last}


def _apart_details(_action: str, before: Json, after: Json, names: NameLookup) -> str:
    data = after or before or {}
    if "pairs" in data:
        # After an undo, the longer list has all pairs of the change.
        pairs = max(data["pairs"], (before or {}).get("pairs", ()), key=len)
        return join_with_commas(
            f"{names.entry(pair[0])} – {names.entry(pair[1])}" for pair in pairs
        )
    kind = gettext("a club") if data.get("kind") == "club" else gettext("a family")
    return f"{kind} {data['club']}" if data.get("club") else kind


def _round_details(action: str, _before: Json, after: Json, names: NameLookup) -> str:
    if action == "round.edited":
        edits = read_edits(after.get("edits", ()))
        return join_with_commas(
            translate_reason(describe_edit(edit), names.numbers) for edit in edits
        )
    if action == "round.times":
        opens, closes = (
            _format_moment(after.get(name), names) for name in ("opens_at", "closes_at")
        )
        return f"{opens} – {closes}"
    return ""


def _team_details(action: str, before: Json, after: Json, _names: NameLookup) -> str:
    """Of what was decided of a match, or taken back."""
    if not action.startswith("team.match_"):
        return ""
    data: Document = after or before
    return gettext("match %(match)s, team %(team)s") % data


def _lot_details(_action: str, _before: Json, after: Json, _names: NameLookup) -> str:
    return str(after["seed"])


def _format_moment(text: object, names: NameLookup) -> str:
    at = parse_datetime(str(text or ""))
    return zones.local_time_text(at, names.zone, there=True) if at else "…"


def _game_details(action: str, _before: Json, after: Json, names: NameLookup) -> str:
    if isinstance(after, str):
        return str(STATE_LABELS.get(after, after))
    if not isinstance(after, dict):
        return ""
    if action in ("slot.ruled", "result.recorded"):
        outcome = str(after.get("outcome") or "")
        words = _result_words(outcome, names)
        if words and after["kind"] == "played":
            return words
        kind = str(RESULT_KIND_LABELS.get(after.get("kind", ""), after.get("kind", "")))
        return join_with_commas(filter(None, (kind, words)))
    if "play_at" in after:
        return _format_moment(after["play_at"], names)
    result = str(after.get("result") or "")
    return _result_words(result, names) or result


def _result_words(result: str, names: NameLookup) -> str:
    """A result of Tak in words, or the places of a card game by seat; empty for another code."""
    if places_x2 := read_places_code(result):
        return " · ".join(map(score_text, end_scores(places_x2, names.match)))
    return str(RESULT_LABELS.get(result, ""))


def _role_details(_action: str, _before: Json, after: Json, _names: NameLookup) -> str:
    role = after.get("role", "") if isinstance(after, dict) else after
    return str(ROLE_WORDS.get(str(role), role or ""))


def _links_details(_action: str, _before: Json, after: Json, _names: NameLookup) -> str:
    return str(len(after.get("entries", []))) if isinstance(after, dict) else ""


# By the topic: the first word of the action.
DETAILS: dict[str, Callable[[str, Json, Json, NameLookup], str]] = {
    "event": _event_details,
    "entry": _entry_details,
    "announcement": _announcement_details,
    "challenge": _challenge_details,
    "ladder": _challenge_details,
    "apart": _apart_details,
    "round": _round_details,
    "lot": _lot_details,
    "team": _team_details,
    "slot": _game_details,
    "result": _game_details,
    "time": _game_details,
    "role": _role_details,
    "invitation": _role_details,
    "links": _links_details,
}
