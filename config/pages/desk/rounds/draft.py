"""The page of a draft: its tables with warnings, edits, publishing.

An edit is previewed before it is saved.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.pages.annotations import Document, Round
from config.pages.desk.base import (
    SAME_ROUND,
    WHY,
    Desk,
    LineField,
    LineForm,
    lot_field,
    open_desk,
    staff_page,
)
from config.pages.desk.rounds import edit_parser
from config.pages.desk.rounds.published import table_title
from config.pages.desk.rounds.rounds import pair_by, redirect_to_draft
from config.pages.desk.undo import undo_context
from config.pages.event.lots import lot_label
from config.pages.forms import Action, ActionForms, FlagField, Form, TextField, ValueChoiceField
from config.pages.names import isolate
from tournaments import recompute, selectors
from tournaments.choices import RoundStatus
from tournaments.limits import SHORT_REASON
from tournaments.pairing import PLAYOFF, Reason
from tournaments.pairing import Pairing as Paired
from tournaments.pairing.drafts.check import entries_of
from tournaments.pairing.drafts.edits import EDITED_BY_HAND
from tournaments.pairing.pairing_score import pairing_points_x2, pairing_score
from tournaments.pairing.provisional import with_provisional_results
from tournaments.proof import proof
from tournaments.proof.parts import whole_proof
from tournaments.services.rounds import draft_edits, pairing_jobs, rounds
from tournaments.services.rounds.drafts import translate_reason

Points = Mapping[int, int | Fraction]  # half points by entry number
Names = Mapping[int, str]  # by entry number; bidi-isolated for use in sentences


class DraftSeat(NamedTuple):
    """moves: 1 first, 2 second, 0 neither. points_x2: None without standings."""

    entry: int
    name: str
    moves: int
    points_x2: int | Fraction | None


class DraftTable(NamedTuple):
    leg: int
    table: int | None
    kind: str
    title: str
    seats: list[DraftSeat]
    warnings: list[str]
    reasons: list[str]
    by_hand: bool


class PublishForm(Form):
    """stale: although results have changed since it was paired."""

    stale = FlagField()


class PairAgainForm(Form):
    seed = lot_field(SAME_ROUND)
    reason = TextField(required=False, widget=forms.HiddenInput)

    def clean_reason(self) -> str:
        return self.cleaned_data["reason"] or _("Drawn again")


class EditForm(LineForm):
    """A typed edit, or the swap of two players who were chosen by buttons."""

    line = LineField(
        gettext_lazy("Edit"),
        gettext_lazy("Two numbers swap players. Enter shows a preview."),
        required=False,
    )
    reason = TextField(
        WHY, gettext_lazy("for the journal; may be empty"), max_length=SHORT_REASON, required=False
    )

    def __init__(self, data: Mapping[str, str] | None = None, *, auto_id: str) -> None:
        if data is not None and not data.get("line"):
            swapped = f"{data.get('first', '')} {data.get('with', '')}"
            data = {**{name: data[name] for name in data}, "line": swapped.strip()}
        super().__init__(data, auto_id=auto_id)

    def clean(self) -> dict[str, object]:
        given = self.cleaned_data
        try:
            edits = edit_parser.parse_edits(given.get("line", ""), leg=int(given.get("leg") or 1))
        except edit_parser.EditUnreadable as refusal:
            self.add_refusal(refusal)
            edits = []
        return {"edits": edits, "reason": given.get("reason", "")}


ACTIONS = {
    "publish": Action(PublishForm, rounds.publish_round),
    "discard": Action(Form, rounds.discard_draft),
    "again": Action(PairAgainForm, pair_by(pairing_jobs.request_re_pairing)),
    "try": Action(EditForm, partial(draft_edits.edit_draft, preview=True)),
    "keep": Action(EditForm, draft_edits.edit_draft),
}


@staff_page
def draft(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Shows the draft, and handles all its forms."""
    desk = open_desk(request, slug, "rounds")
    found = selectors.event_rounds(desk.event, desk.actor).filter(number=number).first()
    if found is None:
        raise Http404
    is_draft = found.state == RoundStatus.DRAFT
    if not is_draft and request.method != "POST":
        return redirect("pages:manage-round", slug, number)
    sent = ActionForms(request, ACTIONS)
    for do in ("try", "keep"):
        sent[do].fields["leg"] = _leg_field(found.legs)
    sent.run(actor=desk.actor, event_id=desk.event.pk, number=number)
    if sent.sent is not None and not sent.problems and sent.do != "try":
        return _redirect_after(desk, number, sent)
    if not is_draft:
        for problem in sent.problems:
            messages.error(request, problem)
        return redirect("pages:manage-round", slug, number)
    return _page(desk, found, sent)


def stale_draft_warning(desk: Desk) -> str:
    """What a correction says of a draft that was paired before it; empty if there is none."""
    found = selectors.event_rounds(desk.event, desk.actor).filter(state=RoundStatus.DRAFT).last()
    if found is None or not selectors.draft_is_stale(found):
        return ""
    text = _("Round %(round)d is a draft that was paired from older results: pair it again.")
    return text % {"round": found.number}


def _leg_field(legs: int) -> ValueChoiceField:
    choices = [(leg, str(leg)) for leg in range(1, legs + 1)]
    return ValueChoiceField(gettext_lazy("Match"), choices=choices, required=False)


def _redirect_after(desk: Desk, number: int, sent: ActionForms) -> HttpResponse:
    slug, made = desk.event.slug, sent[sent.do].result
    if sent.do == "again":
        return redirect_to_draft(slug, made)
    if sent.do == "publish":
        messages.success(desk.request, _("Round %(round)d is published.") % {"round": number})
        return redirect("pages:manage-results", slug)
    if sent.do == "discard":
        messages.success(
            desk.request, _("The draft of round %(round)d is gone.") % {"round": number}
        )
        return redirect("pages:manage-rounds", slug)
    messages.success(desk.request, _("Saved."))
    for warning in made.warnings:
        messages.warning(desk.request, translate_reason(warning, _names(desk)))
    return redirect("pages:manage-draft", slug, number)


def _page(desk: Desk, found: Round, sent: ActionForms) -> HttpResponse:
    request, names, document = desk.request, _names(desk), whole_proof(found)
    paired, warnings = proof.edited_round(document), proof.warnings_of(document)
    points = _points(desk, document)
    edit = sent["keep" if sent.do == "keep" else "try"]
    edit.initial = {"leg": request.GET.get("leg", "1")}
    tried = edit.result if sent.do == "try" else None
    if tried is not None:
        sent["keep"].initial = {bound.name: bound.value() for bound in edit}
    elif edit.is_bound:
        edit.fields["line"].widget.attrs["autofocus"] = True
    picked = next((n for n in names if str(n) == request.GET.get("pick")), None)
    context = {
        **undo_context(desk),
        "number": found.number,
        "legs": found.legs > 1,
        "may_edit_tables": found.kind != PLAYOFF,
        "seed": document.get("seed", 0),
        "is_stale": selectors.draft_is_stale(found),
        "lot": lot_label(document),
        "tables": _tables(paired.pairings, warnings, names, points),
        "about_all": _texts((r for r in warnings if not entries_of(r)), names),
        "round_reasons": _texts(paired.explanation, names),
        "edits": _texts((each.did for each in proof.edit_records(document)), names),
        "away": selectors.absent_entries(found),
        "keys": edit_parser.KEY_HELP,
        "picked": picked,
        "picked_name": names.get(picked or 0, ""),
        "forms": sent,
        "edit": edit,
        "focus_publish": not edit.is_bound and picked is None,
        "tried": tried and _edit_preview(tried, names, points),
    }
    return desk.render("rounds/draft.html", context, refused=sent.problems)


def _edit_preview(
    edited: draft_edits.EditedDraft, names: Names, points: Points
) -> dict[str, object]:
    """The tables that the edit would change, with problems and warnings."""
    made = [p for p in edited.paired.pairings if EDITED_BY_HAND in p.explanation]
    return {
        "tables": _tables(made, [], names, points),
        "problems": _texts(edited.problems, names),
        "warnings": _texts(edited.warnings, names),
    }


def _tables(
    pairings: Iterable[Paired], warnings: list[Reason], names: Names, points: Points
) -> list[DraftTable]:
    ordered = sorted(pairings, key=lambda p: (p.leg, p.table is None, p.table or 0))
    return [_table(pairing, warnings, names, points) for pairing in ordered]


def _texts(reasons: Iterable[Reason], names: Names) -> list[str]:
    return [translate_reason(reason, names) for reason in reasons]


def _table(pairing: Paired, warnings: list[Reason], names: Names, points: Points) -> DraftTable:
    about = (reason for reason in warnings if entries_of(reason) & {*pairing.seats})
    return DraftTable(
        leg=pairing.leg,
        table=pairing.table,
        kind=pairing.kind,
        title=table_title(pairing.group, pairing.bracket),
        seats=[
            DraftSeat(
                entry, names.get(entry, f"#{entry}"), _moves(order, pairing), points.get(entry)
            )
            for order, entry in enumerate(pairing.seats, start=1)
        ],
        warnings=_texts(about, names),
        reasons=_texts(pairing.explanation, names),
        by_hand=EDITED_BY_HAND in pairing.explanation,
    )


def _moves(order: int, pairing: Paired) -> int:
    if len(pairing.seats) < 2:
        return 0
    return 1 if order == pairing.first_seat else 2 if len(pairing.seats) == 2 else 0


def _names(desk: Desk) -> dict[int, str]:
    people = selectors.players_by_number(desk.event)
    return {number: isolate(row["name"]) for number, row in people.items()}


def _points(desk: Desk, document: Document) -> Points:
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
