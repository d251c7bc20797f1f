"""Undo at the desk of approvals, of who is kept apart, of settings and of roles."""

from datetime import date

import pytest

from games.undo.undo import DoneSince, NothingToUndo, last_action, undo_action, undoable_actions
from tests.api.world import client_of
from tests.builders import (
    acting,
    actor_of,
    decide_round,
    make_club,
    make_event,
    make_player,
    make_user,
    published_round,
)
from tournaments import selectors
from tournaments.actor import SYSTEM
from tournaments.errors import NotAllowed
from tournaments.integrity import check_event
from tournaments.models import Event, EventRole, ForbiddenPair, JournalLine, KeptApart
from tournaments.services import journal
from tournaments.services.entries import apart, entries, waiting_list
from tournaments.services.entries.entries import EventBegun
from tournaments.services.events import events, roles, states

pytestmark = pytest.mark.django_db


@pytest.fixture
def user():
    return make_user("boss")


@pytest.fixture
def boss(user):
    return acting(user)


@pytest.fixture
def event(user):
    return make_event(organiser=user, slug="cup", state="registration", entries=4)


def undo(actor, event):
    """Press Undo; the action that was taken back."""
    event.refresh_from_db()
    act = last_action(actor, event)
    assert act is not None
    undo_action(actor=actor, event_id=event.pk, line=act.line.seq)
    return act.line.action


def offered(event):
    return [act.line.action for act in undoable_actions(Event.objects.get(pk=event.pk))]


def last_line(event):
    return selectors.journal_of(event)[0]


def holds(event):
    assert check_event(event.pk) == []
    assert list(journal.broken_links(f"event:{event.slug}")) == []


# Approvals


def settle(event, **registration):
    """As the system: it is nothing that staff could undo."""
    changes = {"registration": registration}
    events.edit_event(actor=SYSTEM, event_id=event.pk, changes=changes)


def asked(event):
    """A player who asks for a place, as they themselves do."""
    player = make_player()
    return entries.enter(actor=actor_of(player), event_id=event.pk, player_id=player.pk)


def state_of(entry):
    entry.refresh_from_db()
    return entry.state


def test_an_approval_is_taken_back_once_and_the_player_asks_again(boss, event):
    settle(event, approval=True)
    entry = asked(event)
    entries.approve_entry(actor=boss, entry_id=entry.pk)
    line = last_line(event).seq
    assert undo(boss, event) == "entry.approved"
    assert state_of(entry) == "applied"
    assert last_line(event).action == "entry.judgement_undone"
    assert offered(event) == [], "what was undone is not undone in turn"
    with pytest.raises(NothingToUndo):
        undo_action(actor=boss, event_id=event.pk, line=line)
    holds(event)


def test_decisions_on_one_player_are_undone_one_after_another(boss, event):
    settle(event, approval=True)
    entry = asked(event)
    entries.refuse_entry(actor=boss, entry_id=entry.pk, reason="no")
    entries.approve_entry(actor=boss, entry_id=entry.pk)
    entries.refuse_entry(actor=boss, entry_id=entry.pk, reason="no after all")
    assert offered(event)[-1] == "entry.refused"
    states = []
    for _press in range(3):
        undo(boss, event)
        states.append(state_of(entry))
    assert states == ["in", "refused", "applied"]
    assert offered(event) == []
    holds(event)


def test_a_place_that_went_to_another_is_not_taken_from_them(boss, event):
    settle(event, limit=4)
    entry, waits = entry_of_place(event, 1), asked(event)
    entries.check_in(actor=SYSTEM, entry_id=entry.pk)
    entries.refuse_entry(actor=boss, entry_id=entry.pk, reason="wrong one")
    assert state_of(waits) == "in", "the first of the list moved up"
    with pytest.raises(waiting_list.PlacesTaken):
        undo(boss, event)
    assert (state_of(entry), state_of(waits)) == ("refused", "in")
    entries.cancel_entry(actor=actor_of(waits.player), entry_id=waits.pk)
    assert undo(boss, event) == "entry.refused"
    assert state_of(entry) == "in"
    assert entry.checked_in_at is not None, "who had come has come"


def entry_of_place(event, place):
    return event.entries.order_by("pk")[place - 1]


def test_who_was_refused_by_mistake_has_the_old_place_on_the_list(boss, event):
    settle(event, limit=4)
    first, second = asked(event), asked(event)
    entries.refuse_entry(actor=boss, entry_id=first.pk, reason="wrong one")
    undo(boss, event)
    assert [each.pk for each in selectors.waiting_list(event)] == [first.pk, second.pk]


def test_a_place_that_an_undone_approval_frees_goes_to_who_waits(boss, event):
    settle(event, limit=5, approval=True)
    one, other = asked(event), asked(event)
    entries.approve_entry(actor=boss, entry_id=one.pk)
    entries.approve_entry(actor=SYSTEM, entry_id=other.pk)
    assert state_of(other) == "waiting"
    undo(boss, event)
    assert (state_of(one), state_of(other)) == ("applied", "in")


def test_what_the_player_did_since_is_theirs(boss, event):
    settle(event, approval=True)
    entry, other = asked(event), asked(event)
    entries.approve_entry(actor=boss, entry_id=entry.pk)
    line = last_line(event).seq
    entries.cancel_entry(actor=actor_of(entry.player), entry_id=entry.pk)
    entries.refuse_entry(actor=boss, entry_id=other.pk, reason="no")
    entries.enter(actor=actor_of(other.player), event_id=event.pk, player_id=other.player_id)
    assert state_of(other) == "applied"
    assert offered(event) == []
    with pytest.raises(NothingToUndo):
        undo_action(actor=boss, event_id=event.pk, line=line)


def test_whom_staff_entered_and_refused_is_in_again_then_gone(boss, event):
    player = make_player()
    entry = entries.enter(actor=boss, event_id=event.pk, player_id=player.pk)
    entries.refuse_entry(actor=boss, entry_id=entry.pk, reason="no")
    assert (undo(boss, event), state_of(entry)) == ("entry.refused", "in")
    assert (undo(boss, event), state_of(entry)) == ("entry.added", "cancelled")
    assert offered(event) == []


def test_who_asks_again_after_staff_entered_and_refused_them_is_left_alone(boss, event):
    player = make_player()
    entry = entries.enter(actor=boss, event_id=event.pk, player_id=player.pk)
    entries.refuse_entry(actor=boss, entry_id=entry.pk, reason="no")
    entries.enter(actor=actor_of(player), event_id=event.pk, player_id=player.pk)
    assert (state_of(entry), offered(event)) == ("applied", [])


def test_nobody_is_put_out_of_an_event_that_has_begun(boss, event):
    settle(event, approval=True)
    entry, late = asked(event), asked(event)
    entries.approve_entry(actor=boss, entry_id=entry.pk)
    events.start(actor=SYSTEM, event_id=event.pk)
    assert offered(event) == []
    with pytest.raises(EventBegun):
        entries.undo_judgement(actor=boss, entry_id=entry.pk, state="applied")
    entries.refuse_entry(actor=boss, entry_id=late.pk, reason="too late")
    assert undo(boss, event) == "entry.refused"
    assert state_of(late) == "applied"
    holds(event)


def test_each_change_of_an_entry_is_undone_by_itself(boss, event):
    entry = entry_of_place(event, 1)
    for table in (3, 5):
        entries.edit_entry(actor=boss, entry_id=entry.pk, changes={"fixed_table": table})
    tables = []
    for _press in range(2):
        undo(boss, event)
        entry.refresh_from_db()
        tables.append(entry.fixed_table)
    assert tables == [3, None]
    assert offered(event) == []


# Kept apart


def ids(event, *places_):
    return [entry_of_place(event, place).pk for place in places_]


def apart_now(event):
    rows = ForbiddenPair.objects.filter(event=event).order_by("low_id", "high_id")
    order = ids(event, 1, 2, 3, 4)
    return [(order.index(r.low_id) + 1, order.index(r.high_id) + 1, r.last_round) for r in rows]


def test_pairs_stand_again_as_they_stood(boss, event):
    about = {"actor": boss, "event_id": event.pk}
    version = Event.objects.get(pk=event.pk).results_version
    apart.keep_apart(**about, entries=ids(event, 1, 2), last_round=3)
    apart.keep_apart(**about, entries=ids(event, 1, 2, 3))
    apart.let_meet(**about, entries=ids(event, 1, 3))
    told, seen = [], []
    for _press in range(3):
        told.append(undo(boss, event))
        seen.append(apart_now(event))
    assert told == ["apart.ended", "apart.kept", "apart.kept"]
    event.refresh_from_db()
    assert event.results_version == version + 6, "what the pairing sees is another"
    assert seen == [[(1, 2, None), (1, 3, None), (2, 3, None)], [(1, 2, 3)], []]
    assert offered(event) == []
    holds(event)


def test_pairs_let_meet_by_hand_are_taken_back_already(boss, event):
    about = {"actor": boss, "event_id": event.pk, "entries": ids(event, 1, 2)}
    apart.keep_apart(**about)
    apart.let_meet(**about)
    assert offered(event) == []


def test_pairs_that_are_not_as_they_were_left_stay(boss, event):
    apart.keep_apart(actor=boss, event_id=event.pk, entries=ids(event, 1, 2))
    apart.keep_apart(actor=SYSTEM, event_id=event.pk, entries=ids(event, 1, 2), last_round=2)
    with pytest.raises(apart.PairsChanged):
        undo(boss, event)
    assert apart_now(event) == [(1, 2, 2)]


def test_rules_of_clubs_and_families_stand_again_as_they_stood(boss, event):
    make_club("reeds")
    about = {"actor": boss, "event_id": event.pk}
    apart.keep_club_apart(**about, club="reeds")
    apart.keep_club_apart(**about, club="reeds", last_round=2)
    apart.keep_family_apart(actor=SYSTEM, event_id=event.pk, family="Berg", last_round=1)
    apart.keep_family_apart(**about)
    apart.end_apart_rule(**about, kind="family", key="Berg")
    seen = []
    for _press in range(4):
        undo(boss, event)
        rows = KeptApart.objects.filter(event=event).order_by("kind", "key")
        seen.append([(row.kind, row.key, row.last_round) for row in rows])
    reeds = ("club", "reeds", 2)
    assert seen == [
        [reeds, ("family", "", None), ("family", "Berg", 1)],
        [reeds, ("family", "Berg", 1)],
        [("club", "reeds", None), ("family", "Berg", 1)],
        [("family", "Berg", 1)],
    ]
    assert offered(event) == []
    holds(event)


def test_the_end_of_one_family_s_rule_says_nothing_of_another(boss, event):
    apart.keep_family_apart(actor=SYSTEM, event_id=event.pk, family="Thal")
    apart.keep_family_apart(actor=boss, event_id=event.pk, family="Berg")
    apart.end_apart_rule(actor=boss, event_id=event.pk, kind="family", key="Thal")
    assert offered(event) == ["apart.rule", "apart.rule_ended"]


def test_a_rule_whose_family_was_erased_is_not_put_back(boss, event):
    about = {"actor": boss, "event_id": event.pk}
    apart.keep_family_apart(**about, family="Berg")
    JournalLine.objects.filter(action="apart.rule").update(text="")
    assert offered(event) == []


def test_what_was_paired_since_comes_first(boss, event):
    events.start(actor=SYSTEM, event_id=event.pk)
    apart.keep_apart(actor=boss, event_id=event.pk, entries=ids(event, 1, 2))
    line = last_line(event).seq
    round_ = published_round(event)
    with pytest.raises(NothingToUndo):
        undo_action(actor=boss, event_id=event.pk, line=line)
    apart.let_meet(actor=boss, event_id=event.pk, entries=ids(event, 1, 2))
    decide_round(round_)
    events.finish(actor=SYSTEM, event_id=event.pk)
    with pytest.raises(states.WrongState):
        undo(boss, event)
    assert apart_now(event) == []


# Settings


def change(actor, event, *, reason="", **changes):
    events.edit_event(actor=actor, event_id=event.pk, changes=changes, reason=reason)


def settings_now(event):
    event.refresh_from_db()
    fields = ("starts_on", "visibility", "time_zone", "ruleset", "confirm", "time_control")
    return {name: getattr(event, name) for name in fields}


def test_settings_are_undone_one_change_after_another(boss, event):
    before = settings_now(event)
    change(boss, event, starts_on=date(2026, 5, 1), visibility="private", time_zone="Asia/Tokyo")
    change(boss, event, ruleset={"name": "standard", "size": 6}, confirm={"hours": 2})
    change(boss, event, time_control={"class": "blitz", "minutes": 3}, starts_on=None)
    for _press in range(3):
        undo(boss, event)
    assert settings_now(event) == before
    assert offered(event) == []
    assert event.settings_version == 6, "each way back is a change of its own"
    holds(event)


def test_only_the_parts_that_changed_go_back(boss, event):
    change(boss, event, match={"cancelled_x2": 1, "points": {"per_game": True}})
    change(boss, event, registration={"limit": 9, "byes": {"limit": 3}})
    told = last_line(event)
    byes = {"limit": 1, "points_x2": 1, "last_round": None}
    assert told.before["settings"] == {"registration": {"byes": byes, "limit": None}}
    assert (undo(boss, event), undo(boss, event)) == ("event.edited",) * 2
    event.refresh_from_db()
    assert event.match["cancelled_x2"] == 0
    assert event.match["points"] == {"won_x2": 2, "tied_x2": 1, "lost_x2": 0}
    assert (event.registration["limit"], event.registration["byes"]["limit"]) == (None, 1)
    assert offered(event) == []


def test_a_change_turned_round_by_hand_is_undone_already(boss, event):
    change(boss, event, visibility="private")
    change(boss, event, visibility="public")
    assert offered(event) == []


def test_free_text_and_old_lines_are_not_undone(boss, event):
    change(boss, event, name="Ada's birthday", visibility="private")
    change(boss, event, registration={"note": "Ring Ada.", "limit": 8})
    told = JournalLine.objects.filter(action="event.edited").values_list("before", "after")
    assert "Ada" not in str(list(told)), "nothing hashed holds a name"
    assert offered(event) == []
    change(boss, event, time_zone="Asia/Tokyo")
    line = last_line(event)
    old = {"before": {"late": None}, "after": {"changed": ["time_zone"], "late": None}}
    JournalLine.objects.filter(pk=line.pk).update(**old)
    assert offered(event) == []


def test_a_setting_that_somebody_else_changed_since_is_not_offered(boss, event):
    change(boss, event, match={"games": 3})
    change(boss, event, name="Cup 2", match={"games": 1})
    assert offered(event) == []


def test_a_limit_stays_while_it_let_somebody_in(boss, event):
    settle(event, limit=4)
    waits = asked(event)
    change(boss, event, registration={"limit": 6})
    assert state_of(waits) == "in"
    with pytest.raises(waiting_list.PlacesTaken):
        undo(boss, event)
    entries.cancel_entry(actor=actor_of(waits.player), entry_id=waits.pk)
    undo(boss, event)
    event.refresh_from_db()
    assert event.registration["limit"] == 4


def test_what_ranks_goes_back_with_a_reason_and_what_pairs_does_not(boss, event):
    change(boss, event, match={"games": 1})
    line = last_line(event).seq
    events.start(actor=SYSTEM, event_id=event.pk)
    with pytest.raises(states.WrongState):
        undo_action(actor=boss, event_id=event.pk, line=line)
    decide_round(published_round(event))
    change(boss, event, match={"rank_by": "game_points", "late": "forfeit"}, reason="as invited")
    before = Event.objects.get(pk=event.pk).results_version
    undo(boss, event)
    event.refresh_from_db()
    assert (event.match["rank_by"], event.match["late"]) == ("match_points", "nothing")
    assert event.results_version == before + 1, "the table is made again"
    assert last_line(event).text == "undone at the desk"
    holds(event)


# Roles


def staff(event):
    return sorted(EventRole.objects.filter(event=event).values_list("user__username", "role"))


def test_roles_given_and_taken_are_undone(boss, event):
    helper = make_user("helper")
    about = {"actor": boss, "event_id": event.pk, "user_id": helper.pk}
    roles.grant_event_role(**about, role="arbiter")
    roles.grant_event_role(**about, role="organiser")
    roles.revoke_event_role(**about, role="arbiter")
    assert offered(event) == ["role.granted"], "another role of the same account"
    assert undo(boss, event) == "role.granted"
    assert staff(event) == [("boss", "organiser")]
    roles.grant_event_role(actor=SYSTEM, event_id=event.pk, user_id=helper.pk, role="arbiter")
    roles.revoke_event_role(**about, role="arbiter")
    assert undo(boss, event) == "role.revoked"
    assert staff(event) == [("boss", "organiser"), ("helper", "arbiter")]
    assert offered(event) == []
    holds(event)


def test_only_who_may_give_roles_undoes_them_and_who_stepped_down_stays_away(boss, event):
    helper, other = make_user("helper"), make_user("other")
    roles.grant_event_role(actor=SYSTEM, event_id=event.pk, user_id=helper.pk, role="arbiter")
    roles.grant_event_role(actor=boss, event_id=event.pk, user_id=other.pk, role="organiser")
    assert last_action(acting(helper), event) is None
    with pytest.raises(NotAllowed):
        undo_action(actor=acting(helper), event_id=event.pk, line=last_line(event).seq)
    role = {"event_id": event.pk, "user_id": other.pk, "role": "organiser"}
    roles.revoke_event_role(actor=boss, **role)
    roles.grant_event_role(actor=SYSTEM, **role)
    roles.revoke_event_role(actor=acting(other), **role)
    assert offered(event) == []


def test_the_last_organiser_is_kept(event, user, boss):
    site = acting(make_user(staff=True))
    helper = make_user()
    roles.grant_event_role(actor=site, event_id=event.pk, user_id=helper.pk, role="organiser")
    roles.revoke_event_role(actor=SYSTEM, event_id=event.pk, user_id=user.pk, role="organiser")
    with pytest.raises(roles.LastOrganiser):
        undo(site, event)


# By the API


def test_undo_by_the_api(boss, event):
    settle(event, limit=4)
    client = client_of("boss")
    address = "/api/v1/events/cup/undo/"
    refused = entry_of_place(event, 1)
    waits = asked(event)
    apart.keep_apart(actor=boss, event_id=event.pk, entries=ids(event, 2, 3))
    entries.refuse_entry(actor=boss, entry_id=refused.pk, reason="wrong one")
    shown = client.get(address).json()
    assert (shown["action"], shown["subject"]) == ("entry.refused", f"entry:{refused.pk}")
    answer = client.post(address, {"line": shown["line"]}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (409, "places_taken")
    entries.cancel_entry(actor=actor_of(waits.player), entry_id=waits.pk)
    left = client.post(address, {"line": shown["line"]}, format="json").json()
    assert left["action"] == "apart.kept"
    assert state_of(refused) == "in"
    left = client.post(address, {"line": left["line"]}, format="json").json()
    assert left == {"line": None, "action": None, "subject": None}
    assert apart_now(event) == []


def test_what_was_done_since_comes_first(boss, event):
    change(boss, event, visibility="private")
    earlier = last_line(event).seq
    apart.keep_apart(actor=boss, event_id=event.pk, entries=ids(event, 1, 2))
    with pytest.raises(DoneSince):
        undo_action(actor=boss, event_id=event.pk, line=earlier)
