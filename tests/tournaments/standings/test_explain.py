"""Derivations in words: every node has a sentence, says its value, and names people if asked."""

import re

import pytest

from tests.tournaments.playing import play_round
from tournaments.pairing.systems.monrad import pair_monrad
from tournaments.standings import derive_value
from tournaments.standings.derivation import MESSAGES, Derivation
from tournaments.standings.explain import RANKED_BY, derivation_text
from tournaments.standings.tiebreaks.registry import MESSAGES as NAMES
from tournaments.standings.tiebreaks.registry import TIEBREAKS
from tournaments.state import RANK_BY, Entrant, EventState


def winner(a, b):
    return min(a, b) if (a + b) % 3 else None


@pytest.fixture(scope="module")
def played():
    """Seven entries, four rounds by Monrad; with a bye in each."""
    entrants = tuple(Entrant(number, 1500 + 10 * number) for number in range(1, 8))
    state = EventState(entrants, 5, system="swiss")
    for _round in range(4):
        state = play_round(state, pair_monrad(state), winner)
    return state


def every(line):
    yield line
    for child in line.children:
        yield from every(child)


def test_every_code_has_a_sentence():
    assert set(NAMES) == set(TIEBREAKS)
    assert not set(NAMES) & set(MESSAGES)
    assert set(RANK_BY) <= set(RANKED_BY)


# Whole numbers and ratings; the lines that have no value are not here. Of the tie-breaks, those
# that count rounds, games, wins or pieces, and those that are ratings.
WHOLE = {
    "counted", "rated", "performance", "opponents_average", "rating_difference", "game",
    "APPO", "APRO", "ARO", "ARO/C1", "BPG", "BPR", "BWG", "CARDS", "DE", "FM", "FORD", "PTP",
    "REP", "RTNG", "RW", "TPN", "TPR", "WIN", "WON", "EDE", "TBR", "BBE",
}  # fmt: skip


@pytest.mark.parametrize("code", [*TIEBREAKS, *MESSAGES])
def test_half_points_are_said_as_points(code):
    if code in MESSAGES and "{value}" not in MESSAGES[code]:
        return
    params: dict[str, int | str] = {
        "round": 1, "opponent": 2, "opponents": "2, 3", "entry": 4, "percent": 50,
        "rounds": 2, "games": 2, "among": 2, "game": 1, "board": 1,
    }  # fmt: skip
    shown = derivation_text(Derivation(code, 3, params), rank_by="match_points").value
    assert shown == ("3" if code in WHOLE else "1½")


@pytest.mark.parametrize("code", ["PTS", *TIEBREAKS])
def test_every_number_reads_down_to_single_results(played, code):
    for entry in played.entry_numbers:
        for line in every(
            derivation_text(derive_value(played, entry, code), rank_by="match_points")
        ):
            assert "{" not in line.text
            assert line.value in line.text


def test_a_buchholz_as_it_reads(played):
    """Entry 2 met 1, 4, 5 and 3; the lowest of their scores, that of 5, is cut."""
    line = derivation_text(derive_value(played, 2, "BH/C1"), rank_by="match_points")
    assert (line.text, line.value) == ("Buchholz without the lowest: 8", "8")
    assert [child.text for child in line.children] == [
        "Round 1, score of entry 1: 3½",
        "Round 2, score of entry 4: 2½",
        "Cut, the lowest: round 3",
        "Round 4, score of entry 3: 2",
    ]


def test_names_stand_instead_of_numbers(played):
    names = {number: f"Player {number}" for number in played.entry_numbers}
    line = derivation_text(derive_value(played, 2, "SB"), rank_by="match_points", names=names)
    texts = " ".join(each.text for each in every(line))
    assert "Player 1" in texts
    assert not re.search(r"entry \d", texts)
