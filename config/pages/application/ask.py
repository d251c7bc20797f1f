"""The page that asks whether an application may act for the account."""

from http import HTTPStatus

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from config.middleware.page_headers import policy_text
from config.oauth import authorization
from config.oauth.authorization import AuthorizationRequest, RefusedRequest, UnknownClient
from config.oauth.redirect_uris import form_target
from config.pages.account.scope_texts import scope_texts
from config.pages.secret_pages import private_page
from tournaments import selectors

ALLOW, DECLINE = "allow", "decline"


@private_page
def authorize(request: HttpRequest) -> HttpResponse:
    """Lead back to the application with a code, or with a refusal.

    A wrong request of somebody who is not signed in is shown, not redirected: a link here must not
    lead elsewhere by itself.
    """
    try:
        asked = authorization.read_request(request)
    except UnknownClient as wrong:
        return _problem(request, {"problem": wrong})
    except RefusedRequest as wrong:
        if request.user.is_authenticated:
            return HttpResponseRedirect(wrong.url)
        return _problem(request, {"problem": wrong, "back": wrong.url})
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path(), login_url="pages:login")
    if request.POST.get("do") == ALLOW:
        return HttpResponseRedirect(authorization.allow(request, asked))
    if request.POST.get("do") == DECLINE:
        return HttpResponseRedirect(authorization.decline(request, asked))
    return _question(request, asked)


def _question(request: HttpRequest, asked: AuthorizationRequest) -> HttpResponse:
    """The form leads to the application, which the policy of other pages forbids."""
    application, target = asked.application, form_target(asked.redirect_uri)
    context = {
        "section": "me",
        "application": application,
        "allowed": scope_texts(asked.scopes),
        "made_by": selectors.names_of_users([application.user_id or 0])[application.user_id or 0],
        "own_name": selectors.names_of_users([request.user.pk or 0])[request.user.pk or 0],
        "target": asked.redirect_uri.partition("?")[0],
    }
    answer = render(request, "pages/application/ask.html", context)
    answer["Content-Security-Policy"] = policy_text(form_target=target)
    return answer


def _problem(request: HttpRequest, context: dict[str, object]) -> HttpResponse:
    context = {"section": "me", **context}
    return render(request, "pages/application/problem.html", context, status=HTTPStatus.BAD_REQUEST)
