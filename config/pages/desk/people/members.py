"""The members of a club, for its owner: who asks to join, the list, adding and removing."""

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.pages.account.signing_in import actor_of
from config.pages.annotations import Club
from config.pages.desk.base import refused_as_404, staff_page
from config.pages.forms import Action, ActionForms, Form, TextField
from config.pages.names import isolate
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.limits import QUERY
from tournaments.services.people import members

MOST_FOUND = 20


class AddMemberForm(Form):
    """who: a public id."""

    who = TextField(gettext_lazy("Player"))


class MemberForm(Form):
    """player: a public id."""

    player = TextField(gettext_lazy("Player"))


@staff_page
def club_members(request: HttpRequest, slug: str) -> HttpResponse:
    """Players are searched by name and listed; those with an account are asked to agree."""
    actor = actor_of(request)
    with refused_as_404():
        club = selectors.get_club(slug)
        permissions.require(actor, "club.edit", club)
    actions = {
        "add": Action(AddMemberForm, partial(_add, club)),
        "remove": Action(MemberForm, partial(_remove, club)),
        "accept": Action(MemberForm, partial(_accept, club)),
        "refuse": Action(MemberForm, partial(_refuse, club)),
    }
    sent = ActionForms(request, actions)
    done = sent.run(actor=actor)
    if done:
        messages.success(request, done)
        return redirect("pages:club-members", slug=slug)
    asked = request.GET.get("name", "")[:QUERY]
    listed = [(selectors.resolve(each.player), each) for each in selectors.members_of(club)]
    mine = {player.pk for player, _membership in listed}
    found = list(selectors.search_players(asked).exclude(pk__in=mine)[:MOST_FOUND])
    clubs = selectors.club_names(player.pk for player in found)
    context = {
        "section": "clubs",
        "club": club,
        "requests": [selectors.resolve(each.player) for each in selectors.requests_to_join(club)],
        "members": listed,
        "asked": asked,
        "found": [(player, clubs.get(player.pk, [])) for player in found],
        "problems": sent.problems,
    }
    status = 422 if sent.problems else 200
    return render(request, "pages/desk/people/members.html", context, status=status)


def _add(club: Club, *, actor: Actor, who: str) -> str:
    player = selectors.get_player(who)
    members.add_member(actor=actor, club_id=club.pk, player_id=player.pk)
    return _("%(name)s is listed as a member.") % {"name": isolate(player.name)}


def _remove(club: Club, *, actor: Actor, player: str) -> str:
    found = selectors.get_player(player)
    members.remove_member(actor=actor, club_id=club.pk, player_id=found.pk)
    return _("%(name)s is no member now.") % {"name": isolate(found.name)}


def _accept(club: Club, *, actor: Actor, player: str) -> str:
    found = selectors.get_player(player)
    members.accept_request(actor=actor, club_id=club.pk, player_id=found.pk)
    return _("%(name)s is a member now.") % {"name": isolate(found.name)}


def _refuse(club: Club, *, actor: Actor, player: str) -> str:
    found = selectors.get_player(player)
    members.refuse_request(actor=actor, club_id=club.pk, player_id=found.pk)
    return _("%(name)s was refused.") % {"name": isolate(found.name)}
