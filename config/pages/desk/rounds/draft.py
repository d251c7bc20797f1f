"""The page of a draft: its tables with warnings, edits, publishing.

An edit is previewed before it is saved.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from config.pages.desk.base import (
    Desk,
    open_desk,
    parse_optional_number,
    staff_page,
    typed_reason,
)
from config.pages.desk.rounds import edit_parser
from config.pages.desk.rounds.published import table_title
from config.pages.desk.rounds.rounds import pair_and_redirect
from config.pages.desk.undo import undo_context
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

Names = Mapping[int, str]  # by entry number; bidi-isolated for use in sentences


class DraftSeat(NamedTuple):
    """moves: 1 first, 2 second, 0 neither. points_x2: None without standings."""

    entry: int
    name: str
    moves: int
    points_x2: Any


class DraftTable(NamedTuple):
    leg: int
    table: int | None
    kind: str
    title: str
    seats: list[DraftSeat]
    warnings: list[str]
    reasons: list[str]
    by_hand: bool


@staff_page
def draft(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Shows the draft, and handles all its forms."""
    desk = open_desk(request, slug, "rounds")
    found = next(
        (r for r in selectors.event_rounds(desk.event, desk.actor) if r.number == number), None
    )
    if found is None:
        raise Http404
    if found.state != "draft" and request.method != "POST":
        return redirect("pages:manage-round", slug, number)
    extra: dict[str, Any] = {}
    if request.method == "POST":
        try:
            result = _run_action(request, desk, number)
        except DomainError as refusal:
            extra = {"refused": str(refusal)}
        else:
            if isinstance(result, HttpResponse):
                return result
            extra = result
        if found.state != "draft":
            messages.error(request, extra.get("refused", ""))
            return redirect("pages:manage-round", slug, number)
    return _page(request, desk, found, extra)


def _run_action(request: HttpRequest, desk: Desk, number: int) -> HttpResponse | dict[str, Any]:
    """Run the action of a form: a redirect, or context for the page after a preview."""
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
            seed=parse_optional_number(form.get("seed"), _("Lot number")),
            reason=typed_reason(request) or _("Drawn again"),
        )
        return pair_and_redirect(slug, job)
    return _edit(request, desk, number)


def _edit(request: HttpRequest, desk: Desk, number: int) -> HttpResponse | dict[str, Any]:
    form = request.POST
    leg = parse_optional_number(form.get("leg"), "leg") or 1
    edits = edit_parser.parse_edits(_typed_edit(request), leg=leg)
    is_preview = form.get("do") != "keep"
    edited = draft_edits.edit_draft(
        actor=desk.actor,
        event_id=desk.event.pk,
        number=number,
        edits=edits,
        reason=typed_reason(request),
        preview=is_preview,
    )
    if is_preview:
        return {"tried": edited}
    messages.success(request, _("Saved."))
    for warning in edited.warnings:
        messages.warning(request, translate_reason(warning, _names(desk)))
    return redirect("pages:manage-draft", desk.event.slug, number)


def _typed_edit(request: HttpRequest) -> str:
    """The typed edit, or the swap of the two chosen players."""
    form = request.POST
    return form.get("line") or f"{form.get('first', '')} {form.get('with', '')}".strip()


def _page(request: HttpRequest, desk: Desk, found: Any, extra: dict[str, Any]) -> HttpResponse:
    names, document = _names(desk), whole_proof(found)
    paired, warnings = proof.edited_round(document), proof.warnings_of(document)
    points = _points(desk, document)
    tried = extra.get("tried")
    picked = (
        parse_optional_number(request.GET.get("pick"), "pick")
        if _has_picked_number(request)
        else None
    )
    context = (
        desk.context
        | undo_context(desk)
        | {
            "number": found.number,
            "legs": range(1, found.legs + 1) if found.legs > 1 else (),
            "leg": request.POST.get("leg") or request.GET.get("leg") or "1",
            "may_edit_tables": found.kind != PLAYOFF,
            "seed": document.get("seed", 0),
            "is_stale": selectors.draft_is_stale(found),
            "lot": lot_label(document),
            "tables": _tables(paired, warnings, names, points),
            "about_all": [translate_reason(r, names) for r in warnings if not entries_of(r)],
            "round_reasons": [translate_reason(reason, names) for reason in paired.explanation],
            "edits": [translate_reason(edit.did, names) for edit in proof.edit_records(document)],
            "away": _away(desk, found.number),
            "keys": edit_parser.KEY_HELP,
            "picked": picked,
            "picked_name": names.get(picked or 0, ""),
            "typed": request.POST,
            "line": _typed_edit(request),
            "refused": extra.get("refused", ""),
            "tried": tried and _edit_preview(tried, names, points),
        }
    )
    status = 422 if extra.get("refused") else 200
    return render(request, "pages/desk/rounds/draft.html", context, status=status)


def _has_picked_number(request: HttpRequest) -> bool:
    picked = request.GET.get("pick", "")
    return picked.isascii() and picked.isdecimal() and len(picked) < 7


def _edit_preview(
    edited: draft_edits.EditedDraft, names: Names, points: Mapping[int, Any]
) -> dict[str, Any]:
    """The tables that the edit would change, with problems and warnings."""
    made = [p for p in edited.paired.pairings if EDITED_BY_HAND in p.explanation]
    return {
        "tables": [_table(p, edited.paired, [], names, points) for p in _ordered(made)],
        "problems": [translate_reason(reason, names) for reason in edited.problems],
        "warnings": [translate_reason(reason, names) for reason in edited.warnings],
    }


def _tables(
    paired: PairedRound, warnings: list[Reason], names: Names, points: Mapping[int, Any]
) -> list[DraftTable]:
    return [_table(p, paired, warnings, names, points) for p in _ordered(paired.pairings)]


def _ordered(pairings: Iterable[Paired]) -> list[Paired]:
    return sorted(pairings, key=lambda p: (p.leg, p.table is None, p.table or 0))


def _table(
    pairing: Paired,
    paired: PairedRound,
    warnings: list[Reason],
    names: Names,
    points: Mapping[int, Any],
) -> DraftTable:
    about = [reason for reason in warnings if entries_of(reason) & {*pairing.seats}]
    by_hand = EDITED_BY_HAND in pairing.explanation
    return DraftTable(
        leg=pairing.leg,
        table=pairing.table,
        kind=pairing.kind,
        title=table_title(pairing.group, pairing.bracket),
        seats=[
            DraftSeat(
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
    """The pairing score by entry: from the current table if the table ranks by the same score.

    A stale table is recomputed. Otherwise the score is computed from the proof.
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
