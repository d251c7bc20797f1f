"""Who entered an event in a hall, and who they are at the server."""

import pytest

from games.services.halls.reading import facts_here
from games.services.halls.returning import MergeDiffers
from ratings.services import enter_event
from tests.builders import entry_of, make_guest, make_player
from tests.database import rolled_back
from tests.games.halls.returns import (
    actions_of,
    brought_back,
    enter_nora,
    returned,
    with_part,
)
from tournaments.actor import SYSTEM
from tournaments.errors import NotFound
from tournaments.models import JournalLine, Player

pytestmark = pytest.mark.django_db


def test_who_entered_in_the_hall_is_a_new_player_here(cup_in_hall):
    back = brought_back(enter_nora)
    done = returned(back)
    entry = entry_of(cup_in_hall, 5)
    assert (entry.player.name, entry.state) == ("Nora", done.merged.facts["entry:5"]["state"])
    there = back.facts.parts["entries.ndjson"][-1]["player"]
    assert entry.player.public_id == there
    assert "entry.added" in actions_of(cup_in_hall)
    assert JournalLine.objects.filter(subject=f"player:{there}").exists()


def test_who_has_the_name_of_somebody_here_is_asked_about(cup_in_hall):
    back = brought_back(enter_nora)
    nora = make_player("Nora")
    asked = returned(back)
    assert [(each.key, each.hall) for each in asked.unanswered] == [("person:5", "Nora")]
    assert asked.unanswered[0].server == [[nora.public_id, "Nora"]]
    with pytest.raises(NotFound):
        returned(back, person_5="hall", person_4="hall")
    with rolled_back():
        returned(back, person_5="hall")
        assert entry_of(cup_in_hall, 5).player.name == "Nora"
        assert entry_of(cup_in_hall, 5).player != nora
    returned(back, person_5=nora.public_id)
    assert entry_of(cup_in_hall, 5).player == nora
    assert Player.objects.filter(name="Nora").count() == 1


def test_nobody_is_asked_who_stays_in_the_hall(cup_in_hall):
    """The server gave the number to somebody else, and keeps it."""
    back = brought_back(enter_nora)
    make_player("Nora")
    enter_event(actor=SYSTEM, event_id=cup_in_hall.pk, player_id=make_guest(cup_in_hall, "Anna").pk)
    asked = returned(back)
    assert [each.key for each in asked.unanswered] == ["entry:5"]
    returned(back, entry_5="server")
    assert [entry.player.name for entry in cup_in_hall.entries.filter(number__gt=4)] == ["Anna"]


def test_who_entered_here_gets_another_number_where_the_hall_has_theirs(cup_in_hall):
    back = brought_back(enter_nora)
    enter_event(actor=SYSTEM, event_id=cup_in_hall.pk, player_id=make_guest(cup_in_hall, "Anna").pk)
    returned(back, entry_5="hall")
    late = cup_in_hall.entries.filter(number__gt=4).order_by("number")
    assert list(late.values_list("number", "player__name")) == [(5, "Nora"), (6, "Anna")]


def test_who_is_known_here_by_the_same_id_is_no_question(cup_in_hall):
    nora = make_player("Nora")
    back = brought_back(
        lambda event: enter_event(actor=SYSTEM, event_id=event.pk, player_id=nora.pk)
    )
    assert returned(back).unanswered == ()
    assert entry_of(cup_in_hall, 5).player == nora


def test_a_merge_that_cannot_be_read_back_stores_nothing(cup_in_hall):
    """The archive has a rating that no database stores."""
    back = brought_back(enter_nora)
    rows = [dict(row) for row in back.facts.parts["entries.ndjson"]]
    rows[-1]["rating"] = 10**30
    before = facts_here(cup_in_hall)
    with pytest.raises(MergeDiffers):
        returned(with_part(back, "entries.ndjson", rows))
    assert facts_here(cup_in_hall) == before
