"""The next step of an event, on the desk and on the page of results."""

import re

from tests.builders import (
    decide,
    decide_round,
    finish_round,
    make_event,
    published_round,
    slot_at,
)
from tests.clients import text_of, tidy, url_of
from tournaments.actor import SYSTEM
from tournaments.choices import RoundStatus
from tournaments.models import JournalLine
from tournaments.services.events import events
from tournaments.services.rounds import pairing_jobs

EVENT = {"games": 1, "stages": [{"system": "swiss", "options": {"rounds": 2}}]}


def at(name, *args):
    return url_of(name, "cup", *args)


def press(desk, do, **given):
    return desk.post(at("manage"), {"do": do, **given})


def next_of(desk, page="manage-results"):
    """The buttons of the next step on a page, the main one first."""
    html = tidy(text_of(desk.get(at(page)), 200))
    return re.findall(r'name="do" value="([\w-]+)">', html)


def test_the_page_of_results_offers_the_next_step_after_the_last_result(desk, event):
    round_ = published_round(event)
    decide(slot_at(round_, 1))
    assert next_of(desk) == []
    decide(slot_at(round_, 2))
    assert next_of(desk) == ["close-pair", "close"]
    back = press(desk, "close", number="1", next="manage-results")
    assert back["Location"] == at("manage-results")
    assert next_of(desk) == ["pair", "finish"]


def test_a_round_is_two_presses(desk, event):
    decide_round(published_round(event))
    paired = press(desk, "close-pair", number="1", next="manage-results")
    assert paired["Location"] == at("manage-draft", 2)
    states = list(event.rounds.order_by("number").values_list("state", flat=True))
    assert states == [RoundStatus.CLOSED, RoundStatus.DRAFT]
    page = tidy(text_of(desk.get(at("manage-draft", 2)), 200))
    assert re.search(r'<button class="btn main" autofocus> ?Publish round 2', page)
    published = press(desk, "publish", number="2")
    assert published["Location"] == at("manage-results")
    assert event.rounds.get(number=2).state == RoundStatus.PUBLISHED


def test_after_the_last_round_there_is_none_to_pair(desk, event):
    finish_round(published_round(event))
    decide_round(published_round(event))
    assert next_of(desk) == ["close"]
    press(desk, "close", number="2")
    assert next_of(desk) == ["finish"]


def test_a_knockout_is_over_with_its_final(desk, boss):
    event = make_event(organiser=boss, slug="cup", games=1, stages=[{"system": "knockout"}])
    decide_round(published_round(event))
    assert next_of(desk) == ["close-pair", "close"]
    press(desk, "close", number="1")
    decide_round(published_round(event))
    assert next_of(desk) == ["close"]


def test_a_double_elimination_ends_where_its_bracket_ends(desk, boss):
    stages = [{"system": "double_elimination"}]
    event = make_event(organiser=boss, slug="cup", games=1, entries=2, stages=stages)
    finish_round(published_round(event), favourites=True)
    assert next_of(desk) == ["pair", "finish"], "the grand final"
    finish_round(published_round(event), favourites=True)
    assert next_of(desk) == ["finish"]


def test_a_refused_pairing_leaves_the_round_closed_and_says_why(desk, event):
    decide_round(published_round(event))
    event.entries.filter(number__gt=1).update(state="withdrawn")
    for entry in event.entries.all():
        entry.absences.create(from_round=2, to_round=None, kind="withdrawn")
    refused = press(desk, "close-pair", number="1")
    page = tidy(text_of(refused, 422))
    assert event.rounds.get().state == RoundStatus.CLOSED
    assert 'class="note bad"' in page
    assert 'value="pair"' in page


def test_postponed_games_do_not_hold_the_round_open(desk, event):
    round_ = published_round(event)
    decide(slot_at(round_, 1))
    slot = slot_at(round_, 2)
    assert next_of(desk, "manage")[:1] != ["close-pair"]
    slot.state = "postponed"
    slot.save()
    assert next_of(desk, "manage")[:2] == ["close-pair", "close"]


def test_a_finished_event_shows_who_won_and_what_organisers_do_then(desk, event):
    for _round in range(2):
        finish_round(published_round(event), favourites=True)
    events.finish(actor=SYSTEM, event_id=event.pk)
    for page in ("manage", "manage-results"):
        html = tidy(text_of(desk.get(at(page)), 200))
        assert re.search(r'<span class="num">1</span><strong><bdi>Ada</bdi></strong>', html), page
        assert at("print-standings") in html
        assert f"{at('manage-settings')}#copy" in html


def test_a_stale_draft_is_paired_again_from_the_desk(desk, event):
    round_ = published_round(event)
    decide_round(round_)
    draft = pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk)
    assert "publish" in next_of(desk)
    slot = slot_at(round_, 1)
    correction = {"do": "enter", "end": f"{3 - slot.first_seat}R", "reason": "misread", "sure": "1"}
    told = desk.post(at("manage-slot", slot.pairing_id, 1), correction, follow=True)
    assert "pair it again" in text_of(told, 200)
    for page in ("manage", "manage-results", "manage-rounds"):
        assert "older results" in text_of(desk.get(at(page)), 200), page
    assert next_of(desk) == ["pair-again"]
    again = press(desk, "pair-again", number="2")
    assert again["Location"] == at("manage-draft", 2)
    assert JournalLine.objects.filter(action="round.withdrawn").exists()
    made = event.rounds.get(number=2)
    assert made.pk != draft.pk
    assert draft.proof
    assert made.proof
    assert made.proof["seed"] == draft.proof["seed"], "the lot stays"
    assert "older results" not in text_of(desk.get(at("manage")), 200)


GROUPS = [
    {"system": "round_robin", "options": {"groups": 2}},
    {"system": "knockout", "options": {"places": 1}},
]


def played_groups(boss, *, draws=False):
    event = make_event(organiser=boss, slug="cup", games=1, entries=6, stages=GROUPS)
    for _round in range(3):
        round_ = published_round(event)
        if draws:
            finish_round(round_, "1/2-1/2")
        else:
            finish_round(round_, favourites=True)
    return event


def test_before_the_next_stage_each_player_advances_or_not_and_why(desk, boss):
    played_groups(boss)
    for page in ("manage", "manage-results", "manage-stages"):
        html = tidy(text_of(desk.get(at(page)), 200))
        first, last = (
            html.index(f"<bdi>{name}</bdi>", html.index("Group A")) for name in ("Ada", "Fay")
        )
        assert "advances" in html[first:last], page
        assert "place 1 advances" in html
        assert "does not advance" in html[last:]
        assert "below place 1" in html
    press(desk, "next-stage")
    assert "publish" not in next_of(desk)
    assert next_of(desk)[0] == "pair"


def test_open_ties_hold_the_next_stage(desk, boss):
    played_groups(boss, draws=True)
    html = tidy(text_of(desk.get(at("manage")), 200))
    assert "level at the cut-off" in html
    assert 'aria-describedby="waits-next-stage"' in html
    assert f'href="{at("manage-stages")}">Decide the ties' in html
