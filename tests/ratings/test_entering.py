"""Lists of entries, and the start of an event with players who are not checked in."""

import pytest

from ratings import recompute, services
from ratings.services.entering import NotCheckedIn
from ratings.services.entry_rows import EntryRow, enter_rows, read_entries
from tests.builders import make_club, make_event, make_members, make_player
from tests.ratings.builders import make_players, play
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


def test_who_is_known_to_be_absent_vouches_for_nobody_else():
    """Cleo was known to be absent and has come since; Dag is absent and was not known."""
    event = make_event(state="registration", registration={"check_in": True})
    of = {entry.player.name: entry.pk for entry in event.entries.select_related("player")}
    for name in ("Ada", "Bo", "Cleo"):
        entries.check_in(actor=SYSTEM, entry_id=of[name])
    with pytest.raises(NotCheckedIn):
        services.start_event(actor=SYSTEM, event_id=event.pk, not_checked_in=[of["Cleo"]])
    both = [of["Cleo"], of["Dag"]]
    services.start_event(actor=SYSTEM, event_id=event.pk, not_checked_in=both)


def test_the_refusal_of_a_start_names_those_who_were_known_to_be_absent_too():
    event = make_event(state="registration", registration={"check_in": True})
    of = {entry.player.name: entry.pk for entry in event.entries.select_related("player")}
    for name in ("Ada", "Bo"):
        entries.check_in(actor=SYSTEM, entry_id=of[name])
    with pytest.raises(NotCheckedIn, match="Cleo and Dag are not") as refused:
        services.start_event(actor=SYSTEM, event_id=event.pk, not_checked_in=[of["Cleo"]])
    assert refused.value.details["entries"] == [of["Cleo"], of["Dag"]]


def test_a_rating_that_no_list_has_any_more_stays_at_the_start():
    ann, bob = make_players("Ann", "Bob")
    play("g1", (ann, bob), 1)
    recompute.replay_stale_pools()
    event = make_event(entries=0, state="registration")
    entered = [
        services.enter_event(actor=SYSTEM, event_id=event.pk, player_id=player.pk, given=given)
        for player, given in ((ann, None), (bob, 0))
    ]
    before = [(entry.rating, entry.rating_source) for entry in entered]
    assert (before[0][1], before[1]) == ("pool:tak-5", (0, "given"))
    services.void_posting("game:g1")
    recompute.replay_stale_pools()
    services.start_event(actor=SYSTEM, event_id=event.pk)
    for entry in entered:
        entry.refresh_from_db()
    assert [(entry.rating, entry.rating_source) for entry in entered] == before


def test_a_file_without_sources_of_ratings_gives_ratings_and_one_with_them_only_those_of_staff():
    event = make_event(entries=0, state="registration")
    files = (
        b"name,new,rating\nAda,1,1500\n",
        b"name,new,rating,rating_source,state\n"
        b"Bo,1,1600,given,in\nCleo,1,1700,pool:tak,in\nDag,1,1800,given,withdrawn\n",
    )
    for file in files:
        report = enter_rows(SYSTEM, event, read_entries(file))
        assert report["refused"] == 0, report
    found = event.entries.order_by("pk").values_list("player__name", "rating", "rating_source")
    assert list(found) == [("Ada", 1500, "given"), ("Bo", 1600, "given"), ("Cleo", None, "")]
