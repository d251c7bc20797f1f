"""Staff decide who goes on from a drawn match of a knockout of teams."""

import pytest
from rest_framework.test import APIClient

from games.archive import format as archive
from games.archive.verify import find_differences
from games.halls.facts import facts_of, marks_of
from games.halls.merging import Sides, merge
from games.services import rule_slot
from games.services.archives import Choices, export_event, read_proved, take_archive
from games.services.halls.applying import apply_merge
from games.services.halls.reading import facts_here
from games.undo.undo import last_action, undo_action
from tests.builders import (
    acting,
    decide,
    drafted_round,
    make_event,
    make_user,
    published_round,
    slot_at,
)
from tests.clients import text_of, url_of
from tests.database import rolled_back
from tests.tournaments.teams.test_events import in_teams
from tournaments import selectors
from tournaments.actor import SYSTEM
from tournaments.errors import NotAllowed
from tournaments.integrity import check_event
from tournaments.models import JournalLine, Round, TeamMatch
from tournaments.recompute import refresh_standings
from tournaments.services.archives.changes import write_match_decisions
from tournaments.services.events.states import ReasonNeeded
from tournaments.services.rounds import rounds
from tournaments.services.rounds.match_decisions import (
    MatchDecided,
    MatchNotDrawn,
    NotInMatch,
    decide_match,
    undo_match_decision,
)

pytestmark = pytest.mark.django_db
ONE_BOARD = {"system": "team_knockout", "options": {"boards": 1}}


@pytest.fixture
def boss():
    return make_user("boss")


@pytest.fixture
def cup(boss):
    """A final of Owls (number 1) and Crows (2) on two boards, both drawn: Owls are seeded first."""
    event = in_teams("team_knockout", slug="cup", organiser=boss)
    round_ = published_round(event)
    for board in (1, 2):
        decide(slot_at(round_, board), "1/2-1/2")
    return event


def decided(event, team=2, actor=SYSTEM, **about):
    given = {"number": 1, "match": 1, "team": team, "reason": "the toss", **about}
    return decide_match(actor=actor, event_id=event.pk, **given)


def who_goes_on(event):
    (match,) = selectors.match_documents(event)
    return match["decided"] and (match["decided"]["team"], match["decided"]["by"])


def places(event):
    refresh_standings(event.pk)
    rows = selectors.team_standings(event)["rows"]
    return [row["team"] for row in sorted(rows, key=lambda row: row["rank"])]


def test_what_staff_decide_comes_before_the_better_seed(cup):
    assert who_goes_on(cup) == (1, "seed")
    assert places(cup) == [1, 2]
    decided(cup)
    assert who_goes_on(cup) == (2, "staff")
    assert places(cup) == [2, 1]
    assert check_event(cup.pk) == []
    decided(cup)
    assert JournalLine.objects.filter(action="team.match_decided").count() == 1
    with pytest.raises(MatchDecided, match="Crows"):
        decided(cup, team=1)


def test_a_closed_round_gets_a_corrected_table(cup):
    rounds.close_round(actor=SYSTEM, event_id=cup.pk, number=1)
    places(cup)
    decided(cup)
    places(cup)
    tables = cup.publications.filter(after_round=1).order_by("version")
    assert [t.document["teams"]["rows"][0]["entry"] for t in tables] == [1, 2]


def test_what_is_refused(cup):
    for reason in ("", " "):
        with pytest.raises(ReasonNeeded):
            decided(cup, reason=reason)
    with pytest.raises(NotInMatch):
        decided(cup, team=3)
    with pytest.raises(NotAllowed):
        decided(cup, actor=acting(make_user("stranger")))
    won = in_teams("team_knockout", slug="won")
    round_ = published_round(won)
    with pytest.raises(MatchNotDrawn):
        decided(won)
    decide(slot_at(round_, 1), "R-0")
    decide(slot_at(round_, 2), "1/2-1/2")
    with pytest.raises(MatchNotDrawn):
        decided(won)
    level = in_teams("team_round_robin", slug="level")
    round_ = published_round(level)
    for board in (1, 2):
        decide(slot_at(round_, board), "1/2-1/2")
    with pytest.raises(MatchNotDrawn):
        decided(level)


def test_a_match_that_is_drawn_no_more_has_its_own_winner(cup):
    decided(cup)
    slot = slot_at(Round.objects.get(event=cup), 1)
    winner = slot.pairing.seats.get(order=slot.first_seat).entry.team_member.team.number
    rule_slot(
        actor=SYSTEM,
        pairing_id=slot.pairing_id,
        number=1,
        outcome={"kind": "adjudicated", "result": "R-0"},
        reason="typed wrong",
    )
    assert who_goes_on(cup) is None
    assert places(cup)[0] == winner
    assert TeamMatch.objects.get().decided_for is not None, "it stays until staff take it back"


def test_undo_takes_it_back_and_it_can_be_decided_again(cup, boss):
    decided(cup, actor=acting(boss))
    action = last_action(acting(boss), cup)
    assert action is not None
    assert action.line.action == "team.match_decided"
    undo_action(actor=acting(boss), event_id=cup.pk, line=action.line.seq)
    assert who_goes_on(cup) == (1, "seed")
    line = JournalLine.objects.get(action="team.match_decision_undone")
    assert (line.before, line.subject) == ({"match": 1, "team": 2}, "round:1")
    about = {"event_id": cup.pk, "number": 1, "match": 1, "reason": "again"}
    undo_match_decision(actor=SYSTEM, **about)
    decided(cup, actor=acting(boss))
    assert who_goes_on(cup) == (2, "staff")


def test_it_decides_who_meets_in_the_next_round_and_stays_then():
    # Teams 1 to 4 of one player each; both semifinals are drawn, so 1 and 2 would meet.
    event = make_event(entries=4, games=1, stages=[ONE_BOARD])
    round_ = published_round(event)
    for table in (1, 2):
        decide(slot_at(round_, table), "1/2-1/2")
    draft = drafted_round(event)
    matches = selectors.match_documents(event)
    loser = next(match for match in matches if 4 in [side["team"] for side in match["teams"]])
    decided(event, match=loser["number"], team=4)
    with pytest.raises(rounds.DraftIsStale):
        rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=draft.number)
    rounds.discard_draft(actor=SYSTEM, event_id=event.pk, number=2)
    final = published_round(event)
    match = final.team_matches.get()
    assert match.second is not None
    assert {match.first.number, match.second.number} == {2, 4}
    assert check_event(event.pk) == []
    about = {"event_id": event.pk, "number": 1, "match": loser["number"], "reason": "late"}
    with pytest.raises(rounds.LaterRound):
        undo_match_decision(actor=SYSTEM, **about)
    with pytest.raises(rounds.LaterRound):
        decided(event, match=3 - loser["number"], team=3)


def test_the_numbers_of_a_team_say_what_decided(cup):
    names = {1: "Owls", 2: "Crows"}

    def last_line(team):
        return selectors.team_derivation(cup, team, names).lines[-1]

    assert last_line(1).text == "Round 1: The match is drawn, and Owls goes on as the better seed."
    decided(cup)
    for team in (1, 2):
        assert last_line(team).code == "decided_by_staff"
        assert "staff decided that Crows goes on" in last_line(team).text


def test_the_api_says_who_decides(cup, boss):
    client = APIClient()
    address = "/api/v1/events/cup/team-matches/1/1/decision/"
    given = {"team": 2, "reason": "the toss"}
    assert client.post(address, given, format="json").status_code == 401
    client.force_authenticate(boss)
    answer = client.post(address, given, format="json")
    assert answer.status_code == 200
    assert answer.json()["decided"]["by"] == "staff"
    other = client.post(address, given | {"team": 1}, format="json")
    assert (other.status_code, other.json()["code"]) == (409, "match_decided")
    undone = client.post(f"{address}undo/", {"reason": "a mistake"}, format="json")
    assert undone.json()["decided"] == {
        "team": 1,
        "by": "seed",
        "text": "The match is drawn, and Owls goes on as the better seed.",
    }


def test_the_desk_decides_and_everybody_sees_by_what(cup, boss, client):
    client.force_login(boss)
    assert url_of("manage-match", "cup", 1, 1) in text_of(
        client.get(url_of("manage-round", "cup", 1)), 200
    )
    address = url_of("manage-match", "cup", 1, 1)
    refused = client.post(address, {"do": "decide", "team": "2", "reason": ""})
    assert "Say why." in text_of(refused, 422)
    client.post(address, {"do": "decide", "team": "2", "reason": "the toss"})
    assert "the toss" in text_of(client.get(address), 200)
    client.logout()
    crows = cup.teams.get(name="Crows")
    page = text_of(client.get(url_of("event-team", "cup", crows.pk)), 200)
    assert "staff decided that" in page
    assert "the toss" not in page
    client.force_login(boss)
    client.post(address, {"do": "undecide", "reason": "a mistake"})
    assert who_goes_on(cup) == (1, "seed")
    assert "match 1, team 2" in text_of(client.get(url_of("manage-journal", "cup")), 200)


def test_an_archive_carries_it_and_seals_the_reason(cup):
    decided(cup)
    data = export_event(actor=SYSTEM, slug="cup")
    parts = archive.read_archive(data)
    assert find_differences(parts) == []
    proved = read_proved(data)
    assert proved.facts.sealed["match:1:1"] == {"reason": "the toss"}
    assert "the toss" not in str(proved.facts.parts)
    taken = take_archive(actor=SYSTEM, archive=proved, choices=Choices(slug="copy"))
    assert TeamMatch.objects.get(round__event=taken).decided_why == "the toss"
    again = archive.read_archive(export_event(actor=SYSTEM, slug="copy"))
    assert find_differences(again) == []
    assert who_goes_on(taken) == (2, "staff")


def test_a_hall_brings_it_back_as_a_fact_of_its_own(cup):
    decided(cup)
    proved = read_proved(export_event(actor=SYSTEM, slug="cup"))
    facts = facts_of(proved.facts.parts, proved.facts.sealed)
    assert facts["match:1:1"] == {"team": 2, "reason": "the toss"}
    assert "decisions" not in facts["round:1"]
    write_match_decisions(cup, {(1, 1): None})
    assert who_goes_on(cup) == (1, "seed")
    write_match_decisions(cup, {(1, 1): facts["match:1:1"]})
    assert who_goes_on(cup) == (2, "staff")


def test_what_a_hall_decided_is_written_by_the_merge(cup):
    here = facts_here(cup)
    with rolled_back():
        decided(cup)
        hall = facts_here(cup)
    merged = merge(Sides("salt", marks_of("salt", here), here, hall), {}, now="")
    apply_merge(cup, here, merged, {})
    row = TeamMatch.objects.get()
    assert (row.decided_for, row.decided_why) == (2, "the toss")
