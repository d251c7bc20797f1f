"""Undoing who is kept apart, settings and roles."""

from datetime import date

import pytest

from games.undo.undo import DoneSince, NothingToUndo, last_action, undo_action
from tests.api.world import client_of
from tests.builders import (
    acting,
    actor_of,
    decide_round,
    make_club,
    make_entry,
    make_user,
    published_round,
)
from tests.games.undo.undoing import (
    assert_consistent,
    entry_of_place,
    last_line,
    offered,
    settle,
    state_of,
    undo_last,
)
from tournaments.actor import SYSTEM
from tournaments.errors import NotAllowed
from tournaments.models import Event, EventRole, ForbiddenPair, JournalLine, KeptApart
from tournaments.services.entries import apart, entries, waiting_list
from tournaments.services.events import events, roles, states

EVENT = {"state": "registration"}


# Kept apart


def ids(event, *places_):
    return [entry_of_place(event, place).pk for place in places_]


def apart_now(event):
    rows = ForbiddenPair.objects.filter(event=event).order_by("low_id", "high_id")
    order = ids(event, 1, 2, 3, 4)
    return [(order.index(r.low_id) + 1, order.index(r.high_id) + 1, r.last_round) for r in rows]


def test_pairs_stand_again_as_they_stood(actor, event):
    about = {"actor": actor, "event_id": event.pk}
    version = Event.objects.get(pk=event.pk).results_version
    apart.keep_apart(**about, entries=ids(event, 1, 2), last_round=3)
    apart.keep_apart(**about, entries=ids(event, 1, 2, 3))
    apart.let_meet(**about, entries=ids(event, 1, 3))
    told, seen = [], []
    for _press in range(3):
        told.append(undo_last(actor, event))
        seen.append(apart_now(event))
    assert told == ["apart.ended", "apart.kept", "apart.kept"]
    event.refresh_from_db()
    assert event.results_version == version + 6, "what the pairing sees is another"
    assert seen == [[(1, 2, None), (1, 3, None), (2, 3, None)], [(1, 2, 3)], []]
    assert offered(event) == []
    assert_consistent(event)


def test_pairs_let_meet_by_hand_are_taken_back_already(actor, event):
    about = {"actor": actor, "event_id": event.pk, "entries": ids(event, 1, 2)}
    apart.keep_apart(**about)
    apart.let_meet(**about)
    assert offered(event) == []


def test_pairs_that_are_not_as_they_were_left_stay(actor, event):
    apart.keep_apart(actor=actor, event_id=event.pk, entries=ids(event, 1, 2))
    apart.keep_apart(actor=SYSTEM, event_id=event.pk, entries=ids(event, 1, 2), last_round=2)
    with pytest.raises(apart.PairsChanged):
        undo_last(actor, event)
    assert apart_now(event) == [(1, 2, 2)]


def test_rules_of_clubs_and_families_stand_again_as_they_stood(actor, event):
    make_club("reeds")
    about = {"actor": actor, "event_id": event.pk}
    apart.keep_club_apart(**about, club="reeds")
    apart.keep_club_apart(**about, club="reeds", last_round=2)
    apart.keep_family_apart(actor=SYSTEM, event_id=event.pk, family="Berg", last_round=1)
    apart.keep_family_apart(**about)
    apart.end_apart_rule(**about, kind="family", key="Berg")
    seen = []
    for _press in range(4):
        undo_last(actor, event)
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
    assert_consistent(event)


def test_the_end_of_one_family_s_rule_says_nothing_of_another(actor, event):
    apart.keep_family_apart(actor=SYSTEM, event_id=event.pk, family="Thal")
    apart.keep_family_apart(actor=actor, event_id=event.pk, family="Berg")
    apart.end_apart_rule(actor=actor, event_id=event.pk, kind="family", key="Thal")
    assert offered(event) == ["apart.rule", "apart.rule_ended"]


def test_a_rule_whose_family_was_erased_is_not_put_back(actor, event):
    about = {"actor": actor, "event_id": event.pk}
    apart.keep_family_apart(**about, family="Berg")
    JournalLine.objects.filter(action="apart.rule").update(text="")
    assert offered(event) == []


def test_what_was_paired_since_comes_first(actor, event):
    events.start(actor=SYSTEM, event_id=event.pk)
    apart.keep_apart(actor=actor, event_id=event.pk, entries=ids(event, 1, 2))
    line = last_line(event).seq
    round_ = published_round(event)
    with pytest.raises(NothingToUndo):
        undo_action(actor=actor, event_id=event.pk, line=line)
    apart.let_meet(actor=actor, event_id=event.pk, entries=ids(event, 1, 2))
    decide_round(round_)
    events.finish(actor=SYSTEM, event_id=event.pk)
    with pytest.raises(states.WrongState):
        undo_last(actor, event)
    assert apart_now(event) == []


# Settings


def change(actor, event, *, reason="", **changes):
    events.edit_event(actor=actor, event_id=event.pk, changes=changes, reason=reason)


def settings_now(event):
    event.refresh_from_db()
    fields = ("starts_on", "visibility", "time_zone", "ruleset", "confirm", "time_control")
    return {name: getattr(event, name) for name in fields}


def test_settings_are_undone_one_change_after_another(actor, event):
    before = settings_now(event)
    change(actor, event, starts_on=date(2026, 5, 1), visibility="private", time_zone="Asia/Tokyo")
    change(actor, event, ruleset={"name": "standard", "size": 6}, confirm={"hours": 2})
    change(actor, event, time_control={"class": "blitz", "minutes": 3}, starts_on=None)
    for _press in range(3):
        undo_last(actor, event)
    assert settings_now(event) == before
    assert offered(event) == []
    assert event.settings_version == 6, "each way back is a change of its own"
    assert_consistent(event)


def test_only_the_parts_that_changed_go_back(actor, event):
    change(actor, event, match={"cancelled_x2": 1, "points": {"per_game": True}})
    change(actor, event, registration={"limit": 9, "byes": {"limit": 3}})
    told = last_line(event)
    byes = {"limit": 1, "points_x2": 1, "last_round": None}
    assert told.before["settings"] == {"registration": {"byes": byes, "limit": None}}
    assert (undo_last(actor, event), undo_last(actor, event)) == ("event.edited",) * 2
    event.refresh_from_db()
    assert event.match["cancelled_x2"] == 0
    assert event.match["points"] == {"won_x2": 2, "tied_x2": 1, "lost_x2": 0}
    assert (event.registration["limit"], event.registration["byes"]["limit"]) == (None, 1)
    assert offered(event) == []


def test_a_change_turned_round_by_hand_is_undone_already(actor, event):
    change(actor, event, visibility="private")
    change(actor, event, visibility="public")
    assert offered(event) == []


def test_free_text_and_old_lines_are_not_undone(actor, event):
    change(actor, event, name="Ada's birthday", visibility="private")
    change(actor, event, registration={"note": "Ring Ada.", "limit": 8})
    told = JournalLine.objects.filter(action="event.edited").values_list("before", "after")
    assert "Ada" not in str(list(told)), "nothing hashed holds a name"
    assert offered(event) == []
    change(actor, event, time_zone="Asia/Tokyo")
    line = last_line(event)
    old = {"before": {"late": None}, "after": {"changed": ["time_zone"], "late": None}}
    JournalLine.objects.filter(pk=line.pk).update(**old)
    assert offered(event) == []


def test_a_setting_that_somebody_else_changed_since_is_not_offered(actor, event):
    change(actor, event, match={"games": 3})
    change(actor, event, name="Cup 2", match={"games": 1})
    assert offered(event) == []


def test_a_limit_stays_while_it_let_somebody_in(actor, event):
    settle(event, limit=4)
    waits = make_entry(event)
    change(actor, event, registration={"limit": 6})
    assert state_of(waits) == "in"
    with pytest.raises(waiting_list.PlacesTaken):
        undo_last(actor, event)
    entries.cancel_entry(actor=actor_of(waits.player), entry_id=waits.pk)
    undo_last(actor, event)
    event.refresh_from_db()
    assert event.registration["limit"] == 4


def test_what_ranks_goes_back_with_a_reason_and_what_pairs_does_not(actor, event):
    change(actor, event, match={"games": 1})
    line = last_line(event).seq
    events.start(actor=SYSTEM, event_id=event.pk)
    with pytest.raises(states.WrongState):
        undo_action(actor=actor, event_id=event.pk, line=line)
    decide_round(published_round(event))
    change(actor, event, match={"rank_by": "game_points", "late": "forfeit"}, reason="as invited")
    before = Event.objects.get(pk=event.pk).results_version
    undo_last(actor, event)
    event.refresh_from_db()
    assert (event.match["rank_by"], event.match["late"]) == ("match_points", "nothing")
    assert event.results_version == before + 1, "the table is made again"
    assert last_line(event).text == "undone at the desk"
    assert_consistent(event)


# Roles


def staff(event):
    return sorted(EventRole.objects.filter(event=event).values_list("user__username", "role"))


def test_roles_given_and_taken_are_undone(actor, event):
    helper = make_user("helper")
    about = {"actor": actor, "event_id": event.pk, "user_id": helper.pk}
    roles.grant_event_role(**about, role="arbiter")
    roles.grant_event_role(**about, role="organiser")
    roles.revoke_event_role(**about, role="arbiter")
    assert offered(event) == ["role.granted"], "another role of the same account"
    assert undo_last(actor, event) == "role.granted"
    assert staff(event) == [("boss", "organiser")]
    roles.grant_event_role(actor=SYSTEM, event_id=event.pk, user_id=helper.pk, role="arbiter")
    roles.revoke_event_role(**about, role="arbiter")
    assert undo_last(actor, event) == "role.revoked"
    assert staff(event) == [("boss", "organiser"), ("helper", "arbiter")]
    assert offered(event) == []
    assert_consistent(event)


def test_only_who_may_give_roles_undoes_them_and_who_stepped_down_stays_away(actor, event):
    helper, other = make_user("helper"), make_user("other")
    roles.grant_event_role(actor=SYSTEM, event_id=event.pk, user_id=helper.pk, role="arbiter")
    roles.grant_event_role(actor=actor, event_id=event.pk, user_id=other.pk, role="organiser")
    assert last_action(acting(helper), event) is None
    with pytest.raises(NotAllowed):
        undo_action(actor=acting(helper), event_id=event.pk, line=last_line(event).seq)
    role = {"event_id": event.pk, "user_id": other.pk, "role": "organiser"}
    roles.revoke_event_role(actor=actor, **role)
    roles.grant_event_role(actor=SYSTEM, **role)
    roles.revoke_event_role(actor=acting(other), **role)
    assert offered(event) == []


def test_the_last_organiser_is_kept(event, boss, actor):
    site = acting(make_user(staff=True))
    helper = make_user()
    roles.grant_event_role(actor=site, event_id=event.pk, user_id=helper.pk, role="organiser")
    roles.revoke_event_role(actor=SYSTEM, event_id=event.pk, user_id=boss.pk, role="organiser")
    with pytest.raises(roles.LastOrganiser):
        undo_last(site, event)


# By the API


def test_undo_by_the_api(actor, event):
    settle(event, limit=4)
    client = client_of("boss")
    address = "/api/v1/events/cup/undo/"
    refused = entry_of_place(event, 1)
    waits = make_entry(event)
    apart.keep_apart(actor=actor, event_id=event.pk, entries=ids(event, 2, 3))
    entries.refuse_entry(actor=actor, entry_id=refused.pk, reason="wrong one")
    shown = client.get(address).json()
    assert (shown["action"], shown["subject"]) == ("entry.refused", f"entry:{refused.pk}")
    answer = client.post(address, {"line": shown["line"]}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (409, "places_taken")
    entries.cancel_entry(actor=actor_of(waits.player), entry_id=waits.pk)
    left = client.post(address, {"line": shown["line"]}, format="json").json()
    assert left["action"] == "apart.kept"
    assert state_of(refused) == "in"
    left = client.post(address, {"line": left["line"]}, format="json").json()
    assert left == {"line": None, "action": None, "subject": None, "about": None}
    assert apart_now(event) == []


def test_what_was_done_since_comes_first(actor, event):
    change(actor, event, visibility="private")
    earlier = last_line(event).seq
    apart.keep_apart(actor=actor, event_id=event.pk, entries=ids(event, 1, 2))
    with pytest.raises(DoneSince):
        undo_action(actor=actor, event_id=event.pk, line=earlier)
