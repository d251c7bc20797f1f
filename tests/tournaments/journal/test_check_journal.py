"""What `manage.py check_journal` says after somebody changed the database itself."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from tests.builders import decide_round, make_event, published_round
from tournaments.actor import SYSTEM
from tournaments.chain import keys, witness
from tournaments.models import Change, JournalHead, JournalLine
from tournaments.services import journal, journal_checks, signing
from tournaments.services.events import witness_mails
from tournaments.services.rounds import rounds

SCOPE = "club:tavern"


@pytest.fixture(autouse=True)
def lines():
    for number in range(1, 6):
        journal.write(SYSTEM, "test", scope=SCOPE, subject=f"line:{number}", text=f"why {number}")


def sql(*statements):
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def check(*options):
    """The lines that the command prints, and its exit code."""
    out = StringIO()
    try:
        call_command("check_journal", *options, stdout=out)
    except CommandError as error:
        return out.getvalue().splitlines(), error.returncode
    return out.getvalue().splitlines(), 0


def head():
    return signing.witness_of(JournalHead.objects.get(scope=SCOPE))


def rewrite(lines):
    """Write a chain again, so that its hashes fit: all that a superuser can do without the key."""
    previous = ""
    for seq, line in enumerate(lines, start=1):
        line.seq, line.prev_hash = seq, previous
        line.hash = previous = journal.stored_digest(line)
    with transaction.atomic():
        JournalLine.objects.filter(scope=SCOPE).delete()
        JournalLine.objects.bulk_create(lines)
        JournalHead.objects.filter(scope=SCOPE).update(
            seq=len(lines), signed_seq=len(lines), hash=previous
        )


def test_all_is_well():
    assert check() == (["Equal: 1 journals."], 0)


@pytest.mark.parametrize(
    "change",
    [
        "subject = 'x'", "before = '1'", "after = '1'", "actor = '{}'", "action = 'x'",
        "text = 'another why'", "salt = 'x'", "text_hash = 'x'", "text_hash = '', text = ''",
        "version = 1", "at = '2001-01-01 00:00:00+00:00'", "hash = 'x'",
    ],
)  # fmt: skip
def test_a_changed_line_is_named(change):
    sql(f"UPDATE tournaments_journalline SET {change} WHERE seq = 3")
    found, code = check()
    assert code == 1
    assert f"{SCOPE}/3: was changed" in found


def test_the_text_of_a_line_can_be_erased_and_the_rest_is_still_checked():
    sql("UPDATE tournaments_journalline SET text = '' WHERE seq = 3")
    assert check()[1] == 0
    sql("UPDATE tournaments_journalline SET subject = 'x' WHERE seq = 3")
    assert check() == ([f"{SCOPE}/3: was changed"], 1)


def test_a_deleted_line_is_named():
    sql("DELETE FROM tournaments_journalline WHERE seq IN (2, 3)")
    assert check() == ([f"{SCOPE}/2: is missing", f"{SCOPE}/3: is missing"], 1)


def test_lines_in_another_order_are_named():
    sql(
        "UPDATE tournaments_journalline SET seq = 9 WHERE seq = 2",
        "UPDATE tournaments_journalline SET seq = 2 WHERE seq = 3",
        "UPDATE tournaments_journalline SET seq = 3 WHERE seq = 9",
    )
    found, code = check()
    assert code == 1
    assert [line for line in found if "moved" in line] == [
        f"{SCOPE}/2: was moved, it follows line 3",
        f"{SCOPE}/3: was moved, it follows line 1",
        f"{SCOPE}/4: was moved, it follows line 2",
    ]


def test_a_first_line_that_is_not_the_first_follows_none():
    sql(
        "UPDATE tournaments_journalline SET seq = 9 WHERE seq = 1",
        "UPDATE tournaments_journalline SET seq = 1 WHERE seq = 2",
        "UPDATE tournaments_journalline SET seq = 2 WHERE seq = 9",
    )
    assert [line for line in check()[0] if "moved" in line] == [
        f"{SCOPE}/1: was moved, it follows line 2",
        f"{SCOPE}/2: was moved, it follows line 0",
        f"{SCOPE}/3: was moved, it follows line 1",
    ]


def test_a_cut_tail_is_found_by_the_head():
    sql("DELETE FROM tournaments_journalline WHERE seq > 3")
    assert check() == ([f"{SCOPE}: ends at line 3, its head says 5"], 1)


def test_a_journal_without_its_head_is_found():
    sql("DELETE FROM tournaments_journalhead")
    assert check() == ([f"{SCOPE}: its head is missing"], 1)


def test_a_chain_written_again_is_found_by_its_signature():
    stored = list(JournalLine.objects.order_by("seq"))
    stored[2].subject = "another"
    rewrite(stored)
    assert check() == ([f"{SCOPE}: the signature of its head is wrong"], 1)


def test_a_key_of_somebody_else_signs_nothing():
    forged = witness.sign_head(keys.read_signing_key("x" * 42 + "A"), *head()[:3])
    JournalHead.objects.update(key=forged.key, signature=forged.signature)
    said = f"{SCOPE}: its head is signed by {forged.key}, which is no key of ours"
    assert check() == ([said], 1)


def test_a_journal_put_back_to_an_earlier_moment_is_found_by_a_witness_only(tmp_path):
    """Head, signature and lines are those of a backup: nothing in the database says otherwise."""
    early = JournalHead.objects.get(scope=SCOPE)
    journal.write(SYSTEM, "test", scope=SCOPE, subject="line:6")
    kept, later = signing.witness_of(early), head()
    sql("DELETE FROM tournaments_journalline WHERE seq > 5")
    early.save()
    assert check()[1] == 0
    assert check("--witness", str(kept))[1] == 0
    assert check("--witness", str(later)) == ([f"{SCOPE}/6: was witnessed, and is missing"], 1)
    journal.write(SYSTEM, "test", scope=SCOPE, subject="another")
    mail = tmp_path / "mail.txt"
    mail.write_text(f"> {kept}\n> and\n{str(later).replace(' ', chr(10))}\n")
    said = f"{SCOPE}/6: is not the line that was witnessed"
    assert check("--witness", str(mail)) == ([said], 1)


def test_a_witness_that_nobody_signed_says_nothing_about_the_journal():
    forged = head()._replace(hash="0" * 64)
    said = f"{SCOPE}/5: this witness is not signed by a key of ours"
    assert check("--witness", str(forged)) == ([said], 1)
    assert check("--witness", "nothing")[1] == 2


def test_a_head_that_an_older_release_left_unsigned_is_signed_when_asked():
    JournalHead.objects.update(signed_seq=3)
    found, code = check()
    assert (code, found) == (
        1, [f"{SCOPE}: line 5 is not signed; manage.py check_journal --sign signs it"],
    )  # fmt: skip
    assert check("--sign") == ([f"{SCOPE}: signed.", "Equal: 1 journals."], 0)


def test_heads_of_several_journals_are_signed_each_by_itself():
    journal.write(SYSTEM, "test", scope="site", subject="line")
    JournalHead.objects.update(signed_seq=0)
    signed = ["club:tavern: signed.", "site: signed.", "Equal: 2 journals."]
    assert check("--sign") == (signed, 0)


def test_a_changed_journal_is_not_signed():
    JournalHead.objects.update(signed_seq=3)
    sql("UPDATE tournaments_journalline SET subject = 'x' WHERE seq = 4")
    assert f"{SCOPE}: signed." not in check("--sign")[0]


def test_old_keys_still_count_and_unknown_ones_do_not(settings):
    old = signing.signing_key().public
    settings.SIGNING_KEY = "y" * 42 + "A"
    assert check()[1] == 1
    settings.RETIRED_SIGNING_KEYS = [old]
    assert check()[1] == 0
    journal.write(SYSTEM, "test", scope=SCOPE, subject="by the new key")
    assert head().key == keys.read_signing_key(settings.SIGNING_KEY).key_id
    assert check()[1] == 0


def test_a_closed_round_is_witnessed_in_the_feed_and_by_mail(boss, mailoutbox):
    boss.email = "boss@tak.example"
    boss.save()
    event = make_event(organiser=boss, slug="cup")
    round_ = published_round(event)
    decide_round(round_)
    rounds.close_round(actor=SYSTEM, event_id=event.pk, number=1)
    change = Change.objects.get(action="journal.signed")
    (kept,) = witness.find_witnesses(change.data["witness"])
    line = JournalLine.objects.get(scope="event:cup", seq=kept.seq)
    assert (line.action, line.hash, change.event) == ("round.closed", kept.hash, "cup")
    witness_mails.mail_witness(str(kept), kept.scope, "en")
    (mail,) = mailoutbox
    assert mail.to == ["boss@tak.example"]
    assert list(witness.find_witnesses(mail.body)) == [kept]
    assert list(journal_checks.check_witnesses([kept])) == []
