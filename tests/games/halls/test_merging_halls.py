"""The merge of what changed in a hall with what changed at the server, without a database."""

import re

from hypothesis import given
from hypothesis import strategies as st

from games.halls.facts import marks_of, order_of
from games.halls.merging import HALL, SERVER, Sides, merge, renumbered_key
from tests.examples import examples
from tests.paths import ROOT

NOW = "2026-11-26T12:00:00.000000Z"
SALT = "salt"


def sides(base, server, hall):
    return Sides(SALT, marks_of(SALT, base), server, hall)


def merged(base, server, hall, **answers):
    return merge(sides(base, server, hall), answers, now=NOW)


def slot(*results, games=(), state="decided"):
    """A slot with these revisions, as (outcome, at); the last one counts."""
    return {
        "columns": {"number": 1, "kind": "regular", "first_seat": 1, "state": state},
        "results": [
            {
                "revision": number, "current": number == len(results), "kind": "played",
                "outcome": outcome, "facts": {}, "source": "", "at": at, "points_x2": [],
                "places_x2": [], "reason": "" if number == 1 else "typed wrong",
            }
            for number, (outcome, at) in enumerate(results, start=1)
        ],
        "games": list(games), "rulings": [], "disputes": [],
    }  # fmt: skip


def paired(*pairs):
    return {"pairings": [{"leg": 1, "seats": list(pair)} for pair in pairs]}


KEY = "slot:1:1:1-2:1"
ROUND = {"round:1": paired((1, 2)), "state:1": {"state": "published"}}


def test_what_one_side_changed_comes_from_that_side():
    base = {"setting:name": "Open", "setting:venue": "Hall", "entry:1": {"state": "in"}}
    found = merged(
        base,
        base | {"setting:name": "Club open"},
        base | {"setting:venue": "Tavern", "entry:2": {"state": "in"}},
    )
    assert found.questions == ()
    assert found.facts == {
        "setting:name": "Club open",
        "setting:venue": "Tavern",
        "entry:1": {"state": "in"},
        "entry:2": {"state": "in"},
    }
    assert found.taken == ("entry:2", "setting:venue")


def test_the_four_games_of_the_document():
    text = (ROOT / "docs/hall.md").read_text()
    rows = re.findall(r"^\| `(slot:\S+)` \| (\S+) \| (\S+) \| (\S+) \|$", text, re.MULTILINE)
    assert len(rows) == 4

    def facts(at):
        ends = {row[0]: row[at] for row in rows}
        opened = slot(state="open")
        return {key: opened if end == "open" else slot((end, "10:00")) for key, end in ends.items()}

    pairs = [[int(part) for part in row[0].split(":")[3].split("-")] for row in rows]
    round_ = {"round:4": paired(*pairs), "state:4": {"state": "published"}}
    base = round_ | {row[0]: slot(state="open") for row in rows}
    server, hall = round_ | facts(1), round_ | facts(2)
    found = merged(base, server, hall)
    asked = {question.key for question in found.unanswered}
    for key, _server, _hall, after in rows:
        if after == "asked":
            assert key in asked
            answered = merged(base, server, hall, **{key: HALL}).facts[key]["results"]
            assert [(row["outcome"], row["current"]) for row in answered] == [
                ("R-0", False),
                ("0-R", True),
            ]
        else:
            assert key not in asked
            assert found.facts[key]["results"][-1]["outcome"] == after


def test_what_both_changed_is_asked_and_nobody_is_asked_twice_about_the_same():
    base, server, hall = ({"setting:name": name} for name in ("Open", "Here", "There"))
    found = merged(base, server, hall)
    assert [(each.key, each.server, each.hall) for each in found.unanswered] == [
        ("setting:name", "Here", "There")
    ]
    assert merged(base, server, hall, **{"setting:name": HALL}).facts == hall
    assert merged(base, server, hall, **{"setting:name": SERVER}).facts == server
    assert merged(base, server, server).questions == ()


def test_a_result_of_both_sides_is_asked_about_and_both_stay_as_revisions():
    base = ROUND | {KEY: slot(state="open")}
    server = ROUND | {KEY: slot(("R-0", "10:00"))}
    hall = ROUND | {KEY: slot(("0-R", "10:05"))}
    found = merged(base, server, hall, **{KEY: HALL})
    rows = found.facts[KEY]["results"]
    assert [(row["revision"], row["outcome"], row["current"]) for row in rows] == [
        (1, "R-0", False),
        (2, "0-R", True),
    ]
    assert rows[1]["reason"] == "returned from a hall"
    assert merged(base, server, hall, **{KEY: SERVER}).facts == server


def test_the_same_result_typed_on_both_sides_is_no_question():
    base = ROUND | {KEY: slot(state="open")}
    server = ROUND | {KEY: slot(("R-0", "10:00"))}
    hall = ROUND | {KEY: slot(("R-0", "10:05"))}
    found = merged(base, server, hall)
    assert found.questions == ()
    assert found.facts == server


def test_a_game_that_only_the_server_has_is_void_where_the_hall_decides():
    ours = {"game": "a", "state": "confirmed", "moves_hash": "x"}
    theirs = {"game": "b", "state": "confirmed", "moves_hash": "y"}
    base = ROUND | {KEY: slot(state="open")}
    server = ROUND | {KEY: slot(("R-0", "10:00"), games=[ours])}
    hall = ROUND | {KEY: slot(("0-R", "10:05"), games=[theirs])}
    games = merged(base, server, hall, **{KEY: HALL}).facts[KEY]["games"]
    assert games == [ours | {"state": "void"}, theirs]


def test_a_round_that_both_paired_is_one_question_with_all_that_follows_it():
    base = ROUND | {KEY: slot(("R-0", "9:00"))}
    two = "slot:2:1:1-3:1"
    server = base | {"round:2": {"draft": True}}
    hall = base | {
        "round:2": paired((1, 3)),
        "state:2": {"state": "closed"},
        two: slot(("R-0", "10:00")),
        "round:3": paired((1, 4)),
        "state:3": {"state": "published"},
        "slot:3:1:1-4:1": slot(state="open"),
    }
    found = merged(base, server, hall)
    assert [each.key for each in found.questions] == ["round:2"]
    assert "slot:3:1:1-4:1" in found.questions[0].keys
    assert merged(base, server, hall, **{"round:2": HALL}).facts == hall
    assert merged(base, server, hall, **{"round:2": SERVER}).facts == server


def test_two_people_who_got_one_number_both_stay():
    base = {"entry:1": {"player": "a"}, "seat:1:1": ["", 1, 0, None, ""]}
    server = base | {"entry:2": {"player": "b"}, "seat:1:2": ["", 2, 0, None, ""]}
    hall = base | {"entry:2": {"player": "c"}, "seat:1:2": ["", 2, 0, None, ""]}
    found = merged(base, server, hall, **{"entry:2": HALL})
    assert found.renumbered == {2: 3}
    assert found.facts == base | {
        "entry:2": {"player": "c"},
        "seat:1:2": ["", 2, 0, None, ""],
        "entry:3": {"player": "b"},
        "seat:1:3": ["", 3, 0, None, ""],
    }
    assert renumbered_key("seat:1:2", found.renumbered) == "seat:1:3"
    assert renumbered_key("slot:1:1:2-1:1", found.renumbered) == "slot:1:1:2-1:1"
    assert merged(base, server, hall, **{"entry:2": SERVER}).facts == server


def test_an_answer_to_no_question_is_named():
    assert merged({}, {}, {}, **{"setting:name": HALL}).unknown == ("setting:name",)


def test_keys_are_sorted_by_their_numbers():
    keys = ["round:10", "round:9", "entry:2", "slot:2:1:10-3:1", "slot:2:1:9-3:1"]
    assert sorted(keys, key=order_of) == [
        "entry:2", "round:9", "round:10", "slot:2:1:9-3:1", "slot:2:1:10-3:1",
    ]  # fmt: skip


names = st.sampled_from(["setting:name", "setting:venue", "entry:1", "absences:1", "stage:1"])
plain = st.dictionaries(names, st.integers(0, 2))
slots = st.dictionaries(
    st.sampled_from([f"slot:{number}:1:1-2:1" for number in (1, 2, 3)]),
    st.sampled_from([slot(state="open"), slot(("R-0", "1")), slot(("0-R", "2"))]),
)
rounds = st.dictionaries(
    st.sampled_from(["round:1", "round:2", "round:3"]),
    st.sampled_from([paired((1, 2)), paired((2, 1))]),
)
events = st.tuples(plain, slots, rounds).map(lambda three: {**three[0], **three[1], **three[2]})


@examples(200)
@given(events, events, events, st.sampled_from([HALL, SERVER]))
def test_no_fact_of_either_side_is_lost(base, server, hall, said):
    asked = merged(base, server, hall).questions
    found = merged(base, server, hall, **{each.key: said for each in asked})
    decided = {key for each in asked for key in each.keys}
    marks = sides(base, server, hall)
    for key in server.keys() | hall.keys():
        if key in decided or not marks.differs(key):
            continue
        source = hall if marks.is_changed(key, hall) else server
        value, wanted = found.facts.get(key), source.get(key)
        if key.startswith("slot:") and value and wanted:
            outcomes = {row["outcome"] for row in value["results"]}
            assert outcomes >= {row["outcome"] for row in wanted["results"]}
        else:
            assert value == wanted
    for key in decided:
        if said == SERVER:
            assert found.facts.get(key) == server.get(key)
        else:
            assert (key in found.facts) == (key in hall)


@examples(200)
@given(events, events, events, st.sampled_from([HALL, SERVER]))
def test_merging_the_same_again_changes_nothing(base, server, hall, said):
    asked = merged(base, server, hall).questions
    found = merged(base, server, hall, **{each.key: said for each in asked})
    again = merged(hall, found.facts, hall)
    assert again.questions == ()
    assert again.facts == found.facts
    assert again.taken == ()


@given(events, events, events)
def test_questions_come_in_one_order(base, server, hall):
    def turned(facts):
        return dict(reversed(facts.items()))

    one = merged(base, server, hall).questions
    assert one == merged(turned(base), turned(server), turned(hall)).questions
    assert [each.key for each in one] == sorted((each.key for each in one), key=order_of)


def test_what_was_decided_of_a_match_is_a_fact_of_its_round():
    owls, crows = ({"team": team, "reason": "the toss"} for team in (1, 2))
    key = "match:1:1"
    assert merged(ROUND, ROUND, ROUND | {key: crows}).facts == ROUND | {key: crows}
    assert key not in merged(ROUND | {key: owls}, ROUND | {key: owls}, ROUND).facts
    both = merged(ROUND, ROUND | {key: owls}, ROUND | {key: crows})
    assert [question.key for question in both.unanswered] == [key]
    # Both paired round 1: what was decided in it goes with the round.
    there = {"round:1": paired((1, 3)), "state:1": {"state": "published"}, key: crows}
    parted = merged({}, ROUND | {key: owls}, there, **{"round:1": HALL})
    assert parted.facts == there
