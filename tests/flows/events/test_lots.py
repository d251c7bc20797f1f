"""By lot means by lot: what nobody gives a seed for is drawn, kept in the proof and the journal."""

import json
import re
from typing import Any

import pytest
from django.urls import reverse

from config.access.tokens import create_token
from tests.builders import (
    acting,
    decide,
    decide_round,
    drafted_round,
    make_event,
    make_player,
    make_user,
    proof_of,
    published_round,
    re_pair_round,
)
from tests.clients import text_of, url_of
from tournaments import selectors
from tournaments.actor import SYSTEM
from tournaments.errors import InvalidInput
from tournaments.integrity import check_event, round_differences
from tournaments.models import GameSlot, JournalLine, PairingJob, Round, Stage, StageEntry, User
from tournaments.proof import proof
from tournaments.services.entries.entries import enter
from tournaments.services.events import events
from tournaments.services.rounds import pairing_jobs, rounds
from tournaments.services.rounds.lots import MOST_SEED, choose_lot
from tournaments.services.stages import playoffs, stages

BY_LOT = {"numbers": "lot"}
ROUND_ROBIN = [{"system": "round_robin", "options": BY_LOT}]
SYSTEMS = ["round_robin", "knockout", "double_elimination", "tables", "monrad", "keizer"]
GROUPS = [
    {"system": "round_robin", "options": {"groups": 2}},
    {"system": "knockout", "options": {"places": 2}},
]


def seats(round_):
    """Who sits at each table, whoever moves first in seat 1."""
    return [tuple(pair["seats"]) for pair in proof_of(round_)["pairs"]]


def paired(event, **asked):
    return pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk, **asked)


def published(event, **asked):
    made = paired(event, **asked)
    return rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=made.number)


def lots_of(event):
    """The lines of the journal about lots: what was done, of what, with which seed."""
    lines = JournalLine.objects.filter(scope=f"event:{event.slug}", action__startswith="lot.")
    return [(line.action, line.subject, line.after) for line in lines.order_by("seq")]


def test_a_drawn_seed_is_secure_and_in_range_and_a_given_one_is_kept():
    drawn = [choose_lot(None) for _ in range(100)]
    assert all(lot.drawn and 0 <= lot.seed <= MOST_SEED < 2**53 for lot in drawn)
    assert len({lot.seed for lot in drawn}) > 90
    assert choose_lot(0) == (0, False)
    assert choose_lot(MOST_SEED) == (MOST_SEED, False)
    wrong_seeds: tuple[Any, ...] = (-1, MOST_SEED + 1, True, 1.5, "7")
    for wrong in wrong_seeds:
        with pytest.raises(InvalidInput, match="a number from 0 to 2147483647"):
            choose_lot(wrong)


@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
def test_twelve_equal_events_do_not_have_one_first_round(system):
    """Each has a lot of its own; what a seed does to a round the tests of the systems say.

    That twelve drawn seeds agree has a chance of one in 2**341.
    """
    planned = [{"system": system, "options": {}}]
    made = [paired(make_event(entries=8, games=1, stages=planned)) for _event in range(12)]
    assert len({proof_of(round_)["seed"] for round_ in made}) > 1
    assert all(proof_of(round_)["input"]["system"] == system for round_ in made)


@pytest.mark.slow
def test_the_first_rounds_of_twelve_round_robins_differ():
    """Eight numbers can be drawn in 40,320 ways: that twelve events agree never happens."""
    made = [paired(make_event(entries=8, games=1, stages=ROUND_ROBIN)) for _event in range(12)]
    assert len({tuple(seats(round_)) for round_ in made}) > 6


def test_a_new_round_robin_draws_its_numbers_and_a_new_bracket_those_of_equal_rating():
    planned = [{"system": system} for system in ("knockout", "round_robin", "knockout", "swiss")]
    event = events.create_event(
        actor=SYSTEM, new=events.NewEvent(slug="fresh", name="Fresh", stages=planned)
    )
    stored = Stage.objects.filter(event=event).order_by("number").values_list("options", flat=True)
    assert list(stored) == [{"numbers": "equals"}, BY_LOT, {"numbers": "list"}, {}]
    usual = events.create_event(actor=SYSTEM, new=events.NewEvent(slug="usual", name="Usual"))
    assert usual.stages.get().options == BY_LOT


def test_a_stage_from_before_keeps_the_order_of_the_list():
    event = make_event(games=1)
    Stage.objects.filter(event=event).update(options={})
    for seed in (1, 2, 3):
        assert seats(paired(event, seed=seed)) == [(1, 4), (2, 3)]
        rounds.discard_draft(actor=SYSTEM, event_id=event.pk, number=1)
    assert lots_of(event) == []


def test_a_given_seed_repeats_a_round_to_the_bit():
    event = make_event(entries=8, games=1, stages=ROUND_ROBIN)
    drawn = paired(event)
    seed, kept = proof_of(drawn)["seed"], seats(drawn)
    rounds.discard_draft(actor=SYSTEM, event_id=event.pk, number=1)
    again = paired(event, seed=seed)
    assert seats(again) == kept
    assert proof.drawn_seed(proof_of(again)) == ("given", seed)
    rounds.discard_draft(actor=SYSTEM, event_id=event.pk, number=1)
    assert proof_of(paired(event, seed=0))["seed"] == 0


def test_the_numbers_are_drawn_once_and_stand_in_every_proof():
    event = make_event(entries=6, games=1, stages=ROUND_ROBIN)
    met = []
    for _number in range(5):
        round_ = published(event)
        met += [frozenset(pair) for pair in seats(round_)]
        decide_round(round_)
    assert len(set(met)) == 15, "everybody met everybody"
    documents = [
        proof_of(round_) for round_ in Round.objects.filter(event=event).order_by("number")
    ]
    first = documents[0]["seed"]
    assert {document["input"]["draw_seed"] for document in documents} == {first}
    assert [proof.drawn_seed(document) for document in documents] == [("drawn", first), *[None] * 4]
    assert check_event(event.pk) == []
    assert [line[0] for line in lots_of(event)] == ["lot.drawn"]


def test_pairing_a_later_round_again_keeps_the_numbers_and_the_first_one_draws_anew():
    event = make_event(entries=8, games=1, stages=ROUND_ROBIN)
    first = proof_of(published(event))["seed"]
    again = re_pair_round(actor=SYSTEM, event_id=event.pk, number=1, reason="late")
    second = proof_of(again)["seed"]
    assert second != first, "one in 2**31"
    assert lots_of(event) == [
        ("lot.drawn", "round:1", {"seed": first}),
        ("lot.redrawn", "round:1", {"seed": second}),
    ]
    rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=1)
    decide_round(again)
    kept = seats(published(event))
    later = re_pair_round(actor=SYSTEM, event_id=event.pk, number=2, reason="late", seed=5)
    assert seats(later) == kept
    assert proof_of(later)["input"]["draw_seed"] == second


def test_a_first_round_by_hand_draws_the_numbers_for_the_others():
    event = make_event(entries=4, games=1, stages=ROUND_ROBIN)
    hand = published(event, by_hand=[[1, 2], [3, 4]])
    seed = proof_of(hand)["seed"]
    assert lots_of(event) == [("lot.drawn", "round:1", {"seed": seed})]
    assert selectors.event_state(event.pk)[0].draw_seed == seed


def test_a_bracket_by_lot_is_played_out_and_its_proofs_hold():
    planned = [{"system": "knockout", "options": {"numbers": "lot", "third_place": True}}]
    event = make_event(entries=6, games=1, stages=planned)
    for _number in range(3):
        round_ = published(event)
        decide_round(round_, favourites=True)
        assert round_differences(round_) == []
    seeds = {proof_of(r)["input"]["draw_seed"] for r in Round.objects.filter(event=event)}
    assert len(seeds) == 1
    assert check_event(event.pk) == []


def test_a_bracket_that_is_not_drawn_yet_is_not_shown(client):
    planned = [{"system": "knockout", "options": BY_LOT}]
    event = make_event(entries=6, games=1, slug="cup", stages=planned)
    page = url_of("event-bracket", "cup")
    for _look in range(2):  # before the draw, and while it is a draft
        text = text_of(client.get(page))
        assert "The bracket is drawn by lot with its first round" in text
        assert 'id="match-' not in text
        if not event.rounds.exists():
            drafted_round(event)
    rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=1)
    assert 'id="match-W1-1"' in text_of(client.get(page))


def test_a_job_keeps_the_seed_that_was_drawn_when_it_was_made():
    event = make_event(entries=8, games=1, stages=ROUND_ROBIN)
    job = pairing_jobs.request_pairing(actor=SYSTEM, event_id=event.pk)
    assert job.drawn
    made = pairing_jobs.run_pairing(job.pk)
    assert made is not None
    assert proof_of(made)["seed"] == PairingJob.objects.get(pk=job.pk).seed == job.seed


def test_a_swiss_draws_in_its_first_round_only():
    event = make_event(entries=4, games=1, stages=[{"system": "swiss", "options": {"rounds": 3}}])
    first = published(event)
    decide_round(first)
    second = published(event)
    origin, seed = proof.drawn_seed(proof_of(first)) or ("", -1)
    assert (origin, seed) == ("drawn", proof_of(first)["seed"])
    assert proof.drawn_seed(proof_of(second)) is None
    assert lots_of(event) == [("lot.drawn", "round:1", {"seed": seed})]
    assert check_event(event.pk) == []


# Ties and play-offs.


def tied_groups(**settings):
    """Groups 1 4 5 8 and 2 3 6 7; 4 and 5 draw, are level, and only one of them goes on."""
    event = make_event(entries=8, games=1, stages=GROUPS, **settings)
    for _number in range(3):
        round_ = published_round(event)
        for slot in GameSlot.objects.filter(pairing__round=round_):
            here = [seat.entry.number or 0 for seat in slot.pairing.seats.order_by("order")]
            stronger_first = here[slot.first_seat - 1] == min(here)
            won = "R-0" if stronger_first else "0-R"
            decide(slot, "1/2-1/2" if set(here) == {4, 5} else won)
        rounds.close_round(actor=SYSTEM, event_id=event.pk, number=round_.number)
    return event


def test_ties_are_drawn_by_lot_and_drawn_again_after_the_stage_is_taken_back():
    event = tied_groups()
    for action in ("lot.drawn", "lot.redrawn"):
        stages.begin_next_stage(actor=SYSTEM, event_id=event.pk, ties="lot")
        begun: Any = JournalLine.objects.filter(action="stage.begun").latest("seq").after
        assert begun["lots"] != []
        assert lots_of(event)[-1] == (action, "stage:1", {"seed": begun["seed"]})
        stages.undo_stage(actor=SYSTEM, event_id=event.pk, reason="somebody withdrew")


def test_a_given_seed_settles_ties_as_it_did_and_without_a_tie_nothing_is_drawn():
    event = tied_groups()
    going = []
    for _time in range(2):
        made = stages.begin_next_stage(actor=SYSTEM, event_id=event.pk, ties="lot", seed=9)
        rows = StageEntry.objects.filter(stage=made).order_by("seed")
        going.append(list(rows.values_list("entry__number", flat=True)))
        stages.undo_stage(actor=SYSTEM, event_id=event.pk, reason="again")
    assert going[0] == going[1]
    assert lots_of(event)[-1] == ("lot.given", "stage:1", {"seed": 9})
    with pytest.raises(InvalidInput):
        stages.begin_next_stage(actor=SYSTEM, event_id=event.pk, ties="lot", seed=-1)


def test_a_play_off_draws_who_moves_first():
    event = tied_groups()
    made = playoffs.order_playoff(actor=SYSTEM, event_id=event.pk)
    origin, seed = proof.drawn_seed(proof_of(made)) or ("", -1)
    assert (origin, seed) == ("drawn", proof_of(made)["seed"])
    assert lots_of(event)[-1] == ("lot.drawn", f"round:{made.number}", {"seed": seed})


# Doors.


def api(client, path, user, **body):
    _token, secret = create_token(username=user.username)
    return client.post(
        f"/api/v1/events/{path}",
        json.dumps(body),
        content_type="application/json",
        headers={"authorization": f"Bearer {secret}"},
    )


def test_the_api_draws_where_no_seed_is_sent(client):
    boss = make_user("boss")
    made = []
    for body in ({}, {"seed": None}, {"seed": 0}):
        event = make_event(entries=8, games=1, organiser=boss, stages=ROUND_ROBIN)
        assert api(client, f"{event.slug}/rounds/", boss, **body).status_code == 201
        document = proof_of(event.rounds.get())
        made.append(document["lot"])
        again = api(client, f"{event.slug}/rounds/1/re-pair/", boss, reason="late", **body)
        assert again.status_code == 201
        assert proof_of(event.rounds.get())["lot"] == document["lot"]
    assert made == ["drawn", "drawn", "given"]
    assert proof_of(event.rounds.get())["seed"] == 0


@pytest.mark.parametrize("seed", [-1, 2**31, 1.5, "x"])
def test_the_api_refuses_a_seed_that_is_none(client, seed):
    boss = make_user("boss")
    event = make_event(entries=8, games=1, organiser=boss, stages=ROUND_ROBIN)
    answer = api(client, f"{event.slug}/rounds/", boss, seed=seed)
    assert answer.status_code == 400
    assert [error["field"] for error in answer.json()["errors"]] == ["seed"]


def test_the_api_draws_for_the_next_stage_and_for_a_play_off(client):
    boss = make_user("boss")
    event = tied_groups(organiser=boss)
    assert api(client, f"{event.slug}/stages/next/", boss, ties="lot").status_code == 200
    stages.undo_stage(actor=SYSTEM, event_id=event.pk, reason="again")
    assert api(client, f"{event.slug}/stages/playoff/", boss).status_code == 201
    assert [line[:2] for line in lots_of(event)[-2:]] == [
        ("lot.drawn", "stage:1"),
        ("lot.drawn", "round:4"),
    ]


def test_the_desk_offers_no_number_draws_and_says_what_it_drew(client):
    boss = make_user("boss")
    event = make_event(entries=8, games=1, organiser=boss, slug="cup", stages=ROUND_ROBIN)
    client.force_login(boss)
    page = text_of(client.get(url_of("manage-rounds", "cup")))
    assert re.findall(r'name="seed"[^>]*>', page)
    assert not re.search(r'name="seed"[^>]* value=', page)
    assert "empty: drawn by lot" in page
    client.post(url_of("manage-rounds", "cup"), {"do": "pair", "seed": ""})
    seed = proof_of(event.rounds.get())["seed"]
    draft = url_of("manage-draft", "cup", 1)
    page = text_of(client.get(draft))
    assert f"lot drawn: {seed}" in page
    assert re.findall(r'name="seed"[^>]*>', page)
    assert not re.search(r'name="seed"[^>]* value=', page)
    client.post(draft, {"do": "again", "seed": ""})
    assert [line[0] for line in lots_of(event)] == ["lot.drawn", "lot.redrawn"]
    client.post(draft, {"do": "again", "seed": "0"})
    assert "number of the lot, given by staff: 0" in text_of(client.get(draft))
    client.post(draft, {"do": "publish"})
    why = text_of(client.get(url_of("event-proof", "cup", 1)))
    assert "number of the lot, given by staff: 0" in why
    assert "were drawn by lot with its first round" in why
    journal = text_of(client.get(url_of("manage-journal", "cup")))
    assert f"drew the lot for round 1: {seed}" in journal
    assert "gave the number of the lot for round 1: 0" in journal
    wrong = {"do": "again", "seed": "-4", "reason": "late"}
    answer = client.post(url_of("manage-round", "cup", 1), wrong)
    assert "a number from 0 to 2147483647" in text_of(answer, 422)


def test_the_desk_draws_for_ties_and_play_offs(client):
    boss = make_user("boss")
    event = tied_groups(organiser=boss, slug="cup")
    client.force_login(boss)
    page = url_of("manage-stages", "cup")
    text = text_of(client.get(page))
    assert text.count('name="seed" inputmode="numeric" autocomplete="off"') == 2
    assert not re.search(r'name="seed"[^>]* value=', text)
    client.post(page, {"do": "lot", "seed": ""})
    assert lots_of(event)[-1][:2] == ("lot.drawn", "stage:1")


def test_how_numbers_are_given_is_an_option_of_the_settings(client):
    boss = make_user("boss")
    make_event(state="registration", organiser=boss, slug="cup", stages=ROUND_ROBIN)
    client.force_login(boss)
    page = text_of(client.get(url_of("manage-settings", "cup")))
    assert "Numbers of the round robin, places in the bracket" in page
    assert "in the order of the list" in page


def test_the_admin_draws_and_no_event_id_stands_for_chance(client):
    director = User.objects.create_superuser("director", password="x")
    client.force_login(director)
    event = tied_groups()
    address = reverse("admin:tournaments_event_changelist")
    client.post(
        address, {"action": "begin_next_stage", "_selected_action": [event.pk], "confirmed": "yes"}
    )
    action, subject, after = lots_of(event)[-1]
    assert (action, subject) == ("lot.drawn", "stage:1")
    assert after["seed"] != event.pk
    stages.undo_stage(actor=acting(director), event_id=event.pk, reason="again")
    client.post(
        address, {"action": "order_playoff", "_selected_action": [event.pk], "confirmed": "yes"}
    )
    assert lots_of(event)[-1][:2] == ("lot.drawn", "round:4")
    fresh = make_event(entries=8, games=1, stages=ROUND_ROBIN)
    client.post(
        address, {"action": "pair_next_round", "_selected_action": [fresh.pk], "confirmed": "yes"}
    )
    assert proof_of(fresh.rounds.get())["lot"] == "drawn"


def test_the_admin_and_the_api_choose_how_numbers_are_given_until_the_stage_begins(client):
    director = User.objects.create_superuser("director", password="x")
    client.force_login(director)
    event = make_event(state="registration", stages=ROUND_ROBIN)
    stage, address = event.stages.get(), reverse("admin:tournaments_event_changelist")
    chosen = {"draw_equals": "equals", "keep_list": "list", "draw_numbers": "lot"}
    for action, numbers in chosen.items():
        client.post(address, {"action": action, "_selected_action": [event.pk], "confirmed": "yes"})
        assert Stage.objects.get(pk=stage.pk).options["numbers"] == numbers
    stages.edit_stage(actor=SYSTEM, event_id=event.pk, number=1, options={"numbers": "list"})
    with pytest.raises(InvalidInput, match="lot, equals, list or given"):
        stages.edit_stage(actor=SYSTEM, event_id=event.pk, number=1, options={"numbers": "dice"})
    events.start(actor=SYSTEM, event_id=event.pk)
    asked = {"action": "draw_numbers", "_selected_action": [event.pk], "confirmed": "yes"}
    page = text_of(client.post(address, asked, follow=True))
    assert "fixed since the stage began" in page


def test_a_bracket_seats_players_in_the_order_given(client, boss):
    """The ratings say otherwise; the list is numbered by them all the same."""
    knockout = [{"system": "knockout", "options": {"numbers": "given"}}]
    event = make_event(entries=0, games=1, stages=knockout, state="registration", organiser=boss)
    for name, rating in (("Zoe", 1000), ("Yan", 1900), ("Xia", None), ("Wim", 1500)):
        enter(actor=SYSTEM, event_id=event.pk, player_id=make_player(name).pk, rating=rating)
    events.start(actor=SYSTEM, event_id=event.pk)
    seeds = event.stages.get().stage_entries.order_by("seed")
    assert list(seeds.values_list("entry__player__name", flat=True)) == ["Zoe", "Yan", "Xia", "Wim"]
    assert event.entries.get(player__name="Yan").number == 1
    round_ = published_round(event)
    met = {
        frozenset(seat.entry.player.name for seat in p.seats.all()) for p in round_.pairings.all()
    }
    assert met == {frozenset({"Zoe", "Wim"}), frozenset({"Yan", "Xia"})}
    assert check_event(event.pk) == []


def test_only_a_first_stage_has_the_order_given(client, boss):
    stages_of = [{"system": "swiss"}, {"system": "knockout", "options": {"places": 2}}]
    event = make_event(state="registration", stages=stages_of, organiser=boss)
    with pytest.raises(InvalidInput, match="only of the first stage"):
        stages.edit_stage(actor=SYSTEM, event_id=event.pk, number=2, options={"numbers": "given"})
    client.force_login(boss)
    asked = make_event(state="registration", stages=[{"system": "knockout"}], organiser=boss)
    pages = [text_of(client.get(url_of("manage-settings", each.slug))) for each in (event, asked)]
    assert ['<option value="given"' in page for page in pages] == [False, True]
    address = f"/api/v1/events/{asked.slug}/stages/1/"
    done = client.patch(address, {"options": {"numbers": "given"}}, content_type="application/json")
    assert done.status_code == 200, done.content
    assert asked.stages.get().options["numbers"] == "given"
