"""Store drafts with their proofs, and check them against the rules of pairing."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NoReturn

from django.db.models import QuerySet
from django.utils.translation import ngettext_lazy

from tournaments import selectors
from tournaments.actor import Actor
from tournaments.documents import Document
from tournaments.errors import DomainError
from tournaments.models import GameSlot, Pairing, Round, Seat, Stage, TeamMatch
from tournaments.pairing import PairedRound, Reason
from tournaments.pairing import Pairing as Proposed
from tournaments.pairing.drafts.check import find_problems
from tournaments.pairing.drafts.reason_texts import reason_text
from tournaments.pairing.systems.playoff import state_before_playoff
from tournaments.proof import parts
from tournaments.proof.hashing import document_hash
from tournaments.services import journal
from tournaments.state import PLAYOFF, EventState, first_seat_of_game
from tournaments.state.teams import TeamMatch as ProposedMatch
from tournaments.wording import translate_marked

SALT_BYTES = 16
MOST_LISTED = 5  # broken rules named in one refusal


class RoundBreaksRules(DomainError):
    code = "round_breaks_rules"
    message = ngettext_lazy(
        "Round {round} breaks {count} rule of pairing: {problems}",
        "Round {round} breaks {count} rules of pairing: {problems}",
        "count",
    )


def check_rules(state: EventState, paired: PairedRound, *, by_hand: bool) -> None:
    """:raises RoundBreaksRules: with the rules that are broken.

    by_hand: made by the organiser; only the rules on seats and places apply.
    """
    broken = find_problems(state, paired, by_hand=by_hand)
    if broken:
        refuse_round(paired.round, broken)


def refuse_round(number: int, broken: Sequence[Reason]) -> NoReturn:
    """:raises RoundBreaksRules: always."""
    problems = " ".join(translate_reason(reason) for reason in broken[:MOST_LISTED])
    raise RoundBreaksRules(round=number, count=len(broken), problems=problems)


def translate_reason(reason: Reason, names: Mapping[int, str] | None = None) -> str:
    """A reason as a sentence in the active language; names: by entry number."""
    return reason_text(reason, translate=translate_marked, names=names)


def reasons_as_json(reasons: Iterable[Reason]) -> list[Document]:
    """Reasons for the API: code, parameters and sentence."""
    return [
        {"code": reason.code, "params": dict(reason.params), "text": translate_reason(reason)}
        for reason in reasons
    ]


def write_draft(
    actor: Actor, stage: Stage, paired: PairedRound, document: dict[str, object]
) -> Round:
    """Create a draft round with its pairings, seats and slots. The Event is locked."""
    event = stage.event
    round_ = Round.objects.create(
        stage=stage,
        event=event,
        number=paired.round,
        legs=paired.legs,
        **_stored(document, salt=secrets.token_hex(SALT_BYTES)),
        results_version=event.results_version,
    )
    _write_pairings(round_, paired.pairings)
    _write_matches(round_, paired.matches)
    journal_round(actor, "round.paired", round_, after={"proof": round_.proof_hash})
    return round_


def rewrite_draft(round_: Round, paired: PairedRound, document: dict[str, object]) -> None:
    """Replace the pairings of a draft that differ. The Round is locked.

    :raises ProtectedError: a pairing to delete has a game.
    """
    rows = {_proposed(row): row.pk for row in _rows(round_)}
    wanted = [replace(pairing, explanation=()) for pairing in paired.pairings]
    # Delete first, so that tables and entries are free.
    gone = [pk for pairing, pk in rows.items() if pairing not in wanted]
    Pairing.objects.filter(pk__in=gone).delete()
    _write_pairings(round_, [pairing for pairing in wanted if pairing not in rows])
    kept = (round_.proof_staff or {}).get("salt", "")
    columns = _stored(document, salt=kept or secrets.token_hex(SALT_BYTES))
    for name, value in columns.items():
        setattr(round_, name, value)
    round_.save(update_fields=[*columns])


def _stored(document: dict[str, object], *, salt: str) -> Document:
    """The proof columns of a Round; proofs before version 4 are not split."""
    staff = None
    if parts.has_parts(document):
        document, staff = parts.split(document, salt=salt)
    return {
        "proof": document,
        "proof_staff": staff,
        "proof_hash": document_hash(document),
    }


def stored_round(round_: Round) -> PairedRound:
    """A stored round in the form of the pairing package; five queries."""
    return PairedRound(
        round_.number,
        tuple(map(_proposed, _rows(round_))),
        legs=round_.legs,
        matches=selectors.team_matches(round=round_),
    )


def state_for_round(round_: Round, state: EventState) -> EventState:
    """The state that a round is checked against; a play-off has its own entrants only."""
    return state_before_playoff(state, round_.number) if round_.kind == PLAYOFF else state


def journal_round(actor: Actor, action: str, round_: Round, **contents: object) -> None:
    subject = f"round:{round_.number}"
    journal.write_event(actor, round_.event, action, subject=subject, **contents)


def _rows(round_: Round) -> "QuerySet[Pairing]":
    rows = Pairing.objects.filter(round=round_).prefetch_related("seats__entry", "slots")
    return rows.order_by("leg", "table", "pk")


def _write_pairings(round_: Round, pairings: Sequence[Proposed]) -> None:
    event = round_.event
    entries = dict(event.entries.filter(number__isnull=False).values_list("number", "pk"))
    games = selectors.match_rules(event.match).games_per_match
    rows = [_pairing(round_, proposed) for proposed in pairings]
    Pairing.objects.bulk_create(rows)
    seats: list[Seat] = []
    slots: list[GameSlot] = []
    for pairing, proposed in zip(rows, pairings, strict=True):
        seats += _seats(pairing, proposed, entries)
        if proposed.kind == "match":
            slots += _slots(pairing, proposed, games)
    Seat.objects.bulk_create(seats)
    GameSlot.objects.bulk_create(slots)


def _write_matches(round_: Round, matches: Sequence[ProposedMatch]) -> None:
    teams = dict(round_.event.teams.values_list("number", "pk")) if matches else {}
    TeamMatch.objects.bulk_create(
        TeamMatch(
            round=round_,
            number=match.number,
            first_id=teams[match.teams[0]],
            second_id=teams[match.teams[1]] if len(match.teams) == 2 else None,
        )
        for match in matches
    )


def _pairing(round_: Round, proposed: Proposed) -> Pairing:
    return Pairing(
        round=round_,
        leg=proposed.leg,
        table=proposed.table,
        kind=proposed.kind,
        group=proposed.group,
        bracket=proposed.bracket,
    )


def _seats(pairing: Pairing, proposed: Proposed, entries: dict[int | None, int]) -> list[Seat]:
    return [
        Seat(
            pairing=pairing,
            order=order,
            entry_id=entries[number],
            round=pairing.round,
            leg=pairing.leg,
        )
        for order, number in enumerate(proposed.seats, start=1)
    ]


def _slots(pairing: Pairing, proposed: Proposed, games: int) -> list[GameSlot]:
    """The games of a match; the first move rotates among the seats."""
    return [
        GameSlot(
            pairing=pairing,
            number=number,
            first_seat=first_seat_of_game(
                first_seat=proposed.first_seat, number=number, seats=len(proposed.seats)
            ),
        )
        for number in range(1, games + 1)
    ]


def _proposed(row: Pairing) -> Proposed:
    seats = sorted(row.seats.all(), key=lambda seat: seat.order)
    first = next((slot.first_seat for slot in row.slots.all() if slot.number == 1), 1)
    return Proposed(
        seats=tuple(seat.entry.number or 0 for seat in seats),
        table=row.table,
        kind=row.kind,
        first_seat=first,
        leg=row.leg,
        group=row.group,
        bracket=row.bracket,
    )
