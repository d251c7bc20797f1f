"""Every system: what is replayed from a checkpoint is what a full replay gives, to the bit."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.replay import Checkpoint, Replay, replay
from ratings.systems import BATCHES, SYSTEMS, AnySystem, Game, Seat, build
from ratings.systems.fide import Fide
from ratings.systems.glicko2 import Glicko2
from ratings.systems.whr import WholeHistory
from tests.ratings.systems.rating_games import checkpoint_before, stored

START = date(2025, 1, 1)
ALL = [build(code, {}) for code in (*SYSTEMS, *BATCHES)]
ids = pytest.mark.parametrize("system", ALL, ids=lambda system: system.code)

# A ledger: by (day, number on the day) who moved first, who second, and what the first scored.
places = st.tuples(st.integers(0, 400), st.integers(0, 2))
facts = st.tuples(st.integers(1, 5), st.integers(1, 5), st.sampled_from([0, 1, 2]))
ledgers = st.dictionaries(places, facts, max_size=25)
Ledger = dict[tuple[int, int], tuple[int, int, int]]


def key_of(place: tuple[int, int]) -> str:
    day, number = place
    return f"{(START + timedelta(day)).isoformat()}||||{number}"


def game(place: tuple[int, int], first: int, second: int, first_x2: int = 2) -> Game:
    """A game of two with scores and places, so that every system rates it."""
    seats = (
        Seat(first, first_x2, 4 - first_x2, posting=100 * place[0] + 10 * place[1]),
        Seat(second, 2 - first_x2, 2 + first_x2, posting=100 * place[0] + 10 * place[1] + 1),
    )
    return Game(key_of(place), START + timedelta(place[0]), seats)


def games_of(ledger: Ledger) -> list[Game]:
    return [game(place, *ledger[place]) for place in sorted(ledger)]


def changed(draw: st.DrawFn, ledger: Ledger) -> tuple[Ledger, str]:
    """The ledger after an insertion, a correction or a void, and the key it is dirty from."""
    known = sorted(ledger)
    place = draw(st.one_of(places, st.sampled_from(known)) if known else places)
    after = dict(ledger)
    if place in ledger and draw(st.booleans()):
        del after[place]
    else:
        after[place] = draw(facts)
    return after, key_of(place)


@ids
@given(st.data())
def test_incremental_equals_full_bit_for_bit(system: AnySystem, data: st.DataObject) -> None:
    """Several changes one after another, each replayed from what the one before left."""
    ledger = data.draw(ledgers)
    kept = replay(games_of(ledger), system, checkpoint_every=4).checkpoints
    for _change in range(data.draw(st.integers(1, 3))):
        ledger, dirty_from = data.draw(st.composite(changed)(ledger))
        full, part = _both(system, ledger, kept, dirty_from)
        assert part.players == full.players
        assert part.end == full.end
        assert part.changes == full.changes[len(full.changes) - len(part.changes) :]
        assert part.skipped == full.skipped[len(full.skipped) - len(part.skipped) :]
        old = tuple(c for c in kept if c.order_key < dirty_from)
        kept = tuple(_merged(old, part.checkpoints))
        assert kept == full.checkpoints


def _both(
    system: AnySystem, ledger: Ledger, kept: tuple[Checkpoint, ...], dirty_from: str
) -> tuple[Replay, Replay]:
    """A full replay, and one from the last checkpoint that holds."""
    games = games_of(ledger)
    last = checkpoint_before(kept, dirty_from)
    start = stored(last) if last else None
    rest = [one for one in games if start is None or one.order_key > start.order_key]
    full = replay(games, system, checkpoint_every=4)
    return full, replay(rest, system, start=start, checkpoint_every=4)


def _merged(old: tuple[Checkpoint, ...], new: tuple[Checkpoint, ...]) -> Iterator[Checkpoint]:
    """Those that stand, and the new ones in the place of those after the start."""
    fresh = {point.order_key: point for point in new}
    yield from (fresh.pop(point.order_key, point) for point in old)
    yield from fresh.values()


@ids
@given(ledgers)
def test_every_checkpoint_survives_json_exactly(system: AnySystem, ledger: Ledger) -> None:
    result = replay(games_of(ledger), system, checkpoint_every=1)
    assert [stored(point) for point in result.checkpoints] == list(result.checkpoints)


@ids
@given(ledgers)
def test_the_changes_of_a_player_join_up(system: AnySystem, ledger: Ledger) -> None:
    """Where one game left a rating the next one finds it, and the last one is in the list."""
    result = replay(games_of(ledger), system)
    last: dict[int, float] = {}
    for change in result.changes:
        if change.player in last:
            assert change.before == last[change.player]
        last[change.player] = change.after
    listed = {player: row.rating for player, row in result.players.items()}
    if system.code != "fide":  # whose lists also drop players who sink below the floor
        assert last == listed


def test_a_period_stands_at_the_last_game_of_it() -> None:
    """Glickman's example: one period, three opponents; 1500 becomes 1464.05 with 151.52."""
    given_ratings = {2: (1400.0, 30.0), 3: (1550.0, 100.0), 4: (1700.0, 300.0)}
    system = Glicko2(initial_deviation=350.0)
    start = _carrying(system, {1: (1500.0, 200.0), **given_ratings})
    opens = (system.end_of(START) - START).days
    played = [
        game((opens, 0), 1, 2, 2),
        game((opens + 1, 0), 1, 3, 0),
        game((opens + 2, 0), 1, 4, 0),
    ]
    result = replay(played, system, start=start)
    mine = [change for change in result.changes if change.player == 1]
    assert [(c.before, c.after) for c in mine[:2]] == [(1500.0, 1500.0)] * 2
    assert mine[2].before == 1500.0
    assert mine[2].after == pytest.approx(1464.0507, abs=1e-3)
    assert mine[2].deviation == pytest.approx(151.52, abs=0.01)
    assert result.players[1].rating == mine[2].after


def _carrying(system: Glicko2, ratings: dict[int, tuple[float, float]]) -> Checkpoint:
    """The state after a period that left these ratings and deviations."""
    carried = {str(p): [r, rd, 1, START.isoformat(), 0.06] for p, (r, rd) in ratings.items()}
    opens_on = system.end_of(START).isoformat()
    state: dict[str, Any] = {"games": 1, "opens_on": opens_on, "carried": carried}
    return Checkpoint(opens_on, "", state)


def test_months_without_games_count_after_a_checkpoint_too() -> None:
    """The uncertainty that grows over them is the same wherever the replay begins."""
    games = [*(game((day, 0), 1, 2, day % 3) for day in range(4)), game((200, 0), 1, 2)]
    full = replay(games, Glicko2(), checkpoint_every=4)
    assert len(full.checkpoints) == 1
    part = replay(games[4:], Glicko2(), start=stored(full.checkpoints[0]), checkpoint_every=4)
    assert part.players == full.players
    assert part.changes == full.changes[-2:]


def test_who_has_no_first_rating_yet_has_no_changes() -> None:
    """FIDE 7.1.4: a first rating takes five games; then all of the month's lines say the same."""
    few = [game((day, 0), 1, 2, day % 3) for day in range(4)]
    assert replay(few, Fide()).changes == ()
    enough = [game((day, 0), 1, 2, 1) for day in range(6)]
    changes = replay(enough, Fide()).changes
    assert len(changes) == 12
    assert {(c.before, c.after) for c in changes} == {(1800.0, 1800.0)}


def test_a_whole_history_is_told_day_by_day() -> None:
    system = WholeHistory()
    games = [game((0, 0), 1, 2), game((0, 1), 2, 1), game((30, 0), 1, 2)]
    result = replay(games, system)
    histories = system.histories(games)
    ann = [change for change in result.changes if change.player == 1]
    assert [c.after for c in ann] == [1500.0, histories[1][0].rating, histories[1][1].rating]
    assert result.checkpoints == ()
