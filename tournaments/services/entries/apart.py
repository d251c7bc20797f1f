"""Entries that are kept apart: named pairs, and members of a club or a family.

`selectors.people.apart.forbidden_pairs` resolves them to pairs; `pairing.drafts.check` knows which
systems respect them.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations

from django.utils.translation import gettext_lazy as _

from tournaments import limits, permissions
from tournaments.actor import Actor
from tournaments.choices import EventStatus
from tournaments.errors import DomainError, InvalidInput, NotFound
from tournaments.execution.transactions import in_transaction
from tournaments.models import Club, Entry, Event, ForbiddenPair, KeptApart
from tournaments.selectors.people.apart import CLUB, FAMILY
from tournaments.services import journal
from tournaments.services.events.states import WrongState, lock_event
from tournaments.services.rounds.results import bump_results

MOST_ENTRIES = limits.KEPT_APART
# Lower entry id, higher entry id, last round.
Pairs = Sequence[tuple[int, int, int | None]]


class PairsChanged(DomainError):
    code = "pairs_changed"
    message = _("Something else was done meanwhile. Look again at what would be undone.")


@in_transaction
def keep_apart(
    *, actor: Actor, event_id: int, entries: Sequence[int], last_round: int | None = None
) -> list[ForbiddenPair]:
    """Forbid every pair of these entries (ids). Locks Event.

    last_round: the last round of the event in which they may not meet; None: always. It replaces
    that of a pair that is forbidden already. Repeating it is harmless.
    """
    event = _lock_event(actor, event_id)
    _check_round(last_round)
    pairs = _pairs(event, entries)
    known = {
        (pair.low_id, pair.high_id): pair for pair in ForbiddenPair.objects.filter(event=event)
    }
    changed = [pair for pair in pairs if pair not in known or known[pair].last_round != last_round]
    store_pairs(event, dict.fromkeys(changed, last_round))
    if changed:
        before = [[*pair, known[pair].last_round] for pair in changed if pair in known]
        after = [[*pair, last_round] for pair in changed]
        journal.write_event(
            actor, event, "apart.kept", before={"pairs": before}, after={"pairs": after}
        )
        bump_results(event.pk)
    found = ForbiddenPair.objects.filter(event=event).order_by("low_id", "high_id")
    return [pair for pair in found if (pair.low_id, pair.high_id) in pairs]


@in_transaction
def let_meet(*, actor: Actor, event_id: int, entries: Sequence[int]) -> int:
    """Delete the named pairs among these entries (ids); returns their number. Locks Event.

    Rules of clubs and families stay. Repeating it is harmless.
    """
    event = _lock_event(actor, event_id)
    pairs = _pairs(event, entries)
    rows = ForbiddenPair.objects.filter(event=event)
    named = [row for row in rows if (row.low_id, row.high_id) in pairs]
    if named:
        before = [[row.low_id, row.high_id, row.last_round] for row in named]
        ForbiddenPair.objects.filter(pk__in=[row.pk for row in named]).delete()
        journal.write_event(actor, event, "apart.ended", before={"pairs": before})
        bump_results(event.pk)
    return len(named)


@in_transaction
def restore_pairs(*, actor: Actor, event_id: int, current: Pairs, earlier: Pairs) -> None:
    """Restore named pairs to their earlier state. Locks Event.

    A pair that is missing in `earlier` is deleted.

    :raises PairsChanged: the stored pairs differ from `current`.
    """
    event = _lock_event(actor, event_id)
    then, wanted = ({(low, high): last for low, high, last in each} for each in (current, earlier))
    named = {(row.low_id, row.high_id): row for row in ForbiddenPair.objects.filter(event=event)}
    touched = {pair: named[pair] for pair in {**then, **wanted} if pair in named}
    if {pair: row.last_round for pair, row in touched.items()} != then:
        raise PairsChanged
    gone = [row.pk for pair, row in touched.items() if pair not in wanted]
    ForbiddenPair.objects.filter(pk__in=gone).delete()
    store_pairs(event, wanted)
    before, after = {"pairs": list(current)}, {"pairs": list(earlier)}
    journal.write_event(actor, event, "apart.restored", before=before, after=after)
    bump_results(event.pk)


def keep_club_apart(
    *, actor: Actor, event_id: int, club: str = "", last_round: int | None = None
) -> KeptApart:
    """Keep members of a club apart. club: a slug; "": of each club."""
    if club and not Club.objects.filter(slug=club).exists():
        raise NotFound(what="club", key=club)
    return _keep_rule(actor, event_id, (CLUB, club), last_round)


def keep_family_apart(
    *, actor: Actor, event_id: int, family: str = "", last_round: int | None = None
) -> KeptApart:
    """Keep entries of a family apart. family: `Entry.family`; "": of each family."""
    return _keep_rule(actor, event_id, (FAMILY, family), last_round)


@in_transaction
def end_apart_rule(*, actor: Actor, event_id: int, kind: str, key: str = "") -> bool:
    """Delete the rule of a club or family; False if there is none. Locks Event."""
    event = _lock_event(actor, event_id)
    rule = KeptApart.objects.filter(event=event, kind=kind, key=key).first()
    if rule is None:
        return False
    rule.delete()
    journal.write_event(
        actor, event, "apart.rule_ended", before=_plain(rule), text=_family_name(rule)
    )
    bump_results(event.pk)
    return True


@in_transaction
def _keep_rule(
    actor: Actor, event_id: int, what: tuple[str, str], last_round: int | None
) -> KeptApart:
    event = _lock_event(actor, event_id)
    _check_round(last_round)
    kind, key = what
    known = KeptApart.objects.filter(event=event, kind=kind, key=key).first()
    if known is not None and known.last_round == last_round:
        return known
    rule, _created = KeptApart.objects.update_or_create(
        event=event, kind=kind, key=key, defaults={"last_round": last_round}
    )
    before = _plain(known) if known else None
    after = _plain(rule)
    journal.write_event(
        actor, event, "apart.rule", before=before, after=after, text=_family_name(rule)
    )
    bump_results(event.pk)
    return rule


def _lock_event(actor: Actor, event_id: int) -> Event:
    event = lock_event(event_id)
    permissions.require(actor, "apart.edit", event)
    if event.state == EventStatus.FINISHED:
        raise WrongState(state=event.state)
    return event


def store_pairs(event: Event, pairs: Mapping[tuple[int, int], int | None]) -> None:
    """Name pairs with their last rounds, new or not; a hundred entries are thousands of pairs."""
    ForbiddenPair.objects.bulk_create(
        (
            ForbiddenPair(event=event, low_id=low, high_id=high, last_round=last_round)
            for (low, high), last_round in pairs.items()
        ),
        update_conflicts=True,
        unique_fields=["low", "high"],
        update_fields=["event", "last_round"],
    )


def _pairs(event: Event, entries: Sequence[int]) -> set[tuple[int, int]]:
    """All pairs of these entry ids, the lower id first."""
    wanted = sorted(set(entries))
    if not 2 <= len(wanted) <= MOST_ENTRIES:
        problem = _("from 2 to {most} entries").format(most=MOST_ENTRIES)
        raise InvalidInput(field="entries", problem=problem)
    found = set(Entry.objects.filter(event=event, pk__in=wanted).values_list("pk", flat=True))
    for entry in wanted:
        if entry not in found:
            raise NotFound(what="entry", key=entry)
    return set(combinations(wanted, 2))


def _check_round(last_round: int | None) -> None:
    if last_round is not None and last_round < 1:
        raise InvalidInput(field="last_round", problem=_("a round number, or null"))


def _plain(rule: KeptApart) -> dict[str, object]:
    """A rule without the name of a family, which is free text and not hashed."""
    key = rule.key if rule.kind == CLUB else None
    return {"kind": rule.kind, "club": key, "last_round": rule.last_round}


def _family_name(rule: KeptApart) -> str:
    return rule.key if rule.kind == FAMILY else ""
