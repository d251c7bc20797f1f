"""Reversals of settings, players kept apart, roles, and decisions on matches of teams."""

from collections.abc import Callable, Mapping
from typing import Any

from games.undo.actions import (
    Document,
    JournalLine,
    Reversal,
    StaffAction,
    dict_or_empty,
    undo_reason,
)
from tournaments import selectors
from tournaments.actor import Actor
from tournaments.choices import EntryStatus
from tournaments.selectors.people.apart import CLUB
from tournaments.services.entries import apart, waiting_list
from tournaments.services.events import changes, events, roles
from tournaments.services.rounds import match_decisions

APART_RESTORED, ACCEPTED = "apart.restored", "invitation.accepted"
# Actions that may give a place after a limit was raised.
GAVE_PLACES = ("entry.promoted", "entry.added")


def _edit_event(actor: Actor, action: StaffAction) -> None:
    if _places_given(action):
        raise waiting_list.PlacesTaken
    earlier = changes.changes_from_journal(action.before["settings"])
    events.edit_event(actor=actor, event_id=action.event.pk, changes=earlier, reason=undo_reason())


def _places_given(action: StaffAction) -> bool:
    """Whether a limit was raised and an entry got a place by it."""
    limit = action.before["settings"].get("registration", {}).get("limit")
    if limit is None or waiting_list.count_in(action.event) <= limit:
        return False
    lines = selectors.journal_since(action.event, action.line.seq).filter(action__in=GAVE_PLACES)
    return lines.filter(after__state=EntryStatus.IN).exists()


def _has_all_values(action: StaffAction) -> bool:
    """Names and notes are free text, which the journal omits; old lines have no values."""
    values = dict_or_empty(action.after.get("settings"))
    return bool(values) and set(values) == set(action.after["changed"])


def _are_settings_reverted(action: StaffAction, line: JournalLine) -> bool:
    ends = [dict_or_empty(line.before), dict_or_empty(line.after)]
    return [each.get("settings") for each in ends] == [
        each.get("settings") for each in (action.after, action.before)
    ]


def _restore_pairs(actor: Actor, action: StaffAction) -> None:
    current, earlier = action.after.get("pairs", ()), action.before["pairs"]
    apart.restore_pairs(actor=actor, event_id=action.event.pk, current=current, earlier=earlier)


def _are_pairs_reverted(action: StaffAction, line: JournalLine) -> bool:
    """Whether the pairs were restored, by Undo or by hand."""
    before, after = dict_or_empty(line.before), dict_or_empty(line.after)
    left, stood = _pairs(before), _pairs(after)
    return left == _pairs(action.after) and stood == _pairs(action.before)


def _pairs(document: Document) -> list[Any]:
    return sorted(document.get("pairs", ()))


def _restore_rule(actor: Actor, action: StaffAction) -> None:
    """The name of a family is the text of the line."""
    rule = action.before or action.after
    of_club = rule["kind"] == CLUB
    key = rule["club"] if of_club else action.line.text
    if not action.before:
        apart.end_apart_rule(actor=actor, event_id=action.event.pk, kind=rule["kind"], key=key)
        return
    keep = apart.keep_club_apart if of_club else apart.keep_family_apart
    named = {"club" if of_club else "family": key}
    keep(actor=actor, event_id=action.event.pk, last_round=rule["last_round"], **named)


def _names_rule(action: StaffAction) -> bool:
    """An erased text must not be read as the rule for every family."""
    return bool(action.line.text) or not action.line.salt


def _is_rule_reverted(action: StaffAction, line: JournalLine) -> bool:
    before, after = dict_or_empty(line.before), dict_or_empty(line.after)
    return line.text == action.line.text and (before, after) == (action.after, action.before)


def _set_role(*, given: bool) -> Callable[[Actor, StaffAction], None]:
    service = roles.revoke_event_role if given else roles.grant_event_role

    def revert(actor: Actor, action: StaffAction) -> None:
        service(actor=actor, event_id=action.event.pk, user_id=action.key, role=action.line.after)

    return revert


def _is_role_reverted(action: StaffAction, line: JournalLine) -> bool:
    """Whether a line is about the same role, or is the account's own acceptance of a link."""
    if line.action == ACCEPTED:
        return bool(line.after == {"user": action.key, "role": action.line.after})
    return action.line.subject == line.subject and bool(action.line.after == line.after)


def _is_by_others(action: StaffAction) -> bool:
    """Staff who step down by themselves are not reinstated."""
    return bool(action.line.actor["user"] != action.key)


def _undo_match_decision(actor: Actor, action: StaffAction) -> None:
    match_decisions.undo_match_decision(
        actor=actor,
        event_id=action.event.pk,
        number=action.key,
        match=action.after["match"],
        reason=undo_reason(),
    )


def _same_match(action: StaffAction, line: JournalLine) -> bool:
    return action.line.subject == line.subject and action.after == dict_or_empty(line.before)


_RULE = Reversal(
    "apart.edit", _restore_rule, ("apart.rule", "apart.rule_ended"), _names_rule, _is_rule_reverted
)
EVENT_REVERSALS: Mapping[str, Reversal] = {
    "event.edited": Reversal(
        "event.edit",
        _edit_event,
        ("event.edited",),
        _has_all_values,
        _are_settings_reverted,
        lambda action: changes.matches_journal(action.event, action.after["settings"]),
    ),
    "apart.kept": Reversal(
        "apart.edit",
        _restore_pairs,
        (APART_RESTORED, "apart.ended"),
        is_reverted_by=_are_pairs_reverted,
    ),
    "apart.ended": Reversal(
        "apart.edit",
        _restore_pairs,
        (APART_RESTORED, "apart.kept"),
        is_reverted_by=_are_pairs_reverted,
    ),
    "team.match_decided": Reversal(
        "stage.rule",
        _undo_match_decision,
        ("team.match_decision_undone",),
        is_reverted_by=_same_match,
    ),
    "apart.rule": _RULE,
    "apart.rule_ended": _RULE,
    "role.granted": Reversal(
        "event.edit",
        _set_role(given=True),
        ("role.revoked", ACCEPTED),
        is_reverted_by=_is_role_reverted,
    ),
    "role.revoked": Reversal(
        "event.edit", _set_role(given=False), ("role.granted",), _is_by_others, _is_role_reverted
    ),
}
