"""The applications that one makes: registering, changing and removing them."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.models import Application
from config.oauth import applications
from config.pages.account.signing_in import actor_of
from config.pages.forms import Form, TextField, ValueChoiceField
from config.pages.secret_pages import private_page
from tournaments import selectors
from tournaments.actor import Actor
from tournaments.limits import NAME

CLIENT_TYPES = (
    (applications.CONFIDENTIAL, gettext_lazy("on a server, which keeps a secret")),
    (applications.PUBLIC, gettext_lazy("on phones or computers, where no secret can be kept")),
)


class RedirectUrisField(TextField):
    """Addresses, one a line."""

    widget = forms.Textarea(attrs={"rows": 3, "dir": "ltr", "spellcheck": "false"})

    def to_python(self, value: object) -> Any:
        return str(value or "").split()

    def prepare_value(self, value: object) -> object:
        return "\n".join(value) if isinstance(value, list) else value


class ApplicationForm(Form):
    name = TextField(
        gettext_lazy("Name"), gettext_lazy("Shown to those who are asked."), max_length=NAME
    )
    redirect_uris = RedirectUrisField(
        gettext_lazy("Where people come back to"),
        gettext_lazy("Addresses with https, one a line; http to 127.0.0.1 only."),
    )
    club = ValueChoiceField(gettext_lazy("For the club"), choices=())

    def __init__(self, *args: Any, actor: Actor, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["club"] = _club_field(actor)


class NewApplicationForm(ApplicationForm):
    client_type = ValueChoiceField(
        gettext_lazy("Where it runs"), choices=CLIENT_TYPES, widget=forms.RadioSelect
    )


@login_required(login_url="pages:login")
@private_page
def own_applications(request: HttpRequest) -> HttpResponse:
    """The list, and a form for a new one."""
    actor = actor_of(request)
    form = NewApplicationForm(request.POST or None, actor=actor)
    context: dict[str, object] = {"section": "me", "form": form}
    status = 200
    if request.method == "POST":
        if form.submit(applications.register_application, actor=actor):
            context["made"], context["secret"] = form.result
            context["form"] = NewApplicationForm(actor=actor)
        else:
            status = 422
    context["applications"] = applications.own_applications(actor)
    return render(request, "pages/application/made.html", context, status=status)


@login_required(login_url="pages:login")
@private_page
def own_application(request: HttpRequest, client_id: str) -> HttpResponse:
    """One application: change it, give it a new secret, remove it."""
    actor = actor_of(request)
    try:
        found = applications.own_application(actor, client_id)
    except applications.NoSuchApplication as missing:
        raise Http404(str(missing)) from missing
    do, form = request.POST.get("do"), ApplicationForm(initial=_values(found), actor=actor)
    context: dict[str, object] = {"section": "me", "application": found, "form": form}
    status = 200
    if do == "remove":
        applications.remove_application(actor=actor, client_id=client_id)
        messages.success(request, _("The application is removed."))
        return redirect("pages:own-applications")
    if do == "secret" and found.client_type == applications.CONFIDENTIAL:
        context["secret"] = applications.replace_secret(actor=actor, client_id=client_id)[1]
    elif do == "save":
        form.bind(request.POST)
        if form.submit(applications.change_application, actor=actor, client_id=client_id):
            messages.success(request, _("The application is changed."))
            return redirect("pages:own-application", client_id=client_id)
        status = 422
    return render(request, "pages/application/one.html", context, status=status)


def _values(application: Application) -> Mapping[str, object]:
    return {
        "name": application.name,
        "redirect_uris": application.redirect_uris.split(),
        "club": application.club.slug if application.club else "",
    }


def _club_field(actor: Actor) -> ValueChoiceField:
    """The clubs of which the account is an owner; without any it is not shown."""
    roles = selectors.roles_of_user(actor.user_id or 0)["clubs"]
    owned = [(each["club"], each["name"]) for each in roles if each["role"] == "owner"]
    field = ValueChoiceField(
        gettext_lazy("For the club"), choices=[("", gettext_lazy("for no club")), *owned]
    )
    if not owned:
        field.widget = forms.HiddenInput()
    return field
