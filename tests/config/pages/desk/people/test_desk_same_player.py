"""The desk: two players who may be one person are shown, compared, merged and separated."""

from typing import Any

import pytest

from tests.builders import acting, make_event, make_guest, make_player, make_user
from tests.clients import signed_in, text_of, tidy, url_of
from tournaments.actor import SYSTEM
from tournaments.errors import NotAllowed
from tournaments.models import DistinctPlayers, Entry, JournalLine, Player
from tournaments.selectors import look_alikes
from tournaments.services.entries.entries import enter
from tournaments.services.events import roles
from tournaments.services.people import distinguishing, merging

pytestmark = pytest.mark.django_db


@pytest.fixture
def waiting(boss):
    return make_event(organiser=boss, slug="cup", state="registration", entries=1)


@pytest.fixture
def entry(waiting):
    """A guest of the event, whom another guest of it resembles."""
    player = make_guest(waiting, "Hana Dvořáková")
    return enter(actor=SYSTEM, event_id=waiting.pk, player_id=player.pk)


@pytest.fixture
def twin(waiting):
    return make_guest(waiting, "Dvorakova Hana")


def page(boss, entry: Entry, **query: str) -> str:
    return tidy(text_of(signed_in(boss).get(url_of("manage-same", "cup", entry.pk), query)))


def act(boss, entry: Entry, do: str, **given: Any) -> Any:
    return signed_in(boss).post(url_of("manage-same", "cup", entry.pk), {"do": do, **given})


def stored(player: Player) -> Player | None:
    return Player.objects.get(pk=player.pk).merged_into


def test_the_list_names_who_may_be_the_same(boss, waiting, entry, twin):
    shown = tidy(text_of(signed_in(boss).get(url_of("manage-players", "cup"))))
    assert shown.count("may be the same as") == 1
    assert url_of("manage-same", "cup", entry.pk) in shown


def test_players_of_one_list_are_known_to_be_two(entry, twin, waiting):
    assert look_alikes([entry.player]) == {entry.player.pk: [twin]}
    assert look_alikes([entry.player, twin]) == {}
    assert look_alikes([make_player("Somebody")]) == {}


def test_a_merge_is_shown_before_it_is_done_and_undone(boss, entry, twin):
    assert twin.public_id in page(boss, entry)
    shown = page(boss, entry, **{"with": twin.public_id})
    assert "What a merge would do" in shown
    assert stored(twin) is None
    assert act(boss, entry, "merge", other=twin.public_id).status_code == 302
    assert stored(twin) == entry.player
    assert "Separate again" in page(boss, entry)
    assert act(boss, entry, "separate", player=twin.public_id).status_code == 302
    assert stored(twin) is None


def test_the_other_one_may_stay(boss, entry, twin):
    act(boss, entry, "merge", other=twin.public_id, keep=twin.public_id)
    assert stored(entry.player) == twin
    shown = tidy(text_of(signed_in(boss).get(url_of("manage-players", "cup"))))
    assert "<bdi>Dvorakova Hana</bdi>" in shown


def test_who_does_not_vouch_for_both_is_told_so(boss, entry):
    stranger = make_player("Hana Dvorakova", account=False)
    shown = page(boss, entry, **{"with": stranger.public_id})
    assert "Who vouches for both may merge them" in shown
    assert 'value="merge"' not in shown
    assert act(boss, entry, "merge", other=stranger.public_id).status_code == 422
    assert stored(stranger) is stored(entry.player) is None


def test_two_of_one_event_are_not_offered_to_be_merged(boss, waiting, entry, twin):
    enter(actor=SYSTEM, event_id=waiting.pk, player_id=twin.pk)
    shown = page(boss, entry, **{"with": twin.public_id})
    assert "Both entered cup" in shown
    assert 'value="merge"' not in shown


def test_arbiters_see_it_and_merge_nobody(boss, waiting, entry, twin):
    arbiter = make_user()
    roles.grant_event_role(
        actor=acting(boss), event_id=waiting.pk, user_id=arbiter.pk, role="arbiter"
    )
    assert twin.public_id in page(arbiter, entry)
    assert act(arbiter, entry, "merge", other=twin.public_id).status_code == 422
    assert stored(twin) is None


def test_a_player_who_does_not_exist_is_not_compared(boss, entry):
    answer = signed_in(boss).get(url_of("manage-same", "cup", entry.pk), {"with": "nobody"})
    assert answer.status_code == 404


def test_who_was_said_to_be_two_people_is_not_offered_again(boss, waiting, entry, twin):
    for _time in range(2):
        act(boss, entry, "distinguish", other=twin.public_id)
    assert DistinctPlayers.objects.count() == 1
    assert look_alikes([entry.player]) == {} == look_alikes([twin])
    shown = tidy(text_of(signed_in(boss).get(url_of("manage-players", "cup"))))
    assert url_of("manage-same", "cup", entry.pk) not in shown
    assert twin.public_id in page(boss, entry)  # where it can be taken back
    act(boss, entry, "undo-distinction", other=twin.public_id)
    assert look_alikes([entry.player]) == {entry.player.pk: [twin]}
    told = JournalLine.objects.filter(action__startswith="player.disti").order_by("seq")
    assert [line.action for line in told] == ["player.distinguished", "player.distinction_undone"]


def test_the_distinction_holds_for_records_that_are_merged_later(boss, waiting, entry, twin):
    act(boss, entry, "distinguish", other=twin.public_id)
    kept = make_guest(waiting, "Hana Dvorakova")
    merging.merge(actor=SYSTEM, player=twin.public_id, into=kept.public_id)
    assert look_alikes([entry.player]) == {}


def test_a_merge_takes_the_distinction_back(boss, entry, twin):
    act(boss, entry, "distinguish", other=twin.public_id)
    act(boss, entry, "merge", other=twin.public_id)
    assert not DistinctPlayers.objects.exists()


def test_players_are_distinguished_by_staff_of_their_events(boss, entry, twin):
    asked = {"player": entry.player.public_id, "other": twin.public_id}
    eve = make_user()
    make_event(organiser=eve, slug="other", state="registration", entries=1)
    with pytest.raises(NotAllowed):
        distinguishing.distinguish_players(actor=acting(eve), **asked)
    with pytest.raises(merging.MergeIntoItself):
        distinguishing.distinguish_players(
            actor=acting(boss), player=twin.public_id, other=twin.public_id
        )
    distinguishing.distinguish_players(actor=acting(boss), **asked)
