"""The desk: pairing, the draft and its edits, the published round, stages, games that are late."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from config.pages.desk.late import STATUS_TEXTS
from config.pages.desk.rounds import edit_parser
from config.pages.desk.rounds.edit_parser import EditUnreadable, parse_edits
from config.pages.desk.steps.cutoff import DECIDED_BY
from tests.builders import (
    decide,
    decide_round,
    make_event,
    make_user,
    proof_of,
    published_round,
    slot_at,
)
from tests.clients import part_of, text_of, tidy, url_of
from tournaments.actor import SYSTEM
from tournaments.models import Entry, GameSlot, JournalLine, PairingJob, Round, Stage, StageEntry
from tournaments.pairing.drafts import edit_kinds
from tournaments.pairing.tie_decisions import RULING
from tournaments.services.rounds import deadlines, pairing_jobs, rounds
from tournaments.services.rounds.pairing_jobs import NoNextRoundYet
from tournaments.services.rounds.rounds import RoundHasGames, RoundUndecided

EVENT = {"games": 1, "stages": [{"system": "swiss"}]}

STAGES = [
    {"system": "round_robin", "options": {"groups": 2}},
    {"system": "knockout", "options": {"places": 1}},
]


def at(name, *args):
    return url_of(f"manage-{name}", "cup", *args)


def pair(desk):
    return desk.post(at("rounds"), {"do": "pair"})


def focused(page):
    """What is done by the form whose button has the focus; None if no button has it."""
    forms = re.findall(r"<form\b.*?</form>", page, re.DOTALL)
    of_buttons = (form for form in forms if re.search(r"<button[^>]*\sautofocus>", form))
    return next((re.findall(r'name="do" value="(\w+)"', form)[0] for form in of_buttons), None)


def seats(number):
    """Who sits at each table of a round, byes last."""
    found = Round.objects.get(number=number).pairings.order_by("table")
    return [tuple(p.seats.order_by("order").values_list("entry__number", flat=True)) for p in found]


def test_the_pages_are_for_the_staff_of_the_event_only(client, boss, event):
    published_round(event)
    pairing = slot_at(Round.objects.get(number=1)).pairing_id
    pages = [
        at("rounds"),
        at("pairing"),
        at("late"),
        at("stages"),
        at("results"),
        at("disputes"),
        at("round", 1),
        at("draft", 1),
        at("slot", pairing, 1),
    ]
    for page in pages:
        answers = [client.get(page), client.post(page, {"do": "publish"})]
        assert {a.status_code for a in answers} == {302}
        assert all("/login/" in a["Location"] for a in answers)
    client.force_login(make_user("somebody"))
    for page in pages:
        assert client.get(page).status_code == client.post(page, {}).status_code == 404
    client.force_login(boss)
    elsewhere = {at("pairing"), at("disputes"), at("draft", 1)}  # there is nothing to show
    for page in pages:
        assert client.get(page).status_code == (302 if page in elsewhere else 200), page


def test_what_is_not_there_is_not_found(desk, boss, event):
    other = make_event(slug="other", organiser=boss, games=1)
    theirs = slot_at(published_round(other)).pairing_id
    assert desk.get(at("round", 7)).status_code == 404
    assert desk.get(at("draft", 7)).status_code == 404
    assert desk.get(at("slot", theirs, 1)).status_code == 404, "a game of another event"
    pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk)
    drafted = GameSlot.objects.get(pairing__round__event=event, pairing__table=1).pairing_id
    assert desk.get(at("slot", drafted, 1)).status_code == 404, "nothing is ruled in a draft"


def test_two_presses_from_pairing_to_published(desk, event):
    answer = pair(desk)
    assert answer["Location"] == at("draft", 1)
    page = text_of(desk.get(at("draft", 1)), 200)
    assert "Ada" in page
    assert 'name="do" value="publish"' in page
    answer = desk.post(at("draft", 1), {"do": "publish"})
    assert answer["Location"] == at("results")
    assert Round.objects.get().state == "published"
    assert '<progress value="0" max="2"' in text_of(desk.get(at("round", 1)), 200)
    assert desk.get(at("draft", 1))["Location"] == at("round", 1)


def test_a_round_that_cannot_be_paired_says_why(desk, event):
    published_round(event)
    assert 'data-waits="2"' in text_of(desk.get(at("rounds")), 200)
    assert str(NoNextRoundYet(undecided=2)) in text_of(pair(desk), 422)


def test_tables_by_hand_keep_what_was_typed_when_they_are_refused(desk, event):
    answer = desk.post(at("rounds"), {"do": "pair", "by_hand": "1 4\nBo Cleo"})
    assert "1 4\nBo Cleo" in text_of(answer, 422)
    desk.post(at("rounds"), {"do": "pair", "by_hand": "1 4\n3-2"})
    assert seats(1) == [(1, 4), (3, 2)]


def test_while_it_is_paired_the_page_looks_again_by_itself(desk, event):
    job = pairing_jobs.request_pairing(actor=SYSTEM, event_id=event.pk)
    PairingJob.objects.update(state="running", progress=40, ends_at=timezone.now())
    answer = desk.get(at("pairing"))
    assert answer["Refresh"] == "2"
    assert '<progress value="40" max="100"' in text_of(answer, 200)
    desk.post(at("pairing"), {"do": "cancel"})
    answer = desk.get(at("pairing"))
    assert "Refresh" not in answer
    assert "cancelled" in text_of(answer, 200)
    PairingJob.objects.filter(pk=job.pk).update(state="waiting")
    pairing_jobs.run_pairing(job.pk)
    assert desk.get(at("pairing"))["Location"] == at("draft", 1)


def test_players_are_swapped_by_two_numbers_looked_at_and_kept(desk, event):
    pair(desk)
    before = seats(1)
    (a, b), (c, d) = before
    tried = desk.post(at("draft", 1), {"do": "try", "line": f"{a} {c}", "leg": "1"})
    page = text_of(tried, 200)
    assert 'id="preview"' in page
    assert focused(page) == "keep", "Enter again keeps it"
    assert seats(1) == before, "nothing is changed by trying"
    kept = desk.post(at("draft", 1), {"do": "keep", "line": f"{a} {c}", "reason": "they asked"})
    assert kept.status_code == 302
    assert seats(1) == [(c, b), (a, d)]
    assert JournalLine.objects.get(action="round.edited").text == "they asked"
    names = Entry.objects.filter(number__in=(a, c)).values_list("player__name", flat=True)
    edits = part_of(text_of(desk.get(at("draft", 1)), 200), 'id="edits"')
    assert all(name in edits for name in names)


def test_players_are_swapped_by_choosing_one_then_the_other(desk, event):
    pair(desk)
    (a, _b), (c, _d) = seats(1)
    page = tidy(text_of(desk.get(at("draft", 1), {"pick": a}), 200))
    assert re.search(rf'name="with" value="{a}" aria-pressed="true"', page)
    tried = desk.post(at("draft", 1), {"do": "try", "first": a, "with": c, "leg": "1"})
    assert f'name="line" value="{a} {c}"' in text_of(tried, 200)


def test_a_rematch_is_warned_of_before_and_after_it_is_kept(desk, event):
    decide_round(published_round(event))
    pair(desk)
    met, drawn = seats(1)[0], seats(2)
    other = next(seat for pair_ in drawn if met[0] in pair_ for seat in pair_ if seat != met[0])
    line = {"line": f"{other} {met[1]}"}
    page = text_of(desk.post(at("draft", 2), {"do": "try", **line}), 200)
    assert 'id="warnings"' in page
    desk.post(at("draft", 2), {"do": "keep", **line})
    assert 'role="note"' in text_of(desk.get(at("draft", 2)), 200)


def test_a_draft_shows_the_scores_it_was_paired_by(desk, event):
    decide_round(published_round(event), favourites=True)
    pair(desk)
    page = tidy(text_of(desk.get(at("draft", 2)), 200))
    assert re.search(r"Ada\W*</bdi><span[^>]*><span[^>]*>1<", page)


def test_an_edit_that_cannot_be_is_refused_beside_what_was_typed(desk, event):
    pair(desk)
    for line in ("hello", "1", "1 1", "b 1 2", "t 9"):
        page = text_of(desk.post(at("draft", 1), {"do": "try", "line": line}), 422)
        assert f'value="{line}"' in page
        assert 'role="alert"' in page
    for line in ("u 1", "1 99"):
        page = text_of(desk.post(at("draft", 1), {"do": "try", "line": line}), 200)
        assert 'id="problems"' in page, "the problem is shown, and the draft cannot be saved"
        assert focused(page) != "keep"
        assert text_of(desk.post(at("draft", 1), {"do": "keep", "line": line}), 422)


def test_a_draft_is_drawn_again_or_thrown_away(desk, event):
    pair(desk)
    desk.post(at("draft", 1), {"do": "again", "seed": "7"})
    assert proof_of(Round.objects.get())["seed"] == 7
    assert text_of(desk.post(at("draft", 1), {"do": "again", "seed": "x"}), 422)
    answer = desk.post(at("draft", 1), {"do": "discard"})
    assert answer["Location"] == at("rounds")
    assert not Round.objects.exists()


def test_a_published_round_goes_back_while_nothing_is_reported(desk, event):
    published_round(event)
    unsaid = text_of(desk.post(at("round", 1), {"do": "unpublish"}), 422)
    assert 'role="alert"' in part_of(unsaid, 'id="unpublish-reason_error"')
    answer = desk.post(at("round", 1), {"do": "unpublish", "reason": "wrong seed"})
    assert answer["Location"] == at("draft", 1)
    desk.post(at("draft", 1), {"do": "publish"})
    decide(slot_at(Round.objects.get()))
    refused = desk.post(at("round", 1), {"do": "withdraw", "reason": "too late"})
    assert str(RoundHasGames(round=1)) in text_of(refused, 422)
    assert 'value="too late"' in text_of(refused, 422)


def test_a_round_without_results_is_withdrawn_or_paired_again(desk, event):
    published_round(event)
    answer = desk.post(at("round", 1), {"do": "again", "reason": "somebody came", "seed": "3"})
    assert answer["Location"] == at("draft", 1)
    desk.post(at("draft", 1), {"do": "publish"})
    answer = desk.post(at("round", 1), {"do": "withdraw", "reason": "fire"})
    assert answer["Location"] == at("rounds")
    assert not Round.objects.exists()


def test_a_round_is_closed_when_all_is_in_and_opened_again_with_a_reason(desk, event):
    round_ = published_round(event)
    closing = {"do": "close", "number": "1"}
    assert "2" in part_of(text_of(desk.get(at("round", 1)), 200), 'id="waits-close"')
    refused = text_of(desk.post(url_of("manage", "cup"), closing), 422)
    assert str(RoundUndecided(round=1, undecided=2)) in refused
    decide(slot_at(round_))
    desk.post(at("round", 1), {"do": "postpone", "reason": "ill", "until": "2030-01-02T10:00"})
    due_at = slot_at(round_, 2).due_at
    assert due_at
    assert due_at.year == 2030
    desk.post(url_of("manage", "cup"), closing)
    assert Round.objects.get().state == "closed"
    desk.post(at("round", 1), {"do": "reopen", "reason": "one slip was wrong"})
    assert Round.objects.get().state == "published"


def test_the_open_tables_come_first(desk, event):
    round_ = published_round(event)
    decide(slot_at(round_, 1))
    page = text_of(desk.get(at("round", 1)), 200)
    assert page.index("Table 2") < page.index("Table 1")


def test_a_round_has_times_in_the_zone_of_the_event(desk, event):
    published_round(event)
    times = {"do": "times", "opens_at": "2030-03-01T10:00", "closes_at": "2030-03-01T09:00"}
    assert 'value="2030-03-01T09:00"' in text_of(desk.post(at("round", 1), times), 422)
    desk.post(at("round", 1), times | {"closes_at": "2030-03-08T09:00"})
    assert 'value="2030-03-08T09:00"' in text_of(desk.get(at("round", 1)), 200)


def test_late_games_are_listed_and_decided_by_a_button(desk, event):
    round_ = published_round(event)
    assert "data-empty" in text_of(desk.get(at("late")), 200)
    past = timezone.now() - timedelta(hours=1)
    deadlines.set_round_times(actor=SYSTEM, event_id=event.pk, number=1, closes_at=past)
    page = text_of(desk.get(at("late")), 200)
    assert "data-empty" not in page
    assert str(STATUS_TEXTS["nothing"]) in page
    late = re.search(r"late: (\u2068\w+\u2069), (\u2068\w+\u2069)</span>", page)
    assert late is not None
    slots = [slot_at(round_, 1), slot_at(round_, 2)]
    form = {"do": "rule", "next": "late", "kind": "double_forfeit", "cause": "late", "reason": "-"}
    answer = desk.post(at("slot", slots[0].pairing_id, 1), form)
    assert answer["Location"] == at("late")
    desk.post(
        at("slot", slots[1].pairing_id, 1),
        {"do": "postpone", "next": "late", "until": "", "week": "1", "reason": "One week more"},
    )
    slots[1].refresh_from_db()
    assert slots[1].due_at
    assert slots[1].due_at > timezone.now() + timedelta(days=6)
    assert "data-empty" in text_of(desk.get(at("late")), 200)


def tied_groups(boss):
    """Two groups of three in which everybody wins once: all are level at the line."""
    event = make_event(slug="cup", organiser=boss, games=1, entries=6, stages=STAGES)
    for number in (1, 2, 3):
        round_ = published_round(event)
        for slot in GameSlot.objects.filter(pairing__round=round_):
            seated = slot.pairing.seats.order_by("order")
            numbers = list(seated.values_list("entry__number", flat=True))
            winner = won_in_a_circle(numbers)
            decide(slot, "R-0" if numbers[slot.first_seat - 1] == winner else "0-R")
        rounds.close_round(actor=SYSTEM, event_id=event.pk, number=number)
    return event


def won_in_a_circle(numbers):
    """Of the snake A 1 4 5, B 2 3 6 each beats the next of its group."""
    beats = {(1, 4), (4, 5), (5, 1), (2, 3), (3, 6), (6, 2)}
    return next(a for a in numbers for b in numbers if (a, b) in beats)


def test_a_tie_at_the_line_is_ruled_on_and_the_next_stage_begins(desk, boss):
    tied_groups(boss)
    page = text_of(desk.get(at("stages")), 200)
    assert re.findall(r'data-tied="(\d+)"', page) == ["1", "1"], "places of each group"
    assert 'value="begin"' not in page
    assert 'value="lot"' in page
    refused = desk.post(at("stages"), {"do": "rule", "order": "1 4", "reason": "?"})
    assert 'value="1 4"' in text_of(refused, 422)
    desk.post(at("stages"), {"do": "rule", "order": "5 1 4", "reason": "it was agreed so"})
    desk.post(at("stages"), {"do": "rule", "order": "2 3 6", "reason": "it was agreed so"})
    assert str(DECIDED_BY[RULING]) in text_of(desk.get(at("stages")), 200)
    desk.post(at("stages"), {"do": "begin"})
    going = StageEntry.objects.filter(stage__number=2).values_list("entry__number", flat=True)
    assert set(going) == {5, 2}
    desk.post(at("stages"), {"do": "undo", "reason": "one was missing"})
    assert Stage.objects.get(number=1).state == "running"
    desk.post(at("stages"), {"do": "unrule", "reason": "new facts"})
    assert str(DECIDED_BY[RULING]) not in text_of(desk.get(at("stages")), 200)


def test_a_tie_is_drawn_by_lot_or_played_off(desk, boss):
    tied_groups(boss)
    answer = desk.post(at("stages"), {"do": "playoff", "games": "2", "minutes": "5", "seed": "1"})
    assert answer["Location"] == at("draft", 4)
    page = text_of(desk.get(at("draft", 4)), 200)
    assert 'id="edit"' not in page, "a play-off is drawn by lot"
    assert 'value="discard"' in page
    desk.post(at("draft", 4), {"do": "discard"})
    desk.post(at("stages"), {"do": "lot", "seed": "40117"})
    assert Stage.objects.get(number=2).state == "running"


def test_every_edit_has_its_line_and_reads_as_what_it_says():
    assert parse_edits("12 7") == [{"kind": "swap", "leg": 1, "a": 12, "b": 7}]
    assert parse_edits("12-7; B 3", leg=2) == [
        {"kind": "swap", "leg": 2, "a": 12, "b": 7},
        {"kind": "bye", "leg": 2, "entry": 3},
    ]
    assert parse_edits("נ 3") == parse_edits("b 3"), "the same key of a Hebrew keyboard"
    typed = [parse_edits(line)[0] for line, _words in edit_parser.KEY_HELP]
    assert {edit["kind"] for edit in typed} == set(edit_kinds.KINDS) - {"by_hand"}
    assert len(edit_kinds.read_edits(typed)) == len(typed), "the drafts know them all"
    for line in ("", "x 1", "1", "1 2 3", "b", "12 7 b", "m 1"):
        with pytest.raises(EditUnreadable):
            parse_edits(line)
