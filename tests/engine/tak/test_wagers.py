"""Stakes by the University's rules: bids, calls, the pot. Source: TAK-7."""

import random
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RecordError
from engine.tak import wagers
from engine.tak.moves import format_move
from engine.tak.notation.ptn import format_ptn, parse_ptn
from engine.tak.notation.tps import parse_tps
from engine.tak.players import Player
from engine.tak.position import Position
from engine.tak.ruleset import make_ruleset
from engine.tak.verify import verify
from engine.tak.wagers import Call, End, WagerRules
from tests.examples import examples

RULES = WagerRules()
TRUE_THREAT = WagerRules(tak_call_valid="true_threat")


def coins(rules, bids, calls, *, plies, end):
    """Every transfer of a game that is over."""
    into = wagers.stake_payments(rules, bids, wagers.charge_calls(calls, plies=plies, rules=rules))
    return into + wagers.settle_pot(rules, wagers.pot_after(into), end)


def test_the_check_case_of_the_rules():
    """TAK-7.9. A bids 3, B 5: B moves first. A calls twice, then B; B wins with 4 unplayed."""
    bids = [(3, 5)]
    assert wagers.highest_bidder(bids) == 2
    calls = [Call(20, 2, True), Call(24, 2, True), Call(31, 1, True)]
    paid = wagers.charge_calls(calls, plies=40, rules=RULES)
    assert paid == [(20, 1), (31, 2)]  # B, who moves first, pays; then nothing; then A
    assert wagers.pot_after(wagers.stake_payments(RULES, bids)) == 25
    assert wagers.pot_after(wagers.stake_payments(RULES, bids, paid[:1])) == 27
    assert wagers.pot_after(wagers.stake_payments(RULES, bids, paid)) == 29
    net_gains = wagers.net_gains(coins(RULES, bids, calls, plies=40, end=End(1, 4)))
    assert net_gains == {"first": 16, "second": -16, "pot": 0}


def test_five_unplayed_bring_the_pot_and_five():
    """The book's own example, TAK-7.6."""
    won = wagers.settle_pot(RULES, 20, End(2, 5))
    assert wagers.net_gains(won) == {"pot": -20, "second": 25, "first": -5}


@pytest.mark.parametrize(
    ("bids", "mode", "higher"),
    [
        ([(3, 5)], "sealed", 2),
        ([(5, 0)], "sealed", 1),
        ([(4, 4), (4, 6)], "sealed", 2),
        ([(0, 0), (0, 0), (1, 0)], "sealed", 1),
        ([(4, 4), (4, 4), (4, 4)], "sealed", None),  # by lot
        ([(7, 8)], "ascending", 2),
    ],
)
def test_who_bids_more_begins(bids, mode, higher):
    assert wagers.highest_bidder(bids, mode) == higher


@pytest.mark.parametrize(
    ("bids", "mode", "code"),
    [
        ([], "sealed", "bids_unreadable"),
        ([(3, 5, 7)], "sealed", "bids_unreadable"),
        ([(3, -5)], "sealed", "bids_unreadable"),
        ([(True, 2)], "sealed", "bids_unreadable"),
        ([(3, 10_001)], "sealed", "bids_unreadable"),
        ([(1, 1)] * 4, "sealed", "bids_unreadable"),
        ([(4, 4)], "sealed", "bids_tied"),
        ([(4, 4), (5, 5)], "sealed", "bids_tied"),
        ([(3, 5), (3, 5)], "sealed", "bids_go_on"),
        ([(4, 4)], "ascending", "ascending_bids"),
        ([(4, 4), (4, 5)], "ascending", "ascending_bids"),
    ],
)
def test_bids_that_nobody_has_won_are_refused(bids, mode, code):
    with pytest.raises(RecordError) as refused:
        wagers.highest_bidder(bids, mode)
    assert refused.value.code == code
    assert str(refused.value)


def test_whenever_a_player_calls_tak_the_opponent_pays():
    """No call is exempt unless the event says so; then a false call leaves the token."""
    calls = [Call(9, 1, False), Call(11, 1, True), Call(12, 2, False), Call(13, 1, True)]
    assert wagers.charge_calls(calls, plies=20, rules=RULES) == [(9, 2), (12, 1), (13, 2)]
    assert wagers.charge_calls(calls, plies=20, rules=TRUE_THREAT) == [(11, 2)]


def test_calls_without_a_record_are_judged_by_the_token_alone():
    """A player cannot be forced to pay twice in a row."""
    sides = ["first", "first", "second", "second", "first"]
    assert wagers.charge_claimed_calls(sides) == [(1, 2), (3, 1), (5, 2)]
    coins_of_calls = wagers.call_payments(wagers.charge_claimed_calls(sides), step="claimed_call")
    assert (
        wagers.pot_after(wagers.stake_payments(RULES, [(5, 3)]) + coins_of_calls) == 20 + 5 + 3 * 2
    )
    assert coins_of_calls[-1] == wagers.Transfer("claimed_call:5", "second", "pot", 2)


def test_who_resigns_after_a_call_pays_nothing_for_it():
    """TAK-7.7: the caller wins, with the reserve at that moment."""
    calls = [Call(15, 1, True)]
    assert wagers.charge_calls(calls, plies=15, rules=RULES) == []
    net_gains = wagers.net_gains(coins(RULES, [(4, 0)], calls, plies=15, end=End(1, 12)))
    assert net_gains["second"] == -10 - 12


def test_a_drawn_pot_is_split_and_the_odd_coin_goes_to_who_paid_the_bid():
    net_gains = wagers.net_gains(coins(RULES, [(5, 0)], [], plies=30, end=End(None)))
    assert net_gains == {"first": -15 + 13, "second": -10 + 12, "pot": 0}


def test_a_drawn_pot_may_be_carried_over():
    rules = WagerRules(gamble_draw="carry_over")
    assert wagers.net_gains(wagers.settle_pot(rules, 25, End(None), carried=True)) == {
        "pot": -25,
        "carry": 25,
    }
    # With no game after it there is nobody to carry it to.
    assert wagers.net_gains(wagers.settle_pot(rules, 25, End(None)))["first"] == 13


def test_a_win_without_the_capstone_may_cost_more():
    rules = WagerRules(capless_stake_factor=3)
    assert wagers.net_gains(wagers.settle_pot(rules, 20, End(1, 2, capless=True)))["second"] == -22
    assert wagers.net_gains(wagers.settle_pot(rules, 20, End(1, 2)))["second"] == -2
    facts = {
        "reserves": {"first": {"stones": 4, "capstones": 1}},
        "capstones_placed": {"first": 0},
        "reason": "road",
    }
    five = make_ruleset(size=5).as_dict()
    assert wagers.end_from_facts(facts, winner=1, ruleset=five) == End(1, 5, True)
    resigned = {**facts, "reason": "resignation_or_time"}
    assert not wagers.end_from_facts(resigned, winner=1, ruleset=five).capless
    assert not wagers.end_from_facts(
        facts, winner=1, ruleset=make_ruleset(size=4).as_dict()
    ).capless
    stones = make_ruleset(size=5, reserve_counts="stones_only").as_dict()
    assert wagers.end_from_facts(facts, winner=1, ruleset=stones).unplayed == 4
    assert wagers.end_from_facts({}, winner=2, ruleset=five) == End(2, 0)


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"ante": -1}, "wager_value_unknown"),
        ({"ante": 2.5}, "wager_value_unknown"),
        ({"ante": True}, "wager_value_unknown"),
        ({"capless_stake_factor": 0}, "wager_value_unknown"),
        ({"gamble_draw": "burn"}, "wager_value_unknown"),
        ({"scheme": "casino"}, "wager_value_unknown"),
        ({"call_sign": "shout"}, "wager_value_unknown"),
        ({"point_coins": 0}, "wager_value_unknown"),
        ({"point_coins": 1001}, "wager_value_unknown"),
        ({"money": 5}, "wager_rule_unknown"),
    ],
)
def test_rules_that_make_no_sense(values, code):
    with pytest.raises(RecordError) as refused:
        wagers.wager_rules(values)
    assert refused.value.code == code
    assert str(refused.value)


# In a record

GAME = """[Size "5"]
[Ante "10"]
[Bids "3-5"]

1. a1 e5
2. e4 a2'
3. e3 {a plan} a3 {call}
4. e2 {call} b4 {Call }
5. e1 R-0
"""


def test_a_record_tells_ante_bids_and_calls():
    verdict = verify(GAME)
    assert verdict.facts["wagers"] == {"ante": 10, "bids": [[3, 5]], "calls": [6, 7, 8]}
    assert verdict.result == "R-0"


@pytest.mark.parametrize(
    ("sign", "plies"), [("comment", [6, 7, 8]), ("mark", [4]), ("either", [4, 6, 7, 8])]
)
def test_the_event_says_what_counts_as_a_call(sign, plies):
    """In GAME three plies have the comment {call}, and one has the Tak mark."""
    calls = wagers.read_calls(GAME, verify(GAME).ruleset, sign=sign)
    assert [call.ply for call in calls] == plies


def test_calls_are_judged_by_the_board():
    calls = wagers.read_calls(GAME, verify(GAME).ruleset)
    # First has e5 to e2 and needs e1; second has a1 to a3, two spaces short of a road.
    assert calls == [Call(6, 2, False), Call(7, 1, True), Call(8, 2, False)]


def test_stakes_that_cannot_be_read_are_left_out_with_a_warning():
    verdict = verify(GAME.replace('"3-5"', '"all of it"').replace('Ante "10"', 'Ante "ten"'))
    assert "bids" not in verdict.facts["wagers"]
    assert [w["code"] for w in verdict.warnings] == ["stakes_unread", "stakes_unread"]


def test_bids_after_a_tie_are_further_pairs():
    verdict = verify(GAME.replace('"3-5"', '"4-4, 2-2,3 - 5"'))
    assert verdict.facts["wagers"]["bids"] == [[4, 4], [2, 2], [3, 5]]


def test_other_records_have_no_stakes():
    bare = (
        GAME.replace('[Ante "10"]\n[Bids "3-5"]\n', "").replace("{call}", "").replace("{Call }", "")
    )
    assert "wagers" not in verify(bare).facts
    assert verify(bare).moves_hash == verify(GAME).moves_hash


def test_calls_on_a_set_up_board_and_in_its_opening():
    """The flats of the opening may be due on a board that is not empty."""
    tps = "x3/x3/1,x2 1 1"
    record = f'[Size "3"]\n[TPS "{tps}"]\n\n1. b1 {{call}} c3 {{call}}\n2. a2 {{call}} *\n'
    calls = wagers.read_calls(record, verify(record).ruleset)
    assert [(call.ply, call.side) for call in calls] == [(1, 1), (2, 2), (3, 1)]


def wins_at_once(position, player):
    """TAK-7.5 read literally, by trying every legal move of the player."""
    turned = replace(position, to_move=player)
    outcomes = [turned.play(move).outcome for move in turned.legal_moves()]
    return any(outcome is not None and outcome.winner == player for outcome in outcomes)


@st.composite
def called_games(draw):
    """A random game of a small size, with calls strewn in; perhaps not finished."""
    size = draw(st.sampled_from([3, 4]))
    ruleset = make_ruleset(size=size)
    rng = random.Random(draw(st.integers(0, 10_000)))
    position, moves, positions = Position.start(ruleset), [], []
    for _ in range(draw(st.integers(0, 60))):
        legal = position.legal_moves()
        if not legal:
            break
        move = rng.choice(legal)
        moves.append(format_move(move, size))
        position = position.play(move)
        positions.append(position)
    calls = sorted(draw(st.sets(st.integers(1, len(moves))))) if moves else []
    return ruleset, moves, positions, calls


@examples(40)
@given(
    called_games(),
    st.sampled_from([RULES, TRUE_THREAT, WagerRules(ante=7, capless_stake_factor=4)]),
)
def test_whatever_is_called_nobody_makes_coins(game, rules):
    ruleset, moves, positions, called = game
    text = format_ptn({"Size": str(ruleset.size)}, moves)
    lines = text.split()
    record = with_calls(text, called)
    assert list(parse_ptn(record).tokens) == moves
    verdict = verify(record)
    calls = wagers.read_calls(record, verdict.ruleset)
    assert [call.ply for call in calls] == called
    token = 0
    for call in calls:
        after = positions[call.ply - 1]
        true = after.outcome is None and wins_at_once(after, call.side)
        if token != call.side:
            assert call.threat == true, (lines, call)
            token = call.side if true else token
    bids = [(2, 9)]
    for winner in (1, 2, None):
        end = wagers.end_from_facts(verdict.as_json(), winner=winner, ruleset=verdict.ruleset)
        moved = coins(rules, bids, calls, plies=verdict.plies, end=end)
        net_gains = wagers.net_gains(moved)
        assert sum(net_gains.values()) == 0
        assert net_gains["pot"] == 0
        paid = [each for each in moved if each.step.startswith("call")]
        payers = [each.payer for each in paid]
        assert all(one != next_ for one, next_ in pairwise(payers))


def with_calls(text, called):
    """The record with {call} behind each of these plies."""
    head, _, body = text.partition("\n\n")
    out, ply = [], 0
    for word in body.split():
        out.append(word)
        if not word.endswith("."):
            ply += 1
            if ply in called:
                out.append("{call}")
    return f"{head}\n\n{' '.join(out)}\n"


def test_a_threat_needs_one_more_ply_of_the_caller():
    ruleset = make_ruleset(size=3)
    near = parse_tps("x3/x3/1,1,x 2 3", ruleset)
    assert wagers.threatens(near, Player.FIRST)
    assert not wagers.threatens(near, Player.SECOND)
    won = parse_tps("x3/x3/1,1,1 2 3", ruleset)
    assert not wagers.threatens(won, Player.FIRST)  # it is over


def test_a_record_may_not_call_without_end():
    start = "1. a1 e5\n2. b1 d5\n"
    moves = ["b1+", "d5-", "b2-", "d4+"] * 60
    lines = [
        f"{at // 2 + 3}. {moves[at]} {{call}} {moves[at + 1]} {{call}}"
        for at in range(0, len(moves), 2)
    ]
    record = '[Size "5"]\n\n' + start + "\n".join(lines) + "\n1/2-1/2\n"
    with pytest.raises(wagers.TooManyCalls):
        wagers.read_calls(record, verify(record).ruleset)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("scheme", ["university", "tavern"]),
        ("bid_mode", ["sealed", "ascending"]),
        ("call_sign", ["comment", "mark", "either"]),
        ("tak_call_valid", ["any", "true_threat"]),
        ("gamble_draw", ["split", "carry_over"]),
        ("ante", [10, 0, 10_000]),
        ("point_coins", [1, 1_000]),
        ("capless_stake_factor", [1, 10]),
    ],
)
def test_every_value_of_a_rule_of_stakes(name, values):
    """The first is the one that an event has unless it says otherwise; numbers to both ends."""
    assert getattr(wagers.wager_rules({}), name) == values[0]
    assert [getattr(wagers.wager_rules({name: value}), name) for value in values] == values
    beyond = [min(values) - 1, max(values) + 1] if isinstance(values[0], int) else ["x"]
    for value in beyond:
        with pytest.raises(RecordError) as refused:
            wagers.wager_rules({name: value})
        assert refused.value.code == "wager_value_unknown"
        assert str(refused.value).endswith(f"cannot be {value}.")


@pytest.mark.parametrize(("factor", "most"), [(1, 22), (3, 42)])
def test_the_most_that_an_end_can_cost_beyond_the_pot(factor, most):
    """22 pieces that were not played, a coin each, and twice the ante of ten more (TAK-7.10)."""
    rules = wagers.wager_rules({"ante": 10, "capless_stake_factor": factor})
    assert wagers.max_end_payment(rules, pieces=22) == most
    paid = wagers.settle_pot(rules, 20, End(1, 22, capless=True))
    assert sum(each.amount for each in paid if each.payer == "second") == most
