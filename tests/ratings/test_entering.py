"""Lists of entries, and the start of an event with players who are not checked in."""

import pytest

from ratings import services
from ratings.services.entering import NotCheckedIn
from ratings.services.entry_rows import EntryRow, enter_rows, read_entries
from tests.builders import make_club, make_event, make_members, make_player
from tournaments.actor import SYSTEM
from tournaments.serializers.base import NAME
from tournaments.services.entries import entries

pytestmark = pytest.mark.django_db


def test_a_file_names_the_club_of_who_shares_a_name():
    member, _other = make_player("Ada"), make_player("Ada")
    make_members(member, club=make_club("north"))
    event = make_event(entries=0, state="registration")
    rows = read_entries(b"name,club\nAda,North\n")
    report = enter_rows(SYSTEM, event, rows)
    assert report["done"] == 1, report
    assert list(event.entries.values_list("player_id", flat=True)) == [member.pk]


@pytest.mark.parametrize(("length", "fits"), [(2 * NAME, True), (2 * NAME + 1, False)])
def test_a_handle_is_as_long_as_a_site_and_a_name(length, fits):
    assert EntryRow(data={"handle": "ptn:".ljust(length, "x")}).is_valid() is fits


@pytest.mark.parametrize(
    ("absent", "said"), [(["Dag"], "Dag is not"), (["Cleo", "Dag"], "Cleo and Dag are not")]
)
def test_the_start_says_who_is_not_checked_in(absent, said):
    event = make_event(state="registration", registration={"check_in": True})
    for entry in event.entries.exclude(player__name__in=absent):
        entries.check_in(actor=SYSTEM, entry_id=entry.pk)
    with pytest.raises(NotCheckedIn) as refused:
        services.start_event(actor=SYSTEM, event_id=event.pk, not_checked_in=[])
    assert str(refused.value).startswith(said)
