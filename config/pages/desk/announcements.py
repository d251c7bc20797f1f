"""Announcements at the desk: writing one, how many people it reaches, withdrawing one."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from config.pages.annotations import Context, Document
from config.pages.desk.base import open_desk, staff_page
from config.pages.event.parts.announcements import show_announcements
from config.pages.forms import Action, ActionForms, Form, NumberField, TextField, ValueChoiceField
from config.pages.markdown import render_markdown
from tournaments import limits, selectors
from tournaments.choices import AnnouncedTo
from tournaments.services.events import announcements as services

PREVIEW = "preview"


class AnnouncementForm(Form):
    text = TextField(
        _("Text"),
        _("Markdown: **bold**, lists, links"),
        max_length=limits.ANNOUNCEMENT,
        widget=forms.Textarea(attrs={"rows": 5, "dir": "auto"}),
    )
    to = ValueChoiceField(_("For"), choices=AnnouncedTo.choices)


class WithdrawForm(Form):
    announcement_id = NumberField()


ACTIONS = {
    "announce": Action(AnnouncementForm, services.announce, _("It is announced.")),
    "withdraw": Action(WithdrawForm, services.withdraw_announcement, _("It is taken back.")),
}


@staff_page
def announcements(request: HttpRequest, slug: str) -> HttpResponse:
    """The form, with what it would show and to how many; and all that was announced."""
    opened = open_desk(request, slug, "desk", verb="event.announce")
    reach = selectors.announcement_reach(opened.event)
    is_preview = request.method == "POST" and request.POST.get("do") == PREVIEW
    sent = ActionForms(request, ACTIONS)
    if not is_preview and (done := sent.run(actor=opened.actor, event_id=opened.event.pk)):
        messages.success(request, done)
        return redirect("pages:manage-announcements", slug=slug)
    form = AnnouncementForm(request.POST, auto_id="announce-%s") if is_preview else sent["announce"]
    form.fields["to"] = ValueChoiceField(_("For"), choices=_choices(reach))
    shown = is_preview and form.is_valid()
    context = {
        "form": form,
        "problems": form.problems if is_preview else sent.problems,
        "preview": _preview(form.cleaned_data, reach) if shown else None,
        "rows": show_announcements(selectors.visible_announcements(opened.event, opened.actor)),
    }
    return opened.render("announcements.html", context, refused=context["problems"])


def _choices(reach: Document) -> list[tuple[str, str]]:
    """The groups, each with how many people it has now."""
    return [
        (each["to"], f"{AnnouncedTo(each['to']).label} ({each['people']})")
        for each in reach["reach"]
    ]


def _preview(given: Document, reach: Document) -> Context:
    people = next(each["people"] for each in reach["reach"] if each["to"] == given["to"])
    words = ngettext("It is for {count} person.", "It is for {count} people.", people)
    return {
        "html": render_markdown(given["text"]),
        "people": words.format(count=people),
    }
