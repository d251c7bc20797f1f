"""Lists from a spreadsheet: players before the event, results after the round, and back."""

import csv
import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.builders import (
    decide,
    entry_of,
    make_event,
    make_player,
    make_user,
    pairing_at,
    published_round,
    slot_at,
)
from tests.clients import api_client, text_of
from tests.flows.records import FIRST_BY_ROAD, ILLEGAL
from tournaments.actor import SYSTEM
from tournaments.models import Entry, Event, GameSlot, JournalLine, Player, Result
from tournaments.services.people import handles
from tournaments.services.rounds import pairing_jobs

pytestmark = pytest.mark.django_db
API = "/api/v1/events/spring/"


def send(user, address, text, status=200):
    answer = api_client(user).post(API + address, text, content_type="text/csv")
    assert answer.status_code == status, answer.content
    return answer.json()


def sheet_of(user, address):
    answer = api_client(user).get(API + address, headers={"Accept": "text/csv"})
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    return answer.content


def cells(data):
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def codes(report):
    return [row["error"]["code"] if row["error"] else "" for row in report["rows"]]


def test_players_are_found_by_id_by_handle_and_by_name(boss):
    event = make_event(slug="spring", organiser=boss, entries=0, state="registration")
    known, nick = make_player("Known"), make_player("Somebody")
    handles.add_handle(actor=SYSTEM, player_id=nick.pk, site="playtak", name="Rook_Hook")
    twins = [make_player("Noa Bar"), make_player("noa bar")]
    text = (
        "Player; Name; Nick; New; Elo; Family\r\n"
        f"{known.public_id};;;;;Bat\r\n"
        ";Whoever;playtak:rook_hook;;1650;\r\n"
        ";Noa Bar;;yes;;\r\n"
        ";Dana;;;;\r\n"
        ";נועה לוי;;yes;;\r\n"
        ";Ito;playtak:ito;yes;;\r\n"
        ";Known;;;;\r\n"
        ";=HYPERLINK(1);;yes;;\r\n"
    )
    for query, entered in (("?dry_run=1", 0), ("", 5)):
        report = send(boss, f"entries/bulk/{query}", text)
        assert [row["line"] for row in report["rows"]] == [2, 3, 4, 5, 6, 7, 8, 9]
        assert codes(report) == ["", "", "name_is_shared", "not_found", "", "", "", ""]
        choices = report["rows"][2]["error"]["detail"]
        assert all(twin.public_id in choices for twin in twins)
        assert event.entries.count() == entered
    given = event.entries.get(player=nick)
    assert (given.rating, given.rating_source) == (1650, "given")
    assert event.entries.get(player=known).family == "Bat"
    assert {"נועה לוי", "=HYPERLINK(1)"} <= {e.player.name for e in event.entries.all()}
    assert not Player.objects.get(name="Ito").handles.exists()  # an organiser claims none


def test_site_staff_give_new_players_their_handles(boss):
    make_event(slug="spring", organiser=boss, entries=0, state="registration")
    text = "name,handle,new\nIto,playtak:ito,1\n"
    send(make_user(staff=True), "entries/bulk/", text)
    assert Player.objects.get(name="Ito").handles.get().name_key == "ito"


def test_all_or_nothing_undoes_what_was_good(boss):
    event = make_event(slug="spring", organiser=boss, entries=0, state="registration")
    text = "name,new\nAda,1\nNobody,\n"
    report = send(boss, "entries/bulk/?all_or_nothing=1", text)
    assert (report["undone"], report["done"], report["refused"]) == (True, 0, 1)
    assert [(row["ok"], row["id"]) for row in report["rows"]] == [(True, None), (False, None)]
    assert (event.entries.count(), Player.objects.filter(name="Ada").count()) == (0, 0)
    assert not JournalLine.objects.filter(action="entry.added").exists()
    report = send(boss, "entries/bulk/?all_or_nothing=1", "name,new\nAda,1\nBo,1\n")
    assert (report["undone"], report["done"], event.entries.count()) == (False, 2, 2)


def test_a_file_that_cannot_be_read_changes_nothing(boss):
    event = make_event(slug="spring", organiser=boss, entries=0, state="registration")
    for text, code in (
        ("name,new,shoe\nAda,1,38\n", "unknown_column"),
        ('name,new\nAda,1\n"Bo,1\n', "csv_unreadable"),
        ("name,new\nAda,1\nB\0o,1\n", "csv_unreadable"),
        ("name,new\n" + "Ada,1\n" * 1001, "too_many_rows"),
    ):
        assert send(boss, "entries/bulk/", text, status=400)["code"] == code
    assert event.entries.count() == 0


def test_strangers_send_nothing(boss):
    make_event(slug="spring", organiser=boss)
    send(make_user(), "entries/bulk/", "name,new\nEve,1\n", status=403)
    published_round(Event.objects.get(slug="spring"))
    send(make_user(), "rounds/1/results/", "table,result\n1,R-0\n", status=403)


def test_the_players_of_an_event_can_be_sent_to_another(boss):
    old = make_event(slug="spring", organiser=boss, entries=4, state="registration")
    for number, name in enumerate(["=1+1", "Bat, 'Noa' \"x\"", "שרה\u200f", "a; b"]):
        player = old.entries.order_by("pk")[number].player
        Player.objects.filter(pk=player.pk).update(name=name)
    first, second, third, fourth = old.entries.order_by("pk")
    Entry.objects.filter(pk=first.pk).update(rating_source="pool:tak", family="=F", fixed_table=3)
    Entry.objects.filter(pk=second.pk).update(rating_source="given", family="כהן, א")
    Entry.objects.filter(pk=third.pk).update(state="refused")
    data = sheet_of(boss, "entries/")
    new = make_event(slug="autumn", organiser=boss, entries=0, state="registration")
    answer = api_client(boss).post(
        "/api/v1/events/autumn/entries/bulk/", data, content_type="text/csv"
    )
    assert (answer.json()["done"], answer.json()["skipped"]) == (3, 1)
    rows = {entry.player_id: entry for entry in new.entries.all()}
    assert set(rows) == {first.player_id, second.player_id, fourth.player_id}
    one, two = rows[first.player_id], rows[second.player_id]
    assert (one.family, one.fixed_table, one.rating) == ("=F", 3, None)  # of a list: read again
    assert (two.family, two.rating, two.rating_source) == ("כהן, א", second.rating, "given")


def filled(data, **ends):
    """The file with results written into it, by table."""
    rows = cells(data)
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, rows[0], lineterminator="\r\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({**row, **ends.get(f"t{row['table']}", {})})
    return out.getvalue()


def test_the_list_of_a_round_is_filled_in_and_sent_back(boss):
    event = make_event(slug="spring", organiser=boss, entries=5, games=1)
    round_ = published_round(event)
    data = sheet_of(boss, "rounds/1/results/")
    listed = cells(data)
    assert [(row["table"], row["state"]) for row in listed] == [
        ("1", "open"), ("2", "open"), ("", "bye_allocated"),
    ]  # fmt: skip
    first = pairing_at(round_, 1).seats.get(order=slot_at(round_, 1).first_seat)
    assert listed[0]["first"] == first.entry.player.name
    report = send(boss, "rounds/1/results/", filled(data))
    assert (report["done"], report["refused"], report["skipped"]) == (0, 0, 3)
    text = filled(data, t1={"result": "R-0", "first_stones": "4", "first_capstones": "0"})
    send(boss, "rounds/1/results/?dry_run=1", text)
    assert slot_at(round_, 1).state == "open"
    report = send(boss, "rounds/1/results/", text)
    assert (report["done"], report["refused"], report["skipped"]) == (1, 0, 2)
    assert slot_at(round_, 1).state == "decided"
    counted = Result.objects.get(slot=slot_at(round_, 1), current=True)
    assert counted.facts["reserves"] == {"first": {"stones": 4, "capstones": 0}}


def test_what_is_exported_of_a_round_changes_nothing_when_it_comes_back(boss):
    event = make_event(slug="spring", organiser=boss, entries=6, games=2)
    round_ = published_round(event)
    decide(slot_at(round_, 1), "0-F")
    send(boss, "rounds/1/results/", "table,number,result,stones\n1,2,0-R,7\n2,1,1/2-1/2,\n")
    counted = Result.objects.get(slot=slot_at(round_, 1, 2), current=True)
    assert counted.facts["reserves"] == {"second": {"stones": 7, "capstones": 0}}
    text = "table,number,kind,winner,reason\n2,2,forfeit,2,did not come\n3,1,double_forfeit,,both\n"
    assert send(boss, "rounds/1/results/", text)["done"] == 2
    client = api_client(boss)
    record = {"table": 3, "number": 2, "record": FIRST_BY_ROAD}
    client.post(API + "rounds/1/results/", {"results": [record]}, format="json")
    data = sheet_of(boss, "rounds/1/results/")
    lines, version = JournalLine.objects.count(), Event.objects.get(pk=event.pk).results_version
    assert {slot.state for slot in GameSlot.objects.all()} == {"decided"}
    assert send(boss, "rounds/1/results/", data)["done"] == 6
    listed = client.get(API + "rounds/1/results/").json()
    again = client.post(API + "rounds/1/results/", listed, format="json").json()
    assert again["done"] == 6, again
    assert JournalLine.objects.count() == lines
    assert Event.objects.get(pk=event.pk).results_version == version
    assert sheet_of(boss, "rounds/1/results/") == data


def test_each_row_of_results_is_refused_for_its_own_reason(boss):
    event = make_event(slug="spring", organiser=boss, entries=4, games=1)
    round_ = published_round(event)
    decide(slot_at(round_, 2))
    other = make_event(entries=2, games=1)
    elsewhere = pairing_at(published_round(other)).pk
    text = (
        "pairing,table,round,result,kind,reason,first_stones\n"
        ",9,,R-0,,,\n"
        f"{elsewhere},,,R-0,,,\n"
        ",1,3,R-0,,,\n"
        ",1,,road,,,\n"
        ",1,,R-0,,,many\n"
        ",1,,,double_forfeit,,\n"
        ",2,,0-R,,,\n"
        ",,,R-0,,,\n"
        ",1,,R-0,,,3\n"
        ",1,,R-0,,,3\n"
    )
    report = send(boss, "rounds/1/results/", text)
    assert codes(report) == [
        "not_found", "not_found", "invalid", "invalid", "invalid", "ruling_needs_reason",
        "correction_needs_reason", "invalid", "", "row_twice",
    ]  # fmt: skip


@pytest.mark.parametrize("row", ["forfeit,1,", "cancelled,,", "adjudicated,,R-0", "played,,R-0"])
@pytest.mark.parametrize("day", ["1989-12-31", "2999-01-01"])
def test_the_day_of_every_row_is_checked(boss, row, day):
    """A ruling has no use for a day, and takes no bad one either."""
    event = make_event(slug="spring", organiser=boss, games=1)
    published_round(event)
    head = "table,played_on,reason,kind,winner,result\n"
    report = send(boss, "rounds/1/results/", f"{head}1,{day},late,{row}\n")
    assert codes(report) == ["date_out_of_range"]
    assert Result.objects.count() == 0
    assert codes(send(boss, "rounds/1/results/", f"{head}1,2026-05-01,late,{row}\n")) == [""]
    # Said again, with a bad day.
    report = send(boss, "rounds/1/results/", f"{head}1,{day},late,{row}\n")
    assert codes(report) == ["date_out_of_range"]


def test_a_table_of_a_round_with_legs_needs_its_leg(boss):
    stages = [{"system": "swiss", "options": {"rounds": 2, "legs": [2, 1]}}]
    event = make_event(slug="spring", organiser=boss, entries=4, games=1, stages=stages)
    round_ = published_round(event)
    assert round_.legs == 2
    report = send(boss, "rounds/1/results/", "table,leg,result\n1,,R-0\n1,2,R-0\n")
    assert codes(report) == ["invalid", ""]
    decided = GameSlot.objects.filter(state="decided").get()
    assert (decided.pairing.leg, decided.pairing.table) == (2, 1)


def test_a_round_that_is_not_published_takes_no_results(boss):
    event = make_event(slug="spring", organiser=boss, entries=4, games=1)
    pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk)
    refused = send(boss, "rounds/1/results/", "table,result\n1,R-0\n", status=409)
    assert refused["code"] == "round_not_open"


def test_a_record_stands_in_a_cell(boss):
    event = make_event(slug="spring", organiser=boss, entries=2, games=1)
    round_ = published_round(event)
    out = io.StringIO(newline="")
    csv.writer(out).writerows([["table", "ptn"], ["1", FIRST_BY_ROAD]])
    report = send(boss, "rounds/1/results/", out.getvalue())
    assert codes(report) == [""]
    assert slot_at(round_).state == "decided"
    out = io.StringIO(newline="")
    csv.writer(out).writerows([["table", "ptn"], ["1", ILLEGAL]])
    refused = send(boss, "rounds/1/results/", out.getvalue())["rows"][0]
    assert refused["error"]["ply"] == 4


# --- the page -------------------------------------------------------------------------------
PAGE = "/events/spring/import/"


def test_an_organiser_tries_a_list_on_the_page_and_then_does_it(client, boss):
    event = make_event(slug="spring", organiser=boss, entries=0, state="registration")
    client.force_login(boss)
    assert client.get(PAGE).status_code == 200
    text = "name,new\n<script>alert(1)</script>,1\nנועה,1\nNobody,\n"
    page = client.post(PAGE, {"what": "players", "text": text, "do": "try"})
    shown = text_of(page)
    assert "<script>alert" not in shown
    assert "&lt;script&gt;alert(1)" in shown
    assert "There is no player Nobody" in shown
    assert event.entries.count() == 0
    page = text_of(client.post(PAGE, {"what": "players", "text": text, "do": "do"}))
    assert event.entries.count() == 2
    assert "<bdi>נועה" in page


def test_results_are_imported_from_a_file_on_the_page(client, boss):
    event = make_event(slug="spring", organiser=boss, entries=4, games=1)
    round_ = published_round(event)
    client.force_login(boss)
    exported = client.get("/events/spring/rounds/1.csv").content
    text = filled(exported, t2={"result": "0-F"})
    file = SimpleUploadedFile("results.csv", b"\xef\xbb\xbf" + text.encode())
    client.post(PAGE, {"what": "1", "file": file, "do": "do"})
    assert (slot_at(round_, 1).state, slot_at(round_, 2).state) == ("open", "decided")


@pytest.mark.parametrize(
    "form",
    [
        {"what": "players", "text": "", "do": "do"},
        {"what": "players", "text": "name,full name\nx,y\n", "do": "do"},
        {"what": "77", "text": "table,result\n1,R-0\n", "do": "do"},
        {"what": "players", "do": "do", "file": "latin"},
    ],
)
def test_what_cannot_be_read_is_said_at_the_form(client, boss, form):
    make_event(slug="spring", organiser=boss, entries=0, state="registration")
    client.force_login(boss)
    if "file" in form:
        form = {**form, "file": SimpleUploadedFile("a.csv", "name\nÅsa\n".encode("latin-1"))}
    answer = client.post(PAGE, form)
    assert answer.status_code == 422
    assert 'id="text_error"' in text_of(answer, 422)


@pytest.mark.parametrize("field", ["text", "file"])
def test_a_null_character_is_said_with_its_line(client, boss, field):
    make_event(slug="spring", organiser=boss, entries=0, state="registration")
    client.force_login(boss)
    text = "name,new\nAda,1\nB\0o,1\n"
    sent = {"text": text, "file": SimpleUploadedFile("a.csv", text.encode())}[field]
    answer = client.post(PAGE, {"what": "players", "do": "do", field: sent})
    assert answer.status_code == 422
    page = text_of(answer, 422)
    assert "cannot be read at line 3: it has a NUL" in page
    assert "\0" not in page
    assert not Entry.objects.exists()


def test_the_page_is_for_staff(client, boss):
    make_event(slug="spring", organiser=boss)
    assert client.get(PAGE).status_code == 302
    client.force_login(make_user())
    assert client.get(PAGE).status_code == 403
    assert client.post(PAGE, {"text": "name\nEve\n", "do": "do"}).status_code == 403
    assert entry_of(Event.objects.get(slug="spring"), 1).player.name == "Ada"
