"""Manual: the pairs as given, in their order, with tables and byes."""

import pytest

from tests.tournaments.playing import make_entrants
from tournaments.pairing import Pairing, PairingRefused
from tournaments.pairing.drafts.reason_texts import reason_text
from tournaments.pairing.systems.manual import pair_manual
from tournaments.state import EventState

ENTRANTS = make_entrants(8)


def test_pairs_tables_and_byes_as_the_organiser_gave_them() -> None:
    state = EventState(ENTRANTS, 5, 2, by_hand=((4, 1), (7,), (2, 8, 3), (5, 6)))
    paired = pair_manual(state, seed=3)
    assert paired.round == 3
    assert [(p.seats, p.table, p.kind, p.first_seat) for p in paired.pairings] == [
        ((4, 1), 1, "match", 1),
        ((2, 8, 3), 2, "match", 1),
        ((5, 6), 3, "match", 1),
        ((7,), None, "bye_allocated", 1),
    ]
    reasons = [reason for pairing in paired.pairings for reason in pairing.explanation]
    assert reason_text(reasons[-1]) == "The organiser gave entry 7 a bye."


def test_nothing_is_judged() -> None:
    state = EventState(ENTRANTS, 5, by_hand=((1, 2), (2, 99)))
    assert [pairing.seats for pairing in pair_manual(state).pairings] == [(1, 2), (2, 99)]
    assert isinstance(pair_manual(state).pairings[0], Pairing)


def test_no_pairs_are_no_round() -> None:
    with pytest.raises(PairingRefused) as refused:
        pair_manual(EventState(ENTRANTS, 5, 2))
    assert (refused.value.code, refused.value.params) == ("no_pairs_given", {"round": 3})
