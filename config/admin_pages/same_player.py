"""Two players who may be one person: site staff compare and merge them, without an event."""

from functools import partial
from typing import Any

from django.apps import apps
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _

from config.pages.account.signing_in import actor_of
from config.pages.desk.base import refused_as_404
from config.pages.desk.people.same_player import MergeForm, comparison, merge
from tournaments import selectors

PLAYER = "tournaments.Player"


def same_player(site: admin.AdminSite, request: HttpRequest, player_id: int) -> HttpResponse:
    """Whom the player resembles. With one candidate, or a chosen one, what a merge would do."""
    page: Any = site.get_model_admin(apps.get_model(PLAYER))
    if not page.has_view_permission(request):
        raise PermissionDenied
    with refused_as_404():
        player = selectors.player_by_id(player_id)
    if request.method == "POST":
        form = MergeForm(request.POST)
        if form.submit(partial(merge, player), actor=actor_of(request)):
            messages.success(request, form.result)
            return redirect("admin:tournaments_player_change", selectors.resolve(player).pk)
        for problem in form.problems:
            messages.error(request, problem)
    candidates = selectors.look_alikes([player]).get(player.pk, [])
    only = candidates[0].public_id if len(candidates) == 1 else ""
    context = {
        **site.each_context(request),
        "title": _("The same player?"),
        "opts": page.opts,
        "player": player,
        "candidates": candidates,
    }
    if other := request.GET.get("with", only):
        context |= comparison(actor_of(request), player, other, request.GET.get("keep"))
    return TemplateResponse(request, "admin/same_player.html", context)
