"""The desk: results by the keyboard, rulings, corrections with what they would change."""

import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.pages.desk.results import slip_parser
from config.pages.desk.results.slip_parser import (
    GAME_KEYS,
    GameEnd,
    SlipUnreadable,
    parse_end,
    parse_slip,
)
from config.pages.desk.results.slips import NoSuchTable, TableComplete, TooManyGames
from engine.tak.results import RESULTS
from games import services as games
from games.models import Dispute, Game, Ruling
from games.outcomes import ReserveMissing
from games.services.rulings.rule import RulingNeedsReason
from ratings.models import RatedGame
from tests.builders import (
    actor_of,
    decide_round,
    make_event,
    pairing_at,
    players_at,
    published_round,
    slot_at,
)
from tests.clients import part_of, text_of, url_of
from tests.flows.records import FIRST_BY_ROAD, ptn
from tests.slots import submit
from tournaments.actor import SYSTEM
from tournaments.errors import NotAllowed
from tournaments.models import Absence, Result
from tournaments.recompute import refresh_standings
from tournaments.services.events import roles
from tournaments.services.rounds import rounds


def at(name, *args):
    return url_of(f"manage-{name}", "cup", *args)


def slip(desk, line, **more):
    return desk.post(at("results"), {"line": line, **more}, follow=True)


def line_error(page):
    """Why the line that was typed is refused."""
    return part_of(page, 'id="line_error"')


def game_page(round_, table=1, number=1):
    return at("slot", pairing_at(round_, table).pk, number)


def counted(round_, table=1, number=1):
    found = Result.objects.filter(slot=slot_at(round_, table, number), current=True).first()
    return found and (found.outcome or found.kind)


def test_a_slip_of_two_games_is_four_keys(desk, round_):
    page = text_of(slip(desk, "1rt"), 200)
    assert "autofocus" in page, "the field waits for the next slip"
    ada, bo = players_at(round_)
    assert ada.name in page
    assert bo.name in page
    assert counted(round_) == "R-0"
    assert counted(round_, number=2) == "R-0", "in game 2 the player named second moves first"
    assert "1 : 1" in re.sub(r"[\u2066-\u2069]", "", page)


def test_the_second_line_of_a_table_is_its_next_game(desk, round_):
    slip(desk, "1r")
    assert counted(round_, number=2) is None
    slip(desk, "1 2f")
    assert counted(round_, number=2) == "F-0"
    page = text_of(slip(desk, "1r"), 422)
    assert str(TableComplete(table=1)) in line_error(page)


def test_a_line_that_cannot_be_read_stays_in_the_field(desk, round_):
    for line, why in (
        ("1", SlipUnreadable(typed="1")),
        ("1x", SlipUnreadable(typed="1x")),
        ("99r", NoSuchTable(round=1, table=99)),
        ("1rrr", TooManyGames(table=1, waiting=2, results=3)),
    ):
        page = text_of(slip(desk, line), 422)
        assert str(why) in line_error(page)
        assert f'value="{line}"' in page
        assert "autofocus" in page
    assert not Result.objects.exists()


def test_a_slip_is_entered_whole_or_not_at_all(desk, boss):
    event = make_event(organiser=boss, slug="cup", match={"rank_by": "board_plus_reserve"})
    round_ = published_round(event)
    page = text_of(slip(desk, "1r12t"), 422)
    assert str(ReserveMissing.message).partition(":")[0] in line_error(page)
    assert counted(round_) is None, "game 1 was told whole, and waits for game 2"
    slip(desk, "1r12t9.1")
    facts = Result.objects.get(slot=slot_at(round_)).facts
    assert facts["reserves"] == {"first": {"stones": 12, "capstones": 0}}
    facts = Result.objects.get(slot=slot_at(round_, number=2)).facts
    assert facts["reserves"] == {"first": {"stones": 9, "capstones": 1}}


def test_nobody_came_or_one_of_them(desk, round_):
    slip(desk, "1 -")
    assert counted(round_) == "double_forfeit"
    slip(desk, "2-1")
    found = Result.objects.filter(slot__pairing=pairing_at(round_, 2), current=True)
    assert {result.kind for result in found} == {"forfeit"}
    ruled = Ruling.objects.filter(slot__pairing=pairing_at(round_, 2))
    assert {ruling.outcome["winner"] for ruling in ruled} == {2}


def test_a_table_of_cards_is_entered_by_its_places(desk, boss):
    event = make_event(
        organiser=boss,
        slug="cup",
        game="taki",
        games=1,
        stages=[{"system": "tables", "options": {"sizes": [4]}}],
    )
    round_ = published_round(event)
    page = text_of(desk.get(at("results")), 200)
    assert all(f"<kbd>{key}</kbd>" in page for key, _words in slip_parser.CARD_KEY_HELP)
    slip(desk, "1 2143")
    assert counted(round_) == "2-1-4-3"
    page = text_of(slip(desk, "1r"), 422)
    assert str(SlipUnreadable(typed="1r")) in line_error(page)


def test_without_a_round_there_is_nothing_to_enter(desk, event):
    page = text_of(desk.get(at("results")), 200)
    assert "data-empty" in page
    assert 'name="line"' not in page
    assert text_of(slip(desk, "1r"), 422)


def disputes_on(page):
    return part_of(page, 'aria-labelledby="disputes"')


def test_a_dispute_is_shown_with_both_records_and_ruled(desk, round_):
    ada, bo = players_at(round_)
    pairing = pairing_at(round_)
    for player, claim in ((ada, {"result": "R-0"}), (bo, {"result": "0-1"})):
        games.submit_game(actor=actor_of(player), pairing_id=pairing.pk, number=1, claim=claim)
    record = ptn(FIRST_BY_ROAD)
    games.submit_game(actor=actor_of(ada), pairing_id=pairing.pk, number=1, record=record)
    page = text_of(desk.get(at("results")), 200)
    assert f'href="{game_page(round_)}"' in disputes_on(page)
    page = text_of(desk.get(game_page(round_)), 200)
    assert page.count("data-verdict=") >= 2
    assert "<svg" in part_of(page, 'data-verdict="proved"')
    form = {"do": "rule", "kind": "adjudicated", "end": "1R", "reason": "the record proves it"}
    answer = desk.post(game_page(round_), form)
    assert answer["Location"] == at("round", 1)
    assert counted(round_) == "R-0"
    assert not Dispute.objects.filter(closed_at=None).exists()
    page = text_of(desk.get(at("results")), 200)
    assert "data-empty" in disputes_on(page)
    assert "href" not in disputes_on(page)


def test_a_refused_ruling_keeps_what_was_typed(desk, round_):
    form = {"do": "rule", "kind": "forfeit-2", "reason": " ", "evidence": "left at 11", "cause": ""}
    page = text_of(desk.post(game_page(round_), form), 422)
    assert str(RulingNeedsReason.message) in page
    assert 'value="left at 11"' in page
    assert re.search(r'value="forfeit-2"[^>]* checked', page)
    page = text_of(desk.post(game_page(round_), {"do": "enter", "end": "1Q"}), 422)
    assert 'role="alert"' in page
    assert text_of(desk.post(game_page(round_), {"do": "dance"}), 422)
    assert not Result.objects.exists()


@pytest.mark.parametrize(
    ("left", "problem"),
    [({"stones": "99"}, "a number from 0 to 21"), ({"capstones": "1"}, "missing")],
)
def test_stones_left_that_cannot_be_are_refused_at_their_field(desk, round_, left, problem):
    form = {"do": "enter", "end": "2R"} | left
    page = text_of(desk.post(game_page(round_), form), 422)
    assert f'id="enter-stones_error" role="alert">{problem}</p>' in page
    assert not Result.objects.exists()


def test_what_people_write_is_only_text(desk, round_):
    form = {"do": "rule", "kind": "double_forfeit", "reason": "<script>alert(1)</script>"}
    desk.post(game_page(round_), form | {"evidence": "<b>x</b>"})
    page = text_of(desk.get(game_page(round_)), 200)
    assert "&lt;script&gt;" in page
    assert "<script>" not in page
    assert "<b>x</b>" not in page


def test_a_forfeit_is_shown_with_the_name_of_who_won(desk, round_):
    winner = players_at(round_)[1]
    assert desk.post(game_page(round_), {"do": "rule", "kind": "forfeit-2", "reason": "late"})
    page = text_of(desk.get(game_page(round_)), 200)
    assert f"\u2068{winner.name}\u2069 by forfeit" in page
    assert "seat-2" not in page


def test_a_correction_shows_first_what_it_would_change(desk, event, round_):
    for table in (1, 2):
        slip(desk, f"{table}rr")
    refresh_standings(event.pk)
    rounds.close_round(actor=SYSTEM, event_id=event.pk, number=1)
    published_round(event)
    rated = RatedGame.objects.filter(voided_at=None).count()
    page = text_of(
        desk.post(game_page(round_), {"do": "enter", "end": "2R", "reason": "misread"}), 200
    )
    assert 'data-paired="2"' in page, "a round that is left as it is"
    name = players_at(round_)[0].name
    assert name in part_of(page, 'data-after="1"'), "the published table"
    assert name in part_of(page, 'data-pool="tak"')
    assert counted(round_) == "R-0", "nothing is changed by looking"
    assert RatedGame.objects.filter(voided_at=None).count() == rated
    sure = {"do": "enter", "end": "2R", "sure": "1"}
    unsure = text_of(desk.post(game_page(round_), sure | {"reason": ""}), 422)
    assert 'role="alert"' in unsure
    assert counted(round_) == "R-0"
    desk.post(game_page(round_), sure | {"reason": "the slip was misread"})
    assert counted(round_) == "0-R"
    assert Result.objects.get(slot=slot_at(round_), current=True).reason == "the slip was misread"


def test_a_counted_game_is_taken_back(desk, round_):
    ada, bo = players_at(round_)
    sent = submit(actor_of(ada), slot_at(round_), claim={"result": "R-0"})
    games.confirm_game(actor=actor_of(bo), game_id=sent.pk)
    assert 'name="do" value="void"' in text_of(desk.get(game_page(round_)), 200)
    assert 'id="changes"' in text_of(desk.post(game_page(round_), {"do": "void"}), 200)
    desk.post(game_page(round_), {"do": "void", "reason": "wrong table", "sure": "1"})
    assert counted(round_) is None
    assert Game.objects.get().state == "void"


def test_leaving_postponing_and_setting_a_time(desk, round_):
    page = game_page(round_)
    desk.post(page, {"do": "time", "play_at": "2030-05-01T18:30"})
    assert 'value="2030-05-01T18:30"' in text_of(desk.get(page), 200)
    desk.post(page, {"do": "postpone", "until": "", "reason": "ill"})
    assert slot_at(round_).state == "postponed"
    page = game_page(round_, table=2)
    desk.post(page, {"do": "no_show", "seat": ["1", "2"], "evidence": "empty chairs"})
    assert counted(round_, table=2, number=2) == "double_forfeit"
    desk.post(game_page(round_), {"do": "withdraw", "seat": "1", "reason": "train"})
    assert Absence.objects.get().kind == "withdrawn"
    assert counted(round_, number=2) == "seat-2", "who stays wins by forfeit"


def test_staff_who_sit_in_a_game_leave_it_to_others(client, boss, event, round_):
    ada = players_at(round_)[0].user
    assert ada
    roles.grant_event_role(actor=SYSTEM, event_id=event.pk, user_id=ada.pk, role="arbiter")
    client.force_login(ada)
    page = text_of(client.get(game_page(round_)), 200)
    assert 'name="do" value="rule"' not in page
    assert 'name="do" value="enter"' not in page
    page = text_of(client.post(at("results"), {"line": "1r"}), 422)
    assert str(NotAllowed(verb="slot.desk")) in line_error(page)
    assert not Result.objects.exists()


def test_every_table_is_in_after_all_its_slips(desk, round_):
    decide_round(round_)
    page = text_of(desk.get(at("results")), 200)
    assert '<progress value="4" max="4"' in page
    assert 'id="missing"' not in page


def test_each_key_on_the_page_is_read():
    for line, _words in slip_parser.KEY_HELP:
        if line != "5 -":
            assert parse_slip(line, game="tak").ends, line
    for line, _words in slip_parser.CARD_KEY_HELP[:2]:
        assert parse_slip(line, game="taki").card_claim, line
    assert parse_slip("5 -", game="tak").nobody
    assert parse_slip("5-2", game="taki").absent == (2,)


def test_the_keys_mean_what_the_page_says():
    assert parse_slip("12r", game="tak").ends == (GameEnd(1, "R"),)
    assert parse_slip("5 1r 2f =", game="tak").ends == (
        GameEnd(1, "R"),
        GameEnd(2, "F"),
        GameEnd(None),
    )
    assert parse_slip("5r12.1g", game="tak").ends == (
        GameEnd(1, "R", {"stones": 12, "capstones": 1}),
        GameEnd(2, "F"),
    )
    ten = {"places": [1, 10, 2, 3, 4, 5, 6, 7, 8, 9]}
    assert parse_slip("5 1 10 2 3 4 5 6 7 8 9", game="taki").card_claim == ten
    assert parse_slip("5 c 0 7 3", game="gamnon").card_claim == {"cards_left": [0, 7, 3]}
    assert parse_slip("5ר", game="tak") == parse_slip("5r", game="tak"), "a Hebrew keyboard"
    assert parse_slip("５ｒ", game="tak") == parse_slip("5r", game="tak"), "wide letters"


@pytest.mark.parametrize("line", ["", "r", "5", "51", "5 12", "5q", "5r123", "5 3", "5r 1.2", "-"])
def test_a_line_that_is_none_is_refused(line):
    with pytest.raises(SlipUnreadable):
        parse_slip(line, game="tak")


games_told = st.lists(st.sampled_from([*GAME_KEYS, "d"]), min_size=1, max_size=6)


@given(st.integers(1, 9999), games_told, st.integers(1, 2))
def test_every_line_of_keys_claims_for_the_seat_it_names(table, keys, first_seat):
    read = parse_slip(f"{table}{''.join(keys)}", game="tak")
    assert read.table == table
    assert len(read.ends) == len(keys)
    for key, end in zip(keys, read.ends, strict=True):
        result = end.claim(first_seat)["result"]
        assert result in RESULTS
        won = {"1": 1, "R": 1, "F": 1}.get(result[0], 2) if result != "1/2-1/2" else None
        seat = None if won is None else first_seat if won == 1 else 3 - first_seat
        assert seat == (None if key == "d" else GAME_KEYS[key][0])


@given(st.text(max_size=30))
def test_no_line_whatever_breaks_the_reader(line):
    for game in ("tak", "taki"):
        with suppress(SlipUnreadable):
            assert parse_slip(line, game=game).table >= 0
    with suppress(SlipUnreadable):
        parse_end(line)
