"""What people do once an event runs: rounds and games. More rules of the state machine."""

from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from games import services as games
from games.models import Game
from games.services.deadlines import confirm_overdue
from games.services.rulings.lateness import rule_late
from tests.builders import re_pair_round
from tests.flows.lives.lives_rules import WHY, Living, n, while_in, yes
from tests.flows.records import FIRST_BY_ROAD, FIRST_RESIGNS, ILLEGAL, SECOND_BY_ROAD, ptn
from tournaments.choices import FINISHED_SLOTS
from tournaments.models import GameSlot, Pairing
from tournaments.services.rounds import deadlines, draft_edits, pairing_jobs, rounds, times

LATER = datetime(2100, 5, 1, 18, tzinfo=UTC)
RESULTS = ("R-0", "0-R", "F-0", "0-F", "1/2-1/2", "1-0", "0-1")
RESERVES = {"first": {"stones": 4, "capstones": 0}, "second": {"stones": 3, "capstones": 1}}
RECORDS = (FIRST_BY_ROAD, SECOND_BY_ROAD, FIRST_RESIGNS, ILLEGAL)
running = while_in("running")
at_table = precondition(lambda self: self.life.event.rounds.exclude(state="draft").exists())
small = st.integers(1, 8)
edits = st.one_of(
    st.fixed_dictionaries({"kind": st.just("swap"), "a": small, "b": small}),
    st.fixed_dictionaries({"kind": st.just("move"), "entry": small, "table": small}),
    st.fixed_dictionaries({"kind": st.just("bye"), "entry": small}),
    st.fixed_dictionaries({"kind": st.just("pair"), "a": small, "b": small}),
    st.fixed_dictionaries({"kind": st.just("unseat"), "entry": small}),
    st.fixed_dictionaries({"kind": st.just("turn"), "table": small}),
    st.fixed_dictionaries({"kind": st.just("table"), "from": small, "to": small}),
)


class Rounds(Living):
    @rule()
    @running
    def the_next_round_is_played(self):
        """What most rounds are: paired, published, decided at the desk, closed."""
        self.life.next_round()
        self.every_game_is_decided(0, "R-0")
        self.a_round_goes(rounds.close_round)

    @rule(by=n)
    @running
    def a_round_is_paired(self, by):
        self.life.attempt(pairing_jobs.pair_round, by=self.life.staff(by), seed=by)

    @rule(cut=st.integers(0, 3))
    @running
    def a_round_is_paired_by_hand(self, cut):
        """By number, the first of them moved to the end; some alone, for a bye."""
        numbers = self.life.numbers()
        numbers = numbers[cut:] + numbers[:cut]
        pairs = [numbers[at : at + 2] for at in range(0, len(numbers), 2)]
        self.life.attempt(pairing_jobs.pair_round, by_hand=pairs)

    @rule(how=st.sampled_from([rounds.publish_round, rounds.close_round, rounds.discard_draft]))
    @running
    def a_round_goes(self, how):
        last = self.life.round(*(["draft"] if how is not rounds.close_round else ["published"]))
        if last:
            self.life.attempt(how, number=last.number)

    @rule(
        how=st.sampled_from(
            [
                rounds.reopen_round,
                rounds.unpublish_round,
                rounds.withdraw_round,
                re_pair_round,
            ]
        ),
        back=st.integers(0, 1),
    )
    @precondition(lambda self: self.life.event.rounds.exists())
    def a_round_goes_back(self, how, back):
        number = max(1, self.life.last() - back)
        self.life.attempt(how, number=number, reason=WHY)

    @rule(asked=st.lists(edits, min_size=1, max_size=3), preview=yes)
    @precondition(lambda self: self.life.event.rounds.filter(state="draft").exists())
    def a_draft_is_edited(self, asked, preview):
        number = self.life.last("draft")
        self.life.attempt(draft_edits.edit_draft, number=number, edits=asked, preview=preview)

    @rule(days=st.integers(0, 3))
    @precondition(lambda self: self.life.event.rounds.exists())
    def a_round_gets_times(self, days):
        closes = LATER + timedelta(days=days) if days else None
        about: dict[str, Any] = {"number": self.life.last(), "closes_at": closes}
        self.life.attempt(deadlines.set_round_times, **about)

    @rule(who=n, result=st.sampled_from(RESULTS))
    @at_table
    def every_game_is_decided(self, who, result):
        slots = GameSlot.objects.filter(pairing__round__event=self.life.event)
        slots = slots.exclude(pairing__round__state="draft").exclude(state__in=FINISHED_SLOTS)
        for slot in slots.order_by("pk"):
            claim = self.claim(slot, result, who + slot.number)
            about: dict[str, Any] = {"pairing_id": slot.pairing_id, "number": slot.number}
            self.life.attempt(games.enter_result, claim=claim, reason=WHY, **about)

    def claim(self, slot: GameSlot, result: str, turn: int) -> dict[str, Any]:
        """What somebody says of a game; of cards, places that go round the table."""
        if self.life.event.game == "tak":
            return {"result": result, "reserves": RESERVES if turn % 2 else {}}
        seats = slot.pairing.seats.count()
        return {"places": [(place + turn) % seats + 1 for place in range(seats)]}


class Games(Rounds):
    @rule(which=n, who=n, result=st.sampled_from(RESULTS))
    @at_table
    def a_game_is_claimed(self, which, who, result):
        slot = self.life.slot(which)
        if slot:
            about: dict[str, Any] = {"pairing_id": slot.pairing_id, "number": slot.number}
            by = self.life.seated(slot.pairing, who)
            claim = self.claim(slot, result, who)
            self.life.attempt(games.submit_game, by=by, claim=claim, **about)

    @rule(which=n, who=n, moves=st.sampled_from(RECORDS), staff=yes)
    @at_table
    def a_record_is_sent(self, which, who, moves, staff):
        slot = self.life.slot(which)
        if slot:
            about: dict[str, Any] = {"pairing_id": slot.pairing_id, "number": slot.number}
            by = self.life.boss if staff else self.life.seated(slot.pairing, who)
            claim = {"result": "0-1"} if moves is FIRST_RESIGNS else None
            self.life.attempt(games.submit_game, by=by, record=ptn(moves), claim=claim, **about)

    def game(self, which: int, *states: str) -> Game | None:
        found = Game.objects.filter(slot__pairing__round__event=self.life.event)
        found = found.filter(state__in=states) if states else found
        rows = list(found.order_by("pk").select_related("slot__pairing"))
        return rows[which % len(rows)] if rows else None

    @rule(which=n, who=n, staff=yes)
    @at_table
    def a_game_is_confirmed(self, which, who, staff):
        game = self.game(which, "submitted") or self.game(which)
        if game:
            by = (
                self.life.staff(who)
                if staff
                else self.life.seated(Pairing.objects.get(slots__games=game), who)
            )
            self.life.attempt(games.confirm_game, by=by, game_id=game.pk)

    @rule(which=n, who=n)
    @at_table
    def a_game_is_disputed(self, which, who):
        game = self.game(which)
        if game:
            by = self.life.seated(Pairing.objects.get(slots__games=game), who)
            self.life.attempt(games.dispute_game, by=by, game_id=game.pk, text="It was not so.")

    @rule(which=n, by=n)
    @at_table
    def a_game_is_voided(self, which, by):
        game = self.game(which, "confirmed", "ruled")
        if game:
            actor = self.life.staff(by)
            self.life.attempt(games.void_result, by=actor, game_id=game.pk, reason=WHY)

    @rule(
        which=n,
        by=n,
        outcome=st.sampled_from(
            [
                {"kind": "forfeit", "winner": 1},
                {"kind": "forfeit", "winner": 2, "cause": "conduct", "evidence": "<b>"},
                {"kind": "double_forfeit"},
                {"kind": "cancelled"},
                {"kind": "adjudicated", "result": "R-0"},
                {"kind": "adjudicated", "result": "1/2-1/2"},
                {"kind": "adjudicated", "places": [1, 2, 2]},
                {"kind": "postponed"},
                {"kind": "postponed", "until": LATER},
            ]
        ),
    )
    @at_table
    def a_game_is_ruled(self, which, by, outcome):
        slot = self.life.slot(which)
        if slot:
            about: dict[str, Any] = {
                "pairing_id": slot.pairing_id,
                "number": slot.number,
                "outcome": outcome,
            }
            self.life.attempt(games.rule_slot, by=self.life.staff(by), reason=WHY, **about)

    @rule(which=n, by=n, result=st.sampled_from(RESULTS), reason=st.sampled_from([WHY, ""]))
    @at_table
    def the_desk_writes(self, which, by, result, reason):
        slot = self.life.slot(which)
        if slot:
            about: dict[str, Any] = {
                "pairing_id": slot.pairing_id,
                "number": slot.number,
                "reason": reason,
            }
            claim = self.claim(slot, result, by)
            actor = self.life.staff(by)
            self.life.attempt(games.enter_result, by=actor, claim=claim, **about)

    @rule(which=n, absent=st.sampled_from([[1], [2], [1, 2]]))
    @at_table
    def nobody_comes(self, which, absent):
        pairings = Pairing.objects.filter(round__event=self.life.event).order_by("pk")
        pairing = pairings[which % len(pairings)]
        self.life.attempt(games.record_no_show, pairing_id=pairing.pk, seats=absent)

    @rule()
    @at_table
    def the_rest_is_put_off(self):
        number = self.life.last("published", "closed")
        about: dict[str, Any] = {"round_number": number, "until": LATER, "reason": WHY}
        self.life.attempt(games.postpone_slots, **about)

    @rule(which=n, who=n, answer=st.sampled_from(["", "yes", "no"]), hours=st.integers(0, 2))
    @at_table
    def a_time_is_talked_over(self, which, who, answer, hours):
        slot = self.life.slot(which)
        if slot:
            play_at = LATER + timedelta(hours=hours) if hours else None
            about: dict[str, Any] = {
                "pairing_id": slot.pairing_id,
                "number": slot.number,
                "now": LATER,
            }
            by = self.life.boss if who == 0 else self.life.seated(slot.pairing, who)
            self.life.attempt(times.settle_time, by=by, play_at=play_at, answer=answer, **about)

    @rule(which=n)
    @at_table
    def time_passes(self, which):
        """The clock confirms proven records, and rules what was not played."""
        game, slot = self.game(which, "submitted"), self.life.slot(which, "open")
        if game:
            self.life.attempt(_by_clock(confirm_overdue), game_id=game.pk)
        if slot:
            self.life.attempt(_by_clock(rule_late), slot_id=slot.pk)


def _by_clock(act: Any) -> Any:
    def at_the_end(*, actor: object, **about: Any) -> Any:
        return act(now=LATER + timedelta(days=30), **about)

    return at_the_end
