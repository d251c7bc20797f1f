"""A draft edited by hand: what is refused, what is warned of, what is kept, what can be proved."""

import pytest
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from tests.builders import (
    acting,
    decide_round,
    entry_of,
    make_event,
    make_user,
    played_round,
    proof_of,
    published_round,
)
from tests.examples import examples
from tournaments import selectors
from tournaments.actor import ANONYMOUS, SYSTEM
from tournaments.errors import InvalidInput, NotAllowed, NotFound
from tournaments.integrity import check_event, round_differences
from tournaments.models import ForbiddenPair, GameSlot, JournalLine, Pairing, Round
from tournaments.pairing import PairingRefused
from tournaments.pairing.drafts.check import find_problems
from tournaments.pairing.drafts.edit_kinds import read_edits
from tournaments.pairing.drafts.edits import apply_edits
from tournaments.proof import parts, proof
from tournaments.proof.hashing import document_hash
from tournaments.recompute import refresh_standings
from tournaments.services.rounds import drafts, pairing_jobs, rounds
from tournaments.services.rounds.draft_edits import (
    EditedDraft,
    EditImpossible,
    edit_draft,
    undo_edits,
)
from tournaments.services.rounds.drafts import RoundBreaksRules
from tournaments.services.rounds.rounds import NotDraft

SWISS = [{"system": "swiss", "options": {"rounds": 4, "top_moves": "first"}}]


def edited(event, *edits, number=1, **about) -> EditedDraft:
    return edit_draft(actor=SYSTEM, event_id=event.pk, number=number, edits=edits, **about)


def swap(a, b):
    return {"kind": "swap", "a": a, "b": b}


def draft_of(event) -> Round:
    return pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk)


def seats_of(event, number=1) -> list[tuple[int, ...]]:
    """The seats of every pairing, by table, byes last."""
    stored = drafts.stored_round(Round.objects.get(event=event, number=number))
    order = sorted(stored.pairings, key=lambda p: (p.table is None, p.table, p.seats))
    return [p.seats for p in order]


@pytest.fixture
def second(db):
    """A Swiss of six: round 1 was 1-4 5-2 3-6, won by 1, 2 and 3; round 2 is a draft.

    The engine pairs 2-1 4-3 6-5: of three winners one floats.
    """
    event = make_event(entries=6, games=1, stages=SWISS)
    played_round(event, favourites=True)
    draft_of(event)
    assert seats_of(event) == [(1, 4), (5, 2), (3, 6)]
    assert seats_of(event, 2) == [(2, 1), (4, 3), (6, 5)]
    return event


def test_an_edit_rewrites_what_it_touches_and_leaves_the_rest_alone(second):
    before = {tuple(_seats(p)): p.pk for p in Pairing.objects.filter(round__number=2)}
    done = edited(second, swap(1, 4), number=2, reason="they came together")
    assert seats_of(second, 2) == [(2, 4), (1, 3), (6, 5)]
    after = {tuple(_seats(p)): p.pk for p in Pairing.objects.filter(round__number=2)}
    assert after[(6, 5)] == before[(6, 5)]
    assert GameSlot.objects.filter(pairing__round__number=2).count() == 3
    document = proof_of(done.round)
    assert [(e["kind"], e["a"], e["b"]) for e in document["edits"]] == [("swap", 1, 4)]
    assert document["pairs"][0]["seats"] == [2, 1]
    assert done.round.proof_hash == document_hash(done.round.proof or {})
    line = JournalLine.objects.get(action="round.edited")
    assert line.text == "they came together"
    assert line.after == {
        "proof": done.round.proof_hash,
        "edits": [{"kind": "swap", "a": 1, "b": 4, "leg": 1}],
        "warnings": ["engine_has_better"],
    }


def test_the_journal_says_from_which_draft_to_which_an_edit_and_its_undo_led(second):
    def proof_hash():
        return Round.objects.get(event=second, number=2).proof_hash

    drawn = proof_hash()
    edited(second, swap(1, 4), number=2)
    changed = proof_hash()
    undo_edits(actor=SYSTEM, event_id=second.pk, number=2)
    assert proof_hash() == drawn != changed
    lines = JournalLine.objects.filter(action__startswith="round.edit").order_by("seq")
    led = [(line.action, line.before or {}, line.after or {}) for line in lines]
    assert [(action, before["proof"], after["proof"]) for action, before, after in led] == [
        ("round.edited", drawn, changed),
        ("round.edit_undone", changed, drawn),
    ]


def _seats(pairing):
    return pairing.seats.order_by("order").values_list("entry__number", flat=True)


def test_tables_are_exchanged_though_their_numbers_are_taken(second):
    edited(second, {"kind": "table", "from": 1, "to": 3}, number=2)
    assert seats_of(second, 2) == [(6, 5), (4, 3), (2, 1)]


def test_an_edited_round_is_published_played_and_still_proved(second):
    edited(second, swap(1, 4), {"kind": "turn", "table": 3}, number=2)
    edited(second, swap(4, 6), number=2)
    published = rounds.publish_round(actor=SYSTEM, event_id=second.pk, number=2)
    assert selectors.is_by_hand(published)
    assert round_differences(published) == []
    decide_round(published)
    refresh_standings(second.pk)
    assert check_event(second.pk) == []
    GameSlot.objects.filter(pairing__round=published).update(first_seat=2)
    assert round_differences(published) == ["the pairings are not those that were proved"]


def test_a_proof_whose_edits_cannot_be_done_says_so(second):
    round_ = rounds.publish_round(actor=SYSTEM, event_id=second.pk, number=2)
    document = {**proof_of(round_), "edits": [{"kind": "turn", "table": 77, "leg": 1}]}
    round_.proof, round_.proof_staff = parts.split(document, salt="any")
    round_.proof_hash = document_hash(round_.proof)
    assert round_differences(round_) == ["the edits by hand cannot be done again: edit_no_table"]


def test_somebody_without_a_place_refuses_the_whole_edit(second):
    before = (seats_of(second, 2), JournalLine.objects.count())
    with pytest.raises(RoundBreaksRules) as refused:
        edited(second, swap(1, 4), {"kind": "bye", "entry": 6}, number=2)
    assert "kind match cannot have 1 seat" in str(refused.value)
    assert (seats_of(second, 2), JournalLine.objects.count()) == before
    edited(second, {"kind": "bye", "entry": 6}, {"kind": "bye", "entry": 5}, number=2)
    assert seats_of(second, 2) == [(2, 1), (4, 3), (5,), (6,)]
    assert proof_of(Round.objects.get(number=2))["edits"][0]["kind"] == "bye"


def test_what_is_warned_of_is_told_and_kept(second):
    low, high = (entry_of(second, number) for number in (2, 6))
    ForbiddenPair.objects.create(event=second, low=low, high=high)
    done = edited(second, swap(2, 4), swap(1, 6), number=2)
    assert seats_of(second, 2) == [(4, 6), (2, 3), (1, 5)]
    done = edited(second, swap(4, 2), swap(3, 1), number=2)
    assert seats_of(second, 2) == [(2, 6), (4, 1), (3, 5)]
    told = [(w.code, w.params.get("first"), w.params.get("second")) for w in done.warnings]
    assert told[:2] == [("rematch", 1, 4), ("kept_apart", 2, 6)]
    assert told[-1][0] == "engine_has_better"
    better = done.warnings[-1].params
    assert (better["rules"], better["engine_rules"]) == (2, 0)
    document = proof_of(Round.objects.get(number=2))
    assert [code for code, _params in document["edits"][-1]["warnings"]] == [
        warning.code for warning in done.warnings
    ]
    assert proof.warnings_of(document) == done.warnings
    shown = selectors.round_view(second, 2, SYSTEM)["warnings"]
    assert shown[0]["text"] == "Entry 1 and entry 4 have met before, in round 1."
    rounds.publish_round(actor=SYSTEM, event_id=second.pk, number=2)
    assert selectors.round_view(second, 2, ANONYMOUS)["warnings"] == []


def test_a_pairing_further_apart_is_told_with_both_numbers(second):
    """1, 2 and 3 have a point. 2-1 4-3 6-5 differ by 0, 1, 0; 2-5 4-3 6-1 by 1, 1, 1."""
    done = edited(second, swap(1, 5), number=2)
    (told,) = [w for w in done.warnings if w.code == "engine_has_better"]
    assert (told.params["scores"], told.params["engine_scores"]) == (3, 1)


def test_a_preview_changes_nothing_and_says_what_would_be_refused(second):
    before = (seats_of(second, 2), JournalLine.objects.count())
    seen = edited(second, {"kind": "unseat", "entry": 6}, number=2, preview=True)
    assert {problem.code for problem in seen.problems} == {"wrong_seats", "not_placed"}
    seen = edited(second, swap(1, 5), number=2, preview=True)
    assert seen.problems == []
    assert "engine_has_better" in {w.code for w in seen.warnings}
    assert sorted(p.seats for p in seen.paired.pairings) == [(2, 5), (4, 3), (6, 1)]
    assert (seats_of(second, 2), JournalLine.objects.count()) == before


def reasons(pairing_id):
    pairing = selectors.visible_pairing(pairing_id, SYSTEM)
    return selectors.reasons_of(pairing, for_staff=True)


def test_why_says_that_a_hand_did_it_and_what_it_was_warned_of(second):
    edited(second, swap(2, 4), number=2)
    assert seats_of(second, 2) == [(4, 1), (2, 3), (6, 5)]
    by_table = {p.table: p.pk for p in Pairing.objects.filter(round__number=2)}
    told = reasons(by_table[1])
    assert [reason.code for reason in told] == ["edited_by_hand", "rematch"]
    untouched = reasons(by_table[3])
    assert untouched[0].code == "swiss_dutch"
    assert "edited_by_hand" not in [reason.code for reason in untouched]


def test_pairs_by_hand_tell_their_warnings_too(db):
    event = make_event(entries=4, games=1, stages=SWISS)
    decide_round(published_round(event))
    pairs = [list(_seats(pairing)) for pairing in Pairing.objects.order_by("pk")]
    pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk, by_hand=pairs)
    told = selectors.round_view(event, 2, SYSTEM)["warnings"]
    assert [warning["code"] for warning in told][:2] == ["rematch", "rematch"]
    rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=2)
    assert check_event(event.pk) == []


def test_only_staff_edit_and_only_a_draft(second):
    with pytest.raises(NotAllowed):
        edit_draft(actor=acting(make_user()), event_id=second.pk, number=2, edits=[swap(1, 4)])
    with pytest.raises(NotDraft):
        edited(second, swap(1, 4), number=1)
    with pytest.raises(NotFound):
        edited(second, swap(1, 4), number=3)


def test_edits_that_cannot_be_read_or_done_are_refused(second):
    with pytest.raises(InvalidInput, match="Edit 1 cannot be read: b"):
        edited(second, {"kind": "swap", "a": 1}, number=2)
    with pytest.raises(InvalidInput):
        edited(second, number=2)
    with pytest.raises(EditImpossible, match="there is no table 9") as refused:
        edited(second, {"kind": "turn", "table": 9}, number=2)
    assert refused.value.details["reason"] == "edit_no_table"


def test_a_bracket_lets_entries_swap_and_goes_on_from_them(db):
    event = make_event(entries=4, games=1, stages=[{"system": "knockout"}])
    draft_of(event)
    first, second = seats_of(event)
    edited(event, swap(first[1], second[1]))
    published = rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=1)
    assert set(published.pairings.values_list("bracket", flat=True)) == {"W1-1", "W1-2"}
    decide_round(published, favourites=True)
    final = published_round(event)
    winners = {min(first[0], second[1]), min(second[0], first[1])}
    assert set(seats_of(event, final.number)[0]) == winners


def test_a_table_of_cards_takes_one_more_and_loses_one(db):
    stages = [{"system": "tables", "options": {"sizes": [4, 3]}}]
    per_game = {"points": {"per_game": True}, "tiebreaks": []}
    event = make_event(game="taki", entries=7, games=1, match=per_game, stages=stages)
    draft_of(event)
    four, three = sorted(seats_of(event), key=len, reverse=True)
    moving = four[1]
    table = {len(seats): at for at, seats in enumerate(seats_of(event), start=1)}
    edited(event, {"kind": "move", "entry": moving, "table": table[3], "seat": 1})
    sizes = {len(seats): seats for seats in seats_of(event)}
    assert sizes[4] == (moving, *three)
    assert sizes[3] == tuple(entry for entry in four if entry != moving)
    rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=1)
    assert check_event(event.pk) == []


entries = st.integers(1, 5)
tables = st.integers(1, 3)
plain_edits = st.one_of(
    st.builds(swap, entries, entries),
    st.builds(lambda e, t: {"kind": "move", "entry": e, "table": t}, entries, tables),
    st.builds(lambda e: {"kind": "bye", "entry": e}, entries),
    st.builds(lambda a, b: {"kind": "pair", "a": a, "b": b}, entries, entries),
    st.builds(lambda e: {"kind": "unseat", "entry": e}, entries),
    st.builds(lambda t: {"kind": "turn", "table": t}, tables),
    st.builds(lambda a, b: {"kind": "table", "from": a, "to": b}, tables, tables),
    st.builds(
        lambda order: {"kind": "by_hand", "pairings": [order[:2], order[2:4], order[4:]]},
        st.permutations(range(1, 6)),
    ),
)


class EditedDrafts(TestCase):
    """Whatever is edited: what `check` accepts the database takes, and the proof replays to it."""

    @examples(40)
    @given(st.lists(st.lists(plain_edits, min_size=1, max_size=4), min_size=1, max_size=3))
    def test_any_edits_are_refused_whole_or_written_and_proved(self, batches):
        event = make_event(entries=5, games=1)
        draft_of(event)
        for edits in batches:
            state, _version = selectors.event_state(event.pk)
            before = drafts.stored_round(Round.objects.get(event=event))
            try:
                expected = apply_edits(before, read_edits(edits))
                accepted = not find_problems(state, expected, by_hand=True)
            except PairingRefused:
                accepted = False
            try:
                with transaction.atomic():
                    edited(event, *edits)
                done = True
            except (EditImpossible, RoundBreaksRules):
                done = False
            assert done == accepted
            stored = drafts.stored_round(Round.objects.get(event=event))
            assert _plain(stored) == _plain(expected if done else before)
        assert round_differences(Round.objects.get(event=event)) == []
        rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=1)


def _plain(paired):
    return {(p.leg, p.table, p.kind, p.seats, p.first_seat) for p in paired.pairings}
