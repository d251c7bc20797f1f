"""Eliminations: what happens beside a match that decides who goes on."""

import pytest

from games import services
from games.services import people, preview
from tests.builders import (
    actor_of,
    drafted_round,
    entry_of,
    make_event,
    make_player,
    published_round,
)
from tests.clients import text_of
from tests.flows.pairs.world import (
    absent,
    ask_bye,
    close,
    game_of,
    games_of,
    give,
    is_consistent,
    is_rated,
    opponent,
    rows,
    rule,
    state_of,
    win,
)
from tests.slots import submit
from tournaments import selectors
from tournaments.actor import SYSTEM
from tournaments.models import GameSlot
from tournaments.services.rounds import rounds
from tournaments.services.rounds.results import SlotNotNeeded
from tournaments.services.rounds.rounds import DraftIsStale

pytestmark = pytest.mark.django_db


def knockout(entries=4, games=1, **settings):
    return make_event(entries=entries, games=games, stages=[{"system": "knockout"}], **settings)


def series():
    """The three games of a match of two, of which 1 needs two."""
    stages = [{"system": "knockout", "options": {"to_majority": True}}]
    event = make_event(entries=2, games=3, stages=stages)
    return event, games_of(published_round(event), 1, 2)


def states(slots):
    return [state_of(slot) for slot in slots]


def ranks(event):
    return {number: row["rank"] for number, row in rows(event).items()}


def test_a_game_that_is_not_needed_is_neither_postponed_nor_reported():
    event, slots = series()
    win(slots[0], 1)
    win(slots[1], 1)
    over = ["decided", "decided", "unneeded"]
    assert states(slots) == over
    with pytest.raises(SlotNotNeeded):
        rule(slots[2], "postponed")
    with pytest.raises(SlotNotNeeded):
        submit(actor_of(entry_of(event, 2).player), slots[2], claim={"result": "R-0"})
    assert states(slots) == over
    assert is_consistent(event)


def test_a_game_is_not_postponed_if_the_match_is_decided_without_it():
    event, slots = series()
    win(slots[0], 1)
    win(slots[2], 2)
    win(slots[1], 1)
    with pytest.raises(SlotNotNeeded):
        rule(slots[2], "postponed")
    assert states(slots) == ["decided"] * 3, "the result is not taken back either"
    assert is_rated(slots[2])
    rule(slots[1], "postponed")
    assert states(slots) == ["decided", "postponed", "decided"]
    assert is_consistent(event)


def test_a_cancelled_match_is_followed_by_a_play_off():
    event = knockout(entries=2)
    slot = game_of(published_round(event), 1)
    rule(slot, "cancelled")
    more = list(GameSlot.objects.filter(kind="playoff").order_by("number"))
    assert [(each.number, each.state) for each in more] == [(2, "open"), (3, "open")]
    for each in more:
        win(each, 2)
    assert ranks(event) == {2: 1, 1: 2}
    assert is_consistent(event)


@pytest.mark.parametrize("away", ["absent", "bye"])
def test_who_is_away_lets_the_opponent_through(away):
    event = knockout()
    if away == "bye":
        ask_bye(event, 1, 1)
    else:
        absent(event, 1, 1)
    first = published_round(event)
    (bye,) = first.pairings.filter(kind="bye_allocated")
    through = bye.seats.get().entry.number
    close(first)
    final = published_round(event)
    seated = set(final.seats.values_list("entry__number", flat=True))
    assert through in seated
    assert 1 not in seated
    close(final)
    assert ranks(event)[through] in (1, 2)
    assert is_consistent(event)


def test_a_penalty_moves_nobody_in_a_bracket():
    event = knockout()
    close(published_round(event))
    before = ranks(event)
    give(event, 1, -4)
    assert ranks(event) == before
    final = published_round(event)
    assert final.seats.filter(entry__number=1).exists()
    assert rows(event)[1]["adjusted_x2"] == -4
    assert is_consistent(event)


def test_a_correction_of_a_semi_final_makes_the_drafted_final_stale():
    event = knockout()
    first = published_round(event)
    close(first)
    drafted_round(event)
    slot = game_of(first, 1)
    other = opponent(slot, 1)
    win(slot, other, reason="misread")
    with pytest.raises(DraftIsStale):
        rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=2)
    rounds.discard_draft(actor=SYSTEM, event_id=event.pk, number=2)
    final = published_round(event)
    assert set(final.seats.values_list("entry__number", flat=True)) == {2, other}
    assert is_consistent(event)


def test_a_correction_after_the_final_is_published_leaves_who_plays_it(client):
    event = knockout(slug="cup")
    first = published_round(event)
    close(first)
    final = published_round(event)
    slot = game_of(first, 1)
    win(slot, opponent(slot, 1), reason="misread")
    close(final)
    assert (ranks(event)[1], ranks(event)[2]) == (1, 2), "1 won the final that was played"
    for page in ("", "bracket/", "standings/"):
        assert client.get(f"/events/cup/{page}").status_code == 200
    assert is_consistent(event)


def test_a_preview_of_the_deciding_game_leaves_the_series():
    event, slots = series()
    win(slots[0], 1)
    version = event.results_version
    outcome = {"kind": "adjudicated", "result": "R-0" if slots[1].first_seat == 1 else "0-R"}
    found = preview.preview_ruling(
        actor=SYSTEM, pairing_id=slots[1].pairing_id, number=2, outcome=outcome
    )
    assert {pool.pool for pool in found} == {"tak", "tak-5"}
    assert states(slots) == ["decided", "open", "open"]
    event.refresh_from_db()
    assert event.results_version == version + 1, "only the first game was counted"


def test_coins_of_a_game_that_is_not_needed_are_given_back():
    stages = [{"system": "knockout", "options": {"to_majority": True}}]
    event = make_event(entries=2, games=3, stages=stages, match={"stakes": {}})
    slots = games_of(published_round(event), 1, 2)
    ada = actor_of(entry_of(event, 1).player)
    services.place_bids(actor=ada, pairing_id=slots[2].pairing_id, number=3, bids=[(5, 3)])
    for slot in slots[:2]:
        rule(slot, "forfeit", winner=1)
    assert states(slots) == ["decided", "decided", "unneeded"]
    assert is_consistent(event)
    assert not slots[2].wager_transfers.filter(live=True).exists()


def test_a_bracket_names_who_a_player_is_now_and_nobody_who_was_forgotten(client):
    event = knockout(slug="cup")
    close(published_round(event))
    merged, kept = entry_of(event, 1).player, make_player("Adelaide")
    people.merge_players(actor=SYSTEM, player=merged.public_id, into=kept.public_id)
    rows(event)
    assert "Adelaide" in text_of(client.get("/events/cup/bracket/"))
    people.anonymise_player(actor=SYSTEM, player=kept.public_id)
    rows(event)
    assert "Adelaide" not in text_of(client.get("/events/cup/bracket/"))
    published_round(event)
    assert is_consistent(event)
    assert selectors.event_state(event.pk)[0].current_round == 2
