"""`manage.py demo`: a club to look at, made once for these tests."""

import io
import re

import pytest
from django.contrib.auth import authenticate
from django.core.management import call_command

from config.access.tokens import live_token
from config.demo import cast, events, formats, knockout, rolling, stakes, team_events
from config.demo.records import SEED, STORED_GAMES, GameStock, play_games, stored_games
from config.models import ApiToken
from engine.tak.verify import verify
from games.archive import format as archive
from games.archive.verify import find_differences
from games.models import Dispute, Game, Ruling, SlotBids, WagerTransfer
from games.services.archives import Choices, export_event, read_proved, take_archive
from ratings import selectors as ratings
from tests.clients import text_of
from tests.config.demo_day import TODAY, printed_demo
from tournaments import selectors
from tournaments.actor import ANONYMOUS, SYSTEM
from tournaments.choices import BEFORE_START
from tournaments.models import Event, GameSlot, Player, Round


def test_every_stored_game_is_proved_by_its_record():
    for game in stored_games():
        record = game.record(event="E", first="A", second="B", played_on=TODAY)
        verdict = verify(record, "standard")
        assert (verdict.proven, verdict.result) == (True, game.result)
        assert verdict.played_on == "2026-11-21"
        assert dict(verdict.reserves) == game.reserves


@pytest.mark.slow
def test_the_stored_games_are_what_the_player_plays():
    """The first fourteen: a change of the player changes each game."""
    stored = [game.moves for game in stored_games()]
    assert len(stored) == STORED_GAMES
    assert stored[:14] == play_games(games=14, seed=SEED)


def test_no_game_of_the_stock_is_seen_twice_while_one_is_unseen():
    stock = GameStock(stored_games()[:3])
    assert len({stock.take(winner=2).moves for _game in range(3)}) == 3
    assert stock.take(winner=2).winner == 2


def test_the_stock_gives_a_game_with_the_winner_asked_for():
    stock = GameStock(stored_games())
    assert [stock.take(winner=winner).winner for winner in (2, 1, 2)] == [2, 1, 2]


@pytest.mark.slow
def test_the_club_has_twelve_and_an_event_in_every_state(demo):
    members = selectors.members_of(selectors.get_club(cast.CLUB_SLUG))
    assert members.count() == 12
    states = dict(Event.objects.values_list("slug", "state"))
    assert states.pop(events.OPEN) == "registration"
    over = {events.FINISHED, rolling.ARENA, team_events.TEAM_CUP, team_events.DERBY}
    over |= {played.slug for played in formats.FORMATS if played.is_over}
    assert states == {slug: "finished" if slug in over else "running" for slug in states}
    closed = Round.objects.filter(event__slug=events.RUNNING, state="closed")
    assert closed.count() == 3
    assert selectors.visible_events(ANONYMOUS).count() == len(states) + 1


@pytest.mark.slow
def test_the_round_in_progress_has_something_of_everything(demo):
    slots = GameSlot.objects.filter(
        pairing__round__event__slug=events.RUNNING, pairing__round__state="published"
    )
    states = sorted(slots.values_list("state", flat=True))
    assert states == ["decided", "decided", "disputed", "open", "reported", "reported"]
    assert Dispute.objects.filter(closed_at=None).count() == 1
    assert Ruling.objects.get().outcome == {"kind": "forfeit", "winner": 1}
    assert Game.objects.filter(record="", state="confirmed").exists()


@pytest.mark.slow
def test_of_the_knockout_the_final_is_waited_for(demo, client):
    event = Event.objects.get(slug=knockout.KNOCKOUT)
    slots = GameSlot.objects.filter(pairing__round__event=event)
    states = dict(slots.values_list("pairing__bracket", "state"))
    assert {label for label, state in states.items() if state != "decided"} == {"W3-1"}
    assert slots.count() == 4 + 2 + 2, "nothing was played off"
    assert not slots.filter(state="decided").exclude(games__verdict__proven=True).exists()
    page = text_of(client.get(f"/events/{event.slug}/bracket/"))
    for title in ("Quarterfinals", "Semifinals", "Final", "Match for third place"):
        assert f'<h3 class="part">{title}</h3>' in page
    assert "game 1 is being played" in page


@pytest.mark.slow
def test_one_event_is_played_for_stakes(demo, client):
    moved = WagerTransfer.objects.filter(payer__event__slug=stakes.STAKES, live=True)
    steps = {step.partition(":")[0] for step in moved.values_list("step", flat=True)}
    assert {"ante", "bid", "claimed_call", "pot", "unplayed", "cover"} <= steps
    page = text_of(client.get(f"/events/{stakes.STAKES}/stakes/"))
    assert "Winnings" in page
    assert "Bid: both players" in page
    found = SlotBids.objects.filter(slot__pairing__round__event__slug=stakes.STAKES)
    assert sorted(found.values_list("agreed", flat=True), key=len)[0] == [1], "one waits for a yes"


@pytest.mark.slow
def test_tables_are_made_and_ratings_moved_without_a_worker(demo):
    for event in Event.objects.filter(state__in=["running", "finished"]):
        assert selectors.standings_document(event)["fresh"]
    rows = ratings.leaderboard(ratings.pool_by_slug("tak-5"))
    assert len(rows) == 12
    assert len({row.rating for row in rows}) > 1


@pytest.mark.slow
def test_no_record_is_submitted_twice(demo):
    records = Game.objects.exclude(moves_hash="").values_list("moves_hash", flat=True)
    assert len(set(records)) == len(records) > STORED_GAMES / 2


@pytest.mark.slow
def test_everything_in_it_is_sound(demo):
    told = io.StringIO()
    call_command("check_all", stdout=told)
    assert {line.rpartition(": ")[2] for line in told.getvalue().splitlines()} == {"equal"}


@pytest.mark.slow
def test_every_event_is_exported_proved_again_and_names_nobody_in_the_open(demo):
    """Swiss, knockout, ladder, cards and stakes, some without a round yet."""
    names = set(Player.objects.values_list("name", flat=True))
    for slug in Event.objects.values_list("slug", flat=True):
        data = export_event(actor=SYSTEM, slug=slug)
        parts = archive.read_archive(data)
        assert find_differences(parts) == [], slug
        open_parts = [text for name, text in parts.items() if not name.startswith(archive.SEALED)]
        shown = b"".join(open_parts).decode()
        assert [name for name in names if archive.canonical(name) in shown] == [], slug


@pytest.mark.slow
def test_every_event_that_has_begun_is_taken_in_equal(demo):
    begun = Event.objects.exclude(state__in=BEFORE_START).values_list("slug", flat=True)
    for slug in list(begun):
        found = read_proved(export_event(actor=SYSTEM, slug=slug))
        choices = Choices(slug=f"{slug}-taken", rated=True)
        take_archive(actor=SYSTEM, archive=found, choices=choices)
        call_command("check_event", f"{slug}-taken")
    call_command("check_all")


@pytest.mark.slow
def test_a_second_run_keeps_it_and_prints_the_logins_with_a_new_token(demo):
    before = list(Game.objects.order_by("pk").values())
    first, second = printed_demo(), printed_demo()

    assert list(Game.objects.order_by("pk").values()) == before
    assert Player.objects.count() == 12
    tokens = [re.findall(r"rh_\S+", text)[0] for text in (first, second)]
    assert live_token(tokens[0]) is None
    token = live_token(tokens[1])
    assert token is not None
    assert token.user.get_username() == "olga"
    assert ApiToken.objects.count() == 1
    for username, password in re.findall(r"  (\w+) +(demo-\w+) ", second):
        assert authenticate(username=username, password=password) is not None


@pytest.mark.slow
def test_the_tables_of_cards_have_records_that_are_proved_and_confirmed(demo):
    found = Game.objects.filter(game__in=("taki", "gamnon"))
    proved = found.filter(state="confirmed", verdict__proven=True)
    assert {game.game for game in proved} == {"taki", "gamnon"}
    assert sorted(found.filter(state="submitted").values_list("game", flat=True)) == [
        "gamnon",
        "taki",
    ]
    sizes = {game.players.count() for game in proved}
    assert sizes == {3, 4, 5}
    assert all("seated_otherwise" not in str(game.verdict) for game in proved)
    assert found.filter(record="", state="confirmed").count() == 1
