"""`check_event` and `check_all`: equal when all is well, and each tampered row is found."""

import io

import pytest
from django.core.management import CommandError, call_command

from games import services as games
from games.models import Game
from ratings.models import PlayerRating
from tests.builders import actor_of, make_club, make_event, players_at, published_round, slot_at
from tests.slots import submit
from tournaments.actor import SYSTEM
from tournaments.models import (
    GameSlot,
    JournalLine,
    Publication,
    Result,
    Round,
    SeatResult,
    Standings,
)
from tournaments.services.rounds import rounds

ROAD = '[Date "2026.01.02"]\n[Size "5"]\n\n1. a1 e5\n2. e4 a2\n3. e3 a3\n4. e2 b4\n5. e1 R-0\n'
OTHER = ROAD.replace("2. e4 a2", "2. e4 b2")


@pytest.fixture(autouse=True)
def _event():
    """One round of two players, their game submitted and confirmed, the round closed."""
    event = make_event(games=1, entries=2, slug="spring")
    round_ = published_round(event)
    slot = slot_at(round_)
    first, second = players_at(round_)
    game = submit(actor_of(first), slot, record=ROAD)
    games.confirm_game(actor=actor_of(second), game_id=game.pk)
    rounds.close_round(actor=SYSTEM, event_id=event.pk, number=1)
    call_command("check_all", stdout=io.StringIO())  # which refreshes what waits for it


def run(name: str, *arguments: str) -> str:
    out = io.StringIO()
    call_command(name, *arguments, stdout=out)
    return out.getvalue()


def differences(name: str, *arguments: str) -> str:
    """What a command prints that ends with exit code 1."""
    out = io.StringIO()
    with pytest.raises(CommandError) as refused:
        call_command(name, *arguments, stdout=out)
    assert refused.value.returncode == 1
    return out.getvalue()


def test_a_sound_event_is_equal():
    assert run("check_event", "spring") == "spring: equal.\n"
    lines = run("check_all").splitlines()
    assert lines[0] == "event spring: equal"
    assert {line.rpartition(": ")[2] for line in lines} == {"equal"}


def test_an_event_that_is_not_there_is_another_exit_code():
    with pytest.raises(CommandError) as refused:
        call_command("check_event", "nowhere")
    assert refused.value.returncode == 2


def of_standings():
    table = Standings.objects.get()
    table.document["rows"][0]["match_points_x2"] += 2
    table.save()


def of_points():
    SeatResult.objects.filter(order=1).update(points_x2=0)


def of_slots():
    GameSlot.objects.update(state="open")


def of_publications():
    kept = Publication.objects.get()
    kept.document["rows"].reverse()
    kept.save()


def of_proofs():
    round_ = Round.objects.get()
    assert round_.proof is not None
    round_.proof["pairs"][0]["seats"].reverse()
    round_.save()


def of_journal():
    line = JournalLine.objects.filter(scope="event:spring", action="result.recorded").get()
    JournalLine.objects.filter(pk=line.pk).update(after={"outcome": "0-R"})


def of_counting():
    Result.objects.update(source="")


def of_certain():
    Standings.objects.update(certain={"9": {"first": "clinched"}})


def of_game_states():
    Game.objects.update(state="superseded")


def of_records():
    Game.objects.update(record=OTHER)


def of_illegal_records():
    Game.objects.update(record=ROAD.replace("2. e4 a2", "2. e5 a2"))


def of_verdicts():
    game = Game.objects.get()
    assert game.verdict is not None
    game.verdict["result"] = "0-R"
    game.save()


@pytest.mark.parametrize(
    ("tamper", "said"),
    [
        (of_standings, "the stored standings differ"),
        (of_certain, "what is certain of places differs"),
        (of_points, "the stored standings differ"),
        (of_slots, "is open, against its results"),
        (of_publications, "publication standings 1 was changed"),
        (of_proofs, "round 1: the proof was changed"),
        (of_journal, "was changed"),
        (of_counting, "the result of its slot is another's"),
        (of_game_states, "which is superseded"),
        (of_records, "other moves than those that were proved"),
        (of_illegal_records, "its record is refused: Move 2"),
        (of_verdicts, "its verdict says result 0-R, the record R-0"),
    ],
)
def test_a_tampered_row_of_an_event_is_found(tamper, said):
    tamper()
    assert said in differences("check_event", "spring")
    assert said in differences("check_all")


def test_a_tampered_rating_is_found_by_check_all():
    PlayerRating.objects.update(rating=2500.0)
    assert "pool tak" in differences("check_all")
    assert run("check_event", "spring") == "spring: equal.\n"


def test_a_tampered_journal_of_a_club_is_found():
    make_club("lantern")
    JournalLine.objects.filter(scope="club:lantern").update(action="club.closed")
    assert "club:lantern/1: was changed" in differences("check_all")


def test_a_table_that_only_waits_is_refreshed_and_equal():
    Standings.objects.all().delete()
    event = Round.objects.get().event
    event.standings_version = 0
    event.save(update_fields=["standings_version"])
    assert run("check_event", "spring") == "spring: equal.\n"
    assert Standings.objects.exists()
