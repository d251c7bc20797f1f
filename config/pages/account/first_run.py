"""The page of a new installation: the first account and the first club, with the printed code."""

from http import HTTPStatus

from django import forms
from django.contrib import messages
from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.debug import sensitive_post_parameters

from config.access.first_run import WrongCode, make_first_account
from config.access.guess_limits import CODES, WRONG_CODES, client_address
from config.access.known_devices import note_sign_in
from config.access.sign_up import is_new_installation
from config.pages.account.fields import PASSWORD, USERNAME
from config.pages.forms import Form, TextField
from config.pages.secret_pages import private_page
from tournaments.errors import DomainError
from tournaments.limits import NAME


class FirstAccountForm(Form):
    code = TextField(
        gettext_lazy("The code that was printed when the service started"),
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "ltr"}),
    )
    username = USERNAME
    password = PASSWORD
    club = TextField(gettext_lazy("Name of your club"), max_length=NAME)


@private_page
@sensitive_post_parameters("password", "code")
def first_run(request: HttpRequest) -> HttpResponse:
    if not is_new_installation():
        raise Http404
    form = FirstAccountForm(request.POST or None)
    status = HTTPStatus.OK
    if request.method == "POST":
        if _make_account(request, form):
            messages.success(request, _("Your account and your club are made. You are site staff."))
            return redirect("pages:me")
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    context = {"section": "login", "form": form}
    return render(request, "pages/account/first_run.html", context, status=status)


def _make_account(request: HttpRequest, form: FirstAccountForm) -> bool:
    if not form.is_valid():
        return False
    try:
        user = make_first_account(**form.cleaned_data)
    except WrongCode as wrong:
        wait = CODES.try_guess(client_address(request))
        form.add_error("code", str(WRONG_CODES if wait else wrong))
        return False
    except DomainError as error:
        form.add_refusal(error)
        return False
    login(request, user)
    note_sign_in(request, user.get_username())
    return True
