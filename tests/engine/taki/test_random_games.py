"""Random play under random rules: cards are conserved, what is legal is what is accepted, and a
written game reads and verifies as it was."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RecordError
from engine.taki.bots import choose_random, choose_sensible, play_game
from engine.taki.cards import CARDS, full_deck
from engine.taki.notation import parse_record
from engine.taki.play import apply
from engine.taki.record import format_record, replay
from engine.taki.ruleset import make_ruleset, seat_bounds
from engine.taki.setup import read_setup
from engine.taki.table import Action, Table, legal_actions
from engine.taki.verify import verify
from tests.engine.taki.tables import random_rules, random_setup
from tests.examples import examples

seeds = st.integers(0, 2**32)
MOST = 300


def every_card(table: Table) -> Counter[str]:
    return Counter(table.pile) + Counter(table.open_pile) + Counter(sum(table.hands, ()))


def random_game(seed: int):
    """A dealt game and all that is played in it, up to the end of a line."""
    rng = random.Random(seed)
    rules = random_rules(rng)
    setup = random_setup(seed, rules, rng.randint(*seat_bounds(rules)))
    chooser = rng.choice([choose_random, choose_sensible])
    played = list(play_game(setup.table(), (chooser,) * 10, rng, max_actions=MOST))
    while played[-1][1].phase not in ("turn", "over"):
        played += play_game(played[-1][1], (choose_sensible,) * 10, rng, max_actions=1)
    return setup, played


@given(seeds)
@examples(40)
def test_no_action_makes_or_loses_a_card(seed: int) -> None:
    setup, played = random_game(seed)
    whole = Counter(full_deck(setup.rules.deck, setup.rules.crazy_cards))
    drawn = 0
    for _, table in played:
        assert every_card(table) == whole
        assert table.drawn >= drawn
        drawn = table.drawn
        emptied = {seat for seat, hand in enumerate(table.hands) if not hand}
        assert set(table.places) <= emptied


@given(seeds)
@examples(40)
def test_a_written_game_reads_and_verifies_as_it_was(seed: int) -> None:
    setup, played = random_game(seed)
    text = format_record(setup, [action for action, _ in played])
    parsed = parse_record(text)
    again = read_setup(parsed, setup.rules)
    game = replay(again, parsed.lines)
    assert again == setup
    assert game.table == played[-1][1]
    assert format_record(again, game.actions) == text
    verdict = verify(text)
    assert verdict.ruleset == setup.rules.as_dict()
    assert verdict.cards_left == tuple(map(len, game.table.hands))
    assert verdict.proven == game.table.is_over


@given(seeds)
@examples(15)
def test_deck_hands_and_seed_tell_the_same_game(seed: int) -> None:
    setup, played = random_game(seed)
    actions = [action for action, _ in played]
    by_hands = replace(setup, seed="")
    verdicts = [verify(format_record(told, actions)) for told in (setup, by_hands)]
    assert verdicts[0].moves_hash == verdicts[1].moves_hash
    assert "seed" not in format_record(by_hands, actions)


def every_action(table: Table) -> list[Action]:
    """Every action that a record could state, legal or not; new piles apart."""
    seats = range(len(table.hands))
    found = [
        Action("lay", seat, card, colour)
        for seat in seats
        for card in CARDS
        for colour in ("", *"RGBY+-")
    ]
    verbs = ("close", "leave", "draw", "take", "end", "call", "wait")
    found += [Action(verb, seat) for verb in verbs for seat in seats]
    found += [Action("break", seat, "*B") for seat in seats]
    return found + [Action("challenge", a, target=b) for a in seats for b in seats]


def accepted(table: Table, action: Action) -> bool:
    try:
        apply(table, action)
    except RecordError as error:
        assert str(error)  # noqa: PT017
        return False
    return True


# A call that was made already is accepted once more, and before a reshuffle; it changes nothing.
@given(seeds)
@examples(12)
def test_the_legal_actions_are_those_that_are_accepted(seed: int) -> None:
    _, played = random_game(seed)
    rng = random.Random(seed)
    for _, table in rng.sample(played, min(3, len(played))):
        listed = {action for action in legal_actions(table) if action.verb != "reshuffle"}
        tried = {action for action in every_action(table) if accepted(table, action)}
        assert listed <= tried
        for action in tried - listed:
            assert action.verb == "call"


def test_sensible_players_end_their_games() -> None:
    rng = random.Random(7)
    for seed in range(10):
        setup = random_setup(seed, make_ruleset(), 4)
        *_, (_, table) = play_game(setup.table(), (choose_sensible,) * 4, rng, max_actions=3_000)
        assert table.ended_by == "empty_hand"


def test_games_by_the_letter_of_the_source_end_too() -> None:
    rng = random.Random(11)
    for seed in range(10):
        setup = random_setup(seed, make_ruleset("source", deck=58), 3)
        *_, (_, table) = play_game(setup.table(), (choose_sensible,) * 3, rng, max_actions=3_000)
        assert table.ended_by == "empty_hand"


def test_a_sensible_player_beats_random_ones() -> None:
    rng, wins = random.Random(1), 0
    for seed in range(12):
        setup = random_setup(seed, make_ruleset(), 3)
        bots = (choose_sensible, choose_random, choose_random)
        *_, (_, table) = play_game(setup.table(), bots, rng, max_actions=3_000)
        wins += table.places[:1] == (0,)
    assert wins >= 9


def test_nobody_is_asked_in_a_game_that_is_over() -> None:
    over = random_setup(1, make_ruleset(), 2).table()._replace(phase="over")
    for choose in (choose_random, choose_sensible):
        with pytest.raises(ValueError, match="over"):
            choose(over, random.Random(1))
