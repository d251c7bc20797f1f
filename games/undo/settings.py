"""The ways back from what staff say of a whole event: settings, who is kept apart, who is staff."""

from collections.abc import Mapping
from typing import Any

from games.undo.acts import Act, Line, Way, dict_or_empty, undone
from tournaments import selectors
from tournaments.actor import Actor
from tournaments.selectors.people.apart import CLUB
from tournaments.services.entries import apart, waiting_list
from tournaments.services.events import changes, events, roles

APART_RESTORED, ACCEPTED = "apart.restored", "invitation.accepted"
# What gives somebody a place without staff entering them.
GAVE_PLACES = ("entry.promoted", "entry.added")


def _edit_event(actor: Actor, act: Act) -> None:
    if _places_given(act):
        raise waiting_list.PlacesTaken
    earlier = changes.changes_from_journal(act.before["settings"])
    events.edit_event(actor=actor, event_id=act.event.pk, changes=earlier, reason=undone())


def _places_given(act: Act) -> bool:
    """Whether a limit was raised and somebody came in by that."""
    limit = act.before["settings"].get("registration", {}).get("limit")
    if limit is None or waiting_list.count_in(act.event) <= limit:
        return False
    lines = selectors.journal_since(act.event, act.line.seq).filter(action__in=GAVE_PLACES)
    return lines.filter(after__state="in").exists()


def _tells_all(act: Act) -> bool:
    """Names and notes are free text, which the chain does not hold; old lines tell no values."""
    values = dict_or_empty(act.after.get("settings"))
    return bool(values) and set(values) == set(act.after["changed"])


def _settings_ended(act: Act, line: Line) -> bool:
    return _turned_round(act, line, "settings")


def _turned_round(act: Act, line: Line, what: str) -> bool:
    before, after = dict_or_empty(line.before), dict_or_empty(line.after)
    return bool(before.get(what) == act.after.get(what) and after.get(what) == act.before.get(what))


def _restore_pairs(actor: Actor, act: Act) -> None:
    left, stood = act.after.get("pairs", ()), act.before["pairs"]
    apart.restore_pairs(actor=actor, event_id=act.event.pk, current=left, earlier=stood)


def _pairs_ended(act: Act, line: Line) -> bool:
    """Put back as they were, by Undo or by hand."""
    before, after = dict_or_empty(line.before), dict_or_empty(line.after)
    left, stood = _pairs(before), _pairs(after)
    return left == _pairs(act.after) and stood == _pairs(act.before)


def _pairs(told: Mapping[str, Any]) -> list[Any]:
    return sorted(told.get("pairs", ()))


def _restore_rule(actor: Actor, act: Act) -> None:
    """The name of a family stands beside the line."""
    told = act.before or act.after
    of_club = told["kind"] == CLUB
    key = told["club"] if of_club else act.line.text
    if not act.before:
        apart.end_apart_rule(actor=actor, event_id=act.event.pk, kind=told["kind"], key=key)
        return
    keep = apart.keep_club_apart if of_club else apart.keep_family_apart
    named = {"club" if of_club else "family": key}
    keep(actor=actor, event_id=act.event.pk, last_round=told["last_round"], **named)


def _names_rule(act: Act) -> bool:
    """A text that was erased cannot be read as the rule of every family."""
    return bool(act.line.text) or not act.line.salt


def _rule_ended(act: Act, line: Line) -> bool:
    before, after = dict_or_empty(line.before), dict_or_empty(line.after)
    return line.text == act.line.text and (before, after) == (act.after, act.before)


def _set_role(*, given: bool) -> Any:
    service = roles.revoke_event_role if given else roles.grant_event_role

    def back(actor: Actor, act: Act) -> None:
        service(actor=actor, event_id=act.event.pk, user_id=act.key, role=act.line.after)

    return back


def _role_ended(act: Act, line: Line) -> bool:
    """Another role of the same account is another matter; who took one by a link did it."""
    if line.action == ACCEPTED:
        return bool(line.after == {"user": act.key, "role": act.line.after})
    return act.line.subject == line.subject and bool(act.line.after == line.after)


def _taken_by_others(act: Act) -> bool:
    """Who steps down is not made staff again."""
    return bool(act.line.actor["user"] != act.key)


_RULE = Way(
    "apart.edit", _restore_rule, ("apart.rule", "apart.rule_ended"), _names_rule, _rule_ended
)
WAYS: Mapping[str, Way] = {
    "event.edited": Way(
        "event.edit",
        _edit_event,
        ("event.edited",),
        _tells_all,
        _settings_ended,
        lambda act: changes.matches_journal(act.event, act.after["settings"]),
    ),
    "apart.kept": Way(
        "apart.edit", _restore_pairs, (APART_RESTORED, "apart.ended"), ends=_pairs_ended
    ),
    "apart.ended": Way(
        "apart.edit", _restore_pairs, (APART_RESTORED, "apart.kept"), ends=_pairs_ended
    ),
    "apart.rule": _RULE,
    "apart.rule_ended": _RULE,
    "role.granted": Way(
        "event.edit", _set_role(given=True), ("role.revoked", ACCEPTED), ends=_role_ended
    ),
    "role.revoked": Way(
        "event.edit", _set_role(given=False), ("role.granted",), _taken_by_others, _role_ended
    ),
}
