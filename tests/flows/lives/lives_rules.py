"""What people do in the life of an event, but for playing: the rules of the state machine.

Each rule is one call of one service; numbers name the entry, the game, the seat by their place in
a list, so that a life can be told, repeated and shortened.
"""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from games import services as games
from ratings import services as ratings
from tests.builders import actor_of
from tests.flows.lives.lives import MOST, Life
from tournaments.errors import DomainError
from tournaments.models import Absence, Adjustment, ForbiddenPair, Stage
from tournaments.services.entries import absences, apart, entries
from tournaments.services.events import adjustments, copying, events
from tournaments.services.stages import decisions, playoffs, stages

WHY = "because"
n = st.integers(0, 11)  # one of a list, taken round and round
yes = st.booleans()
near = st.integers(0, 2)  # rounds from now


class Living(RuleBasedStateMachine):
    """What all the rules share: the life, and what state it is in."""

    life: Life

    def is_in(self, *states: str) -> bool:
        return self.life.event.state in states

    def coming(self, more: int) -> int:
        """A round number: the last one, or one of the next."""
        last = self.life.round()
        return max(1, (last.number if last else 0) + more)


def of_stages(rule_of_stages: Any) -> Any:
    """Where one stage follows another."""
    return precondition(lambda self: self.is_in("running") and self.life.event.stages.count() > 1)(
        rule_of_stages
    )


def while_in(*states: str) -> Any:
    return precondition(lambda self: self.is_in(*states))


class Registering(Living):
    @rule(who=n)
    @while_in("draft", "registration", "running")
    def a_player_enters(self, who):
        player = self.life.people.players[who % MOST]
        self.life.attempt(ratings.enter_event, by=actor_of(player), player_id=player.pk)

    @rule(who=n, by=n)
    @while_in("registration", "running")
    def staff_enter(self, who, by):
        player = self.life.people.players[who % MOST]
        by_whom = self.life.staff(by)
        self.life.attempt(ratings.enter_event, by=by_whom, player_id=player.pk, given=1500 + by)

    @rule(
        who=n, how=st.sampled_from(["approve", "refuse", "cancel", "check in", "not come", "edit"])
    )
    @while_in("registration", "running")
    def an_entry_is_judged(self, who, how):
        entry = self.life.entry(who)
        if entry is None:
            return
        act: Any = {
            "approve": (entries.approve_entry, {}),
            "refuse": (entries.refuse_entry, {"reason": WHY}),
            "cancel": (entries.cancel_entry, {}),
            "check in": (entries.check_in, {}),
            "not come": (entries.check_in, {"undo": True}),
            "edit": (entries.edit_entry, {"changes": {"fixed_table": who % 3 + 1, "family": "K"}}),
        }[how]
        self.life.attempt(act[0], entry_id=entry.pk, **act[1])

    @rule(everybody=yes)
    @while_in("draft", "registration")
    def it_starts(self, everybody):
        self.life.attempt(ratings.start_event, include_absent=everybody)

    @rule(how=st.sampled_from([events.back_to_draft, events.back_to_registration]))
    @while_in("registration", "running")
    def it_goes_back(self, how):
        self.life.attempt(how)

    @rule()
    @while_in("draft")
    def it_opens(self):
        self.life.attempt(events.open_registration)

    @rule(
        changes=st.sampled_from(
            [
                {"registration": {"limit": None, "byes": {"limit": 5}}},
                {"registration": {"limit": 3}},
                {"name": "Another name"},
                {"visibility": "unlisted"},
                {"visibility": "public"},
                {"match": {"tiebreaks": ["BH", "WIN"]}},
                {"match": {"rank_by": "game_points"}},
                {"match": {"games": 2}},
                {"match": {"postponed": "as_loss"}},
                {"confirm": {"policy": "all"}},
                {"confirm": {"policy": "opponent", "hours": 1}},
            ]
        ),
        late=st.sampled_from([False, False, True]),
    )
    def settings_change(self, changes, late):
        version = self.life.event.settings_version - int(late)
        about: dict[str, Any] = {
            "changes": changes,
            "expected_settings_version": version,
            "reason": WHY,
        }
        self.life.attempt(events.edit_event, **about)

    @rule(
        how=st.sampled_from(["apart", "let meet", "club", "family", "no club"]),
        a=n,
        b=n,
        until=st.sampled_from([None, 1, 2]),
    )
    def who_is_kept_apart_changes(self, how, a, b, until):
        one, other = self.life.entry(a), self.life.entry(b)
        pair = ForbiddenPair.objects.filter(event=self.life.event).order_by("pk").first()
        if how == "apart" and one and other:
            self.life.attempt(apart.keep_apart, entries=[one.pk, other.pk], last_round=until)
        elif how == "let meet" and pair:
            self.life.attempt(apart.let_meet, entries=[pair.low_id, pair.high_id])
        elif how == "club":
            self.life.attempt(apart.keep_club_apart, club="reeds", last_round=until)
        elif how == "family":
            self.life.attempt(apart.keep_family_apart, family="K")
        elif how == "no club":
            self.life.attempt(apart.end_apart_rule, kind="club", key="reeds")


class Away(Living):
    @rule(who=n, more=near, by=yes)
    @while_in("registration", "running")
    def a_bye_is_asked(self, who, more, by):
        entry = self.life.entry(who)
        if entry:
            actor = actor_of(entry.player) if by else self.life.boss
            number = self.coming(more)
            self.life.attempt(absences.ask_bye, by=actor, entry_id=entry.pk, round_number=number)

    @rule(who=n)
    @while_in("registration", "running")
    def a_bye_is_taken_back(self, who):
        asked = Absence.objects.filter(entry__event=self.life.event, kind="asked").order_by("pk")
        if asked:
            bye = asked[who % len(asked)]
            self.life.attempt(
                absences.cancel_bye, entry_id=bye.entry_id, round_number=bye.from_round
            )

    @rule(who=n, more=near, by=yes)
    @while_in("registration", "running", "finished")
    def somebody_withdraws(self, who, more, by):
        entry = self.life.entry(who)
        if entry:
            actor = actor_of(entry.player) if by else self.life.boss
            about: dict[str, Any] = {
                "entry_id": entry.pk,
                "from_round": self.coming(more),
                "reason": WHY,
            }
            self.life.attempt(games.withdraw_player, by=actor, **about)

    @rule(who=n, more=near)
    @while_in("registration", "running")
    def somebody_is_absent(self, who, more):
        entry = self.life.entry(who)
        if entry:
            first = self.coming(more)
            about: dict[str, Any] = {
                "entry_id": entry.pk,
                "from_round": first,
                "to_round": first + who % 2,
            }
            self.life.attempt(absences.add_absence, **about)

    @rule(who=n, more=near)
    @while_in("registration", "running")
    def somebody_returns(self, who, more):
        away = Absence.objects.filter(entry__event=self.life.event).exclude(kind="asked")
        if away:
            entry = away.order_by("pk")[who % len(away)].entry_id
            self.life.attempt(
                absences.return_entry, entry_id=entry, from_round=self.coming(more), reason=WHY
            )

    @rule(who=n, after=st.integers(0, 3), points=st.sampled_from([-2, -1, 1, 2]))
    @while_in("running", "finished")
    def points_are_given_or_taken(self, who, after, points):
        entry = self.life.entry(who)
        if entry:
            about: dict[str, Any] = {
                "entry_id": entry.pk,
                "after_round": after,
                "points_x2": points,
            }
            self.life.attempt(adjustments.adjust_points, reason=WHY, **about)

    @rule(who=n)
    @while_in("running")
    def points_are_given_back(self, who):
        given = Adjustment.objects.filter(stage_entry__stage__event=self.life.event).order_by("pk")
        if given:
            about: dict[str, Any] = {"adjustment_id": given[who % len(given)].pk, "reason": WHY}
            self.life.attempt(adjustments.cancel_adjustment, **about)


class Stages(Living):
    @rule(ties=st.sampled_from(["", "lot", "playoff"]), seed=n)
    @of_stages
    def the_next_stage_begins(self, ties, seed):
        self.life.attempt(stages.begin_next_stage, ties=ties, seed=seed)

    @rule(how=st.sampled_from([stages.undo_stage, decisions.undo_rulings]))
    @of_stages
    def a_stage_is_undone(self, how):
        self.life.attempt(how, reason=WHY)

    @rule()
    @of_stages
    def a_stage_is_ended(self):
        self.life.attempt(stages.end_stage)

    @rule(count=st.integers(1, 2), seed=n)
    @of_stages
    def a_play_off_is_ordered(self, count, seed):
        control = {"class": "rapid"} if seed % 2 else None
        self.life.attempt(playoffs.order_playoff, games=count, seed=seed, time_control=control)

    @rule(turn=n)
    @of_stages
    def a_tie_is_ruled(self, turn):
        """The first tie at the line, in some order; one that is none where there is no tie."""
        order = self.life.numbers()[:2]
        if Stage.objects.filter(event=self.life.event).count() > 1 and turn % 3:
            try:
                _stage, found = decisions.current_cutoff(
                    actor=self.life.boss, event_id=self.life.event.pk
                )
            except DomainError:
                return
            tied = [list(tie.entries) for tie in found.qualified.ties]
            order = tied[0] if tied else order
        order = order[turn % 2 :] + order[: turn % 2]
        self.life.attempt(decisions.rule_on_tie, order=order, reason=WHY)

    @rule(
        number=st.integers(1, 2),
        options=st.sampled_from([{"rounds": 2}, {"places": 2}, {"days": 7}, {"places": 4}]),
    )
    def a_stage_is_changed(self, number, options):
        self.life.attempt(stages.edit_stage, number=number, options=options)


class Ending(Living):
    @rule()
    @while_in("running")
    def it_is_finished(self):
        self.life.attempt(events.finish)

    @rule(why=st.sampled_from([WHY, WHY, " "]))
    @while_in("finished")
    def it_is_reopened(self, why):
        self.life.attempt(events.reopen, reason=why)

    @rule(with_entries=yes)
    def it_is_copied(self, with_entries):
        """Another event comes of it; of this one nothing changes."""
        before = self.life.seen
        new = self.life.attempt(
            copying.copy_event, slug="copy", name="Copy", with_entries=with_entries
        )
        assert self.life.seen.facts == before.facts
        if new is not None:
            assert new.state == "draft"
            assert new.rounds.count() == 0
            new.roles.all().delete()
            new.delete()
