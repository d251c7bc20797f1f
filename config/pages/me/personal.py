"""The page of a personal link: a player's table without an account.

The code in the URL is the only credential. A cookie remembers the links that the browser opened,
and leads to their addresses; no form is accepted by it. A forged form cannot know the code, so the
pages are exempt from the CSRF check.
"""

from collections.abc import Callable, Iterable
from functools import wraps
from http import HTTPStatus

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from config.access import link_codes, links
from config.access.remembered_links import forget_links, remember_link, remembered_links
from config.pages.answers import message_outcome
from config.pages.event.parts.announcements import shown_announcements
from config.pages.forms import Form, TextField
from config.pages.game.game_rows import game_rows
from config.pages.game.games import answer_game
from config.pages.game.sending import SendOutcome, send_result
from config.pages.live import live_page
from config.pages.me import my_table
from config.pages.me.absences import absence_panel, change_absence
from config.pages.me.agreed_times import settle_time
from config.pages.me.idle_texts import idle_text
from config.pages.me.my_rating import my_rating
from config.pages.me.my_stakes import change_bids
from config.pages.offline.kept import kept_form
from config.pages.secret_pages import no_referrer, refuse_code
from games import selectors as games
from ratings import selectors as ratings
from tournaments import selectors
from tournaments.actor import ANONYMOUS
from tournaments.selectors import LinkEntry

LATEST = 6  # games shown
CODE_HINT = gettext_lazy("A code has sixteen letters and digits, like 2abc-d3ef-gh4j-kmn5.")
View = Callable[..., HttpResponseBase]


class CodeForm(Form):
    code = TextField(
        gettext_lazy("Your code"),
        gettext_lazy("sixteen letters and digits; dashes and capital letters do not matter"),
        max_length=60,
        widget=forms.TextInput(
            attrs={
                "class": "ptn",
                "dir": "ltr",
                "autocomplete": "off",
                "autocapitalize": "none",
                "spellcheck": "false",
            }
        ),
    )

    def clean_code(self) -> str:
        typed: str = self.cleaned_data["code"]
        if not link_codes.is_code(typed):
            raise forms.ValidationError(CODE_HINT)
        return link_codes.normalize_code(typed)


def require_link(view: View) -> View:
    """Resolve the code to its entry, or explain why it is invalid. Wrong codes are counted."""

    @csrf_exempt
    @no_referrer
    @wraps(view)
    def found(request: HttpRequest, code: str, **rest: object) -> HttpResponseBase:
        try:
            entry = links.entry_of_code(code, timezone.now())
        except links.EventOver as over:
            return _closed(request, str(over), HTTPStatus.GONE)
        except links.BadLink as bad:
            return refuse_code(request, str(bad), _closed)
        request.key_owner = f"entry:{entry.entry_id}"  # type: ignore[attr-defined]  # idempotency
        response = view(request, code=code, entry=entry, **rest)
        remember_link(request, response, code)
        return response

    return found


@csrf_exempt
@no_referrer
def type_code(request: HttpRequest) -> HttpResponse:
    """The form to type a code from paper.

    A browser that remembers one link is led to it, unless the address has `?other`. One that
    remembers several gets a list of them.
    """
    if request.POST.get("do") == "forget":
        response = redirect("pages:personal-code")
        forget_links(response)
        return response
    form = CodeForm(request.POST or None, auto_id="%s")
    if form.is_valid():
        return redirect("pages:personal", code=form.cleaned_data["code"])
    known = remembered_links(request, timezone.now())
    if request.method == "GET" and len(known) == 1 and "other" not in request.GET:
        return redirect("pages:personal", code=known[0].code)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if request.method == "POST" else HTTPStatus.OK
    context = {"section": "personal", "form": form, "known": known}
    return render(request, "pages/me/personal_code.html", context, status=status)


def _facts(request: HttpRequest, code: str, entry: LinkEntry) -> Iterable[object]:
    lists = ratings.list_versions(entry.player_id)
    return (*selectors.versions_of_event(entry.event.pk), entry.entry_id, entry.state, *lists)


@require_link
@live_page(_facts, is_public=False)
def personal(request: HttpRequest, code: str, entry: LinkEntry) -> HttpResponse:
    return _page(request, code, entry, SendOutcome())


@require_link
@kept_form
def submit(request: HttpRequest, code: str, entry: LinkEntry, slot_id: int) -> HttpResponse:
    """Send a record or a claim for a slot of this entry, or preview it."""
    context = _own_slot(entry, slot_id)
    if request.method != "POST":  # reload of a returned form, as by changing the language
        return redirect("pages:personal", code=code)
    sent = send_result(links.link_actor(entry), context, request)
    if sent.form:
        status = HTTPStatus.UNPROCESSABLE_ENTITY if sent.refused else HTTPStatus.OK
        return _page(request, code, entry, sent, status=status)
    messages.success(request, sent.message)
    return _home(code)


@require_link
@require_POST
@kept_form
def answer(request: HttpRequest, code: str, entry: LinkEntry, public_id: str) -> HttpResponse:
    """Confirm or dispute a game sent by another seat."""
    actor = links.link_actor(entry)
    found = games.get_game(public_id, actor)
    if found.slot is None or found.slot.pairing.round.event_id != entry.event.pk:
        raise Http404
    return _done(request, code, lambda: answer_game(actor, found, request.POST))


@require_link
@require_POST
def agree_time(request: HttpRequest, code: str, entry: LinkEntry, slot_id: int) -> HttpResponse:
    """Propose when to play a slot of this entry, or answer a proposal."""
    slot = _own_slot(entry, slot_id)
    return _done(
        request,
        code,
        lambda: settle_time(links.link_actor(entry), slot, request.POST, now=timezone.now()),
    )


@require_link
@require_POST
def bids(request: HttpRequest, code: str, entry: LinkEntry, slot_id: int) -> HttpResponse:
    """Enter the bids of a slot of this entry, agree to them or undo them."""
    slot = _own_slot(entry, slot_id)
    return _done(request, code, lambda: change_bids(links.link_actor(entry), slot, request.POST))


@require_link
@require_POST
def away(request: HttpRequest, code: str, entry: LinkEntry) -> HttpResponse:
    """Ask for a bye, cancel it, or withdraw from the event."""
    return _done(
        request, code, lambda: change_absence(links.link_actor(entry), entry, request.POST)
    )


def _own_slot(entry: LinkEntry, slot_id: int) -> selectors.SlotContext:
    slot = selectors.slot_context_by_id(slot_id)
    if entry.entry_id not in {seat.entry_id for seat in slot.seats}:
        raise Http404
    return slot


def _done(request: HttpRequest, code: str, act: Callable[[], str]) -> HttpResponse:
    message_outcome(request, act)
    return _home(code)


def _home(code: str) -> HttpResponse:
    """Back to the top of the page, where messages are shown."""
    return redirect(reverse("pages:personal", args=[code]) + "#main")


def _page(
    request: HttpRequest, code: str, entry: LinkEntry, sent: SendOutcome, status: int = 200
) -> HttpResponse:
    actor = links.link_actor(entry)
    event, away = entry.event, absence_panel(entry)
    is_open = selectors.readable_events(ANONYMOUS).filter(pk=event.pk).exists()
    mine = games.visible_games(actor, event_slug=event.slug, player_id=entry.player_public_id)
    context = {
        "section": "personal",
        "entry": entry,
        "event": event,
        "code": code,
        "is_open": is_open,
        "announcements": shown_announcements(event, actor),
        "away": away,
        "nothing": idle_text(entry, away),
        "rating": my_rating(actor, selectors.player_by_id(entry.player_id), event),
        "rows": game_rows(games.for_display(mine)[:LATEST], with_event=False) if is_open else [],
    }
    context |= my_table.my_table_context(
        actor,
        slots=_slots_of(entry),
        waiting=games.waiting_for_entry(entry.entry_id),
        ruled=selectors.ruled_slots_of(entry.player_id, event_id=event.pk),
        code=code,
        sent=sent,
        time_zone=entry.time_zone,
        has_links=is_open,
    )
    return render(request, "pages/me/personal.html", context, status=status)


def _slots_of(entry: LinkEntry) -> list[selectors.SlotContext]:
    mine = selectors.open_slots_of(entry.player_id)
    return [slot for slot in mine if entry.entry_id in {seat.entry_id for seat in slot.seats}]


def _closed(request: HttpRequest, problem: str, status: int) -> HttpResponse:
    context = {"section": "personal", "form": CodeForm(auto_id="%s"), "problem": problem}
    return render(request, "pages/me/personal_code.html", context, status=status)
