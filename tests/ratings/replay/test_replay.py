from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.replay import MESSAGES, Replay, game_hash, replay, start_of
from ratings.systems import Game, Rating, Seat
from ratings.systems.glicko import Glicko
from tests.ratings.systems.rating_games import checkpoint_before, stored

SYSTEM = Glicko()
START = date(2026, 1, 1)


def game(day: int, first: int, second: int, first_x2: int = 2, tail: str = "") -> Game:
    played_on = START + timedelta(day)
    seats = (
        Seat(first, first_x2, posting=2 * day),
        Seat(second, 2 - first_x2, posting=2 * day + 1),
    )
    return Game(f"{played_on.isoformat()}|{tail}", played_on, seats)


ledgers = st.dictionaries(
    st.integers(0, 400),
    st.tuples(st.integers(1, 5), st.integers(1, 5), st.sampled_from([0, 1, 2])),
    max_size=30,
)


def games_of(ledger: dict[int, tuple[int, int, int]]) -> list[Game]:
    return [game(day, *facts) for day, facts in sorted(ledger.items())]


def test_changes_name_the_posting_and_chain_from_game_to_game() -> None:
    result = replay([game(0, 7, 8), game(1, 8, 7, 1)], SYSTEM)
    first, second, third, fourth = result.changes
    assert [(c.seat, c.posting, c.player) for c in result.changes] == [
        (1, 0, 7), (2, 1, 8), (1, 2, 8), (2, 3, 7),
    ]  # fmt: skip
    assert (first.before, second.before) == (1500, 1500)
    assert (third.before, fourth.before) == (second.after, first.after)
    assert first.after > 1500 > second.after
    assert first.deviation < 300
    assert result.players[7] == Rating(fourth.after, fourth.deviation, 2, START + timedelta(1))


def test_a_player_on_both_seats_is_skipped_with_a_reason() -> None:
    """Two accounts later merged into one may have played each other."""
    broken = replace(game(2, 3, 4), seats=(Seat(3),))
    result = replay([game(0, 7, 7), game(1, 7, 8), broken], SYSTEM)
    assert [(s.code, dict(s.params)) for s in result.skipped] == [
        ("same_player_twice", {"player": 7}),
        ("not_two_players", {"seats": 1}),
    ]
    assert all("{" not in MESSAGES[s.code].format(**s.params) for s in result.skipped)
    assert len(result.changes) == 2
    assert result.players.keys() == {7, 8}
    assert result.end.state["games"] == 3


def test_games_out_of_order_are_a_bug_of_the_caller() -> None:
    with pytest.raises(ValueError, match="does not come after"):
        replay([game(1, 1, 2), game(0, 1, 2)], SYSTEM)
    with pytest.raises(ValueError, match="does not come after"):
        replay([game(1, 1, 2), game(1, 1, 2)], SYSTEM)


def test_the_hash_follows_what_rates_and_nothing_else() -> None:
    base, before = game(0, 1, 2), start_of(SYSTEM).prefix_hash
    other_keys = replace(base, seats=tuple(replace(s, posting=99) for s in base.seats))
    assert game_hash(before, other_keys) == game_hash(before, base)
    for changed in (game(0, 1, 3), game(0, 1, 2, 0), game(1, 1, 2), game(0, 1, 2, tail="x")):
        assert game_hash(before, changed) != game_hash(before, base)
    assert start_of(Glicko(growth=1.0)).prefix_hash != before


def resume(before: Replay, games: list[Game], dirty_from: str) -> Replay:
    checkpoint = checkpoint_before(before.checkpoints, dirty_from)
    start = stored(checkpoint) if checkpoint else None
    rest = [g for g in games if start is None or g.order_key > start.order_key]
    return replay(rest, SYSTEM, start=start, checkpoint_every=4)


@given(ledgers, st.data())
def test_incremental_equals_full_bit_for_bit(
    ledger: dict[int, tuple[int, int, int]], data: st.DataObject
) -> None:
    """A game inserted, corrected or voided anywhere; players equal by ==, not nearly."""
    before = replay(games_of(ledger), SYSTEM, checkpoint_every=4)
    day = data.draw(st.one_of(st.integers(0, 400), st.sampled_from(sorted(ledger) or [0])))
    changed = dict(ledger)
    if day in ledger and data.draw(st.booleans(), "void"):
        del changed[day]
    else:
        changed[day] = (data.draw(st.integers(1, 5)), data.draw(st.integers(1, 5)), 1)
    games = games_of(changed)
    full = replay(games, SYSTEM, checkpoint_every=4)
    part = resume(before, games, dirty_from=game(day, 1, 2).order_key)
    assert part.players == full.players
    assert part.end == full.end
    assert part.changes == full.changes[len(full.changes) - len(part.changes) :]
    assert part.skipped == full.skipped[len(full.skipped) - len(part.skipped) :]
    assert part.checkpoints == full.checkpoints[len(full.checkpoints) - len(part.checkpoints) :]


@given(ledgers)
def test_every_checkpoint_survives_json_exactly(ledger: dict[int, tuple[int, int, int]]) -> None:
    result = replay(games_of(ledger), SYSTEM, checkpoint_every=1)
    assert len(result.checkpoints) == len(ledger)
    for checkpoint in result.checkpoints:
        assert stored(checkpoint) == checkpoint
    again = replay([], SYSTEM, start=stored(result.end))
    assert again.players == result.players


def test_checkpoints_fall_on_every_nth_game_wherever_it_starts() -> None:
    games = [game(day, 1 + day % 3, 4) for day in range(10)]
    full = replay(games, SYSTEM, checkpoint_every=4)
    assert [c.state["games"] for c in full.checkpoints] == [4, 8]
    part = replay(games[4:], SYSTEM, start=stored(full.checkpoints[0]), checkpoint_every=4)
    assert part.checkpoints == full.checkpoints[1:]
