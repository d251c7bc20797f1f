"""An event is given to a hall, and its pages say so."""

import pytest
from django.core.management import call_command

from games.halls.facts import facts_of
from games.models import HallState, HallTake
from games.services.archives import export_event, read_proved
from games.services.archives.imports import Choices, take_archive
from games.services.halls import (
    export_return,
    open_hall,
    release_hall,
    return_hall,
    take_event,
)
from games.services.halls.leaving import NoHallHere, SeveralHalls
from games.services.halls.reading import facts_here
from games.services.halls.returning import NotOfATake
from games.services.halls.takes import HasDraft, InAHall, NotForAHall, NotInAHall
from tests.builders import (
    drafted_round,
    make_entry,
    make_event,
    make_player,
    make_user,
    played_round,
)
from tests.clients import text_of
from tests.database import rolled_back
from tournaments.actor import SYSTEM
from tournaments.models import Event, JournalLine, Player, User
from tournaments.services.events import events

pytestmark = pytest.mark.django_db
SENTENCE = "This event is being run in a hall."


@pytest.fixture
def cup():
    event = make_event(slug="cup", entries=4, games=1, organiser=make_user("olga"))
    played_round(event)
    return event


def test_the_pages_of_the_event_say_where_it_is_played(cup, client):
    assert SENTENCE not in text_of(client.get("/events/cup/"))
    data = take_event(actor=SYSTEM, slug="cup")
    assert read_proved(data).slug == "cup"
    client.force_login(make_user("site", staff=True))
    for address in ("/events/cup/", "/manage/cup/"):
        assert SENTENCE in text_of(client.get(address))
    release_hall(actor=SYSTEM, slug="cup")
    for address in ("/events/cup/", "/manage/cup/"):
        assert SENTENCE not in text_of(client.get(address))
    actions = JournalLine.objects.filter(scope="event:cup", action__startswith="hall.").order_by(
        "seq"
    )
    assert list(actions.values_list("action", flat=True)) == ["hall.taken", "hall.released"]
    with pytest.raises(NotInAHall):
        release_hall(actor=SYSTEM, slug="cup")


def test_an_event_is_in_one_hall_until_it_is_taken_again(cup):
    take_event(actor=SYSTEM, slug="cup")
    with pytest.raises(InAHall):
        take_event(actor=SYSTEM, slug="cup")
    take_event(actor=SYSTEM, slug="cup", again=True)
    states = HallTake.objects.order_by("pk").values_list("state", flat=True)
    assert list(states) == [HallState.ENDED, HallState.OUT]


def test_what_cannot_be_merged_is_not_given_away(cup):
    drafted_round(cup)
    with pytest.raises(HasDraft):
        take_event(actor=SYSTEM, slug="cup")
    make_event(slug="early", state="registration")
    make_event(slug="rungs", stages=[{"system": "ladder"}])
    make_event(slug="coins", match={"stakes": {}})
    for slug in ("early", "rungs", "coins"):
        with pytest.raises(NotForAHall):
            take_event(actor=SYSTEM, slug=slug)


def test_an_archive_that_no_hall_wrote_is_refused(cup):
    take_event(actor=SYSTEM, slug="cup")
    found = read_proved(export_event(actor=SYSTEM, slug="cup"))
    with pytest.raises(NotOfATake):
        return_hall(actor=SYSTEM, archive=found)


def test_the_facts_of_a_file_are_those_of_the_event_and_name_nobody_in_the_take(cup):
    found = read_proved(take_event(actor=SYSTEM, slug="cup"))
    assert facts_of(found.facts.parts, found.facts.sealed) == facts_here(cup)
    (take,) = HallTake.objects.all()
    assert "Ada" not in str(take.marks)
    assert set(take.marks) == set(facts_here(cup))


def test_the_file_of_a_take_is_private_and_never_written_over(cup, tmp_path):
    path = tmp_path / "cup.zip"
    call_command("hall", "take", "cup", str(path))
    assert path.stat().st_mode & 0o077 == 0
    before = path.read_bytes()
    with pytest.raises(Exception, match="there is such a file already"):
        call_command("hall", "take", "cup", str(path), "--again")
    assert path.read_bytes() == before


def test_a_hall_opens_the_event_for_an_account_that_it_makes_once():
    with rolled_back():
        played_round(make_event(slug="cup", entries=2, games=1))
        data = take_event(actor=SYSTEM, slug="cup")
    with rolled_back():
        made = open_hall(actor=SYSTEM, archive=read_proved(data))
        account = User.objects.get(username=made.username)
        assert account.check_password(made.password)
        assert made.event.roles.get().user == account
    known = make_user("hall")
    again = open_hall(actor=SYSTEM, archive=read_proved(data))
    assert (again.username, again.password) == ("hall", "")
    assert again.event.roles.get().user == known


def test_a_hall_of_two_events_says_which_one_returns():
    """Both have the same players, whom the hall has once."""
    with rolled_back():
        people = [make_player(name) for name in ("Ada", "Bo")]
        files = []
        for slug in ("cup", "open"):
            event = make_event(slug=slug, games=1, entries=0, state="registration")
            for player in people:
                make_entry(event, player)
            events.start(actor=SYSTEM, event_id=event.pk)
            files.append(take_event(actor=SYSTEM, slug=slug))
    with pytest.raises(NoHallHere):
        export_return(actor=SYSTEM)
    for data in files:
        open_hall(actor=SYSTEM, archive=read_proved(data))
    assert Player.objects.count() == 2
    with pytest.raises(SeveralHalls, match="cup, open"):
        export_return(actor=SYSTEM)
    assert read_proved(export_return(actor=SYSTEM, slug="open")).slug == "open"
    drafted_round(Event.objects.get(slug="cup"))
    with pytest.raises(HasDraft):
        export_return(actor=SYSTEM, slug="cup")


def test_an_event_that_was_only_taken_in_returns_from_nowhere():
    with rolled_back():
        make_event(slug="cup", entries=2, games=1)
        data = take_event(actor=SYSTEM, slug="cup")
    take_archive(actor=SYSTEM, archive=read_proved(data), choices=Choices())
    with pytest.raises(NoHallHere):
        export_return(actor=SYSTEM)
