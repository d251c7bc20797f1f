"""Personal links of an event: issue, print and revoke them. For its staff."""

from typing import Any

import segno
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from config.access import invitations, links
from config.pages.account.signing_in import actor_of
from config.pages.forms import Form
from config.pages.paper.print_options import PAPERS, read_print_options
from config.pages.secret_pages import private_page
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.errors import DomainError

Event = Any  # a row of tournaments.Event: the model is private to its app


class ChosenForm(Form):
    """The entries whose links are made or ended."""

    entry = forms.TypedMultipleChoiceField(coerce=int, required=False)


@login_required(login_url="pages:login")
@private_page
def event_links(request: HttpRequest, slug: str) -> HttpResponse:
    """Who has a link. Issuing links answers with the sheet to print, which is shown only once."""
    actor, event = _open_event(request, slug)
    if request.method == "POST":
        try:
            return _done(request, actor, event)
        except DomainError as error:
            messages.error(request, str(error))
            return redirect("pages:event-links", slug=slug)
    context = {
        "section": "events",
        "event": event,
        "entries": _lines(actor, event),
        "options": read_print_options(request.GET),
        "papers": PAPERS.items(),
    }
    return render(request, "pages/desk/links.html", context)


@require_POST
@login_required(login_url="pages:login")
@private_page
def invite_player(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    """Invite somebody to claim a player of the event; the link is shown once."""
    actor, event = _open_event(request, slug)
    entry = selectors.linkable_entries(event.pk).filter(pk=entry_id).first()
    if entry is None:
        raise Http404
    player = selectors.resolve(entry.player)
    try:
        _made, code = invitations.invite(actor=actor, kind="player", target_id=player.pk)
    except DomainError as error:
        messages.error(request, str(error))
        return redirect("pages:event-links", slug=slug)
    url = request.build_absolute_uri(reverse("pages:invite", args=[code]))
    context = {
        "section": "events",
        "event": event,
        "player": player,
        "url": url,
        "qr": qr_of(url),
        "days": invitations.DEFAULT_DAYS,
    }
    return render(request, "pages/account/claim_link.html", context)


def slips_of(request: HttpRequest, event: Event, codes: list[tuple[int, str]]) -> list[Any]:
    """What is printed for each link: name, code, address and its QR code."""
    names = {entry.pk: entry for entry in selectors.linkable_entries(event.pk)}
    return [
        {
            "number": names[entry_id].number,
            "name": selectors.resolve(names[entry_id].player).name,
            "code": code,
            "url": address_of_code(request, code),
            "qr": qr_of(address_of_code(request, code)),
        }
        for entry_id, code in codes
    ]


def address_of_code(request: HttpRequest, code: str) -> str:
    return request.build_absolute_uri(reverse("pages:personal", args=[code]))


def qr_of(url: str) -> SafeString:
    """A QR code as a drawing; one colour that print keeps."""
    drawn = segno.make(url, error="m", micro=False)
    return mark_safe(  # nosec  # made of numbers only
        drawn.svg_inline(omitsize=True, border=2, svgclass="qr", lineclass=None, dark="#000")
    )


def _open_event(request: HttpRequest, slug: str) -> tuple[Actor, Event]:
    actor = actor_of(request)
    try:
        event = selectors.get_event(slug, actor)
        permissions.require(actor, "link.issue", event)
    except DomainError as error:
        raise Http404(str(error)) from error
    return actor, event


def _done(request: HttpRequest, actor: Actor, event: Event) -> HttpResponse:
    form = ChosenForm(request.POST)
    form.fields["entry"].choices = [  # type: ignore[attr-defined]
        (entry.pk, "") for entry in selectors.linkable_entries(event.pk)
    ]
    chosen = form.cleaned_data["entry"] if form.is_valid() else []
    entries = None if request.POST.get("who") == "all" else chosen
    if request.POST.get("do") == "revoke":
        ended = links.revoke_links(actor=actor, event_id=event.pk, entry_ids=entries)
        text = ngettext("%(n)d link ended.", "%(n)d links ended.", len(ended))
        messages.success(request, text % {"n": len(ended)})
        return redirect("pages:event-links", slug=event.slug)
    if entries == []:
        messages.error(request, _("Choose players first."))
        return redirect("pages:event-links", slug=event.slug)
    codes = links.issue_links(actor=actor, event_id=event.pk, entry_ids=entries)
    return _printed(request, event, codes)


def _printed(request: HttpRequest, event: Event, codes: list[tuple[int, str]]) -> HttpResponse:
    """The sheet, on the chosen paper and in the chosen language.

    It cannot be printed again, because only digests of the codes are stored.
    """
    choice = read_print_options(request.POST)
    context = {
        "section": "events",
        "event": event,
        "slips": slips_of(request, event, codes),
        "type_at": request.build_absolute_uri(reverse("pages:personal-code")),
        "options": choice,
        "paper": PAPERS[choice.paper],
    }
    with translation.override(choice.language):
        answer = render(request, "pages/paper/personal_slips.html", context)
    answer["Content-Language"] = choice.language
    return answer


def _lines(actor: Actor, event: Event) -> list[dict[str, Any]]:
    live = links.live_links(event.pk)
    lines = []
    for entry in selectors.linkable_entries(event.pk):
        player = selectors.resolve(entry.player)
        account = player.user
        lines.append(
            {
                "id": entry.pk,
                "number": entry.number,
                "name": player.name,
                "since": live.get(entry.pk),
                "username": account.get_username() if account else "",
                "may_invite": account is None and permissions.may(actor, "player.invite", player),
            }
        )
    return lines
