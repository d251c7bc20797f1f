"""What each system says about its pairings: the sentences of small first rounds."""

from dataclasses import replace

import pytest

from engine.counted import PluralMessage
from tests.tournaments.playing import make_entrants, match
from tournaments.pairing import SYSTEMS, Reason
from tournaments.pairing.drafts.reason_texts import MESSAGES, reason_text
from tournaments.pairing.systems.playoff import pair_playoff
from tournaments.state import Absence, Entrant, EventState, PairingOptions
from tournaments.state.teams import Team


def first_round(system, size, **options):
    return EventState(make_entrants(size), 9, system=system, options=PairingOptions(**options))


def teams_of(*members, system="team_round_robin", boards=2, **options):
    size = max(map(max, members))
    state = first_round(system, size, boards=boards, **options)
    return replace(state, teams=tuple(Team(n, each) for n, each in enumerate(members, start=1)))


def sentences(state, *, seed=1):
    """What is said of the round, and of each pairing by its entries."""
    paired = SYSTEMS[state.system](state, seed=seed)
    said = {pairing.seats: texts(pairing.explanation) for pairing in paired.pairings}
    return texts(paired.explanation), said


def texts(reasons):
    return [reason_text(reason) for reason in reasons]


BERGER = (
    "Round {} of the Berger table for {} entries puts position {} against position {}; "
    "the one named first moves first in game 1."
)


def test_a_board_of_a_match_and_one_without_an_opponent():
    _, said = sentences(teams_of((1, 3, 5), (2, 4), boards=3))
    teams = BERGER.format(1, 2, 1, 2)
    board = (
        "Board {} of match 1. The team named first moves first on the odd boards, the other on "
        "the even boards."
    )
    assert said == {
        (1, 2): [teams, board.format(1)],
        (3, 4): [teams, board.format(2)],
        (5,): [teams, "The other team has nobody for board 3: entry 5 wins it by forfeit."],
    }


@pytest.mark.parametrize("partners", [False, True])
def test_a_team_without_a_match(partners):
    _, said = sentences(teams_of((1, 2), (3, 4), (5, 6), partners=partners))
    alone = [
        "The number of entries is odd: in round 1 of the Berger table position 1 has no opponent.",
        "The team has no match in this round.",
    ]
    assert [said[1,], said[2,]] == [alone, alone]


def test_partners_and_a_pair_whose_opponents_are_not_complete():
    _, said = sentences(teams_of((1, 2), (3, 4), partners=True))
    together = "Match 1: partners sit opposite each other, and the two teams take turns."
    assert said == {(1, 3, 2, 4): [BERGER.format(1, 2, 1, 2), together]}
    _, said = sentences(teams_of((1, 2), (3,), partners=True))
    alone = "The other team is not complete: entry {} and the partner win by forfeit."
    assert {seats: last for seats, (_, last) in said.items()} == {
        (1,): alone.format(1),
        (2,): alone.format(2),
    }


def test_scheveningen():
    state = teams_of((1, 2), (3, 4), system="scheveningen")
    gone = (*state.entrants[:2], Entrant(3, absences=(Absence(1, 1),)), state.entrants[3])
    place = "Round 1 of 2: place {} of the first team against place {} of the second."
    _, said = sentences(replace(state, entrants=gone))
    assert said == {
        (2, 4): [place.format(2, 2)],
        (1,): [place.format(1, 1), "The opponent of this round is not there: entry 1 wins."],
    }


def test_the_second_cycle_of_a_round_robin():
    three = first_round("round_robin", 3, cycles=2)
    _, said = sentences(replace(three, current_round=3))
    cycle = (
        "This is cycle 2 of 2; the even cycles repeat the table with the first move changed over."
    )
    odd = "The number of entries is odd: in round 1 of the Berger table position 1 has no opponent."
    assert said == {(3, 2): [cycle, BERGER.format(1, 4, 3, 2)], (1,): [cycle, odd]}


@pytest.mark.parametrize(
    ("numbers", "how"),
    [
        ("lot", "The numbers of this stage were drawn by lot with its first round; the number "),
        (
            "equals",
            "The numbers of this stage follow the list; those of equal rating were drawn by lot "
            "with its first round; the number ",
        ),
    ],
)
def test_numbers_drawn_by_lot(numbers, how):
    drawn = replace(first_round("round_robin", 2, numbers=numbers), draw_seed=7)
    of_round, said = sentences(drawn)
    assert of_round == [how + "of the lot is 7."]
    (of_pair,) = said.values()
    of_numbers = {text for text in of_pair if "drew number" in text}
    everybody = {seats[at] for seats in said for at in range(2)}
    assert everybody == {1, 2}
    assert len(of_numbers) == (2 if numbers == "lot" else 0)


def test_an_arena_of_three():
    of_round, said = sentences(first_round("arena", 3))
    assert of_round == ["Entry 3 waits for the next pass: the number of those free is odd."]
    near = (
        "Entry 1 has 0 points and entry 2 has 0: the nearest who is free and was not its last "
        "opponent."
    )
    ((first, lot),) = said.values()
    assert first == near
    assert lot in {
        f"Entry {n} moves first by lot: both had moved first equally often." for n in (1, 2)
    }


def test_neighbours_on_a_ladder():
    _, said = sentences(first_round("ladder", 3))
    ((near, lot),) = said.values()
    assert near == "Entry 2, on rung 2, meets entry 1, on rung 1: they are free neighbours."
    assert lot.endswith(" moves first by lot: both had moved first equally often.")


@pytest.mark.parametrize("system", ["monrad", "keizer"])
def test_neighbours_in_a_ranking_and_the_lowest_alone(system):
    _, said = sentences(first_round(system, 3))
    assert said == {
        (1, 2): [
            "Entry 1 is number 1 of those present; entry 2, number 2, is the nearest below it "
            "that it may meet and that leaves everybody else an opponent.",
            "Both had the same first moves: the higher moves first at tables 1, 3, 5 and so on.",
        ],
        (3,): [
            "The number of entries is odd: entry 3 is the lowest of those with the fewest byes "
            "whose bye leaves everybody else an opponent."
        ],
    }


def test_matches_of_a_bracket_and_one_that_nobody_comes_to():
    # Three in a bracket of four: number 1 has nobody to meet, 2 meets 3.
    _, said = sentences(first_round("knockout", 3))
    assert said[1,] == [
        "Match W1-1: entry 1 is seed 1.",
        "Nobody can come to meet entry 1 in match W1-1: it goes on without playing.",
    ]
    *seeds, lot = said[2, 3]
    assert seeds == ["Match W1-2: entry 2 is seed 2.", "Match W1-2: entry 3 is seed 3."]
    assert lot.startswith("Both have moved first equally often; the lot for match W1-2 fell on ")


def test_the_grand_final_and_its_repetition():
    # 1 beats 2, then 2 wins the grand final: the first loss of 1.
    lost = replace(match(1, (1, 2), (2, 0)), bracket="W1-1")
    final = replace(match(2, (1, 2), (0, 2)), bracket="GF")
    two = first_round("double_elimination", 2)
    _, said = sentences(replace(two, current_round=1, played=(lost,)))
    *how, _ = next(iter(said.values()))
    assert how == ["Match GF: entry 1 won match W1-1.", "Match GF: entry 2 lost match W1-1."]
    _, said = sentences(replace(two, current_round=2, played=(lost, final)))
    again, *_ = next(iter(said.values()))
    assert again == "The grand final was the first loss of entry 1: it is played once more."


def test_a_play_off():
    state = replace(first_round("playoff", 4), by_hand=((1, 2),))
    (pairing,) = pair_playoff(state, seed=5).pairings
    assert texts(pairing.explanation) == [
        "They are level where the places end, and play it out.",
        "Who moves first was drawn by lot, with the seed 5.",
    ]


@pytest.mark.parametrize(
    ("entries", "ending"), [(0, "there are 0."), (1, "there is 1."), (2, "there are 2.")]
)
def test_a_number_has_its_form_without_a_translation_too(entries, ending):
    text = reason_text(Reason("too_few_entries", {"entries": entries}))
    assert text == f"A round needs at least two entries; {ending}"


def test_a_sentence_with_a_plural_counts_what_it_names():
    counted = {c: text for c, text in MESSAGES.items() if isinstance(text, PluralMessage)}
    assert len(counted) > 5
    for code, text in counted.items():
        assert f"{{{text.count_field}}}" in text.plural, code
