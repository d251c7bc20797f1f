"""Check journals: their chains, their signed heads, and heads that others have kept.

Reads only, except `sign_unsigned`.
"""

from collections.abc import Iterable, Iterator

from django.db import transaction
from django.db.models import F

from tournaments.chain.witness import Witness
from tournaments.models import JournalHead, JournalLine
from tournaments.services import signing
from tournaments.services.journal import HEAD_COLUMNS, is_text_changed, stored_digest


def scopes() -> list[str]:
    """All journals, also those whose head was removed."""
    heads = JournalHead.objects.values_list("scope", flat=True)
    lines = JournalLine.objects.order_by().values_list("scope", flat=True).distinct()
    return sorted({*heads, *lines})


def check_scope(scope: str) -> list[str]:
    """Every difference in one journal as a sentence; lines are named `scope/number`."""
    return [*broken_links(scope), *_check_head(scope)]


def check_witnesses(witnesses: Iterable[Witness]) -> Iterator[str]:
    """Say which kept heads are not lines of the journals, or were not signed here."""
    ring = signing.public_keys()
    for witness in witnesses:
        if not witness.is_signed(ring):
            yield f"{witness.scope}/{witness.seq}: this witness is not signed by a key of ours"
            continue
        line = JournalLine.objects.filter(scope=witness.scope, seq=witness.seq).first()
        if line is None:
            yield f"{witness.scope}/{witness.seq}: was witnessed, and is missing"
        elif line.hash != witness.hash:
            yield f"{witness.scope}/{witness.seq}: is not the line that was witnessed"


def broken_links(scope: str) -> Iterator[str]:
    """Say which lines of a chain are missing, moved or changed. One query if all is well."""
    previous, expected = "", 1
    for line in JournalLine.objects.filter(scope=scope).order_by("seq").iterator():
        for missing in range(expected, line.seq):
            yield f"{scope}/{missing}: is missing"
        yield from _check_line(line, previous=previous, gap=line.seq > expected)
        previous, expected = line.hash, line.seq + 1


def _check_line(line: JournalLine, *, previous: str, gap: bool) -> Iterator[str]:
    here = f"{line.scope}/{line.seq}"
    if line.prev_hash != previous and not gap:
        before = JournalLine.objects.filter(scope=line.scope, hash=line.prev_hash).first()
        seq = before.seq if before else 0
        if before or not line.prev_hash:
            yield f"{here}: was moved, it follows line {seq}"
        else:
            yield f"{here}: does not follow line {line.seq - 1}"
    if is_text_changed(line) or not _has_its_hash(line):
        yield f"{here}: was changed"


def _has_its_hash(line: JournalLine) -> bool:
    """An older line whose text was erased is checked by its neighbours only."""
    erased = line.version == 1 and line.salt and not line.text
    return bool(erased) or line.hash == stored_digest(line)


def _check_head(scope: str) -> Iterator[str]:
    """Check that the head is of the last line, and that it is signed by this installation."""
    head = JournalHead.objects.filter(scope=scope).first()
    last = JournalLine.objects.filter(scope=scope).order_by("-seq").first()
    if head is None:
        yield from [f"{scope}: its head is missing"] if last else []
        return
    if (head.seq, head.hash) != ((last.seq, last.hash) if last else (0, "")):
        yield f"{scope}: ends at line {last.seq if last else 0}, its head says {head.seq}"
    if head.seq != head.signed_seq:
        yield f"{scope}: line {head.seq} is not signed; manage.py check_journal --sign signs it"
    elif head.key not in signing.public_keys():
        yield f"{scope}: its head is signed by {head.key or 'nobody'}, which is no key of ours"
    elif not signing.witness_of(head).is_signed(signing.public_keys()):
        yield f"{scope}: the signature of its head is wrong"


def sign_unsigned() -> Iterator[str]:
    """Sign heads to which a release that does not sign has added lines; says which.

    A journal with differences is not signed. Locks each JournalHead.
    """
    unsigned = JournalHead.objects.filter(signed_seq__lt=F("seq")).order_by("scope")
    for scope in list(unsigned.values_list("scope", flat=True)):
        with transaction.atomic():
            head = JournalHead.objects.select_for_update().get(scope=scope)
            last = JournalLine.objects.filter(scope=scope, seq=head.seq, hash=head.hash)
            if last.exists() and not list(broken_links(scope)):
                signing.sign(head)
                head.save(update_fields=HEAD_COLUMNS)
                yield scope
