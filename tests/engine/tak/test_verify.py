"""Which rules a record is judged by, what is proven, what is only claimed."""

import pytest

from engine.errors import RecordError
from engine.tak.ruleset import make_ruleset
from engine.tak.verify import Rules, verify
from engine.verdict import Verdict

ROAD = "a1 a5 e1 a2 e2 b2 e3 c2 e4 d3 e5"
TIE = "a1 a2 b1 b2 c2 c1 d1 d2 d3 c3 b3 a3 a4 b4 c4 d4"  # tak-notation 8


def code_of(record: str, rules: Rules = None, *, lenient: bool = False) -> str:
    with pytest.raises(RecordError) as refused:
        verify(record, rules, lenient=lenient)
    return refused.value.code


def codes(verdict: Verdict) -> list[str]:
    return [warning["code"] for warning in verdict.warnings]


def test_a_road_is_proven_and_scored() -> None:
    verdict = verify(f'[Size "5"] [Player1 "Ann"] [Date "2026.1.2"]\n{ROAD} R-0')
    assert (verdict.result, verdict.winner, verdict.reason) == ("R-0", 1, "road")
    assert verdict.proven
    assert not verdict.claimed
    # TAK-8.1: 25 for the board and a piece for each left: 21 stones less 6, and the capstone.
    assert verdict.reserves["first"] == {"stones": 15, "capstones": 1}
    assert verdict.score == {"first": 25 + 15 + 1, "second": 0}
    assert verdict.players == {"first": "Ann", "second": ""}
    assert verdict.played_on == "2026-01-02"
    road = verdict.facts["road"]
    assert road["straight"]
    assert road["singles"]
    assert not road["stacks"]
    assert road["squares"] == [[f"e{row}", 1] for row in range(1, 6)]


def test_the_whole_verdict_of_a_record() -> None:
    """A flat of each and a wall of Ann; she resigns: 25 for the board, 21 pieces left."""
    answer = verify(
        '[Size "5"] [Komi "2"] [Player1 "Ann"] [Player2 "Bob"] [Date "2026.3.7"]\n'
        '[Clock "10:0 +5"] [Undos "1-0"]\n1. a1 e5 2. Sc3 0-1',
        {"name": "standard", "undo": "by_consent"},
    ).as_json()
    assert len(answer.pop("moves_hash")) == 64
    assert answer.pop("ruleset")["undo"] == "by_consent"
    assert answer == {
        "ok": True,
        "error": None,
        "game": "tak",
        "rules": "standard",
        "size": 5,
        "half_komi": 4,
        "plies": 3,
        "result": "0-1",
        "winner": 2,
        "reason": "resignation_or_time",
        "proven": False,
        "claimed": True,
        "tps": "x4,1/x5/x2,1S,x2/x5/2,x4 2 2",
        "reserves": {
            "first": {"stones": 19, "capstones": 1},
            "second": {"stones": 20, "capstones": 1},
        },
        "flats": {"first": 1, "second": 1},
        "score": {"first": 0, "second": 25 + 20 + 1},
        "players": {"first": "Ann", "second": "Bob"},
        "played_on": "2026-03-07",
        "warnings": [],
        "moves": ["a1", "e5", "Sc3"],
        "facts": {
            "capstones_placed": {"first": 0, "second": 0},
            "clock": {"seconds": 600, "increment_seconds": 5, "stacking": False},
            "undos": {"first": 1, "second": 0},
        },
    }


@pytest.mark.parametrize(
    ("komi", "result", "winner"), [("0", "1/2-1/2", None), ("0.5", "0-F", 2), ("2", "0-F", 2)]
)
def test_komi_of_the_tag_decides_a_tie(komi: str, result: str, winner: int | None) -> None:
    verdict = verify(f'[Size "4"] [Komi "{komi}"]\n{TIE}')
    assert (verdict.result, verdict.winner, verdict.proven) == (result, winner, True)
    assert verdict.reason == "board_full"
    assert verdict.score["first"] == 0


@pytest.mark.parametrize(
    ("claim", "winner", "reason", "claimed"),
    [
        ("1-0", 1, "resignation_or_time", True),
        ("0-1", 2, "resignation_or_time", True),
        ("1/2-1/2", None, "agreement", True),
        ("0-0", None, "unfinished", False),
        ("*", None, "unfinished", False),
        ("", None, "unfinished", False),
    ],
)
def test_what_cannot_be_proven(claim: str, winner: int | None, reason: str, claimed: bool) -> None:
    verdict = verify(f'[Size "5"]\n1. a1 e5 2. c3 {claim}')
    assert (verdict.winner, verdict.reason, verdict.claimed) == (winner, reason, claimed)
    assert not verdict.proven
    # TAK-8.4: a resignation scores as a win with the reserve at that time.
    assert sum(verdict.score.values()) == {1: 25 + 20, 2: 25 + 21}.get(winner or 0, 0)


def test_a_result_that_the_board_does_not_show() -> None:
    assert code_of('[Size "5"]\n1. a1 e5 F-0') == "result_not_on_board"
    assert code_of(f'[Size "5"]\n{ROAD} F-0') == "result_not_on_board"
    assert code_of(f'[Size "5"]\n{ROAD} 0-1') == "result_contradicts_board"
    assert code_of(f'[Size "5"]\n{ROAD} 1/2-1/2') == "result_contradicts_board"
    assert code_of(f'[Size "5"] [Result "0-R"]\n{ROAD} R-0') == "results_differ"
    lenient = verify('[Size "5"]\n1. a1 e5 F-0', lenient=True)
    assert (lenient.reason, codes(lenient)) == ("unfinished", ["result_not_on_board"])
    assert codes(verify(f'[Size "5"]\n{ROAD} 1-0')) == ["result_restated"]
    assert codes(verify(f'[Size "5"]\n{ROAD} 0-0')) == ["ended_but_unfinished"]
    odd = verify('[Size "5"] [Result "It works"]\n1. a1 e5')
    assert (odd.reason, codes(odd)) == ("unfinished", ["unknown_result"])


def test_an_events_ruleset_binds() -> None:
    event = make_ruleset("standard", size=5, half_komi=4)
    assert code_of('[Size "6"]\na1 e5', event) == "wrong_size"
    assert code_of('[Size "5"] [Komi "1"]\na1 e5', event) == "wrong_komi"
    assert code_of('[Size "5"] [Opening "no swap"]\na1 e5', event) == "wrong_opening"
    assert code_of('[Size "5"] [Flats "20"]\na1 e5', event) == "wrong_pieces"
    assert code_of('[Size "5"] [Caps "2"]\na1 e5', event.as_dict()) == "wrong_pieces"
    same = verify('[Size "5"] [Komi "2"] [Opening "swap"] [Flats "21"] [Caps "1"]\na1 e5', event)
    assert same.half_komi == 4
    assert not same.warnings
    silent = verify("a1 e5", event.as_dict())
    assert silent.half_komi == 4
    assert codes(silent) == ["not_stated"] * 2


def test_names_of_rules() -> None:
    assert code_of("a1 e5") == "size_missing"
    assert code_of('[Size "9"]\na1') == "set_not_stated"
    assert code_of('[Size "10"]\na1') == "size_not_supported"
    assert code_of('[Size "7"]\na1', "university") == "no_set_for_size"
    assert code_of('[Size "5"]\na1', "odd") == "unknown_ruleset"
    assert verify('[Size "7"] [Caps "1"]\na1', "beta").ruleset["capstones"] == 1
    assert verify('[Size "5"]\na1', {"name": "playtak"}).ruleset["reversible_limit"] == 50
    assert code_of('[Size "5"] [Komi "1"]\na1', {"half_komi": 0}) == "wrong_komi"
    inferred = verify("a1 f6 c3", lenient=True)
    assert (inferred.size, codes(inferred)) == (6, ["size_inferred"])
    by_rows = verify('[TPS "x5/x5/x2,1,x2/x5/x5 2 1"]\n1. -- a1', lenient=True)
    assert (by_rows.size, codes(by_rows)) == (5, ["size_inferred"])


def test_the_other_openings() -> None:
    double = verify('[Size "5"] [Opening "double black stack"]\n1. 2a1 e5 2. c3')
    assert double.tps == "x4,1/x5/x2,1,x2/x5/22,x4 2 2"
    assert verify('[Size "5"] [Opening "no-swap"]\n1. a1').tps.endswith("1,x4 2 1")


def test_the_moves_hash_covers_rules_and_moves_but_no_names() -> None:
    def digest(record: str) -> str:
        return verify(record).moves_hash

    plain = digest('[Size "5"]\n1. a1 e5 2. Cc3 Sd3 3. c3>*')
    assert plain == digest('[Size "5"] [Player1 "X"] [Date "2020.1.1"]\na1 Fe5 cc3 sd3 1c3>1\' 1-0')
    assert plain == digest('[Size "5"] [TPS "x5/x5/x5/x5/x5 1 1"]\na1 e5 Cc3 Sd3 c3>')
    others = [
        digest('[Size "5"] [Komi "1"]\n1. a1 e5 2. Cc3 Sd3 3. c3>*'),
        digest('[Size "6"]\n1. a1 e5 2. Cc3 Sd3 3. c3>*'),
        digest('[Size "5"]\n1. a1 e5 2. Cc3 Sd3'),
        digest('[Size "5"] [Opening "no swap"]\n1. a1 e5 2. Cc3 Sd3 3. c3>*'),
    ]
    assert len({plain, *others}) == 5


def test_the_sentence_of_an_illegal_move() -> None:
    with pytest.raises(RecordError) as refused:
        verify('[Size "5"]\n1. a1 e5 2. c3 c4 3. 2c3>11')
    error = refused.value
    assert (error.ply, error.move) == (5, "2c3>11")
    assert error.tps == "x4,1/x2,2,x2/x2,1,x2/x5/2,x4 1 3"
    assert str(error) == "Move 3, first player, `2c3>11`: c3 holds a single piece."


def test_a_tie_by_the_historical_rule() -> None:
    rules = {"name": "beta", "flat_tie": "second_player"}
    assert verify(f'[Size "4"]\n{TIE}', rules).result == "0-F"
