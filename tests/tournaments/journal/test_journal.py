"""The journal: chained, without names, and every change is seen."""

import pytest
from django.db import transaction

from tests.builders import decide_round, make_event, published_round
from tournaments.actor import SYSTEM
from tournaments.chain import links
from tournaments.integrity import check_event, check_people
from tournaments.models import JournalHead, JournalLine
from tournaments.services import journal, journal_checks


@pytest.fixture
def scope():
    for number in range(1, 4):
        journal.write(SYSTEM, "test", scope="site", subject=f"line:{number}", text=f"why {number}")
    return "site"


def test_lines_follow_each_other(scope):
    lines = list(JournalLine.objects.order_by("seq"))
    assert [line.seq for line in lines] == [1, 2, 3]
    assert [line.prev_hash for line in lines] == ["", lines[0].hash, lines[1].hash]
    assert check_people() == []


def write_three():
    for scope in ("event:cup", "site", "event:cup"):
        journal.write(SYSTEM, "event.created", scope=scope, subject="cup", text=f"about {scope}")


def test_lines_written_together_are_the_chain_that_they_are_alone(django_assert_max_num_queries):
    write_three()
    alone = list(JournalLine.objects.order_by("pk").values_list("scope", "seq"))
    with django_assert_max_num_queries(12), journal.together():
        write_three()
        with journal.together():  # adds to the outer one
            write_three()
        assert JournalLine.objects.count() == len(alone), "nothing is inserted before the end"
    written = list(JournalLine.objects.order_by("pk").values_list("scope", "seq"))
    assert written[:3] == alone
    assert [scope for scope, _seq in written] == [scope for scope, _seq in alone] * 3
    for scope, last in (("event:cup", 6), ("site", 3)):
        lines = list(JournalLine.objects.filter(scope=scope).order_by("seq"))
        assert [line.seq for line in lines] == list(range(1, last + 1))
        assert [line.prev_hash for line in lines[1:]] == [line.hash for line in lines[:-1]]
        assert all(journal.stored_digest(line) == line.hash for line in lines)
        head = JournalHead.objects.get(scope=scope)
        assert (head.seq, head.signed_seq, head.hash) == (last, last, lines[-1].hash)


def test_lines_written_together_with_what_fails_are_not_written():
    @transaction.atomic
    @journal.together()
    def fail():
        write_three()
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert not JournalLine.objects.exists()
    write_three()
    assert JournalLine.objects.filter(scope="event:cup").count() == 2


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


@pytest.mark.parametrize(
    ("version", "digest"),
    [
        (1, "238c5ae6bcfc20a50dc68b20db1861e28ec9b08b422b306bd2dae770a542a6d0"),
        (2, "8f82b55a9a7371bd360b50358e988f061fafe6b15cb879f7015903dd15ec46e1"),
    ],
)
def test_what_is_hashed_of_a_line_never_changes(version, digest):
    """Chains that were written by earlier versions still hold."""
    line = {
        "scope": "site", "seq": 2, "prev_hash": "ab", "actor": {"kind": "system"},
        "action": "player.renamed", "subject": "player:1", "before": {"a": 1},
        "after": ["é", None], "version": version, "at": "2026-05-01T18:30:00.25Z",
    }  # fmt: skip
    text = links.text_digest("salt", "why")
    assert text == "bac18e7bb84444b9f290dbeb6bc66de8fac7f7a23d7988e62e19a7df12070890"
    assert links.line_digest(line, text_hash=text) == digest
    assert links.text_digest("salt", "") == ""


def test_a_line_of_an_earlier_release_is_checked_as_it_was_written():
    line = journal.write(SYSTEM, "test", scope="site", subject="x", text="why")
    line.version, line.text_hash = 1, ""
    line.hash = journal.stored_digest(line)
    line.save()
    JournalHead.objects.update(hash=line.hash, signed_seq=0)
    assert list(journal_checks.sign_unsigned()) == ["site"]
    assert journal_checks.check_scope("site") == []
    JournalLine.objects.update(text="another")
    assert journal_checks.check_scope("site") == ["site/1: was changed"]
    JournalLine.objects.update(text="")
    assert journal_checks.check_scope("site") == []
