"""A ladder by its players: challenges, answers, matches, what is due, and the ranking."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.services.rulings import lateness
from tests.builders import acting, actor_of, decide, entry_of, make_event, make_user
from tournaments import selectors
from tournaments.actor import SYSTEM
from tournaments.choices import ChallengeState
from tournaments.errors import InvalidInput, NotAllowed
from tournaments.integrity import check_event
from tournaments.models import Challenge, GameSlot, RungDrop
from tournaments.recompute import refresh_standings
from tournaments.selectors.ladder.situation import challenges_of, describe_challenge
from tournaments.services.events import events
from tournaments.services.ladder import challenges, deadlines
from tournaments.services.rounds import rounds
from tournaments.services.rounds.drafts import RoundBreaksRules

pytestmark = pytest.mark.django_db
OPTIONS = {"moves": "insert"}


@pytest.fixture
def ladder():
    return make_event(
        slug="ladder", entries=6, games=1, stages=[{"system": "ladder", "options": OPTIONS}]
    )


def challenge(event, low, high):
    return challenges.make_challenge(
        actor=actor_of(entry_of(event, low).player),
        event_id=event.pk,
        entry_id=entry_of(event, high).pk,
    )


def accept(event, made):
    return challenges.accept_challenge(
        actor=actor_of(made.challenged.player), event_id=event.pk, challenge_id=made.pk
    )


def decline(event, made):
    return challenges.decline_challenge(
        actor=actor_of(made.challenged.player), event_id=event.pk, challenge_id=made.pk
    )


def order(event):
    refresh_standings(event.pk)
    assert check_event(event.pk) == []
    rows = selectors.standings_document(event)["rows"]
    assert [row["rank"] for row in rows] == list(range(1, len(rows) + 1))
    return [row["entry"] for row in rows]


def win(made, low=True):
    slot = GameSlot.objects.get(pairing=made.pairing_id)
    decide(slot, "R-0" if (slot.first_seat == 1) == low else "0-R")


def test_a_challenge_that_is_won_moves_the_challenger(ladder):
    made = accept(ladder, challenge(ladder, 5, 3))
    assert made.state == ChallengeState.ACCEPTED
    slot = GameSlot.objects.get(pairing=made.pairing_id)
    assert slot.due_at is not None
    assert slot.due_at - timezone.now() > timedelta(days=13)
    assert order(ladder) == [1, 2, 3, 4, 5, 6]
    win(made)
    assert order(ladder) == [1, 2, 5, 3, 4, 6]


def test_two_matches_run_at_once_and_nobody_plays_two(ladder):
    accept(ladder, challenge(ladder, 5, 3))
    accept(ladder, challenge(ladder, 4, 2))
    with pytest.raises(challenges.MayNotChallenge) as refused:
        challenge(ladder, 6, 3)
    assert refused.value.details["reason"] == "is_playing"
    assert "Cleo" in str(refused.value)


@pytest.mark.parametrize(
    ("low", "high", "reason"),
    [(6, 2, "out_of_reach"), (3, 4, "stands_below"), (3, 3, "self")],
)
def test_whom_nobody_may_challenge(ladder, low, high, reason):
    with pytest.raises(challenges.MayNotChallenge) as refused:
        challenge(ladder, low, high)
    assert refused.value.details["reason"] == reason


def test_one_open_challenge_a_person(ladder):
    first = challenge(ladder, 5, 3)
    assert challenge(ladder, 5, 3) == first
    for low, high in ((5, 4), (4, 3), (6, 5), (3, 2)):
        with pytest.raises(challenges.MayNotChallenge):
            challenge(ladder, low, high)
    challenges.withdraw_challenge(
        actor=actor_of(first.challenger.player), event_id=ladder.pk, challenge_id=first.pk
    )
    assert challenge(ladder, 4, 3).state == ChallengeState.OPEN


def test_a_challenge_that_is_declined_belongs_to_the_last_round_before_it(ladder):
    early = challenge(ladder, 6, 5)
    decline(ladder, early)
    for low, high in ((4, 3), (2, 1)):
        win(accept(ladder, challenge(ladder, low, high)), low=False)
    late = challenge(ladder, 5, 4)
    decline(ladder, late)
    declined = Challenge.objects.filter(state="declined")
    assert dict(declined.values_list("pk", "after_round")) == {early.pk: 0, late.pk: 2}


def test_a_challenge_that_is_declined_gives_the_rung(ladder):
    made = challenge(ladder, 5, 3)
    for _twice in range(2):
        challenges.decline_challenge(
            actor=actor_of(made.challenged.player), event_id=ladder.pk, challenge_id=made.pk
        )
    assert order(ladder) == [1, 2, 5, 3, 4, 6]
    with pytest.raises(challenges.ChallengeAnswered):
        accept(ladder, made)


def test_only_the_challenged_answers_and_only_the_challenger_withdraws(ladder):
    made = challenge(ladder, 5, 3)
    asked = {"event_id": ladder.pk, "challenge_id": made.pk}
    for service, number in (
        (challenges.accept_challenge, 5),
        (challenges.decline_challenge, 4),
        (challenges.withdraw_challenge, 3),
    ):
        with pytest.raises(NotAllowed):
            service(actor=actor_of(entry_of(ladder, number).player), **asked)
    with pytest.raises(InvalidInput):
        challenges.make_challenge(
            actor=acting(make_user()), event_id=ladder.pk, entry_id=made.challenged_id
        )


def test_no_answer_in_time_gives_the_rung_once(ladder):
    made = challenge(ladder, 5, 3)
    now = timezone.now()
    assert deadlines.overdue_challenges(now + timedelta(days=6)) == []
    late = now + timedelta(days=8)
    assert deadlines.overdue_challenges(late) == [made.pk]
    assert deadlines.expire_challenge(challenge_id=made.pk, now=late)
    assert not deadlines.expire_challenge(challenge_id=made.pk, now=late)
    assert order(ladder) == [1, 2, 5, 3, 4, 6]


def test_who_held_a_rung_is_protected_for_a_week(ladder):
    made = accept(ladder, challenge(ladder, 5, 3))
    win(made, low=False)
    assert order(ladder) == [1, 2, 3, 4, 5, 6]
    with pytest.raises(challenges.MayNotChallenge) as refused:
        challenge(ladder, 4, 3)
    assert refused.value.details["reason"] == "is_protected"


def test_a_match_not_played_in_time_is_forfeited_by_both(ladder):
    made = accept(ladder, challenge(ladder, 5, 3))
    slot = GameSlot.objects.get(pairing=made.pairing_id)
    late = timezone.now() + timedelta(days=15)
    assert lateness.late_slots(late) == [slot.pk]
    assert lateness.rule_late(slot_id=slot.pk, now=late)
    assert order(ladder) == [1, 2, 3, 4, 5, 6]


def test_who_does_not_play_goes_down_a_rung():
    event = make_event(
        entries=4, games=1, stages=[{"system": "ladder", "options": {"inactive_days": 30}}]
    )
    (stage,) = deadlines.ladders_with_inactivity()
    later = timezone.now() + timedelta(days=31)
    assert deadlines.drop_inactive(stage_id=stage, now=later) == 0  # no match yet
    win(accept(event, challenge(event, 4, 3)))
    GameSlot.objects.update()
    soon = timezone.now() + timedelta(days=29)
    assert deadlines.drop_inactive(stage_id=stage, now=soon) == 0
    assert deadlines.drop_inactive(stage_id=stage, now=later) > 0
    assert deadlines.drop_inactive(stage_id=stage, now=later) == 0
    assert RungDrop.objects.filter(entry__number=1).count() == 1
    assert sorted(order(event)) == [1, 2, 3, 4]


def test_an_event_without_a_ladder_has_no_challenges():
    event = make_event(entries=3)
    with pytest.raises(challenges.NoLadder):
        challenge(event, 2, 1)


def test_a_challenge_cannot_be_accepted_by_who_is_away(ladder):
    made = challenge(ladder, 5, 3)
    from tournaments.services.entries import absences

    absences.withdraw_entry(actor=SYSTEM, entry_id=made.challenger_id, from_round=1)
    with pytest.raises(RoundBreaksRules):
        accept(ladder, made)
    made.refresh_from_db()
    assert made.state == ChallengeState.OPEN


def test_a_ladder_ends_with_its_event(ladder):
    win(accept(ladder, challenge(ladder, 2, 1)))
    challenge(ladder, 5, 4)
    events.finish(actor=SYSTEM, event_id=ladder.pk)
    assert order(ladder) == [2, 1, 3, 4, 5, 6]
    later = timezone.now() + timedelta(days=30)
    assert deadlines.overdue_challenges(later) == []
    assert Challenge.objects.count() == 2


def test_a_match_whose_round_is_a_draft_again_is_not_shown(ladder):
    made = accept(ladder, challenge(ladder, 5, 3))
    (row,) = challenges_of(ladder)
    assert describe_challenge(row)["pairing"] == made.pairing_id
    rounds.unpublish_round(actor=SYSTEM, event_id=ladder.pk, number=1, reason="wrong")
    (row,) = challenges_of(ladder)
    shown = describe_challenge(row)
    assert (shown["pairing"], shown["round"]) == (None, None)
