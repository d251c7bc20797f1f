"""`manage.py import_games`: files of others' games, taken in once."""

import io
from datetime import date

import pytest
from django.core.management import CommandError, call_command

from games.management.progress import bar
from games.models import Game
from games.services import void_result
from games.services.people import merge_players
from ratings import selectors as ratings
from tests.builders import make_event, make_player, players_at, published_round, slot_at
from tests.paths import SHARED
from tournaments.actor import SYSTEM
from tournaments.models import GameSlot, Player

pytestmark = pytest.mark.django_db
DATA = SHARED / "data"
ROAD = "1. a1 e5\n2. e4 a2\n3. e3 a3\n4. e2 b4\n5. e1 R-0\n"
REFUSED = "1. a1 e5\n2. e5 a2\n"


def ptn(first: str = "Ann", second: str = "Ben", day: str = "2026.01.02", moves: str = ROAD) -> str:
    dated = f'[Date "{day}"]\n' if day else ""
    return f'[Player1 "{first}"]\n[Player2 "{second}"]\n{dated}[Size "5"]\n\n{moves}\n'


@pytest.fixture
def run(tmp_path):
    def importing(*games: str, options: tuple[str, ...] = ()) -> list[str]:
        """Import these games as the files 1.ptn, 2.ptn ... of a folder; what is printed."""
        for number, text in enumerate(games, start=1):
            (tmp_path / f"{number}.ptn").write_text(text)
        out = io.StringIO()
        call_command("import_games", str(tmp_path), *options, stdout=out, stderr=io.StringIO())
        return out.getvalue().replace(f"{tmp_path}/", "").splitlines()

    return importing


def test_a_dated_game_of_two_people_is_rated(run):
    assert run(ptn()) == [
        "Games 1, files 1: 1 stored (1 rated, 0 not rated), 0 known already, 0 refused."
    ]
    game = Game.objects.get()
    assert (game.state, game.played_on) == ("confirmed", date(2026, 1, 2))
    assert {player.name for player in Player.objects.all()} == {"Ann", "Ben"}
    assert len(list(ratings.ledger(ratings.pool_by_slug("tak-5").counts))) == 1


def test_a_second_run_changes_nothing(run):
    run(ptn(), ptn(day="", second="Cid"))
    before = list(Game.objects.order_by("pk").values())

    last = run()[-1]

    assert last.startswith("Games 2, files 2: 0 stored")
    assert "2 known already" in last
    assert list(Game.objects.order_by("pk").values()) == before
    assert Player.objects.count() == 3


@pytest.mark.parametrize(
    ("game", "why"),
    [
        (ptn(day=""), "it has no date"),
        (ptn(first="White"), "White is nobody in particular"),
        (ptn(second="Guest123"), "Guest123 is nobody in particular"),
        (ptn(first="", second="?"), "? is nobody in particular"),
        (ptn(second="ANN"), "both names are the same"),
        (ptn(moves="1. a1 e5\n"), "it is not finished"),
    ],
)
def test_what_is_not_rated_is_kept_and_says_why(run, game, why):
    first, last = run(game)
    assert first == f"1.ptn: not rated: {why}"
    assert "1 stored (0 rated, 1 not rated)" in last
    assert Game.objects.get().state == "evidence"


def test_a_refused_game_of_a_file_is_named_with_its_sentence(run):
    first, last = run(ptn() + "\n" + ptn(moves=REFUSED))
    assert first.startswith("1.ptn game 2: refused: Move 2, first player, `e5`:")
    assert last.startswith("Games 2, files 1: 1 stored")
    assert last.endswith("1 refused.")


def test_a_dry_run_stores_nothing(run):
    assert "1 would be stored" in run(ptn(), options=("--dry-run",))[-1]
    assert not Game.objects.exists()
    assert not Player.objects.exists()


def test_games_of_an_event_go_to_its_slots_once(run):
    slot = slot_at(published_round(make_event(games=1, entries=2, slug="club-night")))
    seats = slot.pairing.seats.select_related("entry__player").order_by("order")
    first, second = (seat.entry.player.name for seat in seats)
    options = ("--event", "club-night")

    swapped, total = run(ptn(second, first), ptn(first, second), options=options)

    assert swapped.startswith("1.ptn: refused:")
    assert total.startswith("Games 2, files 2: 1 stored (1 rated")
    assert GameSlot.objects.get().state == "decided"
    assert "1 known already, 1 refused." in run(options=options)[-1]
    assert Game.objects.count() == 1


def test_a_game_of_an_event_is_known_after_a_merge(run):
    event = make_event(entries=2, games=1)
    slot = slot_at(published_round(event))
    first, second = players_at(event.rounds.get())
    game = ptn(first.name, second.name)
    run(game, options=("--event", event.slug))
    merge_players(actor=SYSTEM, player=first.public_id, into=make_player("Adelaide").public_id)
    assert "1 known already" in run(options=("--event", event.slug))[-1]
    assert Game.objects.filter(slot=slot).count() == 1


def test_a_game_that_was_taken_back_is_stored_and_rated_again(run):
    run(ptn())
    void_result(actor=SYSTEM, game_id=Game.objects.get().pk, reason="of another evening")
    assert "1 stored (1 rated" in run()[-1]
    assert list(Game.objects.order_by("pk").values_list("state", flat=True)) == [
        "void", "confirmed",
    ]  # fmt: skip
    assert len(list(ratings.ledger(ratings.pool_by_slug("tak-5").counts))) == 1


def test_a_file_that_is_not_text_and_a_missing_one(run, tmp_path):
    (tmp_path / "1.ptn").write_bytes(b"\xff\xfe\x00")
    assert run()[0] == "1.ptn: refused: the file is not UTF-8 text"
    with pytest.raises(CommandError, match="no file or folder"):
        run(options=(str(tmp_path / "none"),))
    with pytest.raises(CommandError, match="no event nowhere"):
        run(options=("--event", "nowhere"))


def test_a_game_that_no_database_can_store_is_refused_alone(run):
    first, last = run(ptn() + "\n" + ptn(moves="1. a1 e5 {\0} R-0") + "\n" + ptn(second="Cid"))
    assert first == "1.ptn game 2: refused: the file is not UTF-8 text"
    assert "2 stored" in last


def test_progress_is_printed_every_hundred_games(tmp_path):
    for name in ("a", "b"):
        (tmp_path / f"{name}.ptn").write_text("\n".join([ptn(moves="1. a1 e5")] * 120))
    err = io.StringIO()
    call_command("import_games", str(tmp_path), stdout=io.StringIO(), stderr=err)
    assert err.getvalue().splitlines() == [
        "... 100 games, file 1 of 2",
        "... 200 games, file 2 of 2",
        "... 240 games, file 2 of 2",
    ]


def test_a_terminal_sees_a_bar_with_rate_and_time_left():
    assert bar(4100, share=0.25, seconds=10.0) == (
        "[######..................]  25%  4,100 games, 410/s, 0:00:30 left"
    )
    assert bar(0, share=0.0, seconds=0.0).endswith("0%  0 games, 0/s, ? left")


@pytest.mark.slow
@pytest.mark.skipif(not DATA.exists(), reason="no shared data beside the checkout")
def test_the_real_games_go_in_and_a_second_time_change_nothing():
    def importing() -> list[str]:
        out = io.StringIO()
        path = str(DATA / "tak" / "games")
        call_command("import_games", path, stdout=out, stderr=io.StringIO())
        return [line.rpartition("/")[2] for line in out.getvalue().splitlines()]

    lines = importing()
    assert {line.split(":")[0] for line in lines if ": refused:" in line} == {
        "takserver_issue1.ptn",
        "taktician__ai_puzzle2.ptn",
        "taktician__puzzles_puzzle3.ptn",
        "taktician__zoo_puzzle-2016-05-26-6x6.ptn",
    }
    assert "28 stored (24 rated, 4 not rated), 0 known already, 4 refused." in lines[-1]
    before = list(Game.objects.order_by("pk").values())
    assert "0 stored" in importing()[-1]
    assert list(Game.objects.order_by("pk").values()) == before
