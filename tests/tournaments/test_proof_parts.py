"""A whole proof, its public document and the part for staff."""

import json
from collections import Counter

import pytest

from tests.tournaments.playing import make_entrants
from tournaments.pairing import Reason
from tournaments.pairing.drafts.edit_kinds import read_edits
from tournaments.pairing.drafts.public_reasons import PUBLIC_CODES, PUBLIC_PARAMS, public_reasons
from tournaments.pairing.drafts.reason_texts import _MODULES, MESSAGES, reason_text
from tournaments.pairing.swiss.swiss import pair_swiss
from tournaments.pairing_child import pair_report
from tournaments.proof import proof
from tournaments.proof.hashing import document_hash
from tournaments.proof.parts import is_staff_part_changed, join, public_proof, split
from tournaments.state import EventState, ForbiddenMeeting, PairingOptions

APART = Reason("kept_apart", {"first": 1, "second": 2})
BETTER = Reason(
    "engine_has_better",
    {f"{by}{name}": 1 for by in ("", "engine_") for name in ("rules", "byes", "scores", "moves")},
)


def test_no_code_of_a_reason_has_two_sentences():
    codes = Counter(code for module in _MODULES for code in module.MESSAGES)
    assert [code for code, times in codes.items() if times > 1] == []


def whole() -> dict:
    """A Swiss of six in which 1 and 4 are kept apart, edited twice by hand."""
    state = EventState(
        make_entrants(6), 3, system="swiss",
        options=PairingOptions(top_moves="first"), forbidden=(ForbiddenMeeting(1, 4),),
    )  # fmt: skip
    paired = pair_swiss(state, run_engine=pair_report)
    document = proof.build(system="swiss", seed=0, state=state, paired=paired)
    swap = {"kind": "swap", "a": 1, "b": 6}
    document = proof.with_edits(document, read_edits([swap]), [APART, BETTER])
    return proof.with_edits(document, read_edits([swap, swap]), [])


def test_the_parts_make_the_whole_again() -> None:
    document, staff = split(whole(), salt="abc")
    assert join(document, staff) == whole()
    assert json.loads(json.dumps(document)) == document
    assert proof.pair_again(join(document, staff), run_engine=pair_report)


def test_the_public_document_has_the_hash_of_the_part_and_nothing_of_it() -> None:
    document, staff = split(whole(), salt="abc")
    assert document["input"]["forbidden"] == {"sha256": document_hash(staff)}
    codes = {reason[0] for reasons in document["why"]["pairs"] for reason in reasons}
    assert "not_above_rules" in codes
    assert not codes & {"not_above_forbidden"}
    assert [edit.get("warnings") for edit in document["edits"]] == [
        [["system_has_better", {}]],
        None,
        [],
    ]
    assert "not_above_forbidden" in json.dumps(staff["why"])
    assert split(whole(), salt="abd").document != document


def test_a_part_that_was_changed_is_found() -> None:
    document, staff = split(whole(), salt="abc")
    assert not is_staff_part_changed(document, staff)
    assert is_staff_part_changed(document, {**staff, "salt": "x"})
    assert is_staff_part_changed(document, {**staff, "forbidden": []})
    assert is_staff_part_changed(document, None)


def test_a_document_before_version_4_is_one_piece_and_public_without_the_list() -> None:
    old = {**whole(), "version": 3}
    assert join(old, None) == old
    assert not is_staff_part_changed(old, None)
    public = public_proof(old)
    assert "forbidden" not in json.dumps(public)
    assert "kept_apart" not in json.dumps(public)
    assert public["pairs"] == old["pairs"]


@pytest.mark.parametrize("code", sorted(PUBLIC_CODES))
def test_a_neutral_reason_is_a_sentence_of_what_the_full_one_knows(code: str) -> None:
    params = dict.fromkeys(("entry", "natural", "points", "size", "floated"), 3)
    [[public, kept]] = public_reasons([[code, params]])
    assert (public, kept.keys()) == (PUBLIC_CODES[code], {*PUBLIC_PARAMS[public]})
    assert "{" not in reason_text(Reason(public, kept))


def test_no_other_reason_speaks_of_who_is_kept_apart() -> None:
    """Refusals do, but only staff read them; a round that was refused has no proof."""
    refused = {"tables_forbidden", "no_legal_pairing", "no_legal_pairing_at_all"}
    speaking = {code for code, text in MESSAGES.items() if "apart" in text}
    hidden = {code for code in speaking if not public_reasons([[code, _any_params(code)]])}
    replaced = speaking & PUBLIC_CODES.keys()
    assert speaking - hidden - replaced <= refused


def _any_params(code: str) -> dict:
    return dict.fromkeys(PUBLIC_PARAMS.get(PUBLIC_CODES.get(code, ""), ()), 1)


def test_a_neutral_reason_has_other_causes_too() -> None:
    """Else the neutral sentence itself would tell that two are kept apart."""
    assert {PUBLIC_CODES[c] for c in ("not_above_forbidden", "not_above_needed")} == {
        "not_above_rules"
    }
    assert PUBLIC_CODES["float_nobody"] == PUBLIC_CODES["float_several"]
    assert PUBLIC_CODES["float_on_nobody"] == "float_on"
