"""Personal links of an event: issue, show, print and revoke them. For its staff."""

import segno
from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from config.access import invitations, links
from config.jobs import send_link_mails
from config.pages.account.signing_in import actor_of
from config.pages.annotations import Event
from config.pages.desk.base import get_event_or_404, staff_page
from config.pages.forms import Form
from config.pages.paper.print_options import PAPERS, read_print_options
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.errors import DomainError


class ChosenForm(Form):
    """The entries whose links are made or ended."""

    def __init__(self, data: QueryDict, event: Event) -> None:
        super().__init__(data)
        entries = [(entry.pk, "") for entry in selectors.linkable_entries(event.pk)]
        self.fields["entry"] = forms.TypedMultipleChoiceField(
            coerce=int, required=False, choices=entries
        )


@staff_page
def event_links(request: HttpRequest, slug: str) -> HttpResponse:
    """Who has a link. Codes are only in the answers to buttons, each a line of the journal."""
    actor = actor_of(request)
    event = get_event_or_404(slug, actor, "link.issue")
    if request.method == "POST":
        try:
            return _act(request, actor, event)
        except DomainError as error:
            messages.error(request, str(error))
            return redirect("pages:event-links", slug=slug)
    lines = _lines(actor, event)
    context = {
        "section": "desk",
        "event": event,
        "entries": lines,
        "mail": settings.MAIL,
        "can_show": any(line["can_show"] for line in lines),
        "options": read_print_options(request.GET),
        "papers": PAPERS.items(),
    }
    return render(request, "pages/desk/links.html", context)


@require_POST
@staff_page
def invite_player(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    """Invite somebody to claim a player of the event; the link is shown once."""
    actor = actor_of(request)
    event = get_event_or_404(slug, actor, "link.issue")
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
        "section": "desk",
        "event": event,
        "player": player,
        "url": url,
        "qr": qr_of(url),
        "days": invitations.DEFAULT_DAYS,
    }
    return render(request, "pages/account/claim_link.html", context)


def slips_of(
    request: HttpRequest, event: Event, codes: list[tuple[int, str]]
) -> list[dict[str, object]]:
    """What is printed for each link: name, code, address and its QR code."""
    names = {entry.pk: entry for entry in selectors.linkable_entries(event.pk)}
    return [
        {
            "id": entry_id,
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


def _act(request: HttpRequest, actor: Actor, event: Event) -> HttpResponse:
    """What the pressed button does, for the chosen entries.

    If none is chosen, what ends no link is done for all.
    """
    form = ChosenForm(request.POST, event)
    chosen = form.cleaned_data["entry"] if form.is_valid() else []
    action = request.POST.get("do", "")
    if not chosen and action not in FOR_ALL and request.POST.get("who") != "all":
        messages.error(request, _("Choose players first."))
        return redirect("pages:event-links", slug=event.slug)
    entries = chosen if chosen and request.POST.get("who") != "all" else None
    return ACTIONS.get(action, _issue)(request, actor, event, entries)


def _issue(
    request: HttpRequest, actor: Actor, event: Event, entries: list[int] | None
) -> HttpResponse:
    """New links, on a sheet to print."""
    codes = links.issue_links(actor=actor, event_id=event.pk, entry_ids=entries)
    return _printed(request, event, codes)


def _renew(
    request: HttpRequest, actor: Actor, event: Event, entries: list[int] | None
) -> HttpResponse:
    """New links, to hand over on a screen."""
    codes = links.issue_links(actor=actor, event_id=event.pk, entry_ids=entries)
    return _shown(request, event, codes)


def _show(
    request: HttpRequest, actor: Actor, event: Event, entries: list[int] | None
) -> HttpResponse:
    codes = links.show_links(actor=actor, event_id=event.pk, entry_ids=entries)
    return _shown(request, event, codes) if codes else _none_to_show(request, event)


def _print_again(
    request: HttpRequest, actor: Actor, event: Event, entries: list[int] | None
) -> HttpResponse:
    codes = links.show_links(actor=actor, event_id=event.pk, entry_ids=entries)
    return _printed(request, event, codes) if codes else _none_to_show(request, event)


def _mail(
    request: HttpRequest, actor: Actor, event: Event, entries: list[int] | None
) -> HttpResponse:
    site = request.build_absolute_uri("/").rstrip("/")
    sent = send_link_mails(actor=actor, event_id=event.pk, entry_ids=entries, site=site)
    text = ngettext(
        "%(n)d link is on its way by mail.", "%(n)d links are on their way by mail.", sent
    )
    messages.success(request, text % {"n": sent})
    return redirect("pages:event-links", slug=event.slug)


def _revoke(
    request: HttpRequest, actor: Actor, event: Event, entries: list[int] | None
) -> HttpResponse:
    ended = links.revoke_links(actor=actor, event_id=event.pk, entry_ids=entries)
    text = ngettext("%(n)d link ended.", "%(n)d links ended.", len(ended))
    messages.success(request, text % {"n": len(ended)})
    return redirect("pages:event-links", slug=event.slug)


ACTIONS = {
    "renew": _renew,
    "show": _show,
    "print": _print_again,
    "mail": _mail,
    "revoke": _revoke,
}
FOR_ALL = frozenset({"show", "print", "mail"})


def _none_to_show(request: HttpRequest, event: Event) -> HttpResponse:
    messages.error(request, _("These players have no link that can be shown. Make new ones."))
    return redirect("pages:event-links", slug=event.slug)


def _shown(request: HttpRequest, event: Event, codes: list[tuple[int, str]]) -> HttpResponse:
    """The links with buttons to copy, share and renew them."""
    context = {
        "section": "desk",
        "event": event,
        "links": slips_of(request, event, codes),
        "entries": [entry_id for entry_id, _code in codes],
        "options": read_print_options(request.POST),
    }
    return render(request, "pages/desk/links_shown.html", context)


def _printed(request: HttpRequest, event: Event, codes: list[tuple[int, str]]) -> HttpResponse:
    """The sheet, on the chosen paper and in the chosen language."""
    choice = read_print_options(request.POST)
    context = {
        "section": "desk",
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


def _lines(actor: Actor, event: Event) -> list[dict[str, object]]:
    live = {link.entry_id: link for link in links.live_links(event.pk)}
    lines: list[dict[str, object]] = []
    for entry in selectors.linkable_entries(event.pk):
        player = selectors.resolve(entry.player)
        account, link = player.user, live.get(entry.pk)
        lines.append(
            {
                "id": entry.pk,
                "number": entry.number,
                "name": player.name,
                "since": link.issued_at if link else None,
                "can_show": link is not None and bool(links.code_of_link(link)),
                "username": account.get_username() if account else "",
                "may_invite": account is None and permissions.may(actor, "player.invite", player),
            }
        )
    return lines
