"""A draft at the desk: its tables with what they are warned of, edits tried and kept, publishing.

An edit is tried first: the page says what would come of it, and keeping it is one key more.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from config.pages.desk.base import (
    Desk,
    number_or_none,
    open_desk,
    staff_page,
    typed_reason,
)
from config.pages.desk.rounds import edit_line
from config.pages.desk.rounds.rounds import pair_now
from config.pages.desk.undo import undo_of
from config.pages.event.lots import lot_label
from config.pages.names import isolate
from tournaments import proof, recompute, selectors
from tournaments.errors import DomainError, NotFound
from tournaments.pairing import PLAYOFF, PairedRound, Reason
from tournaments.pairing import Pairing as Paired
from tournaments.pairing.drafts.check import entries_of
from tournaments.pairing.drafts.edits import EDITED_BY_HAND
from tournaments.pairing.pairing_score import pairing_points_x2, pairing_score
from tournaments.pairing.provisional import with_provisional_results
from tournaments.proof_parts import whole_proof
from tournaments.services.rounds import draft_edits, pairing_jobs, rounds
from tournaments.services.rounds.drafts import translate_reason

Names = Mapping[int, str]  # by entry number, isolated for use in sentences


class Place(NamedTuple):
    """A seat of a draft. moves: 1 first, 2 second, 0 neither; points_x2: None before a table."""

    entry: int
    name: str
    moves: int
    points_x2: Any


class Table(NamedTuple):
    leg: int
    table: int | None
    kind: str
    title: str
    places: list[Place]
    warnings: list[str]
    reasons: list[str]
    by_hand: bool


@staff_page
def draft(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The page of a draft; every form of it comes back here."""
    desk = open_desk(request, slug, "rounds")
    found = next(
        (r for r in selectors.event_rounds(desk.event, desk.actor) if r.number == number), None
    )
    if found is None:
        raise Http404
    if found.state != "draft" and request.method != "POST":
        return redirect("pages:manage-round", slug, number)
    shown: dict[str, Any] = {}
    if request.method == "POST":
        try:
            done = _done(request, desk, number)
        except DomainError as refused:
            shown = {"refused": str(refused)}
        else:
            if isinstance(done, HttpResponse):
                return done
            shown = done
        if found.state != "draft":
            messages.error(request, shown.get("refused", ""))
            return redirect("pages:manage-round", slug, number)
    return _page(request, desk, found, shown)


def _done(request: HttpRequest, desk: Desk, number: int) -> HttpResponse | dict[str, Any]:
    """Do what the form asks; where something is only tried, what the page shows of it."""
    form, at = request.POST, {"actor": desk.actor, "event_id": desk.event.pk}
    do, slug = form.get("do", ""), desk.event.slug
    if do == "publish":
        rounds.publish_round(**at, number=number, stale="stale" in form)
        messages.success(request, _("Round %(round)d is published.") % {"round": number})
        return redirect("pages:manage-round", slug, number)
    if do == "discard":
        rounds.discard_draft(**at, number=number)
        messages.success(request, _("The draft of round %(round)d is gone.") % {"round": number})
        return redirect("pages:manage-rounds", slug)
    if do == "again":
        job = pairing_jobs.request_re_pairing(
            **at,
            number=number,
            seed=number_or_none(form.get("seed"), _("Number of the lot")),
            reason=typed_reason(request) or _("Drawn again"),
        )
        return pair_now(slug, job)
    return _edit(request, desk, number)


def _edit(request: HttpRequest, desk: Desk, number: int) -> HttpResponse | dict[str, Any]:
    form = request.POST
    leg = number_or_none(form.get("leg"), "leg") or 1
    edits = edit_line.read_edits(_line(request), leg=leg)
    trying = form.get("do") != "keep"
    edited = draft_edits.edit_draft(
        actor=desk.actor,
        event_id=desk.event.pk,
        number=number,
        edits=edits,
        reason=typed_reason(request),
        preview=trying,
    )
    if trying:
        return {"tried": edited}
    messages.success(request, _("Kept."))
    for warning in edited.warnings:
        messages.warning(request, translate_reason(warning, _names(desk)))
    return redirect("pages:manage-draft", desk.event.slug, number)


def _line(request: HttpRequest) -> str:
    """The edit as typed; of two players that were chosen, their swap."""
    form = request.POST
    return form.get("line") or f"{form.get('first', '')} {form.get('with', '')}".strip()


def _page(request: HttpRequest, desk: Desk, found: Any, shown: dict[str, Any]) -> HttpResponse:
    names, document = _names(desk), whole_proof(found)
    paired, told = proof.edited_round(document), proof.warnings_of(document)
    points = _points(desk, document)
    tried = shown.get("tried")
    picked = number_or_none(request.GET.get("pick"), "pick") if _is_number(request) else None
    context = (
        desk.context
        | undo_of(desk)
        | {
            "number": found.number,
            "legs": range(1, found.legs + 1) if found.legs > 1 else (),
            "leg": request.POST.get("leg") or request.GET.get("leg") or "1",
            "may_edit_tables": found.kind != PLAYOFF,
            "seed": document.get("seed", 0),
            "is_stale": selectors.draft_is_stale(found),
            "lot": lot_label(document),
            "tables": _tables(paired, told, names, points),
            "about_all": [translate_reason(r, names) for r in told if not entries_of(r)],
            "round_reasons": [translate_reason(reason, names) for reason in paired.explanation],
            "edits": [translate_reason(edit.did, names) for edit in proof.edit_records(document)],
            "away": _away(desk, found.number),
            "keys": edit_line.KEYS,
            "picked": picked,
            "picked_name": names.get(picked or 0, ""),
            "typed": request.POST,
            "line": _line(request),
            "refused": shown.get("refused", ""),
            "tried": tried and _tried(tried, names, points),
        }
    )
    status = 422 if shown.get("refused") else 200
    return render(request, "pages/desk/rounds/draft.html", context, status=status)


def _is_number(request: HttpRequest) -> bool:
    picked = request.GET.get("pick", "")
    return picked.isascii() and picked.isdecimal() and len(picked) < 7


def _tried(
    edited: draft_edits.EditedDraft, names: Names, points: Mapping[int, Any]
) -> dict[str, Any]:
    """What would come of an edit: the tables a hand would have made, problems and warnings."""
    made = [p for p in edited.paired.pairings if EDITED_BY_HAND in p.explanation]
    return {
        "tables": [_table(p, edited.paired, [], names, points) for p in _ordered(made)],
        "problems": [translate_reason(reason, names) for reason in edited.problems],
        "warnings": [translate_reason(reason, names) for reason in edited.warnings],
    }


def _tables(
    paired: PairedRound, told: list[Reason], names: Names, points: Mapping[int, Any]
) -> list[Table]:
    return [_table(p, paired, told, names, points) for p in _ordered(paired.pairings)]


def _ordered(pairings: Iterable[Paired]) -> list[Paired]:
    return sorted(pairings, key=lambda p: (p.leg, p.table is None, p.table or 0))


def _table(
    pairing: Paired,
    paired: PairedRound,
    told: list[Reason],
    names: Names,
    points: Mapping[int, Any],
) -> Table:
    about = [reason for reason in told if entries_of(reason) & {*pairing.seats}]
    by_hand = EDITED_BY_HAND in pairing.explanation
    return Table(
        leg=pairing.leg,
        table=pairing.table,
        kind=pairing.kind,
        title=" · ".join(part for part in (pairing.group, pairing.bracket) if part),
        places=[
            Place(
                entry=entry,
                name=names.get(entry, f"#{entry}"),
                moves=_moves(order, pairing),
                points_x2=points.get(entry),
            )
            for order, entry in enumerate(pairing.seats, start=1)
        ],
        warnings=[translate_reason(reason, names) for reason in about],
        reasons=[translate_reason(reason, names) for reason in pairing.explanation],
        by_hand=by_hand,
    )


def _moves(order: int, pairing: Paired) -> int:
    if len(pairing.seats) < 2:
        return 0
    return 1 if order == pairing.first_seat else 2 if len(pairing.seats) == 2 else 0


def _names(desk: Desk) -> dict[int, str]:
    people = selectors.players_by_number(desk.event)
    return {number: isolate(row["name"]) for number, row in people.items()}


def _points(desk: Desk, document: Mapping[str, Any]) -> Mapping[int, Any]:
    """The score that pairs, by entry; where it is the one that ranks, from the table of now.

    The table is recomputed if stale. Of a draft paired by another score, its proof knows best.
    """
    seen = proof.read_state(document["input"])
    if pairing_score(seen) != seen.rules.rank_by:
        return pairing_points_x2(with_provisional_results(seen))
    table = selectors.standings_document(desk.event)
    if not table["fresh"]:
        table = recompute.standings_document(selectors.event_states(desk.event.pk)[0])
    return {row["entry"]: row["primary_x2"] for row in table["rows"]}


def _away(desk: Desk, number: int) -> list[dict[str, Any]]:
    try:
        return list(selectors.round_view(desk.event, number, desk.actor)["away"])
    except NotFound:
        return []
