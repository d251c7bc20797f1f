"""Two organisers work on one round at once, and a result meets them. On a server only."""

from collections import Counter
from functools import partial

import pytest

from tests.builders import (
    acting,
    decide,
    decide_round,
    make_event,
    make_user,
    proof_of,
    published_round,
    re_pair_round,
    slot_at,
)
from tests.database import at_once, in_threads
from tournaments.errors import DomainError
from tournaments.integrity import check_event
from tournaments.models import GameSlot, JournalLine, Publication, Result, Round
from tournaments.recompute import refresh_standings
from tournaments.services import journal_checks
from tournaments.services.events import roles
from tournaments.services.rounds import draft_edits, pairing_jobs, rounds

pytestmark = in_threads
WHY = "the wrong list"
TRIES = 4  # races are won by either side; each is run this often


class Two:
    """An event of four with two organisers, and what each of them presses."""

    def __init__(self, **about):
        one, other = make_user(), make_user()
        self.event = make_event(organiser=one, games=1, **about)
        roles.grant_event_role(
            actor=acting(one), event_id=self.event.pk, user_id=other.pk, role="arbiter"
        )
        self.actors = (acting(one), acting(other))

    def asked(self, who, **about):
        return {"actor": self.actors[who % 2], "event_id": self.event.pk, **about}

    def assert_whole(self):
        refresh_standings(self.event.pk)
        assert check_event(self.event.pk) == []
        assert journal_checks.check_scope(f"event:{self.event.slug}") == []


def answer(act):
    """What came of a press: done, or the code of the refusal."""
    try:
        act()
    except DomainError as refusal:
        return refusal.code
    return "done"


def lines(action):
    return JournalLine.objects.filter(action=action).count()


def test_publishing_by_two_is_publishing_once():
    two = Two()
    pairing_jobs.pair_round(**two.asked(0))
    version = Round.objects.get().event.results_version
    answers = at_once(lambda n: answer(lambda: rounds.publish_round(**two.asked(n, number=1))))
    assert set(answers) == {"done"}
    two.event.refresh_from_db()
    assert (lines("round.published"), two.event.results_version) == (1, version + 1)
    two.assert_whole()


def test_closing_by_two_is_closing_once():
    two = Two()
    decide_round(published_round(two.event))
    answers = at_once(lambda n: answer(lambda: rounds.close_round(**two.asked(n, number=1))))
    assert set(answers) == {"done"}
    assert (lines("round.closed"), Publication.objects.count()) == (1, 1)
    two.assert_whole()


def test_reopening_by_two_is_reopening_once():
    two = Two()
    decide_round(published_round(two.event))
    rounds.close_round(**two.asked(0, number=1))
    reopen = partial(rounds.reopen_round, reason=WHY)
    answers = at_once(lambda n: answer(lambda: reopen(**two.asked(n, number=1))))
    assert set(answers) == {"done"}
    assert lines("round.reopened") == 1
    two.assert_whole()


def test_edits_of_two_are_all_done_one_after_another():
    two = Two(entries=8)
    pairing_jobs.pair_round(**two.asked(0))
    pairs = [(1, 2), (3, 4), (5, 6), (7, 8), (1, 5), (2, 6)]

    def edit(n):
        swap = {"kind": "swap", "a": pairs[n][0], "b": pairs[n][1]}
        return answer(lambda: draft_edits.edit_draft(**two.asked(n, number=1, edits=[swap])))

    assert set(at_once(edit)) == {"done"}
    kept = Round.objects.get()
    done = sorted((each["a"], each["b"]) for each in proof_of(kept)["edits"])
    assert (done, lines("round.edited")) == (sorted(pairs), 6)
    rounds.publish_round(**two.asked(0, number=1))
    two.assert_whole()


def press_one_of_four(two, n):
    if n % 4 == 0:
        rounds.publish_round(**two.asked(n, number=1))
    elif n % 4 == 1:
        swap = {"kind": "swap", "a": 1, "b": 2}
        draft_edits.edit_draft(**two.asked(n, number=1, edits=[swap]))
    elif n % 4 == 2:
        rounds.discard_draft(**two.asked(n, number=1))
    else:
        pairing_jobs.pair_round(**two.asked(n))


def test_publish_edit_discard_and_pair_at_once_leave_one_whole_round_or_none():
    for _try in range(TRIES):
        two = Two(entries=8)
        pairing_jobs.pair_round(**two.asked(0))
        answers = at_once(lambda n, two=two: answer(lambda: press_one_of_four(two, n)), times=8)
        known = {"done", "not_draft", "not_found", "draft_exists", "pairing_under_way"}
        assert set(answers) <= known | {"no_next_round_yet"}
        for round_ in Round.objects.filter(event=two.event):
            assert round_.number == 1
            assert round_.seats.count() == 8
            assert GameSlot.objects.filter(pairing__round=round_).count() == 4
            if round_.state == "draft":
                rounds.publish_round(**two.asked(0, number=1))
        two.assert_whole()


def test_withdrawing_and_pairing_again_by_two_is_done_once_each():
    two = Two(entries=8)
    published_round(two.event)

    def press(n):
        if n % 2:
            return answer(lambda: re_pair_round(**two.asked(n, number=1, reason=WHY)))
        return answer(lambda: rounds.withdraw_round(**two.asked(n, number=1, reason=WHY)))

    answers = Counter(at_once(press))
    assert set(answers) <= {"done", "not_found", "draft_exists", "pairing_under_way"}
    assert answers["done"] >= 1
    assert Round.objects.filter(event=two.event).count() <= 1
    made = lines("round.paired")
    assert made - lines("round.withdrawn") == Round.objects.filter(event=two.event).count()
    two.assert_whole()


def test_a_result_and_a_close_agree_on_what_was_published():
    won: Counter[str] = Counter()
    for _try in range(TRIES):
        two = Two()
        round_ = published_round(two.event)
        first, second = GameSlot.objects.filter(pairing__round=round_).order_by("pk")
        decide(first)
        presses = [partial(decide, second), partial(rounds.close_round, **two.asked(1, number=1))]
        answers = at_once(lambda n, presses=presses: answer(presses[n]), times=2)
        assert answers[0] == "done"
        assert answers[1] in ("done", "round_undecided")
        won[answers[1]] += 1
        rounds.close_round(**two.asked(0, number=1))
        two.assert_whole()
        kept = Publication.objects.get(event=two.event)
        two.event.refresh_from_db()
        assert kept.document == two.event.standings.document
    assert sum(won.values()) == TRIES


@pytest.mark.parametrize("take_back", ["unpublish_round", "withdraw_round"])
def test_either_the_result_counts_or_the_round_is_taken_back(take_back):
    for _try in range(TRIES):
        two = Two()
        slot = slot_at(published_round(two.event))
        take = getattr(rounds, take_back)
        presses = [partial(decide, slot), partial(take, **two.asked(1, number=1, reason=WHY))]
        result, back = at_once(lambda n, presses=presses: answer(presses[n]), times=2)
        counted = Result.objects.filter(slot__pairing__round__event=two.event).count()
        if result == "done":
            assert (back, counted) == ("round_has_games", 1)
        else:
            assert (back, counted) == ("done", 0)
            assert result in ("round_not_open", "not_found")
        two.assert_whole()


def test_reopening_and_publishing_the_next_round_exclude_each_other():
    for _try in range(TRIES):
        two = Two()
        decide_round(published_round(two.event))
        rounds.close_round(**two.asked(0, number=1))
        pairing_jobs.pair_round(**two.asked(0))
        presses = [
            partial(rounds.publish_round, **two.asked(0, number=2)),
            partial(rounds.reopen_round, **two.asked(1, number=1, reason=WHY)),
        ]
        published, reopened = at_once(lambda n, presses=presses: answer(presses[n]), times=2)
        assert published == "done"
        assert reopened in ("done", "later_round")
        two.assert_whole()
