"""Lists of addresses of games at playtak, and its JSON of many games, are imported and verified."""

import json

import pytest
from django.core.management import call_command
from django.urls import reverse

from games.models import Game, Import
from games.playtak.files import split_records
from games.services.playtak.pasted import read_all_pasted
from games.services.records.import_requests import (
    MOST_ADDRESSES,
    RecordFile,
    TooManyAddresses,
    request_import,
)
from games.services.records.import_runs import run_import
from tests.builders import acting, make_user
from tests.clients import api_client, signed_in, text_of
from tests.games.playtak.known_games import EXPORT, STORED, stored_game
from tests.games.playtak.test_arriving import black_of, counted, white_of

ADDRESS = "https://playtak.com/games/{}/ninjaviewer"


@pytest.fixture
def staff(db):
    return make_user("site", staff=True)


@pytest.fixture
def played(playtak):
    """Three games there, 1 to 3; the second is not over."""
    for number in (1, 2, 3):
        row = stored_game(number, white=f"White{number}", black="Moss")
        playtak.add(row | {"result": "0-0"} if number == 2 else row, None)
    return playtak


def run(staff, *texts, name="list.txt", **more):
    files = [RecordFile(name, text) for text in texts]
    asked = request_import(actor=acting(staff), files=files, **more)
    while run_import(asked.pk):
        pass
    asked.refresh_from_db()
    return asked


def refused(asked):
    rows = asked.refusals.order_by("pk")
    return [(row.number, row.problem["code"], row.problem["detail"]) for row in rows]


def test_a_file_is_split_by_what_it_is():
    lines = f"\ufeff{ADDRESS.format(1)}\n\nplaytak.com/games/2\r\nnonsense\n"
    assert [each.strip() for each in split_records(lines)] == [
        ADDRESS.format(1), "playtak.com/games/2", "nonsense",
    ]  # fmt: skip
    for text in (json.dumps([STORED, STORED]), json.dumps({"items": [STORED, STORED]}, indent=1)):
        assert [json.loads(each) for each in split_records(text)] == [STORED, STORED]
    assert len(split_records(json.dumps(STORED))) == 1
    assert split_records(EXPORT + EXPORT) == [EXPORT, EXPORT]
    cut = json.dumps([STORED, STORED])[:-5]
    assert split_records(cut) == [cut]


def test_each_line_of_a_list_is_imported_or_refused_by_its_address(staff, played):
    lines = [ADDRESS.format(1), ADDRESS.format(2), "playtak.com/games/3", ADDRESS.format(9),
             "https://example.org/games/1", "nonsense"]  # fmt: skip
    asked = run(staff, "\n".join(lines))
    assert asked.report == [{"rated": 2, "refused": 4}]
    assert Game.objects.count() == 2
    numbers, codes, sentences = zip(*refused(asked), strict=True)
    assert numbers == (2, 4, 5, 6)
    assert codes[:3] == (
        "playtak_game_not_over", "playtak_address_not_read", "not_a_playtak_address",
    )  # fmt: skip
    assert sentences[:3] == (
        "Game 2 at playtak has no result.",
        f"The game at {ADDRESS.format(9)} was not read: There is no game 9 at playtak.",
        "This is no address of a game at playtak: https://example.org/games/1",
    )
    again = run(staff, "\n".join(lines))
    assert again.report == [{"known": 2, "refused": 4}]


def test_a_list_may_be_sent_in_parts_that_are_cut_anywhere(staff, played):
    text = f"{ADDRESS.format(1)}\n{ADDRESS.format(3)}\n"
    for at in (10, len(ADDRESS.format(1)), len(ADDRESS.format(1)) + 1):
        asked = run(staff, text[:at], text[at:], dry_run=True)
        assert asked.report == [{"rated": 2}], at


def test_a_silent_server_is_asked_once_and_each_line_says_so(staff, played):
    played.is_away = True
    asked = run(staff, "".join(f"{ADDRESS.format(number)}\n" for number in (1, 2, 3)))
    assert len(played.asked) == 1
    assert [number for number, _code, _detail in refused(asked)] == [1, 2, 3]
    assert refused(asked)[2][2] == (
        f"The game at {ADDRESS.format(3)} was not read: The playtak server does not answer (503). "
        "Try again, or paste the record."
    )


def test_a_wrong_answer_refuses_its_line_alone(staff, played):
    played.games[1]["size"] = 99
    asked = run(staff, f"{ADDRESS.format(1)}\n{ADDRESS.format(3)}\n")
    assert asked.report == [{"refused": 1, "rated": 1}]
    assert ADDRESS.format(1) in refused(asked)[0][2]


def test_without_a_server_each_line_says_so(staff, settings):
    settings.PLAYTAK_API_URL = ""
    ((number, code, detail),) = refused(run(staff, ADDRESS.format(1)))
    assert (number, code) == (1, "playtak_address_not_read")
    assert "No playtak server is set" in detail


@pytest.mark.django_db
def test_exported_games_are_read_without_the_server(staff, playtak):
    games = [stored_game(number, white=f"White{number}") for number in (1, 2)]
    broken = stored_game(3) | {"size": 99}
    asked = run(staff, json.dumps([*games, broken]), name="games.json")
    assert asked.report == [{"rated": 2, "refused": 1}]
    assert refused(asked)[0][:2] == (3, "not_a_playtak_game")
    assert playtak.asked == []


def test_too_many_addresses_are_refused_when_they_are_sent(staff):
    text = f"{ADDRESS.format(1)}\n" * (MOST_ADDRESSES + 1)
    with pytest.raises(TooManyAddresses):
        run(staff, text)
    assert not Import.objects.exists()


@pytest.mark.django_db
def test_a_game_of_an_event_finds_its_players_by_their_names_at_playtak(cup, boss):
    slot = cup.slots[0]
    row = stored_game(44, white=white_of(slot), black=black_of(slot), date=cup.standin.now_ms)
    cup.standin.add(row, None)
    asked = run(boss, ADDRESS.format(44), event_id=cup.event.pk)
    assert asked.report == [{"rated": 1}], refused(asked)
    assert counted(slot) == ("R-0", True)


@pytest.mark.django_db
def test_the_command_reads_a_list(played, tmp_path, capsys):
    path = tmp_path / "list.txt"
    path.write_text(f"{ADDRESS.format(1)}\n{ADDRESS.format(9)}\n{ADDRESS.format(3)}\n")
    call_command("import_games", str(path))
    said = capsys.readouterr().out
    assert f"list.txt game 2: refused: The game at {ADDRESS.format(9)} was not read" in said
    assert Game.objects.count() == 2
    games = tmp_path / "games.json"
    games.write_text(json.dumps([stored_game(7, white="Seven"), stored_game(8, white="Eight")]))
    call_command("import_games", str(games))
    assert Game.objects.count() == 4


def test_addresses_are_pasted_on_the_page_of_imports(staff, played):
    client, url = signed_in(staff), reverse("pages:imports")
    assert "addresses of games at playtak" in text_of(client.get(url))
    answer = client.post(url, {"pasted": f"{ADDRESS.format(1)}\r\n{ADDRESS.format(3)}"})
    assert answer.status_code == 302
    asked = Import.objects.get()
    assert (asked.source, asked.files) == ("pasted text", 1)
    run_import(asked.pk)
    assert Game.objects.count() == 2


@pytest.mark.django_db
def test_a_game_is_verified_by_its_address(client, played):
    url = reverse("pages:verify")
    page = text_of(client.post(url, {"record": ADDRESS.format(1), "game": "tak"}))
    assert "White1" in page
    assert "[Site &quot;PlayTak.com&quot;]" in page  # steps of the replay need no server
    for number, said in (
        (9, "There is no game 9 at playtak."),
        (2, "Game 2 at playtak has no result."),
    ):
        answer = client.post(url, {"record": ADDRESS.format(number), "game": "tak"})
        assert said in text_of(answer, status=422)


@pytest.mark.django_db
def test_the_api_verifies_a_game_by_its_address(played):
    def verify(number):
        body = {"record": ADDRESS.format(number)}
        return api_client(None).post("/api/v1/verify/", body, format="json")

    assert verify(1).data["result"] == "R-0"
    for number, status, code in (
        (2, 422, "playtak_game_not_over"),
        (9, 404, "no_such_playtak_game"),
    ):
        assert (verify(number).status_code, verify(number).data["code"]) == (status, code)
    played.is_away = True
    assert verify(5).status_code == 503


@pytest.mark.django_db
def test_a_refusal_of_a_list_names_the_line_without_asking_others(played):
    read = read_all_pasted([ADDRESS.format(1), "no address", EXPORT])
    assert read.refused == {}
    assert read.records[1:] == ["no address", EXPORT]
    assert read.records[0].startswith('[Site "PlayTak.com"]')
