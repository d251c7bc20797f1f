"""What the desk prints: sheets of a round and of an event, for its staff, in each language."""

import re
from datetime import date, time
from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import reverse

from config.pages.desk.links import qr_of
from tests.builders import (
    acting,
    decide,
    decide_round,
    entry_of,
    make_event,
    make_player,
    make_user,
    pairing_at,
    players_at,
    published_round,
    slot_at,
)
from tests.clients import part_of, text_of, tidy, url_of
from tournaments import selectors
from tournaments.actor import SYSTEM
from tournaments.models import Round
from tournaments.recompute import refresh_standings
from tournaments.services.entries.absences import add_absence
from tournaments.services.entries.entries import enter
from tournaments.services.events.events import start
from tournaments.services.rounds import pairing_jobs
from tournaments.services.rounds.rounds import publish_round
from tournaments.standings.tiebreaks.registry import MESSAGES

EVENT = {"entries": 5}

OF_A_ROUND = ("print-tables", "print-names", "print-slips", "print-sheets")
OF_THE_EVENT = ("print-standings", "print-crosstable", "print-players", "print-blank")


def at(name, *args, **query):
    asked = "&".join(f"{key}={value}" for key, value in query.items())
    return url_of(name, "cup", *args) + (f"?{asked}" if asked else "")


def sheet(client, name, *args, **query):
    """The text of a sheet, without its marks."""
    answer = client.get(at(name, *args, **query))
    assert answer.status_code == 200, text_of(answer)[-2000:]
    return text_of(answer)


def words(html):
    """What is read, without the tools of the screen that stand before the paper."""
    paper = html.rpartition("</nav>")[2]
    return " ".join(re.sub(r"<[^>]*>", " ", paper).split())


def movers_in(html):
    """Who moves first or second, by the marks before names."""
    return re.findall(r'role="img" aria-label="moves (\w+)"', html)


def boxes_in(slip):
    """How many boxes a slip has to tick."""
    return len(re.findall(r"<span[^>]*></span>", slip))


def slips_in(html):
    return re.findall(r"<article data-slip.*?</article>", html, re.DOTALL)


def test_only_staff_print(client, event):
    published_round(event)
    addresses = [at("manage-print"), *(at(name, 1) for name in OF_A_ROUND)]
    addresses += [at(name) for name in OF_THE_EVENT]
    for address in addresses:
        assert client.get(address).url.startswith("/login/"), address
    client.force_login(make_user("stranger"))
    assert {client.get(address).status_code for address in addresses} == {404}


def test_the_menu_leads_to_every_sheet_with_the_choices(desk, event):
    published_round(event)
    html = sheet(desk, "manage-print", paper="letter", lang="he", round=1)
    for name in OF_A_ROUND:
        assert at(name, 1, paper="letter", lang="he").replace("&", "&amp;") in html
    for name in OF_THE_EVENT:
        assert at(name, paper="letter", lang="he").replace("&", "&amp;") in html
    links = at("event-links", paper="letter", lang="he")
    assert links.replace("&", "&amp;") in html
    there = text_of(desk.get(links))
    assert re.findall(r'value="(\w+)"(?: lang="\w+")? selected', there) == ["letter", "he"]
    assert html.count("selected") == 3
    assert at("manage-print") in sheet(desk, "manage"), "the desk has a way there"


def test_without_a_round_there_are_players_to_print(desk, boss):
    make_event(organiser=boss, slug="cup", state="registration")
    html = sheet(desk, "manage-print")
    assert "data-empty" in html
    assert at("print-blank") in html
    assert "Ada" in sheet(desk, "print-players")
    assert desk.get(at("print-tables", 1)).status_code == 404


def test_the_newest_round_is_offered_and_nonsense_is_not_asked_for(desk, event):
    published_round(event)
    html = sheet(desk, "manage-print", round="x", paper="a3", lang="xx")
    assert at("print-slips", 1, paper="a4", lang="en").replace("&", "&amp;") in html


def test_by_table_everybody_stands_once_with_the_mark_of_who_moves_first(desk, event):
    round_ = published_round(event)
    html = sheet(desk, "print-tables", 1)
    said = words(html)
    for name in ("Ada", "Bo", "Cleo", "Dag", "Eli"):
        assert said.count(name) == 1
    assert "bye" in said
    first, second = players_at(round_, 1)
    row = next(row for row in html.split("<tr") if f"<bdi>{first.name}" in row)
    assert row.index(f"<bdi>{first.name}") < row.index(f"<bdi>{second.name}")
    assert movers_in(row) == ["first", "second"]


def test_a_result_that_is_in_stands_on_the_list(desk, event):
    round_ = published_round(event)
    decide(slot_at(round_, 1, 1), "R-0")
    assert re.search(r"1 – 0|0 – 1", words(sheet(desk, "print-tables", 1)))


def test_by_name_each_player_finds_table_opponent_and_who_moves_first(desk, event):
    round_ = published_round(event)
    html = sheet(desk, "print-names", 1)
    bodies = [words(body) for body in re.findall(r"<tbody>.*?</tbody>", html, re.DOTALL)]
    assert [body.split()[0] for body in bodies] == ["Ada", "Bo", "Cleo", "Dag", "Eli"]
    for table in (1, 2):
        first, second = players_at(round_, table)
        rows = {body.split()[0]: body for body in bodies}
        assert rows[first.name] == f"{first.name} {table} moves first {second.name}"
        assert rows[second.name] == f"{second.name} {table} moves second {first.name}"
    assert sum("bye" in body for body in bodies) == 1


def test_lists_by_name_go_by_the_sort_key_and_accents_do_not_count(desk, boss):
    event = make_event(organiser=boss, slug="cup", entries=0, state="registration")
    for name, sort_name in (
        ("Zed", ""),
        ("田中 愛子", "Tanaka Aiko"),
        ("Émile", ""),
        ("Emma", ""),
        ("adam", ""),
        ("Levi", "Aaron"),
    ):
        player = make_player(name)
        player.sort_name = sort_name
        player.save()
        enter(actor=SYSTEM, event_id=event.pk, player_id=player.pk)
    start(actor=SYSTEM, event_id=event.pk)
    published_round(event)
    order = ["Levi", "adam", "Émile", "Emma", "田中 愛子", "Zed"]
    for name, args in (("print-players", ()), ("print-names", (1,))):
        html = sheet(desk, name, *args)
        listed = re.findall(r'<th scope="row(?:group)?"[^>]*>\s*<bdi[^>]*>([^<]*)', html)
        assert listed == order, name


def test_who_is_away_is_told_on_both_lists(desk, event):
    away = entry_of(event, 1).pk
    add_absence(actor=SYSTEM, entry_id=away, from_round=1, to_round=1)
    published_round(event)
    assert "Ada – away" in words(sheet(desk, "print-names", 1))
    assert "Away Ada" in words(sheet(desk, "print-tables", 1))


def test_a_slip_says_all_that_a_table_needs(desk, event):
    round_ = published_round(event)
    found = slips_in(sheet(desk, "print-slips", 1))
    assert len(found) == 8, "two tables, and spare ones to the end of the page"
    first, second = players_at(round_, 1)
    slip = found[0]
    said = words(slip)
    for needed in ("Cup", "Round 1", "table 1", "Game 1", "Game 2", first.name, second.name):
        assert needed in said
    assert (said.count("R F 1"), said.count("½")) == (4, 2)
    assert boxes_in(slip) == 2 * (3 + 3 + 1)
    assert part_of(slip, "data-sign").count("<span>") == 2, "both sign"
    assert "data-rest" in slip, "board plus reserve breaks ties in this event"
    assert slip.index(f">{first.name}<") < slip.index(f">{second.name}<"), "in the order of seats"
    assert all("spare slip" in words(spare) for spare in found[2:])


def test_who_moves_first_is_told_by_game_where_it_changes(desk, event):
    """Two games: the mark stands at each game. One: before the name."""
    round_ = published_round(event)
    one, two = (slot_at(round_, 1, number).first_seat for number in (1, 2))
    assert one != two
    slip = tidy(slips_in(sheet(desk, "print-slips", 1))[0])
    rows = re.findall(r"<tr><th scope=\"row\">.*?</tr>", slip, re.DOTALL)
    marks = [movers_in(row) for row in rows[:2]]
    assert marks == [["first", "second"], ["second", "first"]]
    decide(slot_at(round_, 1, 1))
    slip = slips_in(sheet(desk, "print-slips", 1))[0]
    assert re.findall(r"Game \d", slip) == ["Game 2"], "what is in needs no slip"
    heads = re.findall(r"<th scope=\"row\">.*?</th>", slip, re.DOTALL)
    assert movers_in(heads[0]) == ["second"]


def test_a_slip_asks_for_reserves_only_where_they_count(desk, boss):
    event = make_event(organiser=boss, slug="cup", match={"tiebreaks": ["WIN"]})
    published_round(event)
    found = slips_in(sheet(desk, "print-slips", 1))
    assert found
    assert not any("data-rest" in slip for slip in found)


def test_the_square_of_a_slip_leads_to_its_table(desk, event):
    round_ = published_round(event)
    found = slips_in(sheet(desk, "print-slips", 1))
    for table in (1, 2):
        address = at("at-table", pairing_at(round_, table).pk)
        assert qr_of(f"http://testserver{address}") in found[table - 1]


def test_at_the_table_everybody_goes_on_to_where_results_are_sent(client, boss, event):
    round_ = published_round(event)
    address = at("at-table", pairing_at(round_).pk)
    first, second = players_at(round_)
    html = text_of(client.get(address))
    assert first.name in html
    assert second.name in html
    assert url_of("personal-code") in html
    assert f"{reverse('pages:login')}?next={quote(address, safe='')}" in html
    client.force_login(first.user)
    assert client.get(address).url == url_of("me")
    client.force_login(boss)
    assert client.get(address).url == at("manage-results", round=1)
    client.force_login(make_user("stranger"))
    assert client.get(address).status_code == 200


def test_the_square_of_a_draft_or_of_a_private_event_betrays_nothing(client, boss):
    event = make_event(organiser=boss, slug="cup", visibility="private")
    table = at("at-table", pairing_at(published_round(event)).pk)
    nothing = at("at-table", 2**62)
    for address in (table, nothing, table.replace("cup", "other")):
        assert client.get(address).url == url_of("personal-code")
    client.force_login(make_user("stranger"))
    for address in (table, nothing):
        assert client.get(address).status_code == 404
    open_event = make_event(organiser=boss, slug="open")
    draft = pairing_jobs.pair_round(actor=acting(boss), event_id=open_event.pk)
    address = url_of("at-table", "open", pairing_at(draft).pk)
    assert client.get(address).status_code == 404
    client.force_login(boss)
    assert client.get(address).status_code == 404


def test_a_draft_says_so_on_every_sheet(desk, boss, event):
    pairing_jobs.pair_round(actor=acting(boss), event_id=event.pk)
    assert Round.objects.get().state == "draft"
    for name in OF_A_ROUND:
        assert "draft" in words(sheet(desk, name, 1)), name
    slips = slips_in(sheet(desk, "print-slips", 1))
    assert all("draft" in words(slip) for slip in slips)
    publish_round(actor=acting(boss), event_id=event.pk, number=1)
    for name in OF_A_ROUND:
        assert "draft" not in words(sheet(desk, name, 1)), name


def test_a_card_table_has_a_line_for_each_player(desk, boss):
    event = make_event(organiser=boss, slug="cup", game="gamnon", games=1, entries=9)
    round_ = published_round(event)
    found = slips_in(sheet(desk, "print-slips", 1))
    for table in range(1, 1 + round_.pairings.count()):
        names = {player.name for player in players_at(round_, table)}
        slip = found[table - 1]
        assert slip.count("<li>") == boxes_in(slip) == len(names)
        assert all(f">{name}<" in slip for name in names)
    assert "data-rest" not in found[0]
    assert "R F" not in words(found[0])
    assert part_of(found[0], "data-sign")
    assert desk.get(at("print-sheets", 1)).status_code == 404
    assert desk.get(at("print-blank")).status_code == 404
    menu = sheet(desk, "manage-print")
    assert at("print-slips", 1) in menu
    assert at("print-sheets", 1) not in menu
    assert at("print-blank") not in menu
    assert words(sheet(desk, "print-tables", 1)).count("Ada") == 1


def test_a_score_sheet_for_each_game_names_who_moves_first_first(desk, event):
    round_ = published_round(event)
    html = sheet(desk, "print-sheets", 1)
    sheets = re.findall(r"<article [^>]*data-sheet>.*?</article>", html, re.DOTALL)
    assert len(sheets) == 4, "two tables of two games"
    for at_, (table, number) in enumerate([(1, 1), (1, 2), (2, 1), (2, 2)]):
        players = players_at(round_, table)
        first = slot_at(round_, table, number).first_seat
        names = [players[first - 1].name, players[2 - first].name]
        said = words(sheets[at_])
        assert (
            f"Round 1 · table {table} · Game {number} · 5×5 · komi 0 {names[0]} {names[1]}" in said
        )
        assert [int(n) for n in re.findall(r'<th scope="row">(\d+)</th>', sheets[at_])] == [
            *range(1, 61)
        ]


def test_a_blank_score_sheet_knows_size_and_komi_of_the_event(desk, boss):
    event = make_event(organiser=boss, slug="cup", state="registration", size=6)
    said = words(sheet(desk, "print-blank"))
    assert said.count("____") == 3, "round, table and game are written in"
    assert "6×6 · komi 0" in said
    assert event.name in said


def test_standings_and_crosstable_carry_tie_breaks_and_the_stamp(desk, event):
    round_ = published_round(event)
    decide_round(round_)
    refresh_standings(event.pk)
    document = selectors.standings_document(event)
    html = sheet(desk, "print-standings")
    stamp = r"after round 1 · \d\d:\d\d\b"
    assert re.search(stamp, words(html))
    table = tidy(html).partition("<table")[2].partition("</table>")[0]
    cells = [re.findall(r"<t[hd]\b", row) for row in table.split("<tr")[1:]]
    assert {len(row) for row in cells} == {len(cells[0])}
    assert len(cells) == 1 + len(document["rows"])
    titles = re.findall(r'<abbr title="([^"]*)">', table)
    assert titles == [MESSAGES[code] for code in document["tiebreaks"]]
    assert "<details" not in html
    cross = sheet(desk, "print-crosstable")
    assert re.search(stamp, words(cross))
    (table,) = re.findall(r"<tbody>.*?</tbody>", tidy(cross), re.DOTALL)
    met = [re.findall(r"<td[^>]*>(.*?)</td>", row)[:5] for row in table.split("<tr>")[1:]]
    assert [len(row) for row in met] == [5] * 5
    assert all(row[place] == "" for place, row in enumerate(met)), "nobody meets themself"


def test_tables_that_are_kept_are_titled_by_the_event_with_day_and_place(desk, boss):
    about = {"start_time": time(19, 30), "venue": "The <Lamp>", "address": "Harbour Street 12"}
    make_event(organiser=boss, slug="cup", entries=2, starts_on=date(2026, 5, 1), about=about)
    for page in ("print-standings", "print-crosstable"):
        html = sheet(desk, page, lang="en")
        assert "<h1><bdi>Cup</bdi></h1>" in html
        head = words(html[html.rindex("<header") : html.rindex("</header>")])
        for each in ("May 1, 2026", "19:30", "The &lt;Lamp&gt;", "Harbour Street 12"):
            assert each in head, page


def test_a_wide_crosstable_is_cut_into_parts_that_lose_nothing(desk, boss):
    make_event(organiser=boss, slug="cup", entries=30)
    html = tidy(sheet(desk, "print-crosstable"))
    tables = re.findall(r"<table.*?</table>", html, re.DOTALL)
    heads = [re.findall(r'<th scope="col">(\d+)</th>', table) for table in tables]
    assert [len(part) for part in heads] == [22, 8]
    assert [int(place) for part in heads for place in part] == [*range(1, 31)]
    assert [table.count("<tr><th") for table in tables] == [30, 30]
    assert ["Points" in table for table in tables] == [False, True]
    assert "data-across" in html
    assert "data-across" not in sheet(desk, "print-standings")


@pytest.mark.parametrize("name", [*OF_A_ROUND, *OF_THE_EVENT])
@pytest.mark.parametrize(("language", "round_1"), [("he", "סיבוב 1"), ("ja", "第1回戦")])
def test_a_sheet_is_in_the_language_asked_for_not_in_that_of_the_reader(
    desk, event, name, language, round_1
):
    published_round(event)
    args = (1,) if name in OF_A_ROUND else ()
    answer = desk.get(at(name, *args, lang=language))
    html = text_of(answer)
    right_to_left = ' dir="rtl"' if language == "he" else ""
    assert f'<html lang="{language}"{right_to_left}\n' in html
    assert answer["Content-Language"] == language
    if args:
        assert round_1 in words(html)
        assert "Round" not in words(html)
    assert '<html lang="en"' in text_of(desk.get(at("manage-print", lang=language)))


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_paper_is_a_stylesheet(desk, event, paper):
    published_round(event)
    html = sheet(desk, "print-slips", 1, paper=paper)
    other = {"a4": "letter", "letter": "a4"}[paper]
    assert f"paper-{paper}.css" in html
    assert f"paper-{other}.css" not in html


@pytest.mark.parametrize(("paper", "name"), [("a4", "A4"), ("letter", "Letter")])
def test_personal_slips_are_for_the_paper_and_in_the_language_chosen(desk, event, paper, name):
    asked = {"who": "all", "paper": paper, "lang": "ja"}
    answer = desk.post(at("event-links"), asked)
    html = text_of(answer)
    assert re.findall(r"paper-(\w+)\.css", html) == [paper]
    assert name in words(html)
    assert '<html lang="ja"' in html
    assert answer["Content-Language"] == "ja"
    assert len(re.findall(r">\w{4}(?:-\w{4}){3}<", html)) == event.entries.count()


def test_personal_slips_are_for_the_usual_paper_where_nothing_is_chosen(desk, event):
    html = text_of(desk.post(at("event-links"), {"who": "all"}))
    assert "paper-a4.css" in html
    assert "A4" in words(html)


def test_hostile_names_are_text(desk, boss):
    event = make_event(organiser=boss, slug="cup", entries=2, state="registration")
    mean = make_player("<script>alert(1)</script>")
    enter(actor=SYSTEM, event_id=event.pk, player_id=mean.pk)
    start(actor=SYSTEM, event_id=event.pk)
    published_round(event)
    for name in (*OF_A_ROUND, *OF_THE_EVENT):
        assert "<script>alert" not in sheet(desk, name, *((1,) if name in OF_A_ROUND else ()))


def test_sheets_are_kept_by_nobody(desk, event):
    published_round(event)
    answer = desk.get(at("print-slips", 1))
    assert "no-store" in answer["Cache-Control"]
    assert Client().get(at("print-slips", 1)).status_code == 302
