"""Two players who may be one person: whom to compare, what a merge would do, and undoing it."""

from functools import partial

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from config.pages.annotations import Context, Player
from config.pages.desk.base import Desk, get_entry_or_404, open_desk, refused_as_404, staff_page
from config.pages.desk.people.suggestions import describe, suggestions
from config.pages.forms import Action, ActionForms, Form, TextField
from config.pages.names import isolate
from games import selectors as games
from games.services import people, preview
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.errors import DomainError
from tournaments.limits import QUERY
from tournaments.services.people import distinguishing


class MergeForm(Form):
    """keep: the public id of the one who stays."""

    other = TextField(widget=forms.HiddenInput)
    keep = TextField(required=False, widget=forms.HiddenInput)


class SeparateForm(Form):
    player = TextField(widget=forms.HiddenInput)


class DistinctForm(Form):
    """other: a public id."""

    other = TextField(widget=forms.HiddenInput)


@staff_page
def same_player(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    """Compare a player of the event with another; merge them, or separate them again."""
    opened = open_desk(request, slug, "players")
    entry = get_entry_or_404(opened, entry_id)
    player = selectors.resolve(entry.player)
    actions = {
        "merge": Action(MergeForm, partial(merge, player)),
        "separate": Action(SeparateForm, _separate),
        "distinguish": Action(DistinctForm, partial(_distinguish, player)),
        "undo-distinction": Action(DistinctForm, partial(_undo_distinction, player)),
    }
    sent = ActionForms(request, actions)
    done = sent.run(actor=opened.actor)
    if done:
        messages.success(request, done)
        return redirect("pages:manage-same", slug=slug, entry_id=entry_id)
    asked = request.GET.get("name", "")[:QUERY]
    context = {
        "entry_id": entry_id,
        "player": player,
        "asked": asked,
        "candidates": _candidates(opened, player, asked),
        "merged": [
            (each, permissions.may(opened.actor, "player.unmerge", each))
            for each in selectors.merged_players(player)
        ],
        "distinct": [
            selectors.player_by_id(pk)
            for pk in sorted(selectors.distinct_players([player.pk]).get(player.pk, ()))
        ],
        "problems": sent.problems,
    }
    if request.GET.get("with"):
        context |= comparison(opened.actor, player, request.GET["with"], request.GET.get("keep"))
    return opened.render("people/same_player.html", context, refused=sent.problems)


def _candidates(opened: Desk, player: Player, asked: str) -> list[object]:
    """Players of the same name in any spelling, or of a name that was asked for."""
    alike = selectors.look_alikes([player]).get(player.pk, [])
    found = suggestions(opened.event, asked) if asked else describe(opened.event, alike)
    return [each for each in found if each.player.pk != player.pk]


def comparison(actor: Actor, player: Player, public_id: str, keep: str | None) -> Context:
    """What each of the two is, and how ratings would change; or why they cannot be merged."""
    with refused_as_404():
        other = selectors.get_player(public_id)
    kept, merged = _in_order(player, other, keep or "")
    sides = [_facts(actor, kept), _facts(actor, merged)]
    context: Context = {
        "other": other.public_id,
        "kept": sides[0],
        "gone": sides[1],
        "sides": sides,
        "yes_no": f"{_('yes')},{_('no')}",
    }
    try:
        context["changes"] = preview.preview_merge(
            actor=actor, player=merged.public_id, into=kept.public_id
        )
    except DomainError as refused:
        context["refusal"] = str(refused)
    context["may_merge"] = permissions.may(actor, "player.merge", (merged, kept))
    return context


def _in_order(player: Player, other: Player, keep: str) -> tuple[Player, Player]:
    """Who stays and who is merged; if it is not said, who has an account stays, else the older."""
    if keep in (player.public_id, other.public_id):
        return (player, other) if keep == player.public_id else (other, player)
    kept, merged = sorted((player, other), key=lambda each: (each.user_id is None, each.pk))
    return kept, merged


def _facts(actor: Actor, player: Player) -> Context:
    entered = selectors.entered_events(selectors.visible_events(actor), player.public_id)
    return {
        "player": player,
        "clubs": selectors.club_names([player.pk]).get(player.pk, []),
        "has_account": bool(selectors.accounts_of(player)),
        "events": entered.count(),
        "games": games.visible_games(actor, player_id=player.public_id).count(),
    }


def merge(player: Player, *, actor: Actor, other: str, keep: str) -> str:
    kept, merged = _in_order(player, selectors.get_player(other), keep)
    people.merge_players(actor=actor, player=merged.public_id, into=kept.public_id)
    return _("%(name)s is one player now.") % {"name": isolate(kept.name)}


def _separate(*, actor: Actor, player: str) -> str:
    separated = people.undo_merge(actor=actor, player=player)
    return _("%(name)s is a player apart again.") % {"name": isolate(separated.name)}


def _distinguish(player: Player, *, actor: Actor, other: str) -> str:
    distinguishing.distinguish_players(actor=actor, player=player.public_id, other=other)
    return _("They are two people, and are not shown as one again.")


def _undo_distinction(player: Player, *, actor: Actor, other: str) -> str:
    distinguishing.undo_distinction(actor=actor, player=player.public_id, other=other)
    return _("They may be one person.")
