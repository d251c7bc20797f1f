"""The list of one's own notices, and the page of their settings."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from config.notices.choices import Kind
from config.notices.inbox import mark_read, own_notices, shown, zone_of
from config.notices.own_settings import Chosen, change_settings, own_settings
from config.pages.account.signing_in import actor_of
from config.pages.answers import message_outcome
from config.pages.forms import FlagField, Form, Text
from config.pages.secret_pages import private_page
from tournaments.actor import Actor
from tournaments.errors import InvalidInput

PAGE = 30  # notices shown at once
CHANNELS: dict[str, Text] = {"page": gettext_lazy("Here")}


class SettingsForm(Form):
    """A flag for each kind and channel, named kind-channel."""

    def __init__(self, *args: Any, chosen: Chosen, **options: Any) -> None:
        super().__init__(*args, **options)
        for kind in Kind:
            for channel in CHANNELS:
                is_on = kind not in getattr(chosen, f"off_{channel}")
                self.fields[f"{kind.value}-{channel}"] = FlagField(kind.label, initial=is_on)

    def off(self) -> dict[str, list[str]]:
        """By channel the kinds that are switched off, as `change_settings` takes them."""
        return {
            f"off_{channel}": [
                kind.value for kind in Kind if not self.cleaned_data[f"{kind.value}-{channel}"]
            ]
            for channel in CHANNELS
        }


@login_required(login_url="pages:login")
@private_page
def own_notices_page(request: HttpRequest) -> HttpResponse:
    """The list; it marks one notice as read, or all."""
    actor = actor_of(request)
    if request.method == "POST":
        message_outcome(request, lambda: _mark(actor, request.POST.get("notice", "")))
        return redirect("pages:own-notices")
    page = Paginator(own_notices(actor), PAGE).get_page(request.GET.get("page"))
    context = {
        "section": "notices",
        "page": page,
        "notices": shown(page.object_list, zone=zone_of(actor)),
    }
    return render(request, "pages/notices/list.html", context)


@login_required(login_url="pages:login")
@private_page
def own_settings_page(request: HttpRequest) -> HttpResponse:
    actor = actor_of(request)
    sent = request.POST if request.method == "POST" else None
    form = SettingsForm(sent, chosen=own_settings(actor))
    if form.is_valid():
        change_settings(actor=actor, **form.off())
        messages.success(request, _("Saved."))
        return redirect("pages:own-notice-settings")
    context = {
        "section": "notices",
        "form": form,
        "channels": list(CHANNELS.values()),
        "rows": [
            (
                kind.label,
                [(form[f"{kind.value}-{channel}"], name) for channel, name in CHANNELS.items()],
            )
            for kind in Kind
        ],
    }
    return render(request, "pages/notices/settings.html", context)


def _mark(actor: Actor, chosen: str) -> str:
    """chosen: the id of one notice; empty for all."""
    if chosen and not (chosen.isascii() and chosen.isdecimal() and len(chosen) < 19):
        raise InvalidInput(field="notice", problem=_("there is no such notice"))
    count = mark_read(actor=actor, ids=[int(chosen)] if chosen else None)
    words = ngettext(
        "{count} notice is marked as read.", "{count} notices are marked as read.", count
    )
    return words.format(count=count)
