"""Nobody came: no-shows and other forfeits with who, when and evidence; games put off."""

from datetime import UTC, datetime

import pytest

from games import selectors as game_selectors
from games.models import Ruling
from games.services import enter_result, postpone_slots, record_no_show, rule_slot, submit_game
from games.services.rulings.no_show import NothingOpen, TableNeedsPlaces
from games.services.submit import RoundNotOpen
from ratings.models import RatedGame
from tests.builders import (
    acting,
    actor_of,
    decide,
    decide_round,
    entry_of,
    make_event,
    make_user,
    pairing_at,
    players_at,
    published_round,
    slot_at,
)
from tests.flows.test_absences import results_of
from tournaments import selectors
from tournaments.actor import ANONYMOUS, SYSTEM
from tournaments.errors import InvalidInput, NotAllowed, NotFound
from tournaments.integrity import check_event
from tournaments.models import GameSlot, JournalLine, Result
from tournaments.recompute import refresh_standings
from tournaments.services.events import events, roles
from tournaments.services.rounds import pairing_jobs, rounds
from tournaments.services.rounds.results import SlotDecided

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
HOSTILE = '<script>alert("1")</script> javascript:alert(1)'


def with_arbiter(**settings):
    arbiter = make_user()
    event = make_event(**settings)
    roles.grant_event_role(actor=SYSTEM, event_id=event.pk, user_id=arbiter.pk, role="arbiter")
    return event, acting(arbiter)


def rule(pairing, outcome, *, number=1, actor=SYSTEM, reason="seen by the arbiter"):
    return rule_slot(
        actor=actor, pairing_id=pairing.pk, number=number, outcome=outcome, reason=reason
    )


def entry_number(pairing, seat):
    return pairing.seats.get(order=seat).entry.number


# --- no-shows


def test_one_of_two_does_not_come():
    event, arbiter = with_arbiter(entries=4)
    pairing = pairing_at(published_round(event))
    for _again in range(2):
        record_no_show(
            actor=arbiter, pairing_id=pairing.pk, seats=[1], noticed_at=NOON, evidence=HOSTILE
        )
    assert results_of(pairing) == [("forfeit", [entry_number(pairing, 2)], "no_show")] * 2
    first, _second = game_selectors.rulings_of_pairing(pairing.pk)
    assert first["actor"]["user"] == arbiter.user_id
    assert first["noticed_at"] == NOON.isoformat()
    assert (first["cause"], first["evidence"]) == ("no_show", HOSTILE)
    assert not RatedGame.objects.exists()
    line = JournalLine.objects.filter(action="slot.ruled")[0]
    assert line.after == {"kind": "forfeit", "cause": "no_show", "revision": 1}
    shown = selectors.pairing_view(pairing.pk, ANONYMOUS)["slots"][0]
    assert (shown["kind"], shown["cause"]) == ("forfeit", "no_show")
    assert HOSTILE not in str(shown)


def test_neither_comes():
    event, arbiter = with_arbiter(entries=4)
    pairing = pairing_at(published_round(event))
    record_no_show(actor=arbiter, pairing_id=pairing.pk, seats=[2, 1])
    assert results_of(pairing) == [("double_forfeit", [], "no_show")] * 2
    refresh_standings(event.pk)
    assert check_event(event.pk) == []


def test_only_what_is_open_is_ruled():
    event, arbiter = with_arbiter(entries=4, games=3)
    round_ = published_round(event)
    pairing = pairing_at(round_)
    decide(slot_at(round_))
    player = players_at(round_)[1]
    submit_game(actor=actor_of(player), pairing_id=pairing.pk, number=2, claim={"result": "R-0"})
    (ruled,) = record_no_show(actor=arbiter, pairing_id=pairing.pk, seats=[1])
    assert ruled.slot.number == 3
    decide(slot_at(round_, number=2))
    other = pairing_at(round_, 2)
    decide_round(round_)
    with pytest.raises(NothingOpen):
        record_no_show(actor=arbiter, pairing_id=other.pk, seats=[1])


def test_a_series_ends_with_the_forfeits_that_decide_it():
    event, arbiter = with_arbiter(
        entries=2, games=3, stages=[{"system": "knockout", "options": {"to_majority": True}}]
    )
    pairing = pairing_at(published_round(event))
    record_no_show(actor=arbiter, pairing_id=pairing.pk, seats=[2])
    states = list(pairing.slots.order_by("number").values_list("state", flat=True))
    assert states == ["decided", "decided", "unneeded"]
    line = JournalLine.objects.get(action="series.followed")
    assert line.after == {"not_needed": [3], "added": []}


def test_seats_that_make_no_sense_and_people_who_may_not():
    event, arbiter = with_arbiter(entries=4)
    round_ = published_round(event)
    pairing = pairing_at(round_)
    for seats in ([], [3], [1, 3]):
        with pytest.raises(InvalidInput):
            record_no_show(actor=arbiter, pairing_id=pairing.pk, seats=seats)
    with pytest.raises(NotAllowed):
        record_no_show(actor=actor_of(players_at(round_)[0]), pairing_id=pairing.pk, seats=[2])
    with pytest.raises(NotFound):
        record_no_show(actor=arbiter, pairing_id=0, seats=[1])
    assert not Result.objects.exists()


def test_at_a_table_of_many_only_all_of_them_can_be_missing():
    event, arbiter = with_arbiter(
        entries=4,
        games=1,
        match={"points": {"per_game": True}, "tiebreaks": []},
        stages=[{"system": "tables", "options": {"rounds": 2, "sizes": [4]}}],
    )
    pairing = pairing_at(published_round(event))
    with pytest.raises(TableNeedsPlaces):
        record_no_show(actor=arbiter, pairing_id=pairing.pk, seats=[1])
    record_no_show(actor=arbiter, pairing_id=pairing.pk, seats=[1, 2, 3, 4])
    assert results_of(pairing) == [("double_forfeit", [], "no_show")]


# --- other forfeits


def test_a_forfeit_says_why_since_when_and_by_what():
    event, arbiter = with_arbiter(entries=4)
    pairing = pairing_at(published_round(event))
    outcome = {
        "kind": "forfeit", "winner": 2, "cause": "late", "noticed_at": NOON.isoformat(),
        "evidence": "https://example.org/clock.jpg",
    }  # fmt: skip
    ruling = rule(pairing, outcome, actor=arbiter)
    assert ruling.outcome == outcome
    assert slot_at(event.rounds.get()).results.get(current=True).facts == {"cause": "late"}
    # Another cause for the same end is a correction, with its reason.
    rule(pairing, {"kind": "forfeit", "winner": 2, "cause": "conduct"}, reason="struck the board")
    current = slot_at(event.rounds.get()).results.get(current=True)
    assert (current.revision, current.reason) == (2, "struck the board")
    # A result at the desk still replaces it.
    enter_result(
        actor=SYSTEM, pairing_id=pairing.pk, number=1, claim={"result": "R-0"}, reason="they came"
    )
    assert slot_at(event.rounds.get()).results.get(current=True).facts.get("cause") is None


@pytest.mark.parametrize(
    "outcome",
    [
        {"kind": "forfeit", "winner": 1, "cause": "weather"},
        {"kind": "forfeit", "winner": 1, "noticed_at": "yesterday"},
        {"kind": "forfeit", "winner": 1, "noticed_at": "2026-11-21T12:00:00"},
        {"kind": "forfeit", "winner": 1, "noticed_at": "2026-99-99T12:00:00Z"},
        {"kind": "forfeit", "winner": 1, "evidence": "x" * 5001},
        {"kind": "cancelled", "cause": "other"},
        {"kind": "adjudicated", "result": "R-0", "evidence": "a photograph"},
        {"kind": "postponed", "until": "2026-13-01T00:00:00Z"},
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(outcome):
    pairing = pairing_at(published_round(make_event(entries=4)))
    with pytest.raises(InvalidInput):
        rule(pairing, outcome)
    assert not Ruling.objects.exists()
    assert not Result.objects.exists()


def test_games_of_a_draft_are_not_ruled():
    event = make_event(entries=4)
    draft = pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk)
    with pytest.raises(RoundNotOpen):
        rule(pairing_at(draft), {"kind": "forfeit", "winner": 1})
    with pytest.raises(RoundNotOpen):
        record_no_show(actor=SYSTEM, pairing_id=pairing_at(draft).pk, seats=[1])


# --- postponed


def states(round_):
    slots = GameSlot.objects.filter(pairing__round=round_)
    return list(slots.order_by("pairing__table", "number").values_list("state", flat=True))


def put_off(event, *slots, actor=SYSTEM, number=1):
    return postpone_slots(
        actor=actor, event_id=event.pk, round_number=number, slots=slots, until=NOON, reason="snow"
    )


def test_all_that_is_open_is_put_off_and_the_next_round_is_paired():
    event, arbiter = with_arbiter(entries=4)
    round_ = published_round(event)
    decide(slot_at(round_))
    assert len(put_off(event, actor=arbiter)) == 3
    assert states(round_) == ["decided", "postponed", "postponed", "postponed"]
    assert put_off(event, actor=arbiter) == []
    assert slot_at(round_, 2).due_at == NOON
    assert published_round(event).number == 2


def test_games_are_put_off_all_or_none():
    event, arbiter = with_arbiter(entries=4)
    round_ = published_round(event)
    one, two = pairing_at(round_), pairing_at(round_, 2)
    decide(slot_at(round_, 2))
    with pytest.raises(SlotDecided):
        put_off(event, (one.pk, 1), (two.pk, 1), actor=arbiter)
    with pytest.raises(NotFound):
        put_off(event, (one.pk, 1), (one.pk, 9), actor=arbiter)
    with pytest.raises(NotAllowed):
        put_off(event, actor=actor_of(entry_of(event, 1).player))
    assert states(round_) == ["open", "open", "decided", "open"]
    put_off(event, (one.pk, 2), (two.pk, 2), actor=arbiter)
    assert states(round_) == ["open", "postponed", "decided", "postponed"]


@pytest.mark.parametrize(
    ("postponed", "pairs"),
    [
        # After round 1 (1 - 2 put off, 3 beat 4, 5 beat 6) the pairing has these scores:
        ("draw", {(3, 5), (1, 4), (2, 6)}),  # 3, 5: 1; 1, 2: ½; 4, 6: 0
        ("none", {(3, 5), (1, 4), (2, 6)}),  # 3, 5: 1; 1, 2, 4, 6: 0
        ("win", {(1, 3), (2, 5), (4, 6)}),  # 1, 2, 3, 5: 1; 4, 6: 0, who have not met
    ],
)
def test_the_pairing_sees_a_postponed_match_as_the_event_says_and_the_table_does_not(
    postponed, pairs
):
    event = make_event(
        entries=6,
        match={"postponed": postponed},
        stages=[{"system": "monrad", "options": {"rounds": 3}}],
    )
    round_ = published_round(event)
    one = next(p for p in round_.pairings.all() if p.seats.filter(entry__number=1).exists())
    put_off(event, (one.pk, 1), (one.pk, 2))
    _decide_others(round_)
    rounds.close_round(actor=SYSTEM, event_id=event.pk, number=1)
    refresh_standings(event.pk)
    rows = selectors.standings_document(event)["rows"]
    assert {row["entry"]: row["primary_x2"] for row in rows} == {1: 0, 2: 0, 3: 2, 4: 0, 5: 2, 6: 0}
    published_round(event)
    state, _version = selectors.event_state(event.pk)
    assert {tuple(sorted(p.seats)) for p in state.played if p.round == 2} == pairs
    refresh_standings(event.pk)
    assert check_event(event.pk) == []


def _decide_others(round_):
    for slot in GameSlot.objects.filter(pairing__round=round_, state="open"):
        seats = slot.pairing.seats.order_by("entry__number").values_list("order", flat=True)
        decide(slot, "R-0" if seats[0] == slot.first_seat else "0-R")


def test_a_setting_that_no_pairing_knows_is_refused():
    for wrong in ("maybe", None, ["draw"]):
        with pytest.raises(InvalidInput):
            events.create_event(
                actor=SYSTEM,
                new=events.NewEvent(slug="odd", name="Odd", match={"postponed": wrong}),
            )
