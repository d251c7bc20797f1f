"""The journal: chained, without names, and every change is seen."""

import pytest

from tests.builders import decide_round, make_event, published_round
from tournaments.actor import SYSTEM
from tournaments.integrity import check_event, check_people
from tournaments.models import JournalHead, JournalLine
from tournaments.services import journal


@pytest.fixture
def scope():
    for number in range(1, 4):
        journal.write(SYSTEM, "test", scope="site", subject=f"line:{number}", text=f"why {number}")
    return "site"


def test_lines_follow_each_other(scope):
    lines = list(JournalLine.objects.order_by("seq"))
    assert [line.seq for line in lines] == [1, 2, 3]
    assert [line.prev_hash for line in lines] == ["", lines[0].hash, lines[1].hash]
    assert list(journal.broken_links(scope)) == []
    assert check_people() == []


@pytest.mark.parametrize(
    "change",
    [
        *({"subject": "x"}, {"before": 1}, {"after": 1}, {"actor": {}}, {"action": "x"}),
        {"text": "another why"},
    ],
)
def test_a_changed_line_is_found(scope, change):
    JournalLine.objects.filter(seq=2).update(**change)
    assert list(journal.broken_links(scope)) == ["site/2: was changed"]


def test_a_line_taken_out_is_found(scope):
    JournalLine.objects.filter(seq=2).delete()
    assert list(journal.broken_links(scope)) == ["site/3: does not follow line 1"]


def test_a_last_line_taken_out_is_found(scope):
    JournalLine.objects.filter(seq=3).delete()
    assert list(journal.broken_links(scope)) == []
    assert check_people() == ["site: the journal does not end where its head says"]


def test_a_text_can_be_erased_and_the_chain_holds(scope):
    JournalLine.objects.filter(seq=2).update(text="")
    assert list(journal.broken_links(scope)) == []


def test_a_whole_event_is_journalled_without_a_name():
    event = make_event(entries=4)
    decide_round(published_round(event))
    lines = JournalLine.objects.filter(scope=f"event:{event.slug}")
    actions = set(lines.values_list("action", flat=True))
    assert actions >= {
        *("event.created", "event.registration", "entry.added", "event.running"),
        *("round.paired", "round.published", "result.recorded"),
    }
    hashed = str([(line.subject, line.before, line.after, line.actor) for line in lines])
    assert not [name for name in ("Ada", "Bo", "Cleo", "Dag") if f"'{name}" in hashed]
    assert check_event(event.pk) == []
    head = JournalHead.objects.get(scope=f"event:{event.slug}")
    assert head.seq == lines.count()


def test_what_is_hashed_of_a_line_never_changes():
    """Chains that were written by earlier versions still hold."""
    line = JournalLine(
        scope="site", seq=2, prev_hash="ab", actor={"kind": "system"}, action="player.renamed",
        subject="player:1", before={"a": 1}, after=["é", None],
    )  # fmt: skip
    text = journal.text_digest("salt", "why")
    assert text == "bac18e7bb84444b9f290dbeb6bc66de8fac7f7a23d7988e62e19a7df12070890"
    assert (
        journal.line_digest(line, text_hash=text)
        == "238c5ae6bcfc20a50dc68b20db1861e28ec9b08b422b306bd2dae770a542a6d0"
    )
    assert journal.text_digest("salt", "") == ""
