"""The standings page: by group and stage, when computed, and as published with what changed."""

import re

import pytest

from config.pages.event.standings_rows import TIE_DECISIONS, standings_stamp
from tests.builders import context_of, decide_round, make_event, published_round, slot_at
from tests.clients import part_of, text_of, url_of
from tournaments import recompute, selectors
from tournaments.actor import SYSTEM
from tournaments.models import Round
from tournaments.pairing.tie_decisions import LOT, RULING
from tournaments.services.rounds import results, rounds
from tournaments.services.rounds.results import Outcome
from tournaments.services.stages import decisions, stages

GROUPS_THEN_FINAL = [
    {"system": "round_robin", "options": {"groups": 2}},
    {"system": "knockout", "options": {"places": 1}},
]


def page_of(client, address):
    return text_of(client.get(address))


def play(event, number):
    decide_round(published_round(event), favourites=True)
    recompute.refresh_standings(event.pk)
    rounds.close_round(actor=SYSTEM, event_id=event.pk, number=number)


@pytest.fixture
def event():
    event = make_event(slug="kept", entries=4, games=1)
    play(event, 1)
    return event


def correct(event):
    slot = slot_at(Round.objects.get(event=event, number=1))
    results.record_result(
        actor=SYSTEM,
        context=context_of(slot),
        outcome=Outcome("double_forfeit"),
        reason="nobody came",
    )
    recompute.refresh_standings(event.pk)


def test_the_stamp_says_after_which_round_and_when(client, event):
    page = page_of(client, "/events/kept/standings/")
    stamp = standings_stamp(selectors.standings_document(event), event.time_zone)
    assert re.findall(r"\d+", stamp)[0] == "1"
    assert stamp in page
    assert f'href="{url_of("published", "kept", 1)}"' in page


def test_a_published_table_stays_and_the_next_version_says_what_changed(client, event):
    before = page_of(client, "/events/kept/rounds/1/standings/")
    assert part_of(before, 'id="changes"') == ""
    first = Round.objects.get(event=event).event.publications.get().version
    correct(event)
    page = page_of(client, "/events/kept/rounds/1/standings/")
    newest = max(selectors.publications(event), key=lambda each: each["version"])
    changes = newest["changes"]
    told = part_of(page, 'id="changes"')
    assert told.count("<li>") == len(changes)
    assert "Match points" in told
    for change in changes:
        assert event.entries.get(number=change["entry"]).player.name in told
    assert "Correction 1" in part_of(page, 'id="version"')
    again = page_of(client, f"/events/kept/rounds/1/standings/?version={first}")
    assert part_of(again, 'id="changes"') == ""
    assert "First published" in part_of(again, 'id="version"')


@pytest.mark.parametrize(
    ("version", "status"), [("0", 404), ("9" * 8, 404), ("9" * 40, 200), ("x", 200), ("²", 200)]
)
def test_a_version_that_is_none(client, event, version, status):
    """A number is a version that is not there; anything else asks for the newest one."""
    answer = client.get("/events/kept/rounds/1/standings/", {"version": version})
    assert answer.status_code == status
    assert client.get("/events/kept/rounds/9/standings/").status_code == 404


def test_groups_and_earlier_stages_have_tables_of_their_own(client):
    event = make_event(slug="staged", entries=6, games=1, stages=GROUPS_THEN_FINAL)
    for number in (1, 2, 3):
        play(event, number)
    page = page_of(client, "/events/staged/standings/")
    assert page.index("Group A") < page.index("Group B")
    stages.begin_next_stage(actor=SYSTEM, event_id=event.pk)
    play(event, 4)
    page = page_of(client, "/events/staged/standings/")
    assert page.count("<table") == 3
    headings = re.findall(r"<h3[^>]*>(.*?)</h3>", page)
    assert any("Stage 1" in heading and "Group A" in heading for heading in headings)
    cross = page_of(client, "/events/staged/crosstable/")
    assert cross.index("Stage 2") < cross.index("Stage 1")
    assert cross.count('<th scope="row">') == 2 + 6


@pytest.mark.parametrize("ties", [LOT, RULING])
def test_a_tie_at_the_line_says_how_it_was_settled(client, ties):
    swiss = {"system": "swiss", "options": {"rounds": 1}}
    final = {"system": "knockout", "options": {"places": 2}}
    level: dict[str, list[str]] = {"tiebreaks": []}
    event = make_event(slug="tied", entries=6, games=1, stages=[swiss, final], match=level)
    play(event, 1)
    if ties == RULING:
        decisions.rule_on_tie(
            actor=SYSTEM, event_id=event.pk, order=[3, 1, 2], reason="they agreed"
        )
        stages.begin_next_stage(actor=SYSTEM, event_id=event.pk)
    else:
        stages.begin_next_stage(actor=SYSTEM, event_id=event.pk, ties=LOT, seed=3)
    recompute.refresh_standings(event.pk)
    page = page_of(client, "/events/tied/standings/")
    for place in (1, 2, 3):
        assert str(TIE_DECISIONS[ties]).format(place=place) in page


def cells_of(page, name):
    """The texts of the cells of a player's row in the standings."""
    row = next(row for row in re.findall(r"<tr>.*?</tr>", page, re.DOTALL) if f">{name}<" in row)
    cells = re.findall(r"<t[dh].*?</t[dh]>", row, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in cells]


def test_points_follow_the_name_and_rounds_name_the_opponent_by_place(client):
    """Three players: in each round one of them has a bye."""
    event = make_event(slug="three", entries=3, games=1)
    for number in (1, 2):
        play(event, number)
    page = page_of(client, "/events/three/standings/")
    heads = cells_of(page, "Points")
    assert heads[:5] == ["Place", "Player", "Points", "1", "2"]
    states, _version = selectors.event_states(event.pk)
    entries = {entry.number: entry.player.name for entry in event.entries.all()}
    document = selectors.standings_document(event)
    places = {row["entry"]: row["rank"] for row in document["rows"]}
    for row in document["rows"]:
        cells = cells_of(page, entries[row["entry"]])
        for played in states[-1].played:
            if row["entry"] in played.seats:
                others = [str(places[each]) for each in played.seats if each != row["entry"]]
                assert cells[2 + played.round].split()[0].rstrip("=") == (others or ["bye"])[0]
