"""Random reports whose lines agree, for properties."""

from __future__ import annotations

from itertools import combinations

from hypothesis import strategies as st

from tournaments.trf.report import (
    AskedByes,
    ForbiddenPlayers,
    PlayerRecord,
    Report,
    ReportCell,
    VirtualPoints,
)

GAMES = ("10", "01", "==", "+-", "-+", "--", "WL", "LW", "DD")
names = st.text("abcXYZ éßאבג日本,.'-", max_size=33).map(str.strip)
points_x2 = st.integers(0, 199)


@st.composite
def reports(draw) -> Report:
    """Two to eight players, up to five rounds, and one more to which byes were asked for."""
    numbers = draw(st.lists(st.integers(1, 9999), min_size=2, max_size=8, unique=True))
    played = draw(st.integers(0, 5))
    columns = [draw(rounds(numbers)) for _ in range(played)]
    some = st.lists(st.sampled_from(numbers), min_size=1, max_size=4, unique=True).map(tuple)
    players = tuple(
        PlayerRecord(
            number,
            draw(names),
            draw(st.none() | st.integers(1, 9999)),
            tuple(column[number] for column in columns),
            draw(st.none() | points_x2),
            draw(st.none() | st.integers(1, 9999)),
            sex=draw(st.sampled_from(["", "m", "w"])),
            title=draw(st.sampled_from(["", "GM", "WFM"])),
            federation=draw(st.sampled_from(["", "NOR", "ISR"])),
            fide_id=draw(st.sampled_from(["", "12345", "99999999999"])),
            birth=draw(st.sampled_from(["", "1990", "1990/01/31"])),
        )
        for number in numbers
    )
    return Report(
        players,
        name=draw(names),
        city=draw(names),
        kind=draw(st.sampled_from(["", "Swiss", "Round-Robin", "Double Round-Robin"])),
        encoded_kind=draw(st.sampled_from(["", "FIDE_DUTCH_2026", "FIDE_DOUBLEROUNDROBIN"])),
        rounds=draw(st.integers(played, 11)),
        initial=draw(st.sampled_from(["", "w", "b"])),
        scoring_x2=draw(st.sampled_from([(), (("W", 6), ("D", 2)), (("P", 1),)])),
        tiebreaks=draw(st.sampled_from([(), ("BH/C1", "SB")])),
        virtual=tuple(draw(st.lists(virtual(numbers), max_size=3))),
        forbidden=tuple(draw(st.lists(forbidden(some), max_size=2))),
        byes=tuple(
            draw(
                st.lists(
                    st.builds(AskedByes, st.sampled_from("HFZ"), st.just(played + 1), some),
                    max_size=1,
                )
            )
        ),
        other=draw(st.sampled_from([(), (("102", " An Arbiter"), ("XYZ", ""), ("###", " so"))])),
    )


@st.composite
def rounds(draw, numbers: list[int]) -> dict[int, ReportCell]:
    """One round: some play each other, the others have a bye or nothing; one may get the U."""
    order = draw(st.permutations(numbers))
    playing = 2 * draw(st.integers(0, len(numbers) // 2))
    cells = {}
    for white, black in zip(order[:playing:2], order[1:playing:2], strict=True):
        one, two = draw(st.sampled_from(GAMES))
        cells[white], cells[black] = ReportCell(black, "w", one), ReportCell(white, "b", two)
    for number in order[playing:]:
        cells[number] = ReportCell(0, "-", draw(st.sampled_from("HFUZ")))
    return cells


@st.composite
def virtual(draw, numbers: list[int]) -> VirtualPoints:
    first, last = sorted(draw(st.tuples(st.integers(1, 9), st.integers(1, 9))))
    low, high = sorted(draw(st.tuples(st.sampled_from(numbers), st.sampled_from(numbers))))
    return VirtualPoints(first, last, low, high, game_points_x2=draw(st.integers(1, 9)))


@st.composite
def forbidden(draw, some) -> ForbiddenPlayers:
    first, last = sorted(draw(st.tuples(st.integers(1, 9), st.integers(1, 9))))
    return ForbiddenPlayers(first, last, draw(some))


def pairs_of(groups: tuple[ForbiddenPlayers, ...], number: int) -> set[tuple[int, int]]:
    """Who may not meet in a round."""
    return {
        pair
        for group in groups
        if group.first_round <= number <= group.last_round
        for pair in combinations(sorted(group.players), 2)
    }
