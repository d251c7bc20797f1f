"""An event at playtak: switched on and off, with its seeks and what its server said."""

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from config.pages.annotations import Document
from config.pages.desk.base import open_desk, staff_page
from config.pages.forms import Action, ActionForms, Form
from games.models import MessageState, SeekState
from games.playtak.played import CREATED, ENDED
from games.services.playtak.events import set_playtak
from games.services.playtak.overview import playtak_overview

KINDS = {CREATED: _("began"), ENDED: _("ended")}
ACTIONS = {
    "on": Action(Form, partial(set_playtak, is_on=True), _("It is on.")),
    "off": Action(Form, partial(set_playtak, is_on=False), _("It is off.")),
}


@staff_page
def playtak(request: HttpRequest, slug: str) -> HttpResponse:
    desk = open_desk(request, slug, "settings")
    sent = ActionForms(request, ACTIONS)
    if done := sent.run(actor=desk.actor, event_id=desk.event.pk):
        messages.success(request, done)
        return redirect("pages:manage-playtak", slug=slug)
    document = playtak_overview(desk.actor, desk.event)
    context = {
        "playtak": document,
        "seeks": [_seek(each) for each in document["seeks"]],
        "messages_there": [_message(each) for each in document["messages"]],
        "forms": sent,
    }
    return desk.render("setup/playtak.html", context, refused=sent.problems)


def _seek(seek: Document) -> Document:
    return {**seek, "words": SeekState(seek["state"]).label}


def _message(message: Document) -> Document:
    words = MessageState(message["state"]).label
    return {**message, "words": words, "kind_words": KINDS[message["kind"]]}
