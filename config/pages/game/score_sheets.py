"""The photographs of a game's score sheet, for its players and staff."""

from functools import partial

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _

from config.pages.account.signing_in import actor_of
from config.pages.desk.base import refused_as_404, staff_page
from config.pages.forms import Action, ActionForms, Form, TextField
from config.pages.names import isolate
from games.models import ScoreSheet
from games.services import score_sheets
from tournaments import limits, permissions, selectors
from tournaments.actor import Actor
from tournaments.wording import join_with_commas


class PhotoForm(Form):
    photo = forms.FileField(
        label=_("Photo of the score sheet"),
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
    )


class RemoveForm(Form):
    public_id = TextField(max_length=limits.CODE)


@staff_page
def slot_sheets(request: HttpRequest, pairing_id: int, number: int) -> HttpResponse:
    actor = actor_of(request)
    with refused_as_404():
        slot = selectors.slot_context(pairing_id, number)
        found = score_sheets.sheets_of(actor, slot)
    attach = partial(_send, request, pairing_id=pairing_id, number=number)
    sent = ActionForms(
        request,
        {
            "attach": Action(Form, attach, _("The photo is attached.")),
            "remove": Action(RemoveForm, score_sheets.remove_sheet, _("Removed.")),
        },
    )
    if done := sent.run(actor=actor):
        messages.success(request, done)
        return redirect(request.path)
    seat = permissions.seat_of(actor, slot)
    context = {
        "section": "me" if seat else "desk",
        "slot": slot,
        "versus": join_with_commas(isolate(each.name) for each in slot.seats),
        "forms": sent,
        "photo_form": PhotoForm(),
        "sheets": [(each, seat in (None, each.seat)) for each in found],
    }
    return render(request, "pages/game/sheets.html", context, status=422 if sent.problems else 200)


def _send(request: HttpRequest, *, actor: Actor, pairing_id: int, number: int) -> ScoreSheet:
    photo = request.FILES.get("photo")
    return score_sheets.attach_sheet(
        actor=actor, pairing_id=pairing_id, number=number, photo=photo.read() if photo else b""
    )


@staff_page
def sheet_photo(request: HttpRequest, public_id: str) -> HttpResponse:
    with refused_as_404():
        sheet = score_sheets.get_sheet(actor_of(request), public_id)
    answer = HttpResponse(bytes(sheet.image), content_type="image/jpeg")
    answer["Content-Disposition"] = f'inline; filename="{public_id}.jpg"'
    return answer
