"""Gamnon is for three and more (002): events of pairs are refused by every way of planning one, and
no table of two is made. Tables have up to as many seats as the game has hands to deal."""

import importlib
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps

from games.services import enter_result
from tests.builders import acting, make_event, make_user, published_round
from tests.clients import signed_in, text_of
from tournaments.actor import SYSTEM
from tournaments.errors import InvalidInput
from tournaments.models import Event, Round, Stage, User
from tournaments.pairing import SYSTEMS
from tournaments.services.events import events
from tournaments.services.events.copying import copy_event
from tournaments.services.rounds import drafts, pairing_jobs, rounds
from tournaments.services.rounds.pairing_jobs import RoundImpossible
from tournaments.services.stages import playoffs, stages

pytestmark = pytest.mark.django_db
OF_PAIRS = sorted({*SYSTEMS} - {"tables", "manual"})


def gamnon(entries: int = 5, *, sizes: list[int] | None = None, **about: Any) -> Event:
    options = {"sizes": sizes} if sizes else {}
    planned = [{"system": "tables", "options": options}]
    return make_event(game="gamnon", games=1, entries=entries, **({"stages": planned} | about))


def seats(round_: Round) -> list[int]:
    return [pairing.seats.count() for pairing in round_.pairings.order_by("table")]


def refused(**about: Any) -> dict[str, Any]:
    with pytest.raises(InvalidInput) as error:
        gamnon(state="draft", **about)
    return error.value.details


# Planning.


@pytest.mark.parametrize("system", OF_PAIRS)
def test_an_event_of_pairs_is_refused_with_the_reason(system: str):
    said = refused(stages=[{"system": system}])
    assert said["field"] == "stages"
    assert "at least 3" in str(said["problem"])
    second = [{"system": "tables"}, {"system": system, "options": {"places": 4}}]
    assert refused(stages=second)["field"] == "stages"


@pytest.mark.parametrize("sizes", [[3, 4, 2], [2], [15]])
def test_a_table_of_two_or_of_fifteen_is_not_asked_for(sizes: list[int]):
    said = refused(sizes=sizes)
    assert said["field"] == "stages.options.sizes"


def test_a_second_stage_is_not_for_two():
    two = [{"system": "tables"}, {"system": "tables", "options": {"places": 2}}]
    assert refused(stages=two)["field"] == "stages.options.places"
    three = [
        {"system": "tables"},
        {"system": "tables", "options": {"places": 2, "best_of_rest": 1}},
    ]
    assert gamnon(stages=three, state="draft").stages.count() == 2


@pytest.mark.parametrize(
    ("game", "ruleset", "sizes", "problem"),
    [
        ("taki", {}, [10, 2], ""),
        ("taki", {}, [11], "2 to 10"),
        ("taki", {"deck": 58}, [7], ""),
        ("taki", {"deck": 58}, [8], "2 to 7"),
        ("gamnon", {}, [14, 3], ""),
    ],
)
def test_a_table_has_as_many_seats_as_there_are_hands(
    game: str, ruleset: dict[str, Any], sizes: list[int], problem: str
):
    def plan() -> Event:
        return events.create_event(
            actor=SYSTEM,
            new=events.NewEvent(
                slug="evening",
                name="Evening",
                game=game,
                ruleset=ruleset,
                stages=[{"system": "tables", "options": {"sizes": sizes}}],
            ),
        )

    if not problem:
        assert plan().stages.get().options["sizes"] == sizes
        return
    with pytest.raises(InvalidInput) as error:
        plan()
    assert problem in str(error.value)


def test_one_pack_does_not_become_the_rule_of_larger_tables():
    event = make_event(
        game="taki", games=1, state="draft",
        stages=[{"system": "tables", "options": {"sizes": [9]}}],
    )  # fmt: skip
    with pytest.raises(InvalidInput) as error:
        events.edit_event(
            actor=SYSTEM, event_id=event.pk, changes={"ruleset": {"name": "blog", "deck": 58}}
        )
    assert "2 to 7" in str(error.value)


def test_the_sizes_of_a_stage_are_held_to_the_game_when_they_change():
    event = gamnon(sizes=[3])
    for sizes, fits in (([3, 2], False), ([4, 14], True)):
        if fits:
            event.stages.update(state="open")
            stages.edit_stage(actor=SYSTEM, event_id=event.pk, number=1, options={"sizes": sizes})
            assert event.stages.get().options["sizes"] == sizes
            return
        with pytest.raises(InvalidInput):
            stages.edit_stage(actor=SYSTEM, event_id=event.pk, number=1, options={"sizes": sizes})


def test_the_api_refuses_pairs_of_gamnon():
    boss = make_user(staff=True)
    client = signed_in(boss)
    planned = {
        "slug": "duel", "name": "Duel", "game": "gamnon", "stages": [{"system": "swiss"}],
    }  # fmt: skip
    answer = client.post("/api/v1/events/", planned, content_type="application/json")
    assert answer.status_code == 400
    assert "at least 3" in text_of(answer, 400)
    planned["stages"] = [{"system": "tables"}]
    made = client.post("/api/v1/events/", planned, content_type="application/json")
    assert made.status_code == 201


def test_the_copy_of_an_event_of_pairs_is_refused():
    event = gamnon(state="draft")
    Stage.objects.filter(event=event).update(system="round_robin", options={})
    with pytest.raises(InvalidInput):
        copy_event(actor=SYSTEM, event_id=event.pk, slug="again", name="Again")


def test_stages_of_before_are_copied_without_their_tables_of_two():
    event, taki = gamnon(state="draft"), make_event(game="taki", games=1, state="draft")
    rows = Stage.objects.filter(event=event)
    Stage.objects.filter(event=taki).update(system="tables", options={"sizes": [4, 2]})
    migration = importlib.import_module("tournaments.migrations.0005_tables_of_gamnon")
    for before, after in (([3, 4, 2], [3, 4]), ([2], [3]), ([4, 3], [4, 3])):
        rows.update(options={"rounds": 3, "sizes": before})
        migration.drop_tables_of_two(apps, SimpleNamespace())
        assert rows.get().options == {"rounds": 3, "sizes": after}
    assert Stage.objects.get(event=taki).options == {"sizes": [4, 2]}
    copied = copy_event(actor=SYSTEM, event_id=event.pk, slug="again", name="Again")
    assert copied.stages.get().options["sizes"] == [4, 3]


# Playing.


def test_two_cannot_begin():
    event = gamnon(entries=2, state="registration")
    with pytest.raises(events.TooFewAtTable) as error:
        events.start(actor=SYSTEM, event_id=event.pk)
    assert "at least 3" in str(error.value)


@pytest.mark.parametrize(
    ("entries", "sizes", "expected"),
    [(5, [3], [5]), (5, [3, 4, 5], [5]), (4, [3], [4]), (7, [3], [3, 4]), (14, [14], [14])],
)
def test_nobody_sits_at_a_table_of_two(entries: int, sizes: list[int], expected: list[int]):
    assert seats(published_round(gamnon(entries, sizes=sizes))) == expected


def test_a_stage_of_before_that_asks_for_two_does_not_get_it():
    event = gamnon(5, sizes=[3])
    event.stages.update(options={"sizes": [3, 2]})
    assert seats(published_round(event)) == [5]


@pytest.mark.parametrize("system", ["round_robin", "knockout", "monrad"])
def test_an_event_of_pairs_of_before_gets_no_pairs(system: str):
    event = gamnon(4)
    event.stages.update(system=system, options={})
    with pytest.raises(drafts.RoundBreaksRules):
        pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk)


def test_pairs_by_hand_are_refused():
    event = gamnon(4, stages=[{"system": "manual"}])
    with pytest.raises(drafts.RoundBreaksRules):
        pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk, by_hand=[[1, 2], [3, 4]])
    made = pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk, by_hand=[[1, 2, 3, 4]])
    assert seats(made) == [4]


def test_a_round_for_two_who_are_left_is_refused_with_the_reason():
    event = gamnon(3)
    event.entries.filter(number=3).update(state="withdrawn")
    entry = event.entries.get(number=3)
    entry.absences.create(from_round=1, kind="withdrawn", points_x2=0)
    with pytest.raises(RoundImpossible) as error:
        pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk)
    assert "at least 3" in str(error.value)


def after_a_round(places: list[int]) -> Event:
    """Five at one table ended so; three of them go on to the next stage."""
    organiser = make_user()
    event = gamnon(
        5,
        organiser=organiser,
        match={"points": {"per_game": True}, "tiebreaks": []},
        stages=[
            {"system": "tables", "options": {"rounds": 1}},
            {"system": "tables", "options": {"places": 3}},
        ],
    )
    round_ = published_round(event)
    enter_places(organiser, round_, places)
    rounds.close_round(actor=SYSTEM, event_id=event.pk, number=1)
    return event


def enter_places(organiser: User, round_: Round, places: list[int]) -> None:
    enter_result(
        actor=acting(organiser),
        pairing_id=round_.pairings.get().pk,
        number=1,
        claim={"places": places},
    )


def test_two_who_are_level_cannot_play_it_off():
    event = after_a_round([1, 2, 3, 3, 5])
    with pytest.raises(playoffs.TooFewLevel) as error:
        playoffs.order_playoff(actor=SYSTEM, event_id=event.pk)
    assert "needs 3" in str(error.value)


def test_four_who_are_level_play_it_off_at_one_table():
    made = playoffs.order_playoff(actor=SYSTEM, event_id=after_a_round([1, 2, 2, 2, 2]).pk)
    assert seats(made) == [4]


@pytest.mark.parametrize(("places", "offered"), [([1, 2, 3, 3, 5], False), ([1, 2, 2, 2, 2], True)])
def test_the_desk_offers_a_play_off_only_where_there_is_a_table(places: list[int], offered: bool):
    event = after_a_round(places)
    client = signed_in(event.roles.get(role="organiser").user)
    page = text_of(client.get(f"/manage/{event.slug}/stages/"))
    assert ('value="playoff"' in page) is offered
    assert 'value="lot"' in page


# A loss is a loss.


@pytest.mark.parametrize(
    ("ruleset", "match", "takes_all"),
    [
        ({"name": "source"}, None, True),
        ({"name": "source"}, {"winner_takes_all": False}, False),
        ({"name": "source", "winner_takes_all": False}, None, False),
        ({"name": "standard"}, None, False),
    ],
)
def test_by_the_source_the_winner_takes_the_points(
    ruleset: dict[str, Any], match: dict[str, Any] | None, takes_all: bool
):
    event = events.create_event(
        actor=SYSTEM,
        new=events.NewEvent(
            slug="evening", name="Evening", game="gamnon", ruleset=ruleset, match=match
        ),
    )
    assert event.match.get("winner_takes_all", False) is takes_all


def test_an_event_that_takes_the_source_later_takes_that_along():
    event = gamnon(state="draft")
    changed = events.edit_event(
        actor=SYSTEM, event_id=event.pk, changes={"ruleset": {"name": "source"}}
    )
    assert changed.match["winner_takes_all"] is True
    places_count = events.edit_event(
        actor=SYSTEM, event_id=event.pk, changes={"match": {"winner_takes_all": False}}
    )
    assert places_count.match["winner_takes_all"] is False


def test_the_loser_of_a_game_by_the_source_has_no_point():
    organiser = make_user()
    planned = events.create_event(
        actor=SYSTEM,
        new=events.NewEvent(
            slug="evening", name="Evening", game="gamnon", ruleset={"name": "source"}
        ),
    )
    event = gamnon(3, organiser=organiser, match=planned.match)
    round_ = published_round(event)
    enter_places(organiser, round_, [1, 2, 2])
    points = round_.pairings.get().slots.get().results.get(current=True).seats.order_by("order")
    assert list(points.values_list("points_x2", flat=True)) == [2, 0, 0]
