"""The line-up of a team, for its captain; staff give it at the desk too."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from config.pages.account.signing_in import actor_of
from config.pages.desk.base import refused_as_404, staff_page
from config.pages.desk.setup.team import LineUpForm, offer_members
from config.pages.event.events import open_event
from tournaments import selectors
from tournaments.services import line_ups


@staff_page
def event_line_up(request: HttpRequest, slug: str, team_id: int) -> HttpResponse:
    """Who plays in the next round; 404 for others than the captain and staff."""
    with refused_as_404():
        found, context = open_event(request, slug, "teams")
        team = selectors.get_team(found, team_id)
    actor = actor_of(request)
    if not line_ups.may_line_up(actor, team):
        raise Http404
    view = selectors.line_up_view(team, selectors.next_round_of(found))
    form = LineUpForm(request.POST if request.method == "POST" else None)
    offer_members(form, view)
    if form.is_bound and form.submit(line_ups.give_line_up, actor=actor, team_id=team.pk):
        messages.success(request, _("Saved."))
        return redirect("pages:event-team", slug=slug, team_id=team.pk)
    context |= {"line_up": view, "form": form, "problems": form.problems if form.is_bound else []}
    status = 422 if form.is_bound and form.errors else 200
    return render(request, "pages/event/teams/line_up.html", context, status=status)
