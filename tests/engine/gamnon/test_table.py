"""The table: what a turn asks for step by step, the options, and that no card is ever lost."""

import random
from collections import Counter
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.gamnon.actions import Action, Kind
from engine.gamnon.bots import choose_random, deal_from_seed
from engine.gamnon.record import parse_record, read_token
from engine.gamnon.refusals import GameIsOver, NotDue, PileNotKnown, PlayRefused, SeveralClosing
from engine.gamnon.ruleset import make_ruleset
from engine.gamnon.setup import set_up
from engine.gamnon.table import Table, apply, legal_actions, start_play
from tests.engine.gamnon.records import position
from tests.engine.gamnon.referee import least_share
from tests.examples import examples


def table_of(*hands: str, kupa: str, closed: str = "", more: str = "", **options) -> Table:
    text = position(*hands, kupa=kupa, closed=closed, more=more)
    return set_up(parse_record(text), make_ruleset(**options))


def played(table: Table, tokens: str) -> Table:
    seats = {name: seat for seat, name in enumerate(table.players)}
    for token in tokens.split():
        table = apply(table, read_token(token, table.active, seats))
    return table


def hands(table: Table) -> list[str]:
    return [" ".join(hand) for hand in table.hands]


def cards(table: Table) -> Counter[str]:
    return Counter([card for hand in table.hands for card in hand] + [*table.kupa, *table.closed])


GIVERS = {"refill_sources": "givers_only"}


# GAM-4: while the closed pile exists.


def test_two_spades_are_paid_with_two_black_cards():
    # GAM-4.1: the top 2S takes two black cards, any two of three.
    table = table_of("3S 4C 5S 6H", "2H", "3H", kupa="2S", closed="KD")
    legal = {frozenset(action.cards) for action in legal_actions(table)}
    assert legal == {frozenset({"3S", "4C"}), frozenset({"3S", "5S"}), frozenset({"4C", "5S"})}


def test_a_jack_with_two_cards_takes_nine():
    # GAM-4.2.
    closed = "2S 3S 5S 6S 7S 8S 9S TS JS QS"
    table = played(table_of("2H 3D 4S", "2C", "3C", kupa="JH", closed=closed), "P2H.3D T9 OQS")
    assert hands(table)[0] == "4S 2S 3S 5S 6S 7S 8S 9S TS JS"
    assert table.kupa == ("JH", "2H", "3D", "QS")


def test_an_empty_hand_takes_the_kupa_before_the_closing_card():
    # GAM-4.4, 4.5.
    table = played(table_of("2H 3D", "2C", "3C", kupa="4S 2D", closed="KD"), "P2H.3D KA OKD")
    assert hands(table)[0] == "4S 2D 2H 3D"
    assert table.kupa == ("KD",)


def test_hands_go_against_the_direction_of_play():
    # GAM-5.2: seat i receives the hand of seat i + 1.
    table = table_of(
        "2H 3H KS", "4H 5H KC", "6H 7H QS", kupa="2D", closed="2C 2S 3C", more="pos: 2"
    )
    table = played(table, "P2H.3H O2C ~")
    assert hands(table) == ["4H 5H KC", "6H 7H QS", "KS"]
    assert (table.active, table.pos) == (1, 0)


# GAM-6: phase 2, and the order of GAM-7.

FIVE = "3H 4H 5H 6H 7H"
SIX = "3D 4D 5D 6D 7D 8D"


def test_ten_missing_are_five_from_each():
    # GAM-6.3: AC, four black cards, the others have six each and keep one.
    table = table_of("2S 3S 4S 5S 9H", "3H 4H 5H 6H 7H 8H", SIX, kupa="AC")
    table = played(table, "P2S.3S.4S.5S GB:3H.4H.5H.6H.7H GC:3D.4D.5D.6D.7D")
    assert hands(table)[1:] == ["8H", "8D"]
    assert len(table.hands[0]) == 11


def test_the_giver_of_exactly_his_share_takes_the_kupa():
    # GAM-6.5.
    table = table_of("2S 3S 4S 6S 9H", FIVE, SIX, kupa="AS")
    table = played(table, "P2S.3S.4S.6S GB:3H.4H.5H.6H.7H GC:3D.4D.5D.6D.7D KB O9H")
    assert hands(table)[1] == "AS 2S 3S 4S 6S"
    assert table.kupa == ("9H",)
    assert table.winner is None


def test_when_all_others_gave_all_the_active_player_wins():
    # GAM-6.6: the same with five cards in C's hand.
    table = table_of("2S 3S 4S 6S 9H", FIVE, "3D 4D 5D 6D 7D", kupa="AS")
    table = played(table, "P2S.3S.4S.6S GB:3H.4H.5H.6H.7H GC:3D.4D.5D.6D.7D =A")
    assert (table.winner, table.pending, table.turns) == (0, None, 1)


def test_one_exact_and_one_owing_are_all_empty():
    # GAM-8 #4.
    table = table_of("2S 3S 4S 6S 9H", FIVE, "3D 4D", kupa="AS")
    assert played(table, "P2S.3S.4S.6S GB:3H.4H.5H.6H.7H GC:3D.4D =A").winner == 0


def test_the_pile_runs_out_in_the_middle_of_taking():
    # GAM-6.7: five missing, two in the pile, three shared by two: two each.
    table = table_of("9C", "2H 3H 4H", "2D 3D 4D", kupa="5D", closed="KS KC")
    table = played(table, "P- T2 GB:2H.3H GC:2D.3D O9C")
    assert hands(table)[0] == "KS KC 2H 3H 2D 3D"


def test_a_source_gives_what_it_has_and_an_empty_one_no_token():
    # GAM-8 #5, GAM-11.2: k = 4, N = 12 on QS, share 4; B and C are short and refill by one each.
    table = table_of("9H", "2H 3H", "2D", "4D 5D 6D 7D 8D", kupa="QS")
    table = played(table, "P- GB:2H.3H GC:2D GD:4D.5D.6D.7D")
    # B lacks 2, one each from A, C and D: C has none. C lacks 3, one each from A, B and D.
    table = played(table, "RB<A:2H RB<D:8D RC<A:3H RC<B:8D")
    # D gave his share and then his last card: he owes nothing, and takes the kupa.
    table = played(table, "KD O9H")
    assert hands(table) == ["2D 4D 5D 6D 7D", "2H", "3H 8D", "QS"]


def test_only_other_givers_refill():
    # GAM-8 #1, GAM-11.1: the active player is left out, so C alone gives all three.
    table = table_of("5H", "2H 3H 4H 6H", SIX + " 9D TD QD JD", kupa="AS", **GIVERS)
    table = played(table, "P- GB:2H.3H.4H.6H GC:3D.4D.5D.6D.7D.8D.9D RB<C:TD.QD.JD")
    assert hands(table)[1] == "TD QD JD"


def test_a_short_giver_who_is_emptied_again_takes_no_kupa():
    # GAM-11.5: B was short, was refilled, and gave it all to C.
    table = table_of("9H", "2H 3H 4H", "", "2D 3D 4D 5D 6D 7D 8D 9D", kupa="QS")
    table = played(table, "P- GB:2H.3H.4H GC:- GD:2D.3D.4D.5D RB<A:2H RB<D:6D")
    table = played(table, "RC<A:3H.4H RC<B:2H.6D RC<D:7D.8D O9H")
    assert hands(table) == ["2D 3D 4D 5D", "", "3H 4H 2H 6D 7D 8D", "9D"]


def test_on_the_next_turn_he_owes_nothing_and_takes_it():
    # GAM-11.5: C, emptied as a short giver in A's turn, is the one empty other in B's.
    blacks = "2S 3S 4S 5S 6S 7S 8S 9S TS JS"
    table = table_of("2C", blacks, "3C 4C 5C", "", "6C 7C 8C 9C", kupa="AH", **GIVERS)
    table = played(table, "P- GB:2S.3S.4S.5S GC:3C.4C.5C GD:- GE:6C.7C.8C.9C")
    table = played(table, "RC<B:6S RD<B:7S.8S RD<C:6S KE O2C")
    assert hands(table)[1:] == ["9S TS JS", "", "7S 8S 6S", "AH"]

    table = played(table, "P9S.TS KC OJS")
    assert hands(table)[2] == "2C 9S TS"


def several_empty(rule: str) -> Table:
    """B and C gave exactly their share of 5, D keeps one card."""
    hands = ("9H", FIVE, "3D 4D 5D 6D 7D", "3C 4C 5C 6C 7C 8C")
    table = table_of(*hands, kupa="AS 2S AH 2D AD", multi_empty=rule)
    return played(table, "P9H GB:3H.4H.5H.6H.7H GC:3D.4D.5D.6D.7D GD:3C.4C.5C.6C.7C")


@pytest.mark.parametrize(
    ("rule", "tokens"), [("none", "O3H"), ("first_in_order", "KB O3H"), ("active_wins", "=A")]
)
def test_two_empty_hands(rule, tokens):
    # GAM-8 #3, GAM-11.5.
    table = played(several_empty(rule), tokens)
    assert table.winner == (0 if rule == "active_wins" else None)
    assert table.between_turns


def test_who_is_emptied_by_closing_takes_what_lies_below():
    # GAM-8 #7, GAM-11.7.
    start = table_of("2H 3D KS", "2C", "3C", kupa="4S 2D")
    below = played(start, "P2H.3D OKS KA")
    assert hands(below)[0] == "4S 2D 2H 3D"
    assert below.kupa == ("KS",)

    stays = played(
        table_of("2H 3D KS", "2C", "3C", kupa="4S 2D", empty_after_close="stay_empty"), "P2H.3D OKS"
    )
    assert hands(stays)[0] == ""
    assert stays.active == 1


def test_nothing_lies_below_where_another_took_the_kupa_before_the_closing_card():
    # GAM-7 steps 6 to 8: C is empty and takes the kupa, A closes with the last card.
    table = played(table_of("2H 3D KS", "2C", "", kupa="4S 2D"), "P2H.3D KC OKS")
    assert hands(table) == ["", "2C", "4S 2D 2H 3D"]
    assert (table.kupa, table.active) == (("KS",), 1)
    assert table.pending is not None
    assert table.pending.kind == Kind.PAY


def test_the_last_who_holds_cards_wins_after_the_closing_card():
    # GAM-7 step 9: A closes with his last card, C is empty; B holds the only cards.
    table = table_of("2H 3D KS", "2C", "", kupa="4S 2D", empty_after_close="stay_empty")
    # C is the one empty other, and takes the kupa; so it is B and C who hold cards.
    assert played(table, "P2H.3D KC OKS").winner is None
    alone = table_of("2H 3D KS", "2C", "", "", kupa="4S 2D", empty_after_close="stay_empty")
    assert played(alone, "P2H.3D OKS =B").winner == 1


def test_the_turn_limit_stops_the_game_before_an_exchange():
    # GAM-11.4.
    table = table_of("2H 3H KS", "4H KC", "6H", kupa="2D", closed="2C", more="pos: 2", max_turns=1)
    table = played(table, "P2H.3H O2C")
    assert (table.pending, table.winner) == (None, None)
    assert hands(table)[1] == "4H KC"


def test_a_pile_is_known_as_far_as_it_is_told():
    table = table_of("2H 3H KS", "4H", "6H", kupa="4D", closed="2C …")
    with pytest.raises(PileNotKnown) as refused:
        apply(table, next(legal_actions(table)))
    assert refused.value.params == {"known": 1, "needed": 2}

    paid = table_of("2H 3H KS", "4H", "6H", kupa="2D", closed="…")
    with pytest.raises(PileNotKnown) as refused:
        apply(paid, next(legal_actions(paid)))
    assert refused.value.params == {"known": 0, "needed": 1}


# Actions that are not legal.


def test_an_error_shows_hand_top_and_what_would_be_legal():
    table = table_of("3S 4C 6H", "2H", "3H", kupa="2S", closed="KD")
    with pytest.raises(PlayRefused) as refused:
        apply(table, Action(Kind.PAY, 0, ("3S", "6H")))
    assert (refused.value.code, refused.value.params) == (
        "gamnon_wrong_colour",
        {
            "player": "A",
            "token": "P3S.6H",
            "hand": "3S 4C 6H",
            "top": "2S",
            "legal": "P3S.4C",
            "card": "6H",
        },
    )


def test_many_legal_actions_are_cut():
    table = table_of("3S 4C 5S 6S 7S", "2H", "3H", kupa="2S", closed="KD")
    with pytest.raises(PlayRefused) as refused:
        apply(table, Action(Kind.PAY, 0))
    assert refused.value.params["legal"] == "P3S.4C P3S.5S P3S.6S P3S.7S …"


def test_nobody_closes_with_two_cards():
    table = played(table_of("2H 3D KS QS", "2C", "3C", kupa="2D"), "P2H.3D")
    with pytest.raises(SeveralClosing):
        apply(table, Action(Kind.CLOSE, 0, ("KS", "QS")))


def test_nothing_is_done_after_the_end():
    over = played(several_empty("active_wins"), "=A")
    assert list(legal_actions(over)) == []
    with pytest.raises(GameIsOver):
        apply(over, Action(Kind.PAY, 1))


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind is not Kind.PAY])
def test_a_turn_begins_with_the_payment(kind):
    table = table_of("3S 4C 6H", "2H", "3H", kupa="2S", closed="KD")
    with pytest.raises(NotDue):
        apply(table, Action(kind, 0, ("3S",)))


# Properties.


@given(st.integers(3, 8), st.integers(0, 2**32), st.sampled_from([{}, GIVERS]))
@examples(30)
def test_no_card_is_lost_or_made_by_any_action(players, seed, options):
    rng = random.Random(seed)
    names = tuple("ABCDEFGH"[:players])
    table = deal_from_seed(names, str(seed), make_ruleset(max_turns=60, **options))
    whole = cards(table)
    while table.pending is not None:
        table = apply(table, choose_random(table.pending, rng))
        assert cards(table) == whole
    holders = [seat for seat, hand in enumerate(table.hands) if hand]
    assert holders == [table.winner] or (table.winner is None and table.turns == 60)


@given(st.integers(0, 2**32))
@examples(20)
def test_every_legal_action_is_legal_and_every_other_choice_is_not(seed):
    rng = random.Random(seed)
    table = deal_from_seed(("A", "B", "C"), str(seed), make_ruleset(max_turns=12))
    while table.pending is not None:
        pending = table.pending
        if comb(len(pending.cards), pending.count) <= 60:
            legal = list(legal_actions(table))
            assert len(set(legal)) == len(legal) == (comb(len(pending.cards), pending.count) or 1)
            for action in legal:
                apply(table, action)
            for action in near_misses(legal[0]):
                with pytest.raises(PlayRefused):
                    apply(table, action)
        table = apply(table, choose_random(pending, rng))


def near_misses(action: Action) -> list[Action]:
    """One card too many, one too few, another seat, another number."""
    kind, seat, cards, receiver = action.kind, action.seat, action.cards, action.receiver
    return [
        Action(kind, seat, (*cards, "AS", "AS"), receiver, action.count),
        *([Action(kind, seat, cards[1:], receiver)] if cards else []),
        Action(kind, (seat + 1) % 3, cards, receiver, action.count),
        *([Action(kind, seat, count=action.count + 1)] if kind is Kind.TAKE else []),
    ]


@given(st.integers(1, 14), st.lists(st.integers(0, 9), min_size=3, max_size=6))
@examples(60)
def test_shares_and_refills_are_the_slow_sums(missing, held):
    """Hands without a fitting card on a top of that value; the first is the active player's."""
    if missing < 2 or not any(held[1:]):
        return
    deck = [rank + "D" for rank in "23456789TJQKA"] + [rank + "H" for rank in "23456789TJQKA"]
    reds = iter(deck * 3)
    table = Table(
        rules=make_ruleset(packs=3),
        players=tuple("ABCDEF"[: len(held)]),
        hands=tuple(tuple(next(reds) for _ in range(n)) for n in held),
        kupa=("23456789TJQKA"[missing - 2] + "S",),
        closed=(),
        pending=None,
    )
    table = apply(start_play(table), Action(Kind.PAY, 0))
    share = least_share(missing, len(held) - 1)
    for seat in range(1, len(held)):
        assert table.pending is not None
        assert (table.pending.kind, table.pending.seat) == (Kind.GIVE, seat)
        assert table.pending.count == min(share, held[seat])
        table = apply(table, next(legal_actions(table)))
    assert set(table.short_seats) == {seat for seat in range(1, len(held)) if held[seat] < share}
