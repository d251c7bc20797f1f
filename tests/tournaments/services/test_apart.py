"""Who is kept apart: named pairs, clubs and families, for some rounds or for good."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from tests.builders import (
    acting,
    actor_of,
    entry_of,
    make_club,
    make_event,
    make_player,
    make_user,
    published_round,
)
from tests.examples import examples
from tournaments import selectors
from tournaments.actor import SYSTEM
from tournaments.errors import InvalidInput, NotAllowed, NotFound
from tournaments.models import (
    Club,
    Entry,
    Event,
    ForbiddenPair,
    JournalLine,
    KeptApart,
    Membership,
    Player,
)
from tournaments.services import journal_checks
from tournaments.services.entries import apart
from tournaments.state import ForbiddenMeeting


def swiss(entries=6, **settings):
    return make_event(entries=entries, stages=[{"system": "swiss"}], **settings)


def ids(event, *numbers):
    return [entry_of(event, number).pk for number in numbers]


def seen(event):
    """Low, high and last round of each pair that the pairing sees."""
    state, _version = selectors.event_state(event.pk)
    return [(pair.low, pair.high, pair.last_round) for pair in state.forbidden]


def join(club, event, *numbers):
    for number in numbers:
        Membership.objects.create(club=club, player=entry_of(event, number).player)


def in_family(event, name, *numbers):
    Entry.objects.filter(event=event, number__in=numbers).update(family=name)


def test_every_two_of_those_named_are_kept_apart_until_they_may_meet():
    event = swiss()
    for _again in range(2):
        apart.keep_apart(actor=SYSTEM, event_id=event.pk, entries=ids(event, 3, 1, 2))
    assert seen(event) == [(1, 2, None), (1, 3, None), (2, 3, None)]
    apart.keep_apart(actor=SYSTEM, event_id=event.pk, entries=ids(event, 2, 1), last_round=2)
    assert seen(event) == [(1, 2, 2), (1, 3, None), (2, 3, None)]
    for removed in (2, 0):
        pairs = ids(event, 1, 3), ids(event, 3, 2)
        done = [apart.let_meet(actor=SYSTEM, event_id=event.pk, entries=two) for two in pairs]
        assert sum(done) == removed
    assert seen(event) == [(1, 2, 2)]
    lines = JournalLine.objects.filter(action__startswith="apart.").order_by("seq")
    assert [line.action for line in lines] == ["apart.kept"] * 2 + ["apart.ended"] * 2
    assert journal_checks.check_scope(f"event:{event.slug}") == []


def test_members_of_a_club_are_kept_apart_as_they_are_when_the_round_is_paired():
    event, club, other = swiss(), make_club("reeds"), make_club("stones")
    join(club, event, 1, 4)
    join(other, event, 2, 3, 4)
    apart.keep_club_apart(actor=SYSTEM, event_id=event.pk, club="reeds", last_round=3)
    assert seen(event) == [(1, 4, 3)]
    join(club, event, 6)
    assert seen(event) == [(1, 4, 3), (1, 6, 3), (4, 6, 3)]
    with pytest.raises(NotFound):
        apart.keep_club_apart(actor=SYSTEM, event_id=event.pk, club="nowhere")


def test_any_club_two_share_keeps_them_apart():
    event, club, other = swiss(), make_club("reeds"), make_club("stones")
    join(club, event, 1, 4)
    join(other, event, 2, 3, 4)
    apart.keep_club_apart(actor=SYSTEM, event_id=event.pk)
    assert seen(event) == [(1, 4, None), (2, 3, None), (2, 4, None), (3, 4, None)]


def test_a_member_under_a_row_that_was_merged_is_a_member():
    event, club = swiss(), make_club("reeds")
    join(club, event, 1)
    old = make_player(account=False)
    Membership.objects.create(club=club, player=old)
    Player.objects.filter(pk=old.pk).update(merged_into=entry_of(event, 5).player)
    apart.keep_club_apart(actor=SYSTEM, event_id=event.pk, club="reeds")
    assert seen(event) == [(1, 5, None)]


def test_families_are_kept_apart():
    event = swiss()
    in_family(event, "Berg", 1, 2)
    in_family(event, "Thal", 3, 5)
    apart.keep_family_apart(actor=SYSTEM, event_id=event.pk, family="Berg", last_round=2)
    assert seen(event) == [(1, 2, 2)]
    apart.keep_family_apart(actor=SYSTEM, event_id=event.pk)
    assert seen(event) == [(1, 2, None), (3, 5, None)]
    assert apart.end_apart_rule(actor=SYSTEM, event_id=event.pk, kind="family")
    assert not apart.end_apart_rule(actor=SYSTEM, event_id=event.pk, kind="family")
    assert seen(event) == [(1, 2, 2)]


def test_the_name_of_a_family_is_in_no_hashed_part_of_the_journal():
    event = swiss()
    apart.keep_family_apart(actor=SYSTEM, event_id=event.pk, family="Berg")
    apart.end_apart_rule(actor=SYSTEM, event_id=event.pk, kind="family", key="Berg")
    for line in JournalLine.objects.filter(action__startswith="apart."):
        assert "Berg" not in f"{line.before}{line.after}{line.subject}"
        assert line.text == "Berg"


def test_the_longest_of_several_rules_holds():
    event, club = swiss(), make_club("reeds")
    join(club, event, 1, 2)
    in_family(event, "Berg", 1, 2)
    apart.keep_apart(actor=SYSTEM, event_id=event.pk, entries=ids(event, 1, 2), last_round=4)
    apart.keep_club_apart(actor=SYSTEM, event_id=event.pk, club="reeds", last_round=2)
    apart.keep_family_apart(actor=SYSTEM, event_id=event.pk, family="Berg", last_round=5)
    assert seen(event) == [(1, 2, 5)]


def test_a_swiss_keeps_them_apart_for_those_rounds_only():
    # Without the rule the first of each half meet: 1 - 3, 2 - 4.
    event = swiss(entries=4)
    apart.keep_apart(actor=SYSTEM, event_id=event.pk, entries=ids(event, 1, 3), last_round=1)
    met = {frozenset(p.seats) for p in published(event)}
    assert frozenset({1, 3}) not in met
    for round_number, holds in ((1, True), (2, False)):
        state, _version = selectors.event_state(event.pk)
        assert state.are_kept_apart(1, 3, round_number) is holds


def published(event):
    published_round(event)
    state, _version = selectors.event_state(event.pk)
    return state.played


def test_only_staff_say_who_is_kept_apart_and_of_whom_they_know():
    boss = make_user()
    event, other = swiss(organiser=boss), swiss()
    two = ids(event, 1, 2)
    me = actor_of(entry_of(event, 1).player)
    with pytest.raises(NotAllowed):
        apart.keep_apart(actor=me, event_id=event.pk, entries=two)
    apart.keep_apart(actor=acting(boss), event_id=event.pk, entries=two)
    entries = [*two, *ids(other, 1)]
    with pytest.raises(NotFound):
        apart.keep_apart(actor=acting(boss), event_id=event.pk, entries=entries)
    for wrong in ([two[0]], [two[0], two[0]], []):
        with pytest.raises(InvalidInput):
            apart.keep_apart(actor=acting(boss), event_id=event.pk, entries=wrong)
    with pytest.raises(InvalidInput):
        apart.keep_apart(actor=acting(boss), event_id=event.pk, entries=two, last_round=0)


lasts = st.none() | st.integers(1, 5)
rules = st.lists(st.tuples(st.sets(st.integers(1, 6), min_size=2), lasts), max_size=5)


class TestManyRules(TestCase):
    event: Event
    clubs: list[Club]

    @classmethod
    def setUpTestData(cls):
        cls.event = swiss()
        cls.clubs = [make_club() for _at in range(5)]

    @examples(25)
    @given(rules)
    def test_a_pair_is_apart_in_a_round_if_some_rule_says_so(self, made):
        for at, (numbers, last) in enumerate(made):
            join(self.clubs[at], self.event, *numbers)
            KeptApart.objects.create(
                event=self.event, kind="club", key=self.clubs[at].slug, last_round=last
            )
        state, _version = selectors.event_state(self.event.pk)
        for pair in combinations(range(1, 7), 2):
            for number in range(1, 8):
                said = any(
                    set(pair) <= numbers and (last is None or number <= last)
                    for numbers, last in made
                )
                assert state.are_kept_apart(*pair, number) is said
        assert list(state.forbidden) == sorted(set(state.forbidden), key=_pair)
        assert not ForbiddenPair.objects.exists()


def _pair(forbidden: ForbiddenMeeting) -> tuple[int, int]:
    return forbidden.low, forbidden.high


def test_of_two_rules_for_one_pair_the_longer_applies_whichever_is_read_first():
    event = swiss()
    club = make_club("den")
    for number in (1, 2):
        Membership.objects.create(club=club, player=entry_of(event, number).player)
    apart.keep_apart(actor=SYSTEM, event_id=event.pk, entries=ids(event, 1, 2), last_round=5)
    apart.keep_club_apart(actor=SYSTEM, event_id=event.pk, club="den", last_round=3)
    assert seen(event) == [(1, 2, 5)]
    apart.keep_club_apart(actor=SYSTEM, event_id=event.pk, club="den", last_round=6)
    assert seen(event) == [(1, 2, 6)]
