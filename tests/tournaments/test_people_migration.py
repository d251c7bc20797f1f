"""What the migration of existing data believes about who made a player and who agreed."""

from importlib import import_module
from pathlib import Path

import pytest
from django.apps import apps

from tests.builders import acting, actor_of, make_club, make_event, make_player, make_user
from tournaments import migrations
from tournaments.models import Membership, Player
from tournaments.services.entries import entries
from tournaments.services.people import members, people

pytestmark = pytest.mark.django_db
(NAME,) = (path.stem for path in Path(migrations.__file__).parent.glob("*_people.py"))
migration = import_module(f"tournaments.migrations.{NAME}")


def migrate() -> None:
    """As if the facts had not been stored yet."""
    Player.objects.update(made_by=None, made_by_event=None, made_by_club=None)
    Membership.objects.update(consented_at=None)
    migration.read_makers(apps, None)


def test_the_journal_says_for_which_event_and_club_a_player_was_made():
    boss = make_user()
    event = make_event(organiser=boss, entries=0, state="registration")
    club = make_club(owner=boss)
    ada = people.create_player_for(actor=acting(boss), made_for=event, name="Ada")
    entries.enter(actor=acting(boss), event_id=event.pk, player_id=ada.pk)
    bo = people.create_player_for(actor=acting(boss), made_for=club, name="Bo")
    migrate()
    ada.refresh_from_db()
    bo.refresh_from_db()
    assert (ada.made_by, ada.made_by_event, ada.made_by_club) == (boss, event, None)
    assert (bo.made_by, bo.made_by_event, bo.made_by_club) == (boss, None, club)


@pytest.mark.slow
def test_who_entered_or_listed_the_players_of_others_made_nobody():
    boss, eve = make_user(), make_user()
    first = make_event(organiser=boss, entries=0, state="registration")
    trap = make_event(organiser=eve, entries=0, state="registration")
    den = make_club(owner=eve)
    ada = people.create_player(actor=acting(boss), name="Ada")
    entries.enter(actor=acting(eve), event_id=trap.pk, player_id=ada.pk)
    entries.enter(actor=acting(boss), event_id=first.pk, player_id=ada.pk)
    members.add_member(actor=acting(eve), club_id=den.pk, player_id=ada.pk)
    migrate()
    ada.refresh_from_db()
    # Somebody else entered her first: the journal does not prove that she was made for an event.
    assert (ada.made_by, ada.made_by_event, ada.made_by_club) == (boss, None, None)


def test_only_who_listed_themselves_agreed():
    ada, bo = make_player("Ada"), make_player("Bo")
    club = make_club(owner=ada.user)
    for player in (ada, bo):
        members.add_member(actor=actor_of(ada), club_id=club.pk, player_id=player.pk)
    members.consent_to_club(actor=actor_of(bo), club_id=club.pk, player_id=bo.pk)
    migrate()
    agreed = Membership.objects.exclude(consented_at=None)
    assert [member.player for member in agreed] == [ada]
