"""What a ruling says: its reason, a note where staff rule their own game, the field refused."""

import pytest

from games.models import Ruling
from games.services import postpone_slots, record_no_show
from games.services.rulings.withdraw import withdraw_player
from tests.builders import (
    actor_of,
    entry_of,
    make_event,
    pairing_at,
    players_at,
    published_round,
    slot_at,
)
from tests.slots import rule
from tournaments.actor import SYSTEM
from tournaments.errors import InvalidInput, NotFound
from tournaments.models import JournalLine
from tournaments.services.events import roles

pytestmark = pytest.mark.django_db
CANCELLED = {"kind": "cancelled"}


def reasons():
    return list(Ruling.objects.order_by("pk").values_list("reason", flat=True))


def ruled_lines():
    return list(JournalLine.objects.filter(action="slot.ruled").values_list("text", flat=True))


def test_who_withdraws_without_a_reason_withdrew():
    event = make_event(games=1)
    published_round(event)
    withdraw_player(actor=SYSTEM, entry_id=entry_of(event, 1).pk, from_round=1)
    assert reasons() == ["withdrew"]


def test_the_only_staff_say_so_where_they_rule_their_own_game():
    event = make_event(games=1)
    round_ = published_round(event)
    player = players_at(round_, 1)[0]
    assert player.user_id is not None
    roles.grant_event_role(
        actor=SYSTEM, event_id=event.pk, user_id=player.user_id, role="organiser"
    )
    rule(slot_at(round_, 1), CANCELLED, actor=actor_of(player))
    rule(slot_at(round_, 2), CANCELLED, actor=actor_of(player))
    own, other = reasons()
    assert own.startswith("seen [")
    assert "only staff" in own
    assert other == "seen"


def test_the_journal_has_the_reason_of_a_postponed_round():
    event = make_event(games=1)
    published_round(event)
    postpone_slots(actor=SYSTEM, event_id=event.pk, round_number=1, reason="snow")
    assert ruled_lines() == ["snow", "snow"]


@pytest.mark.parametrize(
    ("round_number", "slots", "what"), [(9, [], "round with games"), (1, [(0, 1)], "game")]
)
def test_what_is_not_there_is_not_postponed(round_number, slots, what):
    event = make_event(games=1)
    published_round(event)
    with pytest.raises(NotFound) as refused:
        postpone_slots(
            actor=SYSTEM, event_id=event.pk, round_number=round_number, slots=slots, reason="snow"
        )
    assert refused.value.details["what"] == what
    assert reasons() == []


@pytest.mark.parametrize("seats", [[], [3]])
def test_a_no_show_names_seats_of_the_table(seats):
    pairing = pairing_at(published_round(make_event(games=1)))
    with pytest.raises(InvalidInput) as refused:
        record_no_show(actor=SYSTEM, pairing_id=pairing.pk, seats=seats)
    assert refused.value.details["field"] == "seats"


@pytest.mark.parametrize(
    ("details", "field"),
    [
        ({"cause": "no_show"}, "outcome.cause"),
        ({"evidence": "seen by two"}, "outcome.evidence"),
        ({"noticed_at": "2026-11-01T19:15:00Z", "cause": "no_show"}, "outcome.cause"),
    ],
)
def test_only_a_forfeit_has_a_cause_and_evidence(details, field):
    slot = slot_at(published_round(make_event()))
    with pytest.raises(InvalidInput) as refused:
        rule(slot, {"kind": "cancelled", **details})
    assert refused.value.details["field"] == field
    assert not Ruling.objects.exists()
